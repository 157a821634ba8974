"""Labels around buttons: rings to cut out, with words along them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hardware.errors import NumbersError
from hardware.paper.marks import around
from hardware.paper.page import A4_MM, HAIR_MM, THIN_MM, Align, Paper, print_factor
from hardware.paper.typefaces import Font, Typeface, cap_height_mm, width_mm

EDGE_MM = 12.0
ROWS_A_SIZE = 2
_HEAD_MM, _CAPTION_MM, _GAP_MM = 24.0, 6.0, 6.0
_LARGEST_PT, _SMALLEST_PT, _WIDEST_DEG = 13.0, 4.5, 150.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A label: it lies under a button's bezel."""

    hole_mm: float  # diameter of the hole that is cut into it: what the button is screwed into
    bezel_mm: float  # diameter of what the button covers
    band_mm: float  # so wide is what remains to be read
    top: str  # words along its upper half
    bottom: str  # along its lower half
    caption: str  # what it is for, printed beside it

    @property
    def across_mm(self) -> float:
        """Return its outer diameter."""
        return self.bezel_mm + 2 * self.band_mm

    @property
    def middle_mm(self) -> float:
        """Return the radius of the middle of what is read."""
        return (self.bezel_mm + self.band_mm) / 2


def rings_pdf(title: str, told: str, rings: Sequence[Ring], *, language: str, paper_scale: float = 1.0) -> bytes:
    """Return a page of A4 full of labels, true to scale; `NumbersError` if words do not fit them, or they the page."""
    _require_fit(rings)
    content = (A4_MM[0] - 2 * EDGE_MM, A4_MM[1] - 2 * EDGE_MM)
    paper = Paper(title, language=language, factor=print_factor(paper_scale, content))
    paper.text((EDGE_MM, EDGE_MM + 9), title, Font(Typeface.HAND, 24))
    paper.text((EDGE_MM, EDGE_MM + 16), told, Font(size_pt=8.6), room_mm=content[0])
    top = EDGE_MM + _HEAD_MM
    for each in rings:
        paper.text((EDGE_MM, top + 3), each.caption, Font(Typeface.BOLD, 8.6))
        top = _rows(paper, each, top + _CAPTION_MM)
    return paper.pdf()


def _require_fit(rings: Sequence[Ring]) -> None:
    """Refuse labels that cannot be read, or are too many for the page: `NumbersError`, with the nearest band."""
    least_pt, bottom_mm, most_mm = _least_pt(rings), _bottom(rings), A4_MM[1] - EDGE_MM
    if least_pt < _SMALLEST_PT:
        said = f"its words would be {least_pt:.1f} pt high"
        nearest = _nearest(rings, 1, lambda tried: _least_pt(tried) >= _SMALLEST_PT)
    elif bottom_mm > most_mm:
        said = f"the labels take {bottom_mm + EDGE_MM:.0f} of {A4_MM[1]:.0f} mm"
        nearest = _nearest(rings, -1, lambda tried: _bottom(tried) <= most_mm)
    else:
        return
    raise NumbersError(f"labels.band_mm = {rings[0].band_mm:g} cannot be built: {said}; the nearest is {nearest}")


def _nearest(rings: Sequence[Ring], way: int, works: Callable[[Sequence[Ring]], bool]) -> float | None:
    """Return the nearest wider or narrower band, in steps of 0.1 mm, that works."""
    bands = (round(rings[0].band_mm + way * tenths / 10, 1) for tenths in range(1, 300))
    return next((band for band in bands if works([replace(each, band_mm=band) for each in rings])), None)


def _least_pt(rings: Sequence[Ring]) -> float:
    return min(_size(each, words) for each in rings for words in (each.top, each.bottom))


def _bottom(rings: Sequence[Ring]) -> float:
    rows = sum(_CAPTION_MM + ROWS_A_SIZE * (each.across_mm + _GAP_MM) for each in rings)
    return EDGE_MM + _HEAD_MM + rows - _GAP_MM


def _rows(paper: Paper, each: Ring, top: float) -> float:
    a_row = int((A4_MM[0] - 2 * EDGE_MM + _GAP_MM) / (each.across_mm + _GAP_MM))
    step = each.across_mm + _GAP_MM
    for number in range(ROWS_A_SIZE * a_row):
        row, column = divmod(number, a_row)
        x, y = EDGE_MM + each.across_mm / 2 + column * step, top + each.across_mm / 2 + row * step
        draw_ring(paper, each, x, y)
    return top + ROWS_A_SIZE * step


def draw_ring(paper: Paper, each: Ring, x: float, y: float) -> None:
    """Draw a label around a point: its edges to cut along, a cross where the hole is bored, and its words."""
    paper.circle(x, y, each.across_mm / 2, width_mm=HAIR_MM)
    paper.circle(x, y, each.hole_mm / 2, width_mm=HAIR_MM, dash=(1.0, 1.0))
    for dx, dy in ((1, 0), (0, 1)):
        paper.line(x - 2 * dx, y - 2 * dy, x + 2 * dx, y + 2 * dy, width_mm=HAIR_MM)
    _along(paper, each, (x, y), each.top, size_pt=_size(each, each.top), is_below=False)
    _along(paper, each, (x, y), each.bottom, size_pt=_size(each, each.bottom), is_below=True)
    for deg in (90, 270):
        dot_x, dot_y = around(x, y, each.middle_mm, deg)
        paper.circle(dot_x, dot_y, 0.6, width_mm=THIN_MM, is_filled=True)


def _size(each: Ring, words: str) -> float:
    """Return how large the words can be, pt: as long as their arc, half as high as the band."""
    arc_mm = math.radians(_WIDEST_DEG) * each.middle_mm
    by_length = arc_mm / width_mm(words, Typeface.BOLD, 1.0)
    by_height = each.band_mm * 0.5 / cap_height_mm(Typeface.BOLD, 1.0)
    return min(_LARGEST_PT, by_length, by_height)


def _along(
    paper: Paper, each: Ring, middle: tuple[float, float], words: str, *, size_pt: float, is_below: bool
) -> None:
    """Write words along the ring, letter by letter, so that all of them stand upright seen from below."""
    half_cap = cap_height_mm(Typeface.BOLD, size_pt) / 2
    centre_line = each.middle_mm
    base = centre_line + half_cap if is_below else centre_line - half_cap
    degrees = math.degrees(1 / centre_line)
    way = -1 if is_below else 1
    deg = (180 if is_below else 0) - way * width_mm(words, Typeface.BOLD, size_pt) * degrees / 2
    for letter in words:
        wide = width_mm(letter, Typeface.BOLD, size_pt) * degrees
        deg += way * wide / 2
        x, y = around(*middle, base, deg)
        with paper.turned(x, y, deg + (180 if is_below else 0)):
            paper.text((x, y), letter, Font(Typeface.BOLD, size_pt), align=Align.MIDDLE)
        deg += way * wide / 2
