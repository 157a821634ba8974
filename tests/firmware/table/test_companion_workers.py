"""The companion and who works beside it: pictures, taught dice, setting up, advice, and times taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from firmware.ports import Edge
from firmware.session.advising import Question
from firmware.session.effects import KeepProgress, ListDice, Survey
from firmware.session.events import BoardMoving, BoardStill, DiceListed, LessonContinued, Pressed, ReadingTaken
from firmware.session.lesson import DiceKind, LessonProgress
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.touches import ChooseLanguage, NewGame, OpenDice, OpenWizard, ShowHints, TeachDice, TouchCell
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from firmware.table.latency import PressPart
from scoring.events import Entered, GameBegan
from scoring.ruleset import Level
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.doubles.store import DiskFault
from tests.firmware.session.table_talk import ADVISOR, reading
from tests.firmware.table.companion_desk import NEW_GAME, Desk, WillingRunner, WillingSurveyor
from vision.frame import Frame


def test_a_die_has_its_own_picture_while_its_reading_is_recent():
    desk = Desk().take(NEW_GAME)
    for number in range(1, 7):
        seen = reading("99XK", exposed_ns=number)
        desk.eye.kept[number] = Frame(np.full((900, 1200, 3), 40 * number, np.uint8)), seen
        desk.take(Pressed(at_ns=number), ReadingTaken(seen))
    latest = desk.state.reading_number
    assert desk.companion.die_jpeg(latest, 0).startswith(b"\xff\xd8")
    assert desk.companion.die_jpeg(latest, 4) is None
    assert desk.companion.die_jpeg(latest, -1) is None
    assert desk.companion.die_jpeg(1, 0) is None
    assert desk.companion.die_jpeg(99, 0) is None


def test_a_look_at_the_board_has_a_picture_of_all_dice_and_of_each():
    desk = Desk()
    seen = reading("99XKA", at=tuple((100.0 + 90 * i, 200.0) for i in range(5)), exposed_ns=3)
    desk.eye.kept[3] = Frame(np.full((900, 1200, 3), 90, np.uint8)), seen
    desk.eye.kept[4] = Frame(np.full((900, 1200, 3), 90, np.uint8)), reading("", exposed_ns=4)
    assert desk.companion.look_jpeg(3).startswith(b"\xff\xd8")
    assert desk.companion.look_jpeg(3, 4).startswith(b"\xff\xd8")
    for exposed_ns, index in ((3, 5), (3, -1), (4, None), (5, None)):
        assert desk.companion.look_jpeg(exposed_ns, index) is None


def test_pictures_of_the_game_stay_while_dice_are_taught():
    desk = Desk().take(NEW_GAME)
    seen = reading("99XKA", at=tuple((100.0 + 90 * i, 200.0) for i in range(5)), exposed_ns=3)
    desk.eye.kept[3] = Frame(np.full((900, 1200, 3), 90, np.uint8)), seen
    desk.take(Pressed(at_ns=3), ReadingTaken(seen))
    picture = desk.companion.die_jpeg(desk.state.reading_number, 0)
    taught = replace(seen, exposed_ns=4)
    desk.eye.kept[4] = Frame(np.full((900, 1200, 3), 200, np.uint8)), taught
    desk.take(
        OpenDice(), DiceListed(()), TeachDice(DiceKind.POKER), LessonContinued(1, LessonProgress(counts=(0,) * 6))
    )
    desk.take(Pressed(at_ns=4), ReadingTaken(taught))
    assert desk.companion.die_jpeg(desk.state.reading_number, 0) == picture


def test_what_is_wanted_of_the_taught_dice_reaches_the_tutor():
    desk = Desk(lessons=WillingRunner()).take(OpenDice())
    assert desk.lessons.asked == [ListDice()]


def test_without_models_the_players_are_told_that_no_dice_can_be_taught():
    desk = Desk().run(OpenDice())
    desk.run()
    assert desk.state.teaching.notice.key is NoticeKey.MODEL_BROKEN
    assert desk.state.teaching.waiting is None


def test_what_is_wanted_of_setting_up_reaches_the_surveyor_and_so_do_the_edges_of_buttons():
    surveyor = WillingSurveyor()
    desk = Desk(surveyor=surveyor).take(OpenWizard())
    assert [type(effect) for effect in surveyor.asked] == [Survey, KeepProgress]
    edges = [Edge(is_down=True, at_ns=0), Edge(is_down=False, at_ns=100_000_000)]
    for edge in edges:
        desk.companion.take_edge("gpio", edge)
    desk.now_ns = 1_000_000_000
    desk.companion.tick()
    assert surveyor.heard == [("gpio", edge) for edge in edges]
    assert desk.state.dial.kind is DialKind.WIZARD


def test_pictures_of_what_is_set_up_are_the_surveyors():
    assert Desk(surveyor=WillingSurveyor()).companion.survey_jpeg(7) == b"picture"
    assert Desk(surveyor=WillingSurveyor()).companion.survey_jpeg(8) is None
    assert Desk().companion.survey_jpeg(7) is None


def test_without_a_surveyor_the_dialog_opens_all_the_same():
    assert Desk().take(OpenWizard()).state.wizard is not None


def test_a_store_found_unwritable_is_not_called_mended_before_something_was_saved():
    desk = Desk(SessionState(is_saved=False))
    desk.take(ChooseLanguage("en"))
    assert not desk.state.is_saved
    desk.take(NEW_GAME)
    assert desk.state.is_saved


def test_the_answer_to_a_press_is_timed_up_to_the_store():
    desk = Desk().pressed()
    desk.now_ns += 5
    desk.take(BoardMoving())  # no part of the answer: the answer's step comes later
    desk.now_ns += 3
    desk.take(ReadingTaken(reading("99XKA")), BoardMoving())
    (answer,) = desk.stopwatch.answers
    assert answer.spent[PressPart.SESSION].wall_ns == 8
    assert list(answer.spent)[-4:] == [PressPart.LOOK, PressPart.SESSION, PressPart.TELL, PressPart.STORE]
    assert (answer.pressed_ns, answer.number) == (7, desk.state.reading_number)


def test_what_could_not_be_saved_took_no_time_to_store():
    desk = Desk().pressed()
    desk.store.fault = DiskFault.FULL
    desk.take(ReadingTaken(reading("99XKA")))
    assert list(desk.stopwatch.answers[0].spent)[-1] is PressPart.TELL


def test_an_answer_is_timed_before_the_page_can_say_that_it_has_painted():
    desk = Desk().pressed()
    assert desk.answers_shown[-1] == 0
    desk.take(ReadingTaken(reading("99XKA")))
    assert desk.answers_shown[-1] == 1


class SlowAdvisor:
    """An advisor that answers only when it is told to."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.late: list[Callable[[object], None]] = []

    def answer(self, question, late):
        self.asked.append(question)
        self.late.append(late)

    def say(self, number: int = -1) -> None:
        self.late[number](ADVISOR.answer(self.asked[number], print))


