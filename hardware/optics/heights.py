"""Between which heights a camera hangs.

Above the lowest the board with its rim is in the picture, below the highest dice are wide enough to be read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from hardware.optics.cameras import CameraModel
from hardware.optics.needs import LEAST_DIE_PX
from hardware.optics.view import CENTRING_MM, LEVEL_DEG, BoardScene, field_deg, shortest_focal_px

HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Heights:
    """A range of heights, in whole mm: nobody hangs a camera more exactly."""

    lowest_mm: int  # lower down the board does not fit, or the lens does not focus
    highest_mm: int  # higher up dice are too small

    @property
    def is_possible(self) -> bool:
        """Return whether there is any height at all."""
        return self.lowest_mm <= self.highest_mm

    def nearest_mm(self, height_mm: float) -> float:
        """Return the height within that is nearest to one."""
        return min(max(height_mm, self.lowest_mm), self.highest_mm)


def legal_heights(camera: CameraModel, scene: BoardScene) -> Heights:
    """Return between which heights a camera sees the whole board and can read its dice."""
    return Heights(math.ceil(lowest_mm(camera, scene)), math.floor(highest_mm(camera, scene)))


def lowest_mm(camera: CameraModel, scene: BoardScene) -> float:
    """Return the height from which on the board with its rim is in the picture, and in focus."""
    slope = math.tan(math.radians(min(field_deg(camera)) / 2)) - math.tan(math.radians(LEVEL_DEG))
    fits_mm = scene.rim_mm + (scene.reach_mm + CENTRING_MM) / slope
    return max(fits_mm, camera.nearest_mm + max(scene.rim_mm, scene.die_mm))


def highest_mm(camera: CameraModel, scene: BoardScene) -> float:
    """Return the height up to which a die at the edge is wide enough.

    The width at the edge, f·a·d/(d² + r²) with d from lens to top, grows with d up to d = r and falls from there on: it
    is the larger root that is sought. 0 where dice at the edge are too small from everywhere.
    """
    half_mm = shortest_focal_px(camera) * scene.die_mm / LEAST_DIE_PX / 2
    if half_mm < scene.floor_mm:
        return 0.0
    return scene.die_mm + half_mm + math.sqrt(half_mm**2 - scene.floor_mm**2)


def largest_reach_mm(camera: CameraModel, scene: BoardScene) -> float:
    """Return how far from its middle a board's rim may reach for there to be a height at all; 0 where none is."""
    rim_width_mm = scene.reach_mm - scene.floor_mm
    low, high = rim_width_mm, scene.reach_mm
    for _ in range(HALVINGS):
        reach_mm = (low + high) / 2
        tried = replace(scene, reach_mm=reach_mm, floor_mm=max(0.0, reach_mm - rim_width_mm))
        low, high = (reach_mm, high) if legal_heights(camera, tried).is_possible else (low, reach_mm)
    return low


def smallest_die_mm(camera: CameraModel, scene: BoardScene) -> float:
    """Return the smallest dice that can be read where the whole board is seen."""
    low, high = scene.die_mm, 10 * scene.die_mm
    for _ in range(HALVINGS):
        die_mm = (low + high) / 2
        possible = legal_heights(camera, replace(scene, die_mm=die_mm)).is_possible
        low, high = (low, die_mm) if possible else (die_mm, high)
    return high
