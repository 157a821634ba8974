"""How surely dice are read: ``python -m tests.bench.evening --tables 8 --turns 20``; one die: ``--dice 1 --turns 20``.

Dice that nobody taught are thrown turn after turn on simulated tables. Five are thrown three times a turn, the
commonest face held in between, and read as the companion reads them; when their six faces stand apart, players say
what these are called, and from then on the dice are known; a design that the reader knows well is not asked about. One
die is thrown alone, and read by models that begin anew at each table. Counted is what a player sees: read sure and
right, asked about, thrown again, or read sure and wrong.
"""

import math
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np
import typer
from tqdm import tqdm

from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.own_dice import OwnDice
from firmware.session.lesson import FaceCard
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.setting import BoardName, DiceName, LightName, Setting
from firmware.simulated.sight import TrueDie
from firmware.table.known_board import SEEN_DICE
from models.render.world import DieState
from scoring.dice import DICE_COUNT
from scoring.statistics.share import Share
from tests.doubles.clock import ManualClock
from vision.find.board import find_board
from vision.frame import Frame
from vision.read.classify import FaceReader
from vision.read.load import load_board_finder
from vision.read.reader import ReaderPolicy
from vision.reading import Reading, Verdict
from vision.watch.hand import BareBoard, backdrop_of

FRAMES = 2  # as many as the eye fuses, `firmware.table.eye.EyePolicy`
THROWS_A_TURN = 3
ASKED = frozenset({Verdict.NOT_SURE, Verdict.FOREIGN})
SETTINGS = (
    (BoardName.GREEN_OCTAGON, LightName.EVENING, DiceName.SUITS),
    (BoardName.RED_ROUND, LightName.WINDOW, DiceName.CARDS),
    (BoardName.BLUE_SQUARE, LightName.BRIGHT, DiceName.ENGRAVED),
    (BoardName.LEATHER_HEXAGON, LightName.EVENING, DiceName.NIGHT),
    (BoardName.GREEN_OCTAGON, LightName.WINDOW, DiceName.LETTERS),
    (BoardName.RED_ROUND, LightName.EVENING, DiceName.ENGRAVED),
    (BoardName.BLUE_SQUARE, LightName.WINDOW, DiceName.SUITS),
    (BoardName.LEATHER_HEXAGON, LightName.BRIGHT, DiceName.LETTERS),
)
"""Kinds of tables; camera, lamp and size of the dice are each table's own, by its seed."""


class ThrowOutcome(StrEnum):
    RIGHT = "read sure, and right"
    WRONG = "read sure, and wrong"
    ASKED = "asked about"
    THROWN_AGAIN = "burning, and truly so"
    FALSE_ALARM = "called burning, all lie well"
    NOT_SEEN = "no reading of so many dice"


class Evening:
    """A simulated table at which dice are thrown all evening."""

    def __init__(self, number: int, folder: Path, *, dice: int = DICE_COUNT) -> None:
        """Look for the board while it is empty; one die alone is not learnt."""
        board, light, design = SETTINGS[number % len(SETTINGS)]
        self.name = f"{design.value} on {board.value} in {light.value} light"
        setting = Setting.for_session(seed := 1 + number, board=board, light=light, dice=design)
        self.is_known = False
        self._clock, self._dice = ManualClock(), dice
        self._shows: dict[bytes, int] = {}  # which face each crop shows that was learnt from
        shelf = DiceShelf(folder, FaceReader.from_file())
        self.own_dice = OwnDice(shelf, load_board_finder(), ReaderPolicy(), on_met=self._agree)
        self.board = SimulatedBoard(setting, seed=seed, clock=self._clock)
        self.board.use(dice)
        self._camera = self.board.open_camera()
        self._outline = find_board(self._camera.capture(not_before_ns=0))
        self._backdrop: BareBoard | None = None
        self._look()  # the eye looks at a board at rest before anything is thrown

    def turn(self) -> Iterator[tuple[bool, ThrowOutcome]]:
        """Throw until the turn is over; yield for each throw whether the dice were known, and what became of it."""
        self.board.new_turn()
        for throw in range(THROWS_A_TURN if self._dice > 1 else 1):
            if throw:
                self._hold()
            was_known, (frame, reading, truth) = self.is_known, self.throw()
            yield was_known, outcome_of(reading, truth)
            if self._dice > 1:
                self._learn(frame, reading, truth)

    def throw(self) -> tuple[Frame, Reading, tuple[TrueDie, ...]]:
        self.board.table.throw()
        while self.board.table.is_busy:
            self._clock.sleep(0.1)
        return *self._look(), self.board.table.truth()

    def _hold(self) -> None:
        """Leave lying what lies most often, but throw one die at least."""
        truth = self.board.table.truth()
        ((most, count),) = Counter(die.face for die in truth).most_common(1)
        for die in truth:
            if die.is_held != (die.face is most and count < len(truth)):
                self.board.tap(*die.place_xy)

    def _look(self) -> tuple[Frame, Reading]:
        """Read the board, and learn how it looks at rest, as `firmware.table.eye_parts` does."""
        frames = [self._camera.capture(not_before_ns=self._clock.now_ns()) for _ in range(FRAMES)]
        reading = self.own_dice.reader.read(frames, self._outline, backdrop=self._backdrop, dice=self._dice)
        if reading.verdict in SEEN_DICE:
            found = [die.detection for die in reading.dice]
            self._backdrop = backdrop_of(frames[-1], found, before=self._backdrop)
        return frames[-1], reading

    def _learn(self, frame: Frame, reading: Reading, truth: tuple[TrueDie, ...]) -> None:
        """Answer what is asked, as the dice lie; nobody notices what is read sure and wrong."""
        if len(reading.dice) != len(truth) or reading.verdict not in {Verdict.CLEAR, *ASKED}:
            return
        faces = lying(reading, truth)
        crops = self.own_dice.faces.crops(frame, [die.detection.quad for die in reading.dice])
        self._shows.update(zip((crop.tobytes() for crop in crops), faces, strict=True))
        right = tuple(replace(die, label=face) for die, face in zip(reading.dice, faces, strict=True))
        is_asked = reading.verdict in ASKED
        self.own_dice.learn(frame, reading, replace(reading, dice=right) if is_asked else reading)

    def _agree(self, card: FaceCard) -> None:
        """Say what the faces of dice are called that were met; who sees two pictures of one face says nothing."""
        crops = self.own_dice.shelf.load(card.name).crops
        names = [self._shows[crops[crop].tobytes()] for crop in card.crops]
        if len(set(names)) == len(names):
            self.own_dice.shelf.name_faces(card.name, names, card.name)
            self.is_known = True


