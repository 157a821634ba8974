from __future__ import annotations

from itertools import permutations

import pytest

from scoring.dice import Face
from scoring.errors import WrongDiceCountError
from scoring.sheets.category import Category, points

UPPER = (Category.NINES, Category.TENS, Category.JACKS, Category.QUEENS, Category.KINGS, Category.ACES)


def built_combinations():
    """Return every combination built up from its description, sorted values to points before served.

    Source: S1's rows. Built, not recognised, so that it shares nothing with the code under test.
    """
    values = range(1, 7)
    return {
        Category.STRAIGHT: {(1, 2, 3, 4, 5): 25, (2, 3, 4, 5, 6): 26},
        Category.FULL: {tuple(sorted([a, a, a, b, b])): 30 + a for a, b in permutations(values, 2)},
        Category.POKER: {tuple(sorted([a, a, a, a, b])): 40 + a for a, b in permutations(values, 2)},
        Category.GRANDE: {(a, a, a, a, a): 50 + a for a in values},
    }


COMBINATIONS = built_combinations()
SERVED = {Category.STRAIGHT: 5, Category.FULL: 5, Category.POKER: 5, Category.GRANDE: 10}


def expected_points(category, faces, is_served):
    values = [face.value for face in faces]
    if category in UPPER:
        return sum(value for value in values if value == UPPER.index(category) + 1)
    base = COMBINATIONS[category].get(tuple(sorted(values)), 0)
    return base + SERVED[category] if base and is_served else base


@pytest.mark.parametrize("is_served", [False, True])
@pytest.mark.parametrize("category", Category)
def test_every_throw_scores_what_its_description_says(all_throws, category, is_served):
    wrong = [
        faces
        for faces in all_throws
        if points(category, faces, is_served=is_served) != expected_points(category, faces, is_served)
    ]
    assert wrong == []


@pytest.mark.parametrize("category", Category)
def test_most_points_is_the_most_any_served_throw_scores(all_throws, category):
    assert category.most_points == max(points(category, faces, is_served=True) for faces in all_throws)


@pytest.mark.parametrize("category", Category)
@pytest.mark.parametrize("count", [0, 4, 6])
def test_points_of_anything_but_five_dice_are_refused(category, count):
    with pytest.raises(WrongDiceCountError):
        points(category, (Face.ACE,) * count, is_served=False)


def test_the_rows_stand_as_on_the_sheet():
    # Source: S1: 9er, 10er, Buben, Damen, Könige, Asse above; Straße, Full, Poker, Grande below.
    assert [row.name for row in Category] == [
        "NINES",
        "TENS",
        "JACKS",
        "QUEENS",
        "KINGS",
        "ACES",
        "STRAIGHT",
        "FULL",
        "POKER",
        "GRANDE",
    ]
    assert [row.face for row in Category] == [*Face, None, None, None, None]
    assert [row.is_upper for row in Category] == [True] * 6 + [False] * 4
