"""Small things that are drawn: dice, halves of a cell, rings and strokes of a pen, cutting marks."""

import math
from dataclasses import dataclass

from hardware.paper.page import Box, Paper
from hardware.paper.typefaces import HANDS, Typeface

PEN_MM = 0.45
_KAPPA = 0.5523  # of a circle's radius: the handle of a Bézier curve that is a quarter of it
_HAND_SIZE = (1.0, 1.14)  # the second hand writes smaller letters


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a player wrote into a cell."""

    text: str = ""  # nothing where the cell was struck
    is_struck: bool = False  # whether a stroke goes through it
    is_ringed: bool = False  # whether it has a ring around it


def write(paper: Paper, box: Box, written: Written, *, hand: int = 0, size_pt: float = 17.0) -> None:
    """Write into a cell by hand: the handwriting is 0 or 1."""
    if written.text:
        paper.text_in(box.inset(0.6), written.text, face=HANDS[hand], size_pt=size_pt * _HAND_SIZE[hand])
    if written.is_struck:
        strike(paper, box)
    if written.is_ringed:
        ring(paper, box)


def strike(paper: Paper, box: Box) -> None:
    """Strike a cell: a stroke of the pen, upwards and a little bent."""
    x, y = box.middle
    reach_x, reach_y = min(box.wide * 0.32, 4.0), min(box.high * 0.3, 3.2)
    start, end = (x - reach_x, y + reach_y), (x + reach_x, y - reach_y)
    bends = ((x - reach_x * 0.3, y + reach_y * 0.1), (x + reach_x * 0.2, y - reach_y * 0.5), end)
    paper.curve(start, [bends], width_mm=PEN_MM)


def ring(paper: Paper, box: Box) -> None:
    """Draw a ring around what stands in a cell, as a pen does: it does not quite meet."""
    x, y = box.middle
    a, b = min(box.wide * 0.44, 6.5), min(box.high * 0.42, 4.6)
    ax, by = a * _KAPPA, b * _KAPPA
    left = [((x - ax * 1.1, y - b * 1.1), (x - a, y - by), (x - a, y)), ((x - a, y + by), (x - ax, y + b), (x, y + b))]
    right = [((x + ax, y + b), (x + a, y + by), (x + a, y))]
    right += [((x + a, y - by), (x + ax * 0.9, y - b * 0.95), (x - a * 0.12, y - b * 0.9))]
    paper.curve((x + a * 0.15, y - b * 1.06), left + right, width_mm=PEN_MM * 0.8)


def die(paper: Paper, box: Box, letter: str, *, width_mm: float = 0.3) -> None:
    """Draw a die that shows a letter."""
    paper.box(box, width_mm=width_mm, radius_mm=box.wide * 0.2)
    size_pt = box.wide * (2.0 if len(letter) == 1 else 1.7)
    paper.text_in(box.inset(box.wide * 0.1), letter, face=Typeface.BOLD, size_pt=size_pt)


def half(paper: Paper, box: Box, *, right: bool) -> None:
    """Draw a cell of which the left or the right half is black: whose half of the sheet it is."""
    paper.box(box, width_mm=0.3)
    paper.box(Box(box.left + (box.wide / 2 if right else 0), box.top, box.wide / 2, box.high), is_filled=True)


def around(x_mm: float, y_mm: float, radius_mm: float, deg: float) -> tuple[float, float]:
    """Return a point on a circle; 0° is at its top, and it goes clockwise.

    >>> around(0, 0, 10, 90)
    (10.0, 0.0)
    """
    turn = math.radians(deg)
    return round(x_mm + radius_mm * math.sin(turn), 6), round(y_mm - radius_mm * math.cos(turn), 6) + 0.0
