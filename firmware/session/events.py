"""What can happen to a session: presses, what the eye says, touches on the display, faults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from firmware.session.dial import AnswerDie, ChooseGame, OpenDial, SayStandings, TakeOption
from firmware.session.wizard_events import SurveyorEvent, WizardTouch

if TYPE_CHECKING:
    from firmware.session.lesson import DiceKind, KnownSet, Standing, TriedDie
    from firmware.session.state import EntryMode, Notice, NoticeKey
    from scoring.dice import Face
    from scoring.game import Opening
    from scoring.games.ten_by_ten import GameState
    from scoring.sheets.sheet import Cell
    from scoring.strategy.advice import Advice
    from vision.reading import Reading
    from vision.watch.track import Hold


# -- the button ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pressed:
    """A short press: it marks a throw.

    Attributes:
        at_ns: When it began, monotonic; no frame older than it is read.
        is_late: It began right after the time for a decision was over: whoever pressed meant that.
    """

    at_ns: int
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """The button has been down for a second: let go now, it is a long press."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class PressedLong:
    """A press of a second: it takes what is offered, above all the suggested cell.

    Attributes:
        at_ns: When it began, monotonic.
        is_outrun: The table went on after that: whoever pressed was offered something else, or nothing.
    """

    at_ns: int
    is_outrun: bool = False


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
class DiceKnown:
    """The dice that are played with are known from now on, though nobody taught them."""


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


# -- the watch -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SecondPassed:
    """A second of the time to doubt is over.

    Attributes:
        left: So many are left; at none the announcement stands.
        moment: How many records the log had when the time began: it is void once there are more.
    """

    left: int
    moment: int


# -- the counsel -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Advised:
    """What can be done with the dice of ``game``, and what it is worth."""

    game: GameState
    advice: Advice


# -- touches on the display ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a game, whichever it is: its log opens with ``agreed``."""

    agreed: Opening


@dataclass(frozen=True, slots=True)
class RefuseGame:
    """A game was to be begun that cannot be played so.

    Attributes:
        reason: Name of the error that says why.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Decide:
    """A player decided: to keep a hand, to go along, to announce, to bet.

    Attributes:
        event: What goes into the log of the game.
    """

    event: Any


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
class ShowHints:
    """Show from now on what every choice does to the chance of winning, or no longer."""

    is_on: bool


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """Change the language of the display."""

    language: str


@dataclass(frozen=True, slots=True)
class EndGame:
    """Put the game away (it stays in the log) and go back to SETUP."""


@dataclass(frozen=True, slots=True)
class Mute:
    """Be silent from now on, or no longer."""

    is_muted: bool


@dataclass(frozen=True, slots=True)
class ChooseVolume:
    """Be so loud, per cent."""

    volume: int


# -- teaching own dice: touches --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenDice:
    """Show which sets are kept; the game waits meanwhile."""


@dataclass(frozen=True, slots=True)
class CloseDice:
    """Go back to the game; a lesson that runs is dropped."""


@dataclass(frozen=True, slots=True)
class TeachDice:
    """Teach a set of this kind."""

    kind: DiceKind


@dataclass(frozen=True, slots=True)
class DropDice:
    """Drop the lesson, and show the sets again."""


@dataclass(frozen=True, slots=True)
class UseFewer:
    """Look at the dice seen, though they are not five."""


@dataclass(frozen=True, slots=True)
class NameFace:
    """Die ``die``, the one asked about, shows ``label``; None if nobody can tell."""

    die: int
    label: int | None


@dataclass(frozen=True, slots=True)
class TakeBackFace:
    """The newest answer was wrong."""


@dataclass(frozen=True, slots=True)
class CallEnough:
    """Every face was seen; some of them only once."""


@dataclass(frozen=True, slots=True)
class CorrectTried:
    """Die ``die`` of the check throw shows ``label``."""

    die: int
    label: int


@dataclass(frozen=True, slots=True)
class CheckAgain:
    """One more check throw, learning from this one."""


@dataclass(frozen=True, slots=True)
class KeepDice:
    """Keep the set under a name."""

    name: str


@dataclass(frozen=True, slots=True)
class ForgetDice:
    """Forget a set."""

    name: str


@dataclass(frozen=True, slots=True)
class TakeLearningBack:
    """Take back what was learnt last, a set or a correction."""


# -- the tutor -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiceListed:
    """These sets are kept.

    Attributes:
        sets: In order.
        newest: Name of the set that learnt last, None where nothing was ever learnt.
        notice: What was done to them, None where they were only listed.
    """

    sets: tuple[KnownSet, ...]
    newest: str | None = None
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class LessonWent:
    """The lesson of this number went on."""

    lesson: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class DiceTried:
    """A throw was read by what was learnt."""

    lesson: int
    dice: tuple[TriedDie, ...]


@dataclass(frozen=True, slots=True)
class TutorFailed:
    """What was wanted could not be done; nothing else changed."""

    reason: NoticeKey


ButtonEvent: TypeAlias = Pressed | Holding | PressedLong | PressedForMenu | ButtonStuck | ButtonFreed
EyeEvent: TypeAlias = BoardMoving | BoardStill | ReadingTaken | ReadingFailed | DiceKnown | CameraLost | CameraBack
StoreEvent: TypeAlias = StoreFailed | StoreRecovered
ThrowTouch: TypeAlias = CorrectDie | CorrectHeld | AcceptReading | RepeatThrow | ThrowByHand
EntryTouch: TypeAlias = TouchCell | TakeBack | CorrectEntry
GameTouch: TypeAlias = NewGame | RefuseGame | Decide | EndGame
TableTouch: TypeAlias = ChooseMode | ShowHints | ChooseLanguage | Mute | ChooseVolume
DialTouch: TypeAlias = OpenDial | TakeOption | AnswerDie | ChooseGame | SayStandings
ShelfTouch: TypeAlias = OpenDice | CloseDice | TeachDice | ForgetDice | TakeLearningBack
LessonTouch: TypeAlias = (
    DropDice | UseFewer | NameFace | TakeBackFace | CallEnough | CorrectTried | CheckAgain | KeepDice
)
TeachTouch: TypeAlias = ShelfTouch | LessonTouch
TutorEvent: TypeAlias = DiceListed | LessonWent | DiceTried | TutorFailed
Touch: TypeAlias = ThrowTouch | EntryTouch | GameTouch | TableTouch | DialTouch | TeachTouch | WizardTouch
SessionEvent: TypeAlias = (
    ButtonEvent | EyeEvent | StoreEvent | SecondPassed | Advised | Touch | TutorEvent | SurveyorEvent
)
