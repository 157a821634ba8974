"""The dialog in which own dice are taught: opened, closed, and dice laid down; and that the game stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.faces import LABELS
from firmware.ports import Signal
from firmware.session import events
from firmware.session.effects import (
    BeginLesson,
    DeleteDice,
    DropLesson,
    ListDice,
    ReadBoard,
    StudyDice,
    Tell,
    UndoLearning,
)
from firmware.session.events import LessonContinued as LessonWent
from firmware.session.lesson import DiceKind, Waiting
from firmware.session.lesson import LessonStage as Stage
from firmware.session.log import notice
from firmware.session.state import SessionState
from firmware.session.throwing import REFUSED
from firmware.session.touches import (
    CallEnough,
    CloseDice,
    DropDice,
    ForgetDice,
    KeepDice,
    NameFace,
    OpenDice,
    TakeLearningBack,
    TeachDice,
    UseFewer,
)
from firmware.session.vocabulary import NoticeKey, Phase
from tests.firmware.session.lesson_talk import (
    FIVE,
    LISTED,
    MINE,
    NOTHING,
    SHOWN,
    asked,
    begun,
    checked,
    judged,
    looked,
    opened,
    shown,
)
from tests.firmware.session.table_talk import Table, effects_of, reading
from vision.reading import EyeDoubt, Verdict


def without_dialog(state: SessionState) -> SessionState:
    return replace(state, teaching=None, lessons=0)


def test_opening_asks_what_is_kept_and_shows_it():
    table = Table()
    assert effects_of(table, OpenDice()) == [ListDice()]
    assert table.state.teaching.waiting is Waiting.LESSON
    table.tell(LISTED)
    dialog = table.state.teaching
    assert (dialog.stage, dialog.waiting, dialog.sets, dialog.newest) == (Stage.SETS, None, (MINE,), "Würfel 1")


def test_opening_twice_changes_nothing():
    table = begun()
    before = table.state
    assert effects_of(table, OpenDice()) == []
    assert table.state == before


@pytest.mark.parametrize("stage", [opened, begun, looked, asked, shown, checked, judged])
def test_closing_leaves_every_game_as_it_was(stage):
    table = Table().begin().throw("99XKA")
    game = table.state
    assert effects_of(stage(table), CloseDice()) == [DropLesson()]
    assert without_dialog(table.state) == replace(game, notice=table.state.notice)


def test_where_no_dice_were_lent_or_no_throw_waits_nothing_is_said():
    table = begun(Table().begin().throw("99XKA")).tell(CloseDice())
    assert table.key is NoticeKey.THROWN
    table = looked(Table().begin()).tell(CloseDice())
    assert table.key is NoticeKey.BEGINS
    assert Table().tell(CloseDice()).effects == []


def test_dice_lent_to_an_earlier_lesson_of_the_dialog_are_laid_back_too():
    table = looked(Table().begin().throw("99XKA")).tell(DropDice(), LISTED, CloseDice())
    assert table.key is NoticeKey.DICE_BACK


def test_a_game_that_waited_for_the_eye_rests_and_does_not_hear_it_any_more():
    table = Table().begin().tell(events.Pressed(at_ns=1), OpenDice(), events.ReadingTaken(reading("99XKA")))
    assert table.state.phase is Phase.WAITING
    assert table.state.dice == ()
    assert table.state.game.turn.throws_made == 0


def test_a_question_of_the_game_waits_until_the_dialog_is_closed():
    table = Table().begin().throw("99XKA", doubts={1: EyeDoubt.FACE_UNCLEAR}).tell(OpenDice(), LISTED, CloseDice())
    assert table.state.phase is Phase.ASKING
    assert table.state.pending is not None


def test_sets_are_forgotten_and_learning_is_taken_back():
    table = opened()
    assert effects_of(table, ForgetDice("Würfel 1")) == [DeleteDice("Würfel 1")]
    said = notice(NoticeKey.DICE_FORGOTTEN, name="Würfel 1")
    assert effects_of(table, events.DiceListed((), None, said)) == [Tell(Signal.DONE)]
    assert (table.state.teaching.sets, table.state.teaching.notice) == ((), said)
    assert effects_of(table, TakeLearningBack()) == [UndoLearning()]


def test_while_the_tutor_works_nothing_else_is_touched():
    table = opened().tell(ForgetDice("Würfel 1"))
    before = table.state
    assert effects_of(table, ForgetDice("Würfel 1"), TeachDice(DiceKind.PIPS), TakeLearningBack()) == []
    assert table.state == before


def test_what_the_tutor_cannot_do_is_said():
    table = opened().tell(ForgetDice("Würfel 1"), events.LessonFailed(NoticeKey.DICE_NOT_SAVED))
    dialog = table.state.teaching
    assert (dialog.stage, dialog.waiting, dialog.notice.key) == (Stage.SETS, None, NoticeKey.DICE_NOT_SAVED)
    assert dialog.sets == (MINE,)


@pytest.mark.parametrize(
    "touch", [TeachDice(DiceKind.POKER), ForgetDice("x"), TakeLearningBack(), DropDice(), CallEnough(), UseFewer()]
)
def test_touches_without_a_dialog_do_nothing(touch):
    table = Table().begin()
    before = table.state
    assert effects_of(table, touch) == []
    assert table.state == before


@pytest.mark.parametrize("touch", [ForgetDice("x"), TakeLearningBack(), TeachDice(DiceKind.PIPS)])
def test_a_lesson_hears_no_touches_of_the_shelf(touch):
    table = shown()
    assert effects_of(table, touch) == []
    assert table.state.teaching.stage is Stage.SHOW


@pytest.mark.parametrize("touch", [DropDice(), CallEnough(), KeepDice("x"), NameFace(0, 0)])
def test_the_shelf_hears_no_touches_of_a_lesson(touch):
    assert effects_of(opened(), touch) == []


@pytest.mark.parametrize(
    ("kind", "labels"), [(DiceKind.POKER, LABELS), (DiceKind.PIPS, ("1", "2", "3", "4", "5", "6"))]
)
def test_a_lesson_begins_with_the_faces_of_its_kind(kind, labels):
    table = opened()
    assert effects_of(table, TeachDice(kind)) == [BeginLesson(1, labels)]
    assert table.state.teaching.labels == labels
    table.tell(LessonWent(1, NOTHING))
    assert (table.state.teaching.stage, table.state.teaching.waiting) == (Stage.SHOW, None)


def test_a_press_looks_at_the_dice_and_the_tutor_studies_them():
    table = begun()
    assert effects_of(table, events.Pressed(at_ns=5)) == [Tell(Signal.READING), ReadBoard(5, None)]
    assert table.state.teaching.waiting is Waiting.EYE
    look = reading("9XJQK", exposed_ns=9)
    assert effects_of(table, events.Pressed(at_ns=6), events.ReadingTaken(look)) == [StudyDice(1, 9, FIVE)]
    assert (table.state.teaching.look, table.state.teaching.waiting) == (look, Waiting.LESSON)


def test_dice_that_do_not_lie_flat_are_left_out():
    look = reading("9XJQK", doubts={1: EyeDoubt.LEANING, 3: EyeDoubt.OFF_BOARD})
    assert effects_of(begun(), events.Pressed(at_ns=5), events.ReadingTaken(look))[-1] == StudyDice(1, 1, (0, 2, 4))


def test_dice_that_look_foreign_are_just_what_is_taught():
    look = reading("9XJQK", verdict=Verdict.FOREIGN)
    assert effects_of(begun(), events.Pressed(at_ns=5), events.ReadingTaken(look))[-1] == StudyDice(1, 1, FIVE)


@pytest.mark.parametrize("verdict", sorted(REFUSED.keys() - {Verdict.FOREIGN}))
@pytest.mark.parametrize("stage", [shown, checked])
def test_a_board_that_cannot_be_read_is_said_and_nothing_is_lost(stage, verdict):
    table = stage()
    before = table.state.teaching
    effects = effects_of(table, events.Pressed(at_ns=5), events.ReadingTaken(reading("", verdict=verdict)))
    assert effects[-1] == Tell(Signal.PROBLEM)
    assert table.state.teaching == replace(before, notice=notice(REFUSED[verdict]), has_lent=True)


def test_another_number_of_dice_is_said_and_shown():
    four = reading("9XJQ", verdict=Verdict.WRONG_COUNT, exposed_ns=3)
    table = shown().tell(events.Pressed(at_ns=5), events.ReadingTaken(four))
    assert table.state.teaching.notice == notice(NoticeKey.WRONG_COUNT, count=4)
    assert table.state.teaching.refused == four
    assert table.state.teaching.look.exposed_ns == 1
    assert effects_of(table, UseFewer()) == [StudyDice(1, 3, (0, 1, 2, 3))]
    assert table.state.teaching.refused is None


def test_six_dice_are_never_used():
    six = reading("9XJQKA", verdict=Verdict.WRONG_COUNT)
    table = shown().tell(events.Pressed(at_ns=5), events.ReadingTaken(six))
    assert effects_of(table, UseFewer()) == []
    assert effects_of(shown(), UseFewer()) == []


def test_dice_of_which_none_lies_flat_are_said():
    leaning = reading("9XJQK", doubts=dict.fromkeys(FIVE, EyeDoubt.LEANING))
    table = begun().tell(events.Pressed(at_ns=5), events.ReadingTaken(leaning))
    assert table.state.teaching.notice.key is NoticeKey.TEACH_NONE_FLAT
    assert effects_of(table, UseFewer()) == []


def test_a_look_that_failed_is_said():
    table = begun().tell(events.Pressed(at_ns=5), events.ReadingFailed(NoticeKey.STILL_MOVING))
    assert (table.state.teaching.notice.key, table.state.teaching.waiting) == (NoticeKey.STILL_MOVING, None)
    assert effects_of(table, events.ReadingFailed(NoticeKey.STILL_MOVING)) == []


def test_a_look_nobody_asked_for_is_not_used():
    table = begun()
    assert effects_of(table, events.ReadingTaken(reading("9XJQK"))) == []
    assert table.state.teaching.stage is Stage.SHOW


def test_the_game_hears_nothing_of_the_board():
    table = begun(Table().begin())
    before = table.state
    assert (
        effects_of(table, events.BoardMoving(), events.BoardStill(reading("9XJQK")), events.PressedLong(at_ns=1)) == []
    )
    assert table.state == before


def test_a_stuck_button_is_still_said():
    assert effects_of(begun(), events.ButtonStuck()) == [Tell(Signal.PROBLEM)]


def test_without_a_camera_a_press_says_so_and_the_lesson_goes_on_when_it_is_back():
    table = shown().tell(events.Pressed(at_ns=5), events.CameraLost())
    dialog = table.state.teaching
    assert (dialog.stage, dialog.waiting, dialog.notice.key) == (Stage.SHOW, None, NoticeKey.TEACH_NO_CAMERA)
    assert dialog.standing == SHOWN
    assert effects_of(table, events.Pressed(at_ns=6)) == [Tell(Signal.PROBLEM)]
    table.tell(events.CameraBack())
    assert table.state.teaching.notice is None
    assert effects_of(table, events.Pressed(at_ns=7))[-1] == ReadBoard(7, None)


def test_a_camera_lost_while_a_question_is_open_disturbs_nobody():
    table = asked()
    before = table.state.teaching
    table.tell(events.CameraLost())
    assert table.state.teaching == before
    assert not table.state.has_camera
    table.tell(events.CameraBack())
    assert table.state.teaching == before


def test_a_camera_lost_while_the_tutor_works_does_not_end_the_waiting():
    assert looked().tell(events.CameraLost()).state.teaching.waiting is Waiting.LESSON
