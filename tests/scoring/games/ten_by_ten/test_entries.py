"""Entries taken back, put right and swapped; and what does not fit the moment is refused by name with what would."""

import pytest

from scoring import errors, ruleset
from scoring import events as ev
from scoring.game import Stage
from scoring.rules import apply, replay
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy
from scoring.turns.turn import Turn
from tests.scoring.table import five, flags, run

PLAYERS = ("Manfred", "Ewald")
FULL_10 = Cell(Category.FULL, 10)


def turn(text, category, column):
    return ev.ThrowMade(five(text)), ev.Entered(Cell(category, column))


def correction(turn_number, text="KKKAA", category=Category.FULL, column=9, *, is_served=True):
    cell = Cell(category, column)
    return ev.EntryCorrected(turn_number=turn_number, cell=cell, faces=five(text), is_served=is_served)


RUNNING = [ev.GameBegan(players=PLAYERS, beginner=0)]
FOUR = [
    *RUNNING,
    *turn("KKKAA", Category.FULL, 10),
    *turn("9TBDK", Category.STRAIGHT, 1),
    *turn("DDD9A", Category.QUEENS, 10),
    *turn("AAAAT", Category.POKER, 2),
]
FOUR_TURNS = replay(FOUR)


def test_taking_back_runs_the_turn_again_with_its_throws():
    before = replay([*RUNNING, ev.ThrowMade(five("KK9TA")), ev.ThrowMade(five("KKAAB"), flags("KKA.."))])
    for chosen_by in ChosenBy:
        entered = run(before, ev.Entered(FULL_10, chosen_by))
        assert (entered.entries[0].chosen_by, run(entered, ev.EntryTakenBack())) == (chosen_by, before)
    # a burned throw does not stand in the way
    state = run(FOUR_TURNS, ev.ThrowBurned((True,) * 5), ev.EntryTakenBack())
    assert (state.turn_number, state.to_move, state.turn.faces, state.turn.burn) == (4, 1, five("AAAAT"), None)


def test_after_the_last_entry_it_can_be_taken_back_and_corrections_go_on():
    over = replay(OVER)
    state = apply(over, ev.EntryTakenBack())
    assert (state.stage, state.turn_number, state.turn) == (Stage.TURN, 20, Turn(over.entries[-1].throws))
    first = over.entries[0].cell
    state = apply(over, correction(1, "KKKAA", first.category, first.column, is_served=False))
    entry = state.entries[0]
    assert (state.stage, entry.faces, entry.is_served) == (Stage.OVER, five("KKKAA"), False)


def test_a_correction_does_not_touch_the_running_turn_and_taken_back_shows_the_corrected_dice():
    right = correction(4, "AAAA9", Category.POKER, 2)
    begun = apply(FOUR_TURNS, ev.ThrowMade(five("99999")))
    state = apply(begun, right)
    assert (state.turn, state.to_move, state.turn_number) == (begun.turn, 0, 5)
    state = run(FOUR_TURNS, right, ev.EntryTakenBack())
    assert state.turn.faces == five("AAAA9")
    assert apply(state, ev.ThrowCorrected(five("KKKKK"))).turn.faces == five("KKKKK")


UNDECIDED = [ev.GameBegan(players=PLAYERS)]
ONE_THREW = [*UNDECIDED, ev.BeginnerThrown(1, five("AAAAA"))]
SHORT = [ev.GameBegan(players=PLAYERS, ruleset=ruleset.Ruleset(columns=3), beginner=0)]
KINGS = ev.ThrowMade(five("KKKAA"))
LEFT = [*RUNNING, KINGS, ev.GameAbandoned()]
BURNING = ev.ThrowBurned((True, False, False, False, False))
FULL, HELD = ev.Entered(FULL_10), (True, False, False, False, False)
OVER = [ev.GameBegan(players=PLAYERS, ruleset=ruleset.Ruleset(columns=1), beginner=0)]
for each in Category:
    OVER += turn("9TBDK", each, 1) * 2
