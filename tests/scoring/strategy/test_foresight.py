"""The strong strategy: what it takes free cells to bring, and what it makes of entries."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.sheets.category import Category
from scoring.strategy import foresight
from scoring.strategy.entry_worths import LOOKED_AT, Remembering, choices, open_entries
from scoring.strategy.foresight import LASTING, AfterEntry, ByColumns, Foresight, LookingAgain, Outlook, believed
from scoring.strategy.lead_chances import CellPoints
from scoring.strategy.matches import ChoicesPlan, Lying
from scoring.strategy.outcomes import OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, ROWS
from scoring.strategy.position import Positions
from scoring.strategy.prospects import FEATURES, USUAL_MEANS, CellPlaces, Network, Prospects

COLUMNS = 10


def network(seed, *sizes):
    """Return a network of random weights, small enough to change a factor by some tenths."""
    chance = np.random.default_rng(seed)
    layers, inputs = [], FEATURES
    for outputs in (*sizes, 1):
        layers.append((chance.normal(0, 0.3, (outputs, inputs)), chance.normal(0, 0.1, outputs)))
        inputs = outputs
    arrays = {f"it.{n}.{what}": array for n, pair in enumerate(layers)
              for what, array in zip(("weight", "bias"), pair, strict=True)}  # fmt: skip
    return Network.from_arrays(arrays, "it")


PROSPECTS = Prospects(network(1, 8, 6), USUAL_MEANS)
USUAL = Prospects(Network(((np.zeros((1, FEATURES), np.float32), np.zeros(1, np.float32)),)), USUAL_MEANS)
POINTS = CellPoints((OUTCOME_POINTS > 0) / np.bincount(OUTCOME_ROWS, OUTCOME_POINTS > 0)[OUTCOME_ROWS])
FIRST, OTHER = Foresight(PROSPECTS, POINTS), Foresight(USUAL, POINTS)
STRONG = LookingAgain((FIRST, OTHER))


def sheets(count, seed=1, share=0.5):
    """Return which cells are free on random sheets, as numbers."""
    free = np.random.default_rng(seed).random((count, ROWS, COLUMNS)) < share
    free[:, 0, 0] = True
    return free.astype(np.float32)


def weights(count, seed=5):
    return np.random.default_rng(seed).random((count, COLUMNS)).astype(np.float32)


def positions(count, *, share, seed=3):
    free = np.stack([sheets(count, seed, share), sheets(count, seed + 1, share)], axis=1) > 0
    return Positions(free, np.random.default_rng(seed).integers(40, 90, (count, 2, COLUMNS)))


def test_a_network_that_does_not_fit_is_refused():
    arrays = {"mean.0.weight": np.zeros((4, FEATURES + 1)), "mean.0.bias": np.zeros(4)}
    for given, said in ((arrays, "must lead from 38 features to one number"), ({}, "'mean'")):
        with pytest.raises(ValueError, match=said):
            Network.from_arrays(given, "mean")


def test_after_an_entry_the_free_cells_bring_what_they_bring_on_the_sheet_it_leaves():
    free, weigh = sheets(3), weights(3)
    after = AfterEntry.from_sheets(PROSPECTS, free, CellPlaces.from_sheets(free, weigh))
    usual, by_cell = after.usual, np.random.default_rng(7).random(free.shape) * free
    change = after.change(by_cell, usual)
    for number, row, column in np.argwhere(free > 0)[::7].tolist():
        left = free[number : number + 1].copy()
        left[0, row, column] = 0
        true = PROSPECTS.means(CellPlaces.from_sheets(left, weigh[number : number + 1]).features, left > 0)[0]
        others = by_cell[number].copy()
        others[row, column] = 0
        assert change[number, row, column] == pytest.approx(((true - usual[number]) * others).sum(), rel=1e-4, abs=1e-5)


def test_a_match_that_is_won_or_lost_is_worth_one_or_nothing_and_more_points_never_less():
    won = positions(2, share=0.05)
    won.sums[0], won.sums[1] = [[400] * COLUMNS, [0] * COLUMNS], [[0] * COLUMNS, [400] * COLUMNS]
    worths, is_open = STRONG.entry_worths(won), open_entries(won)
    assert worths[0][is_open[0]] == pytest.approx(1, abs=1e-6)
    assert worths[1][is_open[1]] == pytest.approx(0, abs=1e-6)
    worths = FIRST.entry_worths(positions(5, share=0.4))
    for row in Category:
        assert (np.diff(worths[:, :, row == OUTCOME_ROWS], axis=2) >= -1e-12).all()


def test_dice_are_entered_where_what_is_left_is_best_among_the_cells_that_seemed_best():
    at, number, hand, served = positions(2, share=0.5, seed=6), *np.array([[0], [81], [1]])
    chosen = choices(STRONG, at)
    first, again = (each.of_lying(number, hand, served)[0] for each in (replace(chosen, left=None), chosen))
    seemed = np.argsort(-first, axis=None)[:LOOKED_AT]
    row, column = np.unravel_index(seemed, first.shape)
    worths = STRONG.standing(at.some(np.repeat(number, LOOKED_AT)).entered(OUTCOME_OF[1, row, 81], column))
    assert again.max() == pytest.approx(first.max(), abs=1e-9)
    assert again.flat[seemed] - again.max() == pytest.approx(worths - worths.max(), abs=1e-6)
    entered = ChoicesPlan(chosen).decide(Lying(tables=number, hands=hand, served=served, throws_left=0))
    assert (entered.rows, entered.columns) == (row[worths.argmax()], column[worths.argmax()])
    assert worths.argmax() > 0


def test_two_think_together_what_first_sight_misses_is_added_and_the_end_is_not_looked_at_again():
    at, hands = positions(3, share=0.5), np.arange(3)
    one, other, both = (each.entry_worths(at)[open_entries(at)] for each in (FIRST, OTHER, STRONG))
    assert both == pytest.approx((one + other) / 2)
    assert np.abs(one - other).max() > 0.01
    assert STRONG.standing(at) == pytest.approx(sum(each.left(at, Outlook.of(at)) for each in (FIRST, OTHER)) / 2)
    more = replace(STRONG, missed=0.02).entry_worths(at)[open_entries(at)]
    assert foresight.log_odds(more) - foresight.log_odds(both) == pytest.approx(0.02)
    at.free[:, :, 2:] = at.free[:, :, :, 1:] = False
    chosen = choices(STRONG, at)
    exact = replace(chosen, left=None).of_lying(hands, hands, hands * 0)
    assert np.array_equal(chosen.of_lying(hands, hands, hands * 0), exact)


def test_matches_are_thought_of_as_those_of_as_many_columns_taught():
    other, both = LookingAgain((OTHER,)), LookingAgain((OTHER, *STRONG.members), missed=0.1)
    strategy, at = ByColumns(STRONG, other, both), positions(3, share=0.5)
    few, one = (Positions(at.free[..., :columns], at.sums[..., :columns]) for columns in (4, 1))
    for positions_, suited in ((at, STRONG), (few, other), (one, both)):
        assert np.array_equal(strategy.entry_worths(positions_), suited.entry_worths(positions_))
        assert np.array_equal(strategy.standing(positions_), suited.standing(positions_))


def test_with_one_cell_left_the_points_that_win_the_match_are_worth_it():
    at = positions(1, share=0.0)
    at.free[:] = False
    at.free[0, 0, Category.ACES, 9] = True
    at.sums[0] = [50] * COLUMNS, [50] * COLUMNS
    at.sums[0, 1, 9] = 62  # three aces win column ten and with it the match
    worths = Foresight(USUAL, POINTS).entry_worths(at)[0, 9, OUTCOME_ROWS == Category.ACES]
    points = OUTCOME_POINTS[OUTCOME_ROWS == Category.ACES]
    assert (worths[points > 12], worths[points < 12]) == (pytest.approx(1, abs=1e-3), pytest.approx(0, abs=1e-3))
    assert worths[points == 12] == pytest.approx(0.5, abs=1e-3)
    assert 0 < float(choices(Foresight(USUAL, POINTS), at).turn.start[0]) < 1


def test_what_is_believed_keeps_its_order_and_is_nearer_to_a_half_the_more_is_free():
    said = np.linspace(0, 1, 11)[None]
    early, late = (believed(said, positions(1, share=share))[0] for share in (0.9, 0.35))
    assert (np.diff(early) > 0).all()
    assert early[[0, 5, 10]] == pytest.approx([0, 0.5, 1], abs=1e-5)
    assert (early[1:5] > late[1:5]).all()
    assert (late[1:5] > said[0, 1:5]).all()
    assert np.log(early[7] / (1 - early[7])) == pytest.approx((1 - foresight.DOUBT) * np.log(0.7 / 0.3))
    assert believed(said, Positions.fresh(1, 1)) == pytest.approx(said, abs=1e-8)  # of one column all is believed


def test_free_cells_stand_above_those_of_their_row_that_weigh_less_and_a_decided_column_weighs_least():
    free = np.ones((1, ROWS, COLUMNS), np.float32)
    free[0, 3, 7] = 0
    standing = CellPlaces.from_sheets(free, np.arange(COLUMNS, dtype=np.float32)[None])
    assert standing.in_row[0, 3] == COLUMNS - 1
    assert standing.above[0, 0].tolist() == standing.below[0, 0].tolist()[::-1] == list(range(9, -1, -1))
    assert standing.above[0, 3, :7].tolist() == list(range(8, 1, -1))  # one less: column 7 is taken
    at = positions(1, share=0.3)
    at.sums[0, :, 4] = 400, 0
    at.free[0, :, :, 4] = False
    weigh = Outlook.of(at).weights[0]
    assert weigh[4] == pytest.approx(LASTING * weigh.mean(), rel=1e-3)
    assert weigh.max() > 2 * weigh[4] > 0


def test_what_is_remembered_is_what_the_same_strategy_says_of_just_these_positions():
    said = Foresight(PROSPECTS, POINTS)
    remembering = Remembering(said)
    asked = positions(2, share=0.5)
    first = remembering.entry_worths(asked)
    assert remembering.entry_worths(positions(2, share=0.5)) is first
    fewer = Positions(asked.free.copy(), asked.sums)
    fewer.free[0, 1, 3] = False
    for other in (Positions(asked.free, asked.sums + 3 * (np.arange(2) == 0)[None, :, None]), fewer, asked.some([1])):
        assert np.array_equal(remembering.entry_worths(other), said.entry_worths(other))
        assert not np.array_equal(remembering.entry_worths(asked), remembering.entry_worths(other))
