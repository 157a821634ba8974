"""The words that a session is told in: phases, modes, what a sentence or a dial is about."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, dataclass_transform


class Language(StrEnum):
    """A language of the display."""

    GERMAN = "de"
    ENGLISH = "en"
    FRENCH = "fr"
    ITALIAN = "it"
    DUTCH = "nl"


LANGUAGES = tuple(each.value for each in Language)
"""The display speaks these; the first where another is asked for."""


@dataclass_transform(frozen_default=True)
class Value:
    """Something that happens, or is wanted: every kind is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        """Make a kind one."""
        dataclass(frozen=True)(cls)


class Phase(StrEnum):
    """Where the table stands."""

    SETUP = "setup"  # no game yet, or the last one is put away
    BEGINNING = "beginning"  # thrown for who begins
    WAITING = "waiting"  # the player to move has not thrown in this turn
    THROWING = "throwing"  # dice or a hand move
    STILL = "still"  # new dice lie still and no press came: the press is offered
    READING = "reading"  # pressed; waiting for stillness and the eye
    READ = "read"  # a throw is read; throw again, enter or keep it
    DECIDING = "deciding"  # the players decide; no press marks a throw
    BURNING = "burning"  # the throw is repeated, or overruled
    ASKING = "asking"  # the players are asked to put right what the eye is unsure of
    ENTERING = "entering"  # the last throw is read: only to enter or keep it is left
    CORRECTED = "corrected"  # an entry was taken back or put right; the next press or touch goes on
    GAME_OVER = "game-over"


BUSY = frozenset({Phase.READING, Phase.ASKING, Phase.BURNING})
"""A throw is being read, or asked about."""


class EntryMode(StrEnum):
    """Who chooses the cell."""

    ASK = "ask"  # the player touches it
    SUGGEST = "suggest"  # the best is marked; a long press enters it
    AUTO = "auto"  # the best is filled after the third throw, or on a long press before


