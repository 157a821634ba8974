"""The card for the wall: how it goes in six pictures that need no words, and what the lamp says."""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.paper.marks import Written, die, write
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
    wide = (paper.wide_mm - 2 * EDGE_MM - _GAP_MM) / 2
    lefts = (EDGE_MM, EDGE_MM + (wide + _GAP_MM))
    tops = [EDGE_MM + _TITLE_MM + row * (_PANEL_MM + _GAP_MM) for row in range(3)]
    boxes = [Box(left, top, wide, _PANEL_MM) for top in tops for left in lefts]
    panels = (card.throw, card.leave, card.enter, card.burning, card.plug, Panel(title=card.press, told=""))
    for number, (box, panel) in enumerate(zip(boxes, panels, strict=True)):
        _panel(paper, box, number + 1, panel)
    _pictures(paper, card, boxes)
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


def _pictures(paper: Paper, card: WallCard, boxes: Sequence[Box]) -> None:
    places = [(box.left + (box.wide - WIDE_MM) / 2, box.top + 13.0) for box in boxes]
    nine, ten, jack, queen, king, ace = card.letters
    throw_and_press(paper, *places[0], (king, ten, ace))
    leave_lying(paper, *places[1], (queen, nine, jack, ace))
    touch_cell(paper, *places[2], ("12", "46", "30", "8"))
    burning(paper, *places[3], (king, ace, nine))
    pull_plug(paper, *places[4])
    held(paper, places[5][0], places[5][1] + 6, card.presses)


def _sign(paper: Paper, box: Box, sign: LampSign) -> None:
    """Draw how bright the lamp is from now on, filled, and below it what it means."""
    step = box.wide / (len(sign.levels) - 1)
    curve = [(box.left + number * step, box.bottom - level * box.high) for number, level in enumerate(sign.levels)]
    paper.lines([(box.left, box.bottom), *curve, (box.right, box.bottom)], is_filled=True)
    paper.line(box.left, box.bottom, box.right, box.bottom, width_mm=THIN_MM)
    paper.text((box.left, box.bottom + 5), sign.means, Font(Typeface.BOLD, 10), room_mm=box.wide + 2)
    for number, text in enumerate(wrapped(sign.shows, Typeface.TEXT, 8.0, box.wide + 2)):
        paper.text((box.left, box.bottom + 9 + number * 3.7), text, Font(size_pt=8.0), room_mm=box.wide + 2)


WIDE_MM = 80.0  # of a picture's box, which is 36 mm high
LINE_MM = 0.7
_DIE_MM = 9.5


def throw_and_press(paper: Paper, left: float, top: float, letters: Sequence[str]) -> None:
    """Draw dice that roll from a cup, and a finger on a button."""
    _cup(paper, left + 9.5, top + 15)
    for (x, y, deg), letter in zip(((26.5, 8.0, 14.0), (31.0, 21.0, -22.0), (41.0, 10.5, 38.0)), letters, strict=False):
        _die(paper, left + x, top + y, letter, deg=deg)
    ground = top + 32
    paper.line(left + 2, ground, left + 46, ground, width_mm=LINE_MM)
    arrow(paper, left + 48, top + 20, left + 57)
    button(paper, left + 69, ground)
    finger(paper, left + 69, ground - 7.6)


