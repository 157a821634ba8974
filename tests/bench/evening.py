"""How surely a whole evening is read: ``python -m tests.bench.evening --tables 8 --turns 20``.

Five dice that nobody taught are thrown turn after turn on simulated tables, the commonest face held in between, and
read by the models as the companion reads them: what players say when they are asked is learnt from, and after some
throws the dice are known. Counted is what a player sees: read sure and right, asked about, thrown again, or read
sure and wrong – before the dice are known and after.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2
from tqdm import tqdm

from firmware.dice.own_dice import OwnDice
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.clock import ManualClock
from firmware.simulated.setting import Setting
from firmware.table.lying_dice import SEEN_DICE
from models.render.world import DieState
from scoring.statistics.share import Share
from tests.bench.one_die import FRAMES, SETTINGS
from vision.find.board import find_board
from vision.read.load import load_board_finder
from vision.read.reader import ReaderPolicy
from vision.reading import Verdict
from vision.watch.hand import backdrop_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware.simulated.sight import TrueDie
    from vision.frame import Frame
    from vision.reading import Reading
    from vision.watch.hand import Backdrop

THROWS_A_TURN = 3
FIRST_SEED = 1
ASKED = frozenset({Verdict.NOT_SURE, Verdict.FOREIGN})


class Outcome(StrEnum):
    """What became of a throw."""

    RIGHT = "read sure, and right"
    WRONG = "read sure, and wrong"
    ASKED = "asked about"
    THROWN_AGAIN = "burning, and truly so"
    FALSE_ALARM = "called burning, all lie well"
    NOT_SEEN = "no reading of five dice"


class Evening:
    """A simulated table at which five dice are thrown all evening.

    Args:
        setting: What stands on it.
        seed: Of its chance.
        folder: For what is learnt.

    Attributes:
        board: The table with its camera.
        own_dice: What reads it, and learns.
        is_known: Whether the dice are known by now.
    """

    def __init__(self, setting: Setting, seed: int, folder: Path) -> None:
        """Look for the board while it is empty."""
        self.is_known = False
        self._clock = ManualClock()
        self.own_dice = OwnDice.from_folder(folder, load_board_finder(), ReaderPolicy(), on_known=self._know)
        self.board = SimulatedBoard(setting, seed=seed, clock=self._clock)
        self._camera = self.board.open_camera()
        self._outline = find_board(self._camera.capture(not_before_ns=0))
        self._backdrop: Backdrop | None = None
        self._look()  # the eye looks at a board at rest before anything is thrown

    def turn(self) -> Iterator[tuple[bool, Outcome]]:
        """Throw three times; yield for each throw whether the dice were known, and what became of it."""
        self.board.new_turn()
        for throw in range(THROWS_A_TURN):
            if throw:
                self._hold()
            was_known, (frame, reading) = self.is_known, self._thrown()
            truth = self.board.table.truth()
            yield was_known, outcome_of(reading, truth)
            self._learn(frame, reading, truth)

    def _hold(self) -> None:
        """Leave lying what lies most often, but throw one die at least."""
        truth = self.board.table.truth()
        ((most, count),) = Counter(die.face for die in truth).most_common(1)
        for die in truth:
            if die.is_held != (die.face is most and count < len(truth)):
                self.board.tap(*die.place_xy)

    def _thrown(self) -> tuple[Frame, Reading]:
        self.board.table.throw()
        while self.board.table.is_busy:
            self._clock.sleep(0.1)
        return self._look()

    def _look(self) -> tuple[Frame, Reading]:
        """Read the board, and learn how it looks at rest, as `firmware.table.known_board` does."""
        frames = [self._camera.capture(not_before_ns=self._clock.now_ns()) for _ in range(FRAMES)]
        reading = self.own_dice.reader.read(frames, self._outline, backdrop=self._backdrop)
        if reading.verdict in SEEN_DICE:
            found = [die.detection for die in reading.dice]
            self._backdrop = backdrop_of(frames[-1], found, before=self._backdrop)
        return frames[-1], reading

    def _learn(self, frame: Frame, reading: Reading, truth: tuple[TrueDie, ...]) -> None:
        """Answer what is asked, as the dice lie; nobody notices what is read sure and wrong."""
        if reading.verdict is Verdict.CLEAR:
            self.own_dice.learn(frame, reading, reading)
        elif reading.verdict in ASKED and len(reading.dice) == len(truth):
            dice = tuple(
                replace(die, label=face) for die, face in zip(reading.dice, lying(reading, truth), strict=True)
            )
            self.own_dice.learn(frame, reading, replace(reading, dice=dice))

    def _know(self) -> None:
        self.is_known = True


def lying(reading: Reading, truth: tuple[TrueDie, ...]) -> list[int]:
    """Return what each die of a reading shows in truth: the face of the die that lies nearest."""
    width, height = reading.size_wh

    def away(die: TrueDie, centre_xy: tuple[float, float]) -> float:
        return abs(die.place_xy[0] - centre_xy[0] / width) + abs(die.place_xy[1] - centre_xy[1] / height)

    centres = (die.detection.centre_xy for die in reading.dice)
    return [int(min(truth, key=lambda die, at=centre: away(die, at)).face) for centre in centres]


def outcome_of(reading: Reading, truth: tuple[TrueDie, ...]) -> Outcome:
    """Return what a reading is worth to whoever threw the dice."""
    lies_well = all(die.state is DieState.OK for die in truth)
    match reading.verdict:
        case Verdict.CLEAR:
            is_right = lies_well and [die.label for die in reading.dice] == lying(reading, truth)
            return Outcome.RIGHT if is_right else Outcome.WRONG
        case Verdict.BURNING:
            return Outcome.FALSE_ALARM if lies_well else Outcome.THROWN_AGAIN
        case Verdict.NOT_SURE | Verdict.FOREIGN:
            return Outcome.ASKED
        case _:
            return Outcome.NOT_SEEN


def evenings(tables: int, turns: int) -> Iterator[tuple[str, bool, Outcome]]:
    """Yield for every throw its table, whether its dice were known, and what became of it."""
    for number in range(tables):
        board, light, dice = SETTINGS[number % len(SETTINGS)]
        seed = FIRST_SEED + number
        with tempfile.TemporaryDirectory() as folder:
            table = Evening(Setting.for_session(seed, board=board, light=light, dice=dice), seed, Path(folder))
            for _ in range(turns):
                for was_known, outcome in table.turn():
                    yield f"{dice.value} on {board.value} in {light.value} light", was_known, outcome


def main() -> None:
    """Throw, read and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--turns", type=int, default=20)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    throws = arguments.tables * arguments.turns * THROWS_A_TURN
    counts = Counter(tqdm(evenings(arguments.tables, arguments.turns), total=throws, unit="throw"))
    print(f"n = {throws} throws of five dice on {arguments.tables} tables, 95 % intervals (Wilson)")
    for is_known in (False, True):
        n = sum(count for (_, known, _), count in counts.items() if known is is_known)
        print(f"\n{n} throws {'once the dice were known' if is_known else 'before the dice were known'}:")
        for outcome in Outcome:
            hits = sum(count for (_, *how), count in counts.items() if how == [is_known, outcome])
            print(f"  {outcome.value:<30}{Share(hits, n)}")
    for table in dict.fromkeys(name for name, _, _ in counts):
        of_table = {each: sum(counts[table, known, each] for known in (False, True)) for each in Outcome}
        print(f"{table}: " + ", ".join(f"{count} {each.value}" for each, count in of_table.items() if count))


if __name__ == "__main__":
    main()
