"""A lesson: its questions, and its check throw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.faces import LABELS
from firmware.ports import Signal
from firmware.session import effects, touches
from firmware.session.events import DiceListed, DiceTried, LessonFailed, Pressed, ReadingTaken
from firmware.session.events import LessonContinued as LessonWent
from firmware.session.lesson import DiceKind, KnownSet, TriedDie
from firmware.session.lesson import LessonStage as Stage
from firmware.session.log import notice
from firmware.session.vocabulary import NoticeKey
from tests.firmware.session import lesson_talk as talk
from tests.firmware.session.lesson_talk import FIVE, LISTED, MINE, NOTHING, READY, SHOWN, TRIED
from tests.firmware.session.table_talk import Table, effects_of, reading

FAILED = LessonFailed(NoticeKey.TEACH_BROKEN)


def test_a_question_is_answered_once_and_a_press_asks_for_the_answer():
    table = talk.asked().tell(Pressed(at_ns=5))
    assert (table.state.teaching.stage, table.state.teaching.notice.key) == (Stage.ASK, NoticeKey.TEACH_ANSWER_FIRST)
    assert effects_of(table, touches.NameFace(2, 4), touches.NameFace(2, 4)) == [effects.LearnFace(1, 4)]
    assert table.state.teaching.notice is None
    assert effects_of(talk.asked(), touches.NameFace(2, None)) == [effects.LearnFace(1, None)]  # nobody knows


@pytest.mark.parametrize(
    ("stage", "touch", "wanted"),
    [
        (talk.asked, touches.NameFace(1, 4), None),  # not the die asked about
        (talk.asked, touches.NameFace(2, 5), effects.LearnFace(1, 5)),
        (talk.asked, touches.NameFace(2, 6), None),  # there is no such face
        (talk.shown, touches.NameFace(0, 0), None),
        (talk.asked, touches.TakeBackFace(), None),
        (talk.shown, touches.TakeBackFace(), effects.UnlearnFace(1)),
        (talk.checked, touches.TakeBackFace(), effects.UnlearnFace(1)),
        (talk.judged, touches.TakeBackFace(), None),
        (talk.shown, touches.CallEnough(), effects.EndShowing(1)),
        (talk.begun, touches.CallEnough(), None),
        (talk.checked, touches.CallEnough(), None),
        (talk.looked, touches.CallEnough(), None),
        (talk.checked, touches.CorrectTried(0, 1), None),  # nothing is to be judged before the check throw
        (talk.checked, touches.CheckAgain(), None),
        (talk.checked, touches.KeepDice("x"), None),
        (talk.judged, touches.KeepDice("Omas"), effects.SaveDice(1, (3, 1), "Omas")),
    ],
)
def test_what_a_touch_wants_of_the_lesson_depends_on_where_it_stands(stage, touch, wanted):
    assert effects_of(stage(), touch) == ([] if wanted is None else [wanted])


def test_answers_that_nobody_waits_for_are_not_heard():
    table = talk.looked().tell(touches.DropDice(), LISTED, touches.TeachDice(DiceKind.PIPS))
    before = table.state
    assert effects_of(table, LessonWent(1, READY), DiceTried(1, TRIED)) == []
    assert table.state == before
    assert table.tell(LessonWent(2, NOTHING)).state.teaching.waiting is None
    table = talk.shown()
    before = table.state
    assert effects_of(table, LessonWent(1, READY), DiceTried(1, TRIED), FAILED, LISTED) == []
    assert table.state == before
    assert effects_of(talk.judged(), LISTED) == []
    assert Table().tell(LISTED).state.teaching is None
    table = talk.opened().tell(touches.TeachDice(DiceKind.POKER), FAILED)
    assert effects_of(table, touches.NameFace(0, 0), touches.TakeBackFace(), touches.CallEnough()) == []


def test_a_check_throw_is_read_shown_put_right_learnt_and_tried_again():
    table = talk.checked()
    assert (table.state.teaching.stage, table.effects[-1]) == (Stage.CHECK, effects.Tell(Signal.READY))
    look = reading("9XJQK", exposed_ns=2)
    assert effects_of(table, Pressed(at_ns=6), ReadingTaken(look))[-1] == effects.TryDice(1, 2, FIVE)
    assert effects_of(table, DiceTried(1, TRIED)) == [effects.Tell(Signal.DONE)]
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.JUDGE, TRIED)
    assert effects_of(table, Pressed(at_ns=7)) == []
    for nothing in (touches.CorrectTried(9, 2), touches.CorrectTried(4, 6)):
        assert table.tell(nothing).state.teaching.tried == TRIED
    table.tell(touches.CorrectTried(4, 5))
    assert table.state.teaching.tried == (TRIED[0], TriedDie(index=4, label=5, is_sure=True))
    assert effects_of(table, touches.CheckAgain()) == [effects.LearnTried(1, (3, 5))]
    table.tell(LessonWent(1, READY))
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.CHECK, ())


def test_a_set_is_kept_under_a_name_that_does_and_listed():
    table = talk.judged().tell(touches.KeepDice("?"), LessonFailed(NoticeKey.DICE_NAME_REFUSED))
    dialog = table.state.teaching
    assert (dialog.stage, dialog.tried, dialog.notice.key) == (Stage.JUDGE, TRIED, NoticeKey.DICE_NAME_REFUSED)
    assert effects_of(table, touches.KeepDice("Omas")) == [effects.SaveDice(1, (3, 1), "Omas")]
    kept = DiceListed((MINE, KnownSet(name="Omas", labels=LABELS, crops=12)), "Omas", notice(NoticeKey.DICE_KEPT))
    dialog = table.tell(kept).state.teaching
    assert (dialog.stage, dialog.sets, dialog.notice.key) == (Stage.SETS, kept.sets, NoticeKey.DICE_KEPT)
    assert (dialog.labels, dialog.newest) == ((), "Omas")


def test_a_face_that_is_missing_is_shown_again_and_a_misnamed_one_is_said():
    table = talk.judged().tell(touches.KeepDice("Omas"), LessonFailed(NoticeKey.TEACH_FACE_MISSING))
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.SHOW, ())
    assert table.effects[-1] == effects.Tell(Signal.PROBLEM)
    dialog = talk.looked().tell(LessonWent(1, replace(SHOWN, has_misnamed=True))).state.teaching
    assert (dialog.stage, dialog.notice.key) == (Stage.SHOW, NoticeKey.TEACH_MISNAMED)


@pytest.mark.parametrize("stage", [talk.begun, talk.looked, talk.asked, talk.shown, talk.checked, talk.judged])
def test_a_lesson_can_be_dropped_at_every_step(stage):
    table = stage()
    assert effects_of(table, touches.DropDice()) == [effects.DropLesson(), effects.ListDice()]
    assert table.state.teaching.stage is Stage.SETS
    assert table.tell(LISTED).state.teaching.sets == (MINE,)
