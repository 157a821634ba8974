"""Letters and numbers on faces: OpenCV's strokes everywhere, the system's fonts where pillow is there to draw them."""

import functools
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np

from models.render.errors import DrawingToolError
from models.render.pen import Pen
from models.render.world import Bytes

TEXT_PX = 256
FONT_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)


class Stroke(StrEnum):
    """OpenCV's own fonts, always there."""

    PLAIN = "plain"
    DUPLEX = "duplex"
    SERIF = "serif"
    TRIPLEX = "triplex"
    ITALIC = "italic"


_HERSHEY = {
    Stroke.PLAIN: cv2.FONT_HERSHEY_SIMPLEX,
    Stroke.DUPLEX: cv2.FONT_HERSHEY_DUPLEX,
    Stroke.SERIF: cv2.FONT_HERSHEY_COMPLEX,
    Stroke.TRIPLEX: cv2.FONT_HERSHEY_TRIPLEX,
    Stroke.ITALIC: cv2.FONT_HERSHEY_COMPLEX | cv2.FONT_ITALIC,
}


UNREADABLE = (
    "Math", "Symbol", "Emoji", "Initials", "Keyboard", "D050000L", "Biolinum_K", "Libertine_I", "Balker", "MarkedFool",
    "wasn_t_me", "Wargames", "Winks", "flatline", "progenisis", "Swift", "Kristi", "PenguinAttack", "Vendiona",
)  # fmt: skip
"""Parts of names of font files that hold signs, or letters nobody would put on a die."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterStyle:
    """How letters are drawn."""

    name: str = Stroke.DUPLEX.value  # A Stroke's value, or the path of a font file
    weight: float = 1.0  # Thickness of a stroke font; 0.5 light – 2 heavy. Font files are as they are.
    wide: float = 1.0  # Width over the usual one


def draw_text(pen: Pen, text: str, typeface: LetterStyle) -> None:
    """Draw a text filling a height of -1 to 1 about the middle, lower-case letters and all.

    Raises:
        DrawingToolError: If the typeface is a file and pillow is absent.
    """
    pen.stamp(_glyphs(text, typeface.name, round(typeface.weight, 1)), wide=typeface.wide)


@functools.lru_cache(maxsize=4096)
def _glyphs(text: str, name: str, weight: float) -> Bytes:
    """Return a text cut to its ink, uint8 (about TEXT_PX, W)."""
    if name in _HERSHEY:
        return _stroked(text, Stroke(name), weight)
    return _typeset(text, name)


def _stroked(text: str, stroke: Stroke, weight: float) -> Bytes:
    scale, thickness = TEXT_PX / 24, max(2, round(weight * TEXT_PX / 11))
    (width, height), base = cv2.getTextSize(text, _HERSHEY[stroke], scale, thickness)
    sheet = np.zeros((height + base + 4 * thickness, width + 4 * thickness), np.uint8)
    cv2.putText(sheet, text, (2 * thickness, height + thickness), _HERSHEY[stroke], scale, 255, thickness, cv2.LINE_AA)
    return _cut(sheet)


def _typeset(text: str, path: str) -> Bytes:
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise DrawingToolError(f"the font {Path(path).name}", "pillow") from error
    font = ImageFont.truetype(path, TEXT_PX)
    sheet = Image.new("L", (TEXT_PX * (len(text) + 1), TEXT_PX * 2))
    ImageDraw.Draw(sheet).text((TEXT_PX // 2, TEXT_PX // 4), text, font=font, fill=255)
    return _cut(np.asarray(sheet, np.uint8))


def _cut(sheet: Bytes) -> Bytes:
    """Return the part of a sheet that holds ink, with a pixel around it."""
    left, top, wide, high = cv2.boundingRect(sheet)
    return np.pad(sheet[top : top + high, left : left + wide], 1) if wide else sheet


@functools.lru_cache(maxsize=1)
def system_fonts() -> tuple[str, ...]:
    """Return the paths of the system's Latin text fonts, sorted; none where pillow is absent."""
    try:
        import PIL  # noqa: F401 - only asked for
    except ImportError:
        return ()
    found = {
        path.name: str(path) for folder in FONT_FOLDERS if folder.is_dir() for path in sorted(folder.rglob("*.[to]tf"))
    }
    return tuple(found[name] for name in sorted(found) if not any(word in name for word in UNREADABLE))
