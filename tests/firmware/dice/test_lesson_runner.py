"""The lesson behind the dialog on the display: looks become a lesson, a lesson a set, and every wish is answered."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.lesson_runner import LessonRunner
from firmware.dice.own_dice import OwnDice
from firmware.session import effects
from firmware.session.events import DiceListed, DiceTried, LessonContinued, LessonFailed
from firmware.session.lesson import KnownSet, LessonProgress
from firmware.session.log import notice
from firmware.session.vocabulary import NoticeKey
from firmware.settings.config import MOST_KEPT
from tests.firmware.dice.test_own_dice import KnownDice
from tests.vision.learn.test_taught_reader import frame_of
from tests.vision.shown_dice import EACH_TWICE, POKER, PlainReader, shown
from vision.read.reader import ReaderPolicy
from vision.reading import Reading

FACES = ((0, 1, 2, 3, 4), (5, 0, 1, 2, 3), (4, 5, 0, 1, 2))
"""Three throws that show each face twice or more."""
CHECK = (5, 3, 1, 0, 4)
FIVE = tuple(range(5))
PATIENCE_S = 120.0
"""Under QEMU learning takes long."""


class School:
    """A lessons, and what it answered; each look shows pip dice, the game's names for them are those of poker faces."""

    def __init__(self, folder: Path, *, most_crops: int = MOST_KEPT) -> None:
        self.shelf = DiceShelf(folder, PlainReader(), most_crops=most_crops)
        self.looks: dict[int, tuple[object, Reading]] = {}
        self.faces: dict[int, tuple[int, ...]] = {}
        self.quads: tuple = ()
        self.own_dice = OwnDice(self.shelf, self, ReaderPolicy())
        self.answers: list[object] = []
        self.lessons = LessonRunner(self.own_dice, self.looks.get, self.answers.append)

    def detect(self, frame, /):
        return KnownDice(self.quads).dice

    def do(self, effect):
        """Return what the lesson answers."""
        self.answers.clear()
        done = threading.Event()
        self.lessons.carry_out(effect)
        self.own_dice.later(done.set)
        assert done.wait(PATIENCE_S)
        return self.answers[0] if self.answers else None

    def look(self, faces=FACES[0], *, seed: int = 0) -> int:
        """Let the eye look at dice; return when."""
        exposed_ns = len(self.looks) + 1
        frame, self.quads = frame_of(shown("pips", faces, seed=seed))
        self.looks[exposed_ns] = frame, self.own_dice.reader.read([frame], None)
        self.faces[exposed_ns] = tuple(faces)
        return exposed_ns

    def study(self, faces, *, seed: int = 0) -> LessonContinued:
        """Show a throw and answer every question about it."""
        exposed_ns = self.look(faces, seed=seed)
        went = self.do(effects.StudyDice(1, exposed_ns, FIVE))
        while went.standing.question is not None:
            went = self.do(effects.LearnFace(1, faces[went.standing.question]))
        return went

    def taught(self) -> LessonContinued:
        self.do(effects.BeginLesson(1, POKER))
        return [self.study(faces, seed=seed) for seed, faces in enumerate(FACES)][-1]


@pytest.fixture
def school(tmp_path: Path) -> School:
    return School(tmp_path)


def test_without_sets_there_is_nothing_to_list_or_to_take_back(school: School):
    assert school.do(effects.ListDice()) == DiceListed(())
    assert school.do(effects.UndoLearning()) == DiceListed((), None, notice(NoticeKey.NOTHING_LEARNT))


