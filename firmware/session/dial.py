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

OptionKey = StrEnum(
    "OptionKey",
    "GO_ON OTHER_CELL OTHER_COLUMN PUT_RIGHT REPEAT_THROW TAKE_BACK TAKE_CORRECTION_BACK TAKE_DIE_BACK "
    "TAKE_ENTRY_BACK TAKE_VOID_BACK CORRECT_ENTRY BY_HAND STANDINGS SOUND_OFF SOUND_ON VOLUME MODE HINTS_ON "
    "HINTS_OFF LANGUAGE NEW_GAME END_GAME THROW_FOR_IT BEGINS HOLDS_BANK OTHER_GAME GAME NO CELL DIE DECISION "
    "BETS HAND OF EITHER ENTRY ROW SWAP CHANGE LEAVE SET_UP WIZARD_ON WIZARD_SKIP WIZARD_USE WIZARD_AGAIN WIZARD_TEACH "
    "WIZARD_BACK WIZARD_LATER WIZARD_END",
)
"""The words of an option; the catalogues have them, by these names."""


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
    among: tuple[Decision, ...] = ()  # what the dial that it opens is about
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
