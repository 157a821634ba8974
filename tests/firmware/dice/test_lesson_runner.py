"""The lesson behind the dialog on the display: looks become a lesson, a lesson a set, and every wish is answered."""

import threading
from pathlib import Path

import pytest

from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.lesson_runner import LessonRunner
from firmware.dice.own_dice import OwnDice
from firmware.session import effects
from firmware.session.events import DiceListed, LessonContinued, LessonFailed
from firmware.session.lesson import KnownSet, LessonProgress
from firmware.session.log import notice
from firmware.session.vocabulary import NoticeKey
from firmware.settings.config import MOST_KEPT
from tests.firmware.dice.taught_sets import finder_of, lay
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
    """A lesson, and what it answered; each look shows pip dice, the game's names for them are those of poker faces."""

    def __init__(self, folder: Path, *, most_crops: int = MOST_KEPT) -> None:
        self.shelf = DiceShelf(folder, PlainReader(), most_crops=most_crops)
        self.looks: dict[int, tuple[object, Reading]] = {}
        self.quads: tuple = ()
        self.own_dice = OwnDice(self.shelf, self, ReaderPolicy())
        self.answers: list[object] = []
        self.questions = 0
        self.lessons = LessonRunner(self.own_dice, self.looks.get, self.answers.append)

    def detect(self, frame, /):
        return finder_of(self.quads).detect(frame)

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
        return exposed_ns

    def begin(self) -> LessonContinued:
        return self.do(effects.BeginLesson(1, POKER))

    def study(self, faces=FACES[0], *, seed: int = 0, name=lambda face: face) -> LessonProgress:
        """Show a throw and answer every question about it."""
        standing = self.do(effects.StudyDice(1, self.look(faces, seed=seed), FIVE)).standing
        while standing.question is not None:
            self.questions += 1
            standing = self.do(effects.LearnFace(1, name(faces[standing.question]))).standing
        return standing

    def taught(self) -> LessonProgress:
        self.begin()
        return [self.study(faces, seed=seed) for seed, faces in enumerate(FACES)][-1]

    def tried(self, *, seed: int = 5):
        return self.do(effects.TryDice(1, self.look(CHECK, seed=seed), FIVE)).dice


@pytest.fixture
def school(tmp_path: Path) -> School:
    return School(tmp_path)


def test_throws_become_a_set_that_is_kept_recognised_and_read(school: School):
    assert school.do(effects.ListDice()) == DiceListed(())
    assert school.do(effects.UndoLearning()) == DiceListed((), None, notice(NoticeKey.NOTHING_LEARNT))
    standing = school.taught()
    assert standing.is_ready
    assert min(standing.counts) >= 2
    assert 6 <= school.questions <= 8  # each face is asked for about once
    assert [die.label for die in school.tried()] == list(CHECK)
    assert school.do(effects.SaveDice(1, CHECK, "../x")) == LessonFailed(NoticeKey.DICE_NAME_REFUSED)
    listed = school.do(effects.SaveDice(1, CHECK, "Würfel 1"))  # the lesson goes on
    assert listed.notice == notice(NoticeKey.DICE_KEPT, name="Würfel 1")
    assert [(each.name, each.labels) for each in listed.sets] == [("Würfel 1", POKER)]
    assert listed.newest == "Würfel 1"
    school.look((2, 2, 5, 0, 3), seed=8)  # reads by the new set, without a restart
    _, reading = school.looks[len(school.looks)]
    assert [die.label for die in reading.dice] == [2, 2, 5, 0, 3]
    assert [each.is_recognised for each in school.do(effects.ListDice()).sets] == [True]


