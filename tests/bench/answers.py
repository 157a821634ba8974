"""What becomes of dice whose players answer wrongly once, or never: ``python -m tests.bench.answers --sets 5``.

Sets of art that nothing was trained on, 67 px a die, are thrown at the companion's own room for dice, three evenings
each. In one the players agree to the first card with two of Jack, Queen and King exchanged; afterwards they see half of
what is read wrong and put it right. In one a die of a named set is put wrong, then the plug is pulled: is anything read
otherwise? In one nobody answers a card: is a set ever read by under names that nobody agreed on?
"""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.own_dice import OwnDice
from firmware.session.lesson import FaceCard
from models.evaluate.own_dice import MEASURED, OURS, drawn_play
from models.evaluate.workers import worked
from models.render.art import ART
from scoring.statistics.share import share_of
from tests.vision.table import KnownDice, boxed
from vision.frame import Frame
from vision.read.classify import FaceReader
from vision.read.reader import ReaderPolicy, verdict_of
from vision.reading import DieReading, EyeDoubt, Reading

SEEN = 0.5  # Of the dice that are read wrong and sure, by somebody
LYING = tuple(boxed(80.0 * number, 0.0, 60.0) for number in range(5))
FRAME = Frame(np.zeros((8, 8, 3), np.uint8))


class Recalling:
    """A reader that knows what it makes of crops once it has seen them; `crops` gives what lies there."""

    def __init__(self, reader: FaceReader, crops: NDArray[np.uint8]) -> None:
        read = zip(*reader.read(crops), strict=True)
        self._known = dict(zip((crop.tobytes() for crop in crops), read, strict=True))
        self.sha256, self.lying = reader.sha256, crops[:0]

    def crops(self, *_: object) -> NDArray[np.uint8]:
        return self.lying

    def read(self, crops: NDArray[np.uint8], /) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        general, embeddings = zip(*(self._known[crop.tobytes()] for crop in crops), strict=True)
        return np.stack(general), np.stack(embeddings)

    def chances(self, crops: NDArray[np.uint8]) -> NDArray[np.float64]:
        return self.read(crops)[0]


class Evening:
    """A set that is thrown at the companion's room for dice, throw after throw."""

    def __init__(self, crops: NDArray[np.uint8], faces: NDArray[np.intp], reader: Recalling, folder: str) -> None:
        self.crops, self.faces = crops.reshape(*faces.shape, *crops.shape[1:]), faces
        self._reader, self._folder = reader, folder
        self.true_of = {crop.tobytes(): int(face) for crop, face in zip(crops, faces.flat, strict=True)}
        self.start()

    def start(self) -> None:
        self.cards: list[FaceCard] = []
        self.shelf = DiceShelf(Path(self._folder), self._reader, call="{}".format)
        self.own_dice = OwnDice(self.shelf, KnownDice(LYING), ReaderPolicy(), on_met=self.cards.append)

    def read(self, number: int) -> Reading:
        """Return what is read of a throw, as `vision.read.reader` judges faces."""
        self._reader.lying, policy = self.crops[number], self.own_dice.policy
        chances = self.own_dice.classify(FRAME, [die.quad for die in LYING])
        dice = []
        for die, row in zip(LYING, chances, strict=True):
            doubt = EyeDoubt.NONE if row[:-1].max() >= policy.sure_confidence else EyeDoubt.FACE_UNCLEAR
            doubt = EyeDoubt.FOREIGN_FACE if row[-1] >= policy.foreign_share else doubt
            label = int(row[:-1].argmax())
            read = {"label": label, "probabilities": tuple(row), "confidence": float(row[label]), "doubt": doubt}
            dice.append(DieReading(detection=die, is_burning=False, **read))
        return Reading(dice=tuple(dice), verdict=verdict_of(dice), exposed_ns=number + 1, size_wh=(400, 60))

    def over(self, number: int, reading: Reading, said: Sequence[int]) -> None:
        """Take a throw as over, whose dice are what the players left or said."""
        self._reader.lying = self.crops[number]
        dice = tuple(replace(die, label=int(label)) for die, label in zip(reading.dice, said, strict=True))
        self.own_dice.learn(FRAME, reading, replace(reading, dice=dice))

    def answered(self, throws: range, *, chance: np.random.Generator, swaps: bool = False) -> None:
        """Play throws: dice asked about and some of those read wrong are put right, cards answered as they are.

        The first card with two names exchanged if the players `swap` them; one that shows a face twice is put aside.
        """
        for number in throws:
            reading, true = self.read(number), self.faces[number]
            looks = chance.random(len(true)) < SEEN
            pairs = zip(reading.dice, true, looks, strict=True)
            self.over(number, reading, [int(t) if d.doubt is not EyeDoubt.NONE or s else d.label for d, t, s in pairs])
            for card in self.cards:
                crops = self.shelf.load(card.name).crops
                names = [self.true_of[crops[crop].tobytes()] for crop in card.crops]
                if len(set(names)) == len(names):
                    if swaps:
                        one, other = chance.choice((2, 3, 4), 2, replace=False)
                        names, swaps = [{one: other, other: one}.get(name, name) for name in names], False
                    self.shelf.name_faces(card.name, names, card.name)
            self.cards.clear()

    def is_right(self) -> bool:
        """Return whether every set that is read by bears its true names."""
        kept = [self.shelf.load(name) for name in self.shelf.names()]
        named = [(one.crops[crop], one.shown[crop]) for one in kept if one.is_named for crop in one.in_use]
        return bool(named) and all(self.true_of[crop.tobytes()] == label for crop, label in named)


