"""What one more half-move is worth to the strong strategy: ``python -m tests.bench.half_move``.

Where dice are to be entered, the deeper player looks at what the other's next turn is worth in every case, over all
throws, not at the sheets alone. He plays `foresight` with the same dice, either beginning; luck is taken away exactly.
"""

import numpy as np
import typer

from models.strategies import STRATEGIES
from scoring.statistics.share import Z_95
from scoring.strategy.entry_worths import choices
from scoring.strategy.matches import ByWorths, play_out, thrown_faces
from scoring.strategy.position import Positions

AT_ONCE = 10


class Deeper:
    """Plays as `foresight` does, and looks one half-move further after an entry."""

    def __init__(self) -> None:
        self._strategy = STRATEGIES["foresight"]()
        self.entry_worths = self._strategy.entry_worths

    def standing(self, positions: Positions, /) -> np.ndarray:
        left = self._strategy.standing(positions)
        deeper = ~np.isnan(left)  # elsewhere the first look was exact
        left[deeper] = 1 - choices(self._strategy, positions.some(deeper).passed_on()).turn.start
        return left


def main(games: int = 400, seed: int = 1) -> None:
    """Play, and print what the deeper player wins as it goes."""
    shares = np.empty(0)
    for first in range(0, games, 2 * AT_ONCE):
        faces, pair = thrown_faces(np.random.default_rng((seed, first)), AT_ONCE, 10), np.zeros(AT_ONCE)
        for sign in (1, -1):
            sides = [ByWorths(each, luck=np.zeros(AT_ONCE)) for each in (Deeper(), STRATEGIES["foresight"]())[::sign]]
            won = (np.sign(play_out(*sides, faces, columns=10).leads) + 1) / 2 - sides[0].luck + sides[1].luck
            pair += (won if sign > 0 else 1 - won) / 2
        shares = np.append(shares, pair)
        about = Z_95 * shares.std(ddof=1) / np.sqrt(len(shares))
        said = f"one half-move more wins {shares.mean():.1%} ± {about:.1%}; mark: 53 % at most"
        print(f"{2 * len(shares):,} games: {said}", flush=True)


if __name__ == "__main__":
    typer.run(main)
