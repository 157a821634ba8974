"""What a session wants done: the companion carries it out through the ports, or has its workers do so.

What the lesson is to do is answered with a `firmware.session.events.LessonEvent`, what the surveyor is to do with a
`firmware.session.events.SurveyorEvent`.
"""

from __future__ import annotations

from typing import TypeAlias

from firmware.log.record import Record
from firmware.ports import Signal
from firmware.session.vocabulary import Value
from firmware.session.wizard import Progress, WizardStep
from vision.reading import Reading


class ReadBoard(Value):
    """Read the board from frames not older than ``not_before_ns``; find holds against ``before``."""

    not_before_ns: int  # of the exposure, monotonic
    before: Reading | None  # the newest accepted reading
    dice: int = 5  # so many are expected


class Append(Value):
    """Save a record."""

    record: Record


class Tell(Value):
    """Show a signal by lamp and sound."""

    signal: Signal


class LessonEffect(Value):
    """What is wanted of the taught dice."""


class ListDice(LessonEffect):
    """Say which sets are kept."""


class DeleteDice(LessonEffect):
    """Forget a set and all its crops."""

    name: str


class UndoLearning(LessonEffect):
    """Take back what was learnt last, whatever set it was."""


class DropLesson(LessonEffect):
    """Forget the lesson that runs; this alone is not answered."""


class CourseEffect(LessonEffect):
    """What is wanted of one lesson."""

    lesson: int  # its number


class BeginLesson(CourseEffect):
    """Begin to learn a set with these faces; a lesson that runs is dropped."""

    labels: tuple[str, ...]


class StudyDice(CourseEffect):
    """Look at dice of a reading, and ask about them if need be."""

    exposed_ns: int  # of the reading
    dice: tuple[int, ...]  # which of its dice


class LearnFace(CourseEffect):
    """Learn what the die shows that was asked about; None if nobody can tell."""

    label: int | None


class UnlearnFace(CourseEffect):
    """Take the newest answer back."""


class EndShowing(CourseEffect):
    """Be content with faces that were seen once."""


class TryDice(CourseEffect):
    """Read dice of a reading by what was learnt."""

    exposed_ns: int
    dice: tuple[int, ...]


class LearnTried(CourseEffect):
    """Learn from the throw that was tried; the players say what its dice show."""

    labels: tuple[int, ...]


class SaveDice(CourseEffect):
    """Learn from the throw that was tried, and keep the set."""

    labels: tuple[int, ...]
    name: str


class Survey(Value):
    """Look at a step again and again, until told otherwise."""

    number: int
    step: WizardStep


class EndSurvey(Value):
    """Leave camera and button to the eye and the game."""


class ReckonSheet(Value):
    """Find lens and board from what was seen of the sheet, keep them, and use them at once."""

    number: int


class KeepProgress(Value):
    """Remember how far somebody came."""

    progress: Progress  # how far
    is_new: bool = False  # he begins now: the time is counted anew


WizardEffect: TypeAlias = Survey | EndSurvey | ReckonSheet | KeepProgress
Effect: TypeAlias = ReadBoard | Append | Tell | LessonEffect | WizardEffect
