"""Solved matches held against every throw of a turn, and losses as they are measured against them."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from models.evaluate.small_games import Losses, followed, losses
from models.evaluate.solved import Exact, Layer, SmallGame, fresh, results, solved
from scoring.dice import DICE_COUNT
from scoring.sheets.category import Category
from scoring.strategy import baselines, ending, matches
from scoring.strategy.entry_worths import NEVER, choices, choices_among, where_free
from scoring.strategy.outcomes import FACES, OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS
from scoring.strategy.position import Positions
from scoring.turns.turn import THROWS_A_TURN
from tests.bench.by_throws import scores, turn_chances

EXACT = 1e-6
"""Single precision is good for this over four turns."""
JACKS, STRAIGHT, FULL, GRANDE = Category.JACKS, Category.STRAIGHT, Category.FULL, Category.GRANDE
THREE_ROWS = SmallGame((JACKS, FULL, GRANDE), 1)
WHENEVER = SmallGame((STRAIGHT,), 2, served_whenever=True)


@pytest.fixture(scope="module")
def exact():
    return Exact(solved(THREE_ROWS))


def chance_of(layers, *sheets):
    """Return the chance of the first of both, whose sheets are points by cell, (row, column)."""
    game, free, leads = layers[0].game, [], np.zeros((layers[0].game.columns, 1), np.intp)
    for sheet, sign in zip(sheets, (1, -1), strict=True):
        cells = {game.rows.index(row) * game.columns + column for row, column in sheet}
        free.append(np.array([sum(1 << cell for cell in range(game.cells) if cell not in cells)]))
        for (_, column), points in sheet.items():
            leads[column] += sign * points
    of = layers[sum(int(cells[0]).bit_count() for cells in free)]
    return float(of.chances[of.layer.places(of.layer.pairs(*free), leads)][0])


@pytest.mark.parametrize("game", [SmallGame((JACKS, STRAIGHT), 2), WHENEVER])
def test_every_chance_is_what_every_throw_hold_and_entry_of_the_next_turn_says(game):
    layers, cells = solved(game), list(product(game.rows, range(game.columns)))
    for seed in range(game.turns):
        lot, sheets = np.random.default_rng(seed), ({}, {})
        for turn in range(seed):
            sheet = sheets[turn % 2]
            cell = lot.permutation([number for number, one in enumerate(cells) if one not in sheet])[0]
            sheet[cells[cell]] = int(lot.choice(scores(cells[cell][0], is_served=bool(turn % 3))))
        own, other = sheets[seed % 2], sheets[1 - seed % 2]
        after = cache(lambda cell, points, own=own, other=other: 1 - chance_of(layers, other, {**own, cell: points}))
        entered = [
            [
                max(after(cell, scores(cell[0], is_served)[hand]) for cell in cells if cell not in own)
                for hand in range(252)
            ]
            for is_served in (False, True)
        ]
        start, *_ = turn_chances(*entered, game.served_whenever)
        assert chance_of(layers, own, other) == pytest.approx(start, abs=EXACT)


@pytest.mark.parametrize("game", [THREE_ROWS, SmallGame((JACKS, STRAIGHT), 2), SmallGame((GRANDE,), 3)])
def test_the_end_of_a_match_is_reckoned_as_the_solved_one_whatever_is_left(game):
    exact, positions, lot, seen = Exact(solved(game)), fresh(game, 5), np.random.default_rng(1), []
    for left in range(game.turns, 0, -1):
        worths = ending.exact_worths(positions)
        assert (ending.is_near(positions) == (left <= ending.cells_reckoned(game.columns))).all()
        assert where_free(exact.entry_worths(positions), positions) == pytest.approx(worths, abs=5 * EXACT)
        seen.append((positions, worths))
        columns, outcomes = zip(*(lot.permutation(np.argwhere(each > NEVER))[0] for each in worths), strict=True)
        positions = positions.entered(np.array(outcomes), np.array(columns)).passed_on()
        assert (ending.is_near(positions, entered=1) == ending.is_near(seen[-1][0])).all()
    assert not positions.free.any()
    together = Positions(*(np.concatenate(each) for each in zip(*((at.free, at.sums) for at, _ in seen), strict=True)))
    assert ending.exact_worths(together) == pytest.approx(np.concatenate([worths for _, worths in seen]), abs=EXACT)


@pytest.mark.parametrize("game", [THREE_ROWS, SmallGame((Category.NINES, STRAIGHT), 2)])
def test_every_place_is_one_position(game):
    for free in range(game.turns + 1):
        layer = Layer.of(game, free)
        pairs, leads = layer.at(np.arange(len(layer)))
        assert np.array_equal(layer.places(pairs, leads), np.arange(len(layer)))
        assert (np.diff(pairs) >= 0).all()
        assert pairs[-1] + 1 == len(layer.own) * len(layer.other)


def test_full_sheets_are_won_by_column_points():
    layer, chances = Layer.of(game := SmallGame((STRAIGHT,), 2), 0), results(game)
    leads = np.stack(layer.at(np.arange(len(layer)))[1], axis=1).tolist()
    of = dict(zip(map(tuple, leads), chances.tolist(), strict=True))
    assert of[1, 0] == of[0, 1] == of[-1, 1] == 1
    assert of[0, 0] == 0.5
    assert all(chance + of[-one, -two] == 1 for (one, two), chance in of.items())


def test_the_perfect_player_reckons_with_the_chances_and_loses_nothing(exact):
    # The last turn of each: who moves is 3 points ahead and has Grande left, the other may still make a Full.
    positions = fresh(THREE_ROWS, 1)
    positions.free[0, 0, [JACKS, FULL]] = False
    positions.free[0, 1, [JACKS, GRANDE]] = False
    positions.sums[0] = [[12], [9]]
    worths = exact.entry_worths(positions)[0, 0]
    own, other = {(JACKS, 0): 12, (FULL, 0): 0}, {(JACKS, 0): 9, (GRANDE, 0): 0}
    for points in (0, 53, 63):
        (outcome,) = np.flatnonzero((OUTCOME_ROWS == GRANDE) & (points == OUTCOME_POINTS))
        wanted = 1 - chance_of(exact.layers, other, {**own, (GRANDE, 0): points})
        assert worths[outcome] == pytest.approx(wanted, abs=EXACT)
    assert not worths[OUTCOME_ROWS != GRANDE].any()
    begun = fresh(THREE_ROWS, 1)
    turn = choices_among(where_free(exact.entry_worths(begun), begun)).turn
    assert turn.start[0] == pytest.approx(exact.layers[-1].chances[0], abs=EXACT)
    lost = losses(THREE_ROWS, exact, exact, np.random.default_rng(1), 20)
    assert np.abs(lost.lost).max() < 1e-12
    assert not lost.entering.any()
    assert (lost.decisions >= THREE_ROWS.cells).all()
    assert (lost.decisions <= THROWS_A_TURN * THREE_ROWS.cells).all()


@dataclass(frozen=True)
class AtEveryTable:
    plan: matches.ChoicesPlan

    def decide(self, lying):
        return self.plan.decide(replace(lying, tables=np.zeros_like(lying.tables)))


@pytest.mark.parametrize("game", [THREE_ROWS, WHENEVER])
def test_a_turn_is_worth_what_it_brings_on_average_over_many_throws(game):
    exact, count = Exact(solved(game)), 100_000
    rule, one = {"served_whenever": game.served_whenever}, fresh(game, 1)
    worths, chosen = exact.entry_worths(one), choices(baselines.MostPoints(), one, **rule)
    (worth,), (decided,) = followed(chosen, worths, **rule)
    faces = np.random.default_rng(2).integers(FACES, size=(count, THROWS_A_TURN, DICE_COUNT))
    entries = matches.turn_entries(AtEveryTable(matches.ChoicesPlan(chosen)), faces, **rule)
    brought = worths[0, entries.columns, OUTCOME_OF[entries.served, entries.rows, entries.hands]]
    assert worth == pytest.approx(brought.mean(), abs=4 * brought.std() / np.sqrt(count))
    assert worth < choices_among(where_free(worths, one), **rule).turn.start[0] - 0.001
    assert 1 < decided < THROWS_A_TURN


def test_what_is_lost_by_decisions_is_missing_in_the_results_and_means_come_with_their_intervals(exact):
    lost = losses(THREE_ROWS, exact, baselines.MostPoints(), np.random.default_rng(3), 600)
    # Both begin as often, so perfect play on both sides would win half.
    assert lost.lost.sum(axis=1).mean() > 0.02
    assert lost.results.mean() == pytest.approx(0.5 - lost.a_match()[0], abs=4 * 0.5 / np.sqrt(600))
    assert not np.delete(lost.entering, THREE_ROWS.rows, axis=1).any()
    assert 0.005 < lost.entering.sum(axis=1).mean() < lost.lost.sum(axis=1).mean()
    lost = Losses(np.array([[0.1, 0.0], [0.1, 0.2]]), np.zeros((2, 10)), np.array([10.0, 10.0]), np.array([0.0, 1.0]))
    assert lost.a_match() == pytest.approx((0.2, 1.959964 * 0.1))
    assert lost.a_decision() == pytest.approx((0.02, 1.959964 * 0.01))
