"""A dial: options of which one shows; a short press turns it on, a long press takes what shows.

Everything that a finger can do on the display while a game runs can be done with one button on dials, and heard.
"""

from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum

from firmware.session.decisions import Decision
from firmware.session.touches import AnswerDie, Touch
from firmware.session.vocabulary import DialKind
from scoring.dice import Face
from scoring.sheets.sheet import Cell


class OptionKey(StrEnum):
    """The words of an option; the catalogues have them."""

    GO_ON = "go-on"
    OTHER_CELL = "other-cell"
    OTHER_COLUMN = "other-column"
    PUT_RIGHT = "put-right"
    REPEAT_THROW = "repeat-throw"
    TAKE_BACK = "take-back"
    TAKE_CORRECTION_BACK = "take-correction-back"
    CORRECT_ENTRY = "correct-entry"
    BY_HAND = "by-hand"
    STANDINGS = "standings"
    SOUND_OFF = "sound-off"
    SOUND_ON = "sound-on"
    VOLUME = "volume"
    MODE = "mode"
    HINTS_ON = "hints-on"
    HINTS_OFF = "hints-off"
    LANGUAGE = "language"
    NEW_GAME = "new-game"
    END_GAME = "end-game"
    THROW_FOR_IT = "throw-for-it"
    BEGINS = "begins"
    HOLDS_BANK = "holds-bank"
    OTHER_GAME = "other-game"
    GAME = "game"
    NO = "no"
    CELL = "cell"
    DIE = "die"
    DECISION = "decision"
    BETS = "bets"
    HAND = "hand"
    OF = "of"
    ENTRY = "entry"
    ROW = "row"
    SWAP = "swap"
    CHANGE = "change"
    LEAVE = "leave"
    SET_UP = "set-up"
    WIZARD_ON = "wizard-on"
    WIZARD_SKIP = "wizard-skip"
    WIZARD_USE = "wizard-use"
    WIZARD_AGAIN = "wizard-again"
    WIZARD_TEACH = "wizard-teach"
    WIZARD_BACK = "wizard-back"
    WIZARD_LATER = "wizard-later"
    WIZARD_END = "wizard-end"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be taken."""

    key: OptionKey  # its words
    does: Touch | None = None  # what happens when it is taken; None closes the dial
    _: KW_ONLY
    stays: bool = False  # the dial stays open, at the same option: a setting that may be changed again
    value: str | int = ""  # what fills a place in its words: a player's name, the next volume, mode or language
    cell: Cell | None = None  # that it enters or names
    points: int = 0  # that the throw, or the dice of an earlier entry, bring there
    face: Face | None = None  # that it says a die shows
    is_held: bool | None = None  # whether it says that the die was held; None where nothing can have been
    decision: Decision | None = None  # that it makes
    turn_number: int | None = None  # of the earlier entry that it names


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """A dial at one moment."""

    kind: DialKind  # what it asks
    options: tuple[Option, ...]  # all that can be taken, at least one
    index: int = 0  # of the option that shows
    # how many records the log had, and how many readings there were, when it was opened: it closes when the game goes
    # on, and when a reading is answered with a question or a refusal that wants the button
    moment: tuple[int, int] = (0, 0)
    cell: Cell | None = None  # last in view before it was opened, None where none was
    turn_number: int | None = None  # of the earlier entry it is about, None where it is not about one

    @property
    def shown(self) -> Option:
        """Return the option that shows."""
        return self.options[self.index]

    @property
    def die(self) -> int | None:
        """Return the index of the die asked about, None where it is not about one."""
        return self.options[0].does.index if isinstance(self.options[0].does, AnswerDie) else None

    @property
    def cell_in_view(self) -> Cell | None:
        """Return the cell that shows, or showed before this dial."""
        return self.shown.cell or self.cell

    @property
    def turn_in_view(self) -> int | None:
        """Return the turn of the earlier entry that shows, or showed before this dial."""
        return self.shown.turn_number or self.turn_number

    def turned(self) -> "Dial":
        """Return the dial with its next option showing; after the last comes the first."""
        return replace(self, index=(self.index + 1) % len(self.options))
