"""Whether the chance to win that is shown is one: ``python -m tests.bench.calibration``.

The strong strategy plays against itself. Before every turn it says the chance to win of the player to move; what became
of the match is known afterwards. From that the luck of the dice that fell in between is taken, which is nothing on
average: what is left says the same, as surely as some times as many matches. Chances are put into ten bins as wide as
each other; the expected calibration error is how far a bin's mean chance is from its share of wins, over the bins by
how many fell into them. The Brier score is the mean square of what a chance is off; `foresight-1` is asked about the
same positions. Positions of one match belong together, so intervals come from drawing whole matches anew.
"""

import numpy as np
import typer
from tqdm import tqdm

from models.strategies import STRATEGIES
from scoring.statistics.share import Z_95
from scoring.strategy.entry_worths import choices
from scoring.strategy.matches import ENTERS, ChoicesPlan, Decisions, Lying, Plan, Tables, play_out, thrown_faces

AT_ONCE = 50
BINS = 10
ANEW = 200
"""So often matches are drawn anew."""
PART = 40
"""Turns whose slope is told together."""
ASKED = ("foresight", "foresight-1")


class Asked:
    """Plays by the first strategy, and writes down what every one says, and what the first says of its entries."""

    def __init__(self, chances: np.ndarray, left: np.ndarray) -> None:
        self._strategies, self._chances, self._left = [STRATEGIES[name]() for name in ASKED], chances, left

    def turn(self, tables: Tables, /) -> Plan:
        said = [choices(strategy, tables.positions) for strategy in self._strategies]
        for number, chosen in enumerate(said):
            self._chances[number, tables.matches, tables.turn] = np.clip(chosen.turn.start, 0, 1)
        return Noted(ChoicesPlan(said[0]), self._left[:, tables.turn])


class Noted:
    """Decides by a plan, and writes down what its entries are worth."""

    def __init__(self, plan: ChoicesPlan, left: np.ndarray) -> None:
        self._plan, self._left = plan, left

    def decide(self, lying: Lying, /) -> Decisions:
        decided, chosen = self._plan.decide(lying), self._plan.choices
        outcomes = chosen.outcomes[lying.tables, lying.served, lying.hands]
        enters = decided.holds == ENTERS
        self._left[lying.tables[enters]] = chosen.worths[lying.tables, outcomes][enters]
        return decided


def said(games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Let the first of the strategies asked play itself.

    Return chances by each strategy, (S, matches, turns); 1 if that player won, ½ for a draw, else 0; and the chance
    after each entry, of who made it.
    """
    chances, results, entries = [], [], []
    for first in tqdm(range(0, games, AT_ONCE), unit=f"×{AT_ONCE} matches"):
        count = min(AT_ONCE, games - first)
        faces = thrown_faces(np.random.default_rng((seed, first)), count, 10)
        part = np.empty((len(ASKED), count, faces.shape[1]))
        entries.append(left := np.empty(part.shape[1:]))
        player = Asked(part, left)
        ended = play_out(player, player, faces, columns=10)
        chances.append(part)
        who_began = (np.sign(ended.leads) + 1) / 2
        results.append(np.where(np.arange(faces.shape[1]) % 2, 1 - who_began[:, None], who_began[:, None]))
    return np.concatenate(chances, axis=1), np.concatenate(results), np.concatenate(entries)


def without_luck(results: np.ndarray, chances: np.ndarray, left: np.ndarray) -> np.ndarray:
    """Return results less what the dice brought from that turn on, (matches, turns)."""
    whose = np.where(np.arange(results.shape[1]) % 2, -1, 1)
    following = np.cumsum((whose * (left - chances))[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(results - whose * following)


def binned(chances: np.ndarray, results: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return of each bin how many fell into it, their mean chance and their share of wins, each (BINS,)."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1).ravel()
    counts = np.bincount(bins, minlength=BINS)
    least = np.maximum(counts, 1)
    return counts, np.bincount(bins, chances.ravel(), BINS) / least, np.bincount(bins, results.ravel(), BINS) / least


def calibration_error(chances: np.ndarray, results: np.ndarray) -> float:
    counts, mean, won = binned(chances, results)
    return float((counts * np.abs(mean - won)).sum() / counts.sum())


def brier(chances, results) -> float:
    return float(((chances - results) ** 2).mean())


def slope(chances: np.ndarray, results: np.ndarray) -> float:
    """Return by what log odds are to be multiplied to be most likely: below 1 they are too sure."""
    odds = np.log(np.clip(chances, 1e-6, 1 - 1e-6) / np.clip(1 - chances, 1e-6, 1 - 1e-6))
    steepness = 1.0
    for _ in range(20):  # Newton's method: the likelihood has one peak
        won = 1 / (1 + np.exp(-steepness * odds))
        steepness += ((results - won) * odds).sum() / (won * (1 - won) * odds**2).sum()
    return float(steepness)


def slopes(chances: np.ndarray, results: np.ndarray) -> list[float]:
    """Return the slope of each part of the match."""
    parts = [slice(first, first + PART) for first in range(0, results.shape[1], PART)]
    return [slope(chances[:, part], results[:, part]) for part in parts]


def measured(chances: np.ndarray, results: np.ndarray, even: np.ndarray) -> np.ndarray:
    """Return error, Brier score, its difference to the other's, and slopes, by results and those without luck."""
    ours, theirs = chances
    less = brier(ours, even) - brier(theirs, even)
    return np.array([calibration_error(ours, even), brier(ours, results), less, *slopes(ours, even)])


def main(games: int = 1000, seed: int = 1) -> None:
    """Play, and print it beside the marks."""
    chances, results, left = said(games, seed)
    even = without_luck(results, ours := chances[0], left)
    counts, mean, won = binned(ours, even)
    print(f"{results.size:,} positions of {games:,} matches, foresight against itself")
    print("chance said    positions   mean chance   share of wins")
    for number in range(BINS):
        span = f"{number / BINS:.1f}–{(number + 1) / BINS:.1f}"
        print(f"  {span}{counts[number]:>14,}{mean[number]:>13.3f}{won[number]:>15.3f}")
    jumps = (1 - ours[:, 1:] - left[:, :-1]).mean(axis=1)
    about = Z_95 * jumps.std(ddof=1) / np.sqrt(games)
    print(f"before the next throw less than after the entry: {-jumps.mean():.3%} ± {about:.3%} on average; mark: 0.1 %")
    lot, drawn = np.random.default_rng(seed), []
    for _ in range(ANEW):
        which = lot.integers(games, size=games)
        drawn.append(measured(chances[:, which], results[which], even[which]))
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    error, off, less, *steep = measured(chances, results, even)
    said_so = ", ".join(f"{one:.2f} ({a:.2f}–{b:.2f})" for one, a, b in zip(steep, low[3:], high[3:], strict=True))
    print(f"calibration slope, {PART} turns at a time: {said_so}; mark: 0.95 to 1.05")
    print(f"expected calibration error {error:.2%} (95 %: {low[0]:.2%}–{high[0]:.2%}); mark: 1 %")
    print(f"Brier score {off:.4f} ({low[1]:.4f}–{high[1]:.4f});")
    print(f"  less {ASKED[1]}'s: {less:+.4f} ({low[2]:+.4f} to {high[2]:+.4f}); mark: below 0")


if __name__ == "__main__":
    typer.run(main)
