"""A turn by recursion over throws as the rules know them: what turns and solved games are held to.

Nothing is shared with the arrays but the rules: every throw is enumerated, every hold tried.
"""

from collections import Counter
from functools import cache
from itertools import combinations, product
from operator import itemgetter, mul

from scoring.dice import DICE_COUNT, Face
from scoring.sheets.category import Category, points

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
    return itemgetter(*{HOLDS.index(held) for size in range(DICE_COUNT) for held in combinations(hand, size)})


@cache
def scores(row: Category, is_served: bool) -> tuple[int, ...]:
    return tuple(points(row, [Face(face) for face in hand], is_served=is_served) for hand in HANDS)


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
