"""Sheets of designs for training: ``python -m models.train.pictures.sheets --count N --seed S --out DIR``.

A sheet holds the faces of many designs as textures; `models.train.pictures.prints` makes close-ups of them while
training runs. Design i of a seed is the same on every machine that has the same fonts; a sheet that lies
there is finished.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.render.designs import ALPHABETS, CORE_STYLES, core_design
from models.render.seeds import HELD_OUT_FROM, foreign_design, poker_design, symbol_design
from models.render.world import Bytes, Design, Family
from models.train.pictures.shards import draw_shards, set_arguments

PER_SHEET = 250
TEXTURE_PX = 96
SHARES = {"poker": 0.68, "foreign": 0.18, "symbols": 0.14}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetShard:
    """One sheet to draw."""

    seed: int  # Of the whole set
    number: int  # Of the sheet
    count: int  # Of its designs
    out: Path  # Folder of the set
    shared: Path | None  # Folder of the shared textures, None without
    held_out: bool  # Whether only designs never trained on are drawn

    @property
    def finished_path(self) -> Path:
        """Return where the sheet goes."""
        return self.out / f"designs-{self.seed}-{self.number:04d}.npz"


def draw_sheet(job: SheetShard) -> int:
    """Draw a sheet's designs and write them; return how many."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((job.seed, 5, job.number))
    designs = [_design(rng, job) for _ in range(job.count)]
    _write(job.finished_path, designs)
    return job.count


def _write(path: Path, designs: Sequence[Design]) -> None:
    """Write designs as a sheet; what is half written has another name."""
    unfinished = path.with_suffix(".part.npz")
    np.savez(
        unfinished,
        faces=np.stack([_small(design) for design in designs]),
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


def _design(rng: np.random.Generator, job: SheetShard) -> Design:
    """Return a design by lot; blank dice are left out, they have no faces."""
    seed = int(rng.integers(HELD_OUT_FROM)) + (HELD_OUT_FROM if job.held_out else 0)
    match str(rng.choice(list(SHARES), p=list(SHARES.values()))):
        case "poker":
            return poker_design(seed, job.shared)
        case "symbols":
            return symbol_design(seed)
    while (design := foreign_design(seed)).family is Family.BLANK:
        seed += 1
    return design


def _small(design: Design) -> Bytes:
    faces = [cv2.resize(face, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_AREA) for face in design.faces]
    return np.asarray(np.stack(faces), np.uint8)


def main(words: Sequence[str] | None = None) -> None:
    """Draw a set of designs, going on where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=0, help="designs in all")
    set_arguments(parser)
    parser.add_argument(
        "--core", type=int, default=0, help="copies of the simulated board's designs, in a sheet of their own"
    )
    given = parser.parse_args(words)
    given.out.mkdir(parents=True, exist_ok=True)
    if given.core:
        draw_core_sheet(given.out, given.core)
    jobs = [
        SheetShard(
            seed=given.seed,
            number=first // PER_SHEET,
            count=min(PER_SHEET, given.count - first),
            out=given.out,
            shared=given.shared,
            held_out=given.held_out,
        )
        for first in range(0, given.count, PER_SHEET)
    ]
    draw_shards(draw_sheet, jobs, jobs=given.jobs, cluster=given.cluster)


if __name__ == "__main__":
    main()
