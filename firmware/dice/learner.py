"""The learner: looks at the dice of a lesson, tries what it learnt on a throw, and keeps the set.

Whoever teaches it puts its questions to the player: `firmware.commands.teach` about photographs,
`firmware.dice.lesson_runner` on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.kept_dice import KeptSet
from vision.learn.impressions import CropReader, Impressions, impressions_of
from vision.learn.lesson import Lesson

UNNAMED = "?"
"""What a set is called while it is learnt: only sets that are kept have a name."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TriedThrow:
    """A throw read by what was learnt so far."""

    crops: NDArray[np.uint8]  # uint8 (N, 64, 64, 3), its dice
    seen: Impressions  # what the eye makes of them
    labels: tuple[int, ...]  # the likeliest label of each
    is_sure: tuple[bool, ...]  # whether that would be believed without a question


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeptLesson:
    """What became of a lesson."""

    kept: KeptSet  # the set as it lies on the shelf
    counts: tuple[int, ...]  # how many crops of each label are read by
    doubtful: tuple[int, ...]  # labels of which some crop cannot be told from other faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """What learns a set."""

    labels: tuple[str, ...]  # names of its faces
    shelf: DiceShelf  # where sets are kept
    reader: CropReader  # makes of crops what it makes

    def begun(self, crops: NDArray[np.uint8]) -> Lesson:
        """Return a lesson that begins with some crops, uint8 (N, 64, 64, 3); there may be none."""
        return Lesson.begin(self.labels, crops, impressions_of(self.reader, crops))

    def shown(self, lesson: Lesson, crops: NDArray[np.uint8]) -> Lesson:
        """Return the lesson with the crops of another throw."""
        return lesson.shown(crops, impressions_of(self.reader, crops))

    def misnamed(self, lesson: Lesson) -> tuple[tuple[int, int], ...]:
        """Return the crops that look like another face than they were named, each with the crop it looks like.

        Raises:
            TeachError: If a face is missing.
        """
        return lesson.clashing(name=UNNAMED, model_sha256=self.reader.sha256)

    def tried(self, lesson: Lesson, crops: NDArray[np.uint8], *, sure_confidence: float) -> TriedThrow:
        """Return what is read in a throw by what was learnt so far.

        Args:
            lesson: What is known.
            crops: uint8 (N, 64, 64, 3).
            sure_confidence: From this probability on a face is believed.

        Raises:
            TeachError: If a face is missing.
        """
        dice_set, _ = lesson.taught(name=UNNAMED, model_sha256=self.reader.sha256)
        seen = impressions_of(self.reader, crops)
        faces = dice_set.read(seen).probabilities[:, :-1]
        return TriedThrow(
            crops=crops,
            seen=seen,
            labels=tuple(faces.argmax(axis=1).tolist()),
            is_sure=tuple((faces.max(axis=1) >= sure_confidence).tolist()),
        )

    def learnt(self, lesson: Lesson, tried: TriedThrow, labels: Sequence[int]) -> Lesson:
        """Return the lesson with what it did not read surely and right in a throw."""
        read = enumerate(zip(tried.labels, tried.is_sure, labels, strict=True))
        new = [number for number, (said, is_sure, true) in read if not is_sure or said != true]
        if not new:
            return lesson
        first = len(lesson.crops)
        grown = lesson.shown(tried.crops[new], tried.seen.of(new))
        for crop, number in enumerate(new, start=first):
            grown = grown.answered(crop, labels[number])
        return grown

    def keep(self, lesson: Lesson, name: str) -> KeptLesson:
        """Keep what was learnt.

        Raises:
            TeachError: If a face is missing.
            DiceSetError: If the set cannot be saved, or no set can be called so.
        """
        _, used = lesson.taught(name=UNNAMED, model_sha256=self.reader.sha256)
        names = lesson.grouping().names
        shown = [label for crop in used if (label := names[crop]) is not None]
        kept = self.shelf.teach(name, self.labels, lesson.crops[list(used)], shown)
        dice_set = kept.dice_set()
        right = zip(dice_set.shown.tolist(), dice_set.calibration.right, strict=True)
        doubtful = {label for label, is_right in right if is_right is False}
        return KeptLesson(kept=kept, counts=dice_set.counts, doubtful=tuple(sorted(doubtful)))
