"""Holds: which dice were left lying between two throws.

The dice of a throw are compared with what was seen to remain while the cup was shaken, or, if nobody saw that, with
what lay before. For every die this gives the probability that it was held.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import compress
from typing import NamedTuple

import numpy as np

from vision.reading import DieReading, Reading
from vision.watch.pairing import NOTHING, Drift, Matched, matched, pair_odds, slid_between, turn_between_deg


class HoldReason(StrEnum):
    """Why a die is said to be held or thrown."""

    HELD = "held"
    TURNED = "turned"  # held, but shows another face than in the throw before
    THROWN = "thrown"
    AMBIGUOUS = "ambiguous"  # held or thrown: the table does not tell, and it makes a difference


class HoldFinding(StrEnum):
    """What the holds of a whole throw are worth; the gravest finding is given."""

    CLEAR = "clear"
    NOTHING_THROWN = "nothing-thrown"  # every die lies where it lay: the button was pressed without a throw
    TURNED = "turned"  # a held die shows another face than before
    AMBIGUOUS = "ambiguous"  # at least one die may be held or thrown


@dataclass(frozen=True, slots=True, kw_only=True)
class DieHold:
    """One die of the later reading: left lying, or thrown."""

    is_held: bool  # The likelier of the two
    confidence: float  # The probability of what `is_held` says, or that so many dice of this face were held
    reason: HoldReason  # Why
    before: int | None = None  # Index of the die it was in the reading before; None if thrown
    is_known: bool = False  # Whether it surely shows the face it showed before
    is_unmoved: bool = False  # Whether it lies as it lay before, in the same place and turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """The holds of a throw."""

    dice: tuple[DieHold, ...]  # One entry a die of the later reading, in its order
    finding: HoldFinding  # What to say of them; anything but CLEAR is worth a word to the players.

    @property
    def flags(self) -> tuple[bool, ...]:
        """Return for every die of the later reading whether it was held."""
        return tuple(die.is_held for die in self.dice)


THROWN_AT = Drift()
COLLECTED = Drift(
    bumped_share=0.2, shoved_share=0.1, shove_turned_share=0.003, moved_share=0.05, moved_turned_share=0.003
)
BOTH = Drift(bumped_share=0.2, shoved_share=0.06, shove_turned_share=0.2)
UNSEEN = Drift(bumped_share=0.2, shoved_share=0.02, shove_turned_share=0.15, moved_share=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldPolicy:
    """When a die counts as held. Lengths are in die edges."""

    thrown_at: Drift = THROWN_AT  # How dice that were seen to remain move while others are thrown among them
    collected: Drift = COLLECTED  # How dice move while others are taken into the cup: hands push and move them
    both: Drift = BOTH  # Both at once: the die was not seen in between, but what was seen tells of it
    # The same where nothing was seen. Shoves are made light of: else every third throw would raise a question
    # (measured on 482 throws by physics: 32 %, against 25 %).
    unseen: Drift = UNSEEN
    # Priors that a die of the reading before was left lying. Where its place was seen bare, it was taken; where other
    # places were and its own was not, it was left.
    held_share: float = 0.5  # nothing was seen
    bare_share: float = 0.0005
    left_share: float = 0.99
    remaining_share: float = 0.99  # it was seen to remain (else it was picked up unseen)
    missed_share: float = 0.005  # it was not seen among what remained
    back_share: float = 0.02  # Of dice whose place was seen bare, how many were put down elsewhere before the throw
    # Prior that what is given as remaining was seen after the throw: a die was missed, or fell down
    late_share: float = 0.05
    there_within: float = 0.5  # So near to where it lay a die covers its place
    unmoved_within: float = 0.12  # Up to this displacement a die lies as it lay..
    unmoved_turn_deg: float = 10.0  # ..and up to this turn
    believed: float = 0.99  # Probability that a throw's face is what it was taken for: it was sure, or put right
    sure_from: float = 0.9  # Below this probability a die is ambiguous


class _LastSeen(NamedTuple):
    """A die of the reading before, as it was seen last before the throw."""

    die: DieReading
    drift: Drift  # how it may have moved since
    prior: float  # that it was left lying


def held(
    before: Reading,
    after: Reading,
    remaining: Reading | None = None,
    *,
    bare: Sequence[bool] | None = None,
    policy: HoldPolicy | None = None,
) -> Hold:
    """Tell which dice of a throw were left lying.

    Which of several dice that show one face makes no difference to a game: only how many of them is ever in doubt.

    Args:
        before: The reading of the throw before, with faces as they were taken or put right.
        after: The reading of this throw.
        remaining: What was seen at rest after dice were taken into the cup and before they were thrown, None if nobody
            saw it. One that cannot have been seen before the throw is not used.
        bare: For each die of `before` whether its place was seen bare before the throw; None if no place was.
        policy: When a die counts as held.

    Returns:
        One entry for every die of `after`, and a finding.
    """
    chosen = policy or HoldPolicy()
    if not (before.dice and after.dice):
        return Hold(dice=(_thrown(1.0, chosen),) * len(after.dice), finding=HoldFinding.CLEAR)
    lay = tuple(_believed(die, chosen.believed) for die in before.dice)
    lying = _last_seen(lay, None if remaining is None else remaining.dice, bare, chosen)
    odds = np.concatenate([pair_odds((die,), after.dice, drift) for die, drift, _ in lying])
    ways = matched(odds.sum(axis=2), np.array([one.prior for one in lying]))
    flags, sureness = _likeliest(ways, [die.label for die in after.dice])
    dice = []
    for j, (die, is_held, sure) in enumerate(zip(after.dice, flags, sureness, strict=True)):
        i = int(ways.shares[:, j].argmax())
        known = float(odds[i, j, lay[i].label] / max(odds[i, j].sum(), NOTHING))
        dice.append(_held_die(lay, i, die, sure, known, policy=chosen) if is_held else _thrown(sure, chosen))
    return Hold(dice=tuple(dice), finding=_finding(dice, before))


def _believed(die: DieReading, share: float) -> DieReading:
    """Return a die of a throw that was taken up: whatever its picture was like, the game goes by its label."""
    others = (1 - share) / (len(die.probabilities) - 1)
    return replace(die, probabilities=tuple(share if i == die.label else others for i in range(len(die.probabilities))))


def _last_seen(
    lay: Sequence[DieReading], remaining: Sequence[DieReading] | None, bare: Sequence[bool] | None, policy: HoldPolicy
) -> list[_LastSeen]:
    """Return how each die was seen last: among what remained, or where it lay."""
    seen = None if remaining is None else _seen(lay, remaining, bare, policy)
    unseen = _LastSeen(lay[0], policy.unseen, policy.held_share)
    if seen is not None or bare is not None:
        unseen = _LastSeen(lay[0], policy.both, policy.left_share if seen is None else policy.missed_share)
    found = [unseen._replace(die=die) for die in lay]
    for i, die in (seen or {}).items():
        found[i] = _LastSeen(die, policy.thrown_at, policy.remaining_share)
    for i, (die, was) in enumerate(zip(lay, found, strict=True)):
        # what was seen elsewhere was pushed, and not taken
        if bare is not None and bare[i] and slid_between(die, was.die) < policy.there_within:
            found[i] = was._replace(prior=policy.bare_share)
    return found


def _seen(
    lay: Sequence[DieReading], remaining: Sequence[DieReading], bare: Sequence[bool] | None, policy: HoldPolicy
) -> dict[int, DieReading] | None:
    """Return the dice seen to remain, by the die each was.

    None if that was after the throw: most of it is not from before.
    """
    if not remaining or len(remaining) > len(lay):
        return None if remaining else {}
    odds = pair_odds(lay, remaining, policy.collected).sum(axis=2)
    for i, j in np.ndindex(odds.shape):
        if bare is not None and bare[i] and slid_between(lay[i], remaining[j]) >= policy.there_within:
            odds[i, j] *= policy.back_share
    # every die of `remaining` among those of `lay`: the pairing turned round, with nothing left over
    all_from_before = matched(odds.T, np.ones(len(remaining)))
    thrown = pair_odds(lay, remaining, policy.unseen).sum(axis=2)
    some_thrown = matched(thrown, np.full(len(lay), policy.held_share))
    if (1 - policy.late_share) * all_from_before.likelihood < policy.late_share * some_thrown.likelihood:
        return None
    return {int(row.argmax()): die for row, die in zip(all_from_before.shares, remaining, strict=True)}


def _likeliest(ways: Matched, labels: Sequence[int]) -> tuple[tuple[bool, ...], tuple[float, ...]]:
    """Return which later dice were held, by the likeliest count of each face, and how sure each is."""
    sets = [tuple(bits >> j & 1 == 1 for j in range(len(labels))) for bits in range(len(ways.sets))]
    kinds = [tuple(sorted(compress(labels, flags))) for flags in sets]
    weighed = list(zip(sets, kinds, map(float, ways.sets), strict=True))
    shares = dict.fromkeys(kinds, 0.0)
    for _, kind, share in weighed:
        shares[kind] += share
    likeliest = max(shares, key=lambda kind: shares[kind])
    _, best = max((share, flags) for flags, kind, share in weighed if kind == likeliest)
    of_face = [sum(shares[kind] for kind in shares if kind.count(face) == likeliest.count(face)) for face in labels]
    of_die = [sum(share for flags, _, share in weighed if flags[j] == best[j]) for j in range(len(labels))]
    return best, tuple(map(max, of_face, of_die))


def _thrown(sure: float, policy: HoldPolicy) -> DieHold:
    reason = HoldReason.THROWN if sure >= policy.sure_from else HoldReason.AMBIGUOUS
    return DieHold(is_held=False, confidence=sure, reason=reason)


def _held_die(
    lay: Sequence[DieReading], which: int, die: DieReading, sure: float, known: float, *, policy: HoldPolicy
) -> DieHold:
    """Say of a held die what became of it; `known` is how probably it shows what it showed."""
    is_known = min(sure, known) >= policy.sure_from
    reason = HoldReason.HELD if is_known or die.label == lay[which].label else HoldReason.TURNED
    is_near = slid_between(lay[which], die) <= policy.unmoved_within
    return DieHold(
        is_held=True,
        confidence=sure,
        reason=reason if sure >= policy.sure_from else HoldReason.AMBIGUOUS,
        before=which,
        is_known=is_known,
        is_unmoved=is_near and turn_between_deg(lay[which], die) <= policy.unmoved_turn_deg,
    )


def _finding(dice: Sequence[DieHold], before: Reading) -> HoldFinding:
    """Return the gravest finding."""
    reasons = {die.reason for die in dice}
    if HoldReason.TURNED in reasons:
        return HoldFinding.TURNED
    if HoldReason.AMBIGUOUS in reasons:
        return HoldFinding.AMBIGUOUS
    is_nothing = dice and all(die.is_held for die in dice) and len(dice) == len(before.dice)
    return HoldFinding.NOTHING_THROWN if is_nothing else HoldFinding.CLEAR
