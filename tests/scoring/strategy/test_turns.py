"""Turns at many tables: dice fall as they should, and what is decided is done."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from scoring.dice import DICE_COUNT
from scoring.strategy.matches import ENTERS, GIVES_UP, Decisions, hands_after, turn_entries
from scoring.strategy.outcomes import CHANCES, HANDS, NOTHING, NUMBER_OF


@pytest.mark.parametrize("held", [(), (5,), (5, 5), (0, 3, 3), (0, 1, 2, 3), (2, 2, 2, 2, 4)])
def test_over_all_throws_hands_come_up_as_often_as_they_should(held):
    throws = np.array(list(product(range(6), repeat=DICE_COUNT)))
    counts = np.bincount(hands_after(np.full(len(throws), NUMBER_OF[held]), throws), minlength=HANDS)
    assert counts == pytest.approx(CHANCES[NUMBER_OF[held]] * len(throws))


def test_the_first_faces_are_taken_one_a_die_thrown():
    holds = np.array([NUMBER_OF[1, 1, 1], NOTHING])
    faces = np.array([[5, 4, 0, 0, 0], [5, 4, 0, 0, 0]])
    assert hands_after(holds, faces).tolist() == [NUMBER_OF[1, 1, 1, 4, 5], NUMBER_OF[0, 0, 0, 4, 5]]


class Said:
    """Decides as it was told: the holds of each throw, one a table that still throws."""

    def __init__(self, *holds):
        self.holds, self.seen = list(holds), []

    def decide(self, lying, /):
        self.seen.append(lying)
        holds = np.array(self.holds.pop(0))
        return Decisions(holds=holds, rows=lying.tables % 10, columns=lying.tables)


FACES = np.array([[[0, 1, 2, 3, 4], [5, 5, 5, 5, 5], [0, 0, 0, 0, 0]]] * 3)


def test_who_has_entered_is_not_asked_again():
    plan = Said([ENTERS, NOTHING, NUMBER_OF[3, 4]], [NUMBER_OF[5, 5], ENTERS], [ENTERS])
    entries = turn_entries(plan, FACES)
    assert [lying.tables.tolist() for lying in plan.seen] == [[0, 1, 2], [1, 2], [1]]
    assert [lying.throws_left for lying in plan.seen] == [2, 1, 0]
    assert plan.seen[1].hands.tolist() == [NUMBER_OF[5, 5, 5, 5, 5], NUMBER_OF[3, 4, 5, 5, 5]]
    assert entries.hands.tolist() == [NUMBER_OF[0, 1, 2, 3, 4], NUMBER_OF[0, 0, 0, 5, 5], NUMBER_OF[3, 4, 5, 5, 5]]
    assert entries.rows.tolist() == entries.columns.tolist() == [0, 1, 2]
    assert not entries.given_up.any()


@pytest.mark.parametrize(("served_whenever", "served"), [(False, [1, 0, 0]), (True, [1, 1, 0])])
def test_dice_are_served_in_the_first_throw_or_in_any_with_all_five(served_whenever, served):
    plan = Said([ENTERS, NOTHING, NUMBER_OF[3, 4]], [ENTERS, ENTERS])
    entries = turn_entries(plan, FACES, served_whenever=served_whenever)
    assert entries.served.tolist() == served
    assert plan.seen[1].served.tolist() == served[1:]


def test_a_match_may_be_given_up_after_any_throw():
    entries = turn_entries(Said([ENTERS, GIVES_UP, NOTHING], [GIVES_UP]), FACES)
    assert entries.given_up.tolist() == [False, True, True]
