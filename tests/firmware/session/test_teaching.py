"""The dialog in which own dice are taught: its questions and its check throw; and that the game stays."""

from dataclasses import replace

import pytest

from firmware.faces import LABELS
from firmware.ports import Signal
from firmware.session import effects, events, touches
from firmware.session.effects import BeginLesson, DropLesson, ListDice, ReadBoard, StudyDice, Tell
from firmware.session.events import DiceListed, DiceTried, LessonContinued, LessonFailed, Pressed, ReadingTaken
from firmware.session.lesson import DiceKind, KnownSet, LessonProgress, TriedDie
from firmware.session.lesson import LessonStage as Stage
from firmware.session.log import notice
from firmware.session.throwing import REFUSED
from firmware.session.touches import CloseDice, DropDice, ForgetDice, OpenDice, TakeLearningBack, TeachDice, UseFewer
from firmware.session.vocabulary import NoticeKey, Phase, Waiting
from tests.firmware.session.table_talk import Table, effects_of, means_nothing, reading
from vision.reading import EyeDoubt, Verdict

PRESS = Pressed(at_ns=5)
MINE = KnownSet(name="Würfel 1", labels=LABELS, crops=12)
LISTED = DiceListed((MINE,), "Würfel 1")
NOTHING = LessonProgress(counts=(0,) * 6)
ASKED = LessonProgress(counts=(1, 0, 0, 0, 0, 0), exposed_ns=1, question=2)
SHOWN = LessonProgress(counts=(2, 2, 2, 2, 1, 1), exposed_ns=1, may_end=True, may_take_back=True)
READY = LessonProgress(counts=(2,) * 6, exposed_ns=1, is_ready=True, may_end=True, may_take_back=True)
TRIED = (TriedDie(index=0, label=3, is_sure=True), TriedDie(index=4, label=1, is_sure=False))
FIVE = tuple(range(5))
FAILED = LessonFailed(NoticeKey.TEACH_BROKEN)


def opened(table: Table | None = None) -> Table:
    return (table or Table()).tell(OpenDice(), LISTED)


def begun(table: Table | None = None) -> Table:
    return opened(table).tell(TeachDice(DiceKind.POKER), LessonContinued(1, NOTHING))


def looked(table: Table | None = None) -> Table:
    """Dice were laid down and seen; the lesson has not answered yet."""
    return begun(table).tell(PRESS, ReadingTaken(reading("9XJQK")))


def asked(table: Table | None = None) -> Table:
    return looked(table).tell(LessonContinued(1, ASKED))


def shown(table: Table | None = None) -> Table:
    return looked(table).tell(LessonContinued(1, SHOWN))


def checked(table: Table | None = None) -> Table:
    return looked(table).tell(LessonContinued(1, READY))


def judged(table: Table | None = None) -> Table:
    return checked(table).tell(Pressed(at_ns=6), ReadingTaken(reading("9XJQK", exposed_ns=2)), DiceTried(1, TRIED))


STAGES = [opened, begun, looked, asked, shown, checked, judged]


def seen(table: Table, letters: str = "9XJQK", **kw) -> list[object]:
    """Press, show dice, and return what is wanted then."""
    return effects_of(table, PRESS, ReadingTaken(reading(letters, **kw)))


def test_opening_asks_once_what_is_kept_and_shows_it():
    table = Table()
    assert effects_of(table, OpenDice(), OpenDice()) == [ListDice()]
    assert table.state.teaching.waiting is Waiting.LESSON
    dialog = table.tell(LISTED).state.teaching
    assert (dialog.stage, dialog.waiting, dialog.sets, dialog.newest) == (Stage.SETS, None, (MINE,), "Würfel 1")
    assert means_nothing(begun(), OpenDice())


@pytest.mark.parametrize("stage", STAGES)
def test_at_every_stage_a_lesson_can_be_dropped_and_closing_leaves_the_game_as_it_was(stage):
    table = Table().begin().throw("99XKA")
    game = table.state
    assert effects_of(stage(table), CloseDice()) == [DropLesson()]
    said = notice(NoticeKey.THROWN if stage in (opened, begun) else NoticeKey.DICE_BACK)
    assert replace(table.state, lessons=0) == replace(game, notice=said)
    table = stage()
    assert effects_of(table, DropDice()) == ([] if stage is opened else [DropLesson(), ListDice()])
    assert table.state.teaching.stage is Stage.SETS
    assert table.tell(LISTED).state.teaching.sets == (MINE,)


