"""What strategies lose against perfect play: ``python -m models.evaluate.small_games``.

Small variants of the match are solved exactly: two columns with three rows and three with two in some minutes, one
column in half an hour.
Then each strategy plays matches against the perfect player, beginning every other one. What a turn of it loses is not
drawn but reckoned, over all its throws, as the gap to the best in exact winning chance; only which positions come up is
left to the dice. Such losses add up to what it loses in results. Told by row is what entering alone loses.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

import numpy as np
import typer
from numpy.typing import NDArray
from tqdm import tqdm

from models.evaluate.solved import Exact, SmallGame, fresh, solved
from models.strategies import STRATEGIES
from scoring.dice import DICE_COUNT
from scoring.sheets.category import Category
from scoring.statistics.share import Z_95
from scoring.strategy.entry_worths import Choices, Strategy, choices, choices_among, hold_worths, where_free
from scoring.strategy.matches import ENTERS, ChoicesPlan, Decisions, Lying, points_ahead, turn_entries
from scoring.strategy.outcomes import FACES, HANDS, OUTCOME_OF, ROWS
from scoring.turns.turn import THROWS_A_TURN

Values: TypeAlias = NDArray[Any]

GAMES = {
    # A number row, one that is often made and one that is seldom made, twice.
    "two columns": SmallGame((Category.KINGS, Category.FULL, Category.GRANDE), 2),
    "three columns": SmallGame((Category.NINES, Category.STRAIGHT), 3),
    "one column": SmallGame(tuple(Category), 1),
}


def followed(chosen: Choices, worths: Values, *, served_whenever: bool = False) -> tuple[Values, Values]:
    """Return what becomes of turns that are played by choices, before their first throw, (N,) each.

    That is the mean of the true worth of what is entered, by that of every entry, (N, C, 78), and of how often is
    decided: after every throw, whether to throw on or where to enter.
    """
    hands, tables = (each.reshape(-1) for each in np.indices((HANDS, len(worths))))

    def decided(plan: ChoicesPlan, served: int, left: int) -> Decisions:
        return plan.decide(Lying(tables=tables, hands=hands, served=np.full(len(hands), served), throws_left=left))

    # The true worth of entering each hand as it is chosen, not served and served, twice (252, N).
    plan, entered, lying = ChoicesPlan(replace(chosen, left=None)), [], {}
    for served in (0, 1):
        last = decided(ChoicesPlan(chosen), served, 0)
        taken = worths[tables, last.columns, OUTCOME_OF[served, last.rows, hands]].reshape(HANDS, -1)
        entered.append(taken)
        lying[served] = taken, np.ones_like(taken)
    for left in range(1, THROWS_A_TURN):
        thrown = [hold_worths(lying[0][what], lying[int(served_whenever)][what]) for what in (0, 1)]
        for served in (0, 1):
            holds = decided(plan, served, left).holds.reshape(HANDS, -1)
            enters = holds == ENTERS
            after = [np.take_along_axis(each, np.maximum(holds, 0), axis=0) for each in thrown]
            lying[served] = np.where(enters, entered[served], after[0]), np.where(enters, 1, 1 + after[1])
    worth, decisions = (hold_worths(*[lying[1][what]] * 2)[-1] for what in (0, 1))
    return worth, decisions


AT_ONCE = 250


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """What a strategy lost in each of N matches against perfect play."""

    lost: Values  # Winning chance, by its turns, (N, turns)
    entering: Values  # Of it what entering lost, as the dice fell, by the row that was entered, (N, 10)
    decisions: Values  # How often it decided, (N,)
    results: Values  # 1, ½ or 0, as the dice fell, (N,)

    @classmethod
    def joined(cls, parts: Sequence["Losses"]) -> "Losses":
        """Return those of several parts as one."""
        return cls(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(cls)))

    def a_match(self) -> tuple[float, float]:
        """Return the mean loss a match and how far it may be off at 95 %."""
        return float(self.lost.sum(axis=1).mean()), _half_interval(self.lost.sum(axis=1))

    def a_decision(self) -> tuple[float, float]:
        """Return the mean loss a decision and how far it may be off at 95 %: that of a ratio."""
        lost, decisions = self.lost.sum(axis=1), self.decisions.mean()
        ratio = float(lost.mean() / decisions)
        return ratio, _half_interval((lost - ratio * self.decisions) / decisions)


def _half_interval(values: Values) -> float:
    return float(Z_95 * values.std(ddof=1) / np.sqrt(len(values)))


def losses(game: SmallGame, exact: Exact, strategy: Strategy, dice: np.random.Generator, count: int) -> Losses:
    """Return what a strategy loses in so many matches, an even number; it begins every other one."""
    return Losses.joined([_lost_from(seat, game, exact, strategy, dice, count // 2) for seat in (0, 1)])


def _lost_from(
    seat: int, game: SmallGame, exact: Exact, strategy: Strategy, dice: np.random.Generator, count: int
) -> Losses:
    positions, lost, decisions = fresh(game, count), np.zeros((count, game.cells)), np.zeros(count)
    entering, every = np.zeros((count, ROWS)), np.arange(count)
    rule = {"served_whenever": game.served_whenever}
    for turn in range(game.turns):
        worths = exact.entry_worths(positions)
        chosen = best = choices_among(where_free(worths, positions), **rule)
        if turn % 2 == seat:
            chosen = choices(strategy, positions, **rule)
            worth, decided = followed(chosen, worths, **rule)
            lost[:, turn // 2] = best.turn.start - worth
            decisions += decided
        faces = dice.integers(FACES, size=(count, THROWS_A_TURN, DICE_COUNT))
        entries = turn_entries(ChoicesPlan(chosen), faces, **rule)
        outcomes = OUTCOME_OF[entries.served, entries.rows, entries.hands]
        if turn % 2 == seat:
            found = best.worths[every, best.outcomes[every, entries.served, entries.hands]]
            entering[every, entries.rows] += found - worths[every, entries.columns, outcomes]
        positions = positions.entered(outcomes, entries.columns).passed_on()
    # A match has an even number of turns: the one who began is on the move again.
    ended = (np.sign(points_ahead(positions.leads)) + 1) / 2
    return Losses(lost, entering, decisions, ended if seat == 0 else 1 - ended)


def main(matches: int = 4000, game: str | None = None, strategy: str | None = None, seed: int = 1) -> None:
    """Solve, let each strategy play, and print; one game or strategy alone where it is named."""
    for name in [game] if game else GAMES:
        small = GAMES[name]
        exact = Exact(layers := solved(small))
        begins, positions = float(layers[-1].chances[0]), sum(len(each.layer) for each in layers)
        rows = ", ".join(row.name.lower() for row in small.rows)
        typer.echo(f"{name} ({rows}): {positions:,} positions; who begins wins {begins:.2%} where both play perfectly")
        typer.echo(
            "| strategy | lost a match | lost a decision | decisions a match | matches | won, as the dice fell |"
        )
        typer.echo("|---|---|---|---|---|---|")
        for player in [strategy] if strategy else reversed(list(STRATEGIES)):
            dice = np.random.default_rng(seed)
            parts = tqdm(range(max(1, matches // AT_ONCE)), player, unit=f"×{AT_ONCE} matches", leave=False)
            together = Losses.joined([losses(small, exact, STRATEGIES[player](), dice, AT_ONCE) for _ in parts])
            (match, about), (decision, about_decision) = together.a_match(), together.a_decision()
            won = f"{together.results.mean():.1%} ± {_half_interval(together.results):.1%}"
            typer.echo(
                f"| {player} | {match:.2%} ± {about:.2%} | {decision:.3%} ± {about_decision:.3%} "
                f"| {together.decisions.mean():.1f} | {len(together.lost):,} | {won} |",
            )
            entering = zip(small.rows, together.entering.mean(axis=0)[list(small.rows)], strict=True)
            by_turn = ", ".join(f"{lost:.3%}" for lost in together.lost.mean(axis=0))
            by_row = ", ".join(f"{row.name.lower()} {lost:.3%}" for row, lost in entering)
            typer.echo(f"  by turn: {by_turn}; of it by entering: {by_row}")


if __name__ == "__main__":
    typer.run(main)
