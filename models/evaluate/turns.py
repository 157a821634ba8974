"""Whether it pays to read each face in four turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.evaluate.boards import is_poker_lying
from models.evaluate.pictures import loaded
from models.evaluate.records import BoardRecord
from scoring.statistics.share import Share
from vision.model import OnnxModel
from vision.preprocess import rectify
from vision.read.classify import TURNS


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFigures:
    """What reading each face in four turns brings."""

    one_turn: Share  # Faces read right from one turn alone
    four_turns: Share  # From the mean over four


def turn_figures(folder: Path, records: Sequence[BoardRecord], model: OnnxModel) -> TurnFigures:
    """Read the faces of poker dice found lying right once more, in one turn and in four."""
    right = np.zeros(2, np.int64)
    count = 0
    for record in records:
        dice = [(die.read.detection.quad, die.true.label) for die in record.dice if die.read and is_poker_lying(die)]
        frame = loaded(record.image, folder) if dice else None
        if frame is not None:
            margin = model.contract.number("margin")
            crops = np.stack([rectify(frame.pixels, quad, margin=margin) for quad, _ in dice])
            right += _right(crops, np.array([label for _, label in dice]), model)
            count += len(dice)
    return TurnFigures(one_turn=Share(int(right[0]), count), four_turns=Share(int(right[1]), count))


def _right(crops: np.ndarray, labels: np.ndarray, model: OnnxModel) -> np.ndarray:
    """Return how many of some crops are read right in one turn, and in four."""
    turned = np.concatenate([np.rot90(crops, turn, axes=(1, 2)) for turn in TURNS])
    logits = model.run(np.ascontiguousarray(turned))["logits"].reshape(len(TURNS), len(crops), -1)[:, :, :-1]
    return np.array([(read.argmax(axis=1) == labels).sum() for read in (logits[0], logits.mean(axis=0))])
