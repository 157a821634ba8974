"""What does not fit the moment is refused by name, and the message says what would be legal."""

import pytest

from scoring import errors
from scoring import events as ev
from scoring.rules import apply, replay
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.scoring.table import five

PLAYERS = ("Manfred", "Ewald")


def turn(text, row, column):
    return ev.ThrowMade(five(text)), ev.Entered(Cell(row, column))


def correction(number, text="KKKAA", row=Category.FULL, column=9):
    return ev.EntryCorrected(turn_number=number, cell=Cell(row, column), faces=five(text), is_served=True)


UNDECIDED = [ev.GameBegan(players=PLAYERS)]
ONE_THREW = [*UNDECIDED, ev.BeginnerThrown(1, five("AAAAA"))]
RUNNING = [ev.GameBegan(players=PLAYERS, beginner=0)]
SHORT = [ev.GameBegan(players=PLAYERS, ruleset=Ruleset(columns=3), beginner=0)]
KINGS = ev.ThrowMade(five("KKKAA"))
BURNING = ev.ThrowBurned((True, False, False, False, False))
FOUR_TURNS = [
    *RUNNING,
    *turn("KKKAA", Category.FULL, 10),
    *turn("9TBDK", Category.STRAIGHT, 1),
    *turn("DDD9A", Category.QUEENS, 10),
    *turn("AAAAT", Category.POKER, 2),
]
FULL_10, HELD = ev.Entered(Cell(Category.FULL, 10)), (True, False, False, False, False)
OVER = [ev.GameBegan(players=PLAYERS, ruleset=Ruleset(columns=1), beginner=0)]
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
    (UNDECIDED, FULL_10, PHASE, "nothing can be entered"),
    (UNDECIDED, ev.ThrowCorrected(five("KKKAA")), errors.NoThrowError, "nobody has thrown"),
    (RUNNING, ev.BeginnerThrown(0, five("KKKAA")), PHASE, "who begins is settled"),
    ([*RUNNING, ev.ThrowMade(five("KK9TA"))], ev.ThrowMade(five("DK9TA"), HELD), errors.HeldDieChangedError, "QUEEN"),
    ([*RUNNING, KINGS, BURNING], FULL_10, errors.ThrowBurningError, "must be repeated"),
    (RUNNING, FULL_10, errors.NoThrowError, "no dice were thrown"),
    (RUNNING, ev.EntryTakenBack(), errors.NothingEnteredError, "nothing is entered yet"),
    ([*FOUR_TURNS, KINGS], FULL_10, TAKEN, "FULL in column 10 was filled in turn 1; pick a free cell"),
    ([*SHORT, KINGS], FULL_10, errors.UnknownCellError, "columns 1 to 3"),
    ([*SHORT, *turn("KKKAA", Category.FULL, 3)], correction(1), errors.UnknownCellError, "columns 1 to 3"),
    ([*FOUR_TURNS, KINGS], ev.EntryTakenBack(), errors.TakeBackTooLateError, "entry of turn 4 can be corrected"),
    (FOUR_TURNS, correction(1, row=Category.QUEENS, column=10), TAKEN, "QUEENS in column 10 was filled in turn 3"),
    *((FOUR_TURNS, correction(number), *ONE_OF_FOUR) for number in (-1, 0, 5, 200)),
    *((FOUR_TURNS, ev.EntriesSwapped((1, number)), *ONE_OF_FOUR) for number in (-1, 0, 5)),
    (FOUR_TURNS, correction(1, "KKKA"), errors.WrongDiceCountError, "got 4 dice"),
    *((FOUR_TURNS, ev.EntriesSwapped(numbers), errors.SwapError, "two entries of one") for numbers in ((1, 2), (1, 1))),
    *((OVER, event, *IS_OVER) for event in (KINGS, BURNING, ev.ThrowCorrected(five("KKKAA")), ev.ThrowWithdrawn())),
    *((OVER, event, *IS_OVER) for event in (ev.BeginnerThrown(0, five("KKKAA")), FULL_10, ev.GameAbandoned())),
    *(
        ([*RUNNING, KINGS, ev.GameAbandoned()], event, *STOPPED)
        for event in (ev.GameAbandoned(), ev.EntryTakenBack(), KINGS)
    ),
]


@pytest.mark.parametrize(("log", "event", "error", "said"), REFUSED)
def test_what_does_not_fit_is_refused(log, event, error, said):
    state = replay(log)
    with pytest.raises(error, match=said):
        apply(state, event)