def test_dice_are_asked_back_only_where_a_throw_waits_for_them_also_after_another_lesson():
    assert looked(Table().begin()).tell(CloseDice()).key is NoticeKey.BEGINS
    table = looked(Table().begin().throw("99XKA")).tell(DropDice(), LISTED, CloseDice())
    assert table.key is NoticeKey.DICE_BACK


def test_a_game_that_waited_for_the_eye_rests_and_its_question_waits():
    table = Table().begin().tell(PRESS, OpenDice(), ReadingTaken(reading("99XKA")))
    assert (table.state.phase, table.state.dice, table.state.game.turn.throws_made) == (Phase.WAITING, (), 0)
    table = Table().begin().throw("99XKA", doubts={1: EyeDoubt.FACE_UNCLEAR}).tell(OpenDice(), LISTED, CloseDice())
    assert (table.state.phase, table.state.pending is None) == (Phase.ASKING, False)


def test_sets_are_forgotten_and_learning_is_taken_back_one_thing_at_a_time_and_failures_are_said():
    table = opened()
    assert effects_of(table, ForgetDice("Würfel 1")) == [effects.DeleteDice("Würfel 1")]
    assert means_nothing(table, ForgetDice("Würfel 1"), TeachDice(DiceKind.PIPS), TakeLearningBack())
    said = notice(NoticeKey.DICE_FORGOTTEN, name="Würfel 1")
    assert effects_of(table, DiceListed((), None, said)) == [Tell(Signal.DONE)]
    assert (table.state.teaching.sets, table.state.teaching.notice) == ((), said)
    assert effects_of(table, TakeLearningBack()) == [effects.UndoLearning()]
    dialog = opened().tell(ForgetDice("Würfel 1"), LessonFailed(NoticeKey.DICE_NOT_SAVED)).state.teaching
    assert (dialog.stage, dialog.waiting, dialog.notice.key) == (Stage.SETS, None, NoticeKey.DICE_NOT_SAVED)


SHELF = [TeachDice(DiceKind.POKER), ForgetDice("x"), TakeLearningBack()]
LESSON = [DropDice(), touches.CallEnough(), touches.KeepDice("x"), touches.NameFace(0, 0), UseFewer()]


def test_touches_of_what_is_not_there_do_nothing():
    assert means_nothing(Table().begin(), *SHELF, *LESSON, CloseDice())
    assert means_nothing(shown(), *SHELF)
    assert means_nothing(opened(), *LESSON)


@pytest.mark.parametrize(("kind", "labels"), [(DiceKind.POKER, LABELS), (DiceKind.PIPS, tuple("123456"))])
def test_a_lesson_begins_with_the_faces_of_its_kind(kind, labels):
    table = opened()
    assert effects_of(table, TeachDice(kind)) == [BeginLesson(1, labels)]
    dialog = table.tell(LessonContinued(1, NOTHING)).state.teaching
    assert (dialog.labels, dialog.stage, dialog.waiting) == (labels, Stage.SHOW, None)


def test_a_press_looks_at_the_dice_and_the_lesson_studies_those_that_lie_flat_or_the_failure_is_said():
    table = begun()
    assert effects_of(table, ReadingTaken(reading("9XJQK"))) == []  # nobody asked for it
    assert effects_of(table, PRESS) == [Tell(Signal.READING), ReadBoard(5, None)]
    look = reading("9XJQK", exposed_ns=9)
    assert effects_of(table, Pressed(at_ns=6), ReadingTaken(look)) == [StudyDice(1, 9, FIVE)]
    assert (table.state.teaching.look, table.state.teaching.waiting) == (look, Waiting.LESSON)
    assert seen(begun(), doubts={1: EyeDoubt.LEANING, 3: EyeDoubt.OFF_BOARD})[-1] == StudyDice(1, 1, (0, 2, 4))
    assert seen(begun(), verdict=Verdict.FOREIGN)[-1] == StudyDice(1, 1, FIVE)  # just what is taught
    table, failed = begun().tell(PRESS), events.ReadingFailed(NoticeKey.STILL_MOVING)
    assert means_nothing(looked(), failed)
    assert effects_of(table, failed, failed) == [Tell(Signal.PROBLEM)]
    assert (table.state.teaching.notice.key, table.state.teaching.waiting) == (NoticeKey.STILL_MOVING, None)


