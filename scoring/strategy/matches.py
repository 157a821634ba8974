"""Many matches at once between two strategies that look at arrays: what duels and training are made of."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from scoring.dice import DICE_COUNT
from scoring.strategy.entry_worths import choices
from scoring.strategy.multisets import CHANCES, HANDS, MULTISETS, NOTHING, NUMBER_OF
from scoring.strategy.outcomes import ROWS
from scoring.strategy.position import Positions
from scoring.turn import THROWS_A_TURN

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from scoring.strategy.entry_worths import Strategy

    Numbers = NDArray[np.intp]

MOST_PARTS = 2**DICE_COUNT - 1
HAIR = 1e-12
"""So much more a hold must be worth than entering now, lest rounding throw a finished hand away."""
_UP_TO = np.cumsum(CHANCES, axis=1)


def _parts() -> Numbers:
    parts = np.full((HANDS, MOST_PARTS), NOTHING)
    for hand in range(HANDS):
        held = {NUMBER_OF[part] for size in range(DICE_COUNT) for part in combinations(MULTISETS[hand], size)}
        parts[hand, : len(held)] = sorted(held)
    return parts


PARTS = _parts()
"""The holds of none to four dice that are in a hand, (252, 31), filled up with the empty one."""


def thrown(holds: Numbers, dice: np.random.Generator) -> Numbers:
    """Return the hands that lie after the dice that holds leave were thrown, (N,).

    Args:
        holds: Numbers of what lies, (N,).
        dice: Chance.
    """
    below = (_UP_TO[holds] < dice.random(len(holds))[:, None]).sum(axis=1)
    return np.asarray(np.minimum(below, HANDS - 1), np.intp)


def played(
    strategy: Strategy, positions: Positions, dice: np.random.Generator, *, served_whenever: bool = False
) -> Positions:
    """Return positions after a turn of the player to move, still from his side.

    Args:
        strategy: That he plays by.
        positions: Each with a free cell of his.
        dice: Chance.
        served_whenever: See `scoring.strategy.turn_values`.
    """
    chosen = choices(strategy, positions, served_whenever=served_whenever)
    every = np.arange(len(positions))
    hands, served = thrown(np.full(len(positions), NOTHING), dice), np.ones(len(positions), np.intp)
    for left in range(THROWS_A_TURN - 1, 0, -1):
        parts = PARTS[hands]
        worths = chosen.turn.holds[left - 1][every[:, None], parts]
        best = worths.argmax(axis=1)
        entered = chosen.worths[every, chosen.outcomes[every, served, hands]]
        throws_on = worths[every, best] > entered + HAIR
        holds = parts[every, best]
        hands = np.where(throws_on, thrown(holds, dice), hands)
        served = np.where(throws_on, served_whenever & (holds == NOTHING), served)
    outcomes = chosen.outcomes[every, served, hands]
    return positions.entered(outcomes, chosen.columns[every, outcomes])


def play(
    first: Strategy,
    second: Strategy,
    count: int,
    dice: np.random.Generator,
    *,
    columns: int,
    watch: Callable[[int, Positions], None] = lambda *_: None,
) -> NDArray[np.int64]:
    """Play matches to their end; return the first player's leads in points, (count,).

    Args:
        first: Begins every match.
        second: The other.
        count: How many.
        dice: Chance.
        columns: Played, 1–10.
        watch: Told of every turn's number and the positions after its entries, from the side of who entered.
    """
    positions = Positions.fresh(count, columns)
    for turn in range(2 * ROWS * columns):
        entered = played((first, second)[turn % 2], positions, dice)
        watch(turn, entered)
        positions = entered.passed_on()
    return np.asarray((np.sign(positions.leads) * np.arange(1, columns + 1)).sum(axis=1))
