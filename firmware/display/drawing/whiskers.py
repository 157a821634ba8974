"""Ratings with their intervals, below each other."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.display.drawing.svg import FAINT, INK, MARK, PAPER, drawing, element, path, text

WIDTH, ROW, HEAD, FOOT, LEFT, RIGHT = 460.0, 26.0, 44.0, 26.0, 150.0, 16.0
LONGEST = 18
STEP = 10


def whiskers(title: str, rated: Sequence[tuple[str, float, float, float]]) -> str:
    """Return a picture of its own.

    Args:
        title: Written above it.
        rated: Name, rating, and where it lies with 95 %, best first.
    """
    low = min((each[2] for each in rated), default=0.0) // STEP * STEP
    high = -(-max((each[3] for each in rated), default=50.0) // STEP) * STEP
    bottom = HEAD + ROW * len(rated)

    def x_of(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low)

    scale = [
        part
        for value in range(round(low), round(high) + 1, STEP)
        for part in (
            element("path", d=path([(x_of(value), HEAD - 6), (x_of(value), bottom)]), stroke=FAINT, stroke_width=0.5),
            text(str(value), x_of(value), bottom + 17, text_anchor="middle", font_size=12, fill=FAINT),
        )
    ]
    rows = [
        _row(name, [x_of(value) for value in values], HEAD + ROW * (at + 0.5))
        for at, (name, *values) in enumerate(rated)
    ]
    return drawing(
        WIDTH,
        bottom + FOOT,
        element("rect", width=WIDTH, height=bottom + FOOT, fill=PAPER),
        element("g", text(title, 12, 26, font_size=17, fill=INK), *scale, *rows, font_family="sans-serif"),
    )


def _row(name: str, values: Sequence[float], y: float) -> str:
    mean, low, high = values
    shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    return element(
        "g",
        text(shown, LEFT - 10, y + 5, text_anchor="end", font_size=14, fill=INK),
        element("path", d=path([(low, y), (high, y)]), stroke=INK, stroke_width=1.6),
        element("circle", cx=mean, cy=y, r=5, fill=MARK, stroke=INK, stroke_width=1.6),
    )
