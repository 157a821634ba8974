"""Dice that nobody taught: which of their crops show the same face. The machine groups, a player names.

A reader that meets a design for the first time may take its Queens for Jacks, and all of them alike: neither more
throws nor more frames help. But which crops show *one* face is told by what they look like, whatever the reader calls
it. A set has six faces, so its crops fall into six groups; what these are called is asked once.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.learn.impressions import Impressions
from vision.learn.ink import shows_nothing
from vision.read.classify import FACE_LABELS

FACES = len(FACE_LABELS)
NAMINGS = np.array(list(itertools.permutations(range(FACES))))
"""All ways to give six groups six labels, (720, 6)."""
LEAST_CHANCE, MOST_VOTES = 1e-3, 4.0
"""One odd look must not outweigh ten others; crops of a face are wrong together: a group counts as so many at most."""
ROUNDS = 5
SAME_FACE = 0.93
"""Crops as alike as this on average are taken for one face, however many there are."""
TOLD = 0.85
"""The same while a set is only being met: so many faces are told by then."""

Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""The numbers of the crops of each of six faces; crops that might be of two are in none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPolicy:
    """When groups stand apart; `make evaluate` says after how many throws they do, and how often they are wrong."""

    # A crop belongs to a group if it is so much more like its crops, by the cosine on average, than like any other's.
    least_gap: float = 0.2
    less_gap: float = 0.1  # The same from so many crops on:
    many_crops: int = 40
    least_share: float = 0.8  # So many of the crops must belong to one
    least_of_a_face: int = 2  # Of each face so many must
    least_alike: float = 0.75  # So alike these are on average, or two faces were taken for one and a third was halved
    close: float = 0.6  # Two groups so alike may be one face seen in two ways...
    least_of_close: int = 4  # ...unless so many crops of each tell them apart
    least_of_alike_named: int = 36  # So many crops in all tell two groups apart that the reader calls the same
    most_of_a_face: int = 4  # Crops a face that a set is made of: those that are clearest of it
    most_crops: int = 80  # The newest so many are kept


def alike_of(seen: Impressions) -> NDArray[np.float64]:
    """Return how alike crops are, float64 (N, N): the cosines of their embeddings."""
    embeddings = seen.embeddings.astype(np.float64)
    return np.asarray(embeddings @ embeddings.T, np.float64)


def groups_of(alike: NDArray[np.float64], policy: GroupPolicy | None = None, *, faces: int = FACES) -> Groups | None:
    """Return the crops of each face, None while the faces do not stand apart.

    Args:
        alike: How alike the embeddings of crops of one set are, float64 (N, N).
        policy: When they stand apart.
        faces: How many faces the set has.
    """
    chosen = policy or GroupPolicy()
    first = merged(alike, SAME_FACE, most=faces)
    if len(first) != faces:
        return None
    group = np.empty(len(alike), np.intp)
    for number, members in enumerate(first):
        group[list(members)] = number
    for _ in range(ROUNDS):
        means = _means(alike, group, faces)
        group = means.argmax(axis=1)
    own = np.eye(faces, dtype=bool)[group]
    likeness = means[own]
    gap = likeness - np.where(own, -np.inf, means).max(axis=1)
    belongs = gap >= (chosen.least_gap if len(alike) < chosen.many_crops else chosen.less_gap)
    groups = tuple(tuple(np.flatnonzero(belongs & of_face).tolist()) for of_face in own.T)
    stands = belongs.mean() >= chosen.least_share and min(map(len, groups)) >= chosen.least_of_a_face
    are_one = stands and min(likeness[list(members)].mean() for members in groups) >= chosen.least_alike
    return groups if are_one and _are_two(alike, groups, chosen) else None


def _are_two(alike: NDArray[np.float64], groups: Groups, policy: GroupPolicy) -> bool:
    """Return whether groups that are close to each other have crops enough to be told for two faces."""
    close = [pair for pair in itertools.combinations(groups, 2) if alike[np.ix_(*pair)].mean() >= policy.close]
    return all(len(group) >= policy.least_of_close for pair in close for group in pair)


def merged(alike: NDArray[np.float64], same: float, *, most: int | None = None) -> Groups:
    """Return groups: those that are most alike on average are merged while they are as alike as `same`.

    Args:
        alike: float64 (N, N), symmetric.
        same: Cosine.
        most: So many groups at most are left, however unlike they are.
    """
    groups = [[crop] for crop in range(len(alike))]
    links = np.where(np.triu(np.ones_like(alike, bool), 1), alike, -np.inf)
    while len(groups) > 1:
        one, other = divmod(int(links.argmax()), len(links))
        if links[one, other] < same and (most is None or len(groups) <= most):
            break
        share = len(groups[other]) / (len(groups[one]) + len(groups[other]))
        both = np.maximum(links, links.T)
        both[one] = both[:, one] = (1 - share) * both[one] + share * both[other]
        groups[one] += groups.pop(other)
        both = np.delete(np.delete(both, other, axis=0), other, axis=1)
        links = np.where(np.triu(np.ones_like(both, bool), 1), both, -np.inf)
    return tuple(tuple(sorted(members)) for members in groups)


def _means(alike: NDArray[np.float64], group: NDArray[np.intp], faces: int) -> NDArray[np.float64]:
    """Return how alike each crop is to the others of each group on average, (N, faces); −1 where there are none."""
    is_in = np.eye(faces)[group]
    others = is_in.sum(axis=0) - is_in
    total = alike @ is_in - is_in * np.diag(alike)[:, None]
    return np.asarray(np.where(others > 0, total / np.maximum(others, 1), -1.0), np.float64)


def believed(groups: Groups, general: NDArray[np.float32]) -> tuple[int, ...]:
    """Return the label of each group: of all ways to name them, the one that fits best what the reader saw in all.

    Args:
        groups: Of the crops.
        general: float32 (N, 7), how probable the general reader finds each label of each crop, and "none".
    """
    votes = np.log(np.clip(general[:, :FACES].astype(np.float64), LEAST_CHANCE, 1.0))
    fits = np.stack([votes[list(members)].mean(axis=0) * min(len(members), MOST_VOTES) for members in groups])
    best = fits[np.arange(FACES), NAMINGS].sum(axis=1).argmax()
    return tuple(NAMINGS[best].tolist())


def clearest(alike: NDArray[np.float64], members: Sequence[int], most: int) -> list[int]:
    """Return so many of a group's crops, the most like their own group and unlike all others."""
    own = np.isin(np.arange(len(alike)), members)
    clear = alike[np.ix_(own, own)].mean(axis=1) - alike[np.ix_(own, ~own)].max(axis=1, initial=-1.0)
    return list(np.flatnonzero(own)[np.argsort(-clear)[:most]].tolist())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetSet:
    """A set all six faces of which were met."""

    crops: NDArray[np.uint8]  # uint8 (M, 80, 80, 3), the clearest of each face
    shown: tuple[int, ...]  # the label believed of each
    assent: float  # how probable the general reader finds the label of a face, on average: least of the six


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Meeting:
    """Dice that nobody taught, as far as they were met in play."""

    crops: NDArray[np.uint8] | None = None  # uint8 (N, 80, 80, 3), the newest, oldest first; None before the first
    seen: Impressions | None = None  # What the eye makes of them
    policy: GroupPolicy = field(default_factory=GroupPolicy)

    def met(self, crops: NDArray[np.uint8], seen: Impressions) -> Meeting:
        """Return the same with the dice of another throw; one on which nothing is to be seen tells nothing.

        Args:
            crops: uint8 (N, 80, 80, 3), rectified top faces.
            seen: What the eye makes of them.
        """
        telling = np.flatnonzero(~shows_nothing(crops, seen.ink))
        crops, seen = crops[telling], seen.of(telling)
        if self.crops is not None and self.seen is not None:
            crops, seen = np.concatenate([self.crops, crops]), self.seen.with_more(seen)
        newest = np.arange(max(0, len(crops) - self.policy.most_crops), len(crops))
        return replace(self, crops=crops[newest], seen=seen.of(newest))

    @property
    def told(self) -> int:
        """Return how many faces were seen more than once, as far as they can be told yet."""
        groups = () if self.seen is None else merged(alike_of(self.seen), TOLD)
        return min(FACES, sum(len(members) > 1 for members in groups))

    def met_set(self) -> MetSet | None:
        """Return the set that was met, None while its faces do not stand apart."""
        if self.crops is None or self.seen is None:
            return None
        alike = alike_of(self.seen)
        groups = groups_of(alike, self.policy)
        if groups is None or self._may_lack_a_face(groups, self.seen):
            return None
        chosen = [clearest(alike, members, self.policy.most_of_a_face) for members in groups]
        labels = believed(groups, self.seen.general)
        found = tuple(zip(groups, labels, strict=True))
        return MetSet(
            crops=self.crops[list(itertools.chain(*chosen))],
            shown=tuple(label for label, crops in zip(labels, chosen, strict=True) for _ in crops),
            assent=min(float(self.seen.general[list(members), label].mean()) for members, label in found),
        )

    def _may_lack_a_face(self, groups: Groups, seen: Impressions) -> bool:
        """Return whether two groups may be one face in two lights: the sixth has not been thrown yet, perhaps."""
        called = {int(seen.general[list(members), :FACES].mean(axis=0).argmax()) for members in groups}
        return len(called) < FACES and len(seen) < self.policy.least_of_alike_named
