"""How long each model and a whole reading take, in one thread on this machine, and whether four turns pay."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.evaluate.boards import is_poker_lying
from models.evaluate.records import BoardRecord, loaded
from models.evaluate.workers import Models, board_reader_of, loaded_models, reader_of
from models.render.stage import render
from models.train.pictures.scene import SceneConfig, sample_scene
from scoring.statistics.share import Share
from vision.frame import Frame
from vision.model import OnnxModel
from vision.preprocess import rectify
from vision.read.classify import TURNS
from vision.read.load import BoardFinder
from vision.reading import DICE_EXPECTED

TIMES = 30
FRAME_PX = 1296
SCENES = SceneConfig(
    size_wh=(FRAME_PX, FRAME_PX),
    die_px=(55.0, 65.0),
    leaning_share=0.0,
    off_share=0.0,
    foreign_share=0.0,
    hand_share=0.0,
    empty_share=0.0,
    clutter_share=0.0,
    held_out=True,
    quality=0.2,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """How long something took, milliseconds."""

    what: str  # Was done
    median_ms: float  # Of all times
    p95_ms: float  # 95th percentile
    n: int  # How many times


def latencies(models: Models, *, times: int = TIMES) -> tuple[Latency, ...]:
    """Return how long the models take on a drawn board of five dice, 1296 × 1296 pixels."""
    frame = five_dice()
    detector, pose, faces = loaded_models(models)
    board_finder, board_reader = BoardFinder(detector), board_reader_of(models)
    quads = [die.quad for die in board_finder.detect(frame)]
    quads = (quads * DICE_EXPECTED)[:DICE_EXPECTED]
    works: dict[str, Callable[[], object]] = {
        "detector, board": lambda: board_finder.detect(frame),
        "pose, five dice": lambda: pose.poses(frame, quads),
        "faces, five dice": lambda: faces.classify(frame, quads),
        "whole reading of a board": lambda: board_reader.read([frame]),
        "whole reading of a photograph": lambda: reader_of(models).read_picture(frame),
    }
    return tuple(timed(what, work, times) for what, work in works.items())


def timed(
    what: str, work: Callable[[], object], times: int, *, clock: Callable[[], float] = time.perf_counter
) -> Latency:
    """Return how long some work takes, after one time that does not count; the clock tells seconds."""
    work()
    spent = []
    for _ in range(times):
        began = clock()
        work()
        spent.append(1e3 * (clock() - began))
    return Latency(what=what, median_ms=float(np.median(spent)), p95_ms=float(np.percentile(spent, 95)), n=len(spent))


def five_dice() -> Frame:
    """Return a drawn board of five dice lying right."""
    scenes = (sample_scene(np.random.default_rng((5, number)), SCENES) for number in range(100))
    return Frame(render(next(scene for scene in scenes if len(scene.dice) == DICE_EXPECTED)).pixels)


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
    turned = np.concatenate([np.rot90(crops, turn, axes=(1, 2)) for turn in TURNS])
    logits = model.run(np.ascontiguousarray(turned))["logits"].reshape(len(TURNS), len(crops), -1)[:, :, :-1]
    return np.array([(read.argmax(axis=1) == labels).sum() for read in (logits[0], logits.mean(axis=0))])
