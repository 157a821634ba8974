"""Throws read, doubted, burning, put right and typed: the session told of presses, readings and touches."""

import pytest

from firmware.ports import Signal
from firmware.session import events, state, throwing
from firmware.session.effects import Append, ReadBoard, Tell
from firmware.session.touches import AcceptReading, CorrectDie, CorrectHeld, RepeatThrow, ThrowByHand, TouchCell
from firmware.session.vocabulary import NoticeKey, Phase
from scoring.dice import Face
from scoring.events import GameBegan, ThrowBurned, ThrowMade
from tests.firmware.session.table_talk import QUEENS_3, Table, effects_of, events_of, faces, means_nothing, reading
from vision.reading import EyeDoubt, Verdict

LEANING, UNCLEAR = EyeDoubt.LEANING, EyeDoubt.FACE_UNCLEAR


def thrown(letters: str = "99XKA", **kw) -> Table:
    return Table().begin().throw(letters, **kw)


def test_a_press_asks_once_for_frames_not_older_than_itself():
    table = Table().begin()
    assert effects_of(table, events.Pressed(at_ns=42)) == [Tell(Signal.READING), ReadBoard(42, None)]
    assert (table.state.phase, means_nothing(table, events.Pressed(at_ns=43))) == (Phase.READING, True)


def test_five_sure_dice_become_a_throw_and_are_saved_with_their_reading():
    table = thrown()
    record = table.state.records[-1]
    assert (record.event, record.reading) == (ThrowMade(faces("99XKA")), table.state.reading)
    assert table.effects[-2:] == [Append((record,)), Tell(Signal.DONE)]
    assert table.where == (Phase.READ, NoticeKey.THROWN)


def test_dice_that_stay_where_they_were_are_held_and_of_a_turn_before_they_are_no_throw():
    table = thrown()
    table.throw("99JQA", held_places=table.lying(0, 1))
    assert table.state.records[-1].event.held == (True, True, False, False, False)
    table = thrown().tell(TouchCell(QUEENS_3))
    table.throw("99XKA", held_places=table.lying(*range(5)))
    assert table.where == (Phase.WAITING, NoticeKey.NOTHING_THROWN)
    table.throw("9JJKA", held_places=table.lying(0))
    assert table.state.records[-1].event.held == (False,) * 5


@pytest.mark.parametrize("verdict", throwing.REFUSED)
def test_what_cannot_be_read_is_said_and_the_throw_stays_unmarked(verdict):
    table = thrown("99XKA" if verdict is Verdict.FOREIGN else "", verdict=verdict)
    assert table.where == (Phase.WAITING, throwing.REFUSED[verdict])
    assert events_of(table) == [GameBegan(players=("Manfred", "Ewald"), beginner=0)]
    table = thrown("99XKAA", verdict=Verdict.WRONG_COUNT)
    assert (table.key, dict(table.state.notice.values)) == (NoticeKey.WRONG_COUNT, {"count": 6})


def test_a_reading_that_nobody_waits_for_any_more_is_dropped_and_so_is_a_die_that_is_not_there():
    table = Table().begin()
    assert table.tell(events.ReadingTaken(reading("99XKA"))).state.dice == ()
    assert table.tell(events.ReadingFailed(NoticeKey.STILL_MOVING)).key is NoticeKey.BEGINS
    assert Table().begin().tell(CorrectDie(0, Face.ACE)).key is NoticeKey.NOT_NOW
    assert thrown().tell(CorrectDie(5, Face.ACE)).key is NoticeKey.NOT_NOW
    for table in (thrown(), thrown(doubts={0: UNCLEAR}), Table()):
        assert table.tell(CorrectHeld(0, is_held=True)).key is NoticeKey.NOT_NOW


def test_new_dice_at_rest_offer_the_press_and_a_board_that_rests_as_before_offers_nothing():
    table = Table().begin().tell(events.BoardMoving())
    assert table.state.phase is Phase.THROWING
    table.tell(events.BoardStill(reading("99XKA")))
    assert table.where == (Phase.STILL, NoticeKey.PRESS_OFFERED)
    assert table.tell(events.BoardMoving()).state.phase is Phase.THROWING
    assert table.tell(events.BoardStill(reading("99XKA"), is_new=False)).state.phase is Phase.WAITING
    table.tell(events.BoardMoving(), events.BoardStill(reading("", verdict=Verdict.HAND_IN_VIEW)))
    assert table.state.phase is Phase.WAITING
    assert table.tell(events.BoardStill(reading("99XKA"))).state.phase is Phase.WAITING


