"""Pictures from disk, as frames: any size, any orientation, any number of channels."""

from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vision.errors import PictureError
from vision.frame import Frame

Image.MAX_IMAGE_PIXELS = None  # its own limit, of which it warns: ours are below

MOST_BYTES = 140_000_000
MOST_MEMORY = 170_000_000  # that a file and decoding it may take, beside some 120 MB of the models and libraries
REDUCED = ((1, 25e6, cv2.IMREAD_COLOR), (2, 60e6, cv2.IMREAD_REDUCED_COLOR_2), (4, 12e7, cv2.IMREAD_REDUCED_COLOR_4))
"""By how much a JPEG of up to so many pixels is made smaller while it is decoded: its dice are hundreds wide."""
KINDS = ("JPEG", "PNG", "WEBP", "BMP")
"""Other kinds are refused: a TIFF's tiles may be far larger than the picture, and OpenCV decodes them whole."""
JPEG_START, PNG_START = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
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
    try:
        head = Image.open(BytesIO(content), formats=KINDS)
        reduced, flags = _how(head, content, name)
        _require_whole(head, content)
    except PictureError:
        raise
    except (OSError, ValueError, SyntaxError) as error:
        is_broken = content.startswith((JPEG_START, PNG_START))
        said = "cut short, or broken: copy it again." if is_broken else f"not a picture. {LEGAL}"
        raise PictureError(f"{name} is {said}") from error
    try:
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as error:
        raise PictureError(f"{name} cannot be decoded. {LEGAL}") from error
    if decoded is None:
        raise PictureError(f"{name} is not a picture. {LEGAL}")
    return _as_rgb(np.asarray(decoded)), reduced


def _how(head: Image.Image, content: bytes, name: str) -> tuple[int, int]:
    """Return by how much to make a picture smaller, and OpenCV's flags; it raises where it would take too much."""
    most, pixels = MOST_MEMORY - len(content), head.width * head.height
    is_png = content.startswith(PNG_START)
    wide = 2 if is_png and content[24] == 16 else 1
    is_clear = is_png and (head.mode in {"LA", "RGBA", "PA"} or "transparency" in head.info)
    for by, most_pixels, flags in REDUCED if content.startswith(JPEG_START) else [(1, most, cv2.IMREAD_COLOR)]:
        answer = (4 * wide if is_clear else 3) / by**2
        a_pixel = answer + max(answer, _kept_bytes(head) * wide)  # OpenCV copies its answer once
        if pixels <= most_pixels and pixels * a_pixel <= most:
            # EXIF is obeyed by every flag but this, which alone keeps transparency
            return by, cv2.IMREAD_UNCHANGED if is_clear else flags
    megapixels = min(most_pixels, most / a_pixel) / 1e6
    raise PictureError(
        f"{name} is {head.width} × {head.height} pixels; at most {megapixels:.0f} megapixels are read of a file like "
        "this, 120 of a usual JPEG. Make it smaller."
    )


def _kept_bytes(head: Image.Image) -> float:
    """Return what decoding keeps of the whole picture beside its answer, bytes a pixel."""
    if head.format != "MPO" and getattr(head, "is_animated", False):
        return 9  # it is put together of several pictures
    if head.format == "WEBP":
        return 4
    if "progressive" not in head.info:
        return 0
    shares: list[int] = [across * down for _, across, down, _ in getattr(head, "layer", ())]
    return 2 * sum(shares) / max([1, *shares])  # what comes in several scans: two bytes for each coefficient


def _require_whole(head: Image.Image, content: bytes) -> None:
    """Raise where a JPEG or PNG lacks its end, or is broken: OpenCV would fill the rest with grey and say nothing."""
    if content.startswith(JPEG_START):
        head.draft(None, (1, 1))
        head.load()
    elif content.startswith(PNG_START):
        head.verify()


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
