"""What a column played alone brings when everything is done best: ``python -m tests.bench.solitaire``.

One row is filled a turn. What a position is worth follows from the positions with a row
more filled, so all are known from the last turn back to the first.
"""

import numpy as np
import typer

from scoring.ruleset import ServedRule
from scoring.strategy.entry_worths import NEVER, turn_values
from scoring.strategy.outcomes import HANDS, ROWS, SCORES


def expectations(*, served_whenever=False):
    """Return what each position will bring on average, (1024,); a position is its set of filled rows, a bit a row."""
    worths, filled = np.zeros(1 << ROWS), np.array([number.bit_count() for number in range(1 << ROWS)])
    for count in range(ROWS - 1, -1, -1):
        positions = np.flatnonzero(filled == count)
        plain, served = (_best(positions, worths, SCORES[is_served]) for is_served in (0, 1))
        worths[positions] = turn_values(plain, served, served_whenever=served_whenever).start
    return worths


def _best(positions, worths, scores):
    """Return what each of 252 hands brings at most in each of N positions, (N, 252): its points and what comes then."""
    best = np.full((len(positions), HANDS), NEVER)
    for row, points in enumerate(scores):
        is_free = (positions >> row & 1 == 0)[:, None]
        np.maximum(best, np.where(is_free, points + worths[positions | 1 << row][:, None], NEVER), out=best)
    return best


def main() -> None:
    """Print the expectations."""
    for rule in ServedRule:
        alone = expectations(served_whenever=rule is ServedRule.ANY_FULL_THROW)
        print(f"one column alone, served = {rule.value}: {alone[0]:.4f} points")


if __name__ == "__main__":
    typer.run(main)
