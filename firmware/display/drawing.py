"""Pictures as SVG text: the chance to win as a curve, a throw as it lay, ratings with their intervals.

Only presentation attributes: the page's content policy allows no styles of our own making.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

from scoring.dice import Face
from vision.reading import Reading

PAPER, INK, FAINT, MARK, DIE = "var(--paper)", "var(--ink)", "var(--faint)", "var(--mark)", "var(--die)"
"""The page's own colours, by day and by night, see `page.css`."""
COLOURS = {"black": "var(--die-ink)", "red": "var(--red)", "blue": "var(--blue)"}
"""Of the faces."""


def element(name: str, /, *children: str, **attributes: str | float) -> str:
    """Return an element; ``_`` in names of attributes stands for ``-``, children are SVG already."""
    written = "".join(f" {key.replace('_', '-')}={quoteattr(_number(value))}" for key, value in attributes.items())
    inner = "".join(children)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def text(words: str, x: float, y: float, **attributes: str | float) -> str:
    """Return a text; what it says is no SVG, whoever wrote it."""
    return element("text", escape(words), x=x, y=y, **attributes)


def path(points: Sequence[tuple[float, float]]) -> str:
    """Return what a path through points is written as."""
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def drawing(width: float, height: float, *children: str, **attributes: str | float) -> str:
    """Return a whole drawing."""
    box = f"0 0 {_number(width)} {_number(height)}"
    return element("svg", *children, xmlns="http://www.w3.org/2000/svg", viewBox=box, **attributes)


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


WIDTH, HEIGHT = 460.0, 170.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 14.0, 8.0, 20.0
HEAD = 44.0
EVERY_ROUNDS = (1, 2, 5, 10, 20)
MOST_TICKS = 10


def curve(chances: Sequence[float], marks: Mapping[int, int]) -> str:
    """Return the curve as it stands on the page: the first player's chances before the first turn and after each.

    Beside turns, counted from 1, stand the marks.
    """
    turns = max(1, len(chances) - 1)
    points = [(_x(turn, turns), _y(chance)) for turn, chance in enumerate(chances)]
    line = element("path", d=path(points), fill="none", stroke=INK, stroke_width=2, stroke_linejoin="round")
    marked = (_mark(points[turn], number) for turn, number in sorted(marks.items()) if turn < len(points))
    return drawing(WIDTH, HEIGHT, *_ruling(turns), line, *marked, role="img", aria_hidden="true")


