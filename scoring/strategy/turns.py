"""Turns at many tables at once: dice fall, somebody says what stays lying or where to enter, until all have entered.

What the dice will show is given beforehand, three throws of five faces a turn; of a throw in which dice lie still, the
first faces are taken, one a die thrown. So two matches can be played with the same dice, and any turn be played again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.dice import DICE_COUNT
from scoring.strategy.multisets import COUNTS, FACES, HANDS, NOTHING, SIZES
from scoring.turns.turn import THROWS_A_TURN

Numbers = NDArray[np.intp]
Dice = NDArray[np.integer]

ENTERS = -1
"""Instead of the number of a hold: the dice are entered."""
GIVES_UP = -2
"""Or the match is given up."""
_PLACES = (DICE_COUNT + 1) ** np.arange(FACES)
"""A hold's counts as digits of one number: nothing else has the same."""
_CODES = COUNTS @ _PLACES
_HAND_AT = np.full((DICE_COUNT + 1) ** FACES, NOTHING, np.intp)
_HAND_AT[_CODES[:HANDS]] = np.arange(HANDS)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Lying:
    """Dice that lie, at the tables where nothing is entered yet in this turn.

    Attributes:
        tables: Numbers of these tables, (M,), of the N the turn began at.
        hands: What lies there, (M,).
        served: 1 where it lies served, (M,), else 0.
        throws_left: 0–2, the same everywhere.
    """

    tables: Numbers
    hands: Numbers
    served: Numbers
    throws_left: int


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Decisions:
    """What is done with dice that lie, at M tables.

    Attributes:
        holds: Number of the hold that stays lying for the next throw, `ENTERS` or `GIVES_UP`, (M,).
        rows: Where it is entered, if it is, (M,).
        columns: Likewise, from 0.
    """

    holds: Numbers
    rows: Numbers
    columns: Numbers


class Plan(Protocol):
    """Decides in one turn at N tables."""

    def decide(self, lying: Lying, /) -> Decisions:
        """Return what is done with the dice; with no throw left they are entered, or the match is given up."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Entries:
    """How a turn ended at N tables.

    Attributes:
        rows: Entered in which, (N,).
        columns: Likewise, from 0.
        hands: What, (N,).
        served: 1 where it lay served, (N,).
        given_up: Where the match was given up instead, bool (N,).
    """

    rows: Numbers
    columns: Numbers
    hands: Numbers
    served: Numbers
    given_up: NDArray[np.bool_]


def hands_after(holds: Numbers, faces: Dice) -> Numbers:
    """Return what lies once the dice that holds leave were thrown, (N,).

    Args:
        holds: Numbers of what stays lying, (N,).
        faces: What thrown dice show, 0–5, (N, 5); the first ones count.
    """
    is_thrown = np.arange(DICE_COUNT) < DICE_COUNT - SIZES[holds][:, None]
    thrown = np.where(is_thrown, _PLACES[faces], 0).sum(axis=1)
    return np.asarray(_HAND_AT[_CODES[holds] + thrown])


def turn_entries(plan: Plan, faces: Dice, *, served_whenever: bool = False) -> Entries:
    """Return how a turn ends.

    Args:
        plan: Decides.
        faces: What the dice will show in each throw, 0–5, (N, 3, 5).
        served_whenever: See `scoring.strategy.turn_values`.
    """
    count = len(faces)
    tables, holds = np.arange(count), np.full(count, NOTHING)
    hands, served, rows, columns = (np.zeros(count, np.intp) for _ in range(4))
    given_up = np.zeros(count, bool)
    for throw in range(THROWS_A_TURN):
        if not len(tables):
            break
        hands[tables] = hands_after(holds, faces[tables, throw])
        served[tables] = (holds == NOTHING) if throw == 0 or served_whenever else 0
        lying = Lying(tables=tables, hands=hands[tables], served=served[tables], throws_left=THROWS_A_TURN - 1 - throw)
        decided = plan.decide(lying)
        rows[tables], columns[tables] = decided.rows, decided.columns
        given_up[tables] = decided.holds == GIVES_UP
        goes_on = decided.holds >= 0
        tables, holds = tables[goes_on], decided.holds[goes_on]
    return Entries(rows=rows, columns=columns, hands=hands, served=served, given_up=given_up)
