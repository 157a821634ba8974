"""Tables and curves for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

GAP = "   "
HEIGHTS = " ▁▂▃▄▅▆▇█"
WIDEST = 72
ROWS = 4


def table_text(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table's lines: the first column to the left, the others to the right.

    >>> table_text([["", "Anna"], ["Glück", "+1,0 %"]])
    ['           Anna', 'Glück   +1,0 %']
    """
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            [_padded(row[0], -widths[0]), *(_padded(*pair) for pair in zip(row[1:], widths[1:], strict=True))]
        ).rstrip()
        for row in rows
    ]


def bars(chances: Sequence[float]) -> list[str]:
    """Return a curve of chances as bars, so many lines high, 1 at the top."""
    columns = min(WIDEST, len(chances))
    taken = [chances[round(at * (len(chances) - 1) / max(1, columns - 1))] for at in range(columns)]
    steps = len(HEIGHTS) - 1
    heights = [round(min(1.0, max(0.0, chance)) * ROWS * steps) for chance in taken]
    return [
        "".join(HEIGHTS[min(steps, max(0, height - row * steps))] for height in heights).rstrip()
        for row in range(ROWS - 1, -1, -1)
    ]


def width_of(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(bool(unicodedata.combining(letter)) for letter in text)


def _padded(text: str, width: int) -> str:
    space = " " * (abs(width) - width_of(text))
    return text + space if width < 0 else space + text