def test_after_the_third_throw_nothing_is_seen_or_typed_and_new_dice_before_it_ask_for_the_press():
    table = thrown().throw("JJQKA").throw("99999").tell(events.BoardMoving())
    assert (table.state.phase, table.tell(ThrowByHand()).key) == (Phase.ENTERING, NoticeKey.NOT_NOW)
    assert Table().tell(ThrowByHand()).key is NoticeKey.NOT_NOW
    table = thrown().tell(events.BoardMoving(), events.BoardStill(reading("JJQKA")), TouchCell(QUEENS_3))
    assert (table.key, table.state.game.entries) == (NoticeKey.PRESS_OFFERED, ())
    table.tell(TouchCell(QUEENS_3))
    assert len(table.state.game.entries) == 1


def test_a_leaning_die_burns_uses_up_no_throw_and_one_off_the_board_is_named_as_such():
    table = thrown(doubts={2: LEANING})
    assert table.where == (Phase.BURNING, NoticeKey.BURNING)
    assert events_of(table)[-1] == ThrowBurned((False, False, True, False, False))
    assert table.effects[-1] == Tell(Signal.BURNING)
    assert table.tell(CorrectDie(2, Face.ACE)).where == (Phase.BURNING, NoticeKey.NOT_NOW)
    table.throw("JJJJJ")
    assert (table.state.game.turn.throws_made, table.state.game.is_served) == (1, True)
    table = thrown(doubts={2: EyeDoubt.OFF_BOARD})
    assert table.key is NoticeKey.OFF_BOARD
    assert state.Doubt.OFF_BOARD in table.state.dice[2].doubts
    for doubt in (LEANING, EyeDoubt.PERHAPS_LEANING):
        table = thrown(doubts={2: doubt}).tell(AcceptReading())  # the players may take it as it is shown
        assert (table.state.game.turn.faces, table.state.phase) == (faces("99XKA"), Phase.READ)
        assert not any(die.doubts for die in table.state.dice)


def test_a_burning_throw_with_held_dice_keeps_them_held_when_repeated_and_nothing_is_entered_meanwhile():
    table = thrown()
    places = table.lying(0, 1)
    table.throw("99JQA", held_places=places, doubts={4: LEANING})
    assert (table.state.phase, table.state.dice[0].is_held) == (Phase.BURNING, True)
    table.throw("99KKA", held_places=places)
    assert table.state.records[-1].event.held == (True, True, False, False, False)
    assert table.state.game.turn.throws_made == 2
    table = thrown().throw("JJQKA", doubts={1: LEANING}).tell(TouchCell(QUEENS_3))
    assert (table.key, table.state.game.entries) == (NoticeKey.NOT_NOW, ())
    table.tell(RepeatThrow(), TouchCell(QUEENS_3))
    assert (table.key, table.state.game.entries) == (NoticeKey.REPEAT_THROW, ())
    table = Table().begin(beginner=None).throw("99XKA", doubts={0: LEANING})
    assert (table.state.phase, len(events_of(table))) == (Phase.BURNING, 1)
    table.throw("99XKA")
    assert len(table.state.game.beginning.throws) == 1


def test_an_unsure_die_or_hold_is_asked_about_and_settled_by_a_touch():
    table = thrown(doubts={3: UNCLEAR})
    assert table.where == (Phase.ASKING, NoticeKey.NOT_SURE)
    assert (table.effects[-1], table.state.dice[3].ranking[0]) == (Tell(Signal.ASKING), Face.KING)
    table.tell(CorrectDie(3, Face.JACK))
    assert (table.state.phase, table.state.game.turn.faces) == (Phase.READ, faces("99XJA"))
    table = thrown()
    x, y = table.place(0)  # the same face, a die further: held and pushed, or thrown there
    table.throw("9QJJK", held_places={0: (x + 70, y)})
    assert table.key is NoticeKey.HOLDS_UNSURE
    table.tell(CorrectHeld(0, is_held=True))
    assert table.state.records[-1].event.held[0]
    table = thrown().tell(CorrectDie(3, Face.JACK))
    assert (table.key, table.state.game.turn.faces) == (NoticeKey.THROW_CORRECTED, faces("99XJA"))
    table.throw("QQXJA", held_places=table.lying(3))
    assert table.state.records[-1].event.held == (False, False, False, True, False)


