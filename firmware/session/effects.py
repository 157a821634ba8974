"""What a session wants done: the companion carries it out through the ports, or has its workers do so.

What the lesson is to do is answered with a `firmware.session.events.LessonEvent`, what the surveyor is to do with a
`firmware.session.events.SurveyorEvent`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware.log.record import Record
from firmware.ports import Signal
from firmware.session.wizard import Progress, WizardStep
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """Read the board from frames not older than ``not_before_ns``; find holds against ``before``."""

    not_before_ns: int  # of the exposure, monotonic
    before: Reading | None  # the newest accepted reading
    dice: int = 5  # so many are expected


@dataclass(frozen=True, slots=True)
class Append:
    """Save a record."""

    record: Record


@dataclass(frozen=True, slots=True)
class Tell:
    """Show a signal by lamp and sound."""

    signal: Signal


@dataclass(frozen=True, slots=True)
class ListDice:
    """Say which sets are kept."""


@dataclass(frozen=True, slots=True)
class BeginLesson:
    """Begin to learn a set with these faces; a lesson that runs is dropped."""

    lesson: int
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StudyDice:
    """Look at dice of a reading, and ask about them if need be."""

    lesson: int  # its number
    exposed_ns: int  # of the reading
    dice: tuple[int, ...]  # which of its dice


@dataclass(frozen=True, slots=True)
class LearnFace:
    """Learn what the die shows that was asked about; None if nobody can tell."""

    lesson: int
    label: int | None


@dataclass(frozen=True, slots=True)
class UnlearnFace:
    """Take the newest answer back."""

    lesson: int


@dataclass(frozen=True, slots=True)
class EndShowing:
    """Be content with faces that were seen once."""

    lesson: int


@dataclass(frozen=True, slots=True)
class TryDice:
    """Read dice of a reading by what was learnt."""

    lesson: int
    exposed_ns: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LearnTried:
    """Learn from the throw that was tried; the players say what its dice show."""

    lesson: int
    labels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SaveDice:
    """Learn from the throw that was tried, and keep the set."""

    lesson: int
    labels: tuple[int, ...]
    name: str


@dataclass(frozen=True, slots=True)
class DeleteDice:
    """Forget a set and all its crops."""

    name: str


@dataclass(frozen=True, slots=True)
class UndoLearning:
    """Take back what was learnt last, whatever set it was."""


@dataclass(frozen=True, slots=True)
class DropLesson:
    """Forget the lesson that runs; this alone is not answered."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Look at a step again and again, until told otherwise."""

    number: int
    step: WizardStep


@dataclass(frozen=True, slots=True)
class EndSurvey:
    """Leave camera and button to the eye and the game."""


@dataclass(frozen=True, slots=True)
class ReckonSheet:
    """Find lens and board from what was seen of the sheet, keep them, and use them at once."""

    number: int


@dataclass(frozen=True, slots=True)
class KeepProgress:
    """Remember how far somebody came."""

    progress: Progress  # how far
    is_new: bool = False  # he begins now: the time is counted anew


LessonEffect: TypeAlias = (
    ListDice
    | BeginLesson
    | StudyDice
    | LearnFace
    | UnlearnFace
    | EndShowing
    | TryDice
    | LearnTried
    | SaveDice
    | DeleteDice
    | UndoLearning
    | DropLesson
)
WizardEffect: TypeAlias = Survey | EndSurvey | ReckonSheet | KeepProgress
Effect: TypeAlias = ReadBoard | Append | Tell | LessonEffect | WizardEffect
