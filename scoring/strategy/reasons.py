"""Why an entry is best, in what its strategy reckons in: what an opponent says of his move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.ruleset import Level
from scoring.strategy.advice import NOTHING_AT_STAKE, Advice, EntryAdvice


class Why(StrEnum):
    """What speaks for an entry."""

    LAST_CELL = "last-cell"  # no other is free
    DECIDED = "decided"  # nothing changes who wins
    NO_POINTS = "no-points"  # nothing scores: a strike, somewhere
    MOST_POINTS = "most-points"
    ABOVE_USUAL = "above-usual"  # points above what the row brings on average
    BELOW_USUAL = "below-usual"  # below, and nowhere less so
    CHANCE = "chance"  # of the match
    STRIKE = "strike"  # costs least of it


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an entry is best.

    Attributes:
        why: What speaks for it.
        worth: Points above the usual, or below, or the chance of the match; 0 where it is no question of either.
        instead: The best cell of another row, None where there is none or it does not matter.
    """

    why: Why
    worth: float = 0.0
    instead: EntryAdvice | None = None


def reason(advice: Advice, level: Level) -> Reason:
    """Return why the first of the entries is best, as a level reckons."""
    best = advice.entries[0]
    if len(advice.entries) == 1:
        return Reason(Why.LAST_CELL)
    if level is Level.BEGINNER:
        return Reason(Why.MOST_POINTS if best.points else Why.NO_POINTS)
    if level is Level.REGULAR:
        return Reason(Why.ABOVE_USUAL if best.worth >= 0 else Why.BELOW_USUAL, abs(best.worth))
    if best.worth - advice.entries[-1].worth <= NOTHING_AT_STAKE:
        return Reason(Why.DECIDED)
    rows = (entry for entry in advice.entries[1:] if entry.cell.category is not best.cell.category)
    return Reason(Why.CHANCE if best.points else Why.STRIKE, best.worth, next(rows, advice.entries[1]))
