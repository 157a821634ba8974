"""Throws read, doubted, burning, put right and typed: the session told of presses, readings and touches."""

from __future__ import annotations

import pytest

from firmware.ports import Signal
from firmware.session import events
from firmware.session.effects import Append, ReadBoard, Tell
from firmware.session.state import Doubt
from firmware.session.touches import AcceptReading, CorrectDie, CorrectHeld, RepeatThrow, ThrowByHand, TouchCell
from firmware.session.vocabulary import NoticeKey, Phase
from scoring.dice import Face
from scoring.events import GameBegan, ThrowBurned, ThrowMade
from scoring.ruleset import Ruleset
from tests.firmware.session.table_talk import QUEENS_3, Table, events_of, faces, play_out, reading
from vision.reading import EyeDoubt, Verdict


def test_a_press_asks_for_frames_not_older_than_itself():
    table = Table().begin().tell(events.Pressed(at_ns=42))
    assert table.state.phase is Phase.READING
    assert ReadBoard(42, None) in table.effects


def test_a_second_press_while_reading_changes_nothing():
    table = Table().begin().tell(events.Pressed(at_ns=1))
    before = table.state
    count = len(table.effects)
    table.tell(events.Pressed(at_ns=2))
    assert table.state == before
    assert len(table.effects) == count


def test_a_press_without_a_game_or_after_it_is_answered_in_words():
    assert Table().tell(events.Pressed(at_ns=1)).key is NoticeKey.WELCOME
    table = Table().begin(ruleset=Ruleset(columns=1))
    play_out(table)
    assert table.tell(events.Pressed(at_ns=1)).key is NoticeKey.GAME_OVER


def test_five_sure_dice_become_a_throw_and_are_saved_with_their_reading():
    table = Table().begin().throw("99XKA")
    assert table.state.phase is Phase.READ
    assert table.key is NoticeKey.THROWN
    record = table.state.records[-1]
    assert record.event == ThrowMade(faces("99XKA"))
    assert record.reading is table.state.reading
    assert Append(record) in table.effects
    assert Tell(Signal.DONE) in table.effects


def test_dice_that_became_known_are_told_in_a_quiet_moment_and_never_over_a_question():
    table = Table().begin().throw("99XKA").tell(events.DiceKnown())
    assert (table.state.phase, table.key) == (Phase.READ, NoticeKey.DICE_KNOWN)
    asking = Table().begin().tell(ThrowByHand()).tell(events.DiceKnown())
    assert (asking.state.phase, asking.key) == (Phase.ASKING, NoticeKey.TYPE_THROW)


def test_dice_that_stay_where_they_were_are_held():
    table = Table().begin().throw("99XKA")
    places = {0: table.place(0), 1: table.place(1)}
    table.throw("99JQA", held_places=places)
    assert table.state.records[-1].event.held == (True, True, False, False, False)


def test_dice_in_their_old_place_on_a_new_turn_are_no_throw():
    table = Table().begin().throw("99XKA").tell(TouchCell(QUEENS_3))
    places = {i: table.place(i) for i in range(5)}
    table.throw("99XKA", held_places=places)
    assert table.key is NoticeKey.NOTHING_THROWN
    assert table.state.phase is Phase.WAITING


def test_the_first_throw_of_a_turn_holds_nothing_even_where_one_die_lies_as_before():
    table = Table().begin().throw("99XKA").tell(TouchCell(QUEENS_3))
    table.throw("9JJKA", held_places={0: table.place(0)})
    assert table.state.records[-1].event.held == (False,) * 5