def leave_lying(paper: Paper, left: float, top: float, letters: Sequence[str]) -> None:
    """Draw two dice that lie, framed, and three that fly again."""
    ground = top + 32
    for number in (0, 1):
        die(paper, Box(left + 5 + number * 12, ground - _DIE_MM - 0.6, _DIE_MM, _DIE_MM), letters[0], width_mm=LINE_MM)
    paper.box(Box(left + 2, ground - 13.5, 27.5, 16.5), width_mm=0.4, radius_mm=2.5, dash=(1.6, 1.4))
    for (x, y, deg), letter in zip(
        ((45.0, 22.0, -16.0), (57.0, 12.0, 24.0), (68.0, 23.0, 40.0)), letters[1:], strict=False
    ):
        _die(paper, left + x, top + y, letter, deg=deg)
    paper.line(left + 34, ground, left + 78, ground, width_mm=LINE_MM)
    for x, y in ((37.5, 10.0), (48.5, 1.5), (64.5, 11.0)):
        paper.curve(
            (left + x, top + y + 4),
            [((left + x + 1, top + y + 1.5), (left + x + 3, top + y), (left + x + 5.5, top + y - 0.5))],
            width_mm=0.4,
        )


def touch_cell(paper: Paper, left: float, top: float, written: Sequence[str]) -> None:
    """Draw a corner of the sheet, and a finger that touches a cell of it."""
    wide, high = 13.0, 8.2
    for column in range(5):
        x = left + 14 + column * wide
        paper.line(x, top - 0.5, x, top - 0.5 + 3 * high, width_mm=LINE_MM if column % 2 == 0 else 0.3)
    for row in range(4):
        y = top - 0.5 + row * high
        paper.line(left + 14, y, left + 14 + 4 * wide, y, width_mm=LINE_MM if row in (0, 3) else 0.3)
    for number, text in enumerate(written):
        column, row = ((0, 0), (1, 1), (3, 0), (0, 2))[number % 4]
        write(
            paper,
            Box(left + 14 + column * wide, top - 0.5 + row * high, wide, high),
            Written(text=text),
            hand=column % 2,
        )
    x, y = left + 14 + 2.5 * wide, top - 0.5 + 2.5 * high
    paper.circle(x, y, 3.2, width_mm=LINE_MM)
    with paper.turned(x, y, 150):
        finger(paper, x, y - 4.4)


def burning(paper: Paper, left: float, top: float, letters: Sequence[str]) -> None:
    """Draw a die that leans on another one, and the fire over it."""
    ground = top + 37
    paper.line(left + 12, ground, left + 68, ground, width_mm=LINE_MM)
    side = 11.0
    die(paper, Box(left + 40, ground - side - 0.5, side, side), letters[0], width_mm=LINE_MM)
    _die(paper, left + 31.6, ground - 7.75, letters[1], deg=-33, side=side)
    flame(paper, left + 28.5, ground - 16.5)
    _die(paper, left + 60, ground - side / 2 - 0.5, letters[2], deg=0, side=side)


def pull_plug(paper: Paper, left: float, top: float) -> None:
    """Draw a plug pulled out of its socket, and an arrow that comes back."""
    y = top + 18
    paper.box(Box(left + 6, y - 9, 15, 18), width_mm=LINE_MM, radius_mm=2.5)
    for dy in (-3, 3):
        paper.circle(left + 15, y + dy, 1.2, is_filled=True)
        paper.box(Box(left + 31, y + dy - 0.9, 8, 1.8), is_filled=True)
    paper.lines(
        [
            (left + 39, y - 6),
            (left + 45, y - 6),
            (left + 50, y - 2.5),
            (left + 50, y + 2.5),
            (left + 45, y + 6),
            (left + 39, y + 6),
        ],
        width_mm=LINE_MM,
        is_closed=True,
    )
    paper.curve(
        (left + 50, y),
        [
            ((left + 62, y), (left + 60, y + 12), (left + 70, y + 12)),
            ((left + 75, y + 12), (left + 76, y + 5), (left + 76, y - 2)),
        ],
        width_mm=1.4,
    )
    arrow(paper, left + 28, y - 11.5, left + 41, is_double=True)


