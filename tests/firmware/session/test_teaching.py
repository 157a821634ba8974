"""The dialog in which own dice are taught: opened, closed, and dice laid down; and that the game stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.faces import LABELS
from firmware.ports import Signal
from firmware.session import events, touches
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
from firmware.session.lesson import DiceKind
from firmware.session.lesson import LessonStage as Stage
from firmware.session.log import notice
from firmware.session.throwing import REFUSED
from firmware.session.touches import CloseDice, ForgetDice, OpenDice, TakeLearningBack, TeachDice, UseFewer
from firmware.session.vocabulary import NoticeKey, Phase, Waiting
from tests.firmware.session import lesson_talk as talk
from tests.firmware.session.lesson_talk import FIVE, LISTED, MINE, NOTHING, SHOWN
from tests.firmware.session.table_talk import Table, effects_of, reading
from vision.reading import EyeDoubt, Verdict

PRESS = events.Pressed(at_ns=5)


def seen(table: Table, letters: str = "9XJQK", **kw) -> list[object]:
    """Press, show dice, and return what is wanted then."""
    return effects_of(table, PRESS, events.ReadingTaken(reading(letters, **kw)))


def test_opening_asks_once_what_is_kept_and_shows_it():
    table = Table()
    assert effects_of(table, OpenDice(), OpenDice()) == [ListDice()]
    assert table.state.teaching.waiting is Waiting.LESSON
    dialog = table.tell(LISTED).state.teaching
    assert (dialog.stage, dialog.waiting, dialog.sets, dialog.newest) == (Stage.SETS, None, (MINE,), "Würfel 1")
    table = talk.begun()
    before = table.state
    assert effects_of(table, OpenDice()) == []
    assert table.state == before


STAGES = [talk.opened, talk.begun, talk.looked, talk.asked, talk.shown, talk.checked, talk.judged]


@pytest.mark.parametrize("stage", STAGES)
def test_closing_leaves_every_game_as_it_was(stage):
    table = Table().begin().throw("99XKA")
    game = table.state
    assert effects_of(stage(table), CloseDice()) == [DropLesson()]
    lent = stage not in (talk.opened, talk.begun)
    said = notice(NoticeKey.DICE_BACK if lent else NoticeKey.THROWN)
    assert replace(table.state, lessons=0) == replace(game, notice=said)


def test_where_no_throw_waits_dice_that_were_lent_are_not_asked_back_and_else_after_every_lesson():
    assert talk.looked(Table().begin()).tell(CloseDice()).key is NoticeKey.BEGINS
    table = talk.looked(Table().begin().throw("99XKA")).tell(touches.DropDice(), LISTED, CloseDice())
    assert table.key is NoticeKey.DICE_BACK


def test_a_game_that_waited_for_the_eye_rests_and_its_question_waits():
    table = Table().begin().tell(events.Pressed(at_ns=1), OpenDice(), events.ReadingTaken(reading("99XKA")))
    assert (table.state.phase, table.state.dice, table.state.game.turn.throws_made) == (Phase.WAITING, (), 0)
    table = Table().begin().throw("99XKA", doubts={1: EyeDoubt.FACE_UNCLEAR}).tell(OpenDice(), LISTED, CloseDice())
    assert table.state.phase is Phase.ASKING
    assert table.state.pending is not None


def test_sets_are_forgotten_and_learning_is_taken_back_one_thing_at_a_time_and_failures_are_said():
    table = talk.opened()
    assert effects_of(table, ForgetDice("Würfel 1")) == [DeleteDice("Würfel 1")]
    before = table.state
    assert effects_of(table, ForgetDice("Würfel 1"), TeachDice(DiceKind.PIPS), TakeLearningBack()) == []
    assert table.state == before
    said = notice(NoticeKey.DICE_FORGOTTEN, name="Würfel 1")
    assert effects_of(table, events.DiceListed((), None, said)) == [Tell(Signal.DONE)]
    assert (table.state.teaching.sets, table.state.teaching.notice) == ((), said)
    assert effects_of(table, TakeLearningBack()) == [UndoLearning()]
    table = talk.opened().tell(ForgetDice("Würfel 1"), events.LessonFailed(NoticeKey.DICE_NOT_SAVED))
    dialog = table.state.teaching
    assert (dialog.stage, dialog.waiting, dialog.notice.key) == (Stage.SETS, None, NoticeKey.DICE_NOT_SAVED)
    assert dialog.sets == (MINE,)


SHELF = [TeachDice(DiceKind.POKER), ForgetDice("x"), TakeLearningBack()]
LESSON = [touches.DropDice(), touches.CallEnough(), touches.KeepDice("x"), touches.NameFace(0, 0), UseFewer()]


@pytest.mark.parametrize(
    ("table", "aimed_elsewhere"),
    [(Table().begin(), [*SHELF, *LESSON, CloseDice()]), (talk.shown(), SHELF), (talk.opened(), LESSON)],
    ids=["no dialog", "a lesson", "the shelf"],
)
def test_touches_of_what_is_not_there_do_nothing(table, aimed_elsewhere):
    before = table.state
    assert effects_of(table, *aimed_elsewhere) == []
    assert table.state == before


@pytest.mark.parametrize(("kind", "labels"), [(DiceKind.POKER, LABELS), (DiceKind.PIPS, tuple("123456"))])
def test_a_lesson_begins_with_the_faces_of_its_kind(kind, labels):
    table = talk.opened()
    assert effects_of(table, TeachDice(kind)) == [BeginLesson(1, labels)]
    assert table.state.teaching.labels == labels
    table.tell(LessonWent(1, NOTHING))
    assert (table.state.teaching.stage, table.state.teaching.waiting) == (Stage.SHOW, None)


def test_a_press_looks_at_the_dice_and_the_tutor_studies_them_or_the_failure_is_said():
    table = talk.begun()
    assert effects_of(table, events.ReadingTaken(reading("9XJQK"))) == []  # nobody asked for it
    assert effects_of(table, PRESS) == [Tell(Signal.READING), ReadBoard(5, None)]
    assert table.state.teaching.waiting is Waiting.EYE
    look = reading("9XJQK", exposed_ns=9)
    assert effects_of(table, events.Pressed(at_ns=6), events.ReadingTaken(look)) == [StudyDice(1, 9, FIVE)]
    assert (table.state.teaching.look, table.state.teaching.waiting) == (look, Waiting.LESSON)
    table, failed = talk.begun().tell(PRESS), events.ReadingFailed(NoticeKey.STILL_MOVING)
    assert effects_of(table, failed, failed) == [Tell(Signal.PROBLEM)]
    assert (table.state.teaching.notice.key, table.state.teaching.waiting) == (NoticeKey.STILL_MOVING, None)


@pytest.mark.parametrize(
    ("look", "studied"),
    [
        ({"doubts": {1: EyeDoubt.LEANING, 3: EyeDoubt.OFF_BOARD}}, (0, 2, 4)),
        ({"verdict": Verdict.FOREIGN}, FIVE),  # just what is taught
    ],
)
def test_dice_that_lie_flat_are_studied(look, studied):
    assert seen(talk.begun(), **look)[-1] == StudyDice(1, 1, studied)


@pytest.mark.parametrize("verdict", sorted(REFUSED.keys() - {Verdict.FOREIGN}))
@pytest.mark.parametrize("stage", [talk.shown, talk.checked])
def test_a_board_that_cannot_be_read_is_said_and_nothing_is_lost(stage, verdict):
    table = stage()
    before = table.state.teaching
    assert seen(table, "", verdict=verdict)[-1] == Tell(Signal.PROBLEM)
    assert table.state.teaching == replace(before, notice=notice(REFUSED[verdict]), has_lent=True)


def test_another_number_of_dice_is_said_and_shown_and_fewer_are_used_where_the_player_says_so():
    table = talk.shown()
    seen(table, "9XJQ", verdict=Verdict.WRONG_COUNT, exposed_ns=3)
    dialog = table.state.teaching
    assert (dialog.notice, len(dialog.refused.dice)) == (notice(NoticeKey.WRONG_COUNT, count=4), 4)
    assert dialog.look.exposed_ns == 1
    assert effects_of(table, UseFewer()) == [StudyDice(1, 3, (0, 1, 2, 3))]
    assert table.state.teaching.refused is None
    table = talk.shown()
    assert effects_of(table, UseFewer()) == []
    seen(table, "9XJQKA", verdict=Verdict.WRONG_COUNT)
    assert effects_of(table, UseFewer()) == []
    seen(table, doubts=dict.fromkeys(FIVE, EyeDoubt.LEANING))
    assert table.state.teaching.notice.key is NoticeKey.TEACH_NONE_FLAT
    assert effects_of(table, UseFewer()) == []


def test_the_game_hears_nothing_of_the_board_and_a_stuck_button_is_still_said():
    table = talk.begun(Table().begin())
    before, board = table.state, (events.BoardMoving(), events.BoardStill(reading("9XJQK")), events.DiceKnown())
    assert effects_of(table, *board, events.PressedLong(at_ns=1)) == []
    assert table.state == before
    assert effects_of(table, events.ButtonStuck(0)) == [Tell(Signal.PROBLEM)]


def test_what_becomes_of_the_camera_is_said_where_dice_are_shown_and_disturbs_nobody_else():
    table = talk.shown().tell(PRESS, events.CameraLost())
    dialog = table.state.teaching
    assert (dialog.stage, dialog.waiting, dialog.notice.key) == (Stage.SHOW, None, NoticeKey.TEACH_NO_CAMERA)
    assert dialog.standing == SHOWN
    assert effects_of(table, PRESS) == [Tell(Signal.PROBLEM)]
    assert table.tell(events.CameraBack()).state.teaching.notice is None
    assert effects_of(table, events.Pressed(at_ns=7))[-1] == ReadBoard(7, None)
    table = talk.asked()
    before = table.state.teaching
    table.tell(events.CameraLost())
    assert (table.state.teaching, table.state.has_camera) == (before, False)
    assert table.tell(events.CameraBack()).state.teaching == before
    assert talk.looked().tell(events.CameraLost()).state.teaching.waiting is Waiting.LESSON
    said = talk.begun().tell(PRESS, events.ReadingTaken(reading("", verdict=Verdict.EMPTY)), events.CameraBack())
    assert said.state.teaching.notice.key is NoticeKey.NO_DICE
