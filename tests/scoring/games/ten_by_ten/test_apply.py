from __future__ import annotations

from typing import cast

import pytest

from scoring.errors import (
    AlreadyThrownError,
    FirstThrowHeldError,
    GameAlreadyBegunError,
    GameNotBegunError,
    GameOverError,
    HeldDieChangedError,
    NoThrowError,
    ThrowBurningError,
    UnknownPlayerError,
    WrongDiceCountError,
    WrongPhaseError,
)
from scoring.events import (
    BeginnerThrown,
    Entered,
    EntryTakenBack,
    GameAbandoned,
    GameBegan,
    GameEvent,
    ThrowBurned,
    ThrowCorrected,
    ThrowMade,
    ThrowWithdrawn,
)
from scoring.games.ten_by_ten import GamePhase, apply, begin, replay
from scoring.ruleset import Ruleset, ServedRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.turns.turn import Turn

PLAYERS = ("Manfred", "Ewald")
BURNING = (True, False, False, False, False)


@pytest.fixture
def undecided():
    return begin(PLAYERS)


@pytest.fixture
def running():
    return begin(PLAYERS, beginner=0)


@pytest.fixture
def over(log_of):
    turns = [turn for row in Category for turn in (("9TBDK", row, 1), ("9TBDK", row, 1))]
    return replay(log_of(*turns, ruleset=Ruleset(columns=1)))


def after(state, *events):
    for event in events:
        state = apply(state, event)
    return state


# ---- the log


@pytest.mark.parametrize("log", [[], [GameAbandoned()], [EntryTakenBack(), GameBegan(players=PLAYERS)]])
def test_a_log_opens_with_the_game(log):
    with pytest.raises(GameNotBegunError, match="what a game begins with comes first"):
        replay(log)


def test_a_game_begins_once(running):
    with pytest.raises(GameAlreadyBegunError):
        apply(running, GameBegan(players=PLAYERS))


def test_what_is_no_event_is_refused(running):
    with pytest.raises(AssertionError):
        apply(running, cast(GameEvent, "a throw"))


def test_a_log_keeps_names_and_house_rules():
    rules = Ruleset(served=ServedRule.ANY_FULL_THROW, columns=3)
    state = replay([GameBegan(players=PLAYERS, ruleset=rules, beginner=1)])
    assert (state.players, state.ruleset, state.beginner, state.to_move) == (PLAYERS, rules, 1, 1)


@pytest.mark.parametrize("beginner", [-1, 2])
def test_only_one_of_the_two_can_begin(beginner):
    with pytest.raises(UnknownPlayerError):
        replay([GameBegan(players=PLAYERS, beginner=beginner)])


# ---- who begins


@pytest.mark.parametrize(
    ("first", "second", "beginner"),
    [
        ((0, "99999"), (1, "9999T"), 1),
        ((1, "99999"), (0, "9999T"), 0),
        ((0, "AAAAA"), (1, "KKKKK"), 0),
        ((1, "AAA99"), (0, "KKKKA"), 0),  # 20 against 26: the sum of the values counts, not the hand
    ],
)
def test_the_highest_sum_begins(undecided, dice, first, second, beginner):
    state = after(undecided, *(BeginnerThrown(player, dice(text)) for player, text in (first, second)))
    assert (state.beginner, state.to_move, state.phase) == (beginner, beginner, GamePhase.TURN)


def test_ties_throw_again_until_one_is_higher(undecided, dice):
    tie = (BeginnerThrown(0, dice("AA999")), BeginnerThrown(1, dice("TTTBA")))
    state = after(undecided, *tie)
    assert (state.phase, state.to_move) == (GamePhase.BEGINNING, None)
    state = after(state, *reversed(tie), BeginnerThrown(1, dice("99999")))
    assert state.phase is GamePhase.BEGINNING
    assert apply(state, BeginnerThrown(0, dice("9999T"))).beginner == 0


def test_nobody_throws_twice_in_a_round_for_who_begins(undecided, dice):
    thrown = apply(undecided, BeginnerThrown(1, dice("AAAAA")))
    with pytest.raises(AlreadyThrownError, match="one of 0 does"):
        apply(thrown, BeginnerThrown(1, dice("AAAAA")))


def test_for_who_begins_one_of_the_two_throws_five_dice(undecided, dice):
    with pytest.raises(UnknownPlayerError):
        apply(undecided, BeginnerThrown(2, dice("AAAAA")))
    with pytest.raises(WrongDiceCountError):
        apply(undecided, BeginnerThrown(0, dice("AAAA")))


def test_a_throw_for_who_begins_can_burn_and_is_repeated(undecided, dice):
    assert apply(undecided, ThrowBurned(BURNING)) == undecided
    with pytest.raises(FirstThrowHeldError):
        apply(undecided, ThrowBurned(BURNING, dice("A")))


def test_a_misread_throw_for_who_begins_can_be_put_right_until_the_first_throw(undecided, dice):
    state = after(undecided, BeginnerThrown(0, dice("AAAAK")), BeginnerThrown(1, dice("AAAAA")))
    assert state.beginner == 1
    tied = apply(state, ThrowCorrected(dice("AAAAK")))
    assert (tied.beginner, tied.phase) == (None, GamePhase.BEGINNING)
    other = apply(state, ThrowCorrected(dice("AAAA9")))
    assert other.beginner == 0
    begun = after(other, ThrowMade(dice("KKKAA")), ThrowCorrected(dice("KKKA9")))
    assert (begun.beginner, begun.turn.faces) == (0, dice("KKKA9"))


