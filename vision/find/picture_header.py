"""What the head of a picture file announces: how large it is, and what decoding it takes; nothing is decoded here.

Other kinds are refused: a TIFF's tiles may be far larger than the picture, and OpenCV decodes them whole.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

JPEG_START = b"\xff\xd8\xff"
PNG_START = b"\x89PNG\r\n\x1a\n"
_FRAMES, _PROGRESSIVE = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}, {0xC2, 0xC6, 0xCA, 0xCE}
_ALONE = {0x00, 0x01, *range(0xD0, 0xD8)}  # markers without a length


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureHeader:
    """What a picture announces of itself."""

    width: int
    height: int
    pixels = property(lambda self: self.width * self.height)
    kept_bytes: float = 0.0  # a pixel, of what decoding keeps of the whole picture beside its answer
    answer_bytes: float = 3.0  # a pixel, of what OpenCV answers with
    is_transparent_png: bool = False

    def bytes_a_pixel(self, reduced: int) -> float:
        """Return what decoding takes for each pixel; OpenCV copies its answer once."""
        answer = self.answer_bytes / reduced**2
        return answer + max(answer, self.kept_bytes)


def header_of(content: bytes) -> PictureHeader | None:
    """Return what a JPEG, PNG, WebP or BMP file announces, or None for all others."""
    try:
        if content.startswith(JPEG_START):
            return _of_jpeg(content)
        if content.startswith(PNG_START):
            return _of_png(content)
        if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
            return _of_webp(content)
        return _of_bmp(content) if content.startswith(b"BM") else None
    except (struct.error, IndexError):
        return None


def jpeg_segment(content: bytes, markers: set[int]) -> int | None:
    """Return where the first JPEG segment with one of the markers begins, or None; searched as libjpeg does."""
    at = content.find(b"\xff", 2)
    while 0 <= at < len(content) - 3:
        marker = content[at + 1]
        if marker in markers:
            return at
        if marker == 0xFF:  # padding between segments
            at += 1
        else:
            at += 2 if marker in _ALONE else 2 + int.from_bytes(content[at + 2 : at + 4], "big")
            at = content.find(b"\xff", at)
    return None


def _of_jpeg(content: bytes) -> PictureHeader | None:
    frame, scan = jpeg_segment(content, _FRAMES), jpeg_segment(content, {0xDA})
    if frame is None or scan is None:
        return None
    height, width, components = struct.unpack_from(">HHB", content, frame + 5)
    shares = [(each >> 4) * (each & 15) for each in content[frame + 11 : frame + 10 + 3 * components : 3]]
    # What comes in several scans is kept whole, two bytes for each coefficient.
    is_kept = content[frame + 1] in _PROGRESSIVE or content[scan + 4] < components
    kept_bytes = 2 * sum(shares) / max(1, *shares) if is_kept else 0
    return PictureHeader(width=width, height=height, kept_bytes=kept_bytes)


def _of_png(content: bytes) -> PictureHeader:
    width, height, bits, colours = struct.unpack_from(">IIBB", content, 16)
    chunks, wide = {*_png_chunks(content)}, 2 if bits == 16 else 1
    is_transparent = bool(colours & 4) or b"tRNS" in chunks
    return PictureHeader(
        width=width,
        height=height,
        answer_bytes=4 * wide if is_transparent else 3,
        kept_bytes=9 * wide if b"acTL" in chunks else 0,  # an animation is put together of several pictures
        is_transparent_png=is_transparent,
    )


def _png_chunks(content: bytes) -> Iterator[bytes]:
    """Yield the kinds of a PNG's chunks up to its first pixels."""
    at, kind = len(PNG_START), b""
    while kind != b"IDAT" and at + 8 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        yield kind
        at += 12 + length


def _of_webp(content: bytes) -> PictureHeader | None:
    kind = content[12:16]
    if kind == b"VP8X":
        width, height = (1 + int.from_bytes(content[at : at + 3], "little") for at in (24, 27))
    elif kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    elif kind == b"VP8 ":
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", content, 26))
    else:
        return None
    is_animated = kind == b"VP8X" and bool(content[20] & 2)
    return PictureHeader(width=width, height=height, kept_bytes=9 if is_animated else 4)


def _of_bmp(content: bytes) -> PictureHeader:
    is_of_old = content[14:18] == b"\x0c\0\0\0"
    width, height = struct.unpack_from("<HH" if is_of_old else "<ii", content, 18)
    return PictureHeader(width=abs(width), height=abs(height))