@pytest.mark.parametrize(
    ("verdict", "key"),
    [
        (Verdict.EMPTY, NoticeKey.NO_DICE),
        (Verdict.HAND_IN_VIEW, NoticeKey.HAND_IN_VIEW),
        (Verdict.MOVING, NoticeKey.STILL_MOVING),
        (Verdict.NO_BOARD, NoticeKey.NO_BOARD),
        (Verdict.TOO_DARK, NoticeKey.TOO_DARK),
        (Verdict.TOO_BRIGHT, NoticeKey.TOO_BRIGHT),
        (Verdict.FOREIGN, NoticeKey.FOREIGN_DIE),
    ],
)
def test_what_cannot_be_read_is_said_and_the_throw_stays_unmarked(verdict: Verdict, key: NoticeKey):
    table = Table().begin().throw("99XKA" if verdict is Verdict.FOREIGN else "", verdict=verdict)
    assert (table.key, table.state.phase) == (key, Phase.WAITING)
    assert events_of(table) == [GameBegan(players=("Manfred", "Ewald"), beginner=0)]


@pytest.mark.parametrize("letters", ["9", "99XK", "99XKAA", "99XKAAQJJ"])
def test_any_number_but_five_is_said_with_the_number(letters: str):
    table = Table().begin().throw(letters, verdict=Verdict.WRONG_COUNT)
    assert table.key is NoticeKey.WRONG_COUNT
    assert dict(table.state.notice.values) == {"count": len(letters)}


def test_a_reading_that_nobody_waits_for_any_more_is_dropped():
    table = Table().begin()
    assert table.tell(events.ReadingTaken(reading("99XKA"))).state.dice == ()
    assert table.tell(events.ReadingFailed(NoticeKey.STILL_MOVING)).key is NoticeKey.BEGINS


def test_new_dice_at_rest_offer_the_press():
    table = Table().begin().tell(events.BoardMoving())
    assert table.state.phase is Phase.THROWING
    table.tell(events.BoardStill(reading("99XKA")))
    assert (table.state.phase, table.key) == (Phase.STILL, NoticeKey.PRESS_OFFERED)
    assert table.tell(events.BoardMoving()).state.phase is Phase.THROWING


def test_a_board_that_rests_as_before_offers_nothing():
    table = Table().begin().tell(events.BoardMoving(), events.BoardStill(reading("99XKA"), is_new=False))
    assert table.state.phase is Phase.WAITING
    table.tell(events.BoardMoving(), events.BoardStill(reading("", verdict=Verdict.HAND_IN_VIEW)))
    assert table.state.phase is Phase.WAITING
    assert table.tell(events.BoardStill(reading("99XKA"))).state.phase is Phase.WAITING


def test_a_touch_while_new_dice_lie_unmarked_asks_for_the_press_first_and_then_obeys():
    table = Table().begin().throw("99XKA").tell(events.BoardMoving(), events.BoardStill(reading("JJQKA")))
    table.tell(TouchCell(QUEENS_3))
    assert (table.key, table.state.game.entries) == (NoticeKey.PRESS_OFFERED, ())
    table.tell(TouchCell(QUEENS_3))
    assert len(table.state.game.entries) == 1


def test_a_hand_on_the_board_after_the_third_throw_changes_nothing():
    table = Table().begin().throw("99XKA").throw("JJQKA").throw("99999").tell(events.BoardMoving())
    assert table.state.phase is Phase.ENTERING


def test_a_leaning_die_burns_and_uses_up_no_throw():
    table = Table().begin().throw("99XKA", doubts={2: EyeDoubt.LEANING})
    assert (table.state.phase, table.key) == (Phase.BURNING, NoticeKey.BURNING)
    assert events_of(table)[-1] == ThrowBurned((False, False, True, False, False))
    assert Tell(Signal.BURNING) in table.effects
    table.throw("JJJJJ")
    assert table.state.game.turn.throws_made == 1
    assert table.state.game.is_served


def test_a_die_off_the_board_is_named_as_such():
    table = Table().begin().throw("99XKA", doubts={2: EyeDoubt.OFF_BOARD})
    assert table.key is NoticeKey.OFF_BOARD
    assert Doubt.OFF_BOARD in table.state.dice[2].doubts


def test_the_players_may_overrule_a_burning_die():
    table = Table().begin().throw("99XKA", doubts={2: EyeDoubt.LEANING}).tell(AcceptReading())
    assert table.state.game.turn.faces == faces("99XKA")
    assert table.state.phase is Phase.READ
    assert not any(die.doubts for die in table.state.dice)