def test_throws_become_a_set_that_is_kept_recognised_and_read(school: School):
    went = school.taught()
    assert went.standing.is_ready
    assert min(went.standing.counts) >= 2
    tried = school.do(effects.TryDice(1, school.look(CHECK, seed=5), FIVE))
    assert isinstance(tried, DiceTried)
    assert [die.label for die in tried.dice] == list(CHECK)
    listed = school.do(effects.SaveDice(1, CHECK, "Würfel 1"))
    assert isinstance(listed, DiceListed)
    assert listed.notice == notice(NoticeKey.DICE_KEPT, name="Würfel 1")
    assert [(each.name, each.labels) for each in listed.sets] == [("Würfel 1", POKER)]
    assert listed.newest == "Würfel 1"
    school.look((2, 2, 5, 0, 3), seed=8)  # reads by the new set, without a restart
    _, reading = school.looks[len(school.looks)]
    assert [die.label for die in reading.dice] == [2, 2, 5, 0, 3]
    assert [each.is_recognised for each in school.do(effects.ListDice()).sets] == [True]


def test_each_face_is_asked_for_about_once(school: School):
    school.do(effects.BeginLesson(1, POKER))
    questions = 0
    for seed, faces in enumerate(FACES):
        went = school.do(effects.StudyDice(1, school.look(faces, seed=seed), FIVE))
        while went.standing.question is not None:
            questions += 1
            went = school.do(effects.LearnFace(1, faces[went.standing.question]))
    assert 6 <= questions <= 8


def test_where_a_lesson_stands_is_told_after_every_answer(school: School):
    assert school.do(effects.BeginLesson(1, POKER)) == LessonContinued(1, LessonProgress(counts=(0,) * 6))
    first = school.do(effects.StudyDice(1, school.look(), (0, 2, 4))).standing
    assert first.exposed_ns == 1
    assert first.question in {0, 2, 4}
    assert (first.counts, first.may_take_back, first.may_end) == ((0,) * 6, False, False)
    second = school.do(effects.LearnFace(1, first.question)).standing
    assert sum(second.counts) == 1
    assert (first.question, first.question) in second.names
    assert second.may_take_back
    assert school.do(effects.UnlearnFace(1)).standing == first


def test_a_die_nobody_can_name_is_left_out(school: School):
    school.do(effects.BeginLesson(1, POKER))
    standing = school.do(effects.StudyDice(1, school.look(), FIVE)).standing
    while standing.question is not None:
        standing = school.do(effects.LearnFace(1, None)).standing
    assert standing.counts == (0,) * 6


def test_faces_seen_once_are_enough_if_the_player_says_so(school: School):
    school.do(effects.BeginLesson(1, POKER))
    school.study(FACES[0])
    went = school.study((5, 5, 0, 1, 2), seed=1)
    assert (went.standing.is_ready, went.standing.may_end) == (False, True)
    assert school.do(effects.EndShowing(1)).standing.is_ready


def test_a_misnamed_die_is_left_out_and_said(school: School):
    school.do(effects.BeginLesson(1, POKER))
    said_wrong, misnamed = False, []
    for seed in range(6):
        faces = FACES[seed % 3]
        went = school.do(effects.StudyDice(1, school.look(faces, seed=seed), FIVE))
        while went.standing.question is not None:
            true = faces[went.standing.question]
            went = school.do(effects.LearnFace(1, true if said_wrong else (true + 3) % 6))
            said_wrong = True
        misnamed.append(went.standing.has_misnamed)
        if went.standing.is_ready:
            break
    assert misnamed.count(True) >= 1
    assert went.standing.is_ready
    tried = school.do(effects.TryDice(1, school.look(CHECK, seed=9), FIVE))
    assert [die.label for die in tried.dice] == list(CHECK)


def test_what_a_check_throw_was_not_sure_of_or_read_wrong_is_learnt(school: School):
    before = school.taught().standing.counts
    tried = school.do(effects.TryDice(1, school.look(CHECK, seed=5), FIVE))
    assert all(die.is_sure for die in tried.dice)
    assert school.do(effects.LearnTried(1, CHECK)).standing.counts == before  # nothing new
    school.do(effects.TryDice(1, school.look(CHECK, seed=5), FIVE))
    standing = school.do(effects.LearnTried(1, (*CHECK[:4], 1))).standing
    assert standing.counts[1] == before[1] + 1
    assert (standing.question, standing.may_take_back) == (None, False)