@pytest.mark.parametrize("verdict", sorted(REFUSED.keys() - {Verdict.FOREIGN}))
def test_a_board_that_cannot_be_read_is_said_and_nothing_is_lost(verdict):
    table = checked()
    before = table.state.teaching
    assert seen(table, "", verdict=verdict)[-1] == Tell(Signal.PROBLEM)
    assert table.state.teaching == replace(before, notice=notice(REFUSED[verdict]), has_lent=True)


def test_another_number_of_dice_is_said_and_shown_and_fewer_are_used_where_the_player_says_so():
    table = shown()
    seen(table, "9XJQ", verdict=Verdict.WRONG_COUNT, exposed_ns=3)
    dialog = table.state.teaching
    assert (dialog.notice, len(dialog.refused.dice)) == (notice(NoticeKey.WRONG_COUNT, count=4), 4)
    assert dialog.look.exposed_ns == 1
    assert effects_of(table, UseFewer()) == [StudyDice(1, 3, (0, 1, 2, 3))]
    assert table.state.teaching.refused is None
    table = shown()
    assert effects_of(table, UseFewer()) == []
    seen(table, "9XJQKA", verdict=Verdict.WRONG_COUNT)
    assert effects_of(table, UseFewer()) == []
    seen(table, doubts=dict.fromkeys(FIVE, EyeDoubt.LEANING))
    assert table.state.teaching.notice.key is NoticeKey.TEACH_NONE_FLAT
    assert effects_of(table, UseFewer()) == []


def test_the_game_hears_nothing_of_the_board_nor_of_long_presses_and_a_stuck_button_is_still_said():
    table = begun(Table().begin())
    board = (events.BoardMoving(), events.BoardStill(reading("9XJQK")), events.DiceKnown())
    assert means_nothing(
        table, *board, *(kind(1) for kind in (events.PressedLong, events.PressedForMenu, events.Holding))
    )
    assert effects_of(table, events.ButtonStuck(0)) == [Tell(Signal.PROBLEM)]


def test_what_becomes_of_the_camera_is_said_where_dice_are_shown_and_disturbs_nobody_else():
    table = shown().tell(PRESS, events.CameraLost())
    dialog = table.state.teaching
    assert (dialog.stage, dialog.waiting, dialog.notice.key) == (Stage.SHOW, None, NoticeKey.TEACH_NO_CAMERA)
    assert effects_of(table, PRESS) == [Tell(Signal.PROBLEM)]
    assert table.tell(events.CameraBack()).state.teaching.notice is None
    assert effects_of(table, Pressed(at_ns=7))[-1] == ReadBoard(7, None)
    table = asked()
    before = table.state.teaching
    assert (table.tell(events.CameraLost()).state.teaching, table.state.has_camera) == (before, False)
    assert looked().tell(events.CameraLost()).state.teaching.waiting is Waiting.LESSON
    said = begun().tell(PRESS, ReadingTaken(reading("", verdict=Verdict.EMPTY)), events.CameraBack())
    assert said.state.teaching.notice.key is NoticeKey.NO_DICE


def test_a_question_is_answered_once_and_a_press_asks_for_the_answer():
    table = asked().tell(PRESS)
    assert (table.state.teaching.stage, table.state.teaching.notice.key) == (Stage.ASK, NoticeKey.TEACH_ANSWER_FIRST)
    assert effects_of(table, touches.NameFace(2, 4), touches.NameFace(2, 4)) == [effects.LearnFace(1, 4)]
    assert table.state.teaching.notice is None


