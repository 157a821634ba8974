"""How long the strongest strategy thinks over a turn: ``OMP_NUM_THREADS=1 python -m tests.bench.thinking``.

Every tenth turn of some matches of a plain strategy it says all that can be decided, of one position at a time, and
where some dice are entered: processor time of one core. A Pi's is arithmetic, by what its core multiplies at most,
against one of 3 GHz and 16 float32 a cycle.
"""

from time import process_time

import numpy as np
import typer

from models.strategies import STRATEGIES
from scoring.strategy.entry_worths import choices
from scoring.strategy.matches import ByWorths, Tables, play_out, thrown_faces
from scoring.strategy.position import Positions
from tests.bench.arithmetic import PI_4, PI_5

DESK_A_S = 3e9 * 16
EVERY, LYING = 10, np.array([[0], [100], [0]])


def positions(matches: int, seed: int) -> list[Positions]:
    """Return positions one by one."""
    seen: list[Positions] = []

    def watch(tables: Tables) -> None:
        if tables.turn % EVERY == 0:
            after = tables.positions.passed_on()
            seen.extend(after.some([number]) for number in range(len(after)))

    player = ByWorths(STRATEGIES["column-normal"]())
    play_out(player, player, thrown_faces(np.random.default_rng(seed), matches, 10), columns=10, watch=watch)
    return seen


def main(matches: int = 10, seed: int = 1) -> None:
    """Think, and print how long it took."""
    asked = positions(matches, seed)
    for name in ("foresight-1", "foresight"):
        strategy, took_ms = STRATEGIES[name](), []
        for position in (asked[0], *asked):  # once more, for what is only reckoned the first time
            began = process_time()
            choices(strategy, position).of_lying(*LYING)
            took_ms.append(1e3 * (process_time() - began))
        middle, most = np.percentile(took_ms[1:], [50, 95])
        pi = ", ".join(f"{pi.name} {most * DESK_A_S / pi.clock_hz / pi.multiplications:.0f}" for pi in (PI_4, PI_5))
        print(f"{name}: {middle:.1f} ms, 95 % within {most:.1f} of {len(asked)} positions; mark: 20")
        print(f"  by arithmetic, ms: {pi}; mark: 200")


if __name__ == "__main__":
    typer.run(main)
