"""The lesson behind the dialog on the display: looks become a lesson, a lesson a set, and every wish is answered."""

import threading
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.dice import dice_shelf, lesson_runner, own_dice
from firmware.session import effects, lesson
from firmware.session.events import DiceListed, LessonContinued, LessonFailed, NamesAsked, ThrowsReadAgain
from firmware.session.log import notice
from firmware.session.vocabulary import NoticeKey
from firmware.settings.config import MOST_KEPT
from tests.firmware.dice.taught_sets import finder_of, lay
from tests.vision.learn import met_dice, test_taught_reader
from tests.vision.shown_dice import EACH_TWICE, POKER
from vision.read.reader import ReaderPolicy
from vision.reading import Reading

FACES = tuple(tuple((number + die * (1 + number % 2)) % 6 for die in range(5)) for number in range(6))
"""Throws that show each face often."""
FIVE = tuple(range(5))
PATIENCE_S = 120.0
"""Under QEMU learning takes long."""


class School:
    """A lesson, and what it answered; each look shows pip dice, which get the names of poker faces."""

    def __init__(self, folder: Path, *, most_crops: int = MOST_KEPT) -> None:
        self.eye = met_dice.TellingReader()
        self.shelf = dice_shelf.DiceShelf(folder, self.eye, most_crops=most_crops)
        self.looks: dict[int, tuple[object, Reading]] = {}
        self.quads: tuple = ()
        self.own_dice = own_dice.OwnDice(self.shelf, self, ReaderPolicy())
        self.answers: list[object] = []
        self.lessons = lesson_runner.LessonRunner(self.own_dice, self.looks.get, self.answers.append)

    def detect(self, frame, floor, dice, faces, /):
        return finder_of(self.quads).detect(frame, floor, dice)

    def do(self, effect):
        self.answers.clear()
        done = threading.Event()
        self.lessons.carry_out(effect)
        self.own_dice.later(done.set)
        assert done.wait(PATIENCE_S)
        return self.answers[-1] if self.answers else None

    def look(self, faces=FACES[0], *, seed: int = 0) -> int:
        """Let the eye look at dice; return when."""
        exposed_ns = len(self.looks) + 1
        crops = self.eye.drawn(faces, seed=seed)
        self.eye.crops = lambda _, quads: crops[: len(quads)]
        frame, self.quads = test_taught_reader.frame_of(crops)
        self.looks[exposed_ns] = frame, self.own_dice.reader.read([frame], None)
        return exposed_ns

    def study(self, faces=FACES[0], *, seed: int = 0):
        return self.do(effects.StudyDice(1, self.look(faces, seed=seed), FIVE))


@pytest.fixture
def school(tmp_path: Path) -> School:
    return School(tmp_path)


def test_throws_become_a_set_that_is_named_kept_recognised_and_read(school):
    assert school.do(effects.ListDice()) == DiceListed(())
    assert school.do(effects.UndoLearning()) == DiceListed((), None, notice(NoticeKey.NOTHING_LEARNT))
    assert school.do(effects.BeginLesson(1)) == LessonContinued(1)
    *before, asked = answers = [*until_asked(school)]
    assert [each.lesson for each in before] == [1] * len(before)
    assert before[-1].told > before[0].told == 0
    assert len(answers) < len(FACES)
    assert (asked.card.names, asked.card.is_named) == ((*FIVE, 5), False)
    nameless = effects.NameDice(asked.card.name, asked.card.names, "../x")
    assert school.do(nameless) == LessonFailed(NoticeKey.DICE_NAME_REFUSED)
    school.own_dice.read_again = lambda name: ((7, FIVE),) * (name == "Omas")
    listed = school.do(effects.NameDice(asked.card.name, asked.card.names, "Omas"))
    assert school.answers == [ThrowsReadAgain(((7, FIVE),)), listed]
    assert listed.notice == notice(NoticeKey.DICE_KEPT, name="Omas")
    assert [(each.name, each.labels, each.is_named) for each in listed.sets] == [("Omas", POKER, True)]
    assert listed.newest == "Omas"
    school.look((2, 2, 5, 0, 3), seed=8)  # reads by the new set, without a restart
    _, reading = school.looks[len(school.looks)]
    assert [die.label for die in reading.dice] == [2, 2, 5, 0, 3]
    assert [each.is_recognised for each in school.do(effects.ListDice()).sets] == [True]


