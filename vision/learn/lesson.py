"""A lesson: crops come throw after throw, questions are asked about as few of them as possible, and a set comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.learn.grouping import ENOUGH, Grouping, group, likeness_of, next_question
from vision.learn.impressions import Impressions
from vision.learn.taught import DiceSet, clashes, require_labels, teach


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """What was shown and said so far; every step returns a new lesson."""

    labels: tuple[str, ...]  # Names of the faces
    crops: NDArray[np.uint8]  # uint8 (N, 64, 64, 3), all that was shown
    seen: Impressions  # What the eye makes of them
    alike: NDArray[np.float64]  # float64 (N, N), how alike they are
    answers: Mapping[int, int] = field(default_factory=dict)  # What was said: crop → label
    left_out: frozenset[int] = frozenset()  # Crops that nobody could name, or that were named twice
    newest: int = 0  # The first crop of the newest throw: only these dice still lie there

    @classmethod
    def begin(cls, labels: tuple[str, ...], crops: NDArray[np.uint8], seen: Impressions) -> Lesson:
        """Return a lesson of the first crops.

        Args:
            labels: Names of the faces.
            crops: uint8 (N, 64, 64, 3); may be none.
            seen: What the eye makes of them.

        Raises:
            TeachError: If there are fewer than two labels, or one twice.
        """
        require_labels(labels)
        return cls(labels=labels, crops=crops, seen=seen, alike=_symmetric(likeness_of(seen, seen)))

    def shown(self, crops: NDArray[np.uint8], seen: Impressions) -> Lesson:
        """Return the lesson with the dice of another throw."""
        together = self.seen.with_more(seen)
        before, with_new = len(self.crops), likeness_of(together, seen)
        with_old = with_new[:before]
        alike = np.block([[self.alike, with_old], [with_old.T, _symmetric(with_new[before:])]])
        return replace(self, crops=np.concatenate([self.crops, crops]), seen=together, alike=alike, newest=before)

    def grouping(self, *, is_complete: bool = False) -> Grouping:
        """Return what is known of the crops by now.

        Args:
            is_complete: No more crops will come, so that every face must be among these.
        """
        kept = [crop for crop in range(len(self.crops)) if crop not in self.left_out]
        answers = {kept.index(crop): label for crop, label in self.answers.items()}
        found = group(self.alike[np.ix_(kept, kept)], answers, labels=len(self.labels), is_complete=is_complete)
        names: list[int | None] = [None] * len(self.crops)
        for crop, name in zip(kept, found.names, strict=True):
            names[crop] = name
        return Grouping(
            groups=tuple(tuple(kept[crop] for crop in members) for members in found.groups),
            names=tuple(names),
            doubtful=tuple(kept[crop] for crop in found.doubtful),
        )

    def question(self, *, is_complete: bool = False) -> int | None:
        """Return the crop to ask about next, None if nothing needs to be asked now.

        Args:
            is_complete: No more crops will come; all are asked about then, else only dice of the newest throw.
        """
        among = None if is_complete else range(self.newest, len(self.crops))
        return next_question(self.grouping(is_complete=is_complete), among)

    def answered(self, crop: int, label: int) -> Lesson:
        """Return the lesson knowing what a crop shows."""
        return replace(self, answers={**self.answers, crop: label})

    def without(self, crops: Iterable[int]) -> Lesson:
        """Return the lesson in which some crops count for nothing, whatever was said of them."""
        gone = self.left_out | frozenset(crops)
        answers = {crop: label for crop, label in self.answers.items() if crop not in gone}
        return replace(self, answers=answers, left_out=gone)

    def counts(self) -> tuple[int, ...]:
        """Return how many crops of each label are known."""
        names = self.grouping().names
        return tuple(names.count(label) for label in range(len(self.labels)))

    def missing(self, *, enough: int = ENOUGH) -> tuple[str, ...]:
        """Return the labels of which fewer crops are known than are enough."""
        return tuple(label for label, count in zip(self.labels, self.counts(), strict=True) if count < enough)

    def clashing(self, *, name: str, model_sha256: str) -> tuple[tuple[int, int], ...]:
        """Return crops that look like another face than the one they were named, each with the crop it looks like.

        Raises:
            TeachError: If a label is missing.
        """
        named = self._named()
        return tuple((named[one], named[other]) for one, other in clashes(self._taught(named, name, model_sha256)))

    def taught(self, *, name: str, model_sha256: str) -> tuple[DiceSet, tuple[int, ...]]:
        """Return the set that was learnt, and the crops it was learnt from.

        A crop that was not asked about and that the others would read differently is left out.

        Args:
            name: Of the set.
            model_sha256: Of the model that made the embeddings.

        Raises:
            TeachError: If a label is missing.
        """
        named = self._named()
        dice_set = self._taught(named, name, model_sha256)
        read = zip(named, dice_set.calibration.right, strict=True)
        sure = [crop for crop, is_right in read if is_right is not False or crop in self.answers]
        if len(sure) == len(named):
            return dice_set, tuple(named)
        return self._taught(sure, name, model_sha256), tuple(sure)

    def label_of(self, crop: int) -> int | None:
        """Return the label of a crop, None where it is not known."""
        return self.grouping().names[crop]

    def _named(self) -> list[int]:
        return [crop for crop, name in enumerate(self.grouping().names) if name is not None]

    def _taught(self, crops: list[int], name: str, model_sha256: str) -> DiceSet:
        names = self.grouping().names
        shown = [label for crop in crops if (label := names[crop]) is not None]
        return teach(self.seen.of(crops), shown, labels=self.labels, name=name, model_sha256=model_sha256)


def _symmetric(alike: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return likenesses that are the same both ways: which of two crops was turned to fit the other makes a little."""
    return np.asarray((alike + alike.T) / 2, np.float64)
