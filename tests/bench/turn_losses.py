"""What a turn is worth that is played by one opinion of entries, if another one is right: exact over all throws."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.strategy.entry_worths import Choices, hold_worths
from scoring.strategy.matches import ENTERS, ChoicesPlan, Lying
from scoring.strategy.outcomes import HANDS
from scoring.turns.turn import THROWS_A_TURN


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """What becomes of N turns before their first throw."""

    worths: np.ndarray  # Mean of the true worth of what is entered, (N,)
    # Mean of how often is decided: after every throw, whether to throw on or where to enter, (N,)
    decisions: np.ndarray


def followed(chosen: Choices, worths: np.ndarray, *, served_whenever: bool = False) -> Followed:
    """Return what turns are worth that are played by choices.

    Args:
        worths: True worth of every entry, (N, C, 78).
    """
    plan, tables = ChoicesPlan(chosen), np.arange(len(worths))
    entered = _entered(chosen, worths)
    lying = {served: (entered[served], np.ones_like(entered[served])) for served in (0, 1)}
    for left in range(1, THROWS_A_TURN):
        thrown = [hold_worths(lying[0][what], lying[int(served_whenever)][what]) for what in (0, 1)]
        for served in (0, 1):
            hands = np.repeat(np.arange(HANDS), len(tables))
            dice = Lying(
                tables=np.tile(tables, HANDS), hands=hands, served=np.full(len(hands), served), throws_left=left
            )
            holds = plan.decide(dice).holds.reshape(HANDS, -1)
            enters = holds == ENTERS
            after = [np.take_along_axis(each, np.maximum(holds, 0), axis=0) for each in thrown]
            lying[served] = np.where(enters, entered[served], after[0]), np.where(enters, 1, 1 + after[1])
    first = [hold_worths(*[lying[1][what]] * 2)[-1] for what in (0, 1)]
    return Followed(*first)


def _entered(chosen: Choices, worths: np.ndarray) -> np.ndarray:
    """Return the true worth of entering each hand as it is chosen, not served and served, (2, 252, N)."""
    tables = np.arange(len(worths))[:, None, None]
    columns = chosen.columns[tables, chosen.outcomes]
    return np.ascontiguousarray(worths[tables, columns, chosen.outcomes].transpose(1, 2, 0))
