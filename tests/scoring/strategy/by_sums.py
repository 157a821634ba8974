"""What a hold is worth before the dice are thrown, summed over tuples: what `scoring.strategy.turn_values` is held to.

Hands and holds are multisets: sorted tuples of faces. There are 252 hands of five dice and 462 multisets of none to
five, so the expectation over all 7,776 throws takes some thousand additions: the worth of a hold is the mean of the
worths of the six holds with one die more.

Source:
    The recursion is the one known from optimal solitaire Yahtzee: T. Verhoeff, "Optimal Solitaire Yahtzee
    Strategies", 1999.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from scoring.dice import DICE_COUNT, Face, Faces

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NOTHING: Faces = ()


@cache
def hands() -> tuple[Faces, ...]:
    """Return all 252 hands."""
    return tuple(combinations_with_replacement(Face, DICE_COUNT))


@cache
def holds_of(hand: Faces) -> tuple[Faces, ...]:
    """Return every different choice of none to four dice of a hand, fewest first."""
    return tuple(dict.fromkeys(held for count in range(DICE_COUNT) for held in combinations(hand, count)))


@cache
def _holds_by_size() -> tuple[tuple[tuple[Faces, tuple[Faces, ...]], ...], ...]:
    # For four dice, then three, … none: each hold with the six it becomes when one die more is thrown.
    sizes = reversed(range(DICE_COUNT))
    return tuple(
        tuple(
            (held, tuple(tuple(sorted((*held, face))) for face in Face))
            for held in combinations_with_replacement(Face, size)
        )
        for size in sizes
    )


def expected(worths: Mapping[Faces, float]) -> dict[Faces, float]:
    """Return the mean worth of every hold when the other dice are thrown.

    Args:
        worths: Worth of each of the 252 hands.
    """
    means = dict(worths)
    for holds in _holds_by_size():
        for held, grown in holds:
            means[held] = sum(means[each] for each in grown) / len(Face)
    return means


def hold_worths(
    throws_left: int, *, worth: Callable[[Faces], float], worth_full: Callable[[Faces], float]
) -> dict[Faces, float]:
    """Return what every hold is worth when the remaining throws are used as well as they can be.

    Args:
        throws_left: 1 or 2.
        worth: Worth of entering a hand of which dice were held.
        worth_full: Worth of entering a hand that was thrown with all five dice after the first throw.
    """
    plain = {hand: worth(hand) for hand in hands()}
    full = {hand: worth_full(hand) for hand in hands()}
    for _ in range(throws_left - 1):
        after = _hold_means(plain, full)
        best = {hand: max(after[held] for held in holds_of(hand)) for hand in hands()}
        plain = {hand: max(plain[hand], best[hand]) for hand in hands()}
        full = {hand: max(full[hand], best[hand]) for hand in hands()}
    return _hold_means(plain, full)


def _hold_means(plain: Mapping[Faces, float], full: Mapping[Faces, float]) -> dict[Faces, float]:
    means = expected(plain)
    if full != plain:
        means[NOTHING] = expected(full)[NOTHING]
    return means
