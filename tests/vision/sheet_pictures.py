"""The printed sheet as a camera sees it: poses, exact corners and drawn pictures."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.lens import Lens, SheetView
from vision.find.sheet import SQUARE_MM, SQUARES_WH, draw_sheet, pattern
from vision.frame import Frame
from vision.reading import Point

LENS = Lens(size_wh=(1440, 1080), focal_px=1500.0, k1=-0.12, k2=0.05)
Pose = tuple[NDArray[np.float64], NDArray[np.float64]]
DRAWN_PX_PER_MM = 6.0


def pose(
    tilt_deg: float, towards_deg: float, *, high_mm: float = 550.0, turn_deg: float = 10.0, at_mm: Point = (0.0, 0.0)
) -> Pose:
    """Return turn and shift of a sheet tilted towards a direction, its middle so far beside the camera's axis."""
    axis = np.array([np.cos(np.radians(towards_deg)), np.sin(np.radians(towards_deg)), 0.0])
    tilted, _ = cv2.Rodrigues(axis * np.radians(tilt_deg))
    turned, _ = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(turn_deg)]))
    rotation = tilted @ turned
    middle = np.array([SQUARES_WH[0] * SQUARE_MM / 2, SQUARES_WH[1] * SQUARE_MM / 2, 0.0])
    return rotation, np.array([*at_mm, high_mm]) - rotation @ middle


MIDDLE = tuple(pose(25.0, 45.0 * number, turn_deg=20.0 * number) for number in range(8))
TILTED = tuple(
    pose(25.0, 45.0 * number, turn_deg=20.0 * number, at_mm=(130.0 * (-1) ** number, 60.0 * (number % 3 - 1)))
    for number in range(8)
)


def exact_view(
    place: Pose, lens: Lens = LENS, *, noise_px: float = 0.1, bend_mm: float = 0.0, seed: int = 0
) -> SheetView:
    """Return the corners as a lens shows them; `bend_mm` is how far the sheet's middle rises."""
    on_sheet = np.array(pattern().getChessboardCorners(), np.float64)
    across = on_sheet[:, 0] / (SQUARES_WH[0] * SQUARE_MM)
    lifted = on_sheet.copy()
    lifted[:, 2] = -4 * bend_mm * across * (1 - across)
    turn, _ = cv2.Rodrigues(place[0])
    seen, _ = cv2.projectPoints(lifted, turn, place[1], lens.matrix, lens.bending)
    corners = seen.reshape(-1, 2) + np.random.default_rng(seed).normal(0, noise_px, (len(on_sheet), 2))
    return SheetView(corners, on_sheet[:, :2], lens.size_wh)


def sheet_picture(place: Pose, lens: Lens) -> Frame:
    """Return a picture of the sheet on grey, through a lens that bends nothing."""
    to_px = lens.matrix @ np.column_stack([place[0][:, :2], place[1]])
    from_drawn = np.diag([1 / DRAWN_PX_PER_MM, 1 / DRAWN_PX_PER_MM, 1.0])
    canvas = np.full((lens.size_wh[1], lens.size_wh[0]), 150, np.uint8)
    drawn = cv2.GaussianBlur(draw_sheet(DRAWN_PX_PER_MM), (0, 0), 1.5)
    cv2.warpPerspective(drawn, to_px @ from_drawn, lens.size_wh, canvas, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return Frame(np.repeat(canvas[:, :, None], 3, axis=2))
