"""A sheet that circuits are drawn on at fixed places, by schemdraw, as SVG that is the same everywhere."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from hardware.wiring.pins import BLACK

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
INK, QUIET, PALE = BLACK.rgb, "#6b6b70", "#f3f7f3"

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CircuitSheet:
    """A drawing under way; places are in schemdraw's units, y upwards."""

    drawing: Any  # schemdraw's
    parts: Any  # schemdraw's elements

    @classmethod
    def empty(cls) -> CircuitSheet:
        """Return an empty sheet."""
        import schemdraw
        from schemdraw import elements

        schemdraw.use("svg")
        drawing = schemdraw.Drawing(show=False)
        drawing.config(unit=2.6, fontsize=13, font=FONT, lw=2.2, margin=0.5, bgcolor="white", color=INK)
        return cls(drawing, elements)

    def line(self, *points: Place, colour: str = INK) -> None:
        """Draw a wire from place to place."""
        for start, end in itertools.pairwise(points):
            self.drawing.add(self.parts.Line().at(start).to(end).color(colour))

    def dot(self, place: Place, colour: str = INK) -> None:
        """Draw where wires meet."""
        self.drawing.add(self.parts.Dot().at(place).color(colour))

    def text(self, place: Place, text: str, *, size: float = 13, colour: str = INK, align: str = "left") -> None:
        """Write a text whose lower edge is at a place."""
        label = self.parts.Label().theta(0).at(place)
        self.drawing.add(label.label(text, fontsize=size, halign=align, valign="bottom", color=colour))

    def box(self, corner: Place, far: Place, *lines: str, fill: str = PALE) -> None:
        """Draw a box with lines of text in its middle, the first of them larger."""
        body = self.parts.Rect(corner1=corner, corner2=far, fill=fill).theta(0).at((0, 0))
        self.drawing.add(body.linewidth(1.6).color(INK))
        x, top = (corner[0] + far[0]) / 2, (corner[1] + far[1]) / 2 + 0.32 * len(lines) - 0.5
        for row, line in enumerate(lines):
            self.text((x, top - 0.64 * row), line[:1].upper() + line[1:], size=13 if row == 0 else 11, align="center")

    def frame(self, corner: Place, far: Place, title: str) -> None:
        """Draw a dashed frame round what sits in one housing or on one board."""
        edge = self.parts.Rect(corner1=corner, corner2=far).theta(0).at((0, 0))
        self.drawing.add(edge.linestyle("--").linewidth(1.2).color(QUIET))
        self.text((corner[0] + 0.1, far[1] + 0.1), title, colour=QUIET)

    def resistor(self, start: Place, end: Place, colour: str = INK) -> None:
        """Draw a resistor from place to place."""
        self.drawing.add(self.parts.ResistorIEC().at(start).to(end).color(colour))

    def transistor(self, gate: Place, *, is_upright: bool) -> tuple[Place, Place]:
        """Draw an n-channel transistor, its gate to the left, its source below or above; return source and drain."""
        body = self.parts.NFet().reverse()
        body = (body if is_upright else body.flip()).theta(0).anchor("gate").at(gate)
        placed = self.drawing.add(body).absanchors
        return (placed["source"][0], placed["source"][1]), (placed["drain"][0], placed["drain"][1])

    def svg(self) -> bytes:
        """Return the drawing, with two decimals and a size in pixels, which every program understands."""
        ElementTree.register_namespace("", "http://www.w3.org/2000/svg")  # other libraries call it otherwise
        svg = self.drawing.get_imagedata("svg").decode()
        short = re.sub(r"-?\d+\.\d+(?:e-?\d+)?", lambda found: _two(float(found[0])), svg)
        sized = re.sub(r'(height|width)="([\d.]+)pt"', r'\1="\2"', short, count=2)
        return (sized.replace("stroke-dasharray:-;", "") + "\n").encode()


def _two(number: float) -> str:
    said = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if said == "-0" else said
