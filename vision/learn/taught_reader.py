"""Reads the faces of dice that were taught: of one set that is named, or of whichever set lies on the board."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.errors import ModelContractError
from vision.frame import Frame
from vision.learn.impressions import CropReader, Impressions, impressions_of
from vision.learn.ink import is_blank
from vision.learn.taught import FAR, DiceSet, TaughtFaces
from vision.reading import Quad

LOOKED_AT = 3
"""So many sets are compared in full, those whose embeddings are nearest: the others cannot be on the board."""
BELONGS = 0.5
"""A die belongs to a set if it is more probably one of its faces than none."""
LEAST_SHARE = 0.8
"""So many of the dice must belong to a set: four of five, one may be overexposed or lent from another set."""
LATELY = 100
"""So many dice of a set tell in what light they lie."""
AHEAD = 1.0
"""So many spreads nearer than the next set the dice must be, unless both sets read them alike."""


class TaughtReader:
    """Reads faces by one taught set; a `vision.reading.FaceClassifier`.

    Args:
        reader: The general reader: it cuts faces out and makes the embeddings.
        dice_set: The set, taught with the same model.

    Raises:
        ModelContractError: If the set was taught with another model.
    """

    def __init__(self, reader: CropReader, dice_set: DiceSet) -> None:
        """Take the general reader and the set."""
        require_same_model(reader, dice_set)
        self._reader = reader
        self._set = dice_set

    def classify(self, frame: Frame, quads: Sequence[Quad], /) -> NDArray[np.float64]:
        """Return how probable each label is for each die, float64 (N, labels + 1); the last is "not of this set".

        Args:
            frame: At full resolution.
            quads: Corners of the top faces.

        Raises:
            ModelContractError: If the model answers with another shape than its contract states.
        """
        return self._set.read(impressions_of(self._reader, self._reader.crops(frame, quads))).probabilities


class SetsReader:
    """Reads poker faces by the taught set that lies on the board, and by the general reader where none is sure.

    A `vision.reading.FaceClassifier`. Where a set is told, it alone is asked. A set with other names than those of
    poker faces is recognised but never read by: which face a three stands for nobody has said.

    Args:
        reader: The general reader.
        sets: The taught sets.

    Raises:
        ModelContractError: If a set was taught with another model.

    Attributes:
        recognised: Name of the set that the dice read last are of, None where none was sure.
    """

    def __init__(self, reader: CropReader, sets: Sequence[DiceSet] = ()) -> None:
        """Take the general reader and the sets."""
        self.recognised: str | None = None
        self._reader = reader
        self._lately: Mapping[str, tuple[NDArray[np.float32], NDArray[np.intp]]] = {}
        self.sets = sets

    def remember(self, name: str, seen: Impressions, labels: Sequence[int]) -> None:
        """Remember how dice of a set looked, until so many others have come; one thread at a time, readings go on.

        Labels are those they were surely read as, −1 where nobody is sure; a face that shows nothing tells nothing.
        """
        told = np.where(is_blank(seen.ink), -1, np.asarray(labels, np.intp))
        embeddings, before = self._lately.get(name, (seen.embeddings[:0], told[:0]))
        lately = np.concatenate([embeddings, seen.embeddings])[-LATELY:], np.concatenate([before, told])[-LATELY:]
        self._lately = {**self._lately, name: lately}

    def in_light(self, dice_set: DiceSet) -> DiceSet:
        """Return a set as it knows its dice in the light they lay in of late."""
        lately = self._lately.get(dice_set.name)
        return dice_set if lately is None else dice_set.with_lately(*lately)

    @property
    def sets(self) -> tuple[DiceSet, ...]:
        """Return the sets that are known."""
        return self._sets

    @sets.setter
    def sets(self, sets: Sequence[DiceSet]) -> None:
        """Know these sets from now on.

        Raises:
            ModelContractError: If one was taught with another model.
        """
        for dice_set in sets:
            require_same_model(self._reader, dice_set)
        self._sets = tuple(sets)

    def classify(self, frame: Frame, quads: Sequence[Quad], /) -> NDArray[np.float64]:
        """Return how probable each poker face is for each die, float64 (N, 7); the last is "no poker face".

        Args:
            frame: At full resolution.
            quads: Corners of the top faces.

        Raises:
            ModelContractError: If the model answers with another shape than its contract states.
        """
        crops = self._reader.crops(frame, quads)
        if not self._sets:
            self.recognised = None
            return self._reader.chances(crops)
        return self.read(impressions_of(self._reader, crops))

    def read(self, seen: Impressions) -> NDArray[np.float64]:
        """Return the same of dice that were looked at: all that lie on the board."""
        general = seen.general.astype(np.float64)
        found = _recognised(seen, [self.in_light(one) for one in self._sets])
        self.recognised = None if found is None else found[0].name
        match found:
            case (dice_set, taught) if dice_set.is_poker:
                # A die that belongs to it is read by it alone: a lamp mirrors in it more often than one of another make
                # was lent. What does not is asked about: the general reader may be wrong and sure.
                faces = taught.probabilities[:, :-1]
                known = faces.sum(axis=1, keepdims=True)
                faces = np.where(known >= BELONGS, faces / np.maximum(known, BELONGS), faces)
                return np.column_stack([faces, np.zeros(len(seen))])
            case _:
                return general


def recognise(seen: Impressions, sets: Sequence[DiceSet]) -> DiceSet | None:
    """Return the set that dice are of, None where none fits or two fit alike and read the dice differently.

    Args:
        seen: What the eye makes of the dice that lie together, five on a board.
        sets: The sets known.
    """
    found = _recognised(seen, sets)
    return None if found is None else found[0]


def require_same_model(reader: CropReader, dice_set: DiceSet) -> None:
    """Refuse a set whose embeddings another model made.

    Raises:
        ModelContractError: If it was taught with another model.
    """
    if dice_set.model_sha256 != reader.sha256:
        raise ModelContractError(
            f"the set {dice_set.name!r} was taught with model {dice_set.model_sha256[:12]}…, this is "
            f"{reader.sha256[:12]}…; teach it anew from its crops."
        )


def _recognised(seen: Impressions, sets: Sequence[DiceSet]) -> tuple[DiceSet, TaughtFaces] | None:
    """Return the set that dice are of and what it makes of them."""
    if not len(seen):
        return None
    read = [(each, each.read(seen)) for each in _nearest(seen, sets)]
    fits = [(_distance(faces), each, faces) for each, faces in read if _belongs(faces)]
    fitting = sorted(fits, key=lambda fit: fit[0])
    if not fitting:
        return None
    (nearest, first, faces), *others = fitting
    is_ambiguous = any(
        distance - nearest < AHEAD and _names(other, theirs) != _names(first, faces)
        for distance, other, theirs in others
    )
    return None if is_ambiguous else (first, faces)


def _nearest(seen: Impressions, sets: Sequence[DiceSet]) -> list[DiceSet]:
    """Return the sets whose embeddings are nearest."""
    alike = [float((seen.embeddings @ each.prototypes.embeddings.T).max(axis=1).mean()) for each in sets]
    return [sets[number] for number in np.argsort(-np.array(alike), kind="stable")[:LOOKED_AT]]


def _belongs(faces: TaughtFaces) -> bool:
    """Return whether dice are of the set that read them."""
    return float((faces.probabilities[:, -1] < BELONGS).mean()) >= LEAST_SHARE


def _distance(faces: TaughtFaces) -> float:
    """Return how far dice are from the set that read them on average; one far away counts as just outside."""
    return float(np.minimum(faces.distances, FAR).mean())


def _names(dice_set: DiceSet, faces: TaughtFaces) -> list[str]:
    """Return the likeliest face of each die."""
    return [dice_set.labels[label] for label in faces.probabilities[:, :-1].argmax(axis=1)]
