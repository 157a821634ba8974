"""Whether dice are fair, looked at after every throw: so often that looking itself must not raise an alarm.

A bet against fair dice: how many times likelier is what was thrown if the shares of the faces are unknown, all that are
equally near to fair alike, than if each is a sixth? While the dice are fair this ratio is 1 on average whatever was
thrown before, so the chance that it ever reaches 1/α, in however many years, is α at most.

Source:
    J. Ville, "Étude critique de la notion de collectif", 1939 (the inequality). The mixture over shares is the
    Dirichlet-multinomial; of several of these that lie ever nearer to fair the mean is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import exp, lgamma, log

from scoring.dice import Face

ALPHA = 0.01
"""Of a hundred sets of fair dice one may be called loaded, however long all are thrown."""
NEARNESS = (1.0, 10.0, 100.0, 1_000.0, 10_000.0)
"""Of the mixtures: after so many dice of each face beforehand that were all fair."""
FACES = len(Face)
FAIR = 1 / FACES
NONE_THROWN = (0,) * FACES


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """What is known of dice that were thrown so far."""

    counts: tuple[int, ...] = NONE_THROWN  # How often each face came up, nine first
    most_log: float = 0.0  # Logarithm of the highest ratio so far

    @property
    def thrown(self) -> int:
        """Return how many dice were thrown."""
        return sum(self.counts)

    @property
    def log_ratio(self) -> float:
        """Return the logarithm of how many times likelier the throws are if the dice are not fair."""
        bets = [_log_bet(self.counts, nearness) for nearness in NEARNESS]
        highest = max(bets)
        return highest + log(sum(exp(bet - highest) for bet in bets) / len(bets))

    @property
    def chance(self) -> float:
        """Return the chance, at most, that fair dice ever look so loaded."""
        return min(1.0, exp(-self.most_log))

    @property
    def is_loaded(self) -> bool:
        """Tell whether the dice are called loaded; once they are, they stay so."""
        return self.chance <= ALPHA

    def after(self, dice: Iterable[Face]) -> Fairness:
        """Return what is known after one more throw.

        Args:
            dice: Those that were really thrown; what was left lying says nothing new.
        """
        counts = list(self.counts)
        for face in dice:
            counts[face - 1] += 1
        later = replace(self, counts=tuple(counts))
        return replace(later, most_log=max(self.most_log, later.log_ratio))

    def shares(self) -> tuple[float, ...]:
        """Return how often each face came up, as shares; a sixth each of none."""
        return tuple(count / self.thrown if self.thrown else FAIR for count in self.counts)


def _log_bet(counts: tuple[int, ...], nearness: float) -> float:
    number = sum(counts)
    seen = sum(lgamma(nearness + count) for count in counts) - lgamma(FACES * nearness + number)
    return seen + lgamma(FACES * nearness) - FACES * lgamma(nearness) + number * log(FACES)
