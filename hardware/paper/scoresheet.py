"""A sheet with a column a player: Escalero's, and how chips went from round to round; as many pages as it needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from hardware.paper.marks import Written, write
from hardware.paper.page import HAIR_MM, THICK_MM, THIN_MM, Align, Box, Paper
from hardware.paper.spielplan import RowHead, row_label
from hardware.paper.typefaces import HANDS, LEAST_SHARE, Font, Typeface, width_mm, wrapped

EDGE_MM = 12.0
MOST_UPRIGHT = 6  # with more players the page lies on its side
_TITLE_MM, _NAMES_MM, _ENDING_MM = 20.0, 13.0, 5.8
_TABLE_TOP_MM = EDGE_MM + _TITLE_MM + _NAMES_MM
_LABEL_MM, _NOTE_MM, _WIDEST_MM = 36.0, 46.0, 34.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoresheet:
    """A sheet, empty or filled."""

    title: str  # what is played
    date_word: str  # before the date
    names: tuple[str, ...]  # of the players; empty ones are to be written
    rows: tuple[RowHead, ...]  # from the top
    date: str = ""  # when; empty to be written
    number: str = ""  # which game it is; empty where there is none
    cells: Mapping[tuple[int, int], Written] = field(default_factory=dict)  # what was written, by row and player
    # rows below the last: their names, and what was written by each player
    below: tuple[tuple[str, tuple[Written, ...]], ...] = ()
    notes_head: str = ""  # over a last column of words; empty for none
    notes: tuple[str, ...] = ()  # its words, a row each
    heavy_before: frozenset[int] = frozenset()  # rows that have a heavy line above them
    row_mm: float = 13.0  # how high a row is
    least_row_mm: float = 13.0  # so low it may become for all to stand on one page
    told: tuple[str, ...] = ()  # what is printed below, a line each
    ending: tuple[str, ...] = ()  # how it ended or stands, written by hand, a line each

    @property
    def is_landscape(self) -> bool:
        """Return whether its pages lie on their side."""
        return len(self.names) > MOST_UPRIGHT


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of it: which rows, and the table they stand in."""

    first: int
    last: int
    table: Box
    column_mm: float
    note_mm: float


def scoresheet_pdf(sheet: Scoresheet, *, language: str) -> bytes:
    """Return the sheet as pages of A4."""
    paper = Paper(sheet.title, language=language, is_landscape=sheet.is_landscape)
    # Rows as high as one page has room for, if they can be.
    row_mm = _rooms(paper, sheet)[1] / (len(sheet.rows) + len(sheet.below)) - 0.01
    sheet = replace(sheet, row_mm=row_mm) if sheet.least_row_mm <= row_mm < sheet.row_mm else sheet
    pages = _pages(paper, sheet)
    for number, page in enumerate(pages):
        if number:
            paper.next_page()
        _head(paper, sheet, f"{number + 1}/{len(pages)}" if len(pages) > 1 else "")
        _names(paper, sheet, page)
        for row in range(page.first, page.last):
            _row(paper, sheet, page, row)
        is_last = page.last == len(sheet.rows)
        bottom = _below(paper, sheet, page) if is_last else page.table.bottom
        _rules(paper, sheet, page, bottom)
        if is_last:
            for line, (text, face) in enumerate(_folded(paper, sheet)):
                level = bottom + 7 + line * _ENDING_MM
                paper.text((EDGE_MM, level), text, Font(face, 13.0 if face is Typeface.HAND else 9.0))
    return paper.pdf()


def _pages(paper: Paper, sheet: Scoresheet) -> list[_Page]:
    """Return which rows stand on which page; below the last ones is room for the sums and the end."""
    wide = paper.wide_mm - 2 * EDGE_MM
    note_mm = _NOTE_MM if sheet.notes_head else 0.0
    column_mm = min((wide - _LABEL_MM - note_mm) / len(sheet.names), _WIDEST_MM)
    table_mm = _LABEL_MM + len(sheet.names) * column_mm + note_mm
    room, last_room = _rooms(paper, sheet)
    parts = _parts(len(sheet.rows), int(room / sheet.row_mm), int(last_room / sheet.row_mm) - len(sheet.below))
    return [
        _Page(first, last, Box(EDGE_MM, _TABLE_TOP_MM, table_mm, (last - first) * sheet.row_mm), column_mm, note_mm)
        for first, last in parts
    ]


def _parts(rows: int, most: int, most_last: int) -> list[tuple[int, int]]:
    """Return rows in parts, a page each.

    >>> _parts(20, 10, 7)
    [(0, 10), (10, 19), (19, 20)]
    """
    firsts = [0]
    while (left := rows - firsts[-1]) > max(most_last, 1):
        firsts.append(firsts[-1] + min(most, left - 1))
    return list(zip(firsts, [*firsts[1:], rows], strict=True))


def _rooms(paper: Paper, sheet: Scoresheet) -> tuple[float, float]:
    """Return how high the rows of a page may be together, and those of the last one with what is below them, mm."""
    room = paper.high_mm - EDGE_MM - _TABLE_TOP_MM
    return room, room - len(_folded(paper, sheet)) * _ENDING_MM - 4


