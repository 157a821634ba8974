"""The companion and who works beside it: pictures, taught dice, setting up, advice, and times taken."""

from __future__ import annotations

import numpy as np

from firmware.ports import Edge
from firmware.session.effects import KeepProgress, ListDice, Survey
from firmware.session.events import BoardMoving, BoardStill, DiceListed, LessonContinued, Pressed, ReadingTaken
from firmware.session.lesson import DiceKind, LessonProgress
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.touches import NewGame, OpenDice, OpenWizard, ShowHints, TeachDice, TouchCell
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from firmware.table.latency import PressPart
from scoring.events import Entered, GameBegan
from scoring.ruleset import Level
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.doubles.store import DiskFault
from tests.firmware.session.table_talk import ADVISOR, reading
from tests.firmware.table.companion_desk import NEW_GAME, Desk, Willing
from vision.frame import Frame
from vision.reading import Reading

JPEG = b"\xff\xd8"


def seen_at(desk: Desk, exposed_ns: int, letters: str = "99XKA", grey: int = 90) -> Reading:
    """Let the eye keep a look at some dice in a row."""
    seen = reading(letters, at=tuple((100.0 + 90 * i, 200.0) for i in range(len(letters))), exposed_ns=exposed_ns)
    desk.eye.kept[exposed_ns] = Frame(np.full((900, 1200, 3), grey, np.uint8)), seen
    return seen


def test_a_die_has_its_own_picture_while_its_reading_is_recent_also_while_dice_are_taught():
    desk = Desk().take(NEW_GAME)
    for number in range(1, 7):
        desk.take(Pressed(at_ns=number), ReadingTaken(seen_at(desk, number, "99XK", 40 * number)))
    latest = desk.state.reading_number
    picture = desk.companion.die_jpeg(latest, 0)
    assert picture.startswith(JPEG)
    for number, index in ((latest, 4), (latest, -1), (1, 0), (99, 0)):
        assert desk.companion.die_jpeg(number, index) is None
    desk.take(
        OpenDice(), DiceListed(()), TeachDice(DiceKind.POKER), LessonContinued(1, LessonProgress(counts=(0,) * 6))
    )
    desk.take(Pressed(at_ns=7), ReadingTaken(seen_at(desk, 7)))
    assert desk.companion.die_jpeg(desk.state.reading_number, 0) == picture


def test_a_look_at_the_board_has_a_picture_of_all_dice_and_of_each():
    desk = Desk()
    seen_at(desk, 3)
    seen_at(desk, 4, "")
    assert desk.companion.look_jpeg(3).startswith(JPEG)
    assert desk.companion.look_jpeg(3, 4).startswith(JPEG)
    for exposed_ns, index in ((3, 5), (3, -1), (4, None), (5, None)):
        assert desk.companion.look_jpeg(exposed_ns, index) is None


def test_what_is_wanted_of_the_taught_dice_reaches_who_keeps_them_and_without_models_it_is_said():
    willing = Willing()
    Desk(lessons=willing.carry_out).take(OpenDice())
    assert willing.asked == [ListDice()]
    teaching = Desk().run(OpenDice()).run().state.teaching
    assert (teaching.notice.key, teaching.waiting) == (NoticeKey.MODEL_BROKEN, None)


def test_what_is_wanted_of_setting_up_reaches_the_surveyor_and_so_do_the_edges_of_buttons():
    surveyor = Willing()
    desk = Desk(surveyor=surveyor).take(OpenWizard())
    assert [type(effect) for effect in surveyor.asked] == [Survey, KeepProgress]
    desk.edges((True, 0), (False, 100_000_000)).at(1_000_000_000)
    assert surveyor.heard == [("gpio", Edge(True, 0)), ("gpio", Edge(False, 100_000_000))]
    assert desk.state.dial.kind is DialKind.WIZARD
    assert [desk.companion.survey_jpeg(exposed_ns) for exposed_ns in (7, 8)] == [b"picture", None]
    assert Desk().companion.survey_jpeg(7) is None
    assert Desk().take(OpenWizard()).state.wizard is not None  # without a surveyor it opens all the same


