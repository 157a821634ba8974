"""From a frame to what the networks see; training and the board go through the same functions."""

import functools

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

FACE_SIZE_PX = 80
FACE_MARGIN = 0.12
MULTIPLE_OF = 32
MOST_SUPERSAMPLING = 6
SKIPPED = 0.3  # of a pixel may be stepped over between two samples: each is a mean of four
PAD_GREY = 114


def scaled(pixels: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """Return a picture at another size; shrinking averages, so that no pattern aliases.

    Args:
        pixels: uint8 (H, W, 3).
        scale: New size over old size, above 0.

    Returns:
        uint8 (round(H·scale), round(W·scale), 3), at least one pixel each way.
    """
    height, width = pixels.shape[:2]
    return resized(pixels, (max(1, round(width * scale)), max(1, round(height * scale))))


def shrunk(pixels: NDArray[np.uint8], most_px: int, how: int = cv2.INTER_AREA) -> NDArray[np.uint8]:
    """Return a picture whose longer side is no longer than that, uint8 (h, w, 3); a small one stays as it is.

    Averaging hides burnt-out pixels among dark ones: who looks for those leaves pixels out, by ``cv2.INTER_NEAREST``.
    """
    height, width = pixels.shape[:2]
    shrink = most_px / max(width, height)
    if shrink >= 1:
        return pixels
    size_wh = max(1, round(width * shrink)), max(1, round(height * shrink))
    return np.asarray(cv2.resize(pixels, size_wh, interpolation=how), np.uint8)


def resized(pixels: NDArray[np.uint8], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a picture at another size; shrinking averages, so that no pattern aliases.

    Averaging over parts of pixels is slow: a large picture is halved while it can be, and interpolated over the rest,
    less than another halving. Both together are ten times as fast.

    Args:
        pixels: uint8 (H, W) or (H, W, C).
        size_wh: Width and height it gets.

    Returns:
        uint8 (h, w) or (h, w, C).
    """
    width, height = pixels.shape[1], pixels.shape[0]
    if size_wh == (width, height):
        return pixels
    while width >= 2 * size_wh[0] and height >= 2 * size_wh[1] and not (width % 2 or height % 2):
        width, height = width // 2, height // 2
        pixels = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    is_far = width >= 2 * size_wh[0] or height >= 2 * size_wh[1]
    how = cv2.INTER_AREA if is_far else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, size_wh, interpolation=how), np.uint8)


def padded(pixels: NDArray[np.uint8], multiple_of: int = MULTIPLE_OF) -> NDArray[np.uint8]:
    """Return a picture grown to the right and below to what the detector takes.

    Args:
        pixels: uint8 (H, W, 3).
        multiple_of: What height and width become multiples of.

    Returns:
        uint8 (H', W', 3); what was added is grey.
    """
    height, width = pixels.shape[:2]
    below, right = -height % multiple_of, -width % multiple_of
    if not below and not right:
        return pixels
    grey = (PAD_GREY,) * 3
    return np.asarray(cv2.copyMakeBorder(pixels, 0, below, 0, right, cv2.BORDER_CONSTANT, value=grey), np.uint8)


def face_map(quad: ArrayLike, size_px: int = FACE_SIZE_PX, margin: float = FACE_MARGIN) -> NDArray[np.float64]:
    """Return the affine map from a crop's pixels to the frame's that fits a quad best.

    Least squares over four corners: one bad corner does not twist the crop, and no quad makes it singular.

    Args:
        quad: float (4, 2), corners of the top face in order, frame pixels.
        size_px: Edge of the square crop.
        margin: Share of the face's edge shown beyond it on every side.

    Returns:
        float64 (2, 3): frame point = map @ (x, y, 1) of the crop.
    """
    corners = np.asarray(quad, np.float64)
    first, last = size_px * margin / (1 + 2 * margin), size_px * (1 + margin) / (1 + 2 * margin)
    return np.asarray((_fit(first, last) @ corners).T, np.float64)


@functools.cache
def _fit(first: float, last: float) -> NDArray[np.float64]:
    """Return what makes the map of least squares of four corners, float64 (3, 4): the same for every quad."""
    square = np.array([[first, first, 1], [last, first, 1], [last, last, 1], [first, last, 1]])
    return np.asarray(np.linalg.pinv(square), np.float64)


def rectify(
    pixels: NDArray[np.uint8], quad: ArrayLike, *, size_px: int = FACE_SIZE_PX, margin: float = FACE_MARGIN
) -> NDArray[np.uint8]:
    """Return a top face, upright and square.

    Args:
        pixels: uint8 (H, W, 3), the frame at full resolution.
        quad: float (4, 2), corners of the top face in order, frame pixels; the first becomes the top left.
        size_px: Edge of the crop.
        margin: Share of the face's edge shown beyond it on every side.

    Returns:
        uint8 (size_px, size_px, 3); beyond the frame its border pixels go on.
    """
    to_frame = face_map(quad, size_px, margin)
    step = float(np.abs(to_frame[:, :2]).sum(axis=0).max())
    fine = int(np.clip(np.ceil(step - SKIPPED), 1, MOST_SUPERSAMPLING))
    # Pixel middles lie at .5: crop (x + .5) / fine ↦ frame + .5.
    to_fine = np.hstack(
        [to_frame[:, :2] / fine, to_frame[:, 2:] + to_frame[:, :2].sum(axis=1, keepdims=True) / 2 / fine - 0.5]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = size_px * fine
    crop = cv2.warpAffine(pixels, to_fine, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if fine > 1:
        crop = cv2.resize(crop, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)
