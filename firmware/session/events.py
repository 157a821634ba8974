"""What can happen to a session: presses, what the eye says, touches on the display, faults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from firmware.session.state import EntryMode, NoticeKey
    from scoring.dice import Face
    from scoring.ruleset import Ruleset
    from scoring.sheet import Cell
    from vision.reading import Reading
    from vision.track import Hold


# -- the button ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pressed:
    """A short press: it marks a throw. ``at_ns`` is monotonic; no frame older than it is read."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class PressedLong:
    """A press of a second: it enters the suggestion."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """The button has been down, or chattering, for longer than anyone presses."""


# -- the eye ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardMoving:
    """Something moves on the board, dice or a hand."""


@dataclass(frozen=True, slots=True)
class BoardStill:
    """The board came to rest and shows ``reading``, though nobody pressed.

    Attributes:
        reading: What lies there.
        is_new: Not all of it lies as in the newest accepted reading.
    """

    reading: Reading
    is_new: bool = True


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
class CameraLost:
    """The camera stopped delivering."""


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The camera delivers again."""


# -- the store -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StoreFailed:
    """Records could not be saved; they are kept in memory and tried again."""

    reason: NoticeKey


@dataclass(frozen=True, slots=True)
class StoreRecovered:
    """Everything is saved again."""


# -- touches on the display ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a game; ``beginner`` None throws for it."""

    players: tuple[str, str]
    ruleset: Ruleset
    beginner: int | None = None


@dataclass(frozen=True, slots=True)
class TouchCell:
    """Enter the throw into a cell of the player to move."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class CorrectDie:
    """Die ``index`` of the throw on the table shows ``face``."""

    index: int
    face: Face


@dataclass(frozen=True, slots=True)
class CorrectHeld:
    """Die ``index`` of the throw on the table was held, or was not."""

    index: int
    is_held: bool


@dataclass(frozen=True, slots=True)
class AcceptReading:
    """The dice shown are right (after ASKING), or nothing burns after all (after BURNING)."""


@dataclass(frozen=True, slots=True)
class RepeatThrow:
    """The newest throw does not count: it is thrown again."""


@dataclass(frozen=True, slots=True)
class ThrowByHand:
    """The players will type the throw: no camera, or no trust in it."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the newest entry back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectEntry:
    """Put an earlier entry right."""

    turn_number: int
    cell: Cell
    faces: tuple[Face, ...]
    is_served: bool


@dataclass(frozen=True, slots=True)
class ChooseMode:
    """Change who chooses the cell."""

    mode: EntryMode


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """Change the language of the display."""

    language: str


@dataclass(frozen=True, slots=True)
class EndGame:
    """Put the game away (it stays in the log) and go back to SETUP."""


ButtonEvent: TypeAlias = Pressed | PressedLong | ButtonStuck
EyeEvent: TypeAlias = BoardMoving | BoardStill | ReadingTaken | ReadingFailed | CameraLost | CameraBack
StoreEvent: TypeAlias = StoreFailed | StoreRecovered
ThrowTouch: TypeAlias = CorrectDie | CorrectHeld | AcceptReading | RepeatThrow | ThrowByHand
EntryTouch: TypeAlias = TouchCell | TakeBack | CorrectEntry
TableTouch: TypeAlias = NewGame | EndGame | ChooseMode | ChooseLanguage
Touch: TypeAlias = ThrowTouch | EntryTouch | TableTouch
SessionEvent: TypeAlias = ButtonEvent | EyeEvent | StoreEvent | Touch
