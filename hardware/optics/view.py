"""What a camera that looks straight down sees of a board: how wide dice are, what is in the picture, at which angle.

Lengths are millimetres, heights are above the floor that the dice lie on. Where a maker's focal length and field of
view contradict each other (Module 3: 4.74 mm would be 68.5° across, 66° are stated) each question is answered by the
worse of the two: whether a board fits by the narrower field, how wide a die is by the shorter focal length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.numbers import BoardNumbers, BoardShape, Numbers
from hardware.optics.cameras import CameraModel

CENTRING_MM = 10.0
"""So far off the middle a board is put down by hand, or pushed in play."""

LEVEL_DEG = 1.0
"""So far a camera hangs off the plumb line after it was set by a spirit level."""

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


def contradiction(camera: CameraModel) -> float:
    """Return by which share the stated field across is another than the one that follows from the focal length."""
    if camera.field_deg is None:
        return 0.0
    return abs(_field_deg(camera.sensor_mm[0], camera.focal_mm) / camera.field_deg[0] - 1.0)


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
    def from_numbers(cls, numbers: Numbers) -> BoardScene:
        """Return the scene of the numbers."""
        return cls.from_board(numbers.board, numbers.dice.size_mm)

    @classmethod
    def from_board(cls, board: BoardNumbers, die_mm: float) -> BoardScene:
        """Return a board with a die."""
        corner = OCTAGON_CORNER if board.shape is BoardShape.OCTAGON else 1.0
        return cls(
            reach_mm=corner * board.across_mm / 2,
            floor_mm=corner * (board.across_mm / 2 - board.rim_width_mm),
            rim_mm=board.rim_height_mm - board.floor_mm,
            die_mm=die_mm,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """A scene as a camera sees it from a height."""

    camera: CameraModel
    scene: BoardScene  # what lies below
    height_mm: float  # of the lens above the floor

    @property
    def floor_px_per_mm(self) -> float:
        """Return the scale on the floor, at least."""
        return shortest_focal_px(self.camera) / self.height_mm

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
