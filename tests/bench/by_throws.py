"""A tiny match by recursion over sheets as the rules know them: what turns and solved games are held to.

Nothing is shared with the arrays but the rules: every throw is enumerated, every hold and every free cell tried.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from operator import itemgetter, mul

from scoring.dice import DICE_COUNT, Face
from scoring.sheets.category import Category, points

Filled = tuple[tuple[tuple["Category", int], int], ...]
"""Cells (row, column from 0) with their points."""
Sheets = tuple[Filled, Filled]
Dice = tuple[int, ...]
"""Faces 1–6, ascending: plain numbers, which Python looks up faster than an enumeration's members."""


HANDS: list[Dice] = sorted(set(map(tuple, map(sorted, product(range(1, 7), repeat=DICE_COUNT)))))
HOLDS: list[Dice] = sorted({held for hand in HANDS for size in range(DICE_COUNT) for held in combinations(hand, size)})
"""All choices of dice that may stay lying: at least one is thrown."""


@cache
def comes_up(held: Dice) -> tuple[itemgetter, tuple[float, ...]]:
    """Return which hands may lie when the other dice are thrown, and their chances: every throw is as likely."""
    thrown = list(product(range(1, 7), repeat=DICE_COUNT - len(held)))
    counted = Counter(HANDS.index(tuple(sorted(held + faces))) for faces in thrown)
    return itemgetter(*counted), tuple(count / len(thrown) for count in counted.values())


@cache
def holds(hand: Dice) -> itemgetter:
    """Return which holds a hand has."""
    return itemgetter(*{HOLDS.index(held) for size in range(DICE_COUNT) for held in combinations(hand, size)})


@cache
def scores(row: Category, is_served: bool) -> tuple[int, ...]:
    """Return the points of every hand in a row."""
    return tuple(points(row, [Face(face) for face in hand], is_served=is_served) for hand in HANDS)


@dataclass(frozen=True, eq=False)
class TinyGame:
    """A match of some rows and columns, its chances remembered."""

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

    def _turn(self, own: Filled, other: Filled) -> float:
        @cache
        def after(cell: tuple[Category, int], brought: int) -> float:
            return 1 - self.chance(other, (*own, (cell, brought)))

        def entering(is_served: bool) -> list[float]:
            by_cell = [[after(cell, brought) for brought in scores(cell[0], is_served)] for cell in self.free(own)]
            return list(map(max, *by_cell)) if len(by_cell) > 1 else by_cell[0]

        return turn_chances(entering(False), entering(True), self.served_whenever)[0]


def turn_chances(plain: list[float], served: list[float], served_whenever: bool) -> tuple[float, list, list]:
    """Return what a turn is worth, and each hold with one throw left and with two, by what entering each hand is."""
    later = served if served_whenever else plain
    last = _mean(plain, later)
    before_last = _mean(_better(plain, last), _better(later, last))
    first = _better(served, before_last)
    return _mean(first, first)[HOLDS.index(())], last, before_last


def _mean(lying: list[float], all_thrown: list[float]) -> list[float]:
    """Return what each hold is worth if it is known what the hands are worth that may come up."""
    means = []
    for held in HOLDS:
        which, chances = comes_up(held)
        means.append(sum(map(mul, chances, which(lying if held else all_thrown))))
    return means


def _better(entering: list[float], throwing: list[float]) -> list[float]:
    """Return what hands are worth: entered, or thrown on with the best hold."""
    return [max(worth, *holds(hand)(throwing)) for hand, worth in zip(HANDS, entering, strict=True)]
