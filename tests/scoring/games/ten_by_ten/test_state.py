from __future__ import annotations

import pytest

from scoring.events import Entered, GameBegan, ThrowBurned, ThrowMade
from scoring.game import Stage
from scoring.games.ten_by_ten import GameState, begin, preview
from scoring.rules import apply, replay
from scoring.ruleset import Ruleset
from scoring.seats import Beginning
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell

PLAYERS = ("Manfred", "Ewald")


def test_a_game_begins_with_empty_sheets_and_the_defaults():
    state = begin(PLAYERS)
    assert state == GameState(agreed=GameBegan(players=PLAYERS), seats=(0, 1), beginning=Beginning((0, 1)))
    assert (state.stage, state.turn_number, state.turns, state.to_move) == (Stage.BEGINNING, 1, 200, None)
    assert [len(sheet.free_cells) for sheet in state.sheets] == [100, 100]


def test_before_a_throw_nothing_can_be_previewed(dice):
    assert preview(begin(PLAYERS)) == {}
    state = begin(PLAYERS, beginner=0)
    assert preview(state) == {}
    burned = apply(apply(state, ThrowMade(dice("KKKAA"))), ThrowBurned((True,) * 5))
    assert preview(burned) == {}


def test_the_preview_says_what_every_row_would_score(dice):
    state = apply(begin(PLAYERS, beginner=0), ThrowMade(dice("KKKAA")))
    expected = dict.fromkeys(Category, 0) | {Category.KINGS: 15, Category.ACES: 12, Category.FULL: 40}
    assert preview(state) == expected
    assert list(preview(state)) == list(Category)


def test_the_preview_leaves_out_rows_without_a_free_cell(log_of, dice):
    log = log_of(("KKKAA", Category.FULL, 1), ("KKKAA", Category.GRANDE, 1), ruleset=Ruleset(columns=1))
    state = replay([*log, ThrowMade(dice("KKKAA"))])
    assert set(preview(state)) == set(Category) - {Category.FULL}


def test_the_preview_is_what_is_then_entered(dice):
    state = apply(begin(PLAYERS, beginner=0), ThrowMade(dice("TBDKA")))
    for row, scored in preview(state).items():
        assert apply(state, Entered(Cell(row, 3))).entries[0].points == scored


def test_when_the_game_is_over_nothing_is_previewed(random_logs):
    assert preview(replay(random_logs(0, Ruleset(columns=1)))) == {}


@pytest.mark.parametrize("columns", [1, 2, 10])
def test_a_shorter_game_has_fewer_turns(columns):
    assert begin(PLAYERS, Ruleset(columns=columns)).turns == 20 * columns
