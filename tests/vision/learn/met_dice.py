"""Dice that are met in play, and a general reader that says of each of their faces what a test wants."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tests.vision.shown_dice import EACH_TWICE, EMBEDDING, POKER, PlainReader, shown
from vision.learn.impressions import Impressions
from vision.learn.taught import DiceSet, teach

SURE = np.eye(7) * 0.9 + 0.1 / 7


def confusing(face: int, other: int, *, share: float) -> NDArray[np.float64]:
    """Return chances (7, 7) of a reader that takes one face for another, this one's own name coming second."""
    chances = SURE.copy()
    chances[face] = 0.02
    chances[face, [other, face]] = share, 0.9 - share
    return chances


def embedded(design: str, faces: Sequence[int], seed: int, *, noise: float = 0.35) -> NDArray[np.float32]:
    """Return embeddings, one direction a face of a design, as a trained model makes them, and a little noise."""
    middles = np.random.default_rng([ord(letter) for letter in design]).normal(0, 1, (6, EMBEDDING))
    near = middles[list(faces)] + np.random.default_rng(seed).normal(0, noise, (len(faces), EMBEDDING))
    return (near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32)


def in_light(cosine: float, faces: Sequence[int], *, other: float = 0.0) -> Impressions:
    """Return what is seen of faces under a lamp that moves embeddings so far, their pictures beyond all knowing."""
    one, rng = np.eye(EMBEDDING, dtype=np.float32), np.random.default_rng(round(100 * cosine))
    near = cosine * one[list(faces)] + other * one[[(face + 1) % 6 for face in faces]]
    lit = near + one[-1] * np.float32(np.sqrt(1 - cosine**2 - other**2))
    ink, general = rng.normal(0, 40, (len(faces), 32, 32, 5)), np.full((len(faces), 7), 1 / 7, np.float32)
    return Impressions(embeddings=lit, general=general, ink=ink.astype(np.float32))


def taught_in_light() -> DiceSet:
    return teach(in_light(1.0, EACH_TWICE), EACH_TWICE, labels=POKER, name="mine", model_sha256=PlainReader.sha256)


class TellingReader(PlainReader):
    """Knows the crops it drew: embeds them as a trained model would, and says of each face with what chances (7, 7)."""

    def __init__(self, design: str = "pips", chances: NDArray[np.float64] = SURE) -> None:
        self.design, self.said = design, chances
        self._face_of: dict[bytes, int] = {}

    def drawn(self, faces: Sequence[int], *, seed: int = 0) -> NDArray[np.uint8]:
        """Return crops of faces, uint8 (N, 80, 80, 3)."""
        crops = shown(self.design, faces, seed=seed)
        self._face_of.update(zip((crop.tobytes() for crop in crops), faces, strict=True))
        return crops

    def read(self, crops: NDArray[np.uint8], /) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        faces = [self._face_of[crop.tobytes()] for crop in crops]
        near = [embedded(self.design, [face], int(crop.sum())) for face, crop in zip(faces, crops, strict=True)]
        return self.said[faces], np.concatenate([np.empty((0, EMBEDDING)), *near])