def lying(reading: Reading, truth: tuple[TrueDie, ...]) -> list[int]:
    """Return what each die of a reading shows in truth: the face of the die that lies nearest."""
    places = np.array([die.detection.centre_xy for die in reading.dice]).reshape(-1, 2) / reading.size_wh
    return [int(min(truth, key=lambda die, at=at: math.dist(die.place_xy, at)).face) for at in places]


def outcome_of(reading: Reading, truth: tuple[TrueDie, ...]) -> ThrowOutcome:
    """Return what a reading is worth to whoever threw the dice."""
    lies_well = all(die.state is DieState.OK for die in truth)
    match reading.verdict:
        case Verdict.CLEAR:
            is_right = lies_well and [die.label for die in reading.dice] == lying(reading, truth)
            return ThrowOutcome.RIGHT if is_right else ThrowOutcome.WRONG
        case Verdict.BURNING:
            return ThrowOutcome.FALSE_ALARM if lies_well else ThrowOutcome.THROWN_AGAIN
        case Verdict.NOT_SURE | Verdict.FOREIGN:
            return ThrowOutcome.ASKED
        case _:
            return ThrowOutcome.NOT_SEEN


def evenings(tables: int, turns: int, dice: int) -> Iterator[tuple[str, bool, ThrowOutcome]]:
    """Yield for every throw its table, whether its dice were known, and what became of it."""
    for number in range(tables):
        with tempfile.TemporaryDirectory() as folder:
            table = Evening(number, Path(folder), dice=dice)
            for _ in range(turns):
                for was_known, outcome in table.turn():
                    yield table.name, was_known, outcome


def main(tables: int = 8, turns: int = 20, dice: int = DICE_COUNT) -> None:
    """Throw, read and print a table."""
    cv2.setNumThreads(1)
    throws = tables * turns * (THROWS_A_TURN if dice > 1 else 1)
    counts = Counter(tqdm(evenings(tables, turns, dice), total=throws, unit="throw"))
    print(f"n = {throws} throws on {tables} tables, dice: {dice}; 95 % intervals (Wilson)")
    for is_known in (False, True):
        n = sum(count for (_, known, _), count in counts.items() if known is is_known)
        print(f"\n{n} throws {'once the dice were known' if is_known else 'before the dice were known'}:")
        for outcome in ThrowOutcome:
            hits = sum(count for (_, *how), count in counts.items() if how == [is_known, outcome])
            print(f"  {outcome.value:<30}{Share(hits, n)}")
    for table in dict.fromkeys(name for name, _, _ in counts):
        sums = {each: sum(counts[table, known, each] for known in (False, True)) for each in ThrowOutcome}
        print(f"{table}: " + ", ".join(f"{count} {each.value}" for each, count in sums.items() if count))


if __name__ == "__main__":
    typer.run(main)
