"""A hand in view: something large over the board that is neither felt nor dice."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.find.outline import in_the_light_of
from vision.frame import Frame
from vision.preprocess import scaled
from vision.reading import Detection

WORK_PX = 240  # longer side: a die is then about 10 px, a finger 10, a hand 50


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPolicy:
    """What is large and foreign."""

    felt_distance: float = 26.0  # From this colour distance (a, b of 8-bit Lab) on a pixel is not felt
    # From this much more light than the felt on a pixel is not felt either (shadows are darker, and dark is no sign of
    # a hand)
    felt_lightness: float = 60.0
    change_distance: float = 16.0  # From this distance (a, b) to the still board on a pixel has changed
    change_lightness: float = 40.0  # The same for more light
    # So many dice faces of foreign area are a hand. Two fingers reaching for a die cover about four.
    least_dice: float = 3.0
    least_share: float = 0.015  # The same as a share of the board, where no die tells the scale
    # Dice are cut out with this share of their size around them: their sides and shadows' edges
    die_margin: float = 0.35
    most_share: float = 0.6  # Before the board was seen at rest: what covers more of it than this is the board itself
    most_border: float = 0.5  # Likewise what reaches its outline along more than this share of it: a rim, an inlay
    most_along: float = 0.8  # Likewise what lies along its outline with more than this share of itself: a side's rim


@dataclass(frozen=True, slots=True)
class BareBoard:
    """What the board looks like at rest."""

    lab: NDArray[np.float32]  # float32, shape (H, W, 3), OpenCV's 8-bit L, a, b; small.
    known: NDArray[np.bool_]  # bool, shape (H, W): where nothing lay on it


def backdrop_of(frame: Frame, dice: Sequence[Detection], *, before: BareBoard | None = None) -> BareBoard:
    """Return the appearance of a board at rest, for later frames to be compared with.

    Args:
        frame: A still frame without a hand.
        dice: The dice in it, whose places are taken from `before` or left unknown.
        before: The appearance so far.
    """
    lab = lab_of(frame)
    bare = ~dice_mask(dice, frame.size_wh, lab.shape[:2])
    if before is None or before.lab.shape != lab.shape:
        return BareBoard(lab, bare)
    return BareBoard(np.where(bare[:, :, None], lab, before.lab), bare | before.known)


def is_hand_in_view(
    frame: Frame,
    dice: Sequence[Detection],
    *,
    board: BoardOutline | None = None,
    backdrop: BareBoard | None = None,
    policy: HandPolicy | None = None,
) -> bool:
    """Return whether something large that is no die lies over the board.

    Without a calibrated tray and without a backdrop nothing tells felt from hand: the answer is no.

    Args:
        frame: The frame.
        dice: The dice found in it.
        board: The calibrated board.
        backdrop: What the board looked like at rest.
        policy: What is large and foreign.
    """
    chosen = policy or HandPolicy()
    lab = lab_of(frame)
    foreign = _foreign(lab, board, backdrop, chosen)
    if foreign is None:
        return False
    size_wh = lab.shape[1], lab.shape[0]
    inside = np.ones(lab.shape[:2], np.bool_) if board is None else board.mask(size_wh)
    # the rim's inner edge is neither felt nor hand: a pixel or two of it may lie within the outline
    inside = cv2.erode(inside.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(np.bool_)
    foreign &= inside & ~dice_mask(dice, frame.size_wh, lab.shape[:2], chosen.die_margin)
    piece = largest_piece(foreign)
    if backdrop is None and _is_part_of_board(piece, inside, chosen):
        return False
    return int(piece.sum()) >= _least_area(frame, dice, size_wh, int(inside.sum()), policy=chosen)


def _is_part_of_board(piece: NDArray[np.bool_], inside: NDArray[np.bool_], policy: HandPolicy) -> bool:
    """Return whether a piece is a floor or a rim of another colour than expected: hands come far in, from one side."""
    border, band = (inside & (cv2.erode(inside.astype(np.uint8), np.ones((px, px), np.uint8)) == 0) for px in (5, 17))
    on_border, along = (float(over[by].mean()) if by.any() else 0.0 for over, by in ((piece, border), (band, piece)))
    of_inside = float(piece[inside].mean())
    return of_inside > policy.most_share or on_border > policy.most_border or along > policy.most_along


def _foreign(
    lab: NDArray[np.float32], board: BoardOutline | None, backdrop: BareBoard | None, policy: HandPolicy
) -> NDArray[np.bool_] | None:
    """Return which pixels are not the board's, bool (H, W), or None if nothing is known of the board."""
    if backdrop is not None and backdrop.lab.shape == lab.shape:
        return differs(lab, backdrop.lab, policy.change_distance, policy.change_lightness) & backdrop.known
    if board is not None and board.felt_lab is not None:
        felt = in_the_light_of(lab, np.array(board.felt_lab, np.float32))
        return differs(lab, felt, policy.felt_distance, policy.felt_lightness)
    return None


def differs(
    lab: NDArray[np.float32], other: NDArray[np.float32], distance: float, lightness: float
) -> NDArray[np.bool_]:
    """Return where a picture differs in colour, or is lighter."""
    colour = np.linalg.norm(lab[:, :, 1:] - other[:, :, 1:], axis=2)
    lighter = lab[:, :, 0] - other[:, :, 0]
    return np.asarray((colour >= distance) | (lighter >= lightness), np.bool_)


def lab_of(frame: Frame) -> NDArray[np.float32]:
    """Return a small picture in Lab: float32, shape (H, W, 3), each 0–255."""
    small = cv2.medianBlur(scaled(frame.pixels, min(1.0, WORK_PX / max(frame.size_wh))), 3)
    return cv2.cvtColor(small, cv2.COLOR_RGB2LAB).astype(np.float32)


def dice_mask(
    dice: Sequence[Detection], frame_wh: tuple[int, int], size_hw: tuple[int, ...], margin: float | None = None
) -> NDArray[np.bool_]:
    """Return where dice found in a frame lie in a picture of another size, with a margin: bool (H, W)."""
    margin = HandPolicy().die_margin if margin is None else margin
    mask = np.zeros(size_hw, np.bool_)
    width, height = frame_wh
    sx, sy = size_hw[1] / width, size_hw[0] / height
    for die in dice:
        x0, y0, x1, y1 = die.box_xyxy
        more = margin * max(x1 - x0, y1 - y0)
        rows = slice(max(0, int((y0 - more) * sy)), max(0, int(np.ceil((y1 + more) * sy))))
        columns = slice(max(0, int((x0 - more) * sx)), max(0, int(np.ceil((x1 + more) * sx))))
        mask[rows, columns] = True
    return mask


def largest_piece(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the largest connected piece, bool (H, W); thin lines do not count."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(opened)
    if count < 2:
        return np.zeros(mask.shape, np.bool_)
    return np.asarray(pieces == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()), np.bool_)


def _least_area(
    frame: Frame, dice: Sequence[Detection], size_wh: tuple[int, int], board_px: int, *, policy: HandPolicy
) -> float:
    """Return from which area on a foreign piece is a hand, pixels of the small picture."""
    by_board = policy.least_share * board_px
    if not dice:
        return max(1.0, by_board)
    die_px = float(np.median([die.size_px for die in dice])) * size_wh[0] / frame.size_wh[0]
    return max(1.0, policy.least_dice * die_px**2)
