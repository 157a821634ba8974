"""The network that does everything against our three: on the same boards, by turns, on one thread."""

from __future__ import annotations

import functools
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import onnx

from models.evaluate.arithmetic import multiplications
from models.evaluate.boards import read_board
from models.evaluate.workers import Models
from models.train.single_reader import SIDE_PX, SingleReader
from scoring.statistics.share import Share, share_of
from vision.find.detect import Detector
from vision.find.pose import PoseFinder, PoseReader
from vision.model import OnnxModel
from vision.read.classify import FaceReader
from vision.read.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import onnxruntime as ort
    from numpy.typing import NDArray

    from models.evaluate.records import BoardRecord, DieRecord, PictureReader
    from models.evaluate.truth import TrueBoard
    from vision.frame import Frame
    from vision.model import ModelContract
    from vision.reading import Reading

SINGLE, OURS = "one network, 640 px", "three networks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """What a reader reached on boards; dice hidden by more than `records.LEAST_VISIBLE` allows do not count.

    Attributes:
        name: Of the reader.
        recall: True dice found, at intersection over union 0.5.
        precision: Found dice that are true ones.
        faces: Poker dice found and lying right, whose face was read right.
        both: Poker dice lying right that were found and read right.
        multiplications: For a board, on average.
        median_ms: Of one core for a board, from the picture to the reading; waiting for the core does not count.
    """

    name: str
    recall: Share
    precision: Share
    faces: Share
    both: Share
    multiplications: float
    median_ms: float


class TimedReader:
    """A reader that takes the time of its own thread: on a busy machine the clock on the wall tells of others."""

    def __init__(self, reader: PictureReader) -> None:
        """Take the reader; nothing has been read."""
        self._reader = reader
        self.spent_s = 0.0

    def read_picture(self, frame: Frame, /) -> Reading:
        """Return what lies in a picture."""
        began = time.thread_time()
        reading = self._reader.read_picture(frame)
        self.spent_s = time.thread_time() - began
        return reading


class CountedModel(OnnxModel):
    """A model that remembers what it was shown."""

    def __init__(self, session: ort.InferenceSession, contract: ModelContract) -> None:
        """Hold a session; nothing has been shown."""
        super().__init__(session, contract)
        self.shown: Counter[tuple[int, ...]] = Counter()

    def run(self, pixels: NDArray[np.uint8]) -> dict[str, NDArray[np.float32]]:
        """Run the model, see `OnnxModel.run`."""
        self.shown[pixels.shape] += 1
        return super().run(pixels)


class CountedReader:
    """Our three networks put together as `vision.read.load.load_reader` does, on one thread, counting what they do."""

    def __init__(self, models: Models) -> None:
        """Load the models.

        Raises:
            ModelError: If a model is missing, broken, or not the one its contract describes.
        """
        self._paths = models.detector, models.pose, models.faces
        detector, pose, faces = self.models = tuple(_counted(path) for path in self._paths)
        reader = Reader(PoseFinder(Detector(detector), PoseReader(pose)), FaceReader(faces))
        self.read_picture = reader.read_picture

    def multiplications(self) -> int:
        """Return how many multiplications all readings so far took."""
        return sum(
            times * shape[0] * _of_one(path, shape[1:])
            for path, model in zip(self._paths, self.models, strict=True)
            for shape, times in model.shown.items()
        )


def _counted(path: Path) -> CountedModel:
    model = CountedModel.load(path, threads=1)
    assert isinstance(model, CountedModel), "a class loads its own instances"
    return model


@functools.cache
def _of_one(path: Path, shape: tuple[int, ...]) -> int:
    return multiplications(onnx.load(path), (1, *shape))


def side_by_side(
    folder: Path, boards: Sequence[TrueBoard], single: Path, *, least_confidence: float, models: Models | None = None
) -> tuple[Reached, Reached]:
    """Return what the network that does everything and our three reach on boards.

    Args:
        folder: Of the boards.
        boards: What is true of them.
        single: The one network, as `single_reader.write_single` writes it.
        least_confidence: From which on it has found a die.
        models: Our three.
    """
    cv2.setNumThreads(1)
    ours = CountedReader(models or Models())
    readers: dict[str, PictureReader] = {
        SINGLE: SingleReader(single, least_confidence=least_confidence),
        OURS: ours,
    }
    records = read_by_turns(folder, boards, readers)
    one = multiplications(onnx.load(single), (1, SIDE_PX, SIDE_PX, 3))
    many = ours.multiplications() / max(1, len(records[OURS]))
    return reached(SINGLE, records[SINGLE], one), reached(OURS, records[OURS], many)


def read_by_turns(
    folder: Path, boards: Sequence[TrueBoard], readers: Mapping[str, PictureReader]
) -> dict[str, list[BoardRecord]]:
    """Return what each reader made of each board; by turns, so that a busy machine slows all alike."""
    timed = {name: TimedReader(reader) for name, reader in readers.items()}
    records: dict[str, list[BoardRecord]] = {name: [] for name in readers}
    for board in boards:
        for name, reader in timed.items():
            record = read_board(folder, board, reader)
            if record is not None:
                records[name].append(replace(record, reading_s=reader.spent_s))
    return records


def reached(name: str, records: Sequence[BoardRecord], taken: float) -> Reached:
    """Return the figures of boards as read.

    Args:
        name: Of the reader.
        records: Of the boards.
        taken: Multiplications a board.
    """
    dice = [die for record in records for die in record.dice if die.counts]
    found = [die for die in dice if die.read is not None]
    extra = sum(len(record.extra) for record in records)
    return Reached(
        name=name,
        recall=Share(len(found), len(dice)),
        precision=Share(len(found), len(found) + extra),
        faces=share_of(die.is_right for die in found if _has_face(die)),
        both=share_of(die.is_right for die in dice if _has_face(die)),
        multiplications=taken,
        median_ms=1e3 * float(np.median([record.reading_s for record in records])),
    )


def _has_face(die: DieRecord) -> bool:
    return die.true.is_poker and die.true.lies_right


def chosen_confidence(records: Sequence[BoardRecord]) -> float:
    """Return from which confidence on recall and precision are best together (harmonic mean).

    Args:
        records: Of boards that no figure is measured on, read with everything let through.
    """
    dice = [die for record in records for die in record.dice if die.counts]
    hits = np.array([die.read.detection.confidence for die in dice if die.read is not None])
    extra = np.array([die.detection.confidence for record in records for die in record.extra])
    candidates = np.unique(np.round(np.concatenate([hits, extra]), 2))
    scores = [
        2 * (hits >= least).sum() / max(1, len(dice) + (hits >= least).sum() + (extra >= least).sum())
        for least in candidates
    ]
    return float(candidates[int(np.argmax(scores))]) if scores else 0.5


def table(rows: Sequence[Reached], boards: int) -> str:
    """Return what readers reached, side by side, as a table in Markdown; a ratio is the first's over the last's."""
    first, last = rows[0], rows[-1]
    lines = ["| | " + " | ".join(row.name for row in rows) + " |", "|---|" + "---|" * len(rows)]
    shares = {
        "found, of all dice": [row.recall for row in rows],
        "true, of all found": [row.precision for row in rows],
        "face right, of poker dice found lying right": [row.faces for row in rows],
        "found and face right, of poker dice lying right": [row.both for row in rows],
    }
    lines += [f"| {what} | " + " | ".join(map(str, values)) + " |" for what, values in shares.items()]
    lines += [
        "| million multiplications a board | " + " | ".join(f"{row.multiplications / 1e6:.0f}" for row in rows) + " |",
        "| ms of one core a board | " + " | ".join(f"{row.median_ms:.0f}" for row in rows) + " |",
    ]
    work = first.multiplications / last.multiplications
    spent = first.median_ms / last.median_ms
    lines.append(
        f"\n{boards} boards; {first.name} takes {work:.1f} times the multiplications and {spent:.1f} times the time of "
        f"{last.name}."
    )
    return "\n".join(lines)
