"""What a hand can do on the sheet: the 78 different scores of the ten rows, and which of them each hand brings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.dice import Face
from scoring.sheets.category import Category, points
from scoring.strategy.multisets import HANDS, MULTISETS

ROWS = len(Category)


def _scores() -> NDArray[np.int16]:
    scores = np.empty((2, ROWS, HANDS), np.int16)
    for is_served in (False, True):
        for hand in range(HANDS):
            faces = tuple(Face(face + 1) for face in MULTISETS[hand])
            scores[int(is_served), :, hand] = [points(row, faces, is_served=is_served) for row in Category]
    return scores


SCORES = _scores()
"""Points of each hand in each row, not served and served, (2, 10, 252)."""
OUTCOMES = tuple((row, int(score)) for row in Category for score in np.unique(SCORES[:, row]))
"""Every row with every score it can get, by row, a strike first."""
OUTCOME_ROWS = np.array([row for row, _ in OUTCOMES])
OUTCOME_POINTS = np.array([score for _, score in OUTCOMES])


def _outcome_of_hands() -> NDArray[np.intp]:
    number_of = {outcome: number for number, outcome in enumerate(OUTCOMES)}
    numbers = [number_of[Category(row), int(score)] for (_, row, _), score in np.ndenumerate(SCORES)]
    return np.array(numbers, np.intp).reshape(SCORES.shape)


OUTCOME_OF = _outcome_of_hands()
"""Number of the outcome of each hand in each row, not served and served, (2, 10, 252)."""
