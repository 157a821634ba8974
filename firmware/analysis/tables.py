"""Tables and curves for a terminal."""

import unicodedata
from collections.abc import Sequence

GAP = "   "
HEIGHTS = " ▁▂▃▄▅▆▇█"
WIDEST = 72
ROWS = 4


def table_text(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table's lines: the first column to the left, the others to the right."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    table = []
    for row in rows:
        spaces = [" " * (width - width_of(text)) for text, width in zip(row, widths, strict=True)]
        cells = [row[0] + spaces[0], *(space + text for space, text in zip(spaces[1:], row[1:], strict=True))]
        table.append(GAP.join(cells).rstrip())
    return table


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
