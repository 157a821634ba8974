"""The card for the wall: how it goes in six pictures that need no words, and what the lamp says."""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.paper.drawing import draw
from hardware.paper.page import THICK_MM, THIN_MM, Box, Paper
from hardware.paper.typefaces import Font, Typeface, balanced, wrapped

EDGE_MM = 12.0
_TITLE_MM, _PANEL_MM, _GAP_MM = 23.0, 65.0, 4.5
_LEAD_MM = 4.9
WIDE_MM = 80.0  # of a picture's box, which is 36 mm high
DRAWINGS = ("throw", "leave", "enter", "burning", "plug")
"""Throwing and pressing, leaving dice lying, touching a cell, dice that burn, that the plug may be pulled."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands under a picture."""

    title: str  # in some words
    told: str  # in a sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class LampSign:
    """What the lamp shows."""

    levels: tuple[float, ...]  # how bright it is over time, 0 to 1, at even steps
    shows: str  # the same in words
    means: str  # what it says


@dataclass(frozen=True, slots=True, kw_only=True)
class WallCard:
    """What is on the card."""

    title: str  # over all
    panels: tuple[Panel, ...]  # one for each of `DRAWINGS`
    press: str  # how long the button is held
    presses: tuple[tuple[float, str, str], ...]  # seconds, what to call them, and what it does
    lamp_title: str  # over what the lamp says
    lamp: tuple[LampSign, ...]  # what it says
    letters: tuple[str, ...]  # on the dice, Neun to As


def wall_card_pdf(card: WallCard, *, language: str) -> bytes:
    """Return the card as a page of A4."""
    paper = Paper(card.title, language=language)
    paper.text((EDGE_MM, EDGE_MM + 15), card.title, Font(Typeface.HAND, 46), room_mm=paper.wide_mm - 2 * EDGE_MM)
    wide = (paper.wide_mm - 2 * EDGE_MM - _GAP_MM) / 2
    corners = ((row, EDGE_MM + column * (wide + _GAP_MM)) for row in range(3) for column in range(2))
    boxes = [Box(left, EDGE_MM + _TITLE_MM + row * (_PANEL_MM + _GAP_MM), wide, _PANEL_MM) for row, left in corners]
    for number, (box, panel) in enumerate(zip(boxes, (*card.panels, Panel(card.press, "")), strict=True), start=1):
        _panel(paper, box, number, panel)
    places = [(box.left + (box.wide - WIDE_MM) / 2, box.top + 13.0) for box in boxes]
    for name, place in zip(DRAWINGS, places[:5], strict=True):
        draw(paper, name, place, card.letters)
    _held(paper, *places[5], card.presses)
    top = boxes[5].bottom + _GAP_MM
    paper.text((EDGE_MM, top + 7), card.lamp_title, Font(Typeface.HAND, 20))
    sign_mm = (paper.wide_mm - 2 * EDGE_MM) / len(card.lamp)
    for number, sign in enumerate(card.lamp):
        _sign(paper, Box(EDGE_MM + number * sign_mm, top + 11, sign_mm - 4, 13), sign)
    return paper.pdf()


def _panel(paper: Paper, box: Box, number: int, panel: Panel) -> None:
    paper.box(box, width_mm=THICK_MM, radius_mm=3)
    paper.text((box.left + 4, box.top + 8.8), str(number), Font(Typeface.BOLD, 17))
    paper.text((box.left + 11.5, box.top + 8.8), panel.title, Font(Typeface.HAND, 20), room_mm=box.wide - 15)
    lines = balanced(panel.told, Typeface.TEXT, 10.0, box.wide - 8)
    for line, text in enumerate(lines):
        level = box.bottom - 3.6 - (len(lines) - 1 - line) * _LEAD_MM
        paper.text((box.left + 4, level), text, Font(size_pt=10))


def _sign(paper: Paper, box: Box, sign: LampSign) -> None:
    """Draw how bright the lamp is from now on, filled, and below it what it means."""
    step = box.wide / (len(sign.levels) - 1)
    curve = [(box.left + number * step, box.bottom - level * box.high) for number, level in enumerate(sign.levels)]
    paper.lines([(box.left, box.bottom), *curve, (box.right, box.bottom)], is_filled=True)
    paper.line(box.left, box.bottom, box.right, box.bottom, width_mm=THIN_MM)
    paper.text((box.left, box.bottom + 5), sign.means, Font(Typeface.BOLD, 10), room_mm=box.wide + 2)
    for number, text in enumerate(wrapped(sign.shows, Typeface.TEXT, 8.0, box.wide + 2)):
        paper.text((box.left, box.bottom + 9 + number * 3.7), text, Font(size_pt=8.0), room_mm=box.wide + 2)


def _held(paper: Paper, left: float, top: float, lines: Sequence[tuple[float, str, str]]) -> None:
    """Draw how long a button is held, what that is called, and what it does: a bar a line, on one scale of time."""
    longest = max(seconds for seconds, _, _ in lines)
    for number, (seconds, name, does) in enumerate(lines):
        y = top + 9 + number * 14.5
        reach = max(2.0, seconds / longest * 30)
        paper.box(Box(left + 2, y - 2, reach, 4), is_filled=True, radius_mm=1)
        paper.text((left + 2 + reach + 2, y + 1.4), name, Font(Typeface.BOLD, 11))
        paper.text((left + 2, y + 7.2), does, Font(size_pt=10), room_mm=WIDE_MM - 2)
