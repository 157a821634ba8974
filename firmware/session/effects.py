"""What a session wants done: the companion carries it out through the ports, or has its workers do so.

What the lesson is to do is answered with a `firmware.session.events.LessonEvent`, what the surveyor is to do with a
`firmware.session.events.Surveyed`.
"""

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
    """Save records, all of them or nothing."""

    records: tuple[Record, ...]


class FetchGame(Value):
    """Read a game of before that is to go on; it comes as a `firmware.session.events.GameFetched`."""

    number: int


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


class ShowNames(LessonEffect):
    """Say what the faces of a set are called."""

    name: str


class NameDice(LessonEffect):
    """Call each face of a set so, and the set, too."""

    name: str
    names: tuple[int, ...]  # the label of each face
    called: str


class UndoLearning(LessonEffect):
    """Take back what was learnt last, whatever set it was."""


class DropLesson(LessonEffect):
    """Forget the lesson that runs; this alone is not answered."""


class BeginLesson(LessonEffect):
    """Begin to learn a set; a lesson that runs is dropped."""

    lesson: int  # its number


class StudyDice(LessonEffect):
    """Look at dice of a reading; once their faces stand apart, what these are called is asked."""

    lesson: int  # its number
    exposed_ns: int  # of the reading
    dice: tuple[int, ...]  # which of its dice


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

    progress: Progress


class KeepCamera(Value):
    """Look through this camera from now on, if it sends pictures."""

    number: int
    source: str


WizardEffect: TypeAlias = Survey | EndSurvey | ReckonSheet | KeepProgress | KeepCamera
Effect: TypeAlias = ReadBoard | Append | FetchGame | Tell | LessonEffect | WizardEffect