HINTS = ShowHints(True)


def test_advice_is_asked_for_once_for_the_dice_that_lie():
    slow = SlowAdvisor()
    desk = Desk(advisor=slow).take(NEW_GAME, Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    assert slow.asked == []
    desk.take(HINTS, BoardMoving(), BoardStill(reading("QQQKA"), is_new=False), ShowHints(False), HINTS)
    assert [question.game for question in slow.asked] == [desk.state.game]


def test_the_table_does_not_wait_for_advice_and_takes_it_later():
    slow = SlowAdvisor()
    desk = Desk(advisor=slow).take(NEW_GAME, HINTS, Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    assert desk.state.phase is Phase.READ
    assert desk.state.advice is None
    slow.say()
    desk.run()
    assert desk.state.advice is not None
    assert desk.shown[-1].advice == desk.state.advice


def test_an_answer_to_dice_that_are_gone_is_not_taken():
    slow = SlowAdvisor()
    desk = Desk(advisor=slow).take(NEW_GAME, HINTS, Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    desk.take(TouchCell(Cell(Category.QUEENS, 10)))
    slow.say()
    desk.run()
    assert desk.state.advice is None


def test_after_a_restart_advice_is_there_before_anything_happens():
    before = Desk().take(NEW_GAME, Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))
    again = resume(SessionState(is_hinting=True), before.state.records)
    desk = Desk(again).run()
    assert desk.shown[0].advice is not None


def test_what_the_companion_entered_before_the_power_went_is_entered_and_saved_after_it():
    agreed = GameBegan(players=("Manfred", "Junkie"), beginner=1, levels=(None, Level.JUNKIE))
    before = Desk(advisor=SlowAdvisor()).take(NewGame(agreed), Pressed(at_ns=1), ReadingTaken(reading("KKKKK")))
    assert not before.state.game.entries
    desk = Desk(resume(SessionState(), before.state.records)).run()
    assert [entry.player for entry in desk.state.game.entries] == [1]
    assert isinstance(desk.store.current_game()[-1].event, Entered)
