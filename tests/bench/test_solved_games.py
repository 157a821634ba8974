"""Solved matches held against a recursion over every throw, and their laws."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.sheets.category import Category
from scoring.strategy.entry_worths import choices_among, where_free
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS
from scoring.strategy.position import Positions
from tests.bench.by_throws import TinyGame
from tests.bench.small_games import solved
from tests.bench.solved_games import Exact, Layer, SmallGame, fresh, results

EXACT = 1e-6
"""Single precision is good for this over four turns."""
JACKS, STRAIGHT, FULL, GRANDE = Category.JACKS, Category.STRAIGHT, Category.FULL, Category.GRANDE
THREE_ROWS = SmallGame((JACKS, FULL, GRANDE), 1)


@pytest.fixture(scope="module")
def three_rows(tmp_path_factory):
    return solved(THREE_ROWS, tmp_path_factory.mktemp("small-games"))


def position_of(game, *sheets):
    """Return the free sets of both and the leads of the first."""
    free, leads = [], np.zeros(game.columns, np.intp)
    for sheet, sign in zip(sheets, (1, -1), strict=True):
        cells = {game.rows.index(row) * game.columns + column for (row, column), _ in sheet}
        free.append(sum(1 << cell for cell in range(game.cells) if cell not in cells))
        for (_, column), points in sheet:
            leads[column] += sign * points
    return *free, leads


@pytest.mark.parametrize(
    "game",
    [SmallGame((JACKS, STRAIGHT), 1), SmallGame((STRAIGHT,), 2, served_whenever=True)],
    ids=["two rows", "two columns"],
)
def test_every_chance_is_what_a_recursion_over_all_throws_says(game, tmp_path):
    tiny = TinyGame(game.rows, game.columns, game.served_whenever)
    tiny.chance((), ())
    layers = solved(game, tmp_path)
    assert len(tiny.known) > 900
    for sheets, chance in tiny.known.items():
        own, other, leads = position_of(game, *sheets)
        after = layers[own.bit_count() + other.bit_count()]
        place = after.layer.places(after.layer.pairs(np.array([own]), np.array([other])), leads[:, None])
        assert after.chances[place] == pytest.approx(chance, abs=EXACT)


@pytest.mark.parametrize("game", [THREE_ROWS, SmallGame((Category.NINES, STRAIGHT), 2)])
def test_every_place_is_one_position(game):
    for free in range(game.turns + 1):
        layer = Layer.of(game, free)
        pairs, leads = layer.at(np.arange(len(layer)))
        assert np.array_equal(layer.places(pairs, leads), np.arange(len(layer)))
        assert (np.diff(pairs) >= 0).all()
        assert pairs[-1] + 1 == len(layer.own) * len(layer.other)


def test_a_greater_lead_is_never_worse_and_whole_chances_are_only_certain_ends(three_rows):
    most = THREE_ROWS.most_points()[0]
    for free, (layer, chances) in enumerate((one.layer, one.chances) for one in three_rows):
        pairs, (leads,) = layer.at(np.arange(len(layer)))
        same = np.diff(pairs) == 0
        assert (np.diff(chances)[same] >= -EXACT).all()
        own, other = layer.own[pairs // len(layer.other)], layer.other[pairs % len(layer.other)]
        is_won, is_lost = leads > most[other], leads < -most[own]
        assert chances[is_won] == pytest.approx(1, abs=EXACT)
        assert chances[is_lost] == pytest.approx(0, abs=EXACT)
        # All may still come for one and nothing for the other: what can still change is not certain.
        is_open = ~is_won & ~is_lost & (free > 0)
        assert (chances[is_open] > 0).all()
        assert (chances[is_open] < 1 - 1e-9).all()


def test_full_sheets_are_won_by_column_points():
    layer, chances = Layer.of(game := SmallGame((STRAIGHT,), 2), 0), results(SmallGame((STRAIGHT,), 2))
    of = {
        tuple(int(lead[place]) for lead in layer.at(np.arange(len(layer)))[1]): float(chances[place])
        for place in range(len(layer))
    }
    assert game.turns == 4
    assert of[1, 0] == of[0, 1] == of[-1, 1] == 1
    assert of[0, 0] == 0.5
    assert all(chance + of[-one, -two] == 1 for (one, two), chance in of.items())


def test_the_perfect_player_reckons_with_what_a_recursion_over_all_throws_says(three_rows):
    exact, game = Exact(three_rows), TinyGame(THREE_ROWS.rows, 1)
    # The last turn of each: who moves is 3 points ahead and has Grande left, the other may still make a Full.
    positions = fresh(THREE_ROWS, 1)
    positions.free[0, 0, [JACKS, FULL]] = False
    positions.free[0, 1, [JACKS, GRANDE]] = False
    positions.sums[0] = [[12], [9]]
    worths = exact.entry_worths(positions)[0, 0]
    own, other = (((JACKS, 0), 12), ((FULL, 0), 0)), (((JACKS, 0), 9), ((GRANDE, 0), 0))
    for points in (0, 53, 63):
        (outcome,) = np.flatnonzero((OUTCOME_ROWS == GRANDE) & (points == OUTCOME_POINTS))
        wanted = 1 - game.chance(other, (*own, ((GRANDE, 0), points)))
        assert worths[outcome] == pytest.approx(wanted, abs=EXACT)
    assert not worths[OUTCOME_ROWS != GRANDE].any()
    begun = fresh(THREE_ROWS, 1)
    turn = choices_among(where_free(exact.entry_worths(begun), begun)).turn
    assert turn.start[0] == pytest.approx(three_rows[-1].chances[0], abs=EXACT)


def test_positions_of_another_match_or_one_that_is_over_are_refused(three_rows):
    exact = Exact(three_rows)
    for other in (Positions.fresh(1, 1), fresh(SmallGame(THREE_ROWS.rows, 2), 1)):
        with pytest.raises(ValueError, match="1 columns with the rows"):
            exact.entry_worths(other)
    over = fresh(THREE_ROWS, 1)
    over.free[:] = False
    behind = fresh(THREE_ROWS, 1)
    behind.free[0, 0, JACKS] = False
    for wrong in (over, behind):
        with pytest.raises(ValueError, match="as many as the other or one more"):
            exact.entry_worths(wrong)
