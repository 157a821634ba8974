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
    """One die of the throw on the table, as read or as put right."""

    face: Face | None  # what shows on top; None where nobody has said yet (entry by hand)
    confidence: float  # 0–1; 1 where a player has said it
    ranking: tuple[Face, ...]  # all six faces, likelier ones first
    is_held: bool = False  # it was left lying before this throw
    doubts: frozenset[Doubt] = frozenset()  # why the players are asked, empty when sure
    tilt_deg: float = 0.0  # its lean, degrees
    picture: int | None = None  # index of the die's own picture in the newest reading, None without one


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionState:
    """Everything the companion knows."""

    phase: Phase = Phase.SETUP  # where the table stands
    game: Game | None = None  # the game, None in SETUP
    # the five dice on the table as far as they are known, camera order; empty before a throw
    dice: tuple[SeenDie, ...] = ()
    notice: Notice = field(default_factory=lambda: Notice(NoticeKey.WELCOME))  # the sentence on the display
    mode: EntryMode = EntryMode.ASK  # who chooses the cell
    is_hinting: bool = False  # the players want to see what every choice does to the chance of winning
    advice: Advice | None = None  # on the dice that lie, None while there is none
    suggestion: Cell | None = None  # the cell that is marked, by the advice
    # what the companion wanted left lying for the throw that follows; None where it wanted nothing
    wish: Faces | None = None
    reading: Reading | None = None  # the newest accepted reading: holds are found against it
    reading_number: int = 0  # counts readings, so that pages know when to fetch pictures anew
    pending: Reading | None = None  # reading that the players are asked about
    has_camera: bool = True  # the camera delivers
    is_saved: bool = True  # every event so far is on the disk
    records: tuple[Record, ...] = ()  # the log of the game, oldest first
    language: str = "de"  # of the display, ``de`` or ``en``
    # the dialog in which own dice are taught, None while it is closed. It lies over the game and leaves the rest of the
    # state as it is
    teaching: Teaching | None = None
    lessons: int = 0  # counts lessons
    wizard: Wizard | None = None
    surveys: int = 0
    set_up: Progress = field(default_factory=Progress)
    offers_wizard: bool = False
    dial: Dial | None = None  # what the button turns and takes now, None where it marks throws
    is_button_stuck: bool = False  # a button is down for longer than anyone presses
    # who played what last, or as the settings say: a new game by the button is the same again
    agreed: Opening = field(default_factory=lambda: GameBegan(players=("1", "2")))
    seconds_left: int | None = None  # to doubt what was announced, None while nothing can be doubted
    is_muted: bool = False  # neither sounds nor speech
    volume: int = 75  # of sounds and speech, per cent