def pressed() -> Desk:
    """Begin a game and press, and let the eye do what it does before it answers."""
    desk = Desk().take(NEW_GAME, Pressed(at_ns=7))
    for stage in (PressPart.WAIT, PressPart.CAPTURE, PressPart.LOOK):
        desk.stopwatch.lap(stage)
    return desk


def test_the_answer_to_a_press_is_timed_up_to_the_store_before_the_page_can_say_that_it_has_painted():
    desk = pressed()
    assert desk.answers_shown[-1] == 0
    desk.now_ns += 5
    desk.take(BoardMoving())  # no part of the answer: the answer's step comes later
    desk.now_ns += 3
    desk.take(ReadingTaken(reading("99XKA")))
    assert desk.answers_shown[-1] == 1
    desk.take(BoardMoving())
    (answer,) = desk.stopwatch.answers
    assert answer.spent[PressPart.SESSION].wall_ns == 8
    assert list(answer.spent)[-4:] == [PressPart.LOOK, PressPart.SESSION, PressPart.TELL, PressPart.STORE]
    assert (answer.pressed_ns, answer.number) == (7, desk.state.reading_number)


def test_what_could_not_be_saved_took_no_time_to_store():
    desk = pressed()
    desk.store.fault = DiskFault.FULL
    desk.take(ReadingTaken(reading("99XKA")))
    assert list(desk.stopwatch.answers[0].spent)[-1] is PressPart.TELL


class SlowAdvisor:
    """An advisor that answers only when it is told to."""

    def __init__(self) -> None:
        self.asked = []

    def answer(self, question, late):
        self.asked.append((question, late))

    def say(self) -> None:
        question, late = self.asked[-1]
        late(ADVISOR.answer(question, print))


HINTS = ShowHints(True)
THROWN = (Pressed(at_ns=1), ReadingTaken(reading("QQQKA")))


def test_advice_is_asked_for_once_for_the_dice_that_lie():
    slow = SlowAdvisor()
    desk = Desk(advisor=slow).take(NEW_GAME, *THROWN)
    assert slow.asked == []
    desk.take(HINTS, BoardMoving(), BoardStill(reading("QQQKA"), is_new=False), ShowHints(False), HINTS)
    assert [question.game for question, _ in slow.asked] == [desk.state.game]


def test_the_table_does_not_wait_for_advice_and_takes_it_later_while_the_dice_lie():
    slow = SlowAdvisor()
    desk = Desk(advisor=slow).take(NEW_GAME, HINTS, *THROWN)
    assert (desk.state.phase, desk.state.advice) == (Phase.READ, None)
    slow.say()
    desk.run()
    assert desk.shown[-1].advice == desk.state.advice is not None
    slow = SlowAdvisor()
    desk = Desk(advisor=slow).take(NEW_GAME, HINTS, *THROWN, TouchCell(Cell(Category.QUEENS, 10)))
    slow.say()
    assert desk.run().state.advice is None


def test_after_a_restart_advice_is_there_before_anything_happens():
    before = Desk().take(NEW_GAME, *THROWN)
    again = resume(SessionState(is_hinting=True), before.state.records)
    assert Desk(again).run().shown[0].advice is not None


def test_what_the_companion_entered_before_the_power_went_is_entered_and_saved_after_it():
    agreed = GameBegan(players=("Manfred", "Junkie"), beginner=1, levels=(None, Level.JUNKIE))
    before = Desk(advisor=SlowAdvisor()).take(NewGame(agreed), Pressed(at_ns=1), ReadingTaken(reading("KKKKK")))
    assert not before.state.game.entries
    desk = Desk(resume(SessionState(), before.state.records)).run()
    assert [entry.player for entry in desk.state.game.entries] == [1]
    assert isinstance(desk.newest, Entered)