def _head(paper: Paper, sheet: Scoresheet, number: str) -> None:
    right = paper.wide_mm - EDGE_MM
    paper.text((EDGE_MM, EDGE_MM + 11), sheet.title, Font(Typeface.HAND, 29), room_mm=paper.wide_mm - 100)
    paper.text((right - 48, EDGE_MM + 9.5), sheet.date_word, Font(size_pt=8.5), align=Align.RIGHT)
    paper.line(right - 46, EDGE_MM + 10, right, EDGE_MM + 10, width_mm=HAIR_MM)
    paper.text((right - 45, EDGE_MM + 9.1), sheet.date, Font(Typeface.HAND, 17), room_mm=44)
    noted = " · ".join(filter(None, (sheet.number, number)))
    paper.text((right, EDGE_MM + 15.5), noted, Font(size_pt=8.5), align=Align.RIGHT)


def _names(paper: Paper, sheet: Scoresheet, page: _Page) -> None:
    top = page.table.top - _NAMES_MM
    for player, name in enumerate(sheet.names):
        box = Box(page.table.left + _LABEL_MM + player * page.column_mm, top, page.column_mm, _NAMES_MM)
        _name(paper, box.inset(1.0), name, hand=player % 2)
    if sheet.notes_head:
        paper.text_in(Box(page.table.right - page.note_mm, top, page.note_mm, _NAMES_MM), sheet.notes_head, size_pt=8.5)


def _name(paper: Paper, box: Box, name: str, *, hand: int) -> None:
    """Write a name; a long one in two lines."""
    size_pt = (15.0, 17.0)[hand]
    is_long = width_mm(name, HANDS[hand], size_pt) * LEAST_SHARE > box.wide
    parts = wrapped(name, HANDS[hand], size_pt * LEAST_SHARE, box.wide) if is_long else (name,)
    parts = (parts[0], " ".join(parts[1:])) if len(parts) > 1 else parts
    high = box.high / len(parts)
    for number, part in enumerate(parts):
        line = Box(box.left, box.top + number * high, box.wide, high)
        paper.text_in(line, part, face=HANDS[hand], size_pt=size_pt / len(parts) ** 0.5)


def _row(paper: Paper, sheet: Scoresheet, page: _Page, row: int) -> None:
    top = page.table.top + (row - page.first) * sheet.row_mm
    written = [sheet.cells.get((row, player)) for player in range(len(sheet.names))]
    _line(paper, sheet, page, top, sheet.rows[row], written)
    if row < len(sheet.notes):
        at = (page.table.right - page.note_mm + 2, top + sheet.row_mm / 2 + 1.1)
        paper.text(at, sheet.notes[row], Font(size_pt=8.5), room_mm=page.note_mm - 3)


def _below(paper: Paper, sheet: Scoresheet, page: _Page) -> float:
    top = page.table.bottom
    for name, written in sheet.below:
        _line(paper, sheet, page, top, RowHead(name=name), written)
        top += sheet.row_mm
    return top


def _line(
    paper: Paper, sheet: Scoresheet, page: _Page, top: float, head: RowHead, written: Sequence[Written | None]
) -> None:
    """Write what stands before a row, and what each player wrote there."""
    left, high = page.table.left, sheet.row_mm
    row_label(paper, Box(left + 1.5, top, _LABEL_MM - 3.0, high), head)
    for player, each in enumerate(written):
        if each is not None:
            cell = Box(left + _LABEL_MM + player * page.column_mm, top, page.column_mm, high)
            write(paper, cell, each, hand=player % 2, size_pt=min(17.0, high * 1.75))


def _rules(paper: Paper, sheet: Scoresheet, page: _Page, bottom: float) -> None:
    left, right, top = page.table.left, page.table.right, page.table.top
    rows = round((bottom - top) / sheet.row_mm)
    for number in range(rows + 1):
        row = page.first + number
        is_heavy = number in (0, rows) or row == len(sheet.rows) or row in sheet.heavy_before
        level = top + number * sheet.row_mm
        paper.line(left, level, right, level, width_mm=THICK_MM if is_heavy else THIN_MM)
    paper.line(left, top, left, bottom, width_mm=THICK_MM)
    for player in range(len(sheet.names) + 1):
        x = left + _LABEL_MM + player * page.column_mm
        paper.line(x, top - _NAMES_MM, x, bottom, width_mm=THICK_MM if player == 0 else THIN_MM)
    paper.line(left + _LABEL_MM, top - _NAMES_MM, right, top - _NAMES_MM, width_mm=THICK_MM)
    paper.line(right, top - _NAMES_MM, right, bottom, width_mm=THICK_MM)


def _folded(paper: Paper, sheet: Scoresheet) -> list[tuple[str, Typeface]]:
    """Return what stands below the table, in lines: what is printed, then what is written."""
    room = paper.wide_mm - 2 * EDGE_MM
    written = [(part, Typeface.HAND) for line in sheet.ending for part in wrapped(line, Typeface.HAND, 13.0, room)]
    return [(part, Typeface.TEXT) for line in sheet.told for part in wrapped(line, Typeface.TEXT, 9.0, room)] + written
