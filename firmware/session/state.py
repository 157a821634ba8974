"""What the companion knows at one moment, and the dice on the table as the players see them."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from firmware.faces import face_of, label_of, ranking_of
from firmware.log.record import Record
from firmware.session.dial import Dial
from firmware.session.lesson import FaceCard, Teaching
from firmware.session.vocabulary import EntryMode, Notice, NoticeKey, Phase
from firmware.session.wizard import Progress, Wizard
from scoring.dice import Face, Faces
from scoring.events import GameBegan
from scoring.game import Game, Opening
from scoring.sheets.sheet import Cell
from scoring.strategy.advice import Advice
from scoring.turns.turn import Throw
from vision.reading import DieReading, EyeDoubt, Reading
from vision.watch.track import Hold, HoldReason


class Doubt(StrEnum):
    """Why a die is to be looked at."""

    FACE = "face"
    BURNING = "burning"
    LEANING = "leaning"  # perhaps: more than a lying die, less than a burning one
    OFF_BOARD = "off-board"
    ON_RIM = "on-rim"  # perhaps: by the rim or on it
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
    picture: int | None = None  # index of the die's own picture in the newest reading, None without one
    place_xy: tuple[float, float] | None = None  # of its middle, shares of the frame, None without one

    def named(self, face: Face) -> "SeenDie":
        """Return the die as a player named it: sure, and no longer burning or foreign."""
        return replace(self, face=face, confidence=1.0, doubts=self.doubts & {Doubt.HELD})

    def said_held(self, is_held: bool) -> "SeenDie":
        """Return the die that a player said was held, or thrown."""
        return replace(self, is_held=is_held, doubts=self.doubts - {Doubt.HELD, Doubt.CHANGED})


_DOUBTS = {
    EyeDoubt.NONE: frozenset[Doubt](),
    EyeDoubt.OFF_BOARD: frozenset({Doubt.OFF_BOARD}),
    EyeDoubt.LEANING: frozenset({Doubt.BURNING}),
    EyeDoubt.STACKED: frozenset({Doubt.BURNING}),
    EyeDoubt.PERHAPS_OFF: frozenset({Doubt.ON_RIM}),
    EyeDoubt.PERHAPS_LEANING: frozenset({Doubt.LEANING}),
    EyeDoubt.FOREIGN_FACE: frozenset({Doubt.FOREIGN}),
    EyeDoubt.FACE_UNCLEAR: frozenset({Doubt.FACE}),
    EyeDoubt.PERHAPS_NO_DIE: frozenset({Doubt.FACE}),
}
"""What the eye doubts, in the words of the table."""

_DOUBTFUL_HOLDS = {HoldReason.TURNED: Doubt.CHANGED, HoldReason.AMBIGUOUS: Doubt.HELD}


def dice_from_reading(reading: Reading, hold: Hold | None) -> tuple[SeenDie, ...]:
    """Return the dice of a reading, with what is in doubt about each; no hold where nothing can have been held."""
    return tuple(_seen(die, index, hold, reading.size_wh) for index, die in enumerate(reading.dice))


def _seen(die: DieReading, index: int, hold: Hold | None, size_wh: tuple[int, int]) -> SeenDie:
    of_hold = None if hold is None else _DOUBTFUL_HOLDS.get(hold.dice[index].reason)
    doubts = _DOUBTS[die.doubt] if of_hold is None else _DOUBTS[die.doubt] | {of_hold}
    (x, y), (width, height) = die.detection.centre_xy, size_wh
    return SeenDie(
        face=face_of(die),
        confidence=die.confidence,
        ranking=ranking_of(die),
        is_held=hold is not None and hold.dice[index].is_held,
        doubts=doubts,
        picture=index,
        place_xy=(x / width, y / height) if width and height else None,
    )


def dice_from_throw(throw: Throw, reading: Reading | None = None) -> tuple[SeenDie, ...]:
    """Return the dice of a throw in the log, without pictures; they lie where a reading saw them, if it is theirs."""
    seen = () if reading is None else dice_from_reading(reading, None)
    places = (
        [die.place_xy for die in seen] if [die.face for die in seen] == [*throw.faces] else [None] * len(throw.faces)
    )
    return tuple(
        SeenDie(face=face, confidence=1.0, ranking=ranking_with(face), is_held=is_held, place_xy=place)
        for face, is_held, place in zip(throw.faces, throw.held, places, strict=True)
    )


def ranking_with(first: Face) -> tuple[Face, ...]:
    """Return all faces with ``first`` in front."""
    return (first, *(face for face in Face if face is not first))


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
    camera_trouble: NoticeKey | None = None  # why not, if it is in the network
    takes_address: bool = False  # any camera will do: one in the network can be chosen at the page
    has_address: bool = False  # one is
    is_saved: bool = True  # every event so far is on the disk
    records: tuple[Record, ...] = ()  # the log of the game, oldest first
    language: str = "de"  # of the display, ``de`` or ``en``
    # the dialog in which own dice are taught, None while it is closed. It lies over the game and leaves the rest of the
    # state as it is
    teaching: Teaching | None = None
    lessons: int = 0  # counts lessons
    # entries that would be others by the names of the dice as they are sure now, by their turn: the faces thrown
    reread: tuple[tuple[int, Faces], ...] = ()
    card: FaceCard | None = None  # of dice that were met, to be shown once the table rests; None where none waits
    wizard: Wizard | None = None
    surveys: int = 0
    set_up: Progress = field(default_factory=Progress)
    offers_wizard: bool = False
    dial: Dial | None = None  # what the button turns and takes now, None where it marks throws
    is_button_stuck: bool = False  # a button is down for longer than anyone presses
    # who played what last, or as the settings say: a new game by the button is the same again
    agreed: Opening = field(default_factory=lambda: GameBegan(players=("1", "2")))
    people: tuple[str, ...] = ()  # who played here, in the newest game first
    seconds_left: int | None = None  # to doubt what was announced, None while nothing can be doubted
    is_advice_plain: bool = False  # the strong strategy cannot be asked: its file is gone, or broken
    is_night: bool = False  # the page is dark, for a dark room
    is_night_chosen: bool = False  # somebody said so, or not: the light changes it no more
    is_muted: bool = False  # neither sounds nor speech
    volume: int = 75  # of sounds and speech, per cent

    @property
    def faces(self) -> Faces | None:
        """Return the faces on the table, or None while one is not known or they are too few or too many."""
        faces = tuple(die.face for die in self.dice if die.face is not None)
        return faces if self.game is not None and len(faces) == len(self.dice) == self.game.dice else None

    @property
    def held(self) -> tuple[bool, ...]:
        """Return which dice on the table were held."""
        return tuple(die.is_held for die in self.dice)

    def put_right(self, reading: Reading | None) -> Reading | None:
        """Return a reading with the labels that the players gave, so that the next holds compare the right faces."""
        if reading is None or len(reading.dice) != len(self.dice):
            return reading
        pairs = zip(reading.dice, self.dice, strict=True)
        right = (die if seen.face is None else replace(die, label=label_of(seen.face)) for die, seen in pairs)
        return replace(reading, dice=tuple(right))
