"""The typefaces, how wide words are in them, and what stands in for letters that they lack."""

import unicodedata
from enum import StrEnum
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).with_name("fonts")
MM_PER_PT = 25.4 / 72
ELLIPSIS = "…"
LEAST_SHARE = 0.6  # words that are too long are set smaller down to this share of their size; then they are cut


class Typeface(StrEnum):
    """A face, by the name of its file: one for print in two weights, and the handwriting of two players."""

    TEXT = "OpenSans-Regular"
    BOLD = "OpenSans-Bold"
    HAND = "PatrickHand-Regular"
    OTHER_HAND = "Caveat-Bold"


class Font(NamedTuple):
    """A face in a size, pt."""

    face: Typeface = Typeface.TEXT
    size_pt: float = 9.0


PLAIN = Font()

_INSTEAD: dict[int, int | str] = {0x202F: 0xA0, 0x2011: "-"}
"""Narrow spaces and hyphens at which no line breaks, which the faces lack: the wide space, the plain hyphen."""

HANDS = (Typeface.HAND, Typeface.OTHER_HAND)


@cache
def embedded(face: Typeface) -> TTFont:
    """Return a face, ready to be embedded."""
    loaded = TTFont(face.value, str(FOLDER / f"{face.value}.ttf"))
    pdfmetrics.registerFont(loaded)
    return loaded


def cap_height_mm(face: Typeface, size_pt: float) -> float:
    """Return how high its capitals are."""
    return float(embedded(face).face.capHeight) / 1000 * size_pt * MM_PER_PT


def pieces(text: str, face: Typeface) -> tuple[tuple[str, Typeface], ...]:
    """Return a text in pieces, each with a face that has all its letters.

    What a handwriting lacks (Greek, Cyrillic) is set in the text's face; what that lacks too (emoji, scripts of Asia)
    is left out.

    >>> [(part, face.name) for part, face in pieces("Ева 🎲!", Typeface.HAND)]
    [('Ева', 'TEXT'), (' !', 'HAND')]
    """
    composed = unicodedata.normalize("NFC", text).translate(_INSTEAD)
    wanted = (face,) if face in (Typeface.TEXT, Typeface.BOLD) else (face, Typeface.TEXT)
    fitting = [
        (letter, [each for each in wanted if ord(letter) in embedded(each).face.charToGlyph]) for letter in composed
    ]
    known = [(letter, found[0]) for letter, found in fitting if found]
    return tuple((("".join(letter for letter, _ in run)), found) for found, run in groupby(known, key=lambda e: e[1]))


def printable(text: str, face: Typeface = Typeface.TEXT) -> str:
    """Return what of a text can be printed, without spaces around it or twice in a row.

    >>> printable("👑 Ewald 🎲 der Große")
    'Ewald der Große'
    """
    return " ".join("".join(part for part, _ in pieces(text, face)).split())


def width_mm(text: str, face: Typeface, size_pt: float) -> float:
    """Return how wide a line is."""
    wide_pt = (pdfmetrics.stringWidth(part, embedded(found).fontName, size_pt) for part, found in pieces(text, face))
    return float(sum(wide_pt)) * MM_PER_PT


def fitted(text: str, face: Typeface, size_pt: float, room_mm: float) -> tuple[str, float]:
    """Return a line, cut where it must be, and the size at which it fits, pt.

    >>> fitted("Ewald", Typeface.TEXT, 10, 100)
    ('Ewald', 10)
    >>> fitted("Ewald Maria Anton Ferdinand", Typeface.TEXT, 10, 20)
    ('Ewald Maria Anto…', 6.0)
    """
    wide_mm = width_mm(text, face, size_pt)
    if wide_mm <= room_mm:
        return text, size_pt
    if wide_mm * LEAST_SHARE <= room_mm:
        return text, size_pt * room_mm / wide_mm * 0.999
    size_pt *= LEAST_SHARE
    kept = text
    while kept and width_mm(kept.rstrip() + ELLIPSIS, face, size_pt) > room_mm:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS, size_pt


def wrapped(text: str, face: Typeface, size_pt: float, room_mm: float) -> tuple[str, ...]:
    """Return a text in lines that fit; only ordinary spaces are broken at.

    >>> wrapped("Wer mehr hat, gewinnt.", Typeface.TEXT, 10, 25)
    ('Wer mehr hat,', 'gewinnt.')
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, face, size_pt) <= room_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def balanced(text: str, face: Typeface, size_pt: float, room_mm: float) -> tuple[str, ...]:
    """Return a text in as few lines as fit, none of them much shorter than the others.

    >>> balanced("Wer mehr darin hat, gewinnt.", Typeface.TEXT, 10, 45)
    ('Wer mehr darin', 'hat, gewinnt.')
    """
    lines = wrapped(text, face, size_pt, room_mm)
    while (narrower := room_mm - 1.0) > 0:
        tried = wrapped(text, face, size_pt, narrower)
        if len(tried) > len(lines) or max(width_mm(line, face, size_pt) for line in tried) > narrower:
            break
        lines, room_mm = tried, narrower
    return lines
