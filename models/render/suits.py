"""Clubs, spades, hearts and diamonds, alone and as the rows of a nine or a ten."""

from __future__ import annotations

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


BLACK_SUITS = (Suit.SPADE, Suit.CLUB)
RED_SUITS = (Suit.HEART, Suit.DIAMOND)


def draw_suit(pen: Pen, suit: Suit, *, plump: float = 1.0) -> None:
    """Draw one suit filling -1 to 1.

    Args:
        pen: Where.
        suit: Which.
        plump: Its width over the usual one, 0.7–1.3.
    """
    wide = np.array([plump, 1.0])
    match suit:
        case Suit.DIAMOND:
            pen.fill(_diamond() * wide)
        case Suit.HEART:
            pen.fill(_heart() * wide)
        case Suit.SPADE:
            pen.fill(_heart() * wide * [1, -0.86] - [0, 0.14])
            pen.fill(_stem() * wide)
        case Suit.CLUB:
            for x, y in ((0, -0.5), (-0.5 * plump, 0.22), (0.5 * plump, 0.22)):
                pen.disc(x, y, 0.46)
            pen.disc(0, -0.02, 0.24)
            pen.fill(_stem() * wide)
        case Suit.STAR:
            pen.fill(_star() * wide)


def _diamond() -> Floats:
    """Return a diamond with slightly hollow sides."""
    angle = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    radius = 1 / (np.abs(np.cos(angle)) ** 0.9 + np.abs(np.sin(angle)) ** 0.9) ** (1 / 0.9)
    return np.stack([0.8 * radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)


def _heart() -> Floats:
    """Return a heart, its tip down."""
    t = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.stack([x / 17, -(y + 2.5) / 15], axis=1).astype(np.float32)


def _stem() -> Floats:
    """Return the foot of spade and club."""
    return np.array([[-0.07, 0.0], [0.07, 0.0], [0.12, 0.55], [0.4, 1.0], [-0.4, 1.0], [-0.12, 0.55]], np.float32)


def _star() -> Floats:
    """Return a five-pointed star."""
    angle = np.arange(10) * np.pi / 5 - np.pi / 2
    radius = np.where(np.arange(10) % 2, 0.42, 1.0)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)


def draw_rows(pen: Pen, suit: Suit, count: int, *, size: float, reach: tuple[float, float], plump: float = 1.0) -> None:
    """Draw nine (4+1+4) or ten (4+2+4) suits; those of the lower half stand on their heads.

    Args:
        pen: Over the whole face.
        suit: Which.
        count: 9 or 10.
        size: Half height of one symbol.
        reach: Of the outer symbols from the middle, across and down.
        plump: Width of one symbol over the usual one.
    """
    across, down = reach
    rows = (-1.0, -1 / 3, 1 / 3, 1.0)
    places = [(side * across, row * down) for side in (-1, 1) for row in rows]
    places += [(0.0, 0.0)] if count == 9 else [(0.0, -2 / 3 * down), (0.0, 2 / 3 * down)]
    for x, y in places:
        draw_suit(pen.at(x, y, size, turn_deg=180.0 if y > 0 else 0.0), suit, plump=plump)
