"""Reads the top faces of dice that were found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ModelContractError
from vision.frame import Frame
from vision.model import MODELS_DIR, OnnxModel
from vision.preprocess import FACE_SIZE_PX, rectify
from vision.reading import Quad

FACES_PATH = MODELS_DIR / "faces.onnx"
FACE_LABELS = ("9", "10", "J", "Q", "K", "A")
NO_FACE = "none"
NO_FACE_INDEX = len(FACE_LABELS)
TURNS = (0, 1, 2, 3)
SURE_IN_ONE_TURN = 0.97
"""From this probability on a face is looked at in one turn: the other three cost thrice as much. Below it they find
some of what would be wrong and sure on strange designs."""
SOFT, SOFT_TEMPERATURE = 0.33, 1.3
"""Where so little of a face's contrast is finer than two pixels it is out of focus, and the temperature so much higher:
chosen on the café boards, blurred and not, of `models.evaluate`."""
BURNT_LEVEL, BURNT_TEMPERATURE = 215, 1.8
"""Where hardly a fiftieth of a face's print is darker than this in any channel, a lamp burnt it away, and what is left
of its letters misleads: a Queen was taken for a Jack, and surely. From another exposure it is read, see
`Reader.read`."""


class FaceReader:
    """Reads faces with the face model."""

    def __init__(self, model: OnnxModel) -> None:
        """Take a loaded model.

        Raises:
            ModelContractError: If it speaks other labels, or takes crops of another size, than this program.
        """
        model.contract.require_labels((*FACE_LABELS, NO_FACE))
        if model.contract.size_wh != (FACE_SIZE_PX, FACE_SIZE_PX):
            raise ModelContractError(
                f"face model takes {model.contract.size_wh}; legal is {(FACE_SIZE_PX, FACE_SIZE_PX)}."
            )
        self._temperature = model.contract.number("temperature")
        self._margin = model.contract.number("margin")
        self._model = model

    @classmethod
    def from_file(cls, onnx_path: Path = FACES_PATH, *, threads: int = 0) -> FaceReader:
        """Load the face model.

        Raises:
            ModelMissingError: If the model or its contract is absent.
            ModelContractError: If they do not fit each other or this program.
        """
        return cls(OnnxModel.load(onnx_path, threads=threads))

    @property
    def sha256(self) -> str:
        """Return the fingerprint of the model file: embeddings of another model cannot be compared."""
        return self._model.contract.sha256

    def crops(self, frame: Frame, quads: Sequence[Quad]) -> NDArray[np.uint8]:
        """Return the rectified top faces, uint8 (N, 80, 80, 3), channels R, G, B."""
        if not quads:
            return np.empty((0, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8)
        return np.stack([rectify(frame.pixels, quad, margin=self._margin) for quad in quads])

    def classify(self, frame: Frame, quads: Sequence[Quad]) -> NDArray[np.float64]:
        """Return how probable each label is for each die.

        Args:
            frame: At full resolution.
            quads: Corners of the top faces, any first.

        Returns:
            float64 (N, 7): `FACE_LABELS`, then "none" (no poker face); rows sum to 1.

        Raises:
            ModelContractError: If the model answers with another shape than its contract states.
        """
        return self.chances(self.crops(frame, quads))

    def chances(self, crops: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return how probable each label is for crops that were already cut out: a doubtful one is turned about.

        Args:
            crops: uint8 (N, 80, 80, 3), as `crops` returns them.

        Returns:
            float64 (N, 7), as `classify` does.

        Raises:
            ModelContractError: If the model answers with another shape than its contract states.
        """
        logits, _ = self._turned(crops, TURNS[:1])
        temperature = self._temperatures(crops)
        read = probabilities(logits, temperature)
        doubtful = np.flatnonzero(read.max(axis=1) < SURE_IN_ONE_TURN)
        if len(doubtful):
            others, _ = self._turned(crops[doubtful], TURNS[1:])
            turned = np.concatenate([logits[:, doubtful], others])
            read[doubtful] = probabilities(turned, temperature[doubtful])
        return read

    def read(self, crops: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what the model makes of crops that were already cut out, each in four turns.

        Args:
            crops: uint8 (N, 80, 80, 3), as `crops` returns them.

        Returns:
            Probabilities, float64 (N, 7), and embeddings, float64 (N, E), unit length.

        Raises:
            ModelContractError: If the model answers with another shape than its contract states.
        """
        logits, embeddings = self._turned(crops, TURNS)
        mean = embeddings.mean(axis=0)
        unit = np.asarray(mean / np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-9), np.float64)
        return probabilities(logits, self._temperatures(crops)), unit

    def _temperatures(self, crops: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return by what the logits of each crop are divided, float64 (N, 1)."""
        soft, burnt = [*map(is_soft, crops)], [*map(is_burnt, crops)]
        factors = np.where(soft, SOFT_TEMPERATURE, 1.0) * np.where(burnt, BURNT_TEMPERATURE, 1.0)
        return self._temperature * factors.reshape(-1, 1)

    def _turned(
        self, crops: NDArray[np.uint8], turns: Sequence[int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits (T, N, 7) and embeddings (T, N, E) of the crops in each of T turns."""
        turned = np.concatenate([np.rot90(crops, turn, axes=(1, 2)) for turn in turns])
        outputs = self._model.run(np.ascontiguousarray(turned))
        logits, embeddings = outputs["logits"], outputs["embedding"]
        if logits.shape != (len(turned), NO_FACE_INDEX + 1) or embeddings.ndim != 2:
            raise ModelContractError(
                f"face model gave logits {logits.shape}; stated is ({len(turned)}, {NO_FACE_INDEX + 1})."
            )
        shape = len(turns), len(crops)
        return logits.reshape(*shape, logits.shape[1]), embeddings.reshape(*shape, embeddings.shape[1])


def is_soft(crop: NDArray[np.uint8]) -> bool:
    """Return whether a rectified top face, uint8 (S, S, 3), is out of focus, or far too small.

    Of the contrast between one and five pixels that between one and two is a small part then.
    """
    beside = len(crop) // 8  # the ground says nothing of the face
    grey = cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY)[beside:-beside, beside:-beside].astype(np.float32)
    fine, middle, coarse = (cv2.GaussianBlur(grey, (0, 0), sigma) for sigma in (1.0, 2.0, 5.0))
    return bool((fine - middle).std() < SOFT * ((middle - coarse).std() + 1))


def is_burnt(crop: NDArray[np.uint8]) -> bool:
    """Return whether the print of a rectified top face, uint8 (S, S, 3), is burnt out."""
    beside = round(len(crop) * 0.22)
    return bool(np.percentile(crop[beside:-beside, beside:-beside].min(axis=2), 2) >= BURNT_LEVEL)


def probabilities(logits: NDArray[np.float32], temperature: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """Return calibrated probabilities from the logits of several turns of the same crops.

    Args:
        logits: float32 (T, N, C).
        temperature: By which logits are divided, one for all or (N, 1); higher is less sure.

    Returns:
        float64 (N, C): softmax of the mean over turns.
    """
    mean = logits.astype(np.float64).mean(axis=0) / temperature
    mean -= mean.max(axis=1, keepdims=True)
    odds = np.exp(mean)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float64)
