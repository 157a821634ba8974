"""Outcomes, positions and what follows from a strategy's worths, held against the rules themselves."""

from __future__ import annotations

import random

import numpy as np
import pytest

from scoring.dice import Face
from scoring.events import Entered, ThrowMade
from scoring.games.ten_by_ten import begin
from scoring.rules import apply
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from scoring.strategy.entry_worths import NEVER, choices
from scoring.strategy.outcomes import HANDS, MULTISETS, OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES, hand_number
from scoring.strategy.position import Positions


def faces_of(hand):
    return tuple(Face(face + 1) for face in MULTISETS[hand])


def test_every_hand_brings_in_every_row_what_the_rules_say():
    assert len(OUTCOMES) == 78
    for served in (False, True):
        for row in Category:
            for hand in range(0, HANDS, 5):
                outcome = OUTCOME_OF[int(served), row, hand]
                assert OUTCOME_ROWS[outcome] == row
                assert OUTCOME_POINTS[outcome] == points(row, faces_of(hand), is_served=served)


def played(turns, columns, seed=1):
    """Return a game in which so many turns were played at random."""
    state, chance = begin(("M", "E"), Ruleset(columns=columns), beginner=0), random.Random(seed)
    for _ in range(turns):
        state = apply(state, ThrowMade(tuple(chance.choices(tuple(Face), k=5))))
        state = apply(state, Entered(chance.choice(state.sheet(state.to_move).free_cells)))
    return state


def test_a_position_is_what_the_sheets_say_to_the_player_who_looks():
    state = played(23, 3)
    for player in (0, 1):
        position = Positions.from_games([state], [player])
        for side, sheet in ((0, state.sheet(player)), (1, state.sheet(1 - player))):
            free = {(cell.category, cell.column - 1) for cell in sheet.free_cells}
            assert {(row, column) for row, column in np.argwhere(position.free[0, side]).tolist()} == free
            assert position.sums[0, side].tolist() == [sheet.column_sum(column) for column in (1, 2, 3)]
    mine, theirs = Positions.from_games([state], [0]), Positions.from_games([state], [1])
    assert np.array_equal(mine.passed_on().free, theirs.free)
    assert np.array_equal(mine.passed_on().sums, theirs.sums)
    assert mine.leads.tolist() == (-theirs.leads).tolist()


def test_an_entry_fills_the_cell_and_adds_its_points():
    state = apply(played(12, 2), ThrowMade((Face.KING,) * 3 + (Face.ACE,) * 2))
    cell = next(cell for cell in state.sheet(0).free_cells if cell.category is Category.FULL)
    before, after = Positions.from_games([state], [0]), Positions.from_games([apply(state, Entered(cell))], [0])
    outcome = OUTCOME_OF[1, Category.FULL, hand_number(state.turn.faces)]
    entered = before.entered(np.array([outcome]), np.array([cell.column - 1]))
    assert np.array_equal(entered.free, after.free)
    assert np.array_equal(entered.sums, after.sums)


@pytest.mark.parametrize("strategy", [MostPoints(), OverPar(), ColumnNormal()])
def test_no_strategy_enters_in_a_cell_that_is_taken(strategy):
    state = played(2 * 17, 2)
    positions = Positions.from_games([state], [0])
    chosen = choices(strategy, positions)
    free = {(cell.category, cell.column - 1) for cell in state.sheet(0).free_cells}
    rows_free = {row for row, _ in free}
    for outcome in range(len(OUTCOMES)):
        row = Category(OUTCOME_ROWS[outcome])
        if row in rows_free:
            assert (row, chosen.columns[0, outcome]) in free
        else:
            assert chosen.worths[0, outcome] == NEVER
    assert {Category(OUTCOME_ROWS[outcome]) for outcome in chosen.outcomes.ravel()} <= rows_free


def best_cell(strategy, state):
    chosen = choices(strategy, Positions.from_games([state], [state.to_move]))
    outcome = chosen.outcomes[0, int(state.is_served), hand_number(state.turn.faces)]
    return Cell(Category(OUTCOME_ROWS[outcome]), int(chosen.columns[0, outcome]) + 1)


@pytest.mark.parametrize("strategy", [MostPoints(), OverPar(), ColumnNormal()])
def test_a_served_grande_goes_to_its_row_in_the_dearest_column(strategy):
    state = apply(begin(("M", "E"), Ruleset(), beginner=0), ThrowMade((Face.JACK,) * 5))
    assert best_cell(strategy, state) == Cell(Category.GRANDE, 10)


def test_what_is_below_par_goes_where_it_costs_least_if_the_player_is_thrifty():
    state = apply(begin(("M", "E"), Ruleset(), beginner=0), ThrowMade((Face.NINE, Face.NINE, *faces_of(251)[:3])))
    assert best_cell(OverPar(is_thrifty=True), state).column == 10  # three aces are not below par
    state = apply(begin(("M", "E"), Ruleset(), beginner=0), ThrowMade((Face(1), Face(1), Face(2), Face(3), Face(4))))
    assert best_cell(OverPar(is_thrifty=True), state).column == 1
    assert best_cell(OverPar(), state).column == 10
    assert best_cell(ColumnNormal(), state).column == 1


def test_the_chance_after_an_entry_lies_between_nought_and_one_and_rises_with_its_points():
    worths = ColumnNormal().entry_worths(Positions.from_games([played(40, 10)], [0]))
    assert 0 <= worths.min() <= worths.max() <= 1
    for row in Category:
        of_row = worths[0][:, row == OUTCOME_ROWS]
        assert (np.diff(of_row, axis=1) >= -1e-12).all()
