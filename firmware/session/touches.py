"""Touches: what players do on the display, or with an option of a dial.

Each is declared here and nowhere else: what it is called between page and companion (its class's name in lower case,
with hyphens), what it says, in which limits, and who may use it when. `firmware.display.touches` parses it from that,
and `firmware.session.step` has the handler of each. Types are read at run time: no annotation here is a text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, TypeAlias, TypeVar, dataclass_transform

from firmware.session.choosing import Choice
from firmware.session.lesson import DiceKind
from firmware.session.vocabulary import LANGUAGES, DialKind, EntryMode
from firmware.session.wizard import Told
from scoring.dice import Face
from scoring.game import Opening
from scoring.ruleset import MOST_COLUMNS
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell

LONGEST_DICE_NAME = 40
MOST_DICE = 12
MOST_LABELS = 12
MOST_OPTIONS = 100
MOST_TURNS = 2 * len(Category) * MOST_COLUMNS


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these texts."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A name, tidied; what is longer is cut."""

    longest: int


DieIndex: TypeAlias = Annotated[int, Between(0, MOST_DICE - 1)]
FaceLabel: TypeAlias = Annotated[int, Between(0, MOST_LABELS - 1)]


class Use(StrEnum):
    """Who may use a touch, and when."""

    PLAY = "play"  # the device, and phones that play along
    DEVICE = "device"  # the device alone
    LESSON = "lesson"  # the device, while own dice are taught
    WIZARD = "wizard"  # the device, while it is set up
    OPTION = "option"  # an option of a dial: no page sends it


class Touch:
    """What players do."""

    __slots__ = ()


USES: dict[type[Any], Use] = {}
"""All touches there are, by their declarations."""

_T = TypeVar("_T", bound=Touch)


@dataclass_transform(frozen_default=True)
def touch(use: Use) -> Callable[[type[_T]], type[_T]]:
    """Declare a touch; its fields are those of a frozen dataclass."""

    def declare(kind: type[_T]) -> type[_T]:
        declared = dataclass(frozen=True, slots=True)(kind)
        USES[declared] = use
        return declared

    return declare


@touch(Use.PLAY)
class NewGame(Touch):
    """Begin a game, whichever it is: its log opens with ``agreed``."""

    agreed: Opening


@touch(Use.PLAY)
class RefuseGame(Touch):
    """A game was to be begun that cannot be played so."""

    reason: str  # name of the error that says why


@touch(Use.PLAY)
class Decide(Touch):
    """A player decided: to keep a hand, to go along, to announce, to bet."""

    event: Any  # what goes into the log of the game


@touch(Use.PLAY)
class EndGame(Touch):
    """Put the game away (it stays in the log) and go back to SETUP."""


@touch(Use.PLAY)
class CorrectDie(Touch):
    """Die ``index`` of the throw on the table shows ``face``."""

    index: DieIndex
    face: Face


@touch(Use.PLAY)
class CorrectHeld(Touch):
    """Die ``index`` of the throw on the table was held, or was not."""

    index: DieIndex
    is_held: bool


@touch(Use.PLAY)
class AcceptReading(Touch):
    """The dice shown are right (after ASKING), or nothing burns after all (after BURNING)."""


@touch(Use.PLAY)
class RepeatThrow(Touch):
    """The newest throw does not count: it is thrown again."""


@touch(Use.PLAY)
class ThrowByHand(Touch):
    """The players will type the throw: no camera, or no trust in it."""


@touch(Use.PLAY)
class TouchCell(Touch):
    """Enter the throw into a cell of the player to move."""

    cell: Cell


@touch(Use.PLAY)
class TakeBack(Touch):
    """Take the newest entry back."""


@touch(Use.PLAY)
class CorrectEntry(Touch):
    """Put an earlier entry right."""

    turn_number: Annotated[int, Between(1, MOST_TURNS)]
    cell: Cell
    faces: tuple[Face, ...]
    is_served: bool


@touch(Use.PLAY)
class ChooseMode(Touch):
    """Change who chooses the cell."""

    mode: EntryMode


