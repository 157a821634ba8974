"""Touches: what players do on the display, or with an option of a dial.

Each is declared here and nowhere else: what it is called between page and companion (its class's name in lower case,
with hyphens), what it says, in which limits, and who may use it when. `firmware.display.touches` parses it from that,
and `firmware.session.step` has the handler of each. Types are read at run time: no annotation here is a text.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, TypeAlias

from firmware.session.choosing import Choice
from firmware.session.vocabulary import DialKind, EntryMode, Language, Value
from firmware.session.wizard import Told
from scoring.dice import Face
from scoring.game import Opening
from scoring.ruleset import MOST_COLUMNS
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell

LONGEST_DICE_NAME, LONGEST_ADDRESS = 40, 200
MOST_DICE = 12
MOST_OPTIONS = 100
MOST_GAMES = 10**9
MOST_TURNS = 2 * len(Category) * MOST_COLUMNS


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Name:
    """A name, tidied; what is longer is cut."""

    longest: int


DieIndex: TypeAlias = Annotated[int, Between(0, MOST_DICE - 1)]
FaceLabel: TypeAlias = Annotated[int, Between(0, len(Face) - 1)]


class Use(StrEnum):
    """Who may use a touch, and when."""

    PLAY = "play"  # the device, and phones that play along
    DEVICE = "device"  # the device alone
    LESSON = "lesson"  # the device, while own dice are taught
    WIZARD = "wizard"  # the device, while it is set up
    OPTION = "option"  # an option of a dial: no page sends it


USES: dict[type[Any], Use] = {}
"""All touches there are, by their declarations."""


class Touch(Value):
    """What players do: every kind is declared with who may use it and when."""

    def __init_subclass__(cls, use: Use) -> None:
        """Enter a kind of touch among all there are."""
        super().__init_subclass__()
        USES[cls] = use


class NewGame(Touch, use=Use.PLAY):
    """Begin a game, whichever it is: its log opens with ``agreed``."""

    agreed: Opening


class RefuseGame(Touch, use=Use.PLAY):
    """A game was to be begun that cannot be played so."""

    reason: str  # name of the error that says why


class Decide(Touch, use=Use.PLAY):
    """A player decided: to keep a hand, to go along, to announce, to bet."""

    event: Any  # what goes into the log of the game


class EndGame(Touch, use=Use.PLAY):
    """Put the game away (it stays in the log) and go back to SETUP."""


class PlayOn(Touch, use=Use.DEVICE):
    """A game that was put away goes on; one that runs is put away first."""

    number: Annotated[int, Between(1, MOST_GAMES)]  # as the log counts


class CorrectDie(Touch, use=Use.PLAY):
    """Die ``index`` of the throw on the table shows ``face``."""

    index: DieIndex
    face: Face


class CorrectHeld(Touch, use=Use.PLAY):
    """Die ``index`` of the throw on the table was held, or was not."""

    index: DieIndex
    is_held: bool


class AcceptReading(Touch, use=Use.PLAY):
    """The dice shown are right (after ASKING), or nothing burns after all (after BURNING)."""


class RepeatThrow(Touch, use=Use.PLAY):
    """The newest throw does not count: it is thrown again."""


class ThrowByHand(Touch, use=Use.PLAY):
    """The players will type the throw: no camera, or no trust in it."""


class TouchCell(Touch, use=Use.PLAY):
    """Enter the throw into a cell of the player to move."""

    cell: Cell


class TakeBack(Touch, use=Use.PLAY):
    """Take the newest entry back."""


class CorrectEntry(Touch, use=Use.PLAY):
    """Put an earlier entry right."""

    turn_number: Annotated[int, Between(1, MOST_TURNS)]
    cell: Cell
    faces: tuple[Face, ...]
    is_served: bool


class LeaveEntry(Touch, use=Use.OPTION):
    """Leave an earlier entry as it is, though it was read otherwise before."""

    turn_number: int


class ChooseMode(Touch, use=Use.PLAY):
    """Change who chooses the cell."""

    mode: EntryMode


class ShowHints(Touch, use=Use.PLAY):
    """Show from now on what every choice does to the chance of winning, or no longer."""

    is_on: bool


class ChooseLanguage(Touch, use=Use.PLAY):
    """Change the language of the display."""

    language: Language


class ShowNight(Touch, use=Use.DEVICE):
    """Show the page dark from now on, or light again."""

    is_night: bool


class Mute(Touch, use=Use.DEVICE):
    """Be silent from now on, or no longer."""

    is_muted: bool


class ChooseVolume(Touch, use=Use.DEVICE):
    """Be so loud, per cent."""

    volume: Annotated[int, Between(1, 100)]


class OpenDial(Touch, use=Use.OPTION):
    """Show a dial."""

    kind: DialKind


class TakeOption(Touch, use=Use.DEVICE):
    """An option of the dial was touched; one of a dial that is gone does nothing."""

    dial: DialKind
    index: Annotated[int, Between(0, MOST_OPTIONS)]


class AnswerDie(Touch, use=Use.OPTION):
    """Die ``index`` of the throw on the table shows ``face``, and was held or thrown."""

    index: DieIndex
    face: Face
    is_held: bool


class ChooseGame(Touch, use=Use.OPTION):
    """Another game is to be begun by the same players: who begins it is asked next."""

    choice: Choice  # which
    form: int = 0  # how it is played, where it can be played in several ways: index of its `FORMS`


class SayStandings(Touch, use=Use.OPTION):
    """Say how it stands."""


class OpenDice(Touch, use=Use.DEVICE):
    """Show which sets are kept; the game waits meanwhile."""


class CloseDice(Touch, use=Use.LESSON):
    """Go back to the game; a lesson that runs is dropped."""


class TeachDice(Touch, use=Use.LESSON):
    """Teach a set."""


class ForgetDice(Touch, use=Use.LESSON):
    """Forget a set."""

    name: str


class OpenNames(Touch, use=Use.LESSON):
    """Show what the faces of a set are called."""

    name: str


class TakeLearningBack(Touch, use=Use.LESSON):
    """Take back what was learnt last, a set or a correction."""


class DropDice(Touch, use=Use.LESSON):
    """Drop the lesson, and show the sets again."""


class UseFewer(Touch, use=Use.LESSON):
    """Look at the dice seen, though they are not five."""


class NameFace(Touch, use=Use.LESSON):
    """Face ``face`` of the card is called ``label``."""

    face: FaceLabel
    label: FaceLabel


class SeenTwice(Touch, use=Use.LESSON):
    """The card of a set that nobody named shows a face twice: it is forgotten, and met anew."""


class KeepDice(Touch, use=Use.LESSON):
    """The names on the card are right; the set is called so."""

    name: Annotated[str, Name(LONGEST_DICE_NAME)]


class OpenWizard(Touch, use=Use.DEVICE):
    """Set the device up; a dialog that was left goes on where it stood."""


class CloseWizard(Touch, use=Use.WIZARD):
    """Leave the dialog; where it stands is remembered."""


class GoOn(Touch, use=Use.WIZARD):
    """Go on to the next step; one whose check is not passed counts as skipped."""


class GoBack(Touch, use=Use.WIZARD):
    """Go back to the step before."""


class TryStepAgain(Touch, use=Use.WIZARD):
    """Begin the step anew."""


class UseSheet(Touch, use=Use.WIZARD):
    """Reckon with what was seen of the sheet so far."""


class UseCamera(Touch, use=Use.WIZARD):
    """Look through a camera in the network, or through any that is plugged in."""

    source: Annotated[str, Name(LONGEST_ADDRESS)]  # its address, or ``attached``


class ShowSignals(Touch, use=Use.WIZARD):
    """Let lamp and sound be seen and heard."""


class TellSignal(Touch, use=Use.WIZARD):
    """A player saw or heard it, or did not."""

    what: Told
    is_so: bool
