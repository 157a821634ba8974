from __future__ import annotations

import random
import time
from itertools import compress

import pytest

from scoring.category import Category
from scoring.dice import Face
from scoring.errors import GameOverError, NoThrowError
from scoring.events import Entered, ThrowBurned, ThrowMade
from scoring.games.ten_by_ten import GamePhase, apply, begin, preview, replay
from scoring.ruleset import Ruleset, ServedRule
from scoring.sheet import Cell
from scoring.standings import standings
from scoring.strategy.advisor import Advisor
from scoring.strategy.par import ParAdvisor

ADVISOR: Advisor = ParAdvisor()


@pytest.fixture
def thrown(dice):
    """Return what makes a game in which the first throw lies."""
    return lambda text, **rules: apply(begin(("M", "E"), Ruleset(**rules), beginner=0), ThrowMade(dice(text)))


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("KKKAA", Category.FULL),
        ("999TT", Category.FULL),
        ("BBBBB", Category.GRANDE),
        ("9TBDK", Category.STRAIGHT),
        ("TBDKA", Category.STRAIGHT),
    ],
)
def test_a_served_combination_is_kept_and_goes_to_its_row_in_a_dear_column(thrown, text, row):
    state = thrown(text)
    assert ADVISOR.best_cell(state) == Cell(row, 10)
    assert all(ADVISOR.best_hold(state))


def test_a_served_poker_goes_to_its_row_and_at_most_its_odd_die_is_thrown_again(thrown):
    state = thrown("AAAAT")
    assert ADVISOR.best_cell(state) == Cell(Category.POKER, 10)
    assert ADVISOR.best_hold(state)[:4] == (True,) * 4


def test_a_bad_hand_is_written_where_it_costs_least(thrown):
    cell = ADVISOR.best_cell(thrown("99TBA"))
    assert cell.column == 1


@pytest.mark.parametrize(("text", "kept"), [("AAAA9", "AAAA"), ("AAA9T", "AAA"), ("KKK9T", "KKK")])
def test_alike_dice_are_held_when_only_the_upper_rows_and_grande_are_free(log_of, dice, text, kept):
    lower = [Category.STRAIGHT, Category.FULL, Category.POKER]
    turns = [turn for row in lower for turn in (("99999", row, 1), ("99999", row, 1))]
    state = replay([*log_of(*turns, ruleset=Ruleset(columns=1)), ThrowMade(dice(text))])
    assert tuple(compress(dice(text), ADVISOR.best_hold(state))) == dice(kept)


def test_strikes_go_to_columns_that_are_lost(log_of, dice):
    # The other has a full column 10, this player one free cell in it that cannot win; column 9 is open.
    turns = []
    for row in list(Category)[:9]:
        turns += [("TTTTB" if row is Category.NINES else "99999", row, 10), ("AAAAA", row, 10)]
    turns += [("99999", Category.NINES, 9), ("AAAAA", Category.GRANDE, 10)]
    state = replay([*log_of(*turns), ThrowMade(dice("9TBDA"))])
    assert standings(state).columns[9].cannot_win(0)
    assert ADVISOR.best_cell(state) == Cell(Category.GRANDE, 10)


def test_after_the_third_throw_there_is_nothing_to_hold_for(thrown, dice):
    state = thrown("99TBA")
    for _ in range(2):
        state = apply(state, ThrowMade(dice("99TBA")))
    assert all(ADVISOR.best_hold(state))


@pytest.mark.parametrize(("rule", "kept"), [(ServedRule.FIRST_THROW, "A"), (ServedRule.ANY_FULL_THROW, "")])
def test_all_five_are_thrown_again_where_that_can_still_be_served(log_of, dice, rule, kept):
    # Only Grande is free and one throw left: an ace held brings 56 of five, all five thrown 51 to 66.
    turns = [turn for row in list(Category)[:9] for turn in (("99999", row, 1), ("99999", row, 1))]
    state = replay([*log_of(*turns, ruleset=Ruleset(columns=1, served=rule)), ThrowMade(dice("9TBDA"))])
    state = apply(state, ThrowMade(dice("9TBDA")))
    assert tuple(compress(dice("9TBDA"), ADVISOR.best_hold(state))) == dice(kept)


def test_without_dice_there_is_no_advice(thrown, random_logs):
    waiting = begin(("M", "E"), beginner=0)
    burning = apply(thrown("KKKAA"), ThrowBurned((True,) * 5))
    for state in (begin(("M", "E")), waiting, burning):
        with pytest.raises(NoThrowError):
            ADVISOR.best_cell(state)
        with pytest.raises(NoThrowError):
            ADVISOR.best_hold(state)
    over = replay(random_logs(0, Ruleset(columns=1)))
    with pytest.raises(GameOverError):
        ADVISOR.best_cell(over)


def test_suggestions_rank_every_free_cell_with_what_it_would_score(thrown):
    ranked = ParAdvisor().ranked(thrown("KKKAA"))
    assert len(ranked) == 100
    assert [each.worth for each in ranked] == sorted((each.worth for each in ranked), reverse=True)
    assert {each.points for each in ranked if each.cell.category is Category.FULL} == {40}
    assert ranked[0].worth > 0 > ranked[-1].worth


def play(seed, choose):
    """Play one game of two columns; player 0 by the advisor, player 1 by `choose`."""
    rng = random.Random(seed)
    state = begin(("M", "E"), Ruleset(columns=2), beginner=seed % 2)
    while state.phase is GamePhase.TURN:
        flags, faces = (False,) * 5, (Face.NINE,) * 5
        advisor = ADVISOR if state.to_move == 0 else choose
        while state.turn.throws_left and not all(flags):
            faces = tuple(faces[i] if flags[i] else rng.choice(tuple(Face)) for i in range(5))
            state = apply(state, ThrowMade(faces, flags))
            flags = advisor.best_hold(state)
        state = apply(state, Entered(advisor.best_cell(state)))
    return standings(state)


class Greedy:
    """Throws on until three throws are made, holds the most frequent face, takes the most points."""

    def best_hold(self, state):
        faces = state.turn.faces
        most = max(faces, key=faces.count)
        return tuple(face == most for face in faces)

    def best_cell(self, state):
        scores = preview(state)
        return max(state.sheet(state.to_move).free_cells, key=lambda cell: scores[cell.category])


def test_it_beats_a_player_who_always_takes_the_most_points():
    wins = [play(seed, Greedy()).winner for seed in range(20)]
    assert wins.count(0) >= 15


def test_advice_is_given_in_time(thrown):
    ADVISOR.best_hold(thrown("99TBA"))  # the tables are made once
    state = thrown("9TBDA")
    began = time.process_time()
    for _ in range(5):
        ADVISOR.best_hold(state)
        ADVISOR.best_cell(state)
    assert (time.process_time() - began) / 5 < 0.1  # CPU time; wanted are 20 ms, on a desk
