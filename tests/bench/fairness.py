"""Whether fair dice are called loaded, and how soon loaded ones are found: ``python -m tests.bench.fairness``.

A year is so many evenings of a game each, of about as many thrown dice as a game of ten columns has. Fair years are
looked at after every evening, some of them after every throw. Loaded dice show the ace oftener than every sixth time.
"""

import time
from dataclasses import replace

import numpy as np
import typer
from tqdm import tqdm

from scoring.statistics.fairness import ALPHA, Fairness
from scoring.statistics.share import Share

DICE_A_GAME = 1_800
DICE_A_THROW = 3
LOADED = ((5, 0.5), (5, 0.2), (5, 0.1), (1, 1.0), (1, 0.5), (1, 0.2))
"""How many of the five dice show the ace how much oftener."""
MOST_DICE = 5_000_000


def has_alarm(chance: np.random.Generator, shares: np.ndarray, number: int, dice: int) -> bool:
    """Return whether an alarm came in so many looks, each after so many dice more."""
    seen = Fairness()
    for _ in range(number):
        seen = thrown_more(seen, chance, shares, dice)
    return seen.is_loaded


def thrown_more(seen: Fairness, chance: np.random.Generator, shares: np.ndarray, dice: int) -> Fairness:
    more = replace(seen, counts=tuple(np.add(seen.counts, chance.multinomial(dice, shares)).tolist()))
    return replace(more, most_log=max(more.most_log, more.log_ratio))


def until_found(chance: np.random.Generator, shares: np.ndarray) -> int:
    """Return how many dice are thrown until an alarm comes, looked at after each hundredth part more."""
    seen = Fairness()
    while not seen.is_loaded and seen.thrown < MOST_DICE:
        seen = thrown_more(seen, chance, shares, max(20, seen.thrown // 100))
    return seen.thrown


def main(years: int = 2_000, evenings: int = 300, runs: int = 200, seed: int = 1) -> None:
    """Simulate, and print."""
    chance, began = np.random.default_rng(seed), time.monotonic()
    fair = np.full(6, 1 / 6)
    alarms = sum(has_alarm(chance, fair, evenings, DICE_A_GAME) for _ in tqdm(range(years), desc="fair years"))
    print(f"fair years with an alarm, looked at every evening: {Share(alarms, years)}; {ALPHA:.0%} is allowed")
    often, games = years // 10, 10
    looks, lots = games * DICE_A_GAME // DICE_A_THROW, np.random.default_rng(seed).spawn(often)
    alarms = sum(has_alarm(lot, fair, looks, DICE_A_THROW) for lot in tqdm(lots, desc="looked at after every throw"))
    print(f"{games} evenings with an alarm, looked at after every throw: {Share(alarms, often)}")
    for loaded, more in LOADED:
        ace = (loaded * (1 + more) / 6 + (5 - loaded) / 6) / 5
        shares = np.array([*[(1 - ace) / 5] * 5, ace])
        found = np.sort([until_found(chance, shares) for _ in range(runs)])
        middle, late = (found[int(share * (len(found) - 1))] for share in (0.5, 0.9))
        print(
            f"{loaded} of 5 dice with {more:.0%} more aces: found after {middle:,} dice in half of the cafés "
            f"({middle / DICE_A_GAME:.1f} games), {late:,} in nine of ten"
        )
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    typer.run(main)