def test_in_a_throw_for_who_begins_nothing_is_held(undecided, dice, held):
    state = apply(undecided, BeginnerThrown(0, dice("AAAAK")))
    with pytest.raises(FirstThrowHeldError):
        apply(state, ThrowCorrected(dice("AAAAK"), held("A....")))


def test_a_withdrawn_throw_for_who_begins_is_thrown_again(undecided, dice):
    once = apply(undecided, BeginnerThrown(0, dice("AAAAK")))
    twice = apply(once, BeginnerThrown(1, dice("AAAAA")))
    assert apply(twice, ThrowWithdrawn()) == once
    assert apply(once, ThrowWithdrawn()) == undecided
    with pytest.raises(NoThrowError):
        apply(undecided, ThrowWithdrawn())


def test_before_it_is_known_who_begins_nothing_is_thrown_in_a_turn_or_entered(undecided, dice):
    with pytest.raises(WrongPhaseError):
        apply(undecided, ThrowMade(dice("KKKAA")))
    with pytest.raises(WrongPhaseError):
        apply(undecided, Entered(Cell(Category.FULL, 10)))
    with pytest.raises(NoThrowError):
        apply(undecided, ThrowCorrected(dice("KKKAA")))


def test_once_it_is_known_nobody_throws_for_it(running, dice):
    with pytest.raises(WrongPhaseError):
        apply(running, BeginnerThrown(0, dice("KKKAA")))


# ---- turns


def test_players_alternate_from_the_beginner(log_of):
    log = log_of(("KKKAA", Category.FULL, 10), ("KKKAA", Category.FULL, 10), ("KKKAA", Category.FULL, 9), beginner=1)
    assert [replay(log[: 1 + 2 * turns]).to_move for turns in range(4)] == [1, 0, 1, 0]
    assert [entry.player for entry in replay(log).entries] == [1, 0, 1]


def test_the_throws_of_a_turn_are_kept_with_its_entry(running, dice, held):
    state = after(
        running,
        ThrowMade(dice("KK9TA")),
        ThrowMade(dice("KKAAB"), held("KKA..")),
        ThrowMade(dice("KKAAK"), held("KKAA.")),
        Entered(Cell(Category.FULL, 10)),
    )
    (entry,) = state.entries
    assert [throw.faces for throw in entry.throws] == [dice("KK9TA"), dice("KKAAB"), dice("KKAAK")]
    assert (entry.points, entry.is_served) == (35, False)
    assert (state.turn, state.turn_number, state.to_move) == (Turn(), 2, 1)


def test_a_held_die_that_changed_is_refused_by_the_game(running, dice, held):
    state = apply(running, ThrowMade(dice("KK9TA")))
    with pytest.raises(HeldDieChangedError):
        apply(state, ThrowMade(dice("DK9TA"), held("D....")))


def test_served_is_worth_its_bonus_after_a_burned_first_throw(running, dice):
    state = after(running, ThrowBurned(BURNING), ThrowMade(dice("BBBBB")), Entered(Cell(Category.GRANDE, 10)))
    assert state.entries[0].points == 63


def test_after_burning_the_dice_are_thrown_again_before_they_are_entered(running, dice):
    burned = after(running, ThrowMade(dice("KKKAA")), ThrowBurned(BURNING))
    with pytest.raises(ThrowBurningError):
        apply(burned, Entered(Cell(Category.FULL, 10)))
    assert after(burned, ThrowMade(dice("99TTT")), Entered(Cell(Category.FULL, 10))).entries[0].points == 32


def test_a_withdrawn_throw_can_be_made_again(running, dice):
    state = after(running, ThrowMade(dice("KKKAB")), ThrowWithdrawn(), ThrowMade(dice("KKKAA")))
    assert (state.turn.throws_made, state.is_served) == (1, True)


# ---- the end


def test_after_the_last_entry_nothing_more_is_thrown_or_entered(over, dice):
    assert (over.phase, over.to_move, over.turn_number) == (GamePhase.OVER, None, 20)
    for event in (
        ThrowMade(dice("KKKAA")),
        ThrowBurned(BURNING),
        ThrowCorrected(dice("KKKAA")),
        ThrowWithdrawn(),
        BeginnerThrown(0, dice("KKKAA")),
        Entered(Cell(Category.FULL, 1)),
        GameAbandoned(),
    ):
        with pytest.raises(GameOverError, match="20 cells"):
            apply(over, event)


def test_a_full_game_has_200_turns(random_logs):
    # Source: scoring/RULES.md, "200 turns in all".
    log = random_logs(10, Ruleset())
    assert sum(isinstance(event, Entered) for event in log) == 200
    state = replay(log)
    assert (state.phase, state.turns) == (GamePhase.OVER, 200)
    assert all(sheet.is_full for sheet in state.sheets)


def test_an_abandoned_game_takes_no_more_events(running, dice):
    abandoned = after(running, ThrowMade(dice("KKKAA")), GameAbandoned())
    assert abandoned.phase is GamePhase.OVER
    for event in (GameAbandoned(), EntryTakenBack(), ThrowMade(dice("KKKAA"))):
        with pytest.raises(GameOverError, match="abandoned"):
            apply(abandoned, event)


def test_a_game_can_be_abandoned_before_it_is_known_who_begins(undecided):
    assert apply(undecided, GameAbandoned()).phase is GamePhase.OVER