def held(paper: Paper, left: float, top: float, lines: Sequence[tuple[float, str, str]]) -> None:
    """Draw how long a button is held, what that is called, and what it does: a bar a line, on one scale of time."""
    longest = max(seconds for seconds, _, _ in lines)
    for number, (seconds, name, does) in enumerate(lines):
        y = top + 3 + number * 14.5
        reach = max(2.0, seconds / longest * 30)
        paper.box(Box(left + 2, y - 2, reach, 4), is_filled=True, radius_mm=1)
        paper.text((left + 2 + reach + 2, y + 1.4), name, Font(Typeface.BOLD, 11))
        paper.text((left + 2, y + 7.2), does, Font(size_pt=10), room_mm=WIDE_MM - 2)


def button(paper: Paper, x: float, ground: float) -> None:
    """Draw a push button that stands on the ground, held down."""
    for half_mm, low, rise in ((9, 0, 4), (5.5, 4, 2.6)):
        paper.box(Box(x - half_mm, ground - low - rise, 2 * half_mm, rise), width_mm=LINE_MM, radius_mm=0.8)


def finger(paper: Paper, x: float, tip: float) -> None:
    """Draw a finger that points down: its tip touches."""
    wide, long = 3.6, 15.0
    paper.curve(
        (x - wide, tip - long),
        [
            ((x - wide, tip - 10), (x - wide, tip - 7), (x - wide, tip - 4)),
            ((x - wide, tip - 0.2), (x - wide * 0.55, tip), (x, tip)),
            ((x + wide * 0.55, tip), (x + wide, tip - 0.2), (x + wide, tip - 4)),
            ((x + wide, tip - 7), (x + wide, tip - 10), (x + wide, tip - long)),
        ],
        width_mm=LINE_MM,
    )
    paper.curve(
        (x - 2.0, tip - 4.6), [((x - 2.0, tip - 1.6), (x + 2.0, tip - 1.6), (x + 2.0, tip - 4.6))], width_mm=0.35
    )


def arrow(paper: Paper, x1: float, y: float, x2: float, *, is_double: bool = False) -> None:
    """Draw a level arrow."""
    paper.line(x1, y, x2, y, width_mm=LINE_MM)
    for tip, way in ((x2, -1), (x1, 1))[: 2 if is_double else 1]:
        paper.lines([(tip + way * 2.4, y - 2), (tip, y), (tip + way * 2.4, y + 2)], width_mm=LINE_MM)


def flame(paper: Paper, x: float, base: float) -> None:
    """Draw a flame that stands on its base, with a smaller one in it."""
    for s, width in ((1.0, LINE_MM), (0.5, 0.45)):
        paper.curve(
            (x, base),
            [
                ((x - 6.5 * s, base), (x - 6.5 * s, base - 5 * s), (x - 3.5 * s, base - 8.5 * s)),
                ((x - 3.2 * s, base - 6.6 * s), (x - 2.4 * s, base - 6.2 * s), (x - 1.6 * s, base - 6.4 * s)),
                ((x - 2.6 * s, base - 10.5 * s), (x + 0.2 * s, base - 12.5 * s), (x + 0.8 * s, base - 15.5 * s)),
                ((x + 2.2 * s, base - 11.5 * s), (x + 5.6 * s, base - 9.0 * s), (x + 5.4 * s, base - 4.6 * s)),
                ((x + 5.2 * s, base - 1.2 * s), (x + 2.6 * s, base), (x, base)),
            ],
            width_mm=width,
        )


def _cup(paper: Paper, x: float, y: float) -> None:
    with paper.turned(x, y, 118):
        paper.lines(
            [(x - 5.5, y + 9), (x - 7.5, y - 8), (x + 7.5, y - 8), (x + 5.5, y + 9)], width_mm=LINE_MM, is_closed=True
        )
        paper.line(x - 7.1, y - 5, x + 7.1, y - 5, width_mm=0.4)


def _die(paper: Paper, x: float, y: float, letter: str, *, deg: float, side: float = _DIE_MM) -> None:
    with paper.turned(x, y, deg):
        die(paper, Box(x - side / 2, y - side / 2, side, side), letter, width_mm=LINE_MM)
