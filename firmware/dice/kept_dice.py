"""A taught set as it is kept: every crop ever shown, and which learning brought it or took it out of use."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

import numpy as np
from numpy.typing import NDArray

from firmware.settings.config import MOST_KEPT
from vision.learn.calibration import FaceCalibration, together
from vision.learn.impressions import CropReader, Impressions
from vision.learn.ink import ink_of, shows_nothing
from vision.learn.taught import DiceSet, teach
from vision.read.classify import FACE_LABELS

MOST_A_FACE = 4
"""Crops of a face in use: each costs time in every reading. The one most like another makes room."""
IN_USE = 0


CROP_ARRAYS = ("crops", "shown", "learnt", "retired", "embeddings", "general")
"""The arrays of a set that have a row a crop."""


class Learnt(Enum):
    """What became of a correction."""

    IN_USE = auto()
    DOUBTED = auto()  # not at all: it contradicts its set; where that is sure, the players are asked what it means
    KEPT = auto()  # on the disk, but not read by: with it a crop that was right would be read wrong


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeptSet:
    """A set of dice with all its crops."""

    name: str  # what the player calls it
    labels: tuple[str, ...]  # names of its faces
    crops: NDArray[np.uint8]  # uint8 (N, 80, 80, 3), rectified top faces, channels R, G, B
    shown: NDArray[np.intp]  # label of each crop, (N,)
    learnt: NDArray[np.intp]  # number of the learning that brought each crop, (N,), 1 and up, counted over all sets
    retired: NDArray[np.intp]  # number of the learning that took each crop out of use, (N,); 0 while it is in use
    embeddings: NDArray[np.float32]  # float32 (N, E), of each crop
    general: NDArray[np.float32]  # float32 (N, 7), what the general reader said of each crop
    model_sha256: str  # of the model that made these
    calibration: FaceCalibration | None  # of the crops in use; None where it has to be made anew
    is_named: bool = True  # players said, or agreed, what its faces are called; else it is not read by

    @property
    def in_use(self) -> NDArray[np.intp]:
        """Return the numbers of the crops that are read by."""
        return np.flatnonzero(self.retired == IN_USE)

    @property
    def last_learning(self) -> int:
        """Return the number of the newest learning."""
        return int(self.learnt.max())

    def pictures(self) -> tuple[int, ...]:
        """Return a crop of each face, in the order of the labels: the first in use."""
        used = self.in_use
        return tuple(int(used[self.shown[used] == label][0]) for label in range(len(self.labels)))

    def dice_set(self) -> DiceSet:
        """Return the set to read by."""
        used = self.in_use
        seen = Impressions(embeddings=self.embeddings[used], general=self.general[used], ink=ink_of(self.crops[used]))
        return teach(
            seen,
            self.shown[used],
            labels=self.labels,
            name=self.name,
            model_sha256=self.model_sha256,
            calibration=self.calibration,
        )


def begun(
    name: str,
    labels: Sequence[str],
    crops: NDArray[np.uint8],
    shown: Sequence[int],
    *,
    reader: CropReader,
    learning: int,
) -> KeptSet:
    """Return a set taught from its first crops, uint8 (N, 80, 80, 3), of each of which the label is shown.

    Raises:
        TeachError: If the crops do not make a set.
    """
    rows = _rows(crops, shown, reader=reader, learning=learning)
    fresh = KeptSet(name=name, labels=tuple(labels), model_sha256=reader.sha256, calibration=None, **rows)
    return _with_room(fresh, learning)


def with_more(
    kept: KeptSet, crops: NDArray[np.uint8], shown: Sequence[int], *, reader: CropReader, learning: int
) -> KeptSet:
    """Return a set that further crops are in use of, whatever they do to it; it takes the same as `begun`."""
    return _with_room(_grown(kept, crops, shown, reader=reader, learning=learning), learning)


def corrected(
    kept: KeptSet, crop: NDArray[np.uint8], label: int, *, reader: CropReader, learning: int
) -> tuple[KeptSet, Learnt]:
    """Return a set that keeps a correction, and reads by it if all that was right stays right.

    Every crop in use is read by the others, before and after: these are what the set is known to read right.
    """
    newest, unused = len(kept.crops), _grown(kept, crop[None], [label], reader=reader, learning=learning)
    grown = _with_room(unused, learning)
    if grown.retired[newest] != IN_USE:
        return grown, Learnt.KEPT
    if _wrong(grown) - _wrong(kept) - {newest}:
        unused.retired[newest] = learning
        return replace(unused, calibration=kept.calibration), Learnt.KEPT
    return grown, Learnt.IN_USE


def renamed(kept: KeptSet, names: Sequence[int]) -> KeptSet:
    """Return a set whose players agree on the names of its faces: what was label i is ``names[i]``."""
    return _calibrated(replace(kept, shown=np.asarray(names, np.intp)[kept.shown], is_named=True, calibration=None))


def without_learning(kept: KeptSet, learning: int) -> KeptSet | None:
    """Return a set as it was before a learning; None if nothing is left of it."""
    stays = kept.learnt != learning
    if not stays.any():
        return None
    before = _of(kept, stays)
    retired = np.where(before.retired == learning, IN_USE, before.retired)
    return _calibrated(replace(before, retired=retired, calibration=None))


def trimmed(kept: KeptSet, most: int = MOST_KEPT) -> KeptSet:
    """Return a set with at most so many crops: of those out of use the oldest go first, those in use stay."""
    unused = np.flatnonzero(kept.retired != IN_USE)
    gone = unused[: max(0, len(kept.crops) - most)]
    stays = np.ones(len(kept.crops), bool)
    stays[gone] = False
    return _of(kept, stays)


def of_model(kept: KeptSet, reader: CropReader) -> KeptSet:
    """Return a set whose embeddings are those of a reader's model: made anew from the crops where another made them."""
    if kept.model_sha256 == reader.sha256:
        return kept
    general, embeddings = (each.astype(np.float32) for each in reader.read(kept.crops))
    renewed = replace(kept, embeddings=embeddings, general=general, model_sha256=reader.sha256, calibration=None)
    return _calibrated(renewed)


