from __future__ import annotations

import pytest

from scoring import events as ev
from scoring.game import Stage
from scoring.rules import apply, replay
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy
from scoring.turns.turn import Turn

FULL_10 = Cell(Category.FULL, 10)


@pytest.fixture
def four_turns(log_of):
    """Return a game after two turns of each player."""
    return replay(
        log_of(
            ("KKKAA", Category.FULL, 10),
            ("9TBDK", Category.STRAIGHT, 1),
            ("DDD9A", Category.QUEENS, 10),
            ("AAAAT", Category.POKER, 2),
        )
    )


@pytest.fixture
def correction(dice):
    """Return what makes a correction from texts."""

    def make(turn_number, text, category, column, is_served=True):
        return ev.EntryCorrected(
            turn_number=turn_number, cell=Cell(category, column), faces=dice(text), is_served=is_served
        )

    return make


# ---- entering


def test_a_cell_is_filled_once_by_each_player(log_of):
    log = log_of(("KKKAA", Category.FULL, 10), ("KKKAA", Category.FULL, 10))
    assert [entry.cell for entry in replay(log).entries] == [FULL_10, FULL_10]


def test_any_free_cell_may_be_struck(log_of):
    # Source: S1: „mit null Punkten, da drei Damen kein Grande sind. Das nennt man streichen“.
    (entry,) = replay(log_of(("DDD9A", Category.GRANDE, 10))).entries
    assert entry.points == 0


@pytest.mark.parametrize("chosen_by", ChosenBy)
def test_who_chose_the_cell_is_kept(log_of, dice, chosen_by):
    state = replay([*log_of(), ev.ThrowMade(dice("KKKAA")), ev.Entered(FULL_10, chosen_by)])
    assert state.entries[0].chosen_by is chosen_by


# ---- taking back


def test_taking_back_runs_the_turn_again_with_its_throws(log_of, dice, held):
    throws = [ev.ThrowMade(dice("KK9TA")), ev.ThrowMade(dice("KKAAB"), held("KKA.."))]
    before = replay([*log_of(), *throws])
    assert apply(apply(before, ev.Entered(FULL_10)), ev.EntryTakenBack()) == before


def test_a_burned_throw_does_not_stand_in_the_way_of_taking_back(four_turns, dice):
    burned = apply(four_turns, ev.ThrowBurned((True,) * 5))
    state = apply(burned, ev.EntryTakenBack())
    assert (state.turn_number, state.to_move, state.turn.faces) == (4, 1, dice("AAAAT"))
    assert state.turn.burn is None


def test_the_last_entry_of_the_game_can_be_taken_back(random_logs):
    over = replay(random_logs(3, Ruleset(columns=1)))
    state = apply(over, ev.EntryTakenBack())
    assert (state.stage, state.turn_number) == (Stage.TURN, 20)
    assert state.turn == Turn(over.entries[-1].throws)


# ---- correcting


def test_a_corrected_entry_reads_as_if_it_had_been_entered_so(four_turns, correction, dice):
    state = apply(four_turns, correction(1, "KKKKA", Category.POKER, 9, is_served=False))
    entry = state.entries[0]
    assert (entry.cell, entry.points, entry.is_served) == (Cell(Category.POKER, 9), 45, False)
    assert entry.faces == dice("KKKKA")
    assert sorted(entry.throws[-1].faces) == sorted(dice("KKKKA"))
    assert state.entries[1:] == four_turns.entries[1:]
    assert FULL_10 in state.sheets[0].free_cells


def test_any_one_thing_can_be_corrected(four_turns, correction):
    served = apply(four_turns, correction(1, "KKKAA", Category.FULL, 10, is_served=False))
    assert [entry.points for entry in (four_turns.entries[0], served.entries[0])] == [40, 35]
    moved = apply(four_turns, correction(1, "KKKAA", Category.KINGS, 1))
    assert moved.entries[0].points == 15
    dice_only = apply(four_turns, correction(1, "KKKA9", Category.FULL, 10))
    assert dice_only.entries[0].points == 0


def test_correcting_to_what_stands_there_changes_nothing(four_turns, correction):
    assert apply(four_turns, correction(1, "KKKAA", Category.FULL, 10)) == four_turns


def test_a_correction_does_not_touch_the_running_turn(four_turns, correction, dice):
    begun = apply(four_turns, ev.ThrowMade(dice("99999")))
    state = apply(begun, correction(4, "AAAA9", Category.POKER, 2))
    assert (state.turn, state.to_move, state.turn_number) == (begun.turn, 0, 5)


def test_after_the_last_entry_corrections_go_on(random_logs, dice):
    over = replay(random_logs(3, Ruleset(columns=1)))
    first = over.entries[0]
    state = apply(over, ev.EntryCorrected(turn_number=1, cell=first.cell, faces=dice("KKKAA"), is_served=True))
    assert state.stage is Stage.OVER
    assert state.entries[0].faces == dice("KKKAA")


def test_an_entry_may_be_moved_to_where_the_other_player_has_one(four_turns, correction):
    moved = apply(four_turns, correction(1, "KKKAA", Category.POKER, 2))  # there stands the other player's
    assert moved.entries[0].cell == Cell(Category.POKER, 2)


def test_corrected_dice_keep_the_flags_of_the_held_ones_and_reach_back(log_of, dice, held, correction):
    # Three kings were held twice; one of them was a queen all along.
    log = [
        *log_of(),
        ev.ThrowMade(dice("9KKKA")),
        ev.ThrowMade(dice("KTBKK"), held("K..KK")),
        ev.Entered(Cell(Category.KINGS, 10)),
    ]
    state = apply(replay(log), correction(1, "TBKKD", Category.KINGS, 10, is_served=False))
    first, second = state.entries[0].throws
    assert second.held == held("K..KK")
    assert sorted(second.faces) == sorted(dice("TBKKD"))
    assert sorted(second.held_faces) == sorted(dice("KKD"))
    assert sorted(first.faces) == sorted(dice("9KKDA"))


def test_a_corrected_entry_taken_back_shows_the_corrected_dice(four_turns, correction, dice):
    state = apply(apply(four_turns, correction(4, "AAAA9", Category.POKER, 2)), ev.EntryTakenBack())
    assert state.turn.faces == dice("AAAA9")
    assert apply(state, ev.ThrowCorrected(dice("KKKKK"))).turn.faces == dice("KKKKK")


# ---- swapping


def test_two_entries_of_a_player_change_places_with_their_dice(four_turns, dice):
    state = apply(four_turns, ev.EntriesSwapped((1, 3)))
    one, other = state.entries[0], state.entries[2]
    assert (one.cell, one.points, one.faces) == (Cell(Category.QUEENS, 10), 0, dice("KKKAA"))
    assert (other.cell, other.points, other.faces) == (FULL_10, 0, dice("DDD9A"))
    assert apply(state, ev.EntriesSwapped((3, 1))) == four_turns
