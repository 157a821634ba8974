"""What the eye makes of top faces, in every way it has of looking at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.learn.ink import ink_of
from vision.reading import Quad


class CropReader(Protocol):
    """Cuts out top faces and reads them; `vision.read.classify.FaceReader` is the real one."""

    @property
    def sha256(self) -> str:
        """Return the fingerprint of its model."""

    def crops(self, frame: Frame, quads: Sequence[Quad], /) -> NDArray[np.uint8]:
        """Return the rectified top faces, uint8 (N, 80, 80, 3), channels R, G, B."""

    def chances(self, crops: NDArray[np.uint8], /) -> NDArray[np.float64]:
        """Return probabilities (N, labels + 1), as surely as needed."""

    def read(self, crops: NDArray[np.uint8], /) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return probabilities (N, labels + 1) and unit embeddings (N, E), as surely as possible."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Impressions:
    """What the eye makes of N top faces."""

    embeddings: NDArray[np.float32]  # float32 (N, E), unit length
    general: NDArray[np.float32]  # float32 (N, 7), how probable the general reader finds each of its labels and "none"
    ink: NDArray[np.float32]  # float32 (N, 32, 32, 5), see `vision.learn.ink`

    def __len__(self) -> int:
        """Return how many faces."""
        return len(self.embeddings)

    def of(self, which: Sequence[int] | NDArray[np.intp]) -> Impressions:
        """Return those of some of the faces."""
        chosen = np.asarray(which, np.intp)
        return Impressions(embeddings=self.embeddings[chosen], general=self.general[chosen], ink=self.ink[chosen])

    def with_more(self, others: Impressions) -> Impressions:
        """Return these and others behind them."""
        return Impressions(
            embeddings=np.concatenate([self.embeddings, others.embeddings]),
            general=np.concatenate([self.general, others.general]),
            ink=np.concatenate([self.ink, others.ink]),
        )


def impressions_of(reader: CropReader, crops: NDArray[np.uint8]) -> Impressions:
    """Return what the eye makes of crops.

    Args:
        reader: Reads them.
        crops: uint8 (N, 80, 80, 3), rectified top faces, channels R, G, B.

    Raises:
        ModelContractError: If the model answers with another shape than its contract states.
    """
    general, embeddings = reader.read(crops)
    return Impressions(embeddings=embeddings.astype(np.float32), general=general.astype(np.float32), ink=ink_of(crops))
