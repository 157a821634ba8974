"""All hands of five dice, all holds of none to five, and what a hand can do on the sheet, as numbers.

A hold is a multiset of faces; there are 462 of none to five dice, and the 252 of five are the hands. They are numbered
by size, the hands first, so that a hand's number is also its number as a hold ("all lie"). On the sheet there are 78
outcomes: the different scores of the ten rows.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from scoring.dice import DICE_COUNT, Face
from scoring.sheets.category import Category, points

FACES = len(Face)
MULTISETS = tuple(
    held for size in range(DICE_COUNT, -1, -1) for held in combinations_with_replacement(range(FACES), size)
)
"""Faces 0–5 of every hold, ascending; five dice first, then four, …, the empty one last."""
NUMBER_OF = {held: number for number, held in enumerate(MULTISETS)}
SIZES = np.array([len(held) for held in MULTISETS])
HOLDS = len(MULTISETS)
HANDS = int(np.count_nonzero(SIZES == DICE_COUNT))
NOTHING = NUMBER_OF[()]
COUNTS = np.array([[held.count(face) for face in range(FACES)] for held in MULTISETS], np.int16)
"""How often each face is in a hold, (462, 6)."""


def _grown(held: tuple[int, ...]) -> list[int]:
    return [NUMBER_OF[tuple(sorted((*held, face)))] for face in range(FACES)]


def _lessened(held: tuple[int, ...]) -> list[int]:
    return [NUMBER_OF[held[:die] + held[die + 1 :]] for die in range(len(held))]


FIRST_OF_SIZE = [int(np.argmax(size == SIZES)) for size in range(DICE_COUNT + 1)]
ROWS_BY_SIZE = tuple(
    slice(first, first + int(np.count_nonzero(size == SIZES))) for size, first in enumerate(FIRST_OF_SIZE)
)
"""Where the holds of each size stand."""
GROWN = {size: np.array([_grown(held) for held in MULTISETS if len(held) == size]) for size in range(DICE_COUNT)}
"""Of holds of a size: what they become with one die more, (n, 6)."""
LESSENED = {size: np.array([_lessened(held) for held in MULTISETS if len(held) == size])
            for size in range(1, DICE_COUNT + 1)}  # fmt: skip
"""Of holds of a size: what they become with one die less, (n, size)."""


def _chances() -> NDArray[np.float64]:
    chances = np.zeros((HOLDS, HANDS))
    chances[:HANDS] = np.eye(HANDS)
    for size in range(DICE_COUNT - 1, -1, -1):
        chances[ROWS_BY_SIZE[size]] = chances[GROWN[size]].mean(axis=1)
    return chances


CHANCES = _chances()
"""Chance of each hand when the dice that a hold leaves are thrown, (462, 252)."""


def hand_number(faces: Sequence[Face]) -> int:
    """Return the number of a hand, or of what of it is held: none to five faces in any order."""
    return NUMBER_OF[tuple(sorted(int(face) - 1 for face in faces))]


ROWS = len(Category)
_FACES = [tuple(Face(face + 1) for face in hand) for hand in MULTISETS[:HANDS]]
SCORES = np.array(
    [[[points(row, faces, is_served=served) for faces in _FACES] for row in Category] for served in (False, True)],
    np.int16,
)
"""Points of each hand in each row, not served and served, (2, 10, 252)."""
OUTCOMES = tuple((row, int(score)) for row in Category for score in np.unique(SCORES[:, row]))
"""Every row with every score it can get, by row, a strike first."""
OUTCOME_ROWS = np.array([row for row, _ in OUTCOMES])
OUTCOME_POINTS = np.array([score for _, score in OUTCOMES])
_NUMBER_OF_OUTCOME = {outcome: number for number, outcome in enumerate(OUTCOMES)}
OUTCOME_OF = np.array(
    [[[_NUMBER_OF_OUTCOME[row, int(score)] for score in scores[row]] for row in Category] for scores in SCORES],
    np.intp,
)
"""Number of the outcome of each hand in each row, not served and served, (2, 10, 252)."""
