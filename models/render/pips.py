"""Ordinary dice, 1 to 6 in pips or numerals: they are found, and known for strangers."""

from __future__ import annotations

import numpy as np

from models.render.letters import LetterStyle, draw_text
from models.render.pen import Pen, blank_mask
from models.render.suits import Suit, draw_suit
from models.render.world import Bytes

PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_pips(count: int, *, radius: float, reach: float, shape: Suit | None = None, one_scale: float = 1.0) -> Bytes:
    """Return the mask of a face of 1–6 pips, discs or suits; lengths in face units, the reach is the outer pips'."""
    pen = Pen(mask=blank_mask())
    for x, y in PLACES[count]:
        size = radius * (one_scale if count == 1 else 1.0)
        if shape is None:
            pen.disc(x * reach, y * reach, size)
        else:
            draw_suit(pen.at(x * reach, y * reach, size * 1.2), shape)
    return pen.mask


def draw_numeral(count: int, typeface: LetterStyle, *, scale: float) -> Bytes:
    """Return the mask of a face with a numeral, a bar under the six."""
    pen = Pen(mask=blank_mask())
    draw_text(pen.at(0, 0, scale), str(count), typeface)
    if count == 6:
        pen.line(np.array([[-0.6, 1.25], [0.6, 1.25]]) * scale, 0.14 * scale)
    return pen.mask
