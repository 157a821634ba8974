"""The lens and the board's plane, from pictures of the printed sheet.

Focal length and bending come from a handful of views of the sheet in different tilts; the plane that dice lie on from
the view in which it lies on the board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.lean import ViewField
from vision.find.sheet import find_corners
from vision.frame import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """What the lens does, its axis in the picture's middle."""

    size_wh: tuple[int, int]  # Of the pictures it is stated for, pixels
    focal_px: float  # Focal length
    k1: float = 0.0  # First radial coefficient (OpenCV's)
    k2: float = 0.0  # Second radial coefficient

    @property
    def matrix(self) -> NDArray[np.float64]:
        """Return the camera matrix, float64 (3, 3)."""
        width, height = self.size_wh
        middle = ((width - 1) / 2, (height - 1) / 2)
        return np.array([[self.focal_px, 0.0, middle[0]], [0.0, self.focal_px, middle[1]], [0.0, 0.0, 1.0]])

    @property
    def bending(self) -> NDArray[np.float64]:
        """Return OpenCV's distortion coefficients, float64 (5,)."""
        return np.array([self.k1, self.k2, 0.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True, eq=False)
class SheetView:
    """The sheet's corners in one picture."""

    corners_px: NDArray[np.float64]  # float64 (N, 2)
    on_sheet_mm: NDArray[np.float64]  # float64 (N, 2), the same on the sheet
    size_wh: tuple[int, int]  # Size of the picture


class LensTrouble(StrEnum):
    """Why pictures of the sheet do not tell the lens."""

    TOO_FEW = "too-few"  # views or corners
    ALIKE = "alike"  # the sheet was never tilted: how far away it is and how long the lens is look the same
    NOT_FLAT = "not-flat"  # or stretched by the printer


@dataclass(frozen=True, slots=True, kw_only=True)
class LensFinding:
    """What the pictures told."""

    lens: Lens | None  # None where there is trouble
    trouble: LensTrouble | None  # What kind, None for a good lens
    error_px: float  # Root mean square of what corners miss their place by; NaN where nothing could be fitted.
    focal_sd_share: float  # Standard deviation of the focal length, in its own length
    views: int  # So many pictures
    corners: int  # So many corners in all


@dataclass(frozen=True, slots=True, kw_only=True)
class LensPolicy:
    """When a lens is believed."""

    least_views: int = 4  # Pictures of the sheet
    least_corners: int = 60  # Corners in all of them
    most_error: float = 0.0006  # Of the picture's longer side: a flat sheet in a sharp picture stays under half of it
    most_focal_sd: float = 0.02  # In focal lengths
    # Between the tilts of two of the views. Without any, focal length and distance are one, and what the fit says of
    # its own uncertainty means nothing.
    least_spread_deg: float = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plane:
    """Where the board's plane lies, seen from the camera (x right, y down, z ahead)."""

    normal: tuple[float, float, float]  # Unit vector up from the board
    height_mm: float  # Of the camera above it
    mm_per_px: float  # In the sheet's middle
    error_px: float  # Root mean square of what corners miss their place by

    @property
    def tilt_deg(self) -> float:
        """Return how far the camera leans from looking straight down."""
        return float(np.degrees(np.arccos(np.clip(-self.normal[2], -1.0, 1.0))))


K2_REACH = 0.75
"""Only corners this far out, in half the picture's longer side, tell the second coefficient; else it runs away."""

VIEW_SD = (0.015, 0.015, 0.015)
"""Standard deviation of what a calibrated view says of lying dice, in die edges: one degree, for the felt gives way."""


def sheet_view(frame: Frame) -> SheetView | None:
    """Return the sheet's corners in a picture, None where it is not seen."""
    seen = find_corners(frame.pixels)
    if seen is None or np.linalg.matrix_rank(seen[1] - seen[1].mean(axis=0)) < 2:
        return None  # a single row says nothing of a plane
    return SheetView(*seen, frame.size_wh)


def lens_of(views: Sequence[SheetView], *, policy: LensPolicy | None = None) -> LensFinding:
    """Return the lens that views of the sheet tell of, or why they do not.

    Args:
        views: Of pictures of one camera and size; others than the first one's size are left out.
        policy: When a lens is believed.
    """
    chosen = policy or LensPolicy()
    used = [view for view in views if view.size_wh == views[0].size_wh]
    corners = sum(len(view.corners_px) for view in used)
    if len(used) < chosen.least_views or corners < chosen.least_corners:
        return LensFinding(
            lens=None, trouble=LensTrouble.TOO_FEW, error_px=np.nan, focal_sd_share=np.nan,
            views=len(used), corners=corners,
        )  # fmt: skip
    size_wh = used[0].size_wh
    lens, error_px, focal_sd_px, spread_deg = _fitted(used, size_wh)
    trouble = None
    if error_px > chosen.most_error * max(size_wh):
        trouble = LensTrouble.NOT_FLAT
    elif spread_deg < chosen.least_spread_deg or focal_sd_px > chosen.most_focal_sd * lens.focal_px:
        trouble = LensTrouble.ALIKE
    return LensFinding(
        lens=lens if trouble is None else None,
        trouble=trouble,
        error_px=error_px,
        focal_sd_share=focal_sd_px / lens.focal_px,
        views=len(used),
        corners=corners,
    )


def plane_of(view: SheetView, lens: Lens) -> Plane:
    """Return the plane of a sheet that lies on the board, seen in a picture as large as the lens is stated for."""
    on_sheet = np.column_stack([view.on_sheet_mm, np.zeros(len(view.on_sheet_mm))])
    _, turn, shift = cv2.solvePnP(on_sheet, view.corners_px, lens.matrix, lens.bending, flags=cv2.SOLVEPNP_IPPE)
    # The closed form weighs noise badly where the sheet lies nearly square to the camera, as it does on a board.
    turn, shift = cv2.solvePnPRefineLM(on_sheet, view.corners_px, lens.matrix, lens.bending, turn, shift)
    seen, _ = cv2.projectPoints(on_sheet, turn, shift, lens.matrix, lens.bending)
    rotation, _ = cv2.Rodrigues(turn)
    normal = rotation[:, 2] * (-1.0 if rotation[2, 2] > 0 else 1.0)
    place = shift.ravel()
    height = float(abs(normal @ place))
    middle = rotation @ on_sheet.mean(axis=0) + place
    misses = np.hypot(*(seen.reshape(-1, 2) - view.corners_px).T)
    return Plane(
        normal=(float(normal[0]), float(normal[1]), float(normal[2])),
        height_mm=height,
        mm_per_px=float(middle[2]) / lens.focal_px,
        error_px=float(np.sqrt((misses**2).mean())),
    )


def view_field(lens: Lens, normal: tuple[float, float, float]) -> ViewField:
    """Return what lying dice show of their sides under a calibrated camera, for `vision.find.lean`.

    A die's bottom lies one edge along the normal below its top. Along the ray of a place u of the picture (in focal
    lengths) that is seen as minus the normal's sideways part, and as u times its part along the axis.

    Args:
        lens: The lens.
        normal: Of the board, see `Plane.normal`.
    """
    half = max(lens.size_wh) / 2
    mean = np.array([-normal[0], -normal[1], normal[2] * half / lens.focal_px])
    return ViewField(mean, np.diag(np.array(VIEW_SD) ** -2.0))


def _fitted(views: Sequence[SheetView], size_wh: tuple[int, int]) -> tuple[Lens, float, float, float]:
    """Return the lens that fits best, its error and its focal length's, pixels, and how far the tilts are spread."""
    on_sheet = [np.column_stack([v.on_sheet_mm, np.zeros(len(v.on_sheet_mm))]).astype(np.float32) for v in views]
    corners = [view.corners_px.astype(np.float32) for view in views]
    start = Lens(size_wh=size_wh, focal_px=float(max(size_wh))).matrix
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_PRINCIPAL_POINT | cv2.CALIB_FIX_ASPECT_RATIO
    flags |= cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    reach = np.abs(np.concatenate(corners) - np.array(size_wh) / 2).max() / (max(size_wh) / 2)
    if reach < K2_REACH:
        flags |= cv2.CALIB_FIX_K2
    error, matrix, bending, turns, _, spread, _, _ = cv2.calibrateCameraExtended(
        on_sheet, corners, size_wh, start, np.zeros(5), flags=flags
    )
    k1, k2, *_ = (float(value) for value in bending.ravel())
    lens = Lens(size_wh=size_wh, focal_px=float(matrix[0, 0]), k1=k1, k2=k2)
    focal_sd = float(max(spread.ravel()[:2]))
    normals = np.stack([cv2.Rodrigues(np.asarray(turn))[0][:, 2] for turn in turns])
    widest = float(np.degrees(np.arccos(np.clip(normals @ normals.T, -1.0, 1.0))).max())
    return lens, float(error), focal_sd, widest
