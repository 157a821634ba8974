"""Dice that nobody taught, known from being played with.

A reader that meets a design for the first time may take its Queens for Jacks, all of them. But dice of one set show six
faces between them and each face is another label: after some throws their crops fall into six groups, and of all ways
to give six groups six names one fits what the reader saw in all of them together. What it saw in one crop may be wrong;
what it saw in a group, next to the other five groups, hardly ever is.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.learn.grouping import merged
from vision.learn.impressions import Impressions
from vision.learn.ink import is_blank
from vision.learn.taught import DiceSet, teach
from vision.read.classify import FACE_LABELS

FACES = len(FACE_LABELS)
NAMINGS = np.array(list(itertools.permutations(range(FACES))))
"""All ways to give six groups six labels, (720, 6)."""
NEVER = 1e3


@dataclass(frozen=True, slots=True, kw_only=True)
class FamiliarPolicy:
    """When dice are known from being played with."""

    least_crops: int = 30  # Fewer tell too little
    most_crops: int = 80  # The newest so many are kept
    least_of_a_face: int = 2  # Of each face so many must have been seen
    most_of_a_face: int = 5  # Dice are read by so many of each face, those that are clearest of it
    # No label is less probable than this for a crop: one odd look must not outweigh ten others
    least_chance: float = 1e-3
    most_votes: float = 4.0  # A group counts as so many independent looks at most: its crops are wrong together
    # The naming that fits best must be this much likelier than the next, as a logarithm of odds. Of 50 sets never
    # trained on one was named wrong, at 11; all the others were named right above 12 sooner or later.
    least_margin: float = 12.0
    # Once the dice are known, what they look like is taken anew after so many more crops, or when a player put a die
    # right
    renew_after: int = 25
    most_strange: int = 3  # After so many throws running that are of other dice, the dice are unknown again


def named(
    seen: Impressions, answers: Mapping[int, int] | None = None, *, policy: FamiliarPolicy | None = None
) -> tuple[int, ...] | None:
    """Return the label of each crop, None while that is not sure.

    Args:
        seen: Of K crops of poker dice of one set.
        answers: What players said of some of them: number of the crop → its label.
        policy: When it is sure.
    """
    chosen, answers = policy or FamiliarPolicy(), answers or {}
    if len(seen) < chosen.least_crops:
        return None
    chances = seen.general[:, :FACES].astype(np.float64)
    groups = merged(_alike(seen), answers, FACES)
    if len(groups) != FACES or min(map(len, groups)) < chosen.least_of_a_face:
        return None
    votes = np.log(np.clip(chances, chosen.least_chance, 1.0))
    fits = np.stack([_fit(members, votes, answers, chosen) for members in groups])
    totals = fits[np.arange(FACES), NAMINGS].sum(axis=1)
    best, next_best = np.argsort(-totals)[:2]
    if totals[best] - totals[next_best] < chosen.least_margin:
        return None
    labels = np.empty(len(seen), np.intp)
    for members, label in zip(groups, NAMINGS[best], strict=True):
        labels[list(members)] = label
    return tuple(labels.tolist())


def clearest(seen: Impressions, labels: Sequence[int], most: int) -> tuple[int, ...]:
    """Return the crops that show best what each face looks like: like their own face, unlike the others.

    Args:
        seen: Of K crops.
        labels: Of each.
        most: Of one label.
    """
    alike, own = _alike(seen), np.array(labels)
    chosen: list[int] = []
    for label in sorted(set(labels)):
        is_own = own == label
        clear = alike[:, is_own].mean(axis=1) - alike[:, ~is_own].max(axis=1, initial=-1.0)
        members = np.flatnonzero(is_own)
        chosen += members[np.argsort(-clear[members])[:most]].tolist()
    return tuple(sorted(chosen))


def _alike(seen: Impressions) -> NDArray[np.float64]:
    """Return how alike crops are, float64 (K, K). Their ink tells no more and costs a thousand times as much."""
    embeddings = seen.embeddings.astype(np.float64)
    return np.asarray(embeddings @ embeddings.T, np.float64)


def _fit(
    members: Sequence[int], votes: NDArray[np.float64], answers: Mapping[int, int], policy: FamiliarPolicy
) -> NDArray[np.float64]:
    """Return how well each label fits a group, a logarithm of odds, (6,); what a player said decides."""
    said = {answers[crop] for crop in members if crop in answers}
    fit = votes[list(members)].mean(axis=0) * min(len(members), policy.most_votes)
    return np.asarray(fit - NEVER * np.array([bool(said) and label not in said for label in range(FACES)]), np.float64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquaintance:
    """What is known of the dice that are played with."""

    name: str  # Of the set that is made of them
    model_sha256: str  # Of the model whose embeddings the impressions hold
    seen: Impressions | None = None  # Of the crops met so far, oldest first; None before the first.
    answers: Mapping[int, int] = field(default_factory=dict)  # What players said of some of these
    dice_set: DiceSet | None = None  # The dice, once they are known
    fresh: int = 0  # Crops met since the set was made
    strange: int = 0  # Throws running that were of other dice
    policy: FamiliarPolicy = field(default_factory=FamiliarPolicy)  # When they are known

    def met(self, throw: Impressions, answers: Mapping[int, int] | None = None, *, is_ours: bool) -> Acquaintance:
        """Return what is known after another throw; a die on which nothing is to be seen tells nothing.

        Args:
            throw: Of its dice.
            answers: What players said of some: number of the die → label.
            is_ours: Whether the dice look like those known; asked only once they are known.
        """
        if self.dice_set is not None and not is_ours:
            if self.strange + 1 < self.policy.most_strange:
                return replace(self, strange=self.strange + 1)
            others = Acquaintance(name=self.name, model_sha256=self.model_sha256, policy=self.policy)
            return others.met(throw, answers, is_ours=True)
        throw, answers = _telling(throw, answers or {})
        before = 0 if self.seen is None else len(self.seen)
        seen = throw if self.seen is None else self.seen.with_more(throw)
        said = {**self.answers, **{before + die: label for die, label in answers.items()}}
        gone = max(0, len(seen) - self.policy.most_crops)
        newest = replace(
            self,
            seen=seen.of(np.arange(gone, len(seen))),
            answers={crop - gone: label for crop, label in said.items() if crop >= gone},
            fresh=self.fresh + len(throw),
            strange=0,
        )
        is_due = self.dice_set is None or newest.fresh >= self.policy.renew_after or bool(answers)
        return newest._known() if is_due else newest

    def recalling(self, seen: Impressions, answers: Mapping[int, int]) -> Acquaintance:
        """Return an acquaintance with what an earlier one had seen.

        Args:
            seen: Of its crops, made by the same model.
            answers: What players said of some of these.
        """
        telling, said = _telling(seen, answers)
        return replace(self, seen=telling, answers=said)._known()

    def _known(self) -> Acquaintance:
        """Return the same with the dice as they look by all that was met; known they stay if that is not sure."""
        labels = None if self.seen is None else named(self.seen, self.answers, policy=self.policy)
        if self.seen is None or labels is None:
            return self
        clear = clearest(self.seen, labels, self.policy.most_of_a_face)
        shown = [labels[crop] for crop in clear]
        dice = teach(self.seen.of(clear), shown, labels=FACE_LABELS, name=self.name, model_sha256=self.model_sha256)
        return replace(self, dice_set=dice, fresh=0)


def _telling(seen: Impressions, answers: Mapping[int, int]) -> tuple[Impressions, dict[int, int]]:
    """Return the crops on which something is to be seen, and what players said of these."""
    numbers = np.flatnonzero(~is_blank(seen.ink)).tolist()
    return seen.of(numbers), {new: answers[old] for new, old in enumerate(numbers) if old in answers}