def _calibrated(kept: KeptSet) -> KeptSet:
    return replace(kept, calibration=kept.dice_set().calibration)


def _wrong(kept: KeptSet) -> set[int]:
    """Return the crops in use that all others of their set would read as another face."""
    right = kept.dice_set().calibration.right
    return {int(crop) for crop, is_right in zip(kept.in_use, right, strict=True) if is_right is False}


def _grown(
    kept: KeptSet, crops: NDArray[np.uint8], shown: Sequence[int], *, reader: CropReader, learning: int
) -> KeptSet:
    """Return a set with further crops at its end, marked as in use, not yet calibrated."""
    rows = _rows(crops, shown, reader=reader, learning=learning)
    grown: dict[str, Any] = {name: np.concatenate([getattr(kept, name), more]) for name, more in rows.items()}
    return replace(kept, **grown, calibration=None)


def _rows(crops: NDArray[np.uint8], shown: Sequence[int], *, reader: CropReader, learning: int) -> dict[str, Any]:
    """Return what a set keeps of crops that are in use from this learning on, by `CROP_ARRAYS`."""
    general, embeddings = reader.read(crops)
    learnt, retired = (np.full(len(crops), number, np.intp) for number in (learning, IN_USE))
    seen = (embeddings.astype(np.float32), general.astype(np.float32))
    return dict(zip(CROP_ARRAYS, (crops, np.asarray(shown, np.intp), learnt, retired, *seen), strict=True))


def _of(kept: KeptSet, stays: NDArray[np.bool_]) -> KeptSet:
    rows: dict[str, Any] = {name: getattr(kept, name)[stays] for name in CROP_ARRAYS}
    return replace(kept, **rows)


def _with_room(kept: KeptSet, learning: int) -> KeptSet:
    """Return a calibrated set with at most so many crops of a face in use as reading has time for."""
    kept = _without_blanks(kept, learning)
    dice_set = kept.dice_set()
    used, shown = kept.in_use, kept.shown[kept.in_use]
    crowded = [label for label, count in enumerate(dice_set.counts) if count > MOST_A_FACE]
    if not crowded:
        return replace(kept, calibration=dice_set.calibration)
    alike = together(dice_set.alike(dice_set.prototypes), np.array(dice_set.calibration.weights))
    np.fill_diagonal(alike, -1.0)
    retired = kept.retired.copy()
    for label in crowded:
        of_face = list(np.flatnonzero(shown == label))
        while len(of_face) > MOST_A_FACE:
            # What was just learnt stays if it can: it is here because the others were not enough.
            older = [crop for crop in of_face if kept.learnt[used[crop]] != learning] or of_face
            spare = older[int(np.argmax([alike[crop, of_face].max() for crop in older]))]
            of_face.remove(spare)
            retired[used[spare]] = learning
    return _calibrated(replace(kept, retired=retired))


def _without_blanks(kept: KeptSet, learning: int) -> KeptSet:
    """Return a set that poker faces on which nothing is to be seen are out of use of, where others show the face."""
    if kept.labels != FACE_LABELS:
        return kept
    used = kept.in_use
    blank = shows_nothing(kept.crops[used], ink_of(kept.crops[used]))
    seen_faces = kept.shown[used[~blank]]
    retired = kept.retired.copy()
    retired[used[blank & np.isin(kept.shown[used], seen_faces)]] = learning
    return replace(kept, retired=retired)