class Outcome(NamedTuple):
    is_mended: bool | None  # Names exchanged on the card were right in the end; None where the set was never met
    is_same: tuple[bool, ...]  # Of throws after a die was put wrong, whether they are read as they were
    is_used: tuple[bool, ...]  # Of throws of a set that nobody named, whether it was read by


def evenings_of(task: tuple[str, str, int]) -> Outcome:
    """Return what becomes of a set in three evenings."""
    crops, faces, _ = drawn_play(ART, task)
    reader = Recalling(FaceReader.from_file(threads=1), crops)
    half, all_throws = len(faces) // 2, range(len(faces))
    with tempfile.TemporaryDirectory() as folder:
        one, two, three = (f"{folder}/{which}" for which in range(3))
        evening = Evening(crops, faces, reader, one)
        evening.answered(all_throws, chance=np.random.default_rng(task[2]), swaps=True)
        mended = evening.is_right() if evening.shelf.names() else None
        evening, later = Evening(crops, faces, reader, two), range(half + 1, len(faces))
        evening.answered(range(half), chance=np.random.default_rng(task[2]))
        evening.start()
        before = [[die.label for die in evening.read(number).dice] for number in later]
        reading = evening.read(half)
        evening.over(half, reading, [(reading.dice[0].label + 3) % 6, *(die.label for die in reading.dice[1:])])
        evening.start()
        after = [[die.label for die in evening.read(number).dice] for number in later]
        evening, used = Evening(crops, faces, reader, three), []
        for number in all_throws:
            if number == half:
                evening.start()
            reading = evening.read(number)
            used.append(evening.own_dice.recognised is not None)
            evening.over(number, reading, faces[number])
    return Outcome(mended, tuple(map(list.__eq__, before, after)), tuple(used))


def main(sets: int = 5, jobs: int = 2) -> None:
    """Play the evenings and print what came of them."""
    there = OURS, *(source for source in MEASURED if (ART / source).is_dir())
    tasks = [(source, "67 px", number) for source in there for number in range(sets)]
    outcomes = worked(evenings_of, tasks, jobs=jobs, what="evenings with wrong answers")
    mended = [one.is_mended for one in outcomes if one.is_mended is not None]
    told = {
        "names exchanged on the card of a set that was met, right in the end": mended,
        "throws after one die was put wrong, read as before": [same for one in outcomes for same in one.is_same],
        "throws of sets nobody named that were read by them": [used for one in outcomes for used in one.is_used],
    }
    for what, flags in told.items():
        print(f"{what}: {share_of(flags)}")


if __name__ == "__main__":
    typer.run(main)
