"""How fast strategies decide and duels are played: ``python -m tests.bench.duel``. Who wins: ``serviert duel A B``.

One decision is a whole turn looked ahead, for one position on one core, as a table needs it. A duel is played as the
command does it, by processes that share the cores; strategies from outside that hardly think show what asking costs.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from models.duel.duel import tallies
from models.duel.settings import DuelSettings
from models.strategies import STRATEGIES
from scoring.strategy.entry_worths import choices
from scoring.strategy.matches import ByWorths, play_out, thrown_faces

ROOT = Path(__file__).parents[2]
DECISION_MARK_MS, DUEL_MARK_S, DUEL_GAMES, OUTSIDE_MARK = 20.0, 180.0, 1000, 20.0


def decision_ms(name: str, matches: int = 4) -> np.ndarray:
    """Return how long each turn of some matches took to be looked through, ms, one position at a time."""
    strategy, spent, seen = STRATEGIES[name](), [], []
    player = ByWorths(STRATEGIES["over-par"]())
    faces = thrown_faces(np.random.default_rng(1), matches, 10)
    play_out(player, player, faces, columns=10, watch=lambda tables: seen.append(tables.positions))
    for positions in seen[:-2]:
        one = positions.some(np.array([0]))
        began = time.perf_counter()
        choices(strategy, one)
        spent.append(1000 * (time.perf_counter() - began))
    return np.array(spent)


def duel_s(one: str, other: str, games: int, jobs: int) -> tuple[float, float]:
    """Return how long a duel takes, and how long all processes together computed for it, s."""
    settings = DuelSettings(entrants=(one, other), games=games, folder=str(ROOT))
    began, used = time.monotonic(), _children_s()
    for tally in tallies(settings, jobs=jobs):
        last = tally
    assert last.is_complete, last.end
    return time.monotonic() - began, _children_s() - used


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure, and print it beside the marks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=DUEL_GAMES, help="of each duel")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    print(f"one decision, ms (mark: {DECISION_MARK_MS:g})     median   95th centile   slowest")
    for name in STRATEGIES:
        spent = decision_ms(name)
        print(f"  {name:<28}{np.median(spent):>12.2f}{np.percentile(spent, 95):>15.2f}{spent.max():>10.2f}")
    print(f"duel of {given.games:,} games by {given.jobs} processes         s   s of processor   games a second of it")
    bots = [f"tests.models.duel.bots:{name}" for name in ("Top", "Pairs")]
    for one, other in (("foresight", "column-normal"), ("column-normal", "over-par"), (bots[0], bots[1])):
        spent_s, used_s = duel_s(one, other, given.games, given.jobs)
        labels = " – ".join(name.removeprefix("tests.models.duel.") for name in (one, other))
        print(f"  {labels:<34}{spent_s:>12.1f}{used_s:>15.1f}{given.games / used_s:>19.1f}")
    print(f"marks: 1,000 games foresight – column-normal on two cores in {DUEL_MARK_S:g} s;")
    print(f"strategies from outside that hardly think: {OUTSIDE_MARK:g} games a second and core")


if __name__ == "__main__":
    main()
