"""Strategies from outside for the tests of duels: plain ones, and ones that do what none may."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import numpy as np

from scoring.dice import Face
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.baselines import ColumnNormal
from scoring.strategy.outcomes import OUTCOME_ROWS


class Top:
    """Enters the first throw in the first free cell."""

    def decide(self, position):
        return position.free_cells[0]


class Pairs:
    """Holds the face there is most of, throws three times, then enters the most points in the dearest column."""

    def decide(self, position):
        if position.throws_left and len(set(position.faces)) > 1:
            most = max(Face, key=position.faces.count)
            return tuple(face == most for face in position.faces)
        return max(position.free_cells, key=lambda cell: (position.points(cell.category), cell.column))


class Whim:
    """Does anything legal, by the chance it is given."""

    def __init__(self, rng):
        self.rng = rng

    def decide(self, position):
        flags = self.rng.random(5) < 0.5
        if position.throws_left and not flags.all():
            return flags
        row, column = self.rng.choice([(cell.category, cell.column) for cell in position.free_cells])
        return row, column


class Notes(Whim):
    """The same, and writes down all it sees and does, in a file of its process."""

    def decide(self, position):
        answer = super().decide(position)
        line = {
            "turn": position.turn,
            "throws_left": position.throws_left,
            "faces": position.faces,
            "is_served": position.is_served,
            "mine": position.mine,
            "theirs": position.theirs,
            "points": [position.points(row) for row in Category],
            "answer": [value.item() for value in answer],
        }
        with (Path(os.environ["NOTES"]) / f"{os.getpid()}.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")
        return answer


class Counts:
    """Wants a new object for every match."""

    def __init__(self):
        self.turns = 0

    def decide(self, position):
        if position.turn not in (2 * self.turns + 1, 2 * self.turns + 2):
            raise ValueError("this object has played another match")
        self.turns += 1
        return position.free_cells[0]


class Normal(ColumnNormal):
    """One of ours, as from outside."""


class Both(ColumnNormal):
    def decide(self, position):
        raise AssertionError("it is asked by arrays")


class Prints(Top):
    def decide(self, position):
        if position.turn == 1:
            print("I think.")  # noqa: T201 - that is what it does
            print("Loudly.", file=sys.stderr)  # noqa: T201
        return super().decide(position)


# -- what none may ---------------------------------------------------------------------------------------------


class Raises(Top):
    def decide(self, position):
        if position.turn > 4:
            raise ValueError("no idea")
        return super().decide(position)


class RaisesInItsWords(Top):
    def decide(self, position):
        raise SpeechlessError


class SpeechlessError(Exception):
    def __str__(self):
        raise RuntimeError("not even that")


class RaisesInTheRules(Top):
    def decide(self, position):
        return Cell(Category.ACES, 11)


class Spoils(Top):
    """Answers well, but not before it has spoilt what it was given."""

    def decide(self, position):
        answer = super().decide(position)
        for name in ("faces", "mine", "theirs", "throws_left"):
            object.__setattr__(position, name, None)
        return answer


class Hangs(Top):
    def decide(self, position):
        while position.turn > 2:
            pass
        return super().decide(position)


class HangsOutsidePython(Top):
    """No signal and no thread of Python's interrupts that."""

    def decide(self, position):
        return sum(range(10**15))


class HangsInAPipe(Top):
    """Holds a pipe open, and hangs."""

    def decide(self, position):
        with (Path(os.environ["NOTES"]) / "pipe").open("wb", 0) as pipe:
            pipe.write(b"alive")
            signal.pause()


class RaisesSometimes(Pairs):
    """When certain dice lie after the first throw of a certain turn."""

    def decide(self, position):
        if position.throws_left == 2 and f"{position.turn}:{position.faces}" == os.environ["BAD"]:
            self.fail()
        return super().decide(position)

    def fail(self):
        raise ValueError("not now")


class ExitsSometimes(RaisesSometimes):
    def fail(self):
        os._exit(3)


class Exits(Top):
    def decide(self, position):
        sys.exit(3)


class ExitsAtOnce(Top):
    def decide(self, position):
        os._exit(3)


class ForgetsAll(Top):
    def decide(self, position):
        raise MemoryError


class WantsMemory(Top):
    def decide(self, position):
        return bytearray(2 * 10**9)


class Says(Top):
    def decide(self, position):
        return "KINGS"


class TakesTheSame(Top):
    def decide(self, position):
        return Category.KINGS, 1


class SaysUnspeakable(Top):
    def decide(self, position):
        return Unspeakable()


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("do not look at me")


class CannotBeMade(Top):
    def __init__(self):
        raise OSError("no file")


class WantsMore(Top):
    def __init__(self, book):
        self.book = book


class CannotBeMadeOften(Top):
    """Only what tries it gets one."""

    made = 0

    def __init__(self):
        type(self).made += 1
        if self.made > 1:
            raise OSError("only one")


class NoStrategy:
    pass


NUMBER = 7


class Weighs:
    """Looks at arrays; says what its child says."""

    def entry_worths(self, positions):
        return self.worths(np.zeros((len(positions), positions.columns, 78)), positions)


class WeighsWithoutNumber(Weighs):
    """In the second of the games asked about, from the third turn on."""

    def worths(self, zeros, positions):
        if not positions.free.all():
            zeros[1:2] = np.nan
        return zeros


class WeighsTakenWithoutNumber(Weighs):
    """No number where nothing can be entered any more, which matters to nobody."""

    def worths(self, zeros, positions):
        is_free = positions.free[:, 0].transpose(0, 2, 1)[:, :, OUTCOME_ROWS]
        return np.where(is_free, zeros, np.nan)


class WeighsTooMuch(Weighs):
    def worths(self, zeros, positions):
        return zeros - 1e12


class WeighsInAnotherShape(Weighs):
    def worths(self, zeros, positions):
        return zeros[0]


class WeighsInWords(Weighs):
    def worths(self, zeros, positions):
        return "much"


class WeighsBesideTheLine(Weighs):
    def worths(self, zeros, positions):
        return zeros + 1j


class WeighsAndSpoils(Weighs):
    def worths(self, zeros, positions):
        positions.free[:], positions.sums[:] = False, 1000
        return zeros


class WeighsAndRaises(Weighs):
    def worths(self, zeros, positions):
        raise KeyError("column 11")


class WeighsForEver(Weighs):
    def worths(self, zeros, positions):
        signal.pause()
