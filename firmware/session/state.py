"""What the companion knows at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from firmware.log.record import Record
from firmware.session.dial import Dial
from firmware.session.lesson import Teaching
from firmware.session.vocabulary import EntryMode, Notice, NoticeKey, Phase
from firmware.session.wizard import Progress, Wizard
from scoring.dice import Face, Faces
from scoring.events import GameBegan
from scoring.game import Game, Opening
from scoring.games.ten_by_ten import GameState
from scoring.sheets.sheet import Cell
from scoring.strategy.advice import Advice
from vision.reading import Reading


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
