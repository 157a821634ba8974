"""Tables for a terminal."""

import unicodedata
from collections.abc import Sequence

GAP = "   "


def table_text(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table's lines: the first column to the left, the others to the right."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    table = []
    for row in rows:
        spaces = [" " * (width - width_of(text)) for text, width in zip(row, widths, strict=True)]
        cells = [row[0] + spaces[0], *(space + text for space, text in zip(spaces[1:], row[1:], strict=True))]
        table.append(GAP.join(cells).rstrip())
    return table


def width_of(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(bool(unicodedata.combining(letter)) for letter in text)
