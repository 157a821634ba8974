"""Strategies from outside for the tests of duels: plain ones, and ones that do what none may."""

import json
import os
import signal
import sys
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import numpy as np

from scoring.dice import Face
from scoring.sheets import category, sheet
from scoring.strategy import baselines, outcomes
from tests.models.pipe import tells_and_pauses


class Top:
    def decide(self, position):
        return position.free_cells[0]


def bot(decide, base=Top):
    """Return a strategy that decides by a function of the position, by None as its base does."""
    return type("Bot", (base,), {"decide": lambda self, position: decide(position) or base.decide(self, position)})


def raises(error):
    raise error


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
        names = ("turn", "throws_left", "faces", "is_served", "mine", "theirs")
        line = {name: getattr(position, name) for name in names}
        line["points"] = [position.points(row) for row in category.Category]
        line["answer"] = [value.item() for value in answer]
        with (Path(os.environ["NOTES"]) / f"{os.getpid()}.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")
        return answer


class Counts:
    """Wants a new object for every match."""

    turns = 0

    def decide(self, position):
        if position.turn not in (2 * self.turns + 1, 2 * self.turns + 2):
            raise ValueError("this object has played another match")
        self.turns += 1
        return position.free_cells[0]


class Prints(Top):
    def decide(self, position):
        if position.turn == 1:
            print("I think.")  # noqa: T201 - that is what it does
            print("Loudly.", file=sys.stderr)  # noqa: T201
        return super().decide(position)


class SpeechlessError(Exception):
    def __str__(self):
        raise RuntimeError("not even that")


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("do not look at me")


Both = bot(lambda _: raises(AssertionError("it is asked by arrays")), baselines.ColumnNormal)
CannotBeMade = partial(raises, OSError("no file"))
CannotBeMadeOften = Mock(side_effect=[Top(), OSError("only one")])  # only what tries it gets one
Raises = bot(lambda position: position.turn > 4 and raises(ValueError("no idea")))
RaisesInItsWords = bot(lambda _: raises(SpeechlessError()))
RaisesInTheRules = bot(lambda _: sheet.Cell(category.Category.ACES, 11))
HangsOutsidePython = bot(lambda _: sum(range(10**15)))  # no signal and no thread of Python's interrupts that
HangsInAPipe = bot(lambda _: tells_and_pauses(Path(os.environ["NOTES"])))
Exits = bot(lambda _: sys.exit(3))
ExitsAtOnce = bot(lambda _: os._exit(3))
ForgetsAll = bot(lambda _: raises(MemoryError()))
WantsMemory = bot(lambda _: bytearray(2 * 10**9))
TakesTheSame = bot(lambda _: (category.Category.KINGS, 1))
SaysUnspeakable = bot(lambda _: Unspeakable())


def is_bad(position):
    """Tell whether certain dice lie after the first throw of a certain turn."""
    return position.throws_left == 2 and f"{position.turn}:{position.faces}" == os.environ["BAD"]


RaisesSometimes = bot(lambda position: is_bad(position) and raises(ValueError("not now")), Pairs)
ExitsSometimes = bot(lambda position: is_bad(position) and os._exit(3), Pairs)


class Spoils(Top):
    """Answers well, but not before it has spoilt what it was given."""

    def decide(self, position):
        answer = super().decide(position)
        for name in ("faces", "mine", "theirs", "throws_left"):
            object.__setattr__(position, name, None)
        return answer


def weighing(worths):
    """Return a strategy that looks at arrays, by a function of zeros in the right shape and the positions."""

    def entry_worths(_, positions):
        return worths(np.zeros((len(positions), positions.columns, 78)), positions)

    return type("Weighs", (), {"entry_worths": entry_worths})


def without_number(zeros, positions):
    """Weigh by no number in the second of the games asked about, from the third turn on."""
    if not positions.free.all():
        zeros[1:2] = np.nan
    return zeros


def taken_without_number(zeros, positions):
    """Weigh by no number where nothing can be entered any more, which matters to nobody."""
    is_free = positions.free[:, 0].transpose(0, 2, 1)[:, :, outcomes.OUTCOME_ROWS]
    return np.where(is_free, zeros, np.nan)


def spoiling(zeros, positions):
    positions.free[:], positions.sums[:] = False, 1000
    return zeros


WeighsWithoutNumber = weighing(without_number)
WeighsTakenWithoutNumber = weighing(taken_without_number)
WeighsTooMuch = weighing(lambda zeros, _: zeros - 1e12)
WeighsInAnotherShape = weighing(lambda zeros, _: zeros[0])
WeighsInWords = weighing(lambda *_: "much")
WeighsBesideTheLine = weighing(lambda zeros, _: zeros + 1j)
WeighsAndSpoils = weighing(spoiling)
WeighsAndRaises = weighing(lambda *_: raises(KeyError("column 11")))
WeighsForEver = weighing(lambda *_: signal.pause())
