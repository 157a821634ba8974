"""A share as measured, with its interval."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Z_95 = 1.959964
MANY, VERY_MANY = 2_000, 20_000  # cases from which on another digit means something


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

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

        Source: numbers of the doctest: Brown, Cai, DasGupta (2001), formula (4).
        """
        return wilson(self.value, self.n)

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


def wilson(value: float, n: float) -> tuple[float, float]:
    """Return the Wilson interval at 95 % of a share.

    Args:
        value: As measured, 0–1.
        n: In so many cases that know nothing of each other; of none, nothing is known.

    Source: Wilson, Probable inference (1927).
    """
    if not n:
        return 0.0, 1.0
    spread = Z_95**2 / n
    middle = (value + spread / 2) / (1 + spread)
    half = math.sqrt(value * (1 - value) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def grouped_interval(groups: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Return the interval at 95 % of a share of cases that come in groups, alike or unlike within each.

    It is Wilson's for as many independent cases as would scatter so. How far the groups scatter is known only roughly
    where they are few; so one more is reckoned in, whose cases are independent.

    Args:
        groups: Hits, a half being possible, and cases of each; no group knows of another.

    Source: Wilson's interval with the effective sample size: Korn and Graubard, Confidence intervals for proportions
        with small expected number of positive counts estimated from survey data (1998); Dean and Pagano, Evaluating
        confidence interval methods for binomial proportions in clustered surveys (2015).

    >>> low, high = grouped_interval([(1, 2)] * 30 + [(2, 2)] * 10 + [(0, 2)] * 10)
    >>> round(low, 3), round(high, 3)  # of 100 independent cases, half of them hits: 0.404, 0.596
    (0.413, 0.587)
    """
    n = sum(cases for _, cases in groups)
    if not n:
        return 0.0, 1.0
    value = sum(hits for hits, _ in groups) / n
    independent = n * value * (1 - value)  # variance of all hits together if no case knew of another
    if not independent:
        return wilson(value, n)
    scatter = sum((hits - cases * value) ** 2 for hits, cases in groups)
    one_more = independent / len(groups)
    return wilson(value, n * independent / (scatter + one_more))
