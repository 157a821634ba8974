"""Holds: which dice were left lying between two throws.

Every way in which the dice of one reading can be those of the other is weighed at once: a die left lying shows the
same face in the same place and turn, a thrown one falls anywhere. Summed over all ways this gives, for every die,
the probability that it was held. With at most twelve dice that sum is exact and takes milliseconds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from vision.errors import TooManyDiceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.reading import DieReading, Reading

MOST_DICE = 12  # the exact sum grows with 2 ** dice


class HoldReason(StrEnum):
    """Why a die is said to be held or thrown."""

    UNMOVED = "unmoved"  # held: face, place and turn as before
    SLID = "slid"  # held: same face, pushed a little
    SLID_FAR = "slid-far"  # held, most likely, but pushed far: worth a look
    TURNED = "turned"  # lies where a held die lay, but shows another face
    THROWN = "thrown"
    AMBIGUOUS = "ambiguous"  # held or thrown: the table does not tell


class HoldFinding(StrEnum):
    """What the holds of a whole throw are worth; the gravest finding is given."""

    CLEAR = "clear"
    NOTHING_THROWN = "nothing-thrown"  # every die lies where it lay: the button was pressed without a throw
    TURNED = "turned"  # a held die shows another face than before
    AMBIGUOUS = "ambiguous"  # at least one die may be held or thrown
    SLID_FAR = "slid-far"  # clear, but a held die moved far


@dataclass(frozen=True, slots=True, kw_only=True)
class DieHold:
    """One die of the later reading: left lying, or thrown.

    Attributes:
        is_held: The likelier of the two.
        confidence: 0.5–1, the probability of what `is_held` says.
        reason: Why.
        before: Index of the die it was, in the reading compared with (`Hold.compared_with`); None if thrown.
        slid_px: How far it moved, source-frame pixels; 0 if thrown.
    """

    is_held: bool
    confidence: float
    reason: HoldReason
    before: int | None = None
    slid_px: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """The holds of a throw.

    Attributes:
        dice: One entry a die of the later reading, in its order.
        finding: What to say of them; anything but CLEAR is worth a word to the players.
        compared_with: The reading that `DieHold.before` counts in: what remained, or else what lay before.
    """

    dice: tuple[DieHold, ...]
    finding: HoldFinding
    compared_with: Reading

    @property
    def flags(self) -> tuple[bool, ...]:
        """Return for every die of the later reading whether it was held."""
        return tuple(die.is_held for die in self.dice)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldPolicy:
    """What dice do on a table. Lengths are in die edges, so it holds at any camera height.

    Attributes:
        rest_sd: Standard deviation of the place of a die nobody touched: what two readings of it differ by.
        rest_turn_sd_deg: The same for its turn.
        bump_sd: Displacement of a die that was bumped (a few mm on 16 mm dice).
        bump_turn_sd_deg: The same for its turn.
        bumped_share: Share of lying dice that get bumped between two readings.
        shove_sd: Displacement of a die that a thrown one hit squarely, or that the cup pushed.
        shoved_share: Share of lying dice that get shoved.
        unseen_shoved_share: The same where nobody saw what remained: a die far from every old place is then taken for
            thrown, else half of all thrown dice would be ambiguous.
        turned_share: Share of lying dice that are knocked onto another face, or misread once.
        area: Area in which thrown dice fall, in die faces; small is cautious, since throws gather in the middle.
        held_share: Prior that a die of `before` was left lying, when nobody saw what remained.
        remaining_share: Prior that a die seen to remain was left lying (else it was picked up unseen).
        slid_from: From this displacement on a held die counts as slid.
        slid_far_from: From this displacement on a held die counts as slid far.
        sure_from: Below this probability a die is ambiguous.
    """

    rest_sd: float = 0.04
    rest_turn_sd_deg: float = 2.5
    bump_sd: float = 0.2
    bump_turn_sd_deg: float = 12.0
    bumped_share: float = 0.1
    shove_sd: float = 1.2
    shoved_share: float = 0.02
    unseen_shoved_share: float = 0.0
    turned_share: float = 0.003
    area: float = 100.0
    held_share: float = 0.5
    remaining_share: float = 0.98
    slid_from: float = 0.12
    slid_far_from: float = 1.0
    sure_from: float = 0.9


def held(
    before: Reading, after: Reading, remaining: Reading | None = None, *, policy: HoldPolicy | None = None
) -> Hold:
    """Tell which dice of a throw were left lying.

    Args:
        before: The reading of the throw before, with faces.
        after: The reading of this throw.
        remaining: What was seen on the board, at rest and without a hand, after dice were taken into the cup and
            before they were thrown; the last such reading, or None if nobody saw it.
        policy: What dice do on a table.

    Returns:
        One entry for every die of `after`, and a finding.

    Raises:
        TooManyDiceError: If a reading has more than `MOST_DICE` dice.
    """
    chosen = policy or HoldPolicy()
    if remaining is None:
        chosen = replace(chosen, shoved_share=chosen.unseen_shoved_share)
    reference = before if remaining is None else remaining
    for reading in (reference, after):
        if len(reading.dice) > MOST_DICE:
            raise TooManyDiceError(len(reading.dice), MOST_DICE)
    prior = chosen.held_share if remaining is None else chosen.remaining_share
    odds = np.array([[_odds(a, b, chosen) for b in after.dice] for a in reference.dice])
    matched = _matched_shares(odds.reshape(len(reference.dice), len(after.dice)), prior)
    dice = tuple(_die_hold(reference.dice, die, matched[:, j], chosen) for j, die in enumerate(after.dice))
    is_turned = remaining is not None and not _all_from(remaining.dice, before.dice)
    return Hold(dice=dice, finding=_finding(dice, before, is_turned=is_turned), compared_with=reference)


def _odds(lying: DieReading, later: DieReading, policy: HoldPolicy) -> float:
    """Return how much likelier the later die is if it is the lying one than if it was thrown."""
    size = (lying.detection.size_px + later.detection.size_px) / 2
    moved = math.dist(lying.detection.centre_xy, later.detection.centre_xy) / max(size, 1e-6)
    turned = _turn_between_deg(lying, later)
    rest = _spread(moved, policy.rest_sd) * _turn_density(turned, policy.rest_turn_sd_deg)
    bump = _spread(moved, policy.bump_sd) * _turn_density(turned, policy.bump_turn_sd_deg)
    shove = _spread(moved, policy.shove_sd)
    untouched = 1 - policy.bumped_share - policy.shoved_share
    place = untouched * rest + policy.bumped_share * bump + policy.shoved_share * shove
    return place * policy.area * _face_odds(lying, later, policy)


def _spread(distance: float, sd: float) -> float:
    """Return the density of a two-dimensional normal spread at a distance, per die face."""
    return math.exp(-0.5 * (distance / sd) ** 2) / (2 * math.pi * sd**2)


def _turn_density(angle_deg: float, sd_deg: float) -> float:
    """Return the density of a turn in [-45, 45) degrees, relative to any turn being as likely."""
    return 1e-3 + 90 * math.exp(-0.5 * (angle_deg / sd_deg) ** 2) / (math.sqrt(2 * math.pi) * sd_deg)


def _turn_between_deg(one: DieReading, other: DieReading) -> float:
    """Return the smallest turn between two square faces, degrees in [0, 45]."""
    difference = abs(one.detection.turn_deg - other.detection.turn_deg) % 90
    return min(difference, 90 - difference)


def _face_odds(lying: DieReading, later: DieReading, policy: HoldPolicy) -> float:
    """Return how much likelier the two faces are on one die than on two thrown independently."""
    same = sum(a * b for a, b in zip(lying.probabilities, later.probabilities, strict=True))
    faces = len(lying.probabilities)
    return (1 - policy.turned_share) * same * faces + policy.turned_share


def _matched_shares(odds: NDArray[np.float64], prior: float) -> NDArray[np.float64]:
    """Return the probability of every pairing, summed over all ways to pair lying dice with later ones.

    Args:
        odds: float64, shape (lying, later): likelihood ratio of a pair being one die.
        prior: Prior that a lying die is among the later ones.

    Returns:
        float64, shape (lying, later): probability that the pair is one die.
    """
    lying, later = odds.shape
    weights = odds * prior
    ways_so_far = np.zeros((lying + 1, 1 << later))  # by the set of later dice already paired
    ways_so_far[0, 0] = 1.0
    for i in range(lying):
        ways_so_far[i + 1] = ways_so_far[i] * (1 - prior)
        for j, rest, used in _pairings(later):
            ways_so_far[i + 1][used] += ways_so_far[i][rest] * weights[i, j]
    ways_to_go = np.ones((lying + 1, 1 << later))
    for i in reversed(range(lying)):
        ways_to_go[i] = ways_to_go[i + 1] * (1 - prior)
        for j, rest, used in _pairings(later):
            ways_to_go[i][rest] += ways_to_go[i + 1][used] * weights[i, j]
    shares = np.zeros((lying, later))
    for i in range(lying):
        for j, rest, used in _pairings(later):
            shares[i, j] = np.sum(ways_so_far[i][rest] * ways_to_go[i + 1][used]) * weights[i, j]
    matched: NDArray[np.float64] = shares / ways_to_go[0, 0]
    return matched


def _pairings(later: int) -> list[tuple[int, NDArray[np.intp], NDArray[np.intp]]]:
    """Return for every later die the sets of dice without it, and the same sets with it."""
    sets = np.arange(1 << later)
    return [(j, free := sets[sets >> j & 1 == 0], free | 1 << j) for j in range(later)]


def _die_hold(
    lying: Sequence[DieReading], later: DieReading, shares: NDArray[np.float64], policy: HoldPolicy
) -> DieHold:
    """Say of one later die whether it is one of the lying dice."""
    chance = min(1.0, float(shares.sum()))
    if chance <= 0.5:
        reason = HoldReason.THROWN if 1 - chance >= policy.sure_from else HoldReason.AMBIGUOUS
        return DieHold(is_held=False, confidence=1 - chance, reason=reason)
    which = int(shares.argmax())
    slid_px = math.dist(lying[which].detection.centre_xy, later.detection.centre_xy)
    reason = _held_reason(lying[which], later, slid_px=slid_px, policy=policy)
    if chance < policy.sure_from:
        reason = HoldReason.AMBIGUOUS
    return DieHold(is_held=True, confidence=chance, reason=reason, before=which, slid_px=slid_px)


def _held_reason(lying: DieReading, later: DieReading, *, slid_px: float, policy: HoldPolicy) -> HoldReason:
    """Return why a die is taken for held, the gravest remark first."""
    if lying.label != later.label:
        return HoldReason.TURNED
    slid = slid_px / max(later.detection.size_px, 1e-6)
    if slid >= policy.slid_far_from:
        return HoldReason.SLID_FAR
    return HoldReason.SLID if slid >= policy.slid_from else HoldReason.UNMOVED


def _all_from(remaining: Sequence[DieReading], before: Sequence[DieReading]) -> bool:
    """Return whether the faces that remain are among those that lay before, whatever was pushed where."""
    faces = sorted(die.label for die in remaining)
    return any(
        faces == sorted(die.label for die in chosen) for chosen in combinations(before, min(len(faces), len(before)))
    )


def _finding(dice: Sequence[DieHold], before: Reading, *, is_turned: bool) -> HoldFinding:
    """Return the gravest finding."""
    reasons = {die.reason for die in dice}
    if is_turned or HoldReason.TURNED in reasons:
        return HoldFinding.TURNED
    if HoldReason.AMBIGUOUS in reasons:
        return HoldFinding.AMBIGUOUS
    if dice and all(die.is_held for die in dice) and len(dice) == len(before.dice):
        return HoldFinding.NOTHING_THROWN
    return HoldFinding.SLID_FAR if HoldReason.SLID_FAR in reasons else HoldFinding.CLEAR
