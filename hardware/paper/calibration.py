"""The calibration sheet: its pattern as vectors, rulers of 100 mm in both directions, and how to print it."""

from contextlib import nullcontext
from dataclasses import dataclass

from hardware.paper.page import A4_MM, Align, Box, Paper, print_factor
from hardware.paper.typefaces import Font, Typeface, balanced

EDGE_MM = 9.0
PATTERN_TOP_MM = 25.0
RULER_MM = 100
_RULER_GAP_MM = 14.0
_TICKS_MM = {10: 4.0, 5: 3.0, 1: 1.8}
_TEXT_PT, _LEAD_MM = 8.6, 4.2


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationPage:
    """What is on the sheet."""

    title: str
    told: tuple[str, ...]  # how to print and measure it, a paragraph each
    squares: tuple[Box, ...]  # what of the pattern is black, mm from its upper left corner
    pattern_wh_mm: tuple[float, float]


def calibration_pdf(page: CalibrationPage, *, language: str, paper_scale: float = 1.0) -> bytes:
    """Return the sheet as a page of A4 that comes out true on a printer of such a scale; `NumbersError` if none can."""
    content = (A4_MM[0] - 2 * EDGE_MM, A4_MM[1] - 2 * EDGE_MM)
    paper = Paper(page.title, language=language, factor=print_factor(paper_scale, content))
    paper.text((A4_MM[0] / 2, EDGE_MM + 9), page.title, Font(Typeface.HAND, 24), align=Align.MIDDLE)
    left = (A4_MM[0] - page.pattern_wh_mm[0]) / 2
    paper.boxes(Box(left + each.left, PATTERN_TOP_MM + each.top, each.wide, each.high) for each in page.squares)
    bottom = PATTERN_TOP_MM + page.pattern_wh_mm[1]
    _ruler(paper, ((A4_MM[0] - RULER_MM) / 2, bottom + _RULER_GAP_MM), is_upright=False)
    _ruler(paper, (left - _RULER_GAP_MM, PATTERN_TOP_MM + (page.pattern_wh_mm[1] - RULER_MM) / 2), is_upright=True)
    lines = [part for text in page.told for part in balanced(text, Typeface.TEXT, _TEXT_PT, A4_MM[0] - 2 * EDGE_MM - 8)]
    for number, line in enumerate(lines):
        paper.text((EDGE_MM + 4, bottom + _RULER_GAP_MM + 14 + number * _LEAD_MM), line, Font(size_pt=_TEXT_PT))
    return paper.pdf()


def _ruler(paper: Paper, start: tuple[float, float], *, is_upright: bool) -> None:
    """Draw a ruler from its zero on, to the right or downwards, its ticks inside."""

    def at(along: float, beside: float) -> tuple[float, float]:
        return (start[0] + beside, start[1] + along) if is_upright else (start[0] + along, start[1] - beside)

    paper.lines([at(0, 0), at(RULER_MM, 0)], width_mm=0.25)
    for mm in range(RULER_MM + 1):
        reach = next(length for step, length in _TICKS_MM.items() if mm % step == 0)
        paper.lines([at(mm, 0), at(mm, reach)], width_mm=0.2 if mm % 10 == 0 else 0.12)
        if mm % 10 == 0:
            number = f"{mm} mm" if mm == RULER_MM else str(mm)
            x, y = at(mm, -2.2)
            with paper.turned(x, y, -90) if is_upright else nullcontext():
                paper.text((x, y + (0.8 if is_upright else 1.6)), number, Font(size_pt=7), align=Align.MIDDLE)