IS_OVER, STOPPED = (errors.GameOverError, "the game is over"), (errors.GameOverError, "abandoned")
PHASE, ONE_OF_FOUR = errors.WrongPhaseError, (errors.UnknownTurnError, "turns 1 to 4 have")
TAKEN = errors.CellTakenError

REFUSED = [
    (UNDECIDED, ev.BeginnerThrown(2, five("AAAAA")), errors.UnknownPlayerError, "got player 2"),
    (UNDECIDED, ev.BeginnerThrown(0, five("AAAA")), errors.WrongDiceCountError, "got 4 dice"),
    (ONE_THREW, ev.BeginnerThrown(1, five("AAAAA")), errors.AlreadyThrownError, "one of 0 does"),
    (UNDECIDED, ev.ThrowBurned(HELD, five("A")), errors.FirstThrowHeldError, "all five"),
    (ONE_THREW, ev.ThrowCorrected(five("AAAAA"), HELD), errors.FirstThrowHeldError, "all five"),
    (UNDECIDED, ev.ThrowWithdrawn(), errors.NoThrowError, "nobody has thrown"),
    (UNDECIDED, KINGS, PHASE, "BeginnerThrown comes first"),
    (UNDECIDED, FULL, PHASE, "nothing can be entered"),
    (UNDECIDED, ev.ThrowCorrected(five("KKKAA")), errors.NoThrowError, "nobody has thrown"),
    (RUNNING, ev.BeginnerThrown(0, five("KKKAA")), PHASE, "who begins is settled"),
    ([*RUNNING, ev.ThrowMade(five("KK9TA"))], ev.ThrowMade(five("DK9TA"), HELD), errors.HeldDieChangedError, "QUEEN"),
    ([*RUNNING, KINGS, BURNING], FULL, errors.ThrowBurningError, "must be repeated"),
    (RUNNING, FULL, errors.NoThrowError, "no dice were thrown"),
    (RUNNING, ev.EntryTakenBack(), errors.NothingEnteredError, "nothing is entered yet"),
    ([*FOUR, KINGS], FULL, TAKEN, "FULL in column 10 was filled in turn 1; pick a free cell"),
    ([*SHORT, KINGS], FULL, errors.UnknownCellError, "columns 1 to 3"),
    ([*SHORT, *turn("KKKAA", Category.FULL, 3)], correction(1), errors.UnknownCellError, "columns 1 to 3"),
    ([*FOUR, KINGS], ev.EntryTakenBack(), errors.TakeBackTooLateError, "entry of turn 4 can be corrected"),
    (FOUR, correction(1, category=Category.QUEENS, column=10), TAKEN, "QUEENS in column 10 was filled in turn 3"),
    *((FOUR, correction(number), *ONE_OF_FOUR) for number in (-1, 0, 5, 200)),
    *((FOUR, ev.EntriesSwapped((1, number)), *ONE_OF_FOUR) for number in (-1, 0, 5)),
    (FOUR, correction(1, "KKKA"), errors.WrongDiceCountError, "got 4 dice"),
    *((FOUR, ev.EntriesSwapped(numbers), errors.SwapError, "two entries of one") for numbers in ((1, 2), (1, 1))),
    *((OVER, event, *IS_OVER) for event in (KINGS, BURNING, ev.ThrowCorrected(five("KKKAA")), ev.ThrowWithdrawn())),
    *((OVER, event, *IS_OVER) for event in (ev.BeginnerThrown(0, five("KKKAA")), FULL, ev.GameAbandoned())),
    *((LEFT, event, *STOPPED) for event in (ev.GameAbandoned(), ev.EntryTakenBack(), KINGS)),
]


@pytest.mark.parametrize(("log", "event", "error", "said"), REFUSED)
def test_what_does_not_fit_is_refused(log, event, error, said):
    state = replay(log)
    with pytest.raises(error, match=said):
        apply(state, event)
