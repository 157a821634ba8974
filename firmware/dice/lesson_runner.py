"""The lesson: what learns a set, and who carries out what the dialog on the display wants of it.

Whoever teaches it puts its questions to the player: `firmware.commands.teach` about photographs, `LessonRunner` on the
page, behind the game's back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from firmware.dice.dice_shelf import DiceShelf, newest_of
from firmware.dice.kept_dice import KeptSet
from firmware.dice.own_dice import OwnDice
from firmware.errors import DiceSetError, DiceSetNameError, LookGoneError
from firmware.session import effects
from firmware.session.events import DiceListed, DiceTried, LessonContinued, LessonEvent, LessonFailed
from firmware.session.lesson import CROPS_A_FACE, KnownSet, LessonProgress, TriedDie
from firmware.session.log import notice
from firmware.session.vocabulary import Notice, NoticeKey
from vision.errors import TeachError
from vision.frame import Frame
from vision.learn.impressions import CropReader, Impressions, impressions_of
from vision.learn.lesson import Lesson
from vision.preprocess import FACE_SIZE_PX
from vision.reading import Reading

log = logging.getLogger(__name__)

UNNAMED = "?"
"""What a set is called while it is learnt: only sets that are kept have a name."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TriedThrow:
    """A throw read by what was learnt so far."""

    crops: NDArray[np.uint8]  # uint8 (N, 64, 64, 3), its dice
    seen: Impressions  # what the eye makes of them
    labels: tuple[int, ...]  # the likeliest label of each
    is_sure: tuple[bool, ...]  # whether that would be believed without a question


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeptLesson:
    """What became of a lesson."""

    kept: KeptSet  # the set as it lies on the shelf
    counts: tuple[int, ...]  # how many crops of each label are read by
    doubtful: tuple[int, ...]  # labels of which some crop cannot be told from other faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """What learns a set."""

    labels: tuple[str, ...]  # names of its faces
    shelf: DiceShelf  # where sets are kept
    reader: CropReader  # makes of crops what it makes

    def begun(self, crops: NDArray[np.uint8]) -> Lesson:
        """Return a lesson that begins with some crops, uint8 (N, 64, 64, 3); there may be none."""
        return Lesson.begin(self.labels, crops, impressions_of(self.reader, crops))

    def shown(self, lesson: Lesson, crops: NDArray[np.uint8]) -> Lesson:
        """Return the lesson with the crops of another throw."""
        return lesson.shown(crops, impressions_of(self.reader, crops))

    def misnamed(self, lesson: Lesson) -> tuple[tuple[int, int], ...]:
        """Return the crops that look like another face than they were named, each with the crop it looks like.

        Raises:
            TeachError: If a face is missing.
        """
        return lesson.clashing(name=UNNAMED, model_sha256=self.reader.sha256)

    def tried(self, lesson: Lesson, crops: NDArray[np.uint8], *, sure_confidence: float) -> TriedThrow:
        """Return what is read in a throw, uint8 (N, 64, 64, 3), by what was learnt so far.

        From `sure_confidence` on, a probability, a face is believed.

        Raises:
            TeachError: If a face is missing.
        """
        dice_set, _ = lesson.taught(name=UNNAMED, model_sha256=self.reader.sha256)
        seen = impressions_of(self.reader, crops)
        faces = dice_set.read(seen).probabilities[:, :-1]
        return TriedThrow(
            crops=crops,
            seen=seen,
            labels=tuple(faces.argmax(axis=1).tolist()),
            is_sure=tuple((faces.max(axis=1) >= sure_confidence).tolist()),
        )

    def learnt(self, lesson: Lesson, tried: TriedThrow, labels: Sequence[int]) -> Lesson:
        """Return the lesson with what it did not read surely and right in a throw."""
        read = enumerate(zip(tried.labels, tried.is_sure, labels, strict=True))
        new = [number for number, (said, is_sure, true) in read if not is_sure or said != true]
        if not new:
            return lesson
        grown = lesson.shown(tried.crops[new], tried.seen.of(new))
        for crop, number in enumerate(new, start=len(lesson.crops)):
            grown = grown.answered(crop, labels[number])
        return grown

    def keep(self, lesson: Lesson, name: str) -> KeptLesson:
        """Keep what was learnt.

        Raises:
            TeachError: If a face is missing.
            DiceSetError: If the set cannot be saved, or no set can be called so.
        """
        _, used = lesson.taught(name=UNNAMED, model_sha256=self.reader.sha256)
        names = lesson.grouping().names
        shown = [label for crop in used if (label := names[crop]) is not None]
        kept = self.shelf.teach(name, self.labels, lesson.crops[list(used)], shown)
        dice_set = kept.dice_set()
        right = zip(dice_set.shown.tolist(), dice_set.calibration.right, strict=True)
        doubtful = {label for label, is_right in right if is_right is False}
        return KeptLesson(kept=kept, counts=dice_set.counts, doubtful=tuple(sorted(doubtful)))


