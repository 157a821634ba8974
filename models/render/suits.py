"""Clubs, spades, hearts and diamonds, alone and as rows of a nine or a ten; and where ordinary dice have their pips."""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from models.render.pen import Pen
from models.render.world import Floats


class Suit(StrEnum):
    """The four suits, and the star some dice carry."""

    CLUB = "club"
    SPADE = "spade"
    HEART = "heart"
    DIAMOND = "diamond"
    STAR = "star"


class Rows(StrEnum):
    """How nine and ten symbols stand on a face."""

    COLUMNS = "columns"  # 4 + 1 + 4 and 4 + 2 + 4, as on cards
    GRID = "grid"  # 3 × 3, and 3 + 4 + 3
    PAIRS = "pairs"  # 2 × 4 with one or two above the middle


BLACK_SUITS = (Suit.SPADE, Suit.CLUB)
RED_SUITS = (Suit.HEART, Suit.DIAMOND)
STEM = np.array([[-0.07, 0.0], [0.07, 0.0], [0.12, 0.55], [0.4, 1.0], [-0.4, 1.0], [-0.12, 0.55]], np.float32)


def draw_suit(pen: Pen, suit: Suit, *, plump: float = 1.0) -> None:
    """Draw one suit filling -1 to 1, so much wider than usual, 0.7–1.3."""
    wide = np.array([plump, 1.0])
    match suit:
        case Suit.DIAMOND:
            pen.fill(_diamond() * wide)
        case Suit.HEART:
            pen.fill(_heart() * wide)
        case Suit.SPADE:
            pen.fill(_heart() * wide * [1, -0.86] - [0, 0.14])
            pen.fill(STEM * wide)
        case Suit.CLUB:
            for x, y in ((0, -0.5), (-0.5 * plump, 0.22), (0.5 * plump, 0.22)):
                pen.disc(x, y, 0.46)
            pen.disc(0, -0.02, 0.24)
            pen.fill(STEM * wide)
        case Suit.STAR:
            pen.fill(_star() * wide)


def _diamond() -> Floats:
    """Return a diamond with slightly hollow sides."""
    angle = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    radius = 1 / (np.abs(np.cos(angle)) ** 0.9 + np.abs(np.sin(angle)) ** 0.9) ** (1 / 0.9)
    return np.stack([0.8 * radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)


def _heart() -> Floats:
    t = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.stack([x / 17, -(y + 2.5) / 15], axis=1).astype(np.float32)


def _star() -> Floats:
    angle = np.arange(10) * np.pi / 5 - np.pi / 2
    radius = np.where(np.arange(10) % 2, 0.42, 1.0)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)


def draw_rows(pen: Pen, suit: Suit, places: Sequence[tuple[float, float]], *, size: float, plump: float = 1.0) -> None:
    """Draw suits of a half height in `row_places`; those of the lower half stand on their heads."""
    for x, y in places:
        draw_suit(pen.at(x, y, size, turn_deg=180.0 if y > 0 else 0.0), suit, plump=plump)


def row_places(count: int, reach: tuple[float, float], rows: Rows = Rows.COLUMNS) -> list[tuple[float, float]]:
    """Return where nine or ten symbols stand, the outer ones as far from the middle, across and down, as they reach."""
    across, down = reach
    return [(x * across, y * down) for x, y in _places(count, rows)]


def _places(count: int, rows: Rows) -> list[tuple[float, float]]:
    fours = (-1.0, -1 / 3, 1 / 3, 1.0)
    sides = [(side, row) for side in (-1.0, 1.0) for row in fours]
    match rows:
        case Rows.COLUMNS:
            return sides + ([(0.0, 0.0)] if count == 9 else [(0.0, -2 / 3), (0.0, 2 / 3)])
        case Rows.GRID:
            outer = [(side, row) for side in (-1.0, 1.0) for row in (-1.0, 0.0, 1.0)]
            return outer + [(0.0, row) for row in ((-1.0, 0.0, 1.0) if count == 9 else fours)]
        case Rows.PAIRS:
            return sides + ([(0.0, -1.0)] if count == 9 else [(0.0, -1.0), (0.0, 1.0)])


PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
"""Where the pips of ordinary dice stand, one first."""