def until_asked(school: School):
    """Show throw after throw until a card comes; yield the answers."""
    for seed, faces in enumerate(FACES):
        yield (answer := school.study(faces, seed=seed))
        if isinstance(answer, NamesAsked):
            return


def test_a_set_called_like_another_becomes_one_with_it(school, tmp_path):
    crops = school.eye.drawn((*EACH_TWICE, 1))
    for name, end in (("a", 12), ("b", 13)):
        school.shelf.teach(name, POKER, crops[:end], (*EACH_TWICE, 1)[:end])
    one = school.shelf.name_faces("b", range(6), "a")
    assert (school.shelf.names(), len(one.crops)) == (("a",), 25)


def test_sets_are_forgotten_teachings_taken_back_and_damaged_ones_listed(school, tmp_path):
    lay(tmp_path, "a", labels=POKER)
    school.shelf.teach("b", POKER, school.eye.drawn(EACH_TWICE), EACH_TWICE)
    undone = school.do(effects.UndoLearning())
    assert (undone.notice, undone.newest) == (notice(NoticeKey.LEARNING_UNDONE, name="b"), "a")
    assert undone.sets == (lesson.KnownSet(name="a", labels=POKER, pictures=(*FIVE, 5)),)
    lay(tmp_path, "broken", b"no set")
    forgotten = school.do(effects.DeleteDice("a"))
    assert forgotten == DiceListed((lesson.KnownSet(name="broken"),), None, notice(NoticeKey.DICE_FORGOTTEN, name="a"))
    assert school.do(effects.DeleteDice("a")) == LessonFailed(NoticeKey.DICE_UNREADABLE)
    assert school.do(effects.DeleteDice("broken")).sets == ()


def test_the_faces_of_a_set_are_shown_and_called_anew_and_the_set_too(school, tmp_path):
    lay(tmp_path, "a", labels=POKER)
    lay(tmp_path, "b", labels=POKER)
    card = lesson.FaceCard(name="a", crops=(*FIVE, 5), names=(*FIVE, 5))
    assert school.do(effects.ShowNames("a")) == NamesAsked(card)
    kept = school.do(effects.NameDice("a", (1, 0, 2, 3, 4, 5), " Omas "))
    assert ([each.name for each in kept.sets], kept.notice) == (["Omas", "b"], notice(NoticeKey.DICE_KEPT, name="Omas"))
    assert school.shelf.load("Omas").shown.tolist() == [1, 0, 2, 3, 4, 5] * 2
    assert school.do(effects.ShowNames("Omas")) == NamesAsked(replace(card, name="Omas", crops=(1, 0, 2, 3, 4, 5)))
    assert school.do(effects.ShowNames("a")) == LessonFailed(NoticeKey.DICE_UNREADABLE)
    picture = cv2.imdecode(np.frombuffer(school.shelf.picture("Omas", 3), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape[:2] == (160, 160)
    assert (school.shelf.picture("Omas", 12), school.shelf.picture("a", 0)) == (None, None)


def test_where_no_pictures_are_to_be_kept_every_step_of_a_lesson_says_so_and_sets_can_be_forgotten(tmp_path):
    lay(tmp_path, labels=POKER)
    school = School(tmp_path, most_crops=0)
    for effect in (effects.BeginLesson(1), effects.StudyDice(1, school.look(), FIVE)):
        assert school.do(effect) == LessonFailed(NoticeKey.DICE_OFF)
    assert [known.name for known in school.do(effects.ListDice()).sets] == ["mine"]
    assert school.do(effects.DeleteDice("mine")).sets == ()
    (tmp_path / "dice").write_bytes(b"a file, no folder")
    assert School(tmp_path / "dice").do(effects.ListDice()) == LessonFailed(NoticeKey.DICE_UNREADABLE)


def test_what_cannot_be_done_is_answered_too(school, caplog):
    school.do(effects.BeginLesson(1))
    school.study()
    for effect, key in (
        (effects.StudyDice(1, 99, FIVE), NoticeKey.TEACH_LOOK_GONE),
        (effects.StudyDice(1, school.look(), (7,)), NoticeKey.TEACH_BROKEN),
    ):
        assert school.do(effect) == LessonFailed(key)
    assert "StudyDice" in caplog.text
    assert school.shelf.names() == ()

    exposed_ns = school.look()  # and a lesson that was dropped hears nothing
    assert school.do(effects.StudyDice(2, exposed_ns, FIVE)) is None
    assert school.do(effects.DropLesson()) is None
    assert school.do(effects.StudyDice(1, exposed_ns, FIVE)) is None