def test_where_a_lesson_stands_is_told_after_every_answer(school: School):
    assert school.begin() == LessonContinued(1, LessonProgress(counts=(0,) * 6))
    first = school.do(effects.StudyDice(1, school.look(), (0, 2, 4))).standing
    assert first.exposed_ns == 1
    assert first.question in {0, 2, 4}
    assert (first.counts, first.may_take_back, first.may_end) == ((0,) * 6, False, False)
    second = school.do(effects.LearnFace(1, first.question)).standing
    assert sum(second.counts) == 1
    assert (first.question, first.question) in second.names
    assert second.may_take_back
    assert school.do(effects.UnlearnFace(1)).standing == first


def test_a_die_nobody_can_name_is_left_out_and_faces_seen_once_are_enough_if_the_player_says_so(school: School):
    school.begin()
    assert school.study(name=lambda _: None).counts == (0,) * 6
    school.begin()
    school.study()
    standing = school.study((5, 5, 0, 1, 2), seed=1)
    assert (standing.is_ready, standing.may_end) == (False, True)
    assert school.do(effects.EndShowing(1)).standing.is_ready


def test_a_misnamed_die_is_left_out_and_said(school: School):
    def name(face: int) -> int:
        return face if school.questions > 1 else (face + 3) % 6

    school.begin()
    misnamed = []
    for seed in range(6):
        standing = school.study(FACES[seed % 3], seed=seed, name=name)
        misnamed.append(standing.has_misnamed)
        if standing.is_ready:
            break
    assert True in misnamed
    assert standing.is_ready
    assert [die.label for die in school.tried(seed=9)] == list(CHECK)


def test_what_a_check_throw_was_not_sure_of_or_read_wrong_is_learnt(school: School):
    before = school.taught().counts
    assert all(die.is_sure for die in school.tried())
    assert school.do(effects.LearnTried(1, CHECK)).standing.counts == before  # nothing new
    school.tried()
    standing = school.do(effects.LearnTried(1, (*CHECK[:4], 1))).standing
    assert standing.counts[1] == before[1] + 1
    assert (standing.question, standing.may_take_back) == (None, False)


def test_sets_are_forgotten_teachings_taken_back_and_damaged_ones_listed(school: School, tmp_path: Path):
    lay(tmp_path, "a", labels=POKER)
    school.shelf.teach("b", POKER, shown("pips", EACH_TWICE), EACH_TWICE)
    undone = school.do(effects.UndoLearning())
    assert (undone.notice, undone.newest) == (notice(NoticeKey.LEARNING_UNDONE, name="b"), "a")
    assert undone.sets == (KnownSet(name="a", labels=POKER, crops=12),)
    lay(tmp_path, "broken", b"no set")
    forgotten = school.do(effects.DeleteDice("a"))
    assert forgotten == DiceListed((KnownSet(name="broken"),), None, notice(NoticeKey.DICE_FORGOTTEN, name="a"))
    assert school.do(effects.DeleteDice("a")) == LessonFailed(NoticeKey.DICE_NOT_SAVED)
    assert school.do(effects.DeleteDice("broken")).sets == ()


def test_where_no_pictures_are_to_be_kept_every_step_of_a_lesson_says_so_and_sets_can_be_forgotten(tmp_path: Path):
    lay(tmp_path, labels=POKER)
    school = School(tmp_path, most_crops=0)
    for effect in (effects.BeginLesson(1, POKER), effects.StudyDice(1, school.look(), FIVE)):
        assert school.do(effect) == LessonFailed(NoticeKey.DICE_OFF)
    assert [known.name for known in school.do(effects.ListDice()).sets] == ["mine"]
    assert school.do(effects.DeleteDice("mine")).sets == ()
    (tmp_path / "dice").write_bytes(b"a file, no folder")
    assert School(tmp_path / "dice").do(effects.ListDice()) == LessonFailed(NoticeKey.DICE_UNREADABLE)


def test_what_cannot_be_done_is_answered_too(school: School, caplog):
    school.begin()
    school.study()
    for effect, key in (
        (effects.TryDice(1, school.look(CHECK), FIVE), NoticeKey.TEACH_FACE_MISSING),
        (effects.SaveDice(1, (), "x"), NoticeKey.TEACH_FACE_MISSING),
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
