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
from tests.firmware.session.lesson_talk import (
    FIVE,
    LISTED,
    MINE,
    NOTHING,
    READY,
    SHOWN,
    TRIED,
    asked,
    begun,
    checked,
    judged,
    looked,
    opened,
    shown,
)
from tests.firmware.session.table_talk import Table, effects_of, reading


def test_a_question_is_answered_once():
    table = asked()
    assert table.state.teaching.stage is Stage.ASK
    assert effects_of(table, touches.NameFace(2, 4), touches.NameFace(2, 4)) == [effects.LearnFace(1, 4)]


def test_nobody_need_know():
    assert effects_of(asked(), touches.NameFace(2, None)) == [effects.LearnFace(1, None)]


@pytest.mark.parametrize("answer", [touches.NameFace(1, 4), touches.NameFace(2, 6)])
def test_an_answer_to_another_question_or_with_no_such_face_does_nothing(answer):
    assert effects_of(asked(), answer) == []


def test_an_answer_before_any_question_does_nothing():
    table = opened().tell(touches.TeachDice(DiceKind.POKER), LessonFailed(NoticeKey.TEACH_BROKEN))
    assert effects_of(table, touches.NameFace(0, 0), touches.TakeBackFace(), touches.CallEnough()) == []
    assert effects_of(shown(), touches.NameFace(0, 0)) == []


def test_a_press_during_a_question_asks_for_the_answer():
    table = asked().tell(Pressed(at_ns=5))
    assert table.state.teaching.notice.key is NoticeKey.TEACH_ANSWER_FIRST
    assert table.state.teaching.stage is Stage.ASK


def test_an_answer_is_taken_back_where_there_is_one():
    assert effects_of(asked(), touches.TakeBackFace()) == []
    assert effects_of(shown(), touches.TakeBackFace()) == [effects.UnlearnFace(1)]
    assert effects_of(checked(), touches.TakeBackFace()) == [effects.UnlearnFace(1)]
    assert effects_of(judged(), touches.TakeBackFace()) == []


def test_faces_seen_once_are_enough_where_the_player_says_so():
    assert effects_of(shown(), touches.CallEnough()) == [effects.EndShowing(1)]
    assert effects_of(begun(), touches.CallEnough()) == []
    assert effects_of(checked(), touches.CallEnough()) == []


def test_a_misnamed_die_is_said():
    table = looked().tell(LessonWent(1, replace(SHOWN, has_misnamed=True)))
    assert table.state.teaching.notice.key is NoticeKey.TEACH_MISNAMED
    assert table.state.teaching.stage is Stage.SHOW


def test_answers_of_an_earlier_lesson_are_not_heard():
    table = looked().tell(touches.DropDice(), LISTED, touches.TeachDice(DiceKind.PIPS))
    before = table.state
    assert effects_of(table, LessonWent(1, READY), DiceTried(1, TRIED)) == []
    assert table.state == before
    assert table.tell(LessonWent(2, NOTHING)).state.teaching.waiting is None


def test_answers_nobody_waits_for_are_not_heard():
    table = shown()
    before = table.state
    assert effects_of(table, LessonWent(1, READY), LessonFailed(NoticeKey.TEACH_BROKEN), LISTED) == []
    assert table.state == before
    assert Table().tell(LISTED).state.teaching is None


def test_a_check_throw_is_read_and_shown():
    table = checked()
    assert table.state.teaching.stage is Stage.CHECK
    look = reading("9XJQK", exposed_ns=2)
    assert effects_of(table, Pressed(at_ns=6), ReadingTaken(look))[-1] == effects.TryDice(1, 2, FIVE)
    assert effects_of(table, DiceTried(1, TRIED)) == [effects.Tell(Signal.DONE)]
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.JUDGE, TRIED)
    assert effects_of(table, Pressed(at_ns=7)) == []


def test_what_was_read_is_put_right_learnt_and_tried_again():
    table = judged().tell(touches.CorrectTried(4, 5))
    assert table.state.teaching.tried[1] == TriedDie(index=4, label=5, is_sure=True)
    assert effects_of(table, touches.CheckAgain()) == [effects.LearnTried(1, (3, 5))]
    table.tell(LessonWent(1, READY))
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.CHECK, ())


@pytest.mark.parametrize("touch", [touches.CorrectTried(9, 2), touches.CorrectTried(4, 6)])
def test_a_die_or_face_that_is_none_is_not_put_right(touch):
    assert judged().tell(touch).state.teaching.tried == TRIED


@pytest.mark.parametrize("touch", [touches.CorrectTried(0, 1), touches.CheckAgain(), touches.KeepDice("x")])
def test_there_is_nothing_to_judge_before_the_check_throw(touch):
    assert effects_of(checked(), touch) == []


def test_a_set_is_kept_under_a_name_and_listed():
    table = judged()
    assert effects_of(table, touches.KeepDice("Omas")) == [effects.SaveDice(1, (3, 1), "Omas")]
    kept = DiceListed((MINE, KnownSet(name="Omas", labels=LABELS, crops=12)), "Omas", notice(NoticeKey.DICE_KEPT))
    table.tell(kept)
    dialog = table.state.teaching
    assert (dialog.stage, dialog.sets, dialog.notice.key) == (Stage.SETS, kept.sets, NoticeKey.DICE_KEPT)
    assert dialog.labels == ()


def test_a_name_that_does_not_do_is_said_and_another_can_be_given():
    table = judged().tell(touches.KeepDice("?"), LessonFailed(NoticeKey.DICE_NAME_REFUSED))
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.JUDGE, TRIED)
    assert effects_of(table, touches.KeepDice("Omas")) == [effects.SaveDice(1, (3, 1), "Omas")]


def test_a_face_that_turns_out_to_be_missing_is_shown_again():
    table = judged().tell(touches.KeepDice("Omas"), LessonFailed(NoticeKey.TEACH_FACE_MISSING))
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.SHOW, ())


@pytest.mark.parametrize("stage", [begun, looked, asked, shown, checked, judged])
def test_a_lesson_can_be_dropped_at_every_step(stage):
    table = stage()
    assert effects_of(table, touches.DropDice()) == [effects.DropLesson(), effects.ListDice()]
    assert table.state.teaching.stage is Stage.SETS
    assert table.tell(LISTED).state.teaching.sets == (MINE,)
