"""How well dice are read that nobody taught, before and after they were played with for a while.

Designs never trained on are thrown sixteen times, eight throws under one camera and light, eight under another. Nobody
puts anything right. The later eight are read as the device reads them, and by the general reader alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluate.own_dice import FIRST_DESIGN, THROWN, Kind, close_ups, own_design, share_of_flags
from models.evaluate.workers import Models, face_reader_of, worked
from scoring.statistics.share import Share
from vision.learn.familiar import Acquaintance
from vision.learn.impressions import Impressions, impressions_of
from vision.learn.taught_reader import SetsReader, recognise
from vision.read.reader import ReaderPolicy

SETS = 60
FIRST_FAMILIAR = FIRST_DESIGN + 20_000
EARLIER, LATER = 8, 8
"""Throws of a set that it is got to know by, and throws that are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamiliarFigures:
    """What was measured on the later throws."""

    sets: int  # How many
    known: Share  # Sets that were known before the first of these throws
    ever_known: Share  # Sets that were known in the end
    misnamed: Share  # Of the dice read by a set known from play, those of sets of which a face has a wrong name
    accuracy: Share  # Dice whose likeliest face is the right one
    sure_right: Share  # Dice the reader was sure of that are read right
    asked: Share  # Dice it was not sure of
    throws_asked: Share  # Throws with such a die
    strange_accuracy: Share  # The same of the general reader alone
    strange_sure_right: Share  # Likewise
    strange_asked: Share  # Likewise
    strange_throws_asked: Share  # Likewise


@dataclass(frozen=True, slots=True)
class PlayTask:
    """A set to be drawn and played with."""

    models: Models
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """What became of one set; all arrays bool (LATER, 5), a row a throw."""

    was_known: NDArray[np.bool_]  # Before each later throw, whether the set was known
    is_known: bool  # Whether it was in the end
    is_misnamed: bool  # Whether a face of the set as it is known in the end has a wrong name
    right: NDArray[np.bool_]  # Whether each die was read right
    sure: NDArray[np.bool_]  # Whether the reader was sure of it
    strange_right: NDArray[np.bool_]  # Likewise, the general reader alone
    strange_sure: NDArray[np.bool_]  # Likewise


def measured_familiar(models: Models, *, jobs: int, sets: int = SETS) -> FamiliarFigures:
    """Return the figures of so many sets."""
    tasks = [PlayTask(models, number) for number in range(sets)]
    return familiar_figures(list(worked(play_task, tasks, jobs=jobs, what="playing with dice nobody taught")))


def familiar_figures(records: Sequence[PlayRecord]) -> FamiliarFigures:
    """Return the figures of sets."""

    def all_of(flags: Callable[[PlayRecord], NDArray[np.bool_]]) -> NDArray[np.bool_]:
        return np.concatenate([flags(one) for one in records])

    right, sure = all_of(lambda one: one.right), all_of(lambda one: one.sure)
    strange_right, strange_sure = all_of(lambda one: one.strange_right), all_of(lambda one: one.strange_sure)
    known = [one for one in records if one.is_known]
    return FamiliarFigures(
        sets=len(records),
        known=share_of_flags(np.array([one.was_known[0] for one in records])),
        ever_known=Share(len(known), len(records)),
        misnamed=share_of_flags(np.array([one.is_misnamed for one in known], bool)),
        accuracy=share_of_flags(right),
        sure_right=share_of_flags(right[sure]),
        asked=share_of_flags(~sure),
        throws_asked=share_of_flags(np.any(~sure, axis=1)),
        strange_accuracy=share_of_flags(strange_right),
        strange_sure_right=share_of_flags(strange_right[strange_sure]),
        strange_asked=share_of_flags(~strange_sure),
        strange_throws_asked=share_of_flags(np.any(~strange_sure, axis=1)),
    )


def play_task(task: PlayTask) -> PlayRecord:
    """Return what became of a set that was drawn and played with."""
    cv2.setNumThreads(1)
    reader = face_reader_of(task.models)
    seed = FIRST_FAMILIAR + task.number
    design = own_design(Kind.POKER, seed)
    faces = np.random.default_rng((seed, 3)).integers(0, 6, (EARLIER + LATER, THROWN))
    parts = (faces[:EARLIER], faces[EARLIER:])
    crops = [close_ups(design, part.ravel(), seed=(seed, light)) for light, part in enumerate(parts)]
    return played(impressions_of(reader, np.concatenate(crops)), faces, SetsReader(reader), reader.sha256)


def played(seen: Impressions, faces: NDArray[np.intp], reader: SetsReader, model_sha256: str) -> PlayRecord:
    """Return what becomes of a set that is played with, never put right, and shows `faces` (EARLIER + LATER, 5)."""
    known = Acquaintance(name="played with", model_sha256=model_sha256)
    was_known, read, general = [], [], []
    for number in range(len(faces)):
        throw = seen.of(np.arange(number * THROWN, (number + 1) * THROWN))
        was_known.append(known.dice_set is not None)
        reader.familiar = known.dice_set
        read.append(reader.read(throw)[:, :-1])
        general.append(throw.general[:, :-1])
        is_ours = known.dice_set is not None and recognise(throw, (known.dice_set,)) is not None
        known = known.met(throw, is_ours=is_ours)
    true, sure = faces[EARLIER:], ReaderPolicy().sure_confidence
    later, strange = np.stack(read[EARLIER:]), np.stack(general[EARLIER:])
    return PlayRecord(
        was_known=np.array(was_known[EARLIER:]),
        is_known=known.dice_set is not None,
        is_misnamed=_is_misnamed(known, seen, faces.ravel()),
        right=later.argmax(axis=2) == true,
        sure=later.max(axis=2) >= sure,
        strange_right=strange.argmax(axis=2) == true,
        strange_sure=strange.max(axis=2) >= sure,
    )


def _is_misnamed(known: Acquaintance, seen: Impressions, true: NDArray[np.intp]) -> bool:
    """Return whether most dice that show some face are read as another one."""
    if known.dice_set is None:
        return False
    read = known.dice_set.read(seen).probabilities[:, :-1].argmax(axis=1)
    return any(np.mean(read[true == face] == face) < 0.5 for face in set(true.tolist()))
