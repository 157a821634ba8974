"""Whether something grows: a straight line through block medians, with the interval of its slope."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

BLOCKS = 12
T_975 = 2.228
"""Student's t of 10 degrees of freedom, two-sided 95 %: a line through twelve blocks. Source: any table of it."""

LONG_HOURS = 6.0
"""A shorter run shows large leaks only."""


class Verdict(StrEnum):
    FLAT = "flat"
    GROWS = "GROWS"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured, and how much growth of it is no leak."""

    an_hour: float  # lasting growth that is allowed, in units an hour of the café
    at_first: float  # growth that is allowed in all of a run too short to tell a leak from buffers that fill once
    label: str = ""

    def over(self, hours: float) -> float:
        """Return the growth allowed in so many hours."""
        return self.an_hour * hours if hours >= LONG_HOURS else self.at_first


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """What became of a measure."""

    start: float
    end: float
    slope: float  # units an hour
    margin: float  # half the width of the slope's 95 % interval
    verdict: Verdict  # flat where all of the interval is within the allowance, growing where all of it is beyond


def trend_of(hours: Sequence[float], values: Sequence[float], allowed: Measure) -> Trend:
    """Return the trend of a measure.

    Hours ascend; what growth is no leak is allowed.

    Neighbouring samples are alike, so that a line through all of them would look far more certain than it is: it goes
    through the medians of twelve equal blocks instead, which a single spike does not move either.

    Raises:
        ValueError: If there are fewer samples than blocks.
    """
    if len(values) < BLOCKS or len(hours) != len(values):
        raise ValueError(f"got {len(values)} samples at {len(hours)} times; {BLOCKS} of each are the least")
    x = np.array([float(np.mean(block)) for block in np.array_split(np.array(hours), BLOCKS)])
    y = np.array([float(np.median(block)) for block in np.array_split(np.array(values), BLOCKS)])
    (slope, _), covariance = np.polyfit(x, y, 1, cov=True)
    margin = T_975 * float(np.sqrt(covariance[0, 0]))
    span = hours[-1] - hours[0]
    most = allowed.over(span) / span
    verdict = Verdict.FLAT if slope + margin <= most else Verdict.GROWS if slope - margin > most else Verdict.OPEN
    return Trend(start=float(y[0]), end=float(y[-1]), slope=float(slope), margin=margin, verdict=verdict)
