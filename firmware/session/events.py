"""What can happen to a session: presses, what the eye and the other workers say, touches, faults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware.session.lesson import KnownSet, LessonProgress, TriedDie
from firmware.session.touches import Touch
from firmware.session.vocabulary import Notice, NoticeKey
from firmware.session.wizard import ButtonFacts, CalibrationFound, Look, SheetTrouble
from scoring.games.ten_by_ten import GameState
from scoring.strategy.advice import Advice
from vision.reading import Reading
from vision.watch.track import Hold


@dataclass(frozen=True, slots=True)
class Pressed:
    """A short press: it marks a throw."""

    at_ns: int  # when it began, monotonic; no frame older than it is read
    is_late: bool = False  # it began right after the time for a decision was over: whoever pressed meant that


@dataclass(frozen=True, slots=True)
class Holding:
    """The button has been down for a second: let go now, it is a long press."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class PressedLong:
    """A press of a second: it takes what is offered, above all the suggested cell."""

    at_ns: int  # when it began, monotonic
    is_outrun: bool = False  # the table went on after that: whoever pressed was offered something else, or nothing


@dataclass(frozen=True, slots=True)
class PressedForMenu:
    """A press of five seconds, still held: it opens the menu."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """The button has been down, or chattering, for longer than anyone presses."""


@dataclass(frozen=True, slots=True)
class ButtonFreed:
    """The stuck button came up."""


@dataclass(frozen=True, slots=True)
class BoardMoving:
    """Something moves on the board, dice or a hand."""


@dataclass(frozen=True, slots=True)
class BoardStill:
    """The board came to rest and shows ``reading``, though nobody pressed."""

    reading: Reading  # what lies there
    is_new: bool = True  # not all of it lies as in the newest accepted reading


@dataclass(frozen=True, slots=True)
class ReadingTaken:
    """The reading asked for by a press; ``hold`` compares it with the newest accepted one, None without one."""

    reading: Reading
    hold: Hold | None = None


@dataclass(frozen=True, slots=True)
class ReadingFailed:
    """The press could not be answered by a reading."""

    reason: NoticeKey


@dataclass(frozen=True, slots=True)
class DiceKnown:
    """The dice that are played with are known from now on, though nobody taught them."""


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera stopped delivering."""


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The camera delivers again."""


@dataclass(frozen=True, slots=True)
class StoreFailed:
    """Records could not be saved; they are kept in memory and tried again."""

    reason: NoticeKey


@dataclass(frozen=True, slots=True)
class StoreRecovered:
    """Everything is saved again."""


@dataclass(frozen=True, slots=True)
class SecondPassed:
    """A second of the time to doubt is over."""

    left: int  # so many are left; at none the announcement stands
    moment: int  # how many records the log had when the time began: it is void once there are more


@dataclass(frozen=True, slots=True, eq=False)
class Advised:
    """What can be done with the dice of ``game``, and what it is worth."""

    game: GameState
    advice: Advice


@dataclass(frozen=True, slots=True)
class DiceListed:
    """These sets are kept."""

    sets: tuple[KnownSet, ...]  # in order
    newest: str | None = None  # name of the set that learnt last, None where nothing was ever learnt
    notice: Notice | None = None  # what was done to them, None where they were only listed


@dataclass(frozen=True, slots=True)
class LessonContinued:
    """The lesson of this number went on."""

    lesson: int
    standing: LessonProgress


@dataclass(frozen=True, slots=True)
class DiceTried:
    """A throw was read by what was learnt."""

    lesson: int
    dice: tuple[TriedDie, ...]


@dataclass(frozen=True, slots=True)
class LessonFailed:
    """What was wanted could not be done; nothing else changed."""

    reason: NoticeKey


@dataclass(frozen=True, slots=True)
class Surveyed:
    """The surveyor looked once more."""

    number: int
    look: Look


@dataclass(frozen=True, slots=True)
class ButtonProbed:
    """The surveyor listened to the button."""

    number: int
    facts: ButtonFacts


@dataclass(frozen=True, slots=True)
class SheetReckoned:
    """Lens and board are known, and kept."""

    number: int
    found: CalibrationFound


@dataclass(frozen=True, slots=True)
class SheetRefused:
    """The sheet did not tell; nothing was changed."""

    number: int
    trouble: SheetTrouble


@dataclass(frozen=True, slots=True)
class ProgressKept:
    """How far somebody came is remembered."""

    elapsed_s: int  # since he began, without the time for which the dialog was closed


LessonEvent: TypeAlias = DiceListed | LessonContinued | DiceTried | LessonFailed
SurveyorEvent: TypeAlias = Surveyed | ButtonProbed | SheetReckoned | SheetRefused | ProgressKept
_ButtonEvent: TypeAlias = Pressed | Holding | PressedLong | PressedForMenu | ButtonStuck | ButtonFreed
_EyeEvent: TypeAlias = BoardMoving | BoardStill | ReadingTaken | ReadingFailed | DiceKnown | CameraLost | CameraBack
_TableEvent: TypeAlias = _ButtonEvent | _EyeEvent | StoreFailed | StoreRecovered | SecondPassed | Advised | Touch
SessionEvent: TypeAlias = _TableEvent | LessonEvent | SurveyorEvent