def test_nothing_is_entered_while_a_throw_burns():
    table = Table().begin().throw("99XKA").throw("JJQKA", doubts={1: EyeDoubt.LEANING})
    table.tell(TouchCell(QUEENS_3))
    assert (table.key, table.state.game.entries) == (NoticeKey.NOT_NOW, ())
    table.tell(RepeatThrow(), TouchCell(QUEENS_3))
    assert (table.key, table.state.game.entries) == (NoticeKey.REPEAT_THROW, ())


def test_a_burning_throw_for_who_begins_is_just_repeated():
    table = Table().begin(beginner=None).throw("99XKA", doubts={0: EyeDoubt.LEANING})
    assert table.state.phase is Phase.BURNING
    assert len(events_of(table)) == 1
    table.throw("99XKA")
    assert len(table.state.game.beginning.throws) == 1


def test_a_burning_throw_with_held_dice_keeps_them_held_when_repeated():
    table = Table().begin().throw("99XKA")
    places = {0: table.place(0), 1: table.place(1)}
    table.throw("99JQA", held_places=places, doubts={4: EyeDoubt.LEANING})
    assert table.state.phase is Phase.BURNING
    assert table.state.dice[0].is_held
    table.throw("99KKA", held_places=places)
    assert table.state.records[-1].event.held == (True, True, False, False, False)
    assert table.state.game.turn.throws_made == 2


def test_an_unsure_die_asks_and_naming_it_goes_on():
    table = Table().begin().throw("99XKA", doubts={3: EyeDoubt.FACE_UNCLEAR})
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.NOT_SURE)
    assert table.state.dice[3].ranking[0] is Face.KING
    table.tell(CorrectDie(3, Face.JACK))
    assert table.state.phase is Phase.READ
    assert table.state.game.turn.faces == faces("99XJA")


def test_accepting_an_unsure_reading_takes_it_as_shown():
    table = Table().begin().throw("99XKA", doubts={3: EyeDoubt.PERHAPS_LEANING}).tell(AcceptReading())
    assert table.state.game.turn.faces == faces("99XKA")


def test_a_put_right_die_is_what_the_next_holds_are_compared_with():
    table = Table().begin().throw("99XKA").tell(CorrectDie(3, Face.JACK))
    assert table.state.game.turn.faces == faces("99XJA")
    assert table.key is NoticeKey.THROW_CORRECTED
    table.throw("QQXJA", held_places={3: table.place(3)})
    assert table.state.records[-1].event.held == (False, False, False, True, False)


def test_an_ambiguous_hold_is_asked_about_and_settled_by_a_touch():
    table = Table().begin().throw("99XKA")
    x, y = table.place(0)  # the same face, a die further: held and pushed, or thrown there
    table.throw("9QJJK", held_places={0: (x + 70, y)})
    assert table.key is NoticeKey.HOLDS_UNSURE
    table.tell(CorrectHeld(0, is_held=True))
    assert table.state.records[-1].event.held[0]


def test_a_hold_is_put_right_after_the_throw_was_taken():
    table = Table().begin().throw("99XKA").throw("99JQK").tell(CorrectHeld(0, is_held=True))
    assert table.state.game.turn.throws[-1].held == (True, False, False, False, False)
    table.tell(CorrectHeld(0, is_held=False))
    assert table.state.game.turn.throws[-1].held == (False,) * 5


def test_the_first_throw_of_a_turn_cannot_hold():
    assert Table().begin().throw("99XKA").tell(CorrectHeld(0, is_held=True)).key is NoticeKey.NOT_NOW
    asked = Table().begin().throw("99XKA", doubts={0: EyeDoubt.FACE_UNCLEAR}).tell(CorrectHeld(0, is_held=True))
    assert asked.key is NoticeKey.NOT_NOW
    assert Table().tell(CorrectHeld(0, is_held=True)).key is NoticeKey.NOT_NOW


