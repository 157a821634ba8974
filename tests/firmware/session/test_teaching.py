"""The dialog of own dice: what is kept, dice that are shown, the card with their names; and that the game stays."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware.faces import LABELS
from firmware.ports import Signal
from firmware.session import effects, events, throwing, touches
from firmware.session.effects import BeginLesson, DropLesson, ListDice, ReadBoard, StudyDice, Tell
from firmware.session.events import DiceListed, LessonContinued, LessonFailed, NamesAsked, Pressed, ReadingTaken
from firmware.session.lesson import FaceCard, KnownSet
from firmware.session.lesson import LessonStage as Stage
from firmware.session.log import notice
from firmware.session.touches import CloseDice, DropDice, ForgetDice, OpenDice, TakeLearningBack, TeachDice, UseFewer
from firmware.session.vocabulary import NoticeKey, Phase, Waiting
from scoring.sheets import category, sheet
from tests.firmware.session.table_talk import SHORT, Table, effects_of, means_nothing, reading
from vision.reading import EyeDoubt, Verdict

MINE = KnownSet(name="Würfel 1", labels=LABELS)
LISTED = DiceListed((MINE,), "Würfel 1")
FIVE = tuple(range(5))
FAILED = LessonFailed(NoticeKey.TEACH_BROKEN)
CARD = FaceCard(name="Würfel 1", crops=(3, 0, 5, 8, 9, 2), names=(*FIVE, 5), is_named=False)
SWAPPED = replace(CARD, names=(0, 1, 3, 2, 4, 5))


def stage(before: Callable[..., Table], *told: object) -> Callable[..., Table]:
    """Return what brings a table, a new one where none is given, one stage further."""
    return lambda table=None: before(table).tell(*told)


opened = stage(lambda table: table or Table(), OpenDice(), LISTED)
begun = stage(opened, TeachDice(), LessonContinued(1))
looked = stage(begun, SHORT, ReadingTaken(reading("9XJQK")))  # the lesson has not answered yet
shown = stage(looked, LessonContinued(1, 4))
named = stage(looked, NamesAsked(CARD))  # the faces of the dice shown stand apart


def seen(table: Table, letters: str = "9XJQK", **kw) -> list[object]:
    """Press, show dice, and return what is wanted then."""
    return effects_of(table, SHORT, ReadingTaken(reading(letters, **kw)))


def test_opening_asks_once_what_is_kept_and_shows_it_and_a_lesson_begins_with_dice_to_be_shown():
    table = Table()
    assert effects_of(table, OpenDice(), OpenDice()) == [ListDice()]
    assert table.state.teaching.waiting is Waiting.LESSON
    dialog = table.tell(LISTED).state.teaching
    assert (dialog.stage, dialog.waiting, dialog.sets, dialog.newest) == (Stage.SETS, None, (MINE,), "Würfel 1")
    assert means_nothing(begun(), OpenDice())
    assert effects_of(table, TeachDice()) == [BeginLesson(1)]
    dialog = table.tell(LessonContinued(1)).state.teaching
    assert (dialog.stage, dialog.waiting) == (Stage.SHOW, None)


@pytest.mark.parametrize("stage", [opened, begun, looked, shown, named])
def test_at_every_stage_a_lesson_can_be_dropped_and_closing_leaves_the_game_as_it_was(stage):
    table = Table().begin().throw("99XKA")
    game = table.state
    assert effects_of(stage(table), CloseDice()) == [DropLesson()]
    said = notice(NoticeKey.THROWN if stage in (opened, begun) else NoticeKey.DICE_BACK)
    assert replace(table.state, lessons=0) == replace(game, notice=said)
    table = stage()
    assert effects_of(table, DropDice()) == ([] if stage is opened else [DropLesson(), ListDice()])
    assert (table.state.teaching.stage, table.tell(LISTED).state.teaching.sets) == (Stage.SETS, (MINE,))


def test_dice_are_asked_back_only_where_a_throw_waits_for_them_also_after_another_lesson():
    assert looked(Table().begin()).tell(CloseDice()).key is NoticeKey.BEGINS
    assert looked(Table().begin().throw("99XKA")).tell(DropDice(), LISTED, CloseDice()).key is NoticeKey.DICE_BACK


def test_a_game_that_waited_for_the_eye_rests_and_its_question_waits():
    table = Table().begin().tell(SHORT, OpenDice(), ReadingTaken(reading("99XKA")))
    assert (table.state.phase, table.state.dice, table.state.game.turn.throws_made) == (Phase.WAITING, (), 0)
    table = Table().begin().throw("99XKA", doubts={1: EyeDoubt.FACE_UNCLEAR}).tell(OpenDice(), LISTED, CloseDice())
    assert (table.state.phase, table.state.pending is None) == (Phase.ASKING, False)


def test_sets_are_forgotten_and_learning_is_taken_back_one_thing_at_a_time_and_failures_are_said():
    table = opened()
    assert effects_of(table, ForgetDice("Würfel 1")) == [effects.DeleteDice("Würfel 1")]
    assert means_nothing(table, ForgetDice("Würfel 1"), TeachDice(), TakeLearningBack())
    said = notice(NoticeKey.DICE_FORGOTTEN, name="Würfel 1")
    assert effects_of(table, DiceListed((), None, said)) == [Tell(Signal.DONE)]
    assert (table.state.teaching.sets, table.state.teaching.notice) == ((), said)
    assert effects_of(table, TakeLearningBack()) == [effects.UndoLearning()]
    dialog = opened().tell(ForgetDice("Würfel 1"), LessonFailed(NoticeKey.DICE_NOT_SAVED)).state.teaching
    assert (dialog.stage, dialog.waiting, dialog.notice.key) == (Stage.SETS, None, NoticeKey.DICE_NOT_SAVED)


SHELF = [TeachDice(), ForgetDice("x"), touches.OpenNames("x"), TakeLearningBack()]
LESSON = [DropDice(), touches.KeepDice("x"), touches.NameFace(0, 0), UseFewer()]


def test_touches_of_what_is_not_there_do_nothing():
    assert means_nothing(Table().begin(), *SHELF, *LESSON, CloseDice())
    assert means_nothing(shown(), *SHELF)
    assert means_nothing(opened(), *LESSON)


def test_a_press_looks_at_the_dice_and_the_lesson_studies_those_that_lie_flat_or_the_failure_is_said():
    table = begun()
    assert effects_of(table, ReadingTaken(reading("9XJQK"))) == []  # nobody asked for it
    assert effects_of(table, SHORT) == [Tell(Signal.READING), ReadBoard(5, None)]
    look = reading("9XJQK", exposed_ns=9)
    assert effects_of(table, Pressed(at_ns=6), ReadingTaken(look)) == [StudyDice(1, 9, FIVE)]
    assert (table.state.teaching.look, table.state.teaching.waiting) == (look, Waiting.LESSON)
    assert seen(begun(), doubts={1: EyeDoubt.LEANING, 3: EyeDoubt.OFF_BOARD})[-1] == StudyDice(1, 1, (0, 2, 4))
    assert seen(begun(), verdict=Verdict.FOREIGN)[-1] == StudyDice(1, 1, FIVE)  # just what is taught
    table, failed = begun().tell(SHORT), events.ReadingFailed(NoticeKey.STILL_MOVING)
    assert means_nothing(looked(), failed)
    assert effects_of(table, failed, failed) == [Tell(Signal.PROBLEM)]
    assert (table.state.teaching.notice.key, table.state.teaching.waiting) == (NoticeKey.STILL_MOVING, None)


@pytest.mark.parametrize("verdict", sorted(throwing.REFUSED.keys() - {Verdict.FOREIGN}))
def test_a_board_that_cannot_be_read_is_said_and_nothing_is_lost(verdict):
    table = shown()
    before = table.state.teaching
    assert seen(table, "", verdict=verdict)[-1] == Tell(Signal.PROBLEM)
    assert table.state.teaching == replace(before, notice=notice(throwing.REFUSED[verdict]), has_lent=True)


def test_another_number_of_dice_is_said_and_shown_and_fewer_are_used_where_the_player_says_so():
    table = shown()
    seen(table, "9XJQ", verdict=Verdict.WRONG_COUNT, exposed_ns=3)
    dialog = table.state.teaching
    assert (dialog.notice, len(dialog.refused.dice)) == (notice(NoticeKey.WRONG_COUNT, count=4), 4)
    assert (dialog.look.exposed_ns, effects_of(table, UseFewer())) == (1, [StudyDice(1, 3, (0, 1, 2, 3))])
    assert table.state.teaching.refused is None
    table = shown()
    assert effects_of(table, UseFewer()) == []
    seen(table, "9XJQKA", verdict=Verdict.WRONG_COUNT)
    assert effects_of(table, UseFewer()) == []
    seen(table, doubts=dict.fromkeys(FIVE, EyeDoubt.LEANING))
    assert (table.state.teaching.notice.key, effects_of(table, UseFewer())) == (NoticeKey.TEACH_NONE_FLAT, [])


def test_the_game_hears_nothing_of_the_board_nor_of_long_presses_and_a_stuck_button_is_still_said():
    table = begun(Table().begin())
    board = (events.BoardMoving(), events.BoardStill(reading("9XJQK")))
    assert means_nothing(table, *board, events.PressedLong(1), events.PressedForMenu(1), events.Holding(1))
    assert effects_of(table, events.ButtonStuck(0)) == [Tell(Signal.PROBLEM)]


def test_what_becomes_of_the_camera_is_said_where_dice_are_shown_and_disturbs_nobody_else():
    table = shown().tell(SHORT, events.CameraLost())
    dialog = table.state.teaching
    assert (dialog.stage, dialog.waiting, dialog.notice.key) == (Stage.SHOW, None, NoticeKey.TEACH_NO_CAMERA)
    assert effects_of(table, SHORT) == [Tell(Signal.PROBLEM)]
    assert table.tell(events.CameraBack()).state.teaching.notice is None
    assert effects_of(table, Pressed(at_ns=7))[-1] == ReadBoard(7, None)
    assert looked().tell(events.CameraLost()).state.teaching.waiting is Waiting.LESSON
    said = begun().tell(SHORT, ReadingTaken(reading("", verdict=Verdict.EMPTY)), events.CameraBack())
    assert said.state.teaching.notice.key is NoticeKey.NO_DICE


def met(table: Table | None = None) -> Table:
    """Dice were met, and the table rests."""
    return (table or Table().begin()).tell(NamesAsked(CARD))


def test_the_card_of_dice_that_were_met_is_shown_once_the_table_rests_and_one_touch_agrees():
    table = met(Table().begin().throw("99XKA"))
    assert (table.state.teaching, table.state.card) == (None, CARD)  # nobody is disturbed in the middle of a turn
    table.tell(touches.TouchCell(sheet.Cell(category.Category.NINES, 1)))
    assert (table.state.teaching.stage, table.state.teaching.card, table.state.card) == (Stage.NAMES, CARD, None)
    assert table.effects[-1] == Tell(Signal.ASKING)
    assert effects_of(table, touches.KeepDice("Ewalds")) == [effects.NameDice("Würfel 1", CARD.names, "Ewalds")]
    table.tell(NamesAsked(SWAPPED))  # asked before these names are given: it would give them to other faces
    assert (table.tell(LISTED).state.teaching, table.state.card, table.key) == (None, None, NoticeKey.DICE_KNOWN)
    assert effects_of(twice := met(), touches.SeenTwice()) == [effects.DeleteDice("Würfel 1")]
    assert twice.tell(replace(LISTED, notice=notice(NoticeKey.DICE_FORGOTTEN))).key is NoticeKey.DICE_ANEW
    other = replace(CARD, name="Würfel 2")
    assert met().tell(NamesAsked(other), touches.KeepDice("Ewalds"), LISTED).state.teaching.card == other


def test_a_wrong_name_is_exchanged_with_the_face_that_bears_it_and_a_long_press_agrees():
    table = met().tell(touches.NameFace(2, 3))
    assert table.state.teaching.card == SWAPPED
    assert effects_of(table, events.PressedLong(5)) == [effects.NameDice("Würfel 1", SWAPPED.names, "Würfel 1")]
    assert means_nothing(table, events.PressedLong(6), touches.KeepDice("x"))  # it is being done
    refused = table.tell(LessonFailed(NoticeKey.DICE_NOT_SAVED)).state.teaching
    assert (refused.card, refused.notice.key) == (SWAPPED, NoticeKey.DICE_NOT_SAVED)
    assert means_nothing(shown(), events.PressedLong(7))


def test_the_button_alone_exchanges_two_names_after_the_other_and_at_last_none_again():
    table = met().tell(events.PressedForMenu(3))
    assert table.state.teaching.card == replace(SWAPPED, swap=0)
    for names in ((0, 1, 4, 3, 2, 5), (0, 1, 2, 4, 3, 5)):  # a short press goes on now and marks no throw
        assert table.tell(SHORT).state.teaching.card.names == names
    assert effects_of(table, events.PressedLong(5)) == [effects.NameDice("Würfel 1", names, "Würfel 1")]
    around = met().tell(events.PressedForMenu(3), *[SHORT] * 15)
    assert (around.state.teaching.card, around.tell(SHORT).state.phase) == (CARD, Phase.READING)


def test_a_card_is_put_aside_or_thrown_over_and_the_game_goes_on():
    assert met().tell(DropDice()).state.teaching is None
    table = met()
    assert effects_of(table, SHORT)[-2:] == [Tell(Signal.READING), ReadBoard(5, None)]
    assert (table.state.teaching, table.state.phase) == (None, Phase.READING)


def test_the_names_of_a_set_are_shown_from_the_list_and_a_card_from_play_waits_meanwhile():
    table = opened().tell(NamesAsked(CARD))
    assert (table.state.teaching.stage, table.state.card) == (Stage.SETS, CARD)
    mine = replace(CARD, is_named=True)
    assert effects_of(table, touches.OpenNames("Würfel 1")) == [effects.ShowNames("Würfel 1")]
    assert table.tell(NamesAsked(mine)).state.teaching.card == mine
    assert means_nothing(table, SHORT)
    assert effects_of(table, DropDice()) == [DropLesson(), ListDice()]
    assert table.tell(LISTED, CloseDice()).state.teaching.card == CARD  # now it is its turn


def test_answers_that_nobody_waits_for_are_not_heard():
    table = looked().tell(DropDice(), LISTED, TeachDice())
    assert means_nothing(table, LessonContinued(1, 6))
    assert table.tell(LessonContinued(2)).state.teaching.waiting is None
    assert means_nothing(shown(), LessonContinued(1, 6), FAILED, LISTED)
    assert Table().tell(LISTED).state.teaching is None
    assert means_nothing(named(), LISTED, LessonContinued(1, 6))


def test_dice_that_are_shown_get_their_names_on_a_card_and_are_kept_under_a_name_that_does():
    assert shown().state.teaching.told == 4
    table = named()
    dialog = table.state.teaching
    assert (dialog.stage, dialog.card, dialog.waiting) == (Stage.NAMES, CARD, None)
    table.tell(touches.KeepDice("?"), LessonFailed(NoticeKey.DICE_NAME_REFUSED))
    dialog = table.state.teaching
    assert (dialog.stage, dialog.card, dialog.notice.key) == (Stage.NAMES, CARD, NoticeKey.DICE_NAME_REFUSED)
    kept = DiceListed((MINE, KnownSet(name="Omas", labels=LABELS)), "Omas", notice(NoticeKey.DICE_KEPT))
    dialog = table.tell(touches.KeepDice("Omas"), kept).state.teaching
    assert (dialog.stage, dialog.sets, dialog.notice.key) == (Stage.SETS, kept.sets, NoticeKey.DICE_KEPT)
    assert (dialog.card, dialog.newest) == (None, "Omas")
