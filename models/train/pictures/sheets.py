"""Sheets of designs for training: ``python -m models.train.pictures.sheets --count N --seed S --out DIR``.

A sheet holds the faces of many designs as textures; `models.train.pictures.prints` makes close-ups of them while
training runs. Design i of a seed is the same on every machine that has the same fonts; a sheet that lies
there is finished.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.render.art import CALIBRATED, TRAINED
from models.render.designs import ALPHABETS, CORE_STYLES, core_design
from models.render.styles import HELD_OUT_FROM, art_design, foreign_design, poker_design, symbol_design
from models.render.world import Design, Family
from models.train.pictures.shards import Shard, draw_shards, set_arguments, shards_of

PER_SHEET = 250
TEXTURE_PX = 96
SHARES = {"poker": 0.68, "foreign": 0.18, "symbols": 0.14}


def draw_sheet(
    seed: int, shard: Shard, *, shared: Path | None = None, held_out: bool = False, art: Path | None = None
) -> None:
    """Draw a sheet's designs, of a set's seed, and write them; all with art from outside where its folder is given.

    Held-out ones are never trained on.
    """
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, 5, shard.number))
    if art is None:
        _write(shard.finished_path, [_design(rng, shared, held_out=held_out) for _ in shard.numbers])
        return
    sources = CALIBRATED if held_out else TRAINED
    first = HELD_OUT_FROM * (1 + held_out) - 1  # held-out ones are not those that `models.evaluate.foreign` measures
    seeds = first - rng.integers(HELD_OUT_FROM // 2, size=len(shard.numbers))
    _write(shard.finished_path, [art_design(art, str(rng.choice(sources)), int(one)) for one in seeds])


def sheets_of(count: int, seed: int, out: Path) -> list[Shard]:
    """Return the sheets of so many designs."""
    return shards_of(count, PER_SHEET, out, f"designs-{seed}-{{:04d}}.npz")


def _write(path: Path, designs: Sequence[Design]) -> None:
    """Write designs as a sheet; what is half written has another name."""
    shrunk = partial(cv2.resize, dsize=(TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_AREA)
    unfinished = path.with_suffix(".part.npz")
    np.savez(
        unfinished,
        faces=np.stack([list(map(shrunk, design.faces)) for design in designs]),
        labels=np.array([design.labels for design in designs], np.int8),
        families=np.array([design.family.value for design in designs]),
        roundings=np.array([design.rounding for design in designs], np.float32),
        glosses=np.array([design.gloss for design in designs], np.float32),
        names=np.array([design.name for design in designs]),
    )
    unfinished.replace(path)


def draw_core_sheet(out: Path, copies: int) -> int:
    """Write a sheet of the simulated board's own designs, each so many times; return how many."""
    names = [name for name, style in CORE_STYLES.items() if style.family is not Family.PIPS]
    designs = [core_design(name, letters) for name in names for letters in ALPHABETS] * copies
    _write(out / "designs-core.npz", designs)
    return len(designs)


def _design(rng: np.random.Generator, shared: Path | None, *, held_out: bool) -> Design:
    """Return a design by lot; blank dice are left out, they have no faces."""
    seed = int(rng.integers(HELD_OUT_FROM)) + (HELD_OUT_FROM if held_out else 0)
    match str(rng.choice(list(SHARES), p=list(SHARES.values()))):
        case "poker":
            return poker_design(seed, shared)
        case "symbols":
            return symbol_design(seed)
    while (design := foreign_design(seed)).family is Family.BLANK:
        seed += 1
    return design


def main(words: Sequence[str] | None = None) -> None:
    """Draw a set of designs, going on where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    add = parser.add_argument
    add("--count", type=int, default=0, help="designs in all")
    set_arguments(parser)
    add("--core", type=int, default=0, help="copies of the simulated board's designs, in a sheet of their own")
    add("--art", type=Path, help="folder of art from outside: all designs carry some of it")
    given = parser.parse_args(words)
    given.out.mkdir(parents=True, exist_ok=True)
    if given.core:
        draw_core_sheet(given.out, given.core)
    draw = partial(draw_sheet, given.seed, shared=given.shared, held_out=given.held_out, art=given.art)
    draw_shards(draw, sheets_of(given.count, given.seed, given.out), jobs=given.jobs, cluster=given.cluster)


if __name__ == "__main__":
    main()
