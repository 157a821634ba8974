"""The chance to win over a game, as a curve: up is the first player's, down the second's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware.display.drawing.svg import FAINT, INK, MARK, PAPER, drawing, element, path, text

WIDTH, HEIGHT = 460.0, 170.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 14.0, 8.0, 20.0
HEAD = 44.0
EVERY_ROUNDS = (1, 2, 5, 10, 20)
MOST_TICKS = 10


def curve(chances: Sequence[float], marks: Mapping[int, int]) -> str:
    """Return the curve as it stands on the page, without a name.

    Args:
        chances: The first player's before the first turn and after each.
        marks: Numbers to write beside turns, by turn from 1.
    """
    return drawing(WIDTH, HEIGHT, *_parts(chances, marks), role="img", aria_hidden="true")


def titled_curve(chances: Sequence[float], marks: Mapping[int, int], *, title: str, players: Sequence[str]) -> str:
    """Return the curve as a picture of its own.

    Args:
        chances: As for `curve`.
        marks: As for `curve`.
        title: Written above it.
        players: Names of both.
    """
    family = {"font_family": "sans-serif", "fill": INK}
    sides = zip((TOP + 12, HEIGHT - BOTTOM - 6), players, strict=True)
    return drawing(
        WIDTH,
        HEIGHT + HEAD,
        element("rect", width=WIDTH, height=HEIGHT + HEAD, fill=PAPER),
        text(title, LEFT, 27, font_size=17, **family),
        element(
            "g",
            *_parts(chances, marks),
            *(text(name, LEFT + 6, y, font_size=12, **family) for y, name in sides),
            transform=f"translate(0 {HEAD:g})",
            font_family="sans-serif",
        ),
    )


def _parts(chances: Sequence[float], marks: Mapping[int, int]) -> list[str]:
    turns = max(1, len(chances) - 1)
    points = [(_x(turn, turns), _y(chance)) for turn, chance in enumerate(chances)]
    return [
        *_ruling(turns),
        element("path", d=path(points), fill="none", stroke=INK, stroke_width=2, stroke_linejoin="round"),
        *(_mark(points[turn], number) for turn, number in sorted(marks.items()) if turn < len(points)),
    ]


def _ruling(turns: int) -> list[str]:
    lines = [
        element(
            "path",
            d=path([(LEFT, _y(chance)), (WIDTH - RIGHT, _y(chance))]),
            stroke=INK if chance == 0.5 else FAINT,
            stroke_width=1 if chance == 0.5 else 0.7,
            stroke_dasharray="4 4" if chance == 0.5 else "none",
        )
        for chance in (0.0, 0.5, 1.0)
    ]
    shares = [
        text(f"{chance:.0%}", LEFT - 5, _y(chance) + 4, text_anchor="end", font_size=14, fill=FAINT)
        for chance in (0.0, 0.5, 1.0)
    ]
    rounds = (turns + 1) // 2
    step = next((every for every in EVERY_ROUNDS if rounds / every <= MOST_TICKS), EVERY_ROUNDS[-1])
    ticks = [
        text(str(number), _x(2 * number, turns), HEIGHT - 5, text_anchor="middle", font_size=14, fill=FAINT)
        for number in range(step, turns // 2 + 1, step)
    ]
    return [*lines, *shares, *ticks]


def _mark(point: tuple[float, float], number: int) -> str:
    x, y = point
    above = y > TOP + 26
    middle = y - 15 if above else y + 15
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