@pytest.mark.parametrize(
    ("stage", "touch", "wanted"),
    [
        (asked, touches.NameFace(1, 4), None),  # not the die asked about
        (asked, touches.NameFace(2, 5), effects.LearnFace(1, 5)),
        (asked, touches.NameFace(2, 6), None),  # there is no such face
        (asked, touches.NameFace(2, None), effects.LearnFace(1, None)),  # nobody knows
        (asked, touches.TakeBackFace(), None),
        (shown, touches.TakeBackFace(), effects.UnlearnFace(1)),
        (checked, touches.TakeBackFace(), effects.UnlearnFace(1)),
        (judged, touches.TakeBackFace(), None),
        (shown, touches.CallEnough(), effects.EndShowing(1)),
        (begun, touches.CallEnough(), None),
        (checked, touches.CallEnough(), None),
        (looked, touches.CallEnough(), None),
        (checked, touches.CorrectTried(0, 1), None),  # nothing is to be judged before the check throw
        (checked, touches.KeepDice("x"), None),
        (judged, touches.KeepDice("Omas"), effects.SaveDice(1, (3, 1), "Omas")),
    ],
)
def test_what_a_touch_wants_of_the_lesson_depends_on_where_it_stands(stage, touch, wanted):
    assert effects_of(stage(), touch) == ([] if wanted is None else [wanted])


def test_answers_that_nobody_waits_for_are_not_heard():
    table = looked().tell(DropDice(), LISTED, TeachDice(DiceKind.PIPS))
    assert means_nothing(table, LessonContinued(1, READY), DiceTried(1, TRIED))
    assert table.tell(LessonContinued(2, NOTHING)).state.teaching.waiting is None
    assert means_nothing(shown(), LessonContinued(1, READY), DiceTried(1, TRIED), FAILED, LISTED)
    assert effects_of(judged(), LISTED) == []
    assert Table().tell(LISTED).state.teaching is None
    table = opened().tell(TeachDice(DiceKind.POKER), FAILED)
    assert effects_of(table, touches.NameFace(0, 0), touches.TakeBackFace(), touches.CallEnough()) == []


def test_a_check_throw_is_read_shown_put_right_learnt_and_tried_again():
    table = checked()
    assert (table.state.teaching.stage, table.effects[-1]) == (Stage.CHECK, Tell(Signal.READY))
    look = reading("9XJQK", exposed_ns=2)
    assert effects_of(table, Pressed(at_ns=6), ReadingTaken(look))[-1] == effects.TryDice(1, 2, FIVE)
    assert effects_of(table, DiceTried(1, TRIED), Pressed(at_ns=7)) == [Tell(Signal.DONE)]
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.JUDGE, TRIED)
    for nothing in (touches.CorrectTried(9, 2), touches.CorrectTried(4, 6)):
        assert table.tell(nothing).state.teaching.tried == TRIED
    table.tell(touches.CorrectTried(4, 5))
    assert table.state.teaching.tried == (TRIED[0], TriedDie(index=4, label=5, is_sure=True))
    assert effects_of(table, touches.CheckAgain()) == [effects.LearnTried(1, (3, 5))]
    table.tell(LessonContinued(1, READY))
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.CHECK, ())


def test_a_set_is_kept_under_a_name_that_does_a_missing_face_is_shown_again_and_a_misnamed_one_said():
    table = judged().tell(touches.KeepDice("?"), LessonFailed(NoticeKey.DICE_NAME_REFUSED))
    dialog = table.state.teaching
    assert (dialog.stage, dialog.tried, dialog.notice.key) == (Stage.JUDGE, TRIED, NoticeKey.DICE_NAME_REFUSED)
    kept = DiceListed((MINE, KnownSet(name="Omas", labels=LABELS, crops=12)), "Omas", notice(NoticeKey.DICE_KEPT))
    dialog = table.tell(touches.KeepDice("Omas"), kept).state.teaching
    assert (dialog.stage, dialog.sets, dialog.notice.key) == (Stage.SETS, kept.sets, NoticeKey.DICE_KEPT)
    assert (dialog.labels, dialog.newest) == ((), "Omas")
    table = judged().tell(touches.KeepDice("Omas"), LessonFailed(NoticeKey.TEACH_FACE_MISSING))
    assert (table.state.teaching.stage, table.state.teaching.tried) == (Stage.SHOW, ())
    assert table.effects[-1] == Tell(Signal.PROBLEM)
    dialog = looked().tell(LessonContinued(1, replace(SHOWN, has_misnamed=True))).state.teaching
    assert (dialog.stage, dialog.notice.key) == (Stage.SHOW, NoticeKey.TEACH_MISNAMED)