@touch(Use.PLAY)
class ShowHints(Touch):
    """Show from now on what every choice does to the chance of winning, or no longer."""

    is_on: bool


@touch(Use.PLAY)
class ChooseLanguage(Touch):
    """Change the language of the display."""

    language: Annotated[str, OneOf(LANGUAGES)]


@touch(Use.DEVICE)
class Mute(Touch):
    """Be silent from now on, or no longer."""

    is_muted: bool


@touch(Use.DEVICE)
class ChooseVolume(Touch):
    """Be so loud, per cent."""

    volume: Annotated[int, Between(1, 100)]


@touch(Use.OPTION)
class OpenDial(Touch):
    """Show a dial."""

    kind: DialKind


@touch(Use.DEVICE)
class TakeOption(Touch):
    """An option of the dial was touched; one of a dial that is gone does nothing."""

    dial: DialKind
    index: Annotated[int, Between(0, MOST_OPTIONS)]


@touch(Use.OPTION)
class AnswerDie(Touch):
    """Die ``index`` of the throw on the table shows ``face``, and was held or thrown."""

    index: DieIndex
    face: Face
    is_held: bool


@touch(Use.OPTION)
class ChooseGame(Touch):
    """Another game is to be begun by the same players: who begins it is asked next."""

    choice: Choice  # which
    form: int = 0  # how it is played, where it can be played in several ways: index of its `FORMS`


@touch(Use.OPTION)
class SayStandings(Touch):
    """Say how it stands."""


@touch(Use.DEVICE)
class OpenDice(Touch):
    """Show which sets are kept; the game waits meanwhile."""


@touch(Use.LESSON)
class CloseDice(Touch):
    """Go back to the game; a lesson that runs is dropped."""


@touch(Use.LESSON)
class TeachDice(Touch):
    """Teach a set of this kind."""

    kind_of_dice: DiceKind


@touch(Use.LESSON)
class ForgetDice(Touch):
    """Forget a set."""

    name: str


@touch(Use.LESSON)
class TakeLearningBack(Touch):
    """Take back what was learnt last, a set or a correction."""


@touch(Use.LESSON)
class DropDice(Touch):
    """Drop the lesson, and show the sets again."""


@touch(Use.LESSON)
class UseFewer(Touch):
    """Look at the dice seen, though they are not five."""


@touch(Use.LESSON)
class NameFace(Touch):
    """Die ``die``, the one asked about, shows ``label``; None if nobody can tell."""

    die: DieIndex
    label: FaceLabel | None = None


@touch(Use.LESSON)
class TakeBackFace(Touch):
    """The newest answer was wrong."""


@touch(Use.LESSON)
class CallEnough(Touch):
    """Every face was seen; some of them only once."""


@touch(Use.LESSON)
class CorrectTried(Touch):
    """Die ``die`` of the check throw shows ``label``."""

    die: DieIndex
    label: FaceLabel


@touch(Use.LESSON)
class CheckAgain(Touch):
    """One more check throw, learning from this one."""


@touch(Use.LESSON)
class KeepDice(Touch):
    """Keep the set under a name."""

    name: Annotated[str, Name(LONGEST_DICE_NAME)]


@touch(Use.DEVICE)
class OpenWizard(Touch):
    """Set the device up; a dialog that was left goes on where it stood."""


@touch(Use.WIZARD)
class CloseWizard(Touch):
    """Leave the dialog; where it stands is remembered."""


@touch(Use.WIZARD)
class GoOn(Touch):
    """Go on to the next step; one whose check is not passed counts as skipped."""


@touch(Use.WIZARD)
class GoBack(Touch):
    """Go back to the step before."""


@touch(Use.WIZARD)
class TryStepAgain(Touch):
    """Begin the step anew."""


@touch(Use.WIZARD)
class UseSheet(Touch):
    """Reckon with what was seen of the sheet so far."""


@touch(Use.WIZARD)
class ShowSignals(Touch):
    """Let lamp and sound be seen and heard."""


@touch(Use.WIZARD)
class TellSignal(Touch):
    """A player saw or heard it, or did not."""

    what: Told
    is_so: bool
