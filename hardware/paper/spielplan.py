"""The Spielplan of Würfelpoker 10×10: both players in one grid, each column in two halves, empty or filled.

Source:
    The source's own words on it: ten rows, ten columns, both players; a black pen and nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.paper.marks import Written, die, half, write
from hardware.paper.page import A4_MM, HAIR_MM, THICK_MM, THIN_MM, Align, Box, Paper
from hardware.paper.typefaces import HANDS, Font, Typeface, fitted, width_mm, wrapped

EDGE_MM = 9.0
HEAD_MM, NUMBERS_MM, ROW_MM, SUM_MM, GAP_MM = 19.0, 8.5, 12.4, 10.5, 3.0
LABEL_MM, WIDEST_MM = 31.0, 34.0
_TWO_LINES_MM = 9.0
DOTS_MM = (0.01, 0.75)
_LARGEST_PT = 8.8


@dataclass(frozen=True, slots=True, kw_only=True)
class RowHead:
    """What stands before a row."""

    name: str
    letter: str = ""  # on the dice that count there; empty in the lower rows
    hint: str = ""  # what it scores, in some words


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWords:
    """What is printed on every Spielplan."""

    title: str  # what is played
    date: str  # before the date
    begins: str  # beside the box of who begins
    sum: str  # of a column
    points: str  # that a column brings
    total: str  # over both players' points
    of: str  # how many points there are, and how many win
    told: tuple[str, ...]  # how it is scored, a line each


@dataclass(frozen=True, slots=True, kw_only=True)
class Spielplan:
    """A sheet, empty or filled."""

    words: PlanWords  # what is printed on it
    rows: tuple[RowHead, ...]  # from the top
    columns: int
    names: tuple[str, str] = ("", "")  # of both players, left half first; empty ones are to be written
    date: str = ""  # when it was played; empty to be written
    number: str = ""  # which game it is; empty where there is none
    beginner: int | None = None  # 0 or 1; None to be ticked
    # what was written, by row, column from 1, and player
    cells: Mapping[tuple[int, int, int], Written] = field(default_factory=dict)
    sums: Mapping[tuple[int, int], Written] = field(default_factory=dict)  # of the columns, by column and player
    points: Mapping[tuple[int, int], Written] = field(default_factory=dict)  # what they brought, likewise
    totals: tuple[str, str] = ("", "")  # of both
    ending: tuple[str, ...] = ()  # how it ended or stands, a line each

    @property
    def upper_rows(self) -> int:
        """Return how many rows count dice of one face."""
        return sum(bool(row.letter) for row in self.rows)


def spielplan_pdf(plan: Spielplan, *, language: str) -> bytes:
    """Return the sheet as a page of A4 on its side."""
    paper = Paper(plan.words.title, language=language, is_landscape=True)
    _head(paper, plan)
    room = paper.wide_mm - 2 * EDGE_MM - LABEL_MM
    high = NUMBERS_MM + len(plan.rows) * ROW_MM + 2 * SUM_MM
    grid = Box(EDGE_MM + LABEL_MM, EDGE_MM + HEAD_MM, plan.columns * min(room / plan.columns, WIDEST_MM), high)
    _labels(paper, plan, grid)
    _lines(paper, plan, grid)
    _writing(paper, plan, grid)
    _foot(paper, plan, grid.bottom + GAP_MM)
    return paper.pdf()


def cell_box(grid: Box, plan: Spielplan, row: int, column: int, player: int) -> Box:
    """Return half a cell: rows from 0, columns from 1; the two rows below the last are the sums and the points."""
    wide = grid.wide / plan.columns
    top = grid.top + NUMBERS_MM + row * ROW_MM
    if (below := row - len(plan.rows)) >= 0:
        top = grid.top + NUMBERS_MM + len(plan.rows) * ROW_MM + below * SUM_MM
    high = ROW_MM if row < len(plan.rows) else SUM_MM
    return Box(grid.left + (column - 1) * wide + player * wide / 2, top, wide / 2, high)


def _head(paper: Paper, plan: Spielplan) -> None:
    words, right = plan.words, paper.wide_mm - EDGE_MM
    paper.text((EDGE_MM, EDGE_MM + 11.5), words.title, Font(Typeface.HAND, 29), room_mm=88)
    for player in (0, 1):
        level = EDGE_MM + 6 + player * 9.0
        half(paper, Box(102, level - 4.2, 4.2, 4.2), right=player == 1)
        _line_to_write(paper, 109, level, 92, plan.names[player], hand=player)
        tick = Box(206, level - 3.8, 3.8, 3.8)
        paper.box(tick, width_mm=THIN_MM)
        if plan.beginner == player:
            write(paper, tick, Written(is_struck=True))
        paper.text((tick.right + 1.8, level - 0.5), words.begins, Font(size_pt=8.5), room_mm=20)
    paper.text((233, EDGE_MM + 5.5), words.date, Font(size_pt=8.5), room_mm=12)
    _line_to_write(paper, 246, EDGE_MM + 6, right - 246, plan.date, hand=0)
    paper.text((right, EDGE_MM + 14.5), plan.number, Font(size_pt=8.5), align=Align.RIGHT)


def _line_to_write(paper: Paper, left: float, level: float, wide: float, text: str, *, hand: int) -> None:
    paper.line(left, level, left + wide, level, width_mm=HAIR_MM)
    size_pt = (17.0, 19.5)[hand]
    paper.text((left + 1, level - 0.9), text, Font(HANDS[hand], size_pt), room_mm=wide - 2)


def _labels(paper: Paper, plan: Spielplan, grid: Box) -> None:
    for column in range(1, plan.columns + 1):
        first = cell_box(grid, plan, 0, column, 0)
        head = Box(first.left, grid.top, first.wide * 2, NUMBERS_MM)
        paper.text_in(head, str(column), face=Typeface.BOLD, size_pt=15)
    for number, row in enumerate(plan.rows):
        cell = cell_box(grid, plan, number, 1, 0)
        row_label(paper, Box(EDGE_MM + 1, cell.top, LABEL_MM - 2.6, cell.high), row, hint_mm=1.3)
    for below, text in enumerate((plan.words.sum, plan.words.points)):
        cell = cell_box(grid, plan, len(plan.rows) + below, 1, 0)
        paper.text((EDGE_MM + 1, cell.middle[1] + 1.4), text, Font(Typeface.BOLD, 10.5), room_mm=LABEL_MM - 3)


def row_label(paper: Paper, box: Box, head: RowHead, *, hint_mm: float = 1.4) -> None:
    """Write what stands before a row: a die, its name, and what it scores beside it, or below where is room.

    The hint's base line is so far below the middle where it stands beside the name.
    """
    left, middle, right = box.left, box.middle[1], box.right
    if head.letter:
        side = min(6.6, box.high * 0.72)
        die(paper, Box(left, middle - side / 2, side, side), head.letter)
        left += side + 1.6
    is_below = bool(head.hint) and not head.letter and box.high >= _TWO_LINES_MM
    room = right - left
    if head.hint and not is_below:
        room -= width_mm(head.hint, Typeface.TEXT, 7) + 1.5
    level, size_pt = middle - 0.2 if is_below else middle + 1.4, min(10.5, box.high * 1.25)
    paper.text((left, level), head.name, Font(Typeface.BOLD, size_pt), room_mm=room)
    if is_below:
        paper.text((left, middle + 3.6), head.hint, Font(size_pt=7), room_mm=right - left)
    elif head.hint:
        paper.text((right, middle + hint_mm), head.hint, Font(size_pt=7), align=Align.RIGHT)


def _lines(paper: Paper, plan: Spielplan, grid: Box) -> None:
    rows, left, right = len(plan.rows), EDGE_MM, grid.right
    for row in range(rows + 2):
        level = cell_box(grid, plan, row, 1, 0).top
        is_heavy = row in (0, plan.upper_rows, rows)
        paper.line(left, level, right, level, width_mm=THICK_MM if is_heavy else THIN_MM)
    paper.line(left, grid.bottom, right, grid.bottom, width_mm=THICK_MM)
    paper.line(left, cell_box(grid, plan, 0, 1, 0).top, left, grid.bottom, width_mm=THICK_MM)
    for column in range(1, plan.columns + 2):
        x = grid.left + (column - 1) * grid.wide / plan.columns
        paper.line(x, grid.top, x, grid.bottom, width_mm=THICK_MM)
    for column in range(1, plan.columns + 1):
        cell = cell_box(grid, plan, 0, column, 1)
        paper.line(cell.left, cell.top + 0.6, cell.left, grid.bottom - 0.6, width_mm=THIN_MM, dash=DOTS_MM)
    paper.line(grid.left, grid.top, grid.right, grid.top, width_mm=THICK_MM)


def _writing(paper: Paper, plan: Spielplan, grid: Box) -> None:
    for (row, column, player), written in plan.cells.items():
        write(paper, cell_box(grid, plan, row, column, player), written, hand=player)
    for below, sums in enumerate((plan.sums, plan.points)):
        for (at, whose), written in sums.items():
            box = cell_box(grid, plan, len(plan.rows) + below, at, whose)
            write(paper, box, written, hand=whose, size_pt=14.5)


def _foot(paper: Paper, plan: Spielplan, top: float) -> None:
    totals_left = paper.wide_mm - EDGE_MM - 74
    room = totals_left - EDGE_MM - 6
    if plan.ending:
        _told(paper, plan.ending, Box(EDGE_MM, top, room, 0), face=Typeface.HAND, size_pt=13.0, lead_mm=5.6)
    else:
        size_pt = min(fitted(line, Typeface.TEXT, _LARGEST_PT, room)[1] for line in plan.words.told)
        _told(paper, plan.words.told, Box(EDGE_MM, top, room, 0), face=Typeface.TEXT, size_pt=size_pt, lead_mm=4.6)
    paper.text((totals_left, top + 4.6), plan.words.total, Font(Typeface.BOLD, 10.5), room_mm=26)
    paper.text((totals_left, top + 9.4), plan.words.of, Font(size_pt=7), room_mm=26)
    for player in (0, 1):
        box = Box(totals_left + 28 + player * 24, top + 0.3, 22, 13)
        half(paper, Box(box.left + 1.3, box.top + 1.3, 3.2, 3.2), right=player == 1)
        paper.box(box, width_mm=THICK_MM)
        inside = Box(box.left + 4, box.top, box.wide - 5, box.high)
        write(paper, inside, Written(text=plan.totals[player]), hand=player, size_pt=24)


def _told(paper: Paper, lines: tuple[str, ...], box: Box, *, face: Typeface, size_pt: float, lead_mm: float) -> None:
    """Write sentences below each other, so that all of them are on the page."""
    folded = [part for line in lines for part in wrapped(line, face, size_pt, box.wide)]
    while box.top + len(folded) * lead_mm > A4_MM[0] - EDGE_MM + 2 and size_pt > 6:
        size_pt, lead_mm = size_pt * 0.95, lead_mm * 0.95
        folded = [part for line in lines for part in wrapped(line, face, size_pt, box.wide)]
    for number, text in enumerate(folded):
        paper.text((box.left, box.top + 0.7 * lead_mm + number * lead_mm), text, Font(face, size_pt))
