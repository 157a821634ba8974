"""A throw, drawn: no pictures are kept of games, but where each die lay, and how it was turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from firmware.display.drawing.svg import COLOURS, DIE, INK, drawing, element, text
from scoring.dice import Face
from vision.reading import Reading

DIE_PX = 40.0
APART = 1.22
"""Dice in a row, and gaps that are drawn, are so many edges of a die wide: corners must not touch."""
MARGIN = 0.66
QUARTER_DEG = 90.0
LETTER = 0.62


@dataclass(frozen=True, slots=True)
class _Lying:
    """Where a die is drawn: its middle in edges of a die, and how far it is turned."""

    x: float
    y: float
    turn_deg: float


def throw(faces: Sequence[Face], held: Sequence[bool], reading: Reading | None, letters: Mapping[Face, str]) -> str:
    """Return a throw as it lay, in a row where nobody saw it.

    Args:
        faces: In camera order.
        held: Which were left lying before; they are drawn with a bold edge.
        reading: What the eye saw, in the same order; None where the throw was typed.
        letters: What is written on the faces.
    """
    lying = _as_seen(reading) if reading is not None and len(reading.dice) == len(faces) else _in_a_row(len(faces))
    left, top = min(die.x for die in lying), min(die.y for die in lying)
    width = max(die.x for die in lying) - left + 2 * MARGIN
    height = max(die.y for die in lying) - top + 2 * MARGIN
    dice = [
        _die(letters[face], COLOURS[face.colour], die, (MARGIN - left, MARGIN - top), is_held=is_held)
        for face, is_held, die in zip(faces, held, lying, strict=True)
    ]
    return drawing(width * DIE_PX, height * DIE_PX, *dice, role="img", aria_hidden="true")


def _in_a_row(count: int) -> list[_Lying]:
    return [_Lying(APART * index, 0.0, 0.0) for index in range(count)]


def _as_seen(reading: Reading) -> list[_Lying]:
    size_px = sum(die.detection.size_px for die in reading.dice) / len(reading.dice) or 1.0
    across, down = (_gathered([die.detection.centre_xy[axis] / size_px for die in reading.dice]) for axis in (0, 1))
    turns = [die.detection.turn_deg for die in reading.dice]
    return [
        _Lying(x, y, turn if turn <= QUARTER_DEG / 2 else turn - QUARTER_DEG)
        for x, y, turn in zip(across, down, turns, strict=True)
    ]


def _gathered(places: Sequence[float]) -> list[float]:
    """Return places along one axis without the wide gaps: what lay apart there still does, by a die and a bit."""
    ordered = sorted(places)
    gaps = [min(APART, after - before) for before, after in pairwise(ordered)]
    moved = dict(zip(ordered, accumulate([0.0, *gaps]), strict=True))
    return [moved[place] for place in places]


def _die(letter: str, colour: str, die: _Lying, offset: tuple[float, float], *, is_held: bool) -> str:
    edge = DIE_PX * (1 - 0.04)
    return element(
        "g",
        element(
            "rect",
            x=-edge / 2,
            y=-edge / 2,
            width=edge,
            height=edge,
            rx=edge * 0.17,
            fill=DIE,
            stroke=INK,
            stroke_width=3.4 if is_held else 1.4,
        ),
        text(letter, 0, DIE_PX * LETTER * 0.36, text_anchor="middle", font_size=DIE_PX * LETTER, fill=colour),
        transform=f"translate({(die.x + offset[0]) * DIE_PX:.1f} {(die.y + offset[1]) * DIE_PX:.1f})"
        f" rotate({die.turn_deg:.0f})",
    )
