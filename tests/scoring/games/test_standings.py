import random

import pytest

from scoring.events import Entered, ThrowMade
from scoring.game import Stage
from scoring.games.standings import standings
from scoring.games.ten_by_ten import begin
from scoring.rules import apply, replay
from scoring.ruleset import Ruleset, TiedColumnRule
from scoring.sheets.category import Category
from scoring.strategy.baselines import MostPoints
from tests.scoring.strategy.recorded import Player, played
from tests.scoring.table import five, log_of

ACES, NINES, TWO_ROWS, NONE = [Category.ACES], [Category.NINES], [Category.ACES, Category.KINGS], []
SCORED = {Category.ACES: "AAAA9", Category.KINGS: "KKKK9", Category.NINES: "99TBA"}


def text(row, rows):
    """Return dice that score a little in a row, or nothing where it is none of these."""
    return SCORED[row] if row in rows else "TTTTB" if row in (Category.NINES, Category.GRANDE) else "99999"


def column_log(*columns, **ruleset):
    """Return the log of whole columns: (column, rows player 0 scores in, rows player 1 scores in)."""
    turns = [(text(row, own), row, column) for column, *players in columns for row in Category for own in players]
    return log_of(*turns, ruleset=Ruleset(**ruleset))


def test_a_column_counts_only_when_both_have_filled_it():
    empty = standings(begin(("M", "E"), beginner=0))
    assert (empty.points, empty.totals, empty.points_to_win) == ((0, 0), (0, 0), 28)  # S1: „mindestens 28 Punkte“
    assert (empty.winner, empty.is_draw, empty.secured_by, empty.thrown_more_but_behind) == (None, False, None, None)
    # Source: S1's rows: 5 × (1 + … + 6), then 26 + 5, 36 + 5, 46 + 5, 56 + 10, all served.
    assert empty.columns[0].best_sums == (5 * 21 + 31 + 41 + 51 + 66,) * 2
    # Source: S1: „Wenn eine Spalte komplett voll ist, d.h. beide Spieler auf allen 10 Feldern der Spalte …“.
    log = column_log((7, ACES, NONE))
    almost, full = standings(replay(log[:-2])), standings(replay(log))
    assert [(now.points, now.columns[6].is_decided) for now in (almost, full)] == [((0, 0), False), ((7, 0), True)]
    assert (full.columns[6].winner, full.columns[6].sums) == (0, (24, 0))


def test_one_can_throw_more_and_still_be_behind():
    # Source: S1: „Es kann also durchaus vorkommen, dass man mehr gewürfelt hat, als der Gegner, aber trotzdem …“.
    now = standings(replay(column_log((2, NONE, NINES), (1, TWO_ROWS, NONE), columns=2)))
    assert (now.totals, now.points, now.thrown_more_but_behind) == ((44, 2), (1, 2), 0)
    assert (now.winner, now.is_draw) == (1, False)


@pytest.mark.parametrize(("rule", "points"), [(TiedColumnRule.NONE, (0, 0)), (TiedColumnRule.SPLIT, (1.5, 1.5))])
def test_a_tied_column_follows_the_house_rule(rule, points):
    now = standings(replay(column_log((3, ACES, ACES), tied_column=rule)))
    assert (now.points, now.columns[2].is_tied, now.columns[2].winner) == (points, True, None)
    assert not now.columns[3].is_tied
    columns = (1, ACES, NONE), (2, ACES, NONE), (3, NONE, ACES), (4, NONE, NONE)
    now = standings(replay(column_log(*columns, columns=4, tied_column=rule)))
    assert now.points[0] == now.points[1] < now.points_to_win
    assert (now.winner, now.is_draw, now.secured_by) == (None, True, None)


def test_with_a_tied_column_more_points_win_below_28():
    # Source: scoring/RULES.md, "With a tied column both can stay below 28: then more points win". 3 against 1 of 10.
    now = standings(replay(column_log((1, ACES, NONE), (2, NONE, NONE), (3, NONE, ACES), (4, NONE, NONE), columns=4)))
    assert (now.points, now.points_to_win, now.winner, now.is_draw, now.secured_by) == ((1, 3), 6, 1, False, 1)


MOST = ["99999", "TTTTT", "BBBBB", "DDDDD", "KKKKK", "AAAAA", "TBDKA", "AAAKK", "AAAA9", "AAAAA"]


def worst_case(state, unlucky):
    """Play on so that a player strikes all he has free and the other fills his cells as high as can be."""
    while state.stage is Stage.TURN:
        cell = state.sheet(state.to_move).free_cells[0]
        best = text(cell.category, NONE) if state.to_move == unlucky else MOST[cell.category]
        state = apply(apply(state, ThrowMade(five(best))), Entered(cell))
    return standings(state)


@pytest.mark.parametrize("columns", [1, 2, 3, pytest.param(10, marks=pytest.mark.proof)])
def test_what_is_said_to_be_safe_is_exactly_what_no_continuation_can_undo(columns):
    """The worst that can come decides: sure things hold in it, and everything else falls in it."""
    whole, blind, seen = 20 * columns, Player(MostPoints(), 1.0), set()
    for turns in (*random.Random(columns).sample(range(1, whole), 8), whole - 2, whole):
        _, (state,) = played((blind, blind), 1, columns, ruleset=Ruleset(columns=columns), turns=turns)
        now = standings(state)
        for player in (0, 1):
            final = worst_case(state, player)
            for before, after in zip(now.columns, final.columns, strict=True):
                assert before.cannot_lose(player) == (after.winner != 1 - player)
                assert before.is_won_by(player) == (after.winner == player)
                seen.add((before.is_decided, before.cannot_lose(player)))
            assert (now.secured_by == player) == (final.winner == player)
    assert {(True, True), (True, False), (False, False)} <= seen
