"""All hands of five dice, all holds of none to five, and what a hand can do on the sheet, as numbers.

A hold is a multiset of faces; there are 462 of none to five dice, and the 252 of five are the hands. They are numbered
by size, the hands first, so that a hand's number is also its number as a hold ("all lie"). On the sheet there are 78
outcomes: the different scores of the ten rows.
"""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

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
_NUMBERS_BY_SIZE = [np.flatnonzero(size == SIZES).tolist() for size in range(DICE_COUNT + 1)]
ROWS_BY_SIZE = tuple(slice(numbers[0], numbers[-1] + 1) for numbers in _NUMBERS_BY_SIZE)
"""Where the holds of each size stand."""
LESSENED = {
    size: np.array([[NUMBER_OF[less] for less in combinations(held, size - 1)] for held in MULTISETS[rows]])
    for size, rows in enumerate(ROWS_BY_SIZE)
    if size
}
"""Of holds of a size: what they become with one die less, (n, size)."""


def _chances() -> NDArray[np.float64]:
    chances = np.zeros((HOLDS, HANDS))
    chances[:HANDS] = np.eye(HANDS)
    for number in range(HANDS, HOLDS):
        # What it becomes with one die more is numbered before it.
        grown = [NUMBER_OF[tuple(sorted((*MULTISETS[number], face)))] for face in range(FACES)]
        chances[number] = chances[grown].mean(axis=0)
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
