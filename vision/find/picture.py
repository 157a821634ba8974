"""Pictures from disk, as frames: any size, any orientation, any number of channels."""

import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError
from vision.frame import Frame

MOST_PIXELS = 120_000_000  # 360 MB as RGB: what a Pi with 2 GB can hold twice
JPEG_START = b"\xff\xd8\xff"
PNG_START = b"\x89PNG\r\n\x1a\n"
LEGAL = "Give a JPEG, PNG, WebP, TIFF or BMP picture."


def load_picture(path: Path, *, exposed_ns: int = 0) -> Frame:
    """Return a picture as a frame, upright as its EXIF orientation says.

    Greyscale, CMYK, transparent (laid on white) and 16-bit pictures become 8-bit RGB.

    Args:
        path: The picture file.
        exposed_ns: Monotonic time to give the frame, ns.

    Raises:
        PictureError: If the file cannot be opened, is not a picture, is cut short or is too large.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise PictureError(f"{path}: there is no such file.") from error
    except IsADirectoryError as error:
        raise PictureError(f"{path} is a folder, not a picture. {LEGAL}") from error
    except OSError as error:
        raise PictureError(f"{path} cannot be opened: {error.strerror}.") from error
    return Frame(decode_picture(content, name=str(path)), exposed_ns)


def decode_picture(content: bytes, *, name: str = "picture") -> NDArray[np.uint8]:
    """Return the pixels of an encoded picture: uint8, shape (H, W, 3), RGB.

    Args:
        content: The bytes of the file.
        name: What to call it in messages.

    Raises:
        PictureError: If it is not a picture, is cut short or is too large.
    """
    if not content:
        raise PictureError(f"{name} is empty. {LEGAL}")
    if _is_cut_short(content):
        raise PictureError(f"{name} is cut short: its end is missing. Copy it again.")
    size_wh = _size_from_header(content)
    if size_wh is not None and size_wh[0] * size_wh[1] > MOST_PIXELS:
        width, height = size_wh
        raise PictureError(
            f"{name} is {width} × {height} pixels; at most {MOST_PIXELS // 1_000_000} megapixels are read."
        )
    try:
        # EXIF is obeyed by every flag but IMREAD_UNCHANGED, which alone keeps transparency and 16 bits
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), _flags_for(content))
    except cv2.error as error:
        raise PictureError(f"{name} cannot be decoded. {LEGAL}") from error
    if decoded is None:
        raise PictureError(f"{name} is not a picture. {LEGAL}")
    return _as_rgb(np.asarray(decoded))


def _flags_for(content: bytes) -> int:
    """Return how OpenCV is to decode a file."""
    return cv2.IMREAD_UNCHANGED if content.startswith(PNG_START) else cv2.IMREAD_COLOR


def _as_rgb(decoded: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Return decoded pixels (grey, BGR or BGRA; 8 or 16 bits) as uint8 RGB."""
    levels = decoded.astype(np.float32) / 257 if decoded.dtype == np.uint16 else decoded
    pixels = np.rint(levels).astype(np.uint8) if levels.dtype != np.uint8 else np.asarray(levels, np.uint8)
    if pixels.ndim == 2:
        return np.repeat(pixels[:, :, None], 3, axis=2)
    if pixels.shape[2] == 4:
        opacity = pixels[:, :, 3:].astype(np.float32) / 255
        pixels = np.rint(pixels[:, :, :3] * opacity + 255 * (1 - opacity)).astype(np.uint8)
    return np.ascontiguousarray(pixels[:, :, ::-1])


def _is_cut_short(content: bytes) -> bool:
    """Return whether a JPEG or PNG lacks its end: OpenCV would fill the rest with grey and say nothing."""
    if content.startswith(PNG_START):
        return b"IEND" not in content[-1024:] and b"IEND" not in content
    if not content.startswith(JPEG_START):
        return False
    scan = _jpeg_segment(content, {0xDA})
    # a thumbnail in the header has an end of its own: look only behind the start of the scan
    return scan is None or b"\xff\xd9" not in content[scan:]


def _size_from_header(content: bytes) -> tuple[int, int] | None:
    """Return width and height as a JPEG or PNG announces them, or None."""
    if content.startswith(PNG_START) and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return int(width), int(height)
    if not content.startswith(JPEG_START):
        return None
    start = _jpeg_segment(content, {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
    if start is None or start + 9 > len(content):
        return None
    height, width = struct.unpack(">HH", content[start + 5 : start + 9])
    return int(width), int(height)


def _jpeg_segment(content: bytes, markers: set[int]) -> int | None:
    """Return where the first JPEG segment with one of the markers begins, or None."""
    at = 2
    while at + 4 <= len(content):
        if content[at] != 0xFF:
            return None
        marker = content[at + 1]
        if marker in markers:
            return at
        if marker == 0xFF:  # padding between segments
            at += 1
            continue
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return None
