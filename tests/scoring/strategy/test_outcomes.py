"""Outcomes, positions and what follows from a strategy's worths, held against the rules themselves."""

import random

import numpy as np
import pytest

from scoring.dice import Face
from scoring.events import Entered, ThrowMade
from scoring.games.ten_by_ten import begin
from scoring.rules import apply
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category, points
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from scoring.strategy.entry_worths import NEVER, choices
from scoring.strategy.outcomes import HANDS, MULTISETS, OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES, hand_number
from scoring.strategy.position import Positions
from tests.scoring.table import five


def test_every_hand_brings_in_every_row_what_the_rules_say():
    assert len(OUTCOMES) == 78
    for served in (False, True):
        for row in Category:
            for hand in range(0, HANDS, 5):
                faces = tuple(Face(face + 1) for face in MULTISETS[hand])
                outcome = OUTCOME_OF[int(served), row, hand]
                assert OUTCOME_ROWS[outcome] == row
                assert OUTCOME_POINTS[outcome] == points(row, faces, is_served=served)


def played(turns, columns, seed=1):
    """Return a game in which so many turns were played at random."""
    state, chance = begin(("M", "E"), Ruleset(columns=columns), beginner=0), random.Random(seed)
    for _ in range(turns):
        state = apply(state, ThrowMade(tuple(chance.choices(tuple(Face), k=5))))
        state = apply(state, Entered(chance.choice(state.sheet(state.to_move).free_cells)))
    return state


def test_a_position_is_what_the_sheets_say_to_the_player_who_looks():
    state = played(23, 3)
    mine, theirs = (Positions.from_games([state], [player]) for player in (0, 1))
    for player, position in enumerate((mine, theirs)):
        for side, sheet in enumerate((state.sheet(player), state.sheet(1 - player))):
            free = {(cell.category, cell.column - 1) for cell in sheet.free_cells}
            assert {(row, column) for row, column in np.argwhere(position.free[0, side]).tolist()} == free
            assert position.sums[0, side].tolist() == [sheet.column_sum(column) for column in (1, 2, 3)]
    assert np.array_equal(mine.passed_on().free, theirs.free)
    assert np.array_equal(mine.passed_on().sums, theirs.sums)
    assert mine.leads.tolist() == (-theirs.leads).tolist()


@pytest.mark.parametrize("strategy", [MostPoints(), OverPar(), ColumnNormal()])
def test_no_strategy_enters_in_a_cell_that_is_taken(strategy):
    state = played(2 * 17, 2)
    chosen = choices(strategy, Positions.from_games([state], [0]))
    free = {(cell.category, cell.column - 1) for cell in state.sheet(0).free_cells}
    rows_free = {row for row, _ in free}
    for outcome, row in enumerate(map(Category, OUTCOME_ROWS)):
        if row in rows_free:
            assert (row, chosen.columns[0, outcome]) in free
        else:
            assert chosen.worths[0, outcome] == NEVER
    assert {Category(OUTCOME_ROWS[outcome]) for outcome in chosen.outcomes.ravel()} <= rows_free


@pytest.mark.parametrize(
    ("strategy", "text", "column"),
    [
        *((strategy, "BBBBB", 10) for strategy in (MostPoints(), OverPar(), ColumnNormal())),
        (OverPar(is_thrifty=True), "99AAA", 10),  # three aces are not below par
        # what is below par goes where it costs least if the player is thrifty
        (OverPar(is_thrifty=True), "99TBD", 1),
        (OverPar(), "99TBD", 10),
        (ColumnNormal(), "99TBD", 1),
    ],
)
def test_what_is_dear_goes_to_the_dearest_column(strategy, text, column):
    state = apply(begin(("M", "E"), Ruleset(), beginner=0), ThrowMade(five(text)))
    chosen = choices(strategy, Positions.from_games([state], [0]))
    outcome = chosen.outcomes[0, int(state.is_served), hand_number(state.turn.faces)]
    assert chosen.columns[0, outcome] + 1 == column
    assert (Category(OUTCOME_ROWS[outcome]) is Category.GRANDE) == (text == "BBBBB")