NO_CROPS: NDArray[np.uint8] = np.empty((0, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Course:
    """A lesson as it runs."""

    number: int  # of the lesson
    learner: Learner  # what learns
    lesson: Lesson  # what is known
    exposed_ns: int = 0  # of the newest look that was shown to it
    dice: tuple[int, ...] = ()  # which of its dice were, in the order of the newest crops
    earlier: tuple[Lesson, ...] = ()  # the lesson before each answer to a question about these, the first first
    tried: TriedThrow | None = None  # the check throw
    enough: int = CROPS_A_FACE  # so many crops of each face are enough


class LessonRunner:
    """Answers every effect of a lesson with an event, from the thread in which the sets are learnt."""

    def __init__(
        self,
        own_dice: OwnDice,
        picture_of: Callable[[int], tuple[Frame, Reading] | None],
        emit: Callable[[LessonEvent], None],
    ) -> None:
        """Begin with no lesson."""
        self._own_dice = own_dice
        self._picture_of = picture_of
        self._emit = emit
        self._course: Course | None = None

    def carry_out(self, effect: effects.LessonEffect) -> None:
        """Do what is wanted after what was wanted before; returns at once."""
        self._own_dice.later(partial(self._do, effect))

    def _do(self, effect: effects.LessonEffect) -> None:
        try:
            answer = self._answer(effect)
        except DiceSetNameError:
            answer = LessonFailed(NoticeKey.DICE_NAME_REFUSED)
        except DiceSetError as error:
            log.warning("%s", error)
            is_saving = isinstance(effect, effects.SaveDice | effects.DeleteDice | effects.UndoLearning)
            answer = LessonFailed(NoticeKey.DICE_NOT_SAVED if is_saving else NoticeKey.DICE_UNREADABLE)
        except (TeachError, LookGoneError) as error:
            log.warning("%s", error)
            is_missing = isinstance(error, TeachError)
            answer = LessonFailed(NoticeKey.TEACH_FACE_MISSING if is_missing else NoticeKey.TEACH_LOOK_GONE)
        except Exception:
            log.exception("The lesson could not do %r.", type(effect).__name__)
            answer = LessonFailed(NoticeKey.TEACH_BROKEN)  # else the dialog would wait for ever
        if answer is not None:
            self._emit(answer)

    def _answer(self, effect: effects.LessonEffect) -> LessonEvent | None:
        match effect:
            case effects.ListDice():
                return self._listed(None)
            case effects.DeleteDice(name):
                self._own_dice.shelf.forget(name)
                return self._listed(notice(NoticeKey.DICE_FORGOTTEN, name=name))
            case effects.UndoLearning():
                undone = self._own_dice.shelf.undo()
                nothing = notice(NoticeKey.NOTHING_LEARNT)
                return self._listed(nothing if undone is None else notice(NoticeKey.LEARNING_UNDONE, name=undone))
            case effects.DropLesson():
                self._course = None
                return None
            case _ if self._own_dice.shelf.is_off:
                return LessonFailed(NoticeKey.DICE_OFF)
            case effects.BeginLesson(number, labels):
                learner = Learner(labels=labels, shelf=self._own_dice.shelf, reader=self._own_dice.faces)
                self._course = Course(number=number, learner=learner, lesson=learner.begun(NO_CROPS))
                return LessonContinued(number, LessonProgress(counts=(0,) * len(labels)))
            case effects.CourseEffect(number) if self._course is not None and number == self._course.number:
                return self._taught(self._course, effect)
            case _:
                return None  # the lesson was dropped meanwhile, and nobody waits

    def _listed(self, said: Notice | None) -> DiceListed:
        whole = {name: self._own_dice.shelf.load_whole(name) for name in self._own_dice.shelf.names()}
        kept = {name: each for name, each in whole.items() if each is not None}
        newest, recognised = newest_of(tuple(kept.values())), self._own_dice.recognised
        sets = tuple(
            KnownSet(name=name)
            if each is None
            else KnownSet(name=name, labels=each.labels, crops=len(each.in_use), is_recognised=name == recognised)
            for name, each in whole.items()
        )
        return DiceListed(sets, None if newest is None else newest.name, said)

    # -- the lesson --------------------------------------------------------------------------------------------

    def _taught(self, course: Course, effect: effects.CourseEffect) -> LessonEvent:
        lesson = course.lesson
        match effect:
            case effects.TryDice(_, exposed_ns, dice):
                sure_confidence = self._own_dice.policy.sure_confidence
                tried = course.learner.tried(lesson, self._crops(exposed_ns, dice), sure_confidence=sure_confidence)
                self._course = replace(course, tried=tried)
                read = zip(dice, tried.labels, tried.is_sure, strict=True)
                seen = (TriedDie(index=index, label=label, is_sure=is_sure) for index, label, is_sure in read)
                return DiceTried(course.number, tuple(seen))
            case effects.SaveDice(_, labels, name):
                learnt = course.learner.keep(_learnt(course, labels), name)
                self._course = None
                key = NoticeKey.DICE_KEPT_DOUBTFUL if learnt.doubtful else NoticeKey.DICE_KEPT
                return self._listed(notice(key, name=learnt.kept.name))
            case effects.StudyDice(_, exposed_ns, dice):
                shown = course.learner.shown(lesson, self._crops(exposed_ns, dice))
                course = replace(course, lesson=shown, exposed_ns=exposed_ns, dice=dice, earlier=())
            case effects.LearnFace(_, label) if (crop := lesson.question()) is not None:
                after = lesson.without([crop]) if label is None else lesson.answered(crop, label)
                course = replace(course, lesson=after, earlier=(*course.earlier, lesson))
            case effects.UnlearnFace():
                course = replace(course, lesson=course.earlier[-1], earlier=course.earlier[:-1])
            case effects.EndShowing():
                course = replace(course, enough=1)
            case effects.LearnTried(_, labels):
                course = replace(course, lesson=_learnt(course, labels), dice=(), earlier=())
        return self._went_on(course)

    def _crops(self, exposed_ns: int, dice: tuple[int, ...]) -> NDArray[np.uint8]:
        kept = self._picture_of(exposed_ns)
        if kept is None:
            raise LookGoneError(f"The look of {exposed_ns} is no longer kept; look again.")
        frame, reading = kept
        return self._own_dice.faces.crops(frame, [reading.dice[index].detection.quad for index in dice])

    def _went_on(self, course: Course) -> LessonContinued:
        # After a check throw no dice lie there to be asked about: the players have said what all of them show.
        question = course.lesson.question() if course.dice else None
        is_ready = has_misnamed = False
        if question is None and not course.lesson.missing(enough=course.enough):
            doubts = course.learner.misnamed(course.lesson)
            is_ready, has_misnamed = not doubts, bool(doubts)
            if doubts:
                # That die may no longer lie there to be asked about; others that show its face come again.
                course = replace(course, lesson=course.lesson.without([doubts[0][0]]), earlier=())
        self._course = course
        lesson, first = course.lesson, course.lesson.newest
        names = lesson.grouping().names
        standing = LessonProgress(
            counts=lesson.counts(),
            exposed_ns=course.exposed_ns,
            question=None if question is None else course.dice[question - first],
            names=tuple((index, names[crop]) for crop, index in enumerate(course.dice, start=first)),
            is_ready=is_ready,
            may_end=not lesson.missing(enough=1),
            may_take_back=bool(course.earlier),
            has_misnamed=has_misnamed,
        )
        return LessonContinued(course.number, standing)


def _learnt(course: Course, labels: tuple[int, ...]) -> Lesson:
    return course.lesson if course.tried is None else course.learner.learnt(course.lesson, course.tried, labels)
