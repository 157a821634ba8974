"""Rules cards of A5, two on a page of A4 with marks to cut along: sentences, and tables of drawn dice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hardware.paper.marks import die
from hardware.paper.page import HAIR_MM, THIN_MM, Align, Box, Paper
from hardware.paper.typefaces import MM_PER_PT, Font, Typeface, wrapped

A5_MM = (148.5, 210.0)
RIM_MM = 12.0
_SIZES_PT = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5)
_TITLE_PT = 27.0
_TITLE_MM = 14.0

Block: TypeAlias = "tuple[float, Callable[[Paper, float], None]]"
"""How high something is, mm, and what draws it at a height on the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRow:
    """A row of a table."""

    letters: tuple[str, ...] = ()  # on its dice
    text: str = ""  # what they are
    values: tuple[str, ...] = ()  # its numbers; of a scale one a die, below it
    is_scale: bool = False  # whether it is one


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTable:
    """A table."""

    title: str = ""  # over it; may be empty
    heads: tuple[str, ...] = ()  # over its numbers; may be none
    rows: tuple[DiceRow, ...] = ()
    marked: int | None = None  # which of the numbers hold at this table; None where there is nothing to choose


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesCard:
    """A game's rules."""

    title: str  # the game
    told: tuple[str, ...]
    tables: tuple[DiceTable, ...]


def cards_pdf(title: str, cards: Sequence[RulesCard], *, language: str) -> bytes:
    """Return cards, two a page in their order; one alone comes twice."""
    paper = Paper(title, language=language, is_landscape=True)
    printed = [*cards, *cards] if len(cards) == 1 else list(cards)
    for number, each in enumerate(printed):
        if number and number % 2 == 0:
            paper.next_page()
        box = Box(A5_MM[0] * (number % 2), 0, *A5_MM)
        if number % 2 == 0:  # marks to cut along, at both ends: the page's own edges are the others
            for edge, way in ((6.0, -1), (A5_MM[1] - 6.0, 1)):
                paper.line(A5_MM[0], edge, A5_MM[0], edge - way * 5, width_mm=HAIR_MM)
        draw_card(paper, each, box)
    return paper.pdf()


def draw_card(paper: Paper, card: RulesCard, box: Box) -> None:
    """Draw a card into a box, as large as it fits."""
    inside = box.inset(RIM_MM)
    room = inside.high - _TITLE_MM
    blocks: list[Block] = []
    for size_pt in _SIZES_PT:
        told = [_sentence(text, inside, size_pt) for text in card.told]
        blocks = [*told, *(block for table in card.tables for block in _table(table, inside, size_pt))]
        if sum(high for high, _ in blocks) <= room:
            break
    paper.text((inside.left, inside.top + 8.5), card.title, Font(Typeface.HAND, _TITLE_PT), room_mm=inside.wide)
    paper.line(inside.left, inside.top + 11, inside.right, inside.top + 11, width_mm=0.5)
    top = inside.top + _TITLE_MM
    spare = min(3.0, max(0.0, (room - sum(high for high, _ in blocks)) / max(len(blocks), 1)))
    for high, draw in blocks:
        draw(paper, top)
        top += high + spare


def _sentence(text: str, box: Box, size_pt: float) -> Block:
    lead, indent = size_pt * MM_PER_PT * 1.34, 4.0
    lines = wrapped(text, Typeface.TEXT, size_pt, box.wide - indent)

    def draw(paper: Paper, top: float) -> None:
        side = size_pt * 0.12
        paper.box(Box(box.left + 0.2, top + lead * 0.75 - side * 1.6, side, side), is_filled=True)
        for number, line in enumerate(lines):
            paper.text((box.left + indent, top + lead * (number + 0.75)), line, Font(size_pt=size_pt))

    return lead * len(lines) + size_pt * 0.1, draw


def _table(table: DiceTable, box: Box, size_pt: float) -> list[Block]:
    row_mm = size_pt * 0.62
    blocks: list[Block] = [_table_head(table, box, size_pt)]
    for row in table.rows:
        blocks.append(_scale(row, box, row_mm) if row.is_scale else _dice_row(row, table, box, row_mm, size_pt))
    return blocks


def _table_head(table: DiceTable, box: Box, size_pt: float) -> Block:
    has_words = bool(table.title or table.heads)
    high = size_pt * 0.55 + 1.5 if has_words else 1.5

    def draw(paper: Paper, top: float) -> None:
        level = top + high - 1.3
        room = box.wide - len(table.heads) * _value_mm(size_pt)
        paper.text((box.left, level), table.title, Font(Typeface.BOLD, size_pt), room_mm=room)
        for number, head in enumerate(table.heads):
            face = Typeface.BOLD if number == table.marked else Typeface.TEXT
            x = _value_x(box, number, len(table.heads), size_pt)
            paper.text((x, level), head, Font(face, size_pt * 0.82), align=Align.RIGHT)
        if has_words:
            paper.line(box.left, top + high - 0.2, box.right, top + high - 0.2, width_mm=THIN_MM)

    return high, draw


def _value_mm(size_pt: float) -> float:
    return size_pt * 1.7


def _value_x(box: Box, number: int, count: int, size_pt: float) -> float:
    return box.right - (count - 1 - number) * _value_mm(size_pt)


def _dice_row(row: DiceRow, table: DiceTable, box: Box, row_mm: float, size_pt: float) -> Block:
    def draw(paper: Paper, top: float) -> None:
        side, level = row_mm * 0.84, top + row_mm / 2 + size_pt * 0.125
        for number, letter in enumerate(row.letters):
            die(paper, Box(box.left + number * (side + 0.7), top + (row_mm - side) / 2, side, side), letter)
        left = box.left + (len(row.letters) * (side + 0.7) + 2.5 if row.letters else 0)
        values_mm = (len(row.values) - 1) * _value_mm(size_pt) + 10 if row.values else 0
        paper.text((left, level), row.text, Font(size_pt=size_pt), room_mm=box.right - values_mm - left)
        for number, value in enumerate(row.values):
            face = Typeface.TEXT if table.marked not in (None, number) else Typeface.BOLD
            x = _value_x(box, number, len(row.values), size_pt)
            paper.text((x, level), value, Font(face, size_pt), align=Align.RIGHT)

    return row_mm, draw


def _scale(row: DiceRow, box: Box, row_mm: float) -> Block:
    side = row_mm

    def draw(paper: Paper, top: float) -> None:
        step = min(box.wide / len(row.letters), side * 2.6)
        for number, (letter, value) in enumerate(zip(row.letters, row.values, strict=True)):
            left = box.left + number * step
            die(paper, Box(left, top, side, side), letter)
            paper.text((left + side + 1.4, top + side / 2 + side * 0.2), value, Font(Typeface.BOLD, side * 1.6))

    return row_mm + 1.5, draw
