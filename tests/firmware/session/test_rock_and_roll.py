"""Rock and Roll at the table: bets, the bank's one die, and what is put right."""

from __future__ import annotations

import pytest

from firmware.ports import Signal
from firmware.session import touches
from firmware.session.dial import OptionKey
from firmware.session.effects import ReadBoard, Tell
from firmware.session.events import BoardMoving, BoardStill, Pressed, PressedLong, ReadingTaken
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import EntryTakenBack, PlayerLeft
from scoring.games.rock_and_roll import BankThrew, Bet, BetPlaced, BetsTakenBack, Field, NoticeGiven, RockAndRollBegan
from tests.firmware.session.table_talk import Table, events_of, reading
from vision.reading import EyeDoubt, Verdict
from vision.watch.track import held

BANK, KURT, FRANZ = 0, 1, 2
HERE = ((300.0, 300.0),)


def at_cloth(*names: str, **agreed: int) -> Table:
    players = names or ("Elfriede", "Kurt", "Franz")
    return Table().tell(touches.NewGame(RockAndRollBegan(players=players, **agreed)))


def throw(table: Table, letter: str, **kw) -> Table:
    return table.throw(letter, verdict=kw.pop("verdict", Verdict.CLEAR), **kw)


def bet(table: Table, player: int, field: Field, chips: int) -> Table:
    return table.tell(touches.Decide(BetPlaced(player, field, chips)))


def test_the_press_asks_for_one_die_which_is_the_banks_and_counted_once() -> None:
    table = bet(at_cloth(), KURT, Field.KING, 2).tell(Pressed(at_ns=5))
    assert [effect.dice for effect in table.effects if isinstance(effect, ReadBoard)] == [1]
    table.answer("K", verdict=Verdict.CLEAR)
    assert events_of(table)[-1] == BankThrew(Face.KING)
    assert (table.state.phase, table.key, table.effects[-1]) == (Phase.WAITING, NoticeKey.PLAYED, Tell(Signal.DONE))
    assert [die.face for die in table.state.dice] == [Face.KING]
    table = at_cloth().tell(Pressed(at_ns=5), ReadingTaken(reading("K", at=HERE, verdict=Verdict.CLEAR), None))
    assert events_of(table)[-1] == BankThrew(Face.KING)
    again = reading("K", at=HERE, verdict=Verdict.CLEAR)
    table.tell(Pressed(at_ns=6))
    asked = table.effects[-1]
    assert isinstance(asked, ReadBoard)
    table.tell(ReadingTaken(again, held(asked.before, again)))
    assert (table.key, len(table.state.game.throws)) == (NoticeKey.NOTHING_THROWN, 1)


def test_a_misread_die_is_taken_back_looked_at_again_or_typed() -> None:
    table = bet(at_cloth(), KURT, Field.KING, 2)
    before = table.state.game
    throw(table, "A").tell(touches.TakeBack())
    assert (table.state.game, table.key) == (before, NoticeKey.TAKEN_BACK)
    assert table.state.game.bets == (Bet(KURT, Field.KING, 2),)
    assert table.state.dice == ()
    table = at_cloth().tell(Pressed(at_ns=5), ReadingTaken(reading("A", at=HERE, verdict=Verdict.CLEAR), None))
    table.tell(touches.TakeBack(), Pressed(at_ns=6))
    assert table.effects[-1] == ReadBoard(6, None, 1)
    table = throw(bet(at_cloth(), KURT, Field.KING, 2), "A").tell(touches.TakeBack(), touches.ThrowByHand())
    assert [die.face for die in table.state.dice] == [None]
    table.tell(touches.CorrectDie(0, Face.KING), touches.AcceptReading())
    assert events_of(table)[-2:] == [EntryTakenBack(), BankThrew(Face.KING)]
    assert table.state.game.chips.stacks == (290, 60, 50)


def test_a_burning_die_is_thrown_again_overruled_or_dropped() -> None:
    table = bet(at_cloth(), KURT, Field.RED, 1)
    before = table.state.records
    throw(table, "K", doubts={0: EyeDoubt.LEANING}, verdict=Verdict.BURNING)
    assert (table.state.phase, table.key, table.state.records) == (Phase.BURNING, NoticeKey.BURNING, before)
    throw(table, "X")
    assert events_of(table)[-1] == BankThrew(Face.TEN)
    table = throw(at_cloth(), "K", doubts={0: EyeDoubt.LEANING}, verdict=Verdict.BURNING)
    dropped = table.state
    table.tell(touches.AcceptReading())
    assert events_of(table)[-1] == BankThrew(Face.KING)
    table.state = dropped
    table.tell(touches.RepeatThrow())
    assert (table.state.phase, table.state.game.throws) == (Phase.WAITING, ())


