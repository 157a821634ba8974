"""Matches between strategies: ``python -m tests.bench.duel foresight column-normal --games 2000 --seed 1``.

Each begins half of the matches. A draw counts half. The interval is Wilson's at 95 %.
"""

from __future__ import annotations

import argparse
import os
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import multiprocessing
from functools import partial

import numpy as np
from tqdm import tqdm

from models.advisor import foresight
from models.evaluate.share import Share
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from scoring.strategy.matches import play

STRATEGIES = {"most-points": MostPoints, "over-par": OverPar, "column-normal": ColumnNormal, "foresight": foresight}
AT_ONCE = 50


def won(one: str, other: str, columns: int, seed: int, part: int) -> tuple[int, int, int]:
    """Return how many of `AT_ONCE` matches one won, drew and lost; it begins those of even parts."""
    dice = np.random.default_rng((seed, part))
    pair = [STRATEGIES[name]() for name in (one, other)]
    leads = play(*(pair if part % 2 == 0 else pair[::-1]), AT_ONCE, dice, columns=columns)
    mine = leads if part % 2 == 0 else -leads
    return int((mine > 0).sum()), int((mine == 0).sum()), int((mine < 0).sum())


def main() -> None:
    """Play, and print who won how often."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one", choices=STRATEGIES)
    parser.add_argument("other", choices=STRATEGIES)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    parts = range(max(2, round(arguments.games / AT_ONCE / 2) * 2))
    began = time.monotonic()
    play_part = partial(won, arguments.one, arguments.other, arguments.columns, arguments.seed)
    with multiprocessing.Pool(arguments.jobs) as pool:
        counts = np.array(list(tqdm(pool.imap(play_part, parts), total=len(parts), unit=f"×{AT_ONCE} matches")))
    wins, draws, losses = counts.sum(axis=0)
    share = Share(int(wins) + int(draws) // 2, int(counts.sum()))
    print(f"{arguments.one} against {arguments.other}: {wins} won, {draws} drawn, {losses} lost: {share}")
    print(f"{time.monotonic() - began:.0f} s on {arguments.jobs} cores")


if __name__ == "__main__":
    main()