def test_a_hold_is_put_right_after_the_throw_was_taken_and_five_held_dice_are_no_throw():
    table = thrown().throw("99XKA").tell(CorrectHeld(0, is_held=True))
    assert table.state.game.turn.throws[-1].held == (True, False, False, False, False)
    table.tell(CorrectHeld(0, is_held=False))
    assert table.state.game.turn.throws[-1].held == (False,) * 5
    table.tell(*(CorrectHeld(i, is_held=True) for i in range(5)))
    assert table.key is NoticeKey.NOTHING_THROWN
    assert table.state.game.turn.throws[-1].held == (True, True, True, True, False)


def test_a_held_face_that_did_not_lie_there_is_asked_about_and_was_misread_before_if_the_players_insist():
    table = thrown()
    before = table.state.records
    table.throw("QQJKA", held_places=table.lying(0, 3, 4))
    assert (*table.where, table.state.records) == (Phase.ASKING, NoticeKey.HELD_CHANGED, before)
    table = thrown().throw("QQJKA", doubts={0: UNCLEAR})
    table.tell(CorrectHeld(0, is_held=True), AcceptReading())
    first, second = table.state.game.turn.throws
    assert (second.faces, second.held) == (faces("QQJKA"), (True, False, False, False, False))
    assert Face.QUEEN in first.faces
    assert table.state.phase is Phase.READ


def test_a_taken_throw_may_be_withdrawn():
    table = thrown().throw("JJQKA").tell(RepeatThrow())
    assert (table.key, table.effects[-1]) == (NoticeKey.REPEAT_THROW, Tell(Signal.READY))
    assert table.state.game.turn.faces == faces("99XKA")
    assert [die.face for die in table.state.dice] == list(faces("99XKA"))
    table.tell(RepeatThrow())
    assert (table.state.phase, table.state.dice) == (Phase.WAITING, ())
    assert table.tell(RepeatThrow()).key is NoticeKey.NOT_NOW


def test_a_throw_may_be_typed_without_a_camera_too_and_later_only_with_a_thrown_die():
    table = Table().begin().tell(AcceptReading())
    assert table.key is NoticeKey.NOT_NOW
    before = table.state
    assert table.tell(ThrowByHand(), RepeatThrow()).key is NoticeKey.RESUMED  # thought better of it
    assert (table.state.phase, table.state.records) == (before.phase, before.records)
    table.tell(ThrowByHand(), AcceptReading())
    assert table.where == (Phase.ASKING, NoticeKey.TYPE_THROW)
    table.tell(*(CorrectDie(i, face) for i, face in enumerate(faces("99XKA"))), AcceptReading())
    assert table.state.game.turn.faces == faces("99XKA")
    table.tell(ThrowByHand(), AcceptReading())
    assert (*table.where, table.state.game.turn.throws_made) == (Phase.ASKING, NoticeKey.TYPE_THROW, 1)
    table.tell(CorrectDie(2, Face.NINE), AcceptReading())
    assert table.state.records[-1].event == ThrowMade(faces("999KA"), (True, True, False, True, True))
    table = Table().begin().tell(events.CameraLost(), events.Pressed(at_ns=1))
    assert table.where == (Phase.ASKING, NoticeKey.TYPE_THROW)
    table.tell(*(CorrectDie(i, Face.ACE) for i in range(5)), events.Pressed(at_ns=2))
    assert (table.state.game.turn.faces, table.state.reading) == (faces("AAAAA"), None)
    table.tell(CorrectDie(0, Face.KING))  # a correction of a typed throw needs no reading
    assert (table.state.game.turn.faces, table.state.reading) == (faces("KAAAA"), None)