def test_chips_are_put_down_while_the_die_rolls_and_not_once_it_lies() -> None:
    table = at_cloth().tell(BoardMoving(), BoardStill(reading("K", verdict=Verdict.CLEAR), is_new=True))
    assert table.state.phase is Phase.STILL
    bet(table, KURT, Field.KING, 5)
    assert (table.key, table.state.game.bets) == (NoticeKey.PRESS_OFFERED, ())
    table = bet(at_cloth().tell(BoardMoving()), KURT, Field.KING, 5)
    assert table.state.game.bets == (Bet(KURT, Field.KING, 5),)
    assert table.tell(touches.Decide(BetsTakenBack(KURT))).state.game.bets == ()
    assert at_cloth().tell(touches.Decide(BetsTakenBack(KURT))).key is NoticeKey.NOTHING_TO_TAKE_BACK


LOOKED_AT = {
    Phase.READING: None,
    Phase.ASKING: {"doubts": {0: EyeDoubt.FACE_UNCLEAR}, "verdict": Verdict.NOT_SURE},
    Phase.BURNING: {"doubts": {0: EyeDoubt.LEANING}, "verdict": Verdict.BURNING},
}


@pytest.mark.parametrize("phase", LOOKED_AT)
def test_no_chip_is_put_down_while_the_die_is_looked_at(phase: Phase) -> None:
    table, seen = at_cloth().tell(Pressed(at_ns=5)), LOOKED_AT[phase]
    assert (table if seen is None else table.answer("K", **seen)).state.phase is phase
    bet(table, KURT, Field.KING, 5)
    assert (table.key, table.state.game.bets) == (NoticeKey.NOT_NOW, ())


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (BetPlaced(KURT, Field.RED, 51), "CannotPayError"),
        (BetPlaced(KURT, Field.KING, 11), "BankCannotCoverError"),
        (BetPlaced(KURT, Field.RED, 0), "StakeRefusedError"),
        (BetPlaced(BANK, Field.RED, 1), "NotYourTurnError"),
        (PlayerLeft(BANK), "BankStaysError"),
    ],
)
def test_what_the_rules_refuse_is_answered_with_their_reason_and_nothing_is_lost(event: object, reason: str) -> None:
    table = at_cloth(bank_stack=50)
    before = table.state.game
    table.tell(touches.Decide(event))
    assert (table.state.game, table.key, table.state.notice.values) == (
        before,
        NoticeKey.ILLEGAL,
        (("reason", reason),),
    )


def test_the_game_is_over_when_only_the_bank_is_left_or_five_throws_after_its_notice() -> None:
    table = at_cloth("Elfriede", "Kurt").tell(touches.Decide(PlayerLeft(KURT)))
    assert (table.state.phase, table.key, table.effects[-1]) == (
        Phase.GAME_OVER,
        NoticeKey.GAME_OVER,
        Tell(Signal.GAME_OVER),
    )
    table = at_cloth().tell(touches.Decide(NoticeGiven()))
    for left, letter in zip((4, 3, 2, 1), "9XJQ", strict=True):
        throw(table, letter)
        assert (table.state.phase, table.state.game.throws_to_end) == (Phase.WAITING, left)
    throw(table, "K")
    assert (table.state.phase, table.key) == (Phase.GAME_OVER, NoticeKey.GAME_OVER)
    assert table.tell(Pressed(at_ns=9)).key is NoticeKey.GAME_OVER


def test_by_the_button_alone_it_is_turned_to_who_bets_and_then_to_where() -> None:
    table = at_cloth().tell(PressedLong(at_ns=1))
    assert [option.value for option in table.state.dial.options if option.key is OptionKey.BETS] == ["Kurt", "Franz"]
    table.tell(Pressed(at_ns=2), PressedLong(at_ns=3))
    assert table.state.dial.kind is DialKind.BET
    table.tell(Pressed(at_ns=4), PressedLong(at_ns=5))
    assert events_of(table)[-1] == BetPlaced(FRANZ, Field.RED, 1)
    assert table.state.dial is None
    table = at_cloth().tell(touches.OpenDial(DialKind.BET))
    assert (table.key, table.state.dial) == (NoticeKey.NOT_NOW, None)
    table.tell(PressedLong(at_ns=1), PressedLong(at_ns=2), touches.TakeOption(DialKind.BET, len(Field)))
    assert (table.state.dial, table.state.game.bets) == (None, ())
    table = bet(at_cloth(), KURT, Field.RED, 4).tell(touches.OpenDial(DialKind.DECIDE))
    table.tell(touches.TakeOption(DialKind.DECIDE, 2))
    assert events_of(table)[-1] == BetsTakenBack(KURT)
    table.tell(touches.OpenDial(DialKind.DECIDE), touches.TakeOption(DialKind.DECIDE, 2))
    assert events_of(table)[-1] == NoticeGiven()


def test_no_dial_is_too_long_to_be_turned_with_twelve_players() -> None:
    table = at_cloth(*(f"Gast {seat}" for seat in range(12)), bank_stack=600)
    for seat in range(1, 12):
        bet(table, seat, Field.RED, 1)
    table.tell(PressedLong(at_ns=1))
    keys = [option.key for option in table.state.dial.options]
    assert (keys.count(OptionKey.BETS), keys.count(OptionKey.DECISION), keys[-1]) == (11, 12, OptionKey.NO)
    table.tell(PressedLong(at_ns=2))
    assert len(table.state.dial.options) == len(Field) + 1