def _ruling(turns: int) -> list[str]:
    lines = []
    for chance in (0.0, 0.5, 1.0):
        y, (ink, wide, dashes) = _y(chance), (INK, 1, "4 4") if chance == 0.5 else (FAINT, 0.7, "none")
        way = path([(LEFT, y), (WIDTH - RIGHT, y)])
        lines.append(element("path", d=way, stroke=ink, stroke_width=wide, stroke_dasharray=dashes))
        lines.append(text(f"{chance:.0%}", LEFT - 5, y + 4, text_anchor="end", font_size=14, fill=FAINT))
    rounds = (turns + 1) // 2
    step = next((every for every in EVERY_ROUNDS if rounds / every <= MOST_TICKS), EVERY_ROUNDS[-1])
    for number in range(step, turns // 2 + 1, step):
        at = _x(2 * number, turns)
        lines.append(text(str(number), at, HEIGHT - 5, text_anchor="middle", font_size=14, fill=FAINT))
    return lines


def _mark(point: tuple[float, float], number: int) -> str:
    x, y = point
    middle = y - 15 if y > TOP + 26 else y + 15
    return element(
        "g",
        element("circle", cx=x, cy=y, r=3.2, fill=INK),
        element("circle", cx=x, cy=middle, r=8, fill=MARK, stroke=INK, stroke_width=1.3),
        text(str(number), x, middle + 4.2, text_anchor="middle", font_size=12, fill=INK),
    )


def _x(turn: float, turns: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * turn / turns


def _y(chance: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)


DIE_PX = 40.0
APART = 1.22
"""Dice in a row, and gaps that are drawn, are so many edges of a die wide: corners must not touch."""
MARGIN = 0.66
QUARTER_DEG = 90.0
LETTER = 0.62


_Lying: TypeAlias = tuple[float, float, float]
"""Where a die is drawn: its middle, x and y in edges of a die, and how far it is turned, degrees."""


def throw(faces: Sequence[Face], held: Sequence[bool], reading: Reading | None, letters: Mapping[Face, str]) -> str:
    """Return a throw as it lay, in a row where nobody saw it; what was held is drawn with a bold edge.

    Faces, what was held and what the eye saw are in camera order.
    """
    seen = [] if reading is None or len(reading.dice) != len(faces) else _as_seen(reading)
    lying = seen or [(APART * index, 0.0, 0.0) for index in range(len(faces))]
    xs, ys, _ = zip(*lying, strict=True)
    left, top = min(xs), min(ys)
    width, height = max(xs) - left + 2 * MARGIN, max(ys) - top + 2 * MARGIN
    shown, offset = zip(faces, held, lying, strict=True), (MARGIN - left, MARGIN - top)
    dice = [_die(letters[face], COLOURS[face.colour], die, offset, is_held=is_held) for face, is_held, die in shown]
    return drawing(width * DIE_PX, height * DIE_PX, *dice, role="img", aria_hidden="true")


def _as_seen(reading: Reading) -> list[_Lying]:
    size_px = sum(die.detection.size_px for die in reading.dice) / len(reading.dice) or 1.0
    across, down = (_gathered([die.detection.centre_xy[axis] / size_px for die in reading.dice]) for axis in (0, 1))
    turns = (die.detection.turn_deg for die in reading.dice)
    least = (turn if turn <= QUARTER_DEG / 2 else turn - QUARTER_DEG for turn in turns)
    return list(zip(across, down, least, strict=True))


def _gathered(places: Sequence[float]) -> list[float]:
    """Return places along one axis without the wide gaps: what lay apart there still does, by a die and a bit."""
    ordered = sorted(places)
    gaps = [min(APART, after - before) for before, after in pairwise(ordered)]
    moved = dict(zip(ordered, accumulate([0.0, *gaps]), strict=True))
    return [moved[place] for place in places]


def _die(letter: str, colour: str, die: _Lying, offset: tuple[float, float], *, is_held: bool) -> str:
    edge, large, wide = DIE_PX * (1 - 0.04), DIE_PX * LETTER, 3.4 if is_held else 1.4
    x, y, turn_deg = (die[0] + offset[0]) * DIE_PX, (die[1] + offset[1]) * DIE_PX, die[2]
    square = {"x": -edge / 2, "y": -edge / 2, "width": edge, "height": edge, "rx": edge * 0.17}
    return element(
        "g",
        element("rect", **square, fill=DIE, stroke=INK, stroke_width=wide),
        text(letter, 0, large * 0.36, text_anchor="middle", font_size=large, fill=colour),
        transform=f"translate({x:.1f} {y:.1f}) rotate({turn_deg:.0f})",
    )


ROW, FOOT, NAMES, END = 26.0, 26.0, 150.0, 16.0
LONGEST = 18
STEP = 10


def whiskers(title: str, rated: Sequence[tuple[str, float, float, float]]) -> str:
    """Return a picture of its own: of each name, best first, the rating and where it lies with 95 %."""
    low = min((each[2] for each in rated), default=0.0) // STEP * STEP
    high = -(-max((each[3] for each in rated), default=50.0) // STEP) * STEP
    bottom = HEAD + ROW * len(rated)

    def x_of(value: float) -> float:
        return NAMES + (WIDTH - NAMES - END) * (value - low) / (high - low)

    scale = [
        part
        for value in range(round(low), round(high) + 1, STEP)
        for part in (
            element("path", d=path([(x_of(value), HEAD - 6), (x_of(value), bottom)]), stroke=FAINT, stroke_width=0.5),
            text(str(value), x_of(value), bottom + 17, text_anchor="middle", font_size=12, fill=FAINT),
        )
    ]
    rows = [_row(name, list(map(x_of, at)), HEAD + ROW * (row + 0.5)) for row, (name, *at) in enumerate(rated)]
    paper = element("rect", width=WIDTH, height=bottom + FOOT, fill=PAPER)
    head = text(title, 12, 26, font_size=17, fill=INK)
    return drawing(WIDTH, bottom + FOOT, paper, element("g", head, *scale, *rows, font_family="sans-serif"))


def _row(name: str, values: Sequence[float], y: float) -> str:
    mean, low, high = values
    shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    return element(
        "g",
        text(shown, NAMES - 10, y + 5, text_anchor="end", font_size=14, fill=INK),
        element("path", d=path([(low, y), (high, y)]), stroke=INK, stroke_width=1.6),
        element("circle", cx=mean, cy=y, r=5, fill=MARK, stroke=INK, stroke_width=1.6),
    )
