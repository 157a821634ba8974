"""What the companion knows at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from firmware.log.record import Record
from firmware.session.wizard import Progress
from scoring.events import GameBegan

if TYPE_CHECKING:
    from firmware.session.dial import Dial
    from firmware.session.lesson import Teaching
    from firmware.session.wizard import Wizard
    from scoring.dice import Face, Faces
    from scoring.game import Game, Opening
    from scoring.games.ten_by_ten import GameState
    from scoring.sheets.sheet import Cell
    from scoring.strategy.advice import Advice
    from vision.reading import Reading

LANGUAGES = ("de", "en", "fr", "it", "nl")
"""The display speaks these; the first where another is asked for."""


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
    CAMERA_BACK = "camera-back"
    STORE_FULL = "store-full"
    STORE_READ_ONLY = "store-read-only"
    STORE_TOO_NEW = "store-too-new"
    STORE_FAILED = "store-failed"
    STORE_RECOVERED = "store-recovered"
    STORE_REPLACED = "store-replaced"  # a damaged database was moved aside, and nothing in it could be read
    STORE_RESTORED = "store-restored"  # the same, and all that is known of was carried over
    STORE_LOST = "store-lost"  # count: the same, but for so many records
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
    DICE_BACK = "dice-back"  # the dice were lent to a lesson: they are laid back as they lay
    TEACH_NO_CAMERA = "teach-no-camera"
    TEACH_NONE_FLAT = "teach-none-flat"
    TEACH_ANSWER_FIRST = "teach-answer-first"
    TEACH_MISNAMED = "teach-misnamed"
    TEACH_FACE_MISSING = "teach-face-missing"
    TEACH_LOOK_GONE = "teach-look-gone"
    TEACH_BROKEN = "teach-broken"
    DICE_KEPT = "dice-kept"  # name
    DICE_KEPT_DOUBTFUL = "dice-kept-doubtful"  # name
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
    """A sentence to show.

    Attributes:
        key: Which sentence.
        values: What fills its places, in plain data.
    """

    key: NoticeKey
    values: tuple[tuple[str, str | int], ...] = ()


class Doubt(StrEnum):
    """Why a die is to be looked at."""

    FACE = "face"
    BURNING = "burning"
    LEANING = "leaning"  # perhaps: more than a lying die, less than a burning one
    OFF_BOARD = "off-board"
    HELD = "held"  # held or thrown: not sure
    CHANGED = "changed"  # held, but shows another face than before
    FOREIGN = "foreign"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDie:
    """One die of the throw on the table, as read or as put right.

    Attributes:
        face: What shows on top; None where nobody has said yet (entry by hand).
        confidence: 0–1; 1 where a player has said it.
        ranking: All six faces, likelier ones first.
        is_held: It was left lying before this throw.
        doubts: Why the players are asked, empty when sure.
        tilt_deg: Its lean, degrees.
        picture: Index of the die's own picture in the newest reading, None without one.
    """

    face: Face | None
    confidence: float
    ranking: tuple[Face, ...]
    is_held: bool = False
    doubts: frozenset[Doubt] = frozenset()
    tilt_deg: float = 0.0
    picture: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionState:
    """Everything the companion knows.

    Attributes:
        phase: Where the table stands.
        game: The game, None in SETUP.
        dice: The five dice on the table as far as they are known, camera order; empty before a throw.
        notice: The sentence on the display.
        mode: Who chooses the cell.
        is_hinting: The players want to see what every choice does to the chance of winning.
        advice: On the dice that lie, None while there is none.
        advised: The game at the moment that the advice is on.
        suggestion: The cell that is marked, by the advice.
        wish: What the companion wanted left lying for the throw that follows; None where it wanted nothing.
        reading: The newest accepted reading: holds are found against it.
        reading_number: Counts readings, so that pages know when to fetch pictures anew.
        pending: Reading that the players are asked about.
        has_camera: The camera delivers.
        is_saved: Every event so far is on the disk.
        records: The log of the game, oldest first.
        language: Of the display, ``de`` or ``en``.
        teaching: The dialog in which own dice are taught, None while it is closed. It lies over the game and leaves
            the rest of the state as it is.
        lessons: Counts lessons.
        dial: What the button turns and takes now, None where it marks throws.
        is_button_stuck: A button is down for longer than anyone presses.
        agreed: Who played what last, or as the settings say: a new game by the button is the same again.
        seconds_left: To doubt what was announced, None while nothing can be doubted.
        is_muted: Neither sounds nor speech.
        volume: Of sounds and speech, per cent.
    """

    phase: Phase = Phase.SETUP
    game: Game | None = None
    dice: tuple[SeenDie, ...] = ()
    notice: Notice = field(default_factory=lambda: Notice(NoticeKey.WELCOME))
    mode: EntryMode = EntryMode.ASK
    is_hinting: bool = False
    advice: Advice | None = None
    advised: GameState | None = None
    suggestion: Cell | None = None
    wish: Faces | None = None
    reading: Reading | None = None
    reading_number: int = 0
    pending: Reading | None = None
    has_camera: bool = True
    is_saved: bool = True
    records: tuple[Record, ...] = ()
    language: str = "de"
    teaching: Teaching | None = None
    lessons: int = 0
    wizard: Wizard | None = None
    surveys: int = 0
    set_up: Progress = field(default_factory=Progress)
    offers_wizard: bool = False
    dial: Dial | None = None
    is_button_stuck: bool = False
    agreed: Opening = field(default_factory=lambda: GameBegan(players=("1", "2")))
    seconds_left: int | None = None
    is_muted: bool = False
    volume: int = 75
