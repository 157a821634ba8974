"""A tiny match by recursion over sheets as the rules know them: what `scoring.strategy.small_games` is held to.

Nothing is shared with the arrays but the rules: every throw is enumerated, every hold and every free cell tried.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from scoring.category import points
from scoring.dice import DICE_COUNT, Face

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.category import Category
    from scoring.dice import Faces

Filled = tuple[tuple[tuple["Category", int], int], ...]
"""Cells (row, column from 0) with their points."""
Sheets = tuple[Filled, Filled]


@cache
def comes_up(held: Faces) -> tuple[tuple[Faces, float], ...]:
    """Return the hands that may lie when the other dice are thrown, with their chances: every throw is as likely."""
    thrown = list(product(Face, repeat=DICE_COUNT - len(held)))
    counted = Counter(tuple(sorted(held + faces)) for faces in thrown)
    return tuple((hand, count / len(thrown)) for hand, count in counted.items())


@cache
def holds(hand: Faces) -> tuple[Faces, ...]:
    """Return all choices of dice that may stay lying: at least one is thrown."""
    return tuple({held for size in range(DICE_COUNT) for held in combinations(hand, size)})


@dataclass(frozen=True, eq=False)
class TinyGame:
    """A match of some rows and columns, its chances remembered.

    Attributes:
        rows: That are played.
        columns: How many.
        served_whenever: Whether five dice thrown at once are served in any throw.
    """

    rows: tuple[Category, ...]
    columns: int
    served_whenever: bool = False
    known: dict[Sheets, float] = field(default_factory=dict)

    def chance(self, own: Filled, other: Filled) -> float:
        """Return the chance of the player to move to win, a draw counted half."""
        key = (tuple(sorted(own)), tuple(sorted(other)))
        if key not in self.known:
            self.known[key] = self._turn(own, other) if self.free(own) else self.result(own, other)
        return self.known[key]

    def free(self, own: Filled) -> list[tuple[Category, int]]:
        """Return the free cells of a sheet."""
        return [cell for cell in product(self.rows, range(self.columns)) if cell not in dict(own)]

    def result(self, own: Filled, other: Filled) -> float:
        """Return the result of full sheets."""
        ahead = 0
        for column in range(self.columns):
            mine, theirs = (sum(p for (_, at), p in sheet if at == column) for sheet in (own, other))
            ahead += (column + 1) * ((mine > theirs) - (mine < theirs))
        return 0.5 if ahead == 0 else float(ahead > 0)

    def entered(self, own: Filled, other: Filled, hand: Faces, *, is_served: bool) -> dict[tuple[Category, int], float]:
        """Return the chance after entering a hand in each free cell."""
        return {
            cell: 1 - self.chance(other, (*own, (cell, points(cell[0], hand, is_served=is_served))))
            for cell in self.free(own)
        }

    def _turn(self, own: Filled, other: Filled) -> float:
        @cache
        def entering(hand: Faces, is_served: bool) -> float:
            return max(self.entered(own, other, hand, is_served=is_served).values())

        return turn_chance(entering, served_whenever=self.served_whenever)


def turn_chance(entering: Callable[[Faces, bool], float], *, served_whenever: bool) -> float:
    """Return what a turn is worth if what each hand is worth, served and not, is known."""

    @cache
    def throwing(held: Faces, throws_made: int) -> float:
        is_served = not held and (throws_made == 0 or served_whenever)
        return sum(chance * lying(hand, throws_made + 1, is_served) for hand, chance in comes_up(held))

    @cache
    def lying(hand: Faces, throws_made: int, is_served: bool) -> float:
        enter = entering(hand, is_served)
        if throws_made == 3:
            return enter
        return max(enter, *(throwing(held, throws_made) for held in holds(hand)))

    return throwing((), 0)
