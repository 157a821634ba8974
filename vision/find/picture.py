"""Pictures from disk, as frames: any size, any orientation, any number of channels."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError
from vision.find.picture_header import JPEG_START, PNG_START, PictureHeader, header_of, jpeg_segment
from vision.frame import Frame

MOST_BYTES = 140_000_000
MOST_MEMORY = 170_000_000  # that a file and decoding it may take, beside some 120 MB of the models and libraries
REDUCED = ((1, 25e6, cv2.IMREAD_COLOR), (2, 60e6, cv2.IMREAD_REDUCED_COLOR_2), (4, 12e7, cv2.IMREAD_REDUCED_COLOR_4))
"""By how much a JPEG of up to so many pixels is made smaller while it is decoded: its dice are hundreds wide."""
BAND_ROWS = 64
LEGAL = "Give a JPEG, PNG, WebP or BMP picture."


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
    if (header := header_of(content)) is None:
        raise PictureError(f"{name} is not a picture. {LEGAL}")
    reduced, flags = _how(header, content, name)
    try:
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as error:
        raise PictureError(f"{name} cannot be decoded. {LEGAL}") from error
    if decoded is None:
        raise PictureError(f"{name} is not a picture. {LEGAL}")
    return _as_rgb(np.asarray(decoded)), reduced


def _how(header: PictureHeader, content: bytes, name: str) -> tuple[int, int]:
    """Return by how much to make a picture smaller, and OpenCV's flags; it raises where it would take too much."""
    most = MOST_MEMORY - len(content)
    for by, most_pixels, flags in REDUCED if content.startswith(JPEG_START) else [(1, most, cv2.IMREAD_COLOR)]:
        if header.pixels <= most_pixels and header.pixels * header.bytes_a_pixel(by) <= most:
            # EXIF is obeyed by every flag but this, which alone keeps transparency
            return by, cv2.IMREAD_UNCHANGED if header.is_transparent_png else flags
    megapixels = min(most_pixels, most / header.bytes_a_pixel(by)) / 1e6
    raise PictureError(
        f"{name} is {header.width} × {header.height} pixels; at most {megapixels:.0f} megapixels are read of a file "
        "like this, 120 of a usual JPEG. Make it smaller."
    )


def _as_rgb(decoded: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Return decoded pixels (grey, BGR or BGRA; 8 or 16 bits) as uint8 RGB; BGR is turned where it lies."""
    if decoded.ndim == 2:
        return np.repeat(_eight_bits(decoded)[:, :, None], 3, axis=2)
    has_all = decoded.dtype == np.uint8 and decoded.shape[2] == 3
    pixels = np.asarray(decoded, np.uint8) if has_all else np.empty((*decoded.shape[:2], 3), np.uint8)
    for row in range(0, len(pixels), BAND_ROWS):
        band = _eight_bits(decoded[row : row + BAND_ROWS])
        if band.shape[2] == 4:
            opacity = band[:, :, 3:].astype(np.float32) / 255
            band = np.rint(band[:, :, :3] * opacity + 255 * (1 - opacity)).astype(np.uint8)
        pixels[row : row + BAND_ROWS] = band[:, :, ::-1].copy()
    return pixels


def _eight_bits(decoded: NDArray[Any]) -> NDArray[np.uint8]:
    return np.asarray(np.rint(decoded / 257) if decoded.dtype == np.uint16 else decoded, np.uint8)


def _is_cut_short(content: bytes) -> bool:
    """Return whether a JPEG or PNG lacks its end: OpenCV would fill the rest with grey and say nothing."""
    if content.startswith(PNG_START):
        return b"IEND" not in content[-1024:] and b"IEND" not in content
    if not content.startswith(JPEG_START):
        return False
    scan = jpeg_segment(content, {0xDA})
    # a thumbnail in the header has an end of its own: look only behind the start of the scan
    return scan is None or content.find(b"\xff\xd9", scan) < 0
