"""How well one die is read: ``python -m tests.bench.one_die --throws 100``.

One die is thrown by physics on every kind of board, in several lights and designs, and read from frames by the models,
which begin anew at each table and have never seen more of it than that one die. Counted is what a player sees: read
sure and right, asked about, thrown again, or, what must not be, read sure and wrong.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING

os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2
from tqdm import tqdm

from firmware.simulated.board import SimulatedBoard
from firmware.simulated.clock import ManualClock
from firmware.simulated.setting import BoardName, DiceName, LightName, Setting
from firmware.table.lying_dice import SEEN_DICE
from models.render.world import DieState
from scoring.statistics.share import Share
from vision.find.board import find_board
from vision.read.load import load_board_reader
from vision.reading import Verdict
from vision.watch.hand import backdrop_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware.simulated.sight import TrueDie
    from vision.find.board import BoardOutline
    from vision.reading import Reading
    from vision.watch.hand import Backdrop

FRAMES = 2  # as many as the eye fuses, `firmware.table.eye.EyePolicy`
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


class Outcome(StrEnum):
    """What became of a throw."""

    RIGHT = "read sure, and right"
    WRONG = "read sure, and wrong"
    ASKED = "asked about"
    THROWN_AGAIN = "burning, and truly so"
    FALSE_ALARM = "called burning where it lay well"
    NOT_SEEN = "no reading of one die"


class OneDie:
    """A simulated table on which one die is thrown and read.

    Args:
        setting: What stands on it.
        seed: Of its chance.

    Attributes:
        board: The table with its camera.
    """

    def __init__(self, setting: Setting, seed: int) -> None:
        """Look for the board while it is empty."""
        self._clock = ManualClock()
        self._reader = load_board_reader()  # it gets to know its camera: another table needs another one
        self.board = SimulatedBoard(setting, seed=seed, clock=self._clock)
        self.board.use(1)
        self._camera = self.board.open_camera()
        self._outline: BoardOutline | None = find_board(self._camera.capture(not_before_ns=0))
        self._backdrop: Backdrop | None = None
        self._read()  # the eye looks at a board at rest before anything is thrown

    def throw(self) -> tuple[Reading, TrueDie]:
        """Throw the die, and return what is read and what is true."""
        self.board.table.throw()
        while self.board.table.is_busy:
            self._clock.sleep(0.1)
        (die,) = self.board.table.truth()
        return self._read(), die

    def _read(self) -> Reading:
        """Read the board, and learn how it looks at rest, as `firmware.table.known_board` does."""
        frames = [self._camera.capture(not_before_ns=self._clock.now_ns()) for _ in range(FRAMES)]
        reading = self._reader.read(frames, self._outline, backdrop=self._backdrop, dice=1)
        if reading.verdict in SEEN_DICE:
            found = [die.detection for die in reading.dice]
            self._backdrop = backdrop_of(frames[-1], found, before=self._backdrop)
        return reading


def outcome_of(reading: Reading, die: TrueDie) -> Outcome:
    """Return what a reading is worth to whoever threw the die."""
    lies_well = die.state is DieState.OK
    match reading.verdict:
        case Verdict.CLEAR:
            is_right = lies_well and reading.dice[0].label == int(die.face)
            return Outcome.RIGHT if is_right else Outcome.WRONG
        case Verdict.BURNING:
            return Outcome.FALSE_ALARM if lies_well else Outcome.THROWN_AGAIN
        case Verdict.NOT_SURE | Verdict.FOREIGN:
            return Outcome.ASKED
        case _:
            return Outcome.NOT_SEEN


def thrown(throws: int, first_seed: int) -> Iterator[tuple[str, Outcome]]:
    """Yield for every throw its table's name and what became of it; all tables have their equal share."""
    tables = min(throws, len(SETTINGS))
    for number, (board, light, dice) in enumerate(SETTINGS[:tables]):
        setting = Setting.for_session(first_seed + number, board=board, light=light, dice=dice)
        table = OneDie(setting, first_seed + number)
        for _ in range(len(range(number, throws, tables))):
            yield f"{dice.value} on {board.value} in {light.value} light", outcome_of(*table.throw())


def main() -> None:
    """Throw, read and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throws", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    counts: Counter[tuple[str, Outcome]] = Counter()
    results = thrown(arguments.throws, arguments.seed)
    counts.update(tqdm(results, total=arguments.throws, unit="throw"))
    print(f"n = {arguments.throws} throws of one die on {len(SETTINGS)} tables, 95 % intervals (Wilson)\n")
    for outcome in Outcome:
        hits = sum(count for (_, known), count in counts.items() if known is outcome)
        print(f"{outcome.value:<34}{Share(hits, arguments.throws)}")
    print()
    for table in dict.fromkeys(name for name, _ in counts):
        said = ", ".join(f"{counts[table, each]} {each.value}" for each in Outcome if counts[table, each])
        print(f"{table}: {said}")


if __name__ == "__main__":
    main()
