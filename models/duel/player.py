"""The process in which a strategy from outside runs, alone: ``python -m models.duel.player``, as the referee starts it.

It loads the strategy, asks it, and tells plainly what it answered or did: nothing that the strategy raises or answers
leaves this process otherwise. What it prints goes to the standard error. It may be killed at any time.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import resource
import signal
import sys
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.duel.clock import Clock
from models.duel.failure import FailureKind, Fault
from models.duel.loading import FaultError, Maker, manner_of, told
from models.duel.messages import FREE_BYTE, Decide, Load, Manner, Weigh
from models.work.child import end_with
from scoring.dice import Face
from scoring.errors import ScoringError
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.outside import Position, answered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from scoring.strategy.outside import SheetRows

_POINTS = tuple(None if byte == FREE_BYTE else byte for byte in range(256))


@dataclass(slots=True)
class Deciding:
    """Asks a strategy that looks at one position at a time; an object of it plays one match.

    Attributes:
        maker: Makes the objects.
        clock: Is told which decision begins.
        objects: By number of the game.
        sheets: As read last, by number of the game, with the bytes they were read from.
    """

    maker: Maker
    clock: Clock
    objects: dict[int, Any] = field(default_factory=dict)
    sheets: dict[int, tuple[bytes, SheetRows]] = field(default_factory=dict)

    def answers(self, asked: Decide) -> list[Any]:
        """Return what is decided at each table: row and column, flags, or a fault."""
        decided = []
        for number, (game, cells, faces, is_served) in enumerate(asked.tables):
            self.clock.begin(number)
            rows = self._rows(game, cells)
            made = functools.partial(
                Position,
                faces=tuple(map(Face, faces)),
                throws_left=asked.throws_left,
                is_served=is_served,
                mine=rows[: len(Category)],
                theirs=rows[len(Category) :],
                ruleset=self.maker.load.ruleset,
                turn=asked.turn,
            )
            decided.append(self._answer(game, made))
        return decided

    def _answer(self, game: int, made: Callable[[], Position]) -> Any:
        try:
            answer = self._object(game).decide(made())
        except FaultError as error:
            return asdict(error.fault)
        except BaseException as error:  # noqa: BLE001 - whatever it raises is told
            return asdict(told(error, FailureKind.RAISED).fault)
        try:
            decided = answered(made(), answer)  # whatever it did to the position it got, it is judged by another
        except ScoringError as error:
            return asdict(Fault(FailureKind.NONSENSE, f"answers against the rules: {error}"))
        except BaseException as error:  # noqa: BLE001 - what it answers may be its own code, too
            return asdict(told(error, FailureKind.NONSENSE, "answers what cannot be looked at: it ").fault)
        return [int(decided.category), decided.column - 1] if isinstance(decided, Cell) else decided

    def _object(self, game: int) -> Any:
        if game not in self.objects:
            self.objects[game] = self.maker.made(game)
        return self.objects[game]

    def _rows(self, game: int, cells: bytes) -> SheetRows:
        known = self.sheets.get(game)
        if known is None or known[0] != cells:
            columns = self.maker.load.ruleset.columns
            points = [_POINTS[byte] for byte in cells]
            rows = tuple(tuple(points[first : first + columns]) for first in range(0, len(points), columns))
            known = self.sheets[game] = (cells, rows)
        return known[1]


@dataclass(slots=True)
class Weighing:
    """Asks a strategy that looks at arrays; an object of it plays the matches that are asked about together.

    Attributes:
        maker: Makes the objects.
        made: The object that plays now.
        batch: For whom it was made.
    """

    maker: Maker
    made: Any = None
    batch: int = -1

    def answer(self, asked: Weigh) -> bytes:
        """Return the worths as bytes, float64 (N, C, 78).

        Raises:
            FaultError: If it does not say them.
        """
        import numpy as np  # those that need no arrays start sooner without

        from scoring.strategy.outcomes import OUTCOMES
        from scoring.strategy.position import Positions

        columns = self.maker.load.ruleset.columns
        free = np.frombuffer(asked.free, bool).reshape(asked.count, 2, len(Category), columns)
        sums = np.frombuffer(asked.sums, np.int64).reshape(asked.count, 2, columns)
        try:
            if asked.batch != self.batch:
                self.made, self.batch = self.maker.made(asked.batch), asked.batch
            worths = self.made.entry_worths(Positions(free.copy(), sums.copy()))
        except FaultError:
            raise
        except BaseException as error:
            raise told(error, FailureKind.RAISED) from error
        try:
            numbers = np.ascontiguousarray(_real(np.asarray(worths)), np.float64)
        except BaseException as error:
            raise told(error, FailureKind.NONSENSE, "answers with no array of numbers: it ") from error
        if numbers.shape != (wanted := (asked.count, columns, len(OUTCOMES))):
            raise FaultError(
                FailureKind.NONSENSE, f"answers with an array of shape {numbers.shape}; {wanted} is wanted"
            )
        return numbers.tobytes()


def _real(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of real numbers; NumPy would quietly take a part of others."""
    if array.dtype.kind == "c":
        raise TypeError(f"{array.dtype} is no real number")
    return array


@dataclass(slots=True)
class Player:
    """Answers what the referee asks.

    Attributes:
        connection: To him.
        clock: That he looks at.
        deciding: Set once a strategy of that manner was loaded.
        weighing: Likewise.
    """

    connection: Connection[Any, Any]
    clock: Clock
    deciding: Deciding | None = None
    weighing: Weighing | None = None

    def serve(self) -> None:
        """Answer until the connection ends."""
        while True:
            asked = self.connection.recv()
            self.clock.begin(0)
            try:
                answers = self._answers(asked)
            except FaultError as error:
                answers = [_json(asdict(error.fault))]
            for answer in answers:
                self.connection.send_bytes(answer)

    def _answers(self, asked: Load | Decide | Weigh) -> Sequence[bytes]:
        match asked:
            case Load():
                return [_json(self._loaded(asked))]
            case Decide():
                assert self.deciding is not None
                return [_json(self.deciding.answers(asked))]
            case Weigh():
                assert self.weighing is not None
                return [_json("worths"), self.weighing.answer(asked)]

    def _loaded(self, load: Load) -> str:
        maker = Maker.of(load)
        manner = manner_of(maker.made(0))
        if manner is Manner.DECIDES:
            self.deciding = Deciding(maker, self.clock)
        else:
            self.weighing = Weighing(maker)
        return manner.value


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


def main(connection: int, clock: int, parent: int, memory_bytes: int) -> None:
    """Answer what the referee asks.

    Args:
        connection: Descriptor of the socket to him.
        clock: Descriptor of the file of the clock.
        parent: Number of his process.
        memory_bytes: So much memory may be used.
    """
    end_with(parent, signal.SIGKILL)
    os.dup2(2, 1)  # the strategy's print() goes to the standard error, and does not wait there
    sys.stdout = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115 - a line at a time, as long as it runs
    with contextlib.suppress(OSError):  # elsewhere than on Linux; there, it is the first to go when memory runs out
        Path("/proc/self/oom_score_adj").write_text("1000")
    resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    with contextlib.suppress(EOFError, OSError):  # the referee is gone
        Player(Connection(connection), Clock(clock)).serve()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