def test_five_held_dice_are_no_throw():
    table = Table().begin().throw("99XKA").throw("99XKA")
    table.tell(*(CorrectHeld(i, is_held=True) for i in range(5)))
    assert table.key is NoticeKey.NOTHING_THROWN
    assert table.state.game.turn.throws[-1].held == (True, True, True, True, False)


def test_a_die_that_is_not_there_cannot_be_put_right():
    table = Table().begin()
    assert table.tell(CorrectDie(0, Face.ACE)).key is NoticeKey.NOT_NOW
    table.throw("99XKA").tell(CorrectDie(7, Face.ACE))
    assert table.key is NoticeKey.NOT_NOW


def test_a_burning_throw_is_not_put_right_die_by_die():
    table = Table().begin().throw("99XKA", doubts={2: EyeDoubt.LEANING}).tell(CorrectDie(2, Face.ACE))
    assert (table.key, table.state.phase) == (NoticeKey.NOT_NOW, Phase.BURNING)


def test_a_held_face_that_did_not_lie_there_was_misread_before_if_the_players_insist():
    table = Table().begin().throw("99XKA").throw("QQJKA", doubts={0: EyeDoubt.FACE_UNCLEAR})
    table.tell(CorrectHeld(0, is_held=True), AcceptReading())
    first, second = table.state.game.turn.throws
    assert (second.faces, second.held) == (faces("QQJKA"), (True, False, False, False, False))
    assert Face.QUEEN in first.faces
    assert table.state.phase is Phase.READ


def test_a_held_die_that_the_eye_alone_sees_changed_is_asked_about_before_anything_is_logged():
    table = Table().begin().throw("99XKA")
    before = table.state.records
    table.throw("QQJKA", held_places={0: table.place(0), 3: table.place(3), 4: table.place(4)})
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.HELD_CHANGED)
    assert table.state.records == before


def test_accepting_needs_a_question_and_five_faces():
    table = Table().begin().tell(AcceptReading())
    assert table.key is NoticeKey.NOT_NOW
    table.tell(ThrowByHand(), AcceptReading())
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.TYPE_THROW)


def test_a_taken_throw_may_be_withdrawn():
    table = Table().begin().throw("99XKA").throw("JJQKA").tell(RepeatThrow())
    assert table.key is NoticeKey.REPEAT_THROW
    assert table.state.game.turn.faces == faces("99XKA")
    assert [die.face for die in table.state.dice] == list(faces("99XKA"))
    table.tell(RepeatThrow())
    assert (table.state.phase, table.state.dice) == (Phase.WAITING, ())
    assert table.tell(RepeatThrow()).key is NoticeKey.NOT_NOW


def test_a_throw_may_be_typed():
    table = Table().begin().tell(ThrowByHand())
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.TYPE_THROW)
    table.tell(*(CorrectDie(i, face) for i, face in enumerate(faces("99XKA"))), AcceptReading())
    assert table.state.game.turn.faces == faces("99XKA")
    table.tell(ThrowByHand(), CorrectDie(2, Face.NINE), AcceptReading())
    assert table.state.records[-1].event == ThrowMade(faces("999KA"), (True, True, False, True, True))


def test_a_typed_throw_without_a_thrown_die_is_refused():
    table = Table().begin().throw("99XKA").tell(ThrowByHand(), AcceptReading())
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.TYPE_THROW)
    assert table.state.game.turn.throws_made == 1


def test_nothing_can_be_typed_after_the_third_throw_or_without_a_game():
    table = Table().begin().throw("99XKA").throw("JJQKA").throw("99999").tell(ThrowByHand())
    assert table.key is NoticeKey.NOT_NOW
    assert Table().tell(ThrowByHand()).key is NoticeKey.NOT_NOW


def test_without_a_camera_a_press_leads_to_typing_and_a_second_one_accepts():
    table = Table().begin().tell(events.CameraLost(), events.Pressed(at_ns=1))
    assert (table.state.phase, table.key) == (Phase.ASKING, NoticeKey.TYPE_THROW)
    table.tell(*(CorrectDie(i, Face.ACE) for i in range(5)), events.Pressed(at_ns=2))
    assert table.state.game.turn.faces == faces("AAAAA")
