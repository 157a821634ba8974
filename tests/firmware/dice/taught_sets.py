"""Sets of pip dice, taught once for all tests of this room, and dice that lie where a test laid them."""

from functools import cache
from pathlib import Path

import numpy as np

from firmware.dice.dice_file import encoded
from firmware.dice.kept_dice import CROP_ARRAYS, KeptSet, begun
from tests.vision.shown_dice import EACH_TWICE, PIPS, PlainReader, shown
from tests.vision.table import KnownDice, boxed


@cache
def kept(faces=EACH_TWICE, *, labels=PIPS) -> KeptSet:
    return begun("mine", labels, shown("pips", faces), faces, reader=PlainReader(), learning=1)


def lay(folder: Path, name: str = "mine", content: bytes | None = None, *, labels=PIPS) -> Path:
    """Put the file of a set into a folder."""
    path = folder / f"{name}.npz"
    folder.mkdir(exist_ok=True)
    path.write_bytes(encoded(kept(labels=labels)) if content is None else content)
    return path


def same(one: KeptSet | None, other: KeptSet) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in CROP_ARRAYS)


class OtherReader(PlainReader):
    """A model that was trained anew."""

    sha256 = "newer"

    def read(self, crops):
        general, embeddings = super().read(crops)
        return general, embeddings[:, ::-1].copy()


def finder_of(quads=()) -> KnownDice:
    return KnownDice(boxed(*quad[0], quad[1][0] - quad[0][0]) for quad in quads)
