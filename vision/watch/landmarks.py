"""Landmarks: spots of a tray's edge and of the table around it that lie still, by which a later frame is compared.

Each is a small patch of the picture, its mean taken off and its contrast made one, so that brighter and darker light
change nothing. Dice lie within; hands, shadows and dice over a landmark make it unlike itself, and it does not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.find.outline import places_along
from vision.frame import Frame
from vision.reading import Detection
from vision.watch.hand import dice_mask

RADIUS_PX = 200.0  # of the board in the picture that is worked on: 2 mm of a 40 cm board are then two pixels
WORK_PX = 480  # longer side of the picture worked on where there is no board
PATCH_PX = 17  # about 11 mm: the felt's edge with some rim and felt beside it, small enough to slip between two dice
HALF_PX = PATCH_PX // 2
BLUR_PX = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LandmarkPolicy:
    """Where landmarks are taken."""

    # Where they lie along the tray's outline, in radii: on the felt's edge, beyond it on the rim, and within, where the
    # felt's edge lies if the outline was taken from the rim's
    rings: tuple[float, ...] = (0.9, 1.0, 1.09)
    ring_number: int = 64  # So many along each ring, side by side
    table_from: float = 1.25  # Beyond this many radii lies the table
    table_number: int = 48  # At most so many there, where the table is not plain
    least_contrast: float = 4.0  # Standard deviation of a patch's colours, 8-bit levels; less is noise.
    die_margin: float = 0.6  # Around dice nothing counts, in shares of their size: their shadows go with them


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Landmarks:
    """What lies still."""

    work_wh: tuple[int, int]  # Size of the picture worked on, pixels
    centre_xy: NDArray[np.float64]  # The board's middle, pixels worked on
    radius_px: float  # The board's radius there; half the picture's longer side without a board.
    outline: NDArray[np.float64]  # float64 (M, 2), the board's outline there; the picture's border without one.
    places: NDArray[np.float64]  # float64 (N, 2), middles of the patches
    patches: NDArray[np.float32]  # float32 (N, PATCH_PX², 3), each of mean 0 and norm 1
    slopes: NDArray[np.float32]  # float32 (N, PATCH_PX², 3, 2), how they change along x and y
    weights: NDArray[np.float64]  # float64 (N,), 0–1, how far above the noise their contrast is
    is_tray: NDArray[np.bool_]  # bool (N,), on the tray; the others lie on the table.

    def is_of(self, frame: Frame) -> bool:
        """Return whether a frame has the shape of the one they were taken in: another has another view."""
        (width, height), (wide, high) = frame.size_wh, self.work_wh
        return abs(width * high - height * wide) <= max(width, height)


def landmarks_of(
    frame: Frame, board: BoardOutline | None, dice: Sequence[Detection] = (), *, policy: LandmarkPolicy | None = None
) -> Landmarks:
    """Return the landmarks of a frame; there may be none where everything is plain.

    Args:
        frame: A still frame without a hand, any size.
        board: The board in it; None to take the whole picture for table.
        dice: The dice in it.
        policy: Where landmarks are taken.
    """
    chosen = policy or LandmarkPolicy()
    outline, radius, scale = _frame_of_reference(frame, board)
    work_wh = max(1, round(frame.size_wh[0] * scale)), max(1, round(frame.size_wh[1] * scale))
    picture = work_picture(frame, work_wh)
    centre = (outline.min(axis=0) + outline.max(axis=0)) / 2
    free = np.zeros(picture.shape[:2], np.uint8)  # where no die lies and a whole patch fits into the picture
    free[HALF_PX:-HALF_PX, HALF_PX:-HALF_PX] = 1
    free[dice_mask(dice, frame.size_wh, free.shape, chosen.die_margin)] = 0
    on_tray = np.empty((0, 2)) if board is None else _ring_places(outline, centre, chosen)
    on_table = _table_places(picture, None if board is None else outline, free, chosen)
    places = np.rint(np.concatenate([on_tray, on_table]))
    is_tray = np.arange(len(places)) < len(on_tray)
    usable = _is_usable(places, free)
    places, is_tray = places[usable], is_tray[usable]
    patches, contrasts = normed(patches_at(picture, places))
    clear = contrasts >= chosen.least_contrast
    slopes = _slopes(picture, places[clear], contrasts[clear])
    return Landmarks(
        work_wh=work_wh,
        centre_xy=centre,
        radius_px=radius,
        outline=outline,
        places=places[clear],
        patches=patches[clear],
        slopes=slopes,
        weights=(contrasts[clear] ** 2 / (contrasts[clear] ** 2 + chosen.least_contrast**2)).astype(np.float64),
        is_tray=is_tray[clear],
    )


def work_picture(frame: Frame, work_wh: tuple[int, int]) -> NDArray[np.float32]:
    """Return a frame as it is worked on: float32 (H, W, 3), L, a, b of 8 bits, made smaller and a little smoother."""
    small = cv2.resize(frame.pixels, work_wh, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(small, (0, 0), BLUR_PX)
    return cv2.cvtColor(smooth, cv2.COLOR_RGB2LAB).astype(np.float32)


def patches_at(picture: NDArray[np.float32], centres: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the patches around whole-pixel places that lie inside with a patch's half to spare: (N, PATCH_PX², 3)."""
    steps = np.arange(-HALF_PX, HALF_PX + 1)
    rows = centres[:, 1].astype(int)[:, None, None] + steps[None, :, None]
    columns = centres[:, 0].astype(int)[:, None, None] + steps[None, None, :]
    return picture[rows, columns].reshape(len(centres), PATCH_PX**2, 3)


