"""Pairing: how probable it is that two sights of dice are one die.

Every way in which lying dice can be among later ones is weighed at once. A die left lying shows the same face in the
same place and turn; a thrown one falls anywhere. The sum over all ways is exact.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.reading import DieReading

NOTHING = 1e-300
"""What no way comes to must not be divided by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """How dice that nobody threw move between two sights. Lengths are in die edges, so any camera height will do.

    The defaults follow 9,508 dice left lying while others were thrown among them by physics (16 mm dice in a 280 mm
    tray, gentle to hard): 88 % stayed within 1 mm, 5 % moved by more than half a die, 1.1 % came to show another face.
    """

    rest_sd: float = 0.04  # Standard deviation of the place of a die nobody touched: what two readings of it differ by
    rest_turn_sd_deg: float = 2.5  # The same for its turn
    bumped_share: float = 0.065  # Share of lying dice that get bumped, and stay on their face
    bump_sd: float = 0.18  # Displacement of those
    bump_turn_sd_deg: float = 12.0  # Turn of those
    shoved_share: float = 0.05  # Share of lying dice that get shoved, and may be tipped over
    shove_sd: float = 0.9  # Displacement of those; they turn any way.
    tips_from: float = 0.85  # So far they move at least to show another face: over an edge, by a die's width
    shove_turned_share: float = 0.25  # Share of those that move so far and come to show another face
    moved_share: float = 0.005  # Share of lying dice that end up anywhere
    moved_turned_share: float = 0.4  # Share of those that come to show another face
    misread_share: float = 0.003  # Chance that one of two readings of a die that stayed on its face is wrong
    # Area in which thrown dice fall, in die faces; small is cautious, since throws gather in the middle.
    area: float = 100.0


def pair_odds(lying: Sequence[DieReading], later: Sequence[DieReading], drift: Drift) -> NDArray[np.float64]:
    """Return how much likelier each pair is as one die than as a lying and a thrown one.

    Returns:
        float64, shape (lying, later, faces): by the face that the later die truly shows; their sum is the pair's odds.
    """
    return np.array([[_odds(one, other, drift) for other in later] for one in lying], np.float64)


def _odds(lying: DieReading, later: DieReading, drift: Drift) -> NDArray[np.float64]:
    """Return the odds of one pair, float64 (faces,)."""
    slid, turned_deg = slid_between(lying, later), turn_between_deg(lying, later)
    untouched = 1 - drift.bumped_share - drift.shoved_share - drift.moved_share
    rest = untouched * _spread(slid, drift.rest_sd) * _turn_density(turned_deg, drift.rest_turn_sd_deg)
    bump = drift.bumped_share * _spread(slid, drift.bump_sd) * _turn_density(turned_deg, drift.bump_turn_sd_deg)
    shove = drift.shoved_share * _spread(slid, drift.shove_sd)
    near, shoved, moved = (rest + bump) * drift.area, shove * drift.area, drift.moved_share
    tipped = shoved * drift.shove_turned_share * (slid >= drift.tips_from)
    other_face = near * drift.misread_share + tipped + moved * drift.moved_turned_share
    same_face = near + shoved + moved - other_face
    before, after = np.array(lying.probabilities), np.array(later.probabilities)
    after = after / max(float(after.sum()), 1e-6)
    return np.asarray(after * (same_face * before * len(before) + other_face), np.float64)


def _spread(distance: float, sd: float) -> float:
    """Return the density of a two-dimensional normal spread at a distance, per die face."""
    return math.exp(-0.5 * (distance / sd) ** 2) / (2 * math.pi * sd**2)


def _turn_density(angle_deg: float, sd_deg: float) -> float:
    """Return the density of a turn in [-45, 45) degrees, relative to any turn being as likely."""
    return 1e-3 + 90 * math.exp(-0.5 * (angle_deg / sd_deg) ** 2) / (math.sqrt(2 * math.pi) * sd_deg)


def slid_between(one: DieReading, other: DieReading) -> float:
    """Return how far apart two dice lie, in die edges."""
    size = (one.detection.size_px + other.detection.size_px) / 2
    return math.dist(one.detection.centre_xy, other.detection.centre_xy) / max(size, 1e-6)


def turn_between_deg(one: DieReading, other: DieReading) -> float:
    """Return the smallest turn between two square faces, degrees in [0, 45]."""
    difference = abs(one.detection.turn_deg - other.detection.turn_deg) % 90
    return min(difference, 90 - difference)


class Matched(NamedTuple):
    """What all ways to pair lying dice with later ones come to."""

    shares: NDArray[np.float64]  # (lying, later): probability that a pair is one die
    sets: NDArray[np.float64]  # (2 ** later,): probability that those later dice lay there that are the index's bits
    likelihood: float  # how much likelier the later dice are than if none of them had lain there


def matched(odds: NDArray[np.float64], priors: NDArray[np.float64]) -> Matched:
    """Weigh all ways to pair lying dice with later ones.

    Args:
        odds: float64, shape (lying, later): likelihood ratio of a pair being one die.
        priors: float64, shape (lying,): prior that a lying die is among the later ones.
    """
    lying, later = odds.shape
    weights = odds * priors[:, None]
    so_far = np.zeros((lying + 1, 1 << later))  # by the set of later dice already paired
    so_far[0, 0] = 1.0
    for i in range(lying):
        so_far[i + 1] = so_far[i] * (1 - priors[i])
        for j, rest, used in _pairings(later):
            so_far[i + 1][used] += so_far[i][rest] * weights[i, j]
    to_go = np.empty((lying + 1, 1 << later))
    to_go[lying] = _ways_to_throw(later)
    for i in reversed(range(lying)):
        to_go[i] = to_go[i + 1] * (1 - priors[i])
        for j, rest, used in _pairings(later):
            to_go[i][rest] += to_go[i + 1][used] * weights[i, j]
    shares = np.zeros((lying, later))
    for i in range(lying):
        for j, rest, used in _pairings(later):
            shares[i, j] = np.sum(so_far[i][rest] * to_go[i + 1][used]) * weights[i, j]
    total = float(to_go[0, 0])
    return Matched(shares / max(total, NOTHING), so_far[lying] * to_go[lying] / max(total, NOTHING), total)


def _ways_to_throw(later: int) -> NDArray[np.float64]:
    """Return, for every set of paired dice, how many ways the others can have been thrown to their places, of all."""
    paired = [bits.bit_count() for bits in range(1 << later)]
    return np.array([math.factorial(later - count) / math.factorial(later) for count in paired])


def _pairings(later: int) -> list[tuple[int, NDArray[np.intp], NDArray[np.intp]]]:
    """Return for every later die the sets of dice without it, and the same sets with it."""
    sets = np.arange(1 << later)
    return [(j, without := sets[sets >> j & 1 == 0], without | 1 << j) for j in range(later)]
