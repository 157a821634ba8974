"""How surely dice are read: ``python -m tests.bench.evening --tables 8 --turns 20``; one die: ``--dice 1 --turns 20``.

Dice that nobody taught are thrown turn after turn on simulated tables. Five are thrown three times a turn, the
commonest face held in between, and read as the companion reads them; when their six faces stand apart, players say what
these are called, and from then on the dice are known. One die is thrown alone. With ``--slow 0.2`` the eye looks 0.2 s
late; with ``--first 42`` tables are counted from there. Counted is what a player sees.
"""

import math
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import typer
from tqdm import tqdm

from firmware.dice import dice_shelf, own_dice
from firmware.session import effects, events, lesson
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.cast import Pace
from firmware.simulated.setting import BoardName, DiceName, LightName, Setting
from firmware.simulated.sight import TrueDie
from firmware.table.eye import Eye
from models.render.world import DieState
from scoring.dice import DICE_COUNT
from scoring.statistics.share import Share
from tests.doubles.clock import ManualClock
from vision.frame import Frame
from vision.read import classify, reader
from vision.read.load import load_board_finder
from vision.reading import Reading, Verdict
from vision.watch.track import Hold, HoldFinding

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


class HeldOutcome(StrEnum):
    RIGHT = "held faces told"
    WRONG = "held faces wrong, nobody asked"
    ASKED = "asked about a hold"


class Evening:
    """A simulated table at which dice are thrown all evening."""

    def __init__(self, number: int, folder: Path, *, dice: int = DICE_COUNT, slow_s: float = 0.0) -> None:
        """Look for the board while it is empty; one die alone is not learnt."""
        board, light, design = SETTINGS[number % len(SETTINGS)]
        self.name = f"{design.value} on {board.value} in {light.value} light"
        setting = Setting.for_session(seed := 1 + number, board=board, light=light, dice=design)
        self.is_known = False
        self._clock, self._dice = ManualClock(), dice
        self._shows: dict[bytes, int] = {}  # which face each crop shows that was learnt from
        shelf = dice_shelf.DiceShelf(folder, classify.FaceReader.from_file())
        self.own_dice = own_dice.OwnDice(shelf, load_board_finder(), reader.ReaderPolicy(), on_met=self._agree)
        self.board = SimulatedBoard(setting, seed=seed, clock=self._clock, pace=Pace(speed=4.0))
        self.board.use(dice)
        self._slow_s, self._chance = slow_s, random.Random(seed)
        self._said: list[events.SessionEvent] = []
        self._accepted: Reading | None = None
        self._eye = Eye(self.board.open_camera, self.own_dice.reader, self._said.append)
        self._eye.expect(dice)
        for _ in range(12):  # at the board while it is empty
            self._look()

    def turn(self) -> Iterator[tuple[bool, ThrowOutcome | HeldOutcome]]:
        """Throw until the turn is over; yield for each throw whether the dice were known, and what became of it."""
        self.board.new_turn()
        self._accept(None)
        for throw in range(THROWS_A_TURN if self._dice > 1 else 1):
            if throw:
                self._leave_lying()
            was_known, (frame, reading, truth) = self.is_known, self.throw()
            yield was_known, outcome_of(reading, truth)
            if throw and self._hold is not None and all(die.state is DieState.OK for die in truth):
                yield was_known, held_outcome_of(reading, self._hold, truth)
            if self._dice > 1:
                self._learn(frame, reading, truth)

    def throw(self) -> tuple[Frame, Reading, tuple[TrueDie, ...]]:
        self.board.table.throw()
        while self.board.table.is_busy:
            self._look()
        self._said.clear()
        self._eye.read(effects.ReadBoard(self._clock.now_ns(), self._accepted, self._dice))
        while not (taken := [event for event in self._said if isinstance(event, events.ReadingTaken)]):
            self._look()
        reading, self._hold = taken[0].reading, taken[0].hold
        pictured = self._eye.picture_of(reading.exposed_ns)
        return pictured[0], reading, self.board.table.truth()

    def _look(self) -> None:
        self._eye.look()
        self._clock.sleep(self._eye.pause_s + self._slow_s * self._chance.expovariate(1.0))

    def _leave_lying(self) -> None:
        """Leave lying what lies most often, but throw one die at least."""
        truth = self.board.table.truth()
        ((most, count),) = Counter(die.face for die in truth).most_common(1)
        for die in truth:
            if die.is_held != (die.face is most and count < len(truth)):
                self.board.tap(*die.place_xy)

    def _learn(self, frame: Frame, reading: Reading, truth: tuple[TrueDie, ...]) -> None:
        """Answer what is asked, as the dice lie; nobody notices what is read sure and wrong."""
        if len(reading.dice) != len(truth) or reading.verdict not in {Verdict.CLEAR, *ASKED}:
            self._accept(None)
            return
        faces = lying(reading, truth)
        crops = self.own_dice.faces.crops(frame, [die.detection.quad for die in reading.dice])
        self._shows.update(zip((crop.tobytes() for crop in crops), faces, strict=True))
        right = tuple(replace(die, label=face) for die, face in zip(reading.dice, faces, strict=True))
        accepted = replace(reading, dice=right) if reading.verdict in ASKED else reading
        self._accept(accepted)
        self.own_dice.learn(frame, reading, accepted)

    def _accept(self, reading: Reading | None) -> None:
        self._accepted = reading
        self._eye.accept(reading)

    def _agree(self, card: lesson.FaceCard) -> None:
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


def held_outcome_of(reading: Reading, hold: Hold, truth: tuple[TrueDie, ...]) -> HeldOutcome:
    if hold.finding is not HoldFinding.CLEAR:
        return HeldOutcome.ASKED
    told = Counter(face for face, is_held in zip(lying(reading, truth), hold.flags, strict=True) if is_held)
    is_right = told == Counter(int(die.face) for die in truth if die.is_held)
    return HeldOutcome.RIGHT if is_right else HeldOutcome.WRONG


def evenings(numbers: range, turns: int, **how: float) -> Iterator[tuple[bool, ThrowOutcome | HeldOutcome]]:
    """Yield for every throw whether its dice were known, and what became of it and of those left lying."""
    for number in numbers:
        with tempfile.TemporaryDirectory() as folder:
            table = Evening(number, Path(folder), **how)
            for _ in tqdm(range(turns), desc=table.name, unit="turn"):
                yield from table.turn()


def main(tables: int = 8, turns: int = 20, dice: int = DICE_COUNT, slow: float = 0.0, first: int = 0) -> None:
    """Throw, read and print a table."""
    cv2.setNumThreads(1)
    counts = Counter(evenings(range(first, first + tables), turns, dice=dice, slow_s=slow))
    print(f"{tables} tables, dice: {dice}, the eye slower by {slow} s; 95 % intervals (Wilson)")
    for kind, is_known in product((ThrowOutcome, HeldOutcome), (False, True)):
        hits = {each: counts[is_known, each] for each in kind}
        if n := sum(hits.values()):
            print(f"\n{n} throws {'once the dice were known' if is_known else 'before the dice were known'}:")
            print("\n".join(f"  {each.value:<32}{Share(count, n)}" for each, count in hits.items()))


if __name__ == "__main__":
    typer.run(main)