def test_sets_are_forgotten_and_teachings_taken_back(school: School):
    for name in ("a", "b"):
        school.shelf.teach(name, POKER, shown("pips", EACH_TWICE), EACH_TWICE)
    undone = school.do(effects.UndoLearning())
    assert (undone.notice, undone.newest) == (notice(NoticeKey.LEARNING_UNDONE, name="b"), "a")
    assert undone.sets == (KnownSet(name="a", labels=POKER, crops=12),)
    forgotten = school.do(effects.DeleteDice("a"))
    assert forgotten == DiceListed((), None, notice(NoticeKey.DICE_FORGOTTEN, name="a"))
    assert school.do(effects.DeleteDice("a")) == LessonFailed(NoticeKey.DICE_NOT_SAVED)


def test_a_damaged_set_is_listed_and_can_be_forgotten(school: School, tmp_path: Path):
    (tmp_path / "broken.npz").write_bytes(b"no set")
    assert school.do(effects.ListDice()).sets == (KnownSet(name="broken"),)
    assert school.do(effects.DeleteDice("broken")).sets == ()


def test_a_folder_that_cannot_be_read_is_said(tmp_path: Path):
    (tmp_path / "dice").write_bytes(b"a file, no folder")
    school = School(tmp_path / "dice")
    assert school.do(effects.ListDice()) == LessonFailed(NoticeKey.DICE_UNREADABLE)


def test_where_no_pictures_are_to_be_kept_every_step_of_a_lesson_says_so_and_sets_can_be_forgotten(tmp_path: Path):
    School(tmp_path).shelf.teach("mine", POKER, shown("pips", EACH_TWICE), EACH_TWICE)
    school = School(tmp_path, most_crops=0)
    exposed_ns = school.look()
    for effect in (effects.BeginLesson(1, POKER), effects.StudyDice(1, exposed_ns, FIVE)):
        assert school.do(effect) == LessonFailed(NoticeKey.DICE_OFF)
    assert [known.name for known in school.do(effects.ListDice()).sets] == ["mine"]
    assert school.do(effects.DeleteDice("mine")).sets == ()


def test_a_name_no_set_can_have_is_refused_and_the_lesson_goes_on(school: School):
    school.taught()
    school.do(effects.TryDice(1, school.look(CHECK, seed=5), FIVE))
    assert school.do(effects.SaveDice(1, CHECK, "../x")) == LessonFailed(NoticeKey.DICE_NAME_REFUSED)
    assert isinstance(school.do(effects.SaveDice(1, CHECK, "x")), DiceListed)


def test_a_set_with_a_face_missing_is_not_kept(school: School):
    school.do(effects.BeginLesson(1, POKER))
    school.study(FACES[0])
    assert school.do(effects.TryDice(1, school.look(CHECK), FIVE)) == LessonFailed(NoticeKey.TEACH_FACE_MISSING)
    assert school.do(effects.SaveDice(1, (), "x")) == LessonFailed(NoticeKey.TEACH_FACE_MISSING)
    assert school.shelf.names() == ()


def test_a_look_that_is_no_longer_kept_is_said(school: School):
    school.do(effects.BeginLesson(1, POKER))
    assert school.do(effects.StudyDice(1, 99, FIVE)) == LessonFailed(NoticeKey.TEACH_LOOK_GONE)


def test_a_mistake_is_answered_too(school: School, caplog):
    school.do(effects.BeginLesson(1, POKER))
    assert school.do(effects.StudyDice(1, school.look(), (7,))) == LessonFailed(NoticeKey.TEACH_BROKEN)
    assert "StudyDice" in caplog.text


def test_a_dropped_lesson_hears_nothing(school: School):
    school.do(effects.BeginLesson(1, POKER))
    exposed_ns = school.look()
    assert school.do(effects.StudyDice(2, exposed_ns, FIVE)) is None
    assert school.do(effects.DropLesson()) is None
    assert school.do(effects.StudyDice(1, exposed_ns, FIVE)) is None
