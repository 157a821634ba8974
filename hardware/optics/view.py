"""What a camera that looks straight down sees of a board: dice how wide, at which angle, how sharp, from which height.

Lengths are millimetres, heights are above the floor that the dice lie on. Where a maker's focal length and field of
view contradict each other (Module 3: 4.74 mm would be 68.5° across, 66° are stated) each question is answered by the
worse of the two: whether a board fits by the narrower field, how wide a die is by the shorter focal length.

Above the lowest height the board with its rim is in the picture, below the highest dice are wide enough to be read.

Blur is a standard deviation, held against `needs.MOST_BLUR`. A disc of light of diameter d has one of d/4 along any
line through it; a smear of length l one of l/√12.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from hardware.numbers import HIGHEST_MM, BoardShape, Numbers
from hardware.optics.cameras import CameraModel
from hardware.optics.needs import LEAST_DIE_PX, MOST_BLUR

CENTRING_MM = 10.0  # so far off the middle a board is put down by hand, or pushed in play
LEVEL_DEG = 1.0  # so far a camera hangs off the plumb line after it was set by a spirit level
DISC, SMEAR = 4.0, math.sqrt(12.0)
HALVINGS = 60
OCTAGON_CORNER = 1.0 / math.cos(math.radians(22.5))


def focal_px(camera: CameraModel) -> float:
    """Return the stated focal length, px of the pictures asked for."""
    return camera.focal_mm / camera.sensor_mm[0] * camera.picture_wh[0]


def shortest_focal_px(camera: CameraModel) -> float:
    """Return the shortest focal length that the maker's figures allow, px: by it dice are smallest."""
    if camera.field_deg is None:
        return focal_px(camera)
    by_field_px = camera.picture_wh[0] / 2 / math.tan(math.radians(camera.field_deg[0] / 2))
    return min(focal_px(camera), by_field_px)


def field_deg(camera: CameraModel) -> tuple[float, float]:
    """Return the narrowest field of view that the maker's figures allow, across and down."""
    width, height = (_field_deg(size_mm, camera.focal_mm) for size_mm in camera.sensor_mm)
    if camera.field_deg is None:
        return width, height
    return min(width, camera.field_deg[0]), min(height, camera.field_deg[1])


def seen_mm(camera: CameraModel, distance_mm: float) -> tuple[float, float]:
    """Return what the picture shows at a distance, across and down, at least."""
    width, height = (2 * distance_mm * math.tan(math.radians(angle / 2)) for angle in field_deg(camera))
    return width, height


def _field_deg(size_mm: float, focal_mm: float) -> float:
    return 2 * math.degrees(math.atan(size_mm / 2 / focal_mm))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardScene:
    """What lies below the camera."""

    reach_mm: float  # from the board's middle to the farthest point of its rim, however it is turned
    floor_mm: float  # from its middle to the farthest point that a die can touch
    rim_mm: float  # height of its rim above the floor
    die_mm: float  # edge of a die

    @classmethod
    def from_numbers(cls, numbers: Numbers) -> Self:
        """Return the scene of the numbers."""
        board = numbers.board
        corner = OCTAGON_CORNER if board.shape is BoardShape.OCTAGON else 1.0
        return cls(
            reach_mm=corner * board.across_mm / 2,
            floor_mm=corner * (board.across_mm / 2 - board.rim_width_mm),
            rim_mm=board.rim_height_mm - board.floor_mm,
            die_mm=numbers.dice.size_mm,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """A scene as a camera sees it from a height."""

    camera: CameraModel
    scene: BoardScene  # what lies below
    height_mm: float  # of the lens above the floor

    @property
    def die_px(self) -> float:
        """Return how wide the top of a die in the middle is, at least."""
        return shortest_focal_px(self.camera) * self.scene.die_mm / (self.height_mm - self.scene.die_mm)

    @property
    def edge_die_px(self) -> float:
        """Return how wide the top of a die at the edge is, measured outwards, at least.

        A lens without distortion shows it as wide as in the middle. How a lens distorts is stated nowhere; what bends
        most of those sold for such cameras draws angles, not tangents, to scale: that is assumed of all.
        """
        return self.die_px * math.cos(math.radians(self.edge_deg)) ** 2

    @property
    def edge_deg(self) -> float:
        """Return at which angle to the plumb line a die's top at the edge is seen."""
        return math.degrees(math.atan(self.scene.floor_mm / (self.height_mm - self.scene.die_mm)))

    @property
    def edge_shift_mm(self) -> float:
        """Return by how much farther out the top of a die at the edge seems to lie than its foot."""
        middle_mm = self.scene.floor_mm - self.scene.die_mm / 2
        return middle_mm * self.scene.die_mm / (self.height_mm - self.scene.die_mm)

    @property
    def side_share(self) -> float:
        """Return how wide the side that a die at the edge turns to the middle looks, as a share of its top."""
        return max(0.0, self.scene.floor_mm - self.scene.die_mm) / self.height_mm

    @property
    def spare_mm(self) -> float:
        """Return how much room is left beside the rim where it is tightest; less than nothing where it is cut off."""
        distance_mm = self.height_mm - self.scene.rim_mm
        leaning_mm = distance_mm * math.tan(math.radians(LEVEL_DEG))
        return min(seen_mm(self.camera, distance_mm)) / 2 - leaning_mm - CENTRING_MM - self.scene.reach_mm


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
    """Return between which heights a camera sees the whole board and can read its dice; none is beyond `HIGHEST_MM`."""
    return Heights(math.ceil(lowest_mm(camera, scene)), min(HIGHEST_MM, math.floor(highest_mm(camera, scene))))


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

    def is_possible(reach_mm: float) -> bool:
        tried = replace(scene, reach_mm=reach_mm, floor_mm=max(0.0, reach_mm - rim_width_mm))
        return legal_heights(camera, tried).is_possible

    return _last(rim_width_mm, scene.reach_mm, is_possible)


def smallest_die_mm(camera: CameraModel, scene: BoardScene) -> float:
    """Return the smallest dice that can be read where the whole board is seen."""
    return _last(
        10 * scene.die_mm, scene.die_mm, lambda die_mm: legal_heights(camera, replace(scene, die_mm=die_mm)).is_possible
    )


def _last(possible: float, impossible: float, is_possible: Callable[[float], bool]) -> float:
    """Return the last number on the way from one to another that is possible."""
    for _ in range(HALVINGS):
        middle = (possible + impossible) / 2
        possible, impossible = (middle, impossible) if is_possible(middle) else (possible, middle)
    return possible


def defocus_mm(camera: CameraModel, *, focused_mm: float, distance_mm: float) -> float:
    """Return the standard deviation by which something at a distance from the lens is blurred, mm at that distance.

    Source:
        Similar triangles: the cone of light from the opening to a point in focus is a disc at any other distance.
    """
    return camera.opening_mm * abs(distance_mm - focused_mm) / focused_mm / DISC


def sharp_mm(camera: CameraModel, *, focused_mm: float, die_mm: float) -> tuple[float, float]:
    """Return the nearest and farthest distance from the lens at which a die is as sharp as the eye needs."""
    reach = DISC * MOST_BLUR * die_mm / camera.opening_mm
    return focused_mm * max(0.0, 1.0 - reach), focused_mm * (1.0 + reach)


def most_speed_mm_per_s(shutter_ms: float, die_mm: float) -> float:
    """Return how fast a die may still move to be as sharp as the eye needs."""
    return SMEAR * MOST_BLUR * die_mm / (shutter_ms / 1000.0)