class NoticeKey(StrEnum):
    """One sentence for the display; the catalogues hold the words, ``Notice.values`` the numbers in them."""

    WELCOME = "welcome"
    THROW_TO_BEGIN = "throw-to-begin"
    TIE_THROW_AGAIN = "tie-throw-again"
    BEGINS = "begins"  # player
    PRESS_OFFERED = "press-offered"
    NOTHING_THROWN = "nothing-thrown"
    NO_DICE = "no-dice"
    WRONG_COUNT = "wrong-count"  # count
    BURNING = "burning"
    OFF_BOARD = "off-board"
    HELD_CHANGED = "held-changed"  # a held die shows another face
    HOLDS_UNSURE = "holds-unsure"
    NOT_SURE = "not-sure"
    FOREIGN_DIE = "foreign-die"
    HAND_IN_VIEW = "hand-in-view"
    STILL_MOVING = "still-moving"
    LOOKED_AWAY = "looked-away"  # the dice lie under the cup
    NO_BOARD = "no-board"
    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"
    BUTTON_STUCK = "button-stuck"
    BUTTON_FREED = "button-freed"
    STANDINGS = "standings"  # how it stands: from the game
    CAMERA_LOST = "camera-lost"
    CAMERA_SILENT = "camera-silent"  # one in the network
    CAMERA_BARRED = "camera-barred"  # the same, and this system lets nobody speak to it
    ADDRESS_ILLEGAL = "address-illegal"
    ADDRESS_NOT_KEPT = "address-not-kept"
    CAMERA_BACK = "camera-back"
    STORE_FULL = "store-full"
    STORE_READ_ONLY = "store-read-only"
    STORE_TOO_NEW = "store-too-new"
    STORE_FAILED = "store-failed"
    STORE_RECOVERED = "store-recovered"
    STORE_REPLACED = "store-replaced"  # a damaged database was moved aside, and nothing in it could be read
    STORE_RESTORED = "store-restored"  # the same, and all that is known of was carried over
    STORE_GONE = "store-gone"  # games were kept, and neither the database nor its copy is there any more
    STORE_LOST = "store-lost"  # count: the same, but for so many records
    GAME_GONE = "game-gone"  # a game of before that cannot go on
    GAME_UNREADABLE = "game-unreadable"  # the last game does not keep the rules
    MODEL_BROKEN = "model-broken"
    THROWN = "thrown"  # the throw is read: what may be done now
    TYPE_THROW = "type-throw"
    THROW_CORRECTED = "throw-corrected"
    THROWS_USED_UP = "throws-used-up"
    ENTER_FIRST = "enter-first"
    CELL_TAKEN = "cell-taken"
    ENTERED = "entered"  # player, category, column, points; the companion's own: why, and what else there was
    COMPANION_DECIDES = "companion-decides"  # player: nobody enters for him
    COMPANION_HOLDS = "companion-holds"  # player, held
    TAKEN_BACK = "taken-back"
    CORRECTION_TAKEN_BACK = "correction-taken-back"
    CORRECTED = "corrected"
    REPEAT_THROW = "repeat-throw"
    TAKE_BACK_TOO_LATE = "take-back-too-late"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NOT_NOW = "not-now"
    ILLEGAL = "illegal"  # reason
    RESUMED = "resumed"
    GAME_OVER = "game-over"
    PLAYED = "played"  # what the newest event was, in the words of its game
    DECIDE_FIRST = "decide-first"
    DOUBT_TOO_LATE = "doubt-too-late"
    DICE_KNOWN = "dice-known"  # from play; nobody taught them
    DICE_ANEW = "dice-anew"  # one of their faces was there twice: they are met once more
    DICE_BACK = "dice-back"  # the dice were lent to a lesson: they are laid back as they lay
    TEACH_NO_CAMERA = "teach-no-camera"
    TEACH_NONE_FLAT = "teach-none-flat"
    TEACH_LOOK_GONE = "teach-look-gone"
    TEACH_BROKEN = "teach-broken"
    DICE_KEPT = "dice-kept"  # name
    DICE_FORGOTTEN = "dice-forgotten"  # name
    DICE_NAME_REFUSED = "dice-name-refused"
    DICE_NOT_SAVED = "dice-not-saved"
    DICE_UNREADABLE = "dice-unreadable"
    DICE_OFF = "dice-off"
    LEARNING_UNDONE = "learning-undone"  # name
    NOTHING_LEARNT = "nothing-learnt"
    WIZARD_NO_CAMERA = "wizard-no-camera"
    WIZARD_BURNING = "wizard-burning"


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence to show."""

    key: NoticeKey  # which sentence
    values: tuple[tuple[str, str | int], ...] = ()  # what fills its places, in plain data


class Waiting(StrEnum):
    """For whom a dialog waits; touches and presses do nothing until then."""

    EYE = "eye"  # the board is looked at
    LESSON = "tutor"  # something is learnt, tried, kept or listed
    SURVEYOR = "surveyor"  # lens and board are being reckoned
    CAMERA = "camera"  # one in the network is being tried


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialog:
    """A dialog that lies over the game, at one moment."""

    no_camera: ClassVar[NoticeKey]  # what is said where no camera looks

    number: int = 0  # of the lesson, or of the step: what is still said of an earlier one is not heard
    waiting: Waiting | None = None  # for whom it waits, None for the players
    notice: Notice | None = None  # what is the matter, None where nothing is
    has_lent: bool = False  # dice were laid for this dialog: those of the game no longer lie as they lay


class DialKind(StrEnum):
    """What a dial asks."""

    MENU = "menu"
    NEW_GAME = "new-game"  # who begins, or holds the bank
    GAMES = "games"  # which game
    RESTART = "restart"  # a game runs: really begin another
    END = "end"  # really stop
    ROW = "row"  # where to enter: each row with its best column
    COLUMN = "column"  # where to enter: the columns of a row
    DIE = "die"  # what one die shows, and whether it was held
    DECIDE = "decide"  # what to do in a game of rounds, rows or bets
    CLAIM = "claim"  # which of the claims of one kind to announce
    BET = "bet"  # where one player puts a chip
    ENTRY = "entry"  # which earlier entry is wrong
    ENTRY_ROW = "entry-row"  # where it belongs: the row
    ENTRY_COLUMN = "entry-column"  # and the column of that row
    REREAD = "reread"  # whether an earlier entry, looked at again, is put right
    WIZARD = "wizard"  # how setting up goes on
