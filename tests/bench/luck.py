"""Whether luck is fair and what it explains: ``python -m tests.bench.luck --games 400``.

Games of several pairs of players are accounted for. Printed are, each with its standard error: the luck of the dice a
game, which must be 0; how much is re-estimated between an entry and the next turn, which a program that looks unequally
far would hide in its luck; what decisions lose; the result with and without luck. What is left over, result less luck
less decisions, has a mean where the evaluator takes decisions for dearer or cheaper than they are.

``--deeper 3`` measures entries by the other player's next turn instead, for the three that seem best;
`scoring.strategy.luck` does not do it, and this says why.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
import typer
from numpy.typing import NDArray
from tqdm import tqdm

from models.advisor import foresight
from scoring.games.ten_by_ten import GameState
from scoring.strategy.account import ThrowLuck
from scoring.strategy.baselines import ColumnNormal, OverPar
from scoring.strategy.entry_worths import Choices, Strategy, choices_in_match
from scoring.strategy.luck import account
from scoring.strategy.outcomes import OUTCOME_OF, hand_number
from scoring.strategy.position import Positions
from tests.scoring.strategy import recorded


def more_lost(state: GameState, evaluator: Strategy, looked_at: int) -> tuple[float, float]:
    """Return what each player's entries lose more if the made one and those that seem best are looked at further."""
    games = [replace(state, entries=state.entries[:turn]) for turn in range(len(state.entries))]
    before = Positions.from_games(games, [entry.player for entry in state.entries])
    is_whenever = state.ruleset.is_served_whenever
    chosen = choices_in_match(evaluator, before, served_whenever=is_whenever)
    entries = [
        (turn, outcome, column)
        for turn in range(state.turns - 1)
        for outcome, column in _entries(state, chosen, before.free[turn, 0], turn, looked_at)
    ]
    turns, outcomes, columns = np.array(entries).T
    after = before.some(turns).entered(outcomes, columns).passed_on()
    further = 1 - choices_in_match(evaluator, after, served_whenever=is_whenever).turn.start
    worths = chosen.entries[turns, columns, outcomes]
    more = [0.0, 0.0]
    for turn in range(state.turns - 1):
        looked = turns == turn
        made = looked.argmax()  # the first of a turn
        more[state.entries[turn].player] += (further[looked].max() - further[made]) - (
            worths[looked].max() - worths[made]
        )
    return more[0], more[1]


def _entries(
    state: GameState, chosen: Choices, is_free: NDArray[np.bool_], turn: int, looked_at: int
) -> list[tuple[int, int]]:
    """Return outcome and column, from 0, of the entry that was made and then of those that seem best."""
    entry = state.entries[turn]
    hand = hand_number(entry.faces)
    worths = chosen.of_hand(turn, hand, is_served=entry.is_served)
    made = [entry.cell.category, entry.cell.column - 1]
    cells = sorted(np.argwhere(is_free).tolist(), key=lambda cell: -worths[tuple(cell)])
    wanted = [made, *(cell for cell in cells[:looked_at] if cell != made)]
    return [(int(OUTCOME_OF[int(entry.is_served), row, hand]), column) for row, column in wanted]


PAIRS = {
    "foresight – foresight": (0.0, "foresight"),
    "column-normal – foresight": (0.0, "column-normal"),
    "over-par – foresight": (0.0, "over-par"),
    "foresight, every tenth decision blind – foresight": (0.1, "foresight"),
}
AT_ONCE = 20


def shown(values: Sequence[float] | np.ndarray) -> str:
    return f"{np.mean(values):+.4f} ± {np.std(values) / np.sqrt(len(values)):.4f}  (scatter {np.std(values):.4f})"


def main(games: int = 400, seed: int = 1, deeper: int = 0) -> None:
    """Play, account, and print."""
    evaluator = foresight()
    strategies = {"foresight": evaluator, "column-normal": ColumnNormal(), "over-par": OverPar()}
    for name, (blind, one) in PAIRS.items():
        players = recorded.Player(strategies[one], blind), recorded.Player(evaluator)
        kept, more, spent_s = [], [], 0.0
        for part in tqdm(range(games // AT_ONCE), desc=name, unit=f"×{AT_ONCE} games"):
            for state in recorded.games(players, AT_ONCE, seed * 1000 + part, beginner=part % 2):
                began = time.perf_counter()
                kept.append(account(state, evaluator))
                spent_s += time.perf_counter() - began
                more.append(more_lost(state, evaluator, deeper) if deeper else (0.0, 0.0))
        report(name, kept, np.array(more))
        print(f"  {spent_s / len(kept):.2f} s a game to account for")


def report(name: str, kept: list, more: np.ndarray) -> None:
    """Print what the accounts of some games say, player 0 first."""
    print(f"{name}: {len(kept)} games")
    print(f"  luck + decisions − result, at most: {max(abs(each.remainder()) for each in kept):.1e}")
    losses = np.array([[each.loss(player) for player in (0, 1)] for each in kept]) + more
    results, without = np.array([(each.result, each.without_luck(0)) for each in kept]).T
    throws = [throw for each in kept for player in (0, 1) for throw in each.throws(player)]
    for player in (0, 1):
        print(f"  luck of dice a game, player {player}: {shown([each.luck_of_dice(player) for each in kept])}")
        print(f"  luck shown a game, player {player}:   {shown([each.luck(player) for each in kept])}")
    print(f"  luck of dice a throw:  {shown([throw.of_dice for throw in throws])}")
    print(f"  re-estimated a throw:  {shown([throw.re_estimated for throw in throws])}")
    print(f"  lost by decisions:     {losses[:, 0].mean():.4f} and {losses[:, 1].mean():.4f} a game")
    print(f"  result:                {shown(results)}")
    print(f"  result without luck:   {shown(without)}  ({without.var() / results.var():.0%} of the variance)")
    start = np.array([each.start for each in kept])
    print(f"  left over, less decisions: {shown(without - start - losses[:, 1] + losses[:, 0])}")
    for name, shift in (("as the entry is worth", -1), ("half-way, as it is shown", 0), ("by the next turn", 1)):
        print(f"  Brier score of the chance after entries, {name}: {brier(kept, shift):.5f}")


def brier(kept: list, shift: int) -> float:
    """Return the mean squared error of the chances after entries, with −1, 0 or 1 half of the difference added."""
    errors = []
    for each in kept:
        half = 0.0
        turns = groupby(each.steps, key=lambda step: step.turn_number)
        for steps in [list(of_turn) for _, of_turn in turns][:-1]:
            # A first throw carries the half of the entry before, with the other sign.
            half += sum(step.re_estimated for step in steps if isinstance(step, ThrowLuck))
            result = each.result if steps[-1].player == 0 else 1 - each.result
            errors.append((steps[-1].chance + shift * half - result) ** 2)
    return float(np.mean(errors))


if __name__ == "__main__":
    typer.run(main)
