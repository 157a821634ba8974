"""Drawings of black lines from ``drawings/*.svg``, in millimetres: paths, boxes and circles, some of them turned.

A path is straight (M, L, Z) or bent (M, C). A box with ``data-face`` is a die with a letter, 0 for a Neun to 5 for an
As; one with ``data-written`` is a cell that someone wrote into by hand.
"""

import re
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from xml.etree.ElementTree import Element, parse

from hardware.paper.marks import Written, die, write
from hardware.paper.page import Box, Paper, PenStroke, Point

FOLDER = Path(__file__).with_name("drawings")
LINE_MM = 0.7  # of a line that has no width of its own
_NUMBER = re.compile(r"-?[\d.]+")


def draw(paper: Paper, name: str, at_mm: Point, letters: Sequence[str]) -> None:
    """Draw a drawing, its origin at a place; the letters are those of the dice, Neun to As."""
    _draw(paper, parse(FOLDER / f"{name}.svg").getroot(), at_mm, letters)


def _draw(paper: Paper, shape: Element, at_mm: Point, letters: Sequence[str]) -> None:
    deg, *around = map(float, _NUMBER.findall(shape.get("transform", "0")))
    with paper.turned(*_moved(around, at_mm)[0], deg) if around else nullcontext():
        match shape.tag.rpartition("}")[2]:
            case "path":
                _path(paper, shape.attrib["d"], at_mm, _stroke(shape))
            case "circle":
                middle, radius_mm = _moved(_values(shape, "cx", "cy"), at_mm)[0], float(shape.attrib["r"])
                paper.circle(*middle, radius_mm, **_stroke(shape))
            case "rect":
                corner, size = _moved(_values(shape, "x", "y"), at_mm)[0], _values(shape, "width", "height")
                _box(paper, shape, Box(*corner, *size), letters)
            case _:
                for part in shape:
                    _draw(paper, part, at_mm, letters)


def _path(paper: Paper, path: str, at_mm: Point, stroke: PenStroke) -> None:
    first, *points = _moved([float(value) for value in _NUMBER.findall(path)], at_mm)
    if "C" in path:
        paper.curve(first, zip(points[::3], points[1::3], points[2::3], strict=True), **stroke)
    else:
        paper.lines([first, *points], is_closed="Z" in path, **stroke)


def _box(paper: Paper, shape: Element, box: Box, letters: Sequence[str]) -> None:
    if face := shape.get("data-face"):
        die(paper, box, letters[int(face)], width_mm=LINE_MM)
    elif text := shape.get("data-written"):
        write(paper, box, Written(text=text), hand=int(shape.attrib["data-hand"]))
    else:
        paper.box(box, radius_mm=float(shape.get("rx", 0)), **_stroke(shape))


def _stroke(shape: Element) -> PenStroke:
    if "fill" in shape.attrib:
        return PenStroke(is_filled=True)
    dash = [float(mm) for mm in shape.get("stroke-dasharray", "").split()]
    return PenStroke(width_mm=float(shape.get("stroke-width", LINE_MM)), dash=dash)


def _values(shape: Element, *names: str) -> list[float]:
    return [float(shape.attrib[name]) for name in names]


def _moved(values: Sequence[float], at_mm: Point) -> list[Point]:
    """Return points of a drawing, x and y in turn, where they are on the page."""
    return [(at_mm[0] + x, at_mm[1] + y) for x, y in zip(values[::2], values[1::2], strict=True)]
