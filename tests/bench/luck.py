"""Whether luck is fair and what it explains: ``python -m tests.bench.luck --games 400``.

Games of several pairs of players are accounted for. Printed are, each with its standard error: the luck of the dice a
game, which must be 0; how much is re-estimated between an entry and the next turn, which a program that looks unequally
far would hide in its luck; what decisions lose; the result with and without luck. What is left over, result less luck
less decisions, has a mean where the evaluator takes decisions for dearer or cheaper than they are.
"""

import time

import numpy as np
import typer
from tqdm import tqdm

from models.advisor import foresight
from scoring.strategy.baselines import ColumnNormal, OverPar
from scoring.strategy.luck import account
from tests.scoring.strategy import recorded

PAIRS = {
    "foresight – foresight": (0.0, "foresight"),
    "column-normal – foresight": (0.0, "column-normal"),
    "over-par – foresight": (0.0, "over-par"),
    "foresight, every tenth decision blind – foresight": (0.1, "foresight"),
}
AT_ONCE = 20


def shown(values) -> str:
    return f"{np.mean(values):+.4f} ± {np.std(values) / np.sqrt(len(values)):.4f}  (scatter {np.std(values):.4f})"


def main(games: int = 400, seed: int = 1) -> None:
    """Play, account, and print."""
    evaluator = foresight()
    strategies = {"foresight": evaluator, "column-normal": ColumnNormal(), "over-par": OverPar()}
    for name, (blind, one) in PAIRS.items():
        players = recorded.Player(strategies[one], blind), recorded.Player(evaluator)
        kept, spent_s = [], 0.0
        for part in tqdm(range(games // AT_ONCE), desc=name, unit=f"×{AT_ONCE} games"):
            for state in recorded.games(players, AT_ONCE, seed * 1000 + part, beginner=part % 2):
                began = time.perf_counter()
                kept.append(account(state, evaluator))
                spent_s += time.perf_counter() - began
        report(name, kept)
        print(f"  {spent_s / len(kept):.2f} s a game to account for")


def report(name: str, kept: list) -> None:
    """Print what the accounts of some games say, player 0 first."""
    print(f"{name}: {len(kept)} games")
    print(f"  luck + decisions − result, at most: {max(abs(each.remainder()) for each in kept):.1e}")
    losses = np.array([[each.loss(player) for player in (0, 1)] for each in kept])
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


if __name__ == "__main__":
    typer.run(main)
