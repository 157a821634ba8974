"""A set of dice the player has shown: its faces are read by comparing them with the crops shown.

Source: prototypes as in Snell et al., Prototypical Networks for Few-shot Learning (2017), but every crop shown is a
prototype of its own: on rendered and photographed dice the nearest crop read 1–9 % more dice right than the mean of a
face's crops, and the four turns of a crop as prototypes or whitening by the scatter within faces read none more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.errors import TeachError
from vision.learn.calibration import FaceCalibration, calibrated, scores, together
from vision.learn.impressions import Impressions
from vision.learn.ink import Templates, is_blank
from vision.read.classify import FACE_LABELS

FAR = 4.0
"""So many spreads farther from every crop shown than those are from each other, and a crop is as likely no face of the
set: 97 of 100 dice of a set lie within two of them, 95 of 100 crops that show no face lie beyond three."""
FAR_SOFTNESS = 0.7
LIKE, LIKE_SOFTNESS = 0.75, 0.03
"""Cosine from which on an embedding alone says that a crop is one of the face it is likest: another lamp moves pictures
by many spreads, embeddings hardly. `make evaluate` says what comes of it (*an evening*)."""
SAME = 0.9
"""Cosine from which on a face is the same though its middle shows nothing: on some a letter in the corner is all there
is. Of faces that a lamp burnt out none is so alike to another."""
OTHER_FACE = 0.2
"""So much likelier, by its embedding alone, a die shows another face than it is called: plainly another. A lamp that
mirrors in a face makes a reading wrong and sure; its embedding is then like no face's."""
PERHAPS_OTHER = 0.05
"""The same where it is but asked, of a throw that is over or against what the set was sure of, and nothing follows."""
MOST_OF_A_THROW = 0.6
"""So many of its dice must plainly be of a set that it is asked about."""
GENERAL_WEIGHT = 0.5
"""Of the general reader's probabilities next to likenesses: those of two faces seldom differ by more."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFaces:
    """What a set makes of N faces."""

    # float64 (N, labels + 1), calibrated; the last column is "no face of this set"; rows sum to 1.
    probabilities: NDArray[np.float64]
    # float64 (N,), how far each is from the nearest prototype, in spreads of the crops shown: about 0 for a face of the
    # set
    distances: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DiceSet:
    """A set of dice as it was taught; `teach` makes one."""

    name: str  # What the player calls it
    labels: tuple[str, ...]  # Names of its faces
    prototypes: Impressions  # What was made of the K crops shown; the embeddings are float32 (K, E).
    shown: NDArray[np.intp]  # Label of each prototype, (K,)
    templates: Templates  # Of the prototypes' ink
    # What the crops say about themselves: weights, temperature, and from which likeness on a crop is no face of the set
    calibration: FaceCalibration
    model_sha256: str  # Of the model whose embeddings these are; those of another cannot be compared with them.
    # Embeddings that others are compared with, float32 (K + M, E): of the crops shown and of dice seen of late; and
    # the label of each
    compared: NDArray[np.float32]
    compared_shown: NDArray[np.intp]

    @property
    def counts(self) -> tuple[int, ...]:
        """Return how many crops of each label were shown."""
        counted = Counter(self.shown.tolist())
        return tuple(counted[label] for label in range(len(self.labels)))

    @property
    def is_poker(self) -> bool:
        """Return whether its faces are those of poker dice, in the order of the general reader."""
        return self.labels == FACE_LABELS

    def alike(self, seen: Impressions) -> NDArray[np.float32]:
        """Return how alike faces are to each prototype, float32 (N, K, 4): embedding, form, outline, colour."""
        embedded = seen.embeddings @ self.prototypes.embeddings.T
        return np.concatenate([embedded[..., None], self.templates.likeness(seen.ink)], axis=2)

    def embedded(self, seen: Impressions) -> NDArray[np.float64]:
        """Return how alike faces are to the likest crop of each label by their embeddings alone, float64 (N, labels).

        Names have no say in it: it tells which face a die shows, whatever that face is called.
        """
        return self._likest(seen.embeddings, self.compared, self.compared_shown)

    def with_lately(self, embeddings: NDArray[np.float32], labels: NDArray[np.intp]) -> DiceSet:
        """Return the set as it knows its dice in the light they lay in of late, too.

        Only dice that the crops shown are plain about count: one that was taken for another leads to no more.

        Args:
            embeddings: Of dice of it, float32 (M, E).
            labels: What they were surely read as, (M,); −1 where nobody is sure.
        """
        alike = self._likest(embeddings, self.prototypes.embeddings, self.shown)
        second, first = np.sort(alike, axis=1)[:, -2:].T
        is_plain = (alike.argmax(axis=1) == labels) & (first >= LIKE) & (first - second >= OTHER_FACE)
        compared = np.concatenate([self.prototypes.embeddings, embeddings[is_plain]])
        return replace(self, compared=compared, compared_shown=np.concatenate([self.shown, labels[is_plain]]))

    def _likest(
        self, embeddings: NDArray[np.float32], to: NDArray[np.float32], shown: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        alike, nothing = (embeddings @ to.T)[..., None], np.zeros((len(embeddings), len(self.labels), 0))
        return scores(alike, shown, nothing, np.ones(1))

    def read_again(self, seen: Impressions, labels: Sequence[int]) -> tuple[int, ...]:
        """Return the labels of a throw's dice, another one for each die that perhaps shows that other face of the set.

        Of a throw that is not of this set they are as they were, and of a die that the set itself would call the same.
        """
        alike, as_called = self.embedded(seen), tuple(labels)
        if (alike.max(axis=1) >= LIKE).mean() < MOST_OF_A_THROW:
            return as_called
        each = zip(alike, labels, strict=True)
        is_other = np.array([shows_other(*die, PERHAPS_OTHER) for die in each])
        is_other &= self.read(seen).probabilities[:, :-1].argmax(axis=1) != as_called
        return tuple(np.where(is_other, alike.argmax(axis=1), as_called).tolist())

    def read(self, seen: Impressions) -> TaughtFaces:
        """Return what the set makes of faces; a poker face on which nothing is to be seen is none of it.

        Blank faces are all alike: one that was called a Ten because a player knew it would make Tens of all others.
        """
        calibration, alike = self.calibration, self.alike(seen)
        weights = np.array(calibration.weights)
        read = scores(alike, self.shown, general_votes(seen, self.labels), weights) / calibration.temperature
        odds = np.exp(read - read.max(axis=1, keepdims=True))
        faces = odds / odds.sum(axis=1, keepdims=True)
        nearest = together(alike, weights).max(axis=1)
        distances = np.asarray((calibration.likeness - nearest) / calibration.spread, np.float64)
        embedded = self.embedded(seen)
        is_unlike = 1 / (1 + np.exp((embedded.max(axis=1) - LIKE) / LIKE_SOFTNESS))
        is_unlike[embedded.argmax(axis=1) != faces.argmax(axis=1)] = 1.0
        is_none = is_unlike / (1 + np.exp((FAR - distances) / FAR_SOFTNESS))
        if self.is_poker:
            same = self._likest(seen.embeddings, self.prototypes.embeddings, self.shown).max(axis=1) >= SAME
            is_none = np.where(is_blank(seen.ink) & ~same, 1.0, is_none)
        return TaughtFaces(np.column_stack([faces * (1 - is_none[:, None]), is_none]), distances)


def shows(alike: NDArray[np.float64], label: int) -> bool:
    """Return whether a die plainly shows a face of its set, by how alike it is to each, (labels,).

    One that is like no face, since a lamp mirrors in it, teaches nothing, whatever its players say of it.
    """
    return bool(alike.max() >= LIKE and alike.argmax() == label)


def shows_other(alike: NDArray[np.float64], label: int, ahead: float = OTHER_FACE) -> bool:
    """Return whether a die shows another face of its set than it is called, by how alike it is to each, (labels,)."""
    return bool(alike.max() >= LIKE and alike.max() - alike[label] >= ahead)


def general_votes(seen: Impressions, labels: Sequence[str]) -> NDArray[np.float64]:
    """Return what the general reader adds to each label, float64 (N, labels, 1); (N, labels, 0) if it knows others."""
    if tuple(labels) != FACE_LABELS:
        return np.zeros((len(seen), len(labels), 0))
    return seen.general[:, : len(labels), None].astype(np.float64) * GENERAL_WEIGHT


def teach(
    seen: Impressions,
    shown: Sequence[int] | NDArray[np.intp],
    *,
    labels: Sequence[str],
    name: str,
    model_sha256: str,
    calibration: FaceCalibration | None = None,
) -> DiceSet:
    """Return a set of dice taught from crops.

    Args:
        seen: What the eye makes of the crops.
        shown: The label each crop shows, index into `labels`.
        labels: Names of the faces; those of poker dice in the general reader's order use what it knows, too.
        name: Of the set.
        model_sha256: Of the model that made the embeddings.
        calibration: Kept from an earlier time with these very crops; None to make it anew.

    Raises:
        TeachError: If there are fewer than two labels, one twice, a label that no crop shows, or not a label for each
            crop.
    """
    labels, which = tuple(labels), np.asarray(shown, np.intp)
    _require_taught(labels, which, len(seen))
    templates = Templates.of(seen.ink)
    if calibration is None:
        embedded = seen.embeddings @ seen.embeddings.T
        alike = np.concatenate([embedded[..., None], templates.likeness(seen.ink)], axis=2)
        calibration = calibrated(alike, which, general_votes(seen, labels))
    return DiceSet(
        name=name,
        labels=labels,
        prototypes=seen,
        shown=which,
        templates=templates,
        calibration=calibration,
        model_sha256=model_sha256,
        compared=seen.embeddings,
        compared_shown=which,
    )


def require_labels(labels: Sequence[str]) -> None:
    """Refuse names that cannot be those of a die's faces.

    Raises:
        TeachError: If there are fewer than two, one is empty, or one comes twice.
    """
    if len(labels) < 2 or len(set(labels)) != len(labels) or not all(label.strip() for label in labels):
        raise TeachError(f"A set needs two or more faces with different names; got {', '.join(labels) or 'none'}.")


def _require_taught(labels: tuple[str, ...], shown: NDArray[np.intp], crops: int) -> None:
    require_labels(labels)
    if shown.shape != (crops,):
        raise TeachError(f"Every crop needs a label; got {crops} crops and {shown.size} labels.")
    if not set(shown.tolist()) <= set(range(len(labels))):
        raise TeachError(f"Labels are 0 to {len(labels) - 1}; got {shown.min()} to {shown.max()}.")
    missing = [label for number, label in enumerate(labels) if number not in shown]
    if missing:
        raise TeachError(f"No die shows {', '.join(missing)}; show every face at least once, better twice.")
