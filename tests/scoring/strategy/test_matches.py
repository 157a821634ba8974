"""Many matches at once: dice fall as they should, turns follow the rules, leads are those of the sheets."""

from __future__ import annotations

import numpy as np
import pytest

from models.advisor import foresight
from scoring.category import Category
from scoring.strategy.baselines import ColumnNormal, MostPoints
from scoring.strategy.matches import PARTS, play, played, thrown
from scoring.strategy.multisets import CHANCES, HANDS, MULTISETS, NUMBER_OF
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS
from scoring.strategy.position import Positions


def dice(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("held", [(), (5, 5), (0, 1, 2, 3)])
def test_hands_come_up_as_often_as_they_should(held):
    n = 40_000
    counts = np.bincount(thrown(np.full(n, NUMBER_OF[held]), dice()), minlength=HANDS)
    expected = n * CHANCES[NUMBER_OF[held]]
    assert (counts[expected == 0] == 0).all()
    assert (np.abs(counts - expected) <= 5 * np.sqrt(expected) + 3).all()


def test_the_parts_of_a_hand_are_every_choice_of_its_dice_but_all():
    assert {MULTISETS[part] for part in PARTS[NUMBER_OF[0, 0, 0, 0, 5]]} == {
        *[(0,) * count for count in range(5)],
        *[(*(0,) * count, 5) for count in range(4)],
    }


def test_a_turn_fills_one_cell_of_who_moves_with_what_a_hand_brings_there():
    before = Positions.fresh(200, 2)
    after = played(MostPoints(), before, dice())
    assert (before.free.sum(axis=(2, 3)) - after.free.sum(axis=(2, 3)) == [1, 0]).all()
    for number, row, column in np.argwhere(~after.free[:, 0]).tolist():
        assert after.sums[number, 0, column] in OUTCOME_POINTS[row == OUTCOME_ROWS]
    assert (after.sums[:, 1] == 0).all()


class GrandesServed:
    """Wants nothing but a served Grande."""

    def entry_worths(self, positions, /):
        is_wanted = (OUTCOME_ROWS == Category.GRANDE) & (OUTCOME_POINTS > 60)
        return np.broadcast_to(is_wanted.astype(float), (len(positions), positions.columns, len(is_wanted)))


@pytest.mark.parametrize(("served_whenever", "throws"), [(False, 1), (True, 3)])
def test_a_grande_is_served_in_the_first_throw_or_in_any_with_all_dice(served_whenever, throws):
    n, chance = 10_000, 6 / 7776
    after = played(GrandesServed(), Positions.fresh(n, 1), dice(2), served_whenever=served_whenever)
    made = int((after.sums[:, 0, 0] > 60).sum())
    expected = n * (1 - (1 - chance) ** throws)
    assert abs(made - expected) < 4 * np.sqrt(expected)


def test_leads_are_the_points_of_the_columns_that_the_sums_win():
    last = []
    leads = play(MostPoints(), ColumnNormal(), 8, dice(3), columns=2, watch=lambda _, positions: last.append(positions))
    assert len(last) == 2 * 10 * 2
    assert not last[-1].free.any()
    first, second = last[-1].sums[:, 1], last[-1].sums[:, 0]  # the second player entered last
    assert leads.tolist() == (np.sign(first - second) @ [1, 2]).tolist()
    assert play(MostPoints(), ColumnNormal(), 8, dice(3), columns=2).tolist() == leads.tolist()


def test_the_strong_strategy_beats_the_plainest():
    leads = play(foresight(), MostPoints(), 24, dice(4), columns=10)
    assert (leads > 0).sum() >= 19