def normed(patches: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return patches of mean 0 and norm 1, and what their standard deviation was, 8-bit levels: (N,)."""
    bare = patches - patches.mean(axis=1, keepdims=True)
    norms = np.sqrt(np.einsum("npc,npc->n", bare, bare))
    unit = bare / np.maximum(norms, 1e-3)[:, None, None]
    return unit.astype(np.float32), (norms / PATCH_PX).astype(np.float32)


def _frame_of_reference(frame: Frame, board: BoardOutline | None) -> tuple[NDArray[np.float64], float, float]:
    """Return outline and radius in the picture worked on, and its scale."""
    width, height = frame.size_wh
    if board is None:
        scale = min(1.0, WORK_PX / max(width, height))
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
        return corners * scale, max(width, height) * scale / 2, scale
    placed = board.scaled(frame.size_wh)
    radius = float(np.sqrt(placed.area_px / np.pi))
    scale = min(1.0, RADIUS_PX / max(radius, 1.0))
    return np.array(placed.polygon, np.float64) * scale, radius * scale, scale


def _ring_places(
    outline: NDArray[np.float64], centre: NDArray[np.float64], policy: LandmarkPolicy
) -> NDArray[np.float64]:
    """Return places along the tray's edge and rim, (N, 2)."""
    along = places_along(outline, policy.ring_number)
    return np.concatenate([centre + (along - centre) * ring for ring in policy.rings])


def _table_places(
    picture: NDArray[np.float32], outline: NDArray[np.float64] | None, free: NDArray[np.uint8], policy: LandmarkPolicy
) -> NDArray[np.float64]:
    """Return where the table has corners to know it by, (N, 2)."""
    mask = free.copy()
    if outline is not None:
        centre = (outline.min(axis=0) + outline.max(axis=0)) / 2
        beyond = centre + (outline - centre) * policy.table_from
        cv2.fillPoly(mask, [np.rint(beyond).astype(np.int32)], (0,))
    lightness = np.ascontiguousarray(picture[:, :, 0])
    corners = cv2.goodFeaturesToTrack(lightness, policy.table_number, 0.01, PATCH_PX * 0.75, mask=mask)
    return np.empty((0, 2)) if corners is None else np.asarray(corners, np.float64).reshape(-1, 2)


def _is_usable(places: NDArray[np.float64], free: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which places lie in the picture and off the dice, bool (N,)."""
    columns, rows = places[:, 0].astype(int), places[:, 1].astype(int)
    inside = (columns >= 0) & (rows >= 0) & (columns < free.shape[1]) & (rows < free.shape[0])
    usable = np.zeros(len(places), np.bool_)
    usable[inside] = free[rows[inside], columns[inside]] > 0
    return usable


def _slopes(
    picture: NDArray[np.float32], places: NDArray[np.float64], contrasts: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return how the patches change along x and y, in their own contrast: float32 (N, PATCH_PX², 3, 2)."""
    along = [cv2.Scharr(picture, cv2.CV_32F, dx, 1 - dx) / 32 for dx in (1, 0)]
    both = np.stack([patches_at(np.asarray(one, np.float32), places) for one in along], axis=-1)
    return (both / (contrasts * PATCH_PX)[:, None, None, None]).astype(np.float32)
