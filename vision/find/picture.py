"""Pictures from disk, as frames: any size, any orientation, any number of channels."""

import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError
from vision.frame import Frame

MOST_BYTES = 200_000_000
MOST_PIXELS = 120_000_000  # of a JPEG, which is made smaller while it is decoded
MOST_PIXELS_AT_ONCE = 40_000_000  # of all others, 120 MB as RGB
REDUCED = ((60_000_000, 4, cv2.IMREAD_REDUCED_COLOR_4), (25_000_000, 2, cv2.IMREAD_REDUCED_COLOR_2))
"""From so many pixels on a JPEG is decoded at a part of its size: its dice are hundreds of pixels wide."""
JPEG_START = b"\xff\xd8\xff"
PNG_START = b"\x89PNG\r\n\x1a\n"
LEGAL = "Give a JPEG, PNG, WebP, TIFF or BMP picture."


def load_picture(path: Path, *, exposed_ns: int = 0) -> Frame:
    """Return a picture as a frame, upright as its EXIF orientation says.

    Greyscale, CMYK, transparent (laid on white) and 16-bit pictures become 8-bit RGB. A very large JPEG is made
    smaller, as its frame says.

    Args:
        path: The picture file.
        exposed_ns: Monotonic time to give the frame, ns.

    Raises:
        PictureError: If the file cannot be opened, is not a picture, is cut short or is too large.
    """
    try:
        state = path.stat()
        if state.st_size > MOST_BYTES:
            raise PictureError(f"{path} is too large for a picture: at most {MOST_BYTES // 1_000_000} MB are read.")
        if not (path.is_file() or path.is_dir()):  # a pipe would be waited for, and a device has no end
            raise PictureError(f"{path} is no file. {LEGAL}")
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise PictureError(f"{path}: there is no such file.") from error
    except IsADirectoryError as error:
        raise PictureError(f"{path} is a folder, not a picture. {LEGAL}") from error
    except OSError as error:
        raise PictureError(f"{path} cannot be opened: {error.strerror}.") from error
    pixels, reduced = _decoded(content, str(path))
    return Frame(pixels, exposed_ns, reduced)


def decode_picture(content: bytes, *, name: str = "picture") -> NDArray[np.uint8]:
    """Return the pixels of an encoded picture: uint8, shape (H, W, 3), RGB.

    Args:
        content: The bytes of the file.
        name: What to call it in messages.

    Raises:
        PictureError: If it is not a picture, is cut short or is too large.
    """
    return _decoded(content, name)[0]


def _decoded(content: bytes, name: str) -> tuple[NDArray[np.uint8], int]:
    """Return the pixels, and how many pixels a side of the file make one of them; it raises as `decode_picture`."""
    if not content:
        raise PictureError(f"{name} is empty. {LEGAL}")
    if _is_cut_short(content):
        raise PictureError(f"{name} is cut short: its end is missing. Copy it again.")
    width, height = _size_from_header(content) or (0, 0)
    is_jpeg = content.startswith(JPEG_START)
    most = MOST_PIXELS if is_jpeg else MOST_PIXELS_AT_ONCE
    if width * height > most:
        others = "" if is_jpeg else f", of a JPEG {MOST_PIXELS // 1_000_000}"
        raise PictureError(
            f"{name} is {width} × {height} pixels; at most {most // 1_000_000} megapixels are read{others}."
        )
    # EXIF is obeyed by every flag but IMREAD_UNCHANGED, which alone keeps transparency and 16 bits
    usual = 1, cv2.IMREAD_UNCHANGED if content.startswith(PNG_START) else cv2.IMREAD_COLOR
    reduced, flags = next(((by, flag) for least, by, flag in REDUCED if is_jpeg and width * height >= least), usual)
    try:
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as error:
        raise PictureError(f"{name} cannot be decoded. {LEGAL}") from error
    if decoded is None:
        raise PictureError(f"{name} is not a picture. {LEGAL}")
    return _as_rgb(np.asarray(decoded)), reduced


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
