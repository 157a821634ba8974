"""A share as measured, with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Z_95 = 1.959964
MANY, VERY_MANY = 2_000, 20_000  # cases from which on another digit means something


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many.

    Attributes:
        hits: How many.
        n: Of how many.
    """

    hits: int
    n: int

    @property
    def value(self) -> float:
        """Return hits over n, NaN of nothing."""
        return self.hits / self.n if self.n else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Return the Wilson interval at 95 %.

        >>> low, high = Share(9, 10).interval
        >>> round(low, 3), round(high, 3)
        (0.596, 0.982)

        Source: Wilson, Probable inference (1927); numbers of the doctest: Brown, Cai, DasGupta (2001), formula (4).
        """
        if not self.n:
            return 0.0, 1.0
        spread = Z_95**2 / self.n
        middle = (self.value + spread / 2) / (1 + spread)
        half = math.sqrt(self.value * (1 - self.value) * spread + spread**2 / 4) / (1 + spread)
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        """Return value, interval and counts as a table shows them."""
        if not self.n:
            return "–  (0 of 0)"
        low, high = self.interval
        digits = 3 + (self.n >= MANY) + (self.n >= VERY_MANY)
        return f"{self.value:.{digits}f}  [{low:.{digits}f}, {high:.{digits}f}]  ({self.hits} of {self.n})"


def share_of(cases: Iterable[bool]) -> Share:
    """Return how many of some cases are so.

    >>> share_of([True, False, True])
    Share(hits=2, n=3)
    """
    known = [bool(case) for case in cases]
    return Share(sum(known), len(known))
