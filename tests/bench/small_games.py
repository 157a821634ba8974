"""What strategies lose against perfect play: ``python -m tests.bench.small_games``.

Two small variants of the match are solved exactly (one column; two columns with three rows), which takes some
minutes once and is kept below build/. Then each strategy plays matches against the perfect player, beginning
every other one. What a turn of it loses is not drawn but reckoned, over all its throws, as the gap to the best in exact
winning chance; only which positions come up is left to the dice. Such losses add up to what it loses in results.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Sequence

import numpy as np
import typer
from tqdm import tqdm

from models.solved.exact import Exact, fresh
from models.solved.small_games import ONE_COLUMN, TWO_COLUMNS, SmallGame
from models.strategies import STRATEGIES
from scoring.dice import DICE_COUNT
from scoring.statistics.share import Z_95
from scoring.strategy.entry_worths import Strategy, choices, choices_among, where_free
from scoring.strategy.matches import ChoicesPlan, points_ahead, turn_entries
from scoring.strategy.outcomes import FACES, OUTCOME_OF
from scoring.turns.turn import THROWS_A_TURN
from tests.bench.solved import FOLDER, solved
from tests.bench.turn_losses import followed

GAMES = {"one column": ONE_COLUMN, "two columns": TWO_COLUMNS}
AT_ONCE = 250


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """What a strategy lost in each of N matches against perfect play."""

    lost: np.ndarray  # Winning chance, by its turns, (N, turns)
    decisions: np.ndarray  # How often it decided, (N,)
    results: np.ndarray  # 1, ½ or 0, as the dice fell, (N,)

    @classmethod
    def joined(cls, parts: Sequence[Losses]) -> Losses:
        return cls(*(np.concatenate([getattr(p, name) for p in parts]) for name in ("lost", "decisions", "results")))

    def a_match(self) -> tuple[float, float]:
        """Return the mean loss a match and how far it may be off at 95 %."""
        lost = self.lost.sum(axis=1)
        return float(lost.mean()), _half_interval(lost)

    def a_decision(self) -> tuple[float, float]:
        """Return the mean loss a decision and how far it may be off at 95 %: that of a ratio."""
        lost, decisions = self.lost.sum(axis=1), self.decisions.mean()
        ratio = float(lost.mean() / decisions)
        return ratio, _half_interval((lost - ratio * self.decisions) / decisions)


def _half_interval(values: np.ndarray) -> float:
    return float(Z_95 * values.std(ddof=1) / np.sqrt(len(values)))


def losses(game: SmallGame, exact: Exact, strategy: Strategy, dice: np.random.Generator, count: int) -> Losses:
    """Return what a strategy loses in so many matches; it begins every other one.

    Args:
        count: Of matches, even.
    """
    return Losses.joined([_lost_from(seat, game, exact, strategy, dice, count // 2) for seat in (0, 1)])


def _lost_from(
    seat: int, game: SmallGame, exact: Exact, strategy: Strategy, dice: np.random.Generator, count: int
) -> Losses:
    positions, lost, decisions = fresh(game, count), np.zeros((count, game.cells)), np.zeros(count)
    rule = {"served_whenever": game.served_whenever}
    for turn in range(game.turns):
        worths = exact.entry_worths(positions)
        chosen = best = choices_among(where_free(worths, positions), **rule)
        if turn % 2 == seat:
            chosen = choices(strategy, positions, **rule)
            played = followed(chosen, worths, **rule)
            lost[:, turn // 2] = best.turn.start - played.worths
            decisions += played.decisions
        faces = dice.integers(FACES, size=(count, THROWS_A_TURN, DICE_COUNT))
        entries = turn_entries(ChoicesPlan(chosen), faces, **rule)
        outcomes = OUTCOME_OF[entries.served, entries.rows, entries.hands]
        positions = positions.entered(outcomes, entries.columns).passed_on()
    # A match has an even number of turns: the one who began is on the move again.
    results = (np.sign(points_ahead(positions.leads)) + 1) / 2
    return Losses(lost, decisions, results if seat == 0 else 1 - results)


def main(
    matches: int = 4000, game: str | None = None, strategy: str | None = None, seed: int = 1, folder: Path = FOLDER
) -> None:
    """Solve, let each strategy play, and print; one game or strategy alone where it is named."""
    for name in [game] if game else GAMES:
        small = GAMES[name]
        exact = Exact(layers := solved(small, folder))
        begins, positions = float(layers[-1].chances[0]), sum(len(each.layer) for each in layers)
        rows = ", ".join(row.name.lower() for row in small.rows)
        print(f"{name} ({rows}): {positions:,} positions; who begins wins {begins:.2%} where both play perfectly")
        print("| strategy | lost a match | lost a decision | decisions a match | matches | won, as the dice fell |")
        print("|---|---|---|---|---|---|")
        for player in [strategy] if strategy else reversed(STRATEGIES):
            dice = np.random.default_rng(seed)
            parts = tqdm(range(max(1, matches // AT_ONCE)), player, unit=f"×{AT_ONCE} matches", leave=False)
            lost = [losses(small, exact, STRATEGIES[player](), dice, AT_ONCE) for _ in parts]
            print(row_of(player, Losses.joined(lost)), flush=True)


def row_of(name: str, together: Losses) -> str:
    (match, about), (decision, about_decision) = together.a_match(), together.a_decision()
    won = f"{together.results.mean():.1%} ± {_half_interval(together.results):.1%}"
    return (
        f"| {name} | {match:.2%} ± {about:.2%} | {decision:.3%} ± {about_decision:.3%} "
        f"| {together.decisions.mean():.1f} | {len(together.lost):,} | {won} |"
    )


if __name__ == "__main__":
    typer.run(main)
