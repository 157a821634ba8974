"""How sharp a picture is: how wide its sharpest edges are blurred.

Contrast tells little, since a plain felt has none and a die much. So the picture is blurred once more by a known
width: a sharp edge loses most of its slope by that, a soft one hardly any, whatever its contrast.

Source: Zhuo and Sim, "Defocus map estimation from a single image", Pattern Recognition 44 (2011), section 3.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.frame import Frame

KNOWN_PX = 2.0  # wider than pixels, so that noise counts little, and narrower than what still can be read
STRONG_SLOPE = 5.0  # levels a pixel, after the known blur: the ink of a die, a rim against the table
STEEPEST = 0.4
FEWEST_EDGES = 400
SHARPEST = 20.0  # centile: shadows and round corners are soft in a sharp picture, too
WIDENED = 1.15  # a tray's rim lies outside its felt


def blur_px(frames: Sequence[Frame], board: BoardOutline | None) -> float | None:
    """Return the standard deviation by which the sharpest edges are blurred, px of the frames.

    Args:
        frames: Of a board at rest, of one size; their mean is looked at, since noise looks like sharpness.
        board: Where to look; the whole picture if None.

    Returns:
        Pixels; None where there are too few edges to tell.
    """
    grey = np.zeros(frames[0].pixels.shape[:2], np.float32)
    for frame in frames:
        cv2.accumulate(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), grey)
    grey /= np.float32(len(frames))
    softer = np.asarray(cv2.GaussianBlur(grey, (0, 0), KNOWN_PX), np.float32)
    slope, soft_slope = _slope(grey), _slope(softer)
    # Only where a slope is about the steepest around: beside an edge the ratio says nothing.
    is_ridge = soft_slope >= 0.98 * cv2.dilate(soft_slope, np.ones((3, 3), np.uint8))
    is_edge = (soft_slope >= STRONG_SLOPE) & is_ridge
    if board is not None:
        is_edge &= _around(board, frames[0].size_wh)
    if is_edge.sum() < FEWEST_EDGES:
        return None
    # Of these the steepest, of which noise is the smallest part.
    is_edge &= soft_slope >= STEEPEST * np.percentile(soft_slope[is_edge], 95.0)
    ratio = np.maximum(slope[is_edge] / soft_slope[is_edge], 1.0 + 1e-6)
    return float(np.percentile(KNOWN_PX / np.sqrt(ratio**2 - 1.0), SHARPEST))


def _slope(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how steep a picture is, levels a pixel, float32 (H, W)."""
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def _around(board: BoardOutline, size_wh: tuple[int, int]) -> NDArray[np.bool_]:
    """Return which pixels lie on a board or its rim."""
    mask = board.mask(size_wh).astype(np.uint8)
    reach = round((WIDENED - 1.0) * float(np.sqrt(mask.sum() / np.pi)))
    return np.asarray(cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)), np.bool_)
