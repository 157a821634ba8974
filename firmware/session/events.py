"""What can happen to a session: presses, what the eye and the other workers say, touches, faults."""

from typing import TypeAlias

from firmware.log.record import Record
from firmware.session.lesson import FaceCard, KnownSet
from firmware.session.touches import Touch
from firmware.session.vocabulary import Notice, NoticeKey, Value
from firmware.session.wizard import ButtonFacts, CalibrationFound, Look, SheetTrouble
from scoring.games.ten_by_ten import GameState
from scoring.strategy.advice import Advice
from vision.reading import Reading
from vision.watch.track import Hold


class ButtonEvent(Value):
    """What a finger did with a button."""

    at_ns: int  # when it began, monotonic


class Pressed(ButtonEvent):
    """A short press: it marks a throw, and no frame older than it is read."""

    is_late: bool = False  # it began right after the time for a decision was over: whoever pressed meant that


class Holding(ButtonEvent):
    """The button has been down for a second: let go now, it is a long press."""


class PressedLong(ButtonEvent):
    """A press of a second: it takes what is offered, above all the suggested cell."""

    is_outrun: bool = False  # the table went on after that: whoever pressed was offered something else, or nothing


class PressedForMenu(ButtonEvent):
    """A press of five seconds, still held: it opens the menu."""


class ButtonStuck(ButtonEvent):
    """A button has been down, or chattering, for longer than anyone presses; or it was down before anyone could."""


class ButtonFreed(ButtonEvent):
    """A stuck button came up."""


class BoardMoving(Value):
    """Something moves on the board, dice or a hand."""


class BoardStill(Value):
    """The board came to rest and shows ``reading``, though nobody pressed."""

    reading: Reading  # what lies there
    is_new: bool = True  # not all of it lies as in the newest accepted reading


class ReadingTaken(Value):
    """The reading asked for by a press; ``hold`` compares it with the newest accepted one, None without one."""

    reading: Reading
    hold: Hold | None = None


class ReadingFailed(Value):
    """The press could not be answered by a reading."""

    reason: NoticeKey


class NamesAsked(Value):
    """What the faces of a set are called is to be seen, and mostly to be agreed upon."""

    card: FaceCard


class ThrowsReadAgain(Value):
    """Throws of before, by when they were exposed, show these labels now that the names of their dice are sure."""

    throws: tuple[tuple[int, tuple[int, ...]], ...]


class CameraLost(Value):
    """The camera stopped delivering."""

    reason: NoticeKey = NoticeKey.CAMERA_LOST


class CameraBack(Value):
    """The camera delivers again."""


class LightMeasured(Value):
    """The camera says how much light falls on the board."""

    lux: float


class StoreFailed(Value):
    """Records could not be saved; they are kept in memory and tried again."""

    reason: NoticeKey


class StoreRecovered(Value):
    """Everything is saved again."""


class GameFetched(Value):
    """A game of before was read, to go on with."""

    number: int
    records: tuple[Record, ...]  # oldest first; nothing where it cannot go on


class SecondPassed(Value):
    """A second of the time to doubt is over."""

    left: int  # so many are left; at none the announcement stands
    moment: int  # how many records the log had when the time began: it is void once there are more


class Advised(Value):
    """What can be done with the dice of ``game``, and what it is worth."""

    game: GameState
    advice: Advice
    is_plain: bool = False  # the strategy asked for could not answer, another did


class DiceListed(Value):
    """These sets are kept."""

    sets: tuple[KnownSet, ...]  # in order
    newest: str | None = None  # name of the set that learnt last, None where nothing was ever learnt
    notice: Notice | None = None  # what was done to them, None where they were only listed


class LessonContinued(Value):
    """The lesson of this number went on."""

    lesson: int
    told: int = 0  # so many faces are told by now


class LessonFailed(Value):
    """What was wanted could not be done; nothing else changed."""

    reason: NoticeKey


class Surveyed(Value):
    """The surveyor looked once more, listened to the button, or knows lens and board or why the sheet told nothing."""

    number: int  # of the step
    found: Look | ButtonFacts | CalibrationFound | SheetTrouble | NoticeKey


LessonEvent: TypeAlias = DiceListed | NamesAsked | ThrowsReadAgain | LessonContinued | LessonFailed
_EyeEvent: TypeAlias = BoardMoving | BoardStill | ReadingTaken | ReadingFailed | CameraLost | CameraBack | LightMeasured
_TableEvent: TypeAlias = (
    ButtonEvent | _EyeEvent | StoreFailed | StoreRecovered | GameFetched | SecondPassed | Advised | Touch
)
SessionEvent: TypeAlias = _TableEvent | LessonEvent | Surveyed
