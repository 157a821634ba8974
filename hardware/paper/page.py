"""A page to draw on: millimetres from its upper left corner, black ink, and a scale that makes up for the printer's."""

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict, Unpack

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from hardware.errors import NumbersError
from hardware.paper.typefaces import MM_PER_PT, PLAIN, Font, Typeface, cap_height_mm, embedded, fitted, pieces, width_mm

A4_MM = (210.0, 297.0)
MARGIN_MM = 5.0  # which printers leave white
HAIR_MM, THIN_MM, THICK_MM = 0.15, 0.25, 0.6

Point = tuple[float, float]


class PenStroke(TypedDict, total=False):
    """How a line is drawn."""

    width_mm: float
    dash: Sequence[float]  # lengths of its parts, mm
    is_filled: bool  # or what it encloses is filled


class Align(StrEnum):
    """Where a line of words has its anchor."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    left: float
    top: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        """Return its right edge, mm."""
        return self.left + self.wide

    @property
    def bottom(self) -> float:
        """Return its lower edge, mm."""
        return self.top + self.high

    @property
    def middle(self) -> Point:
        """Return its middle, mm."""
        return self.left + self.wide / 2, self.top + self.high / 2

    def inset(self, by_mm: float) -> "Box":
        """Return the rectangle without a rim."""
        return Box(self.left + by_mm, self.top + by_mm, self.wide - 2 * by_mm, self.high - 2 * by_mm)


def print_factor(paper_scale: float, content_wh_mm: Sequence[float]) -> float:
    """Return how much larger things are drawn so that they come out true on A4.

    A line of 100 mm on paper measures `paper_scale` times 100 mm; the content lies around the middle of the page.

    Raises:
        NumbersError: If it does not fit the page any more; with the nearest scale at which it does.
    """
    least = max(content / page for content, page in zip(content_wh_mm, A4_MM, strict=True))
    if paper_scale < least:
        nearest = math.ceil(least * 100) / 100
        wide, high = content_wh_mm
        raise NumbersError(
            f"printer.paper_scale = {paper_scale:g} cannot be built: what must be true to scale is {wide:.0f} × "
            f"{high:.0f} mm, and drawn so much larger it would not fit A4; the nearest is {nearest:g}"
        )
    return 1 / paper_scale


class Paper:
    """Pages of a PDF, everything drawn so many times larger, around the middle of the page (`print_factor`)."""

    def __init__(self, title: str, *, language: str, is_landscape: bool = False, factor: float = 1.0) -> None:
        """Begin the first page."""
        self.wide_mm, self.high_mm = A4_MM[::-1] if is_landscape else A4_MM
        self._factor = factor
        self._file = io.BytesIO()
        size = (self.wide_mm / MM_PER_PT, self.high_mm / MM_PER_PT)
        # A page names the face it begins with, and only faces that are embedded should be named.
        first = embedded(Typeface.TEXT).fontName
        self._canvas = Canvas(
            self._file, pagesize=size, invariant=1, pdfVersion=(1, 4), initialFontName=first, lang=language
        )
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Serviert")
        self._begin_page()

    def next_page(self) -> None:
        """Begin another page."""
        self._canvas.showPage()
        self._begin_page()

    def pdf(self) -> bytes:
        """Return the file; nothing can be drawn afterwards."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def text(
        self, at_mm: Point, text: str, font: Font = PLAIN, *, align: Align = Align.LEFT, room_mm: float | None = None
    ) -> None:
        """Write a line, its anchor on its base line; one too long for its room is set smaller, and cut in the end."""
        (x_mm, y_mm), (face, size_pt) = at_mm, font
        if room_mm is not None:
            text, size_pt = fitted(text, face, size_pt, room_mm)
        shift = {Align.LEFT: 0.0, Align.MIDDLE: 0.5, Align.RIGHT: 1.0}[align]
        x_mm -= shift * width_mm(text, face, size_pt)
        for part, found in pieces(text, face):
            self._canvas.setFont(embedded(found).fontName, size_pt)
            self._canvas.drawString(*self._pt(x_mm, y_mm), part)
            x_mm += width_mm(part, found, size_pt)

    def text_in(self, box: Box, text: str, *, face: Typeface = Typeface.TEXT, size_pt: float = 9.0) -> None:
        """Write a line into the middle of a box, as high as its capitals."""
        text, size_pt = fitted(text, face, size_pt, box.wide)
        x_mm, y_mm = box.middle
        baseline_mm = y_mm + cap_height_mm(face, size_pt) / 2
        self.text((x_mm, baseline_mm), text, Font(face, size_pt), align=Align.MIDDLE)

    @contextmanager
    def turned(self, x_mm: float, y_mm: float, deg: float) -> Iterator[None]:
        """Turn what is drawn meanwhile around a point, clockwise."""
        x, y = self._pt(x_mm, y_mm)
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(-deg)
        self._canvas.translate(-x, -y)
        yield
        self._canvas.restoreState()

    def line(self, x1: float, y1: float, x2: float, y2: float, **stroke: Unpack[PenStroke]) -> None:
        """Draw a straight line, mm."""
        self.lines([(x1, y1), (x2, y2)], **stroke)

    def lines(self, points: Iterable[Point], *, is_closed: bool = False, **stroke: Unpack[PenStroke]) -> None:
        """Draw a line from point to point, mm, or fill what it encloses."""
        path = self._canvas.beginPath()
        for number, point in enumerate(points):
            (path.lineTo if number else path.moveTo)(*self._pt(*point))
        if is_closed or stroke.get("is_filled"):
            path.close()
        self._draw(path, **stroke)

    def curve(self, start: Point, bends: Iterable[tuple[Point, Point, Point]], **stroke: Unpack[PenStroke]) -> None:
        """Draw Bézier curves, mm: each by two handles and its end."""
        path = self._canvas.beginPath()
        path.moveTo(*self._pt(*start))
        for bend in bends:
            path.curveTo(*(value for point in bend for value in self._pt(*point)))
        self._draw(path, **stroke)

    def box(self, box: Box, *, radius_mm: float = 0.0, **stroke: Unpack[PenStroke]) -> None:
        """Draw a rectangle, or fill it."""
        path = self._canvas.beginPath()
        if radius_mm:
            size = (box.wide / MM_PER_PT, box.high / MM_PER_PT)
            path.roundRect(*self._pt(box.left, box.bottom), *size, radius_mm / MM_PER_PT)
        else:
            self._add(path, box)
        self._draw(path, **stroke)

    def boxes(self, boxes: Iterable[Box]) -> None:
        """Fill rectangles as one shape, so that no seam shows where they touch."""
        path = self._canvas.beginPath()
        for box in boxes:
            self._add(path, box)
        self._draw(path, is_filled=True)

    def circle(self, x_mm: float, y_mm: float, radius_mm: float, **stroke: Unpack[PenStroke]) -> None:
        """Draw a circle, or fill it."""
        path = self._canvas.beginPath()
        path.circle(*self._pt(x_mm, y_mm), radius_mm / MM_PER_PT)
        self._draw(path, **stroke)

    def _begin_page(self) -> None:
        middle_x, middle_y = self.wide_mm / MM_PER_PT / 2, self.high_mm / MM_PER_PT / 2
        self._canvas.translate(middle_x, middle_y)
        self._canvas.scale(self._factor, self._factor)
        self._canvas.translate(-middle_x, -middle_y)
        self._canvas.setFillGray(0)
        self._canvas.setStrokeGray(0)
        self._canvas.setLineCap(1)
        self._canvas.setLineJoin(1)

    def _add(self, path: PDFPathObject, box: Box) -> None:
        path.rect(*self._pt(box.left, box.bottom), box.wide / MM_PER_PT, box.high / MM_PER_PT)

    def _draw(
        self, path: PDFPathObject, width_mm: float = THIN_MM, dash: Sequence[float] = (), *, is_filled: bool = False
    ) -> None:
        self._canvas.setLineWidth(width_mm / MM_PER_PT)
        self._canvas.setDash([each / MM_PER_PT for each in dash])
        self._canvas.drawPath(path, stroke=0 if is_filled else 1, fill=1 if is_filled else 0)

    def _pt(self, x_mm: float, y_mm: float) -> Point:
        """Return a place as PDF has it: pt, from the lower left corner."""
        return x_mm / MM_PER_PT, (self.high_mm - y_mm) / MM_PER_PT
