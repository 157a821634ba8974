"""The card for the wall: how it goes in six pictures, and what the lamp says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.paper import pictograms
from hardware.paper.page import THICK_MM, THIN_MM, Box, Paper
from hardware.paper.typefaces import Font, Typeface, balanced, wrapped

EDGE_MM = 12.0
_TITLE_MM, _PANEL_MM, _GAP_MM = 23.0, 65.0, 4.5
_LEAD_MM = 4.9


@dataclass(frozen=True, slots=True, kw_only=True)
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
    throw: Panel  # throwing and pressing
    leave: Panel  # leaving dice lying
    enter: Panel  # touching a cell
    burning: Panel  # dice that burn
    plug: Panel  # that the plug may be pulled
    press: str  # how long the button is held
    presses: tuple[tuple[float, str, str], ...]  # seconds, what to call them, and what it does
    lamp_title: str  # over what the lamp says
    lamp: tuple[LampSign, ...]  # what it says
    letters: tuple[str, ...]  # on the dice, Neun to As


def wall_card_pdf(card: WallCard, *, language: str) -> bytes:
    """Return the card as a page of A4."""
    paper = Paper(card.title, language=language)
    paper.text((EDGE_MM, EDGE_MM + 15), card.title, Font(Typeface.HAND, 46), room_mm=paper.wide_mm - 2 * EDGE_MM)
    boxes = [_panel_box(paper, number) for number in range(6)]
    for number, (box, panel) in enumerate(
        zip(boxes, (card.throw, card.leave, card.enter, card.burning, card.plug), strict=False)
    ):
        _panel(paper, box, number + 1, panel)
    _panel(paper, boxes[5], 6, Panel(title=card.press, told=""))
    _pictures(paper, card, boxes)
    _lamp(paper, card, boxes[5].bottom + _GAP_MM)
    return paper.pdf()


def _panel_box(paper: Paper, number: int) -> Box:
    wide = (paper.wide_mm - 2 * EDGE_MM - _GAP_MM) / 2
    row, column = divmod(number, 2)
    top = EDGE_MM + _TITLE_MM + row * (_PANEL_MM + _GAP_MM)
    return Box(EDGE_MM + column * (wide + _GAP_MM), top, wide, _PANEL_MM)


def _panel(paper: Paper, box: Box, number: int, panel: Panel) -> None:
    paper.box(box, width_mm=THICK_MM, radius_mm=3)
    paper.text((box.left + 4, box.top + 8.8), str(number), Font(Typeface.BOLD, 17))
    paper.text((box.left + 11.5, box.top + 8.8), panel.title, Font(Typeface.HAND, 20), room_mm=box.wide - 15)
    lines = balanced(panel.told, Typeface.TEXT, 10.0, box.wide - 8)
    for line, text in enumerate(lines):
        level = box.bottom - 3.6 - (len(lines) - 1 - line) * _LEAD_MM
        paper.text((box.left + 4, level), text, Font(size_pt=10))


def _pictures(paper: Paper, card: WallCard, boxes: Sequence[Box]) -> None:
    places = [(box.left + (box.wide - pictograms.WIDE_MM) / 2, box.top + 13.0) for box in boxes]
    nine, ten, jack, queen, king, ace = card.letters
    pictograms.throw_and_press(paper, *places[0], (king, ten, ace))
    pictograms.leave_lying(paper, *places[1], (queen, nine, jack, ace))
    pictograms.touch_cell(paper, *places[2], ("12", "46", "30", "8"))
    pictograms.burning(paper, *places[3], (king, ace, nine))
    pictograms.pull_plug(paper, *places[4])
    pictograms.held(paper, places[5][0], places[5][1] + 6, card.presses)


def _lamp(paper: Paper, card: WallCard, top: float) -> None:
    paper.text((EDGE_MM, top + 7), card.lamp_title, Font(Typeface.HAND, 20))
    wide = (paper.wide_mm - 2 * EDGE_MM) / len(card.lamp)
    for number, sign in enumerate(card.lamp):
        _sign(paper, Box(EDGE_MM + number * wide, top + 11, wide - 4, 13), sign)


def _sign(paper: Paper, box: Box, sign: LampSign) -> None:
    """Draw how bright the lamp is from now on, filled, and below it what it means."""
    step = box.wide / (len(sign.levels) - 1)
    curve = [(box.left + number * step, box.bottom - level * box.high) for number, level in enumerate(sign.levels)]
    paper.lines([(box.left, box.bottom), *curve, (box.right, box.bottom)], is_filled=True)
    paper.line(box.left, box.bottom, box.right, box.bottom, width_mm=THIN_MM)
    paper.text((box.left, box.bottom + 5), sign.means, Font(Typeface.BOLD, 10), room_mm=box.wide + 2)
    for number, text in enumerate(wrapped(sign.shows, Typeface.TEXT, 8.0, box.wide + 2)):
        paper.text((box.left, box.bottom + 9 + number * 3.7), text, Font(size_pt=8.0), room_mm=box.wide + 2)
