"""Dice of foreign designs: art of sources that nothing was trained on, each face by itself, its set unknown."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.evaluate.curves import THRESHOLDS
from models.evaluate.own_dice import SCENES, close_ups
from models.evaluate.workers import Models, face_reader_of, worked
from models.render.art import CALIBRATED, MEASURED
from models.render.styles import HELD_OUT_FROM, art_design
from models.render.world import Floats
from scoring.statistics.share import Share, share_of
from vision.read.reader import ReaderPolicy

SETS = 300
SIZES_PX = {"60–80 px": (60.0, 80.0), "45 px": (44.0, 46.0)}
WRONG_MOST = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignFigures:
    """What was measured on dice of a source, in one size."""

    right: Share  # Faces that can be told whose likeliest label is the right one
    sure_wrong: Share  # Of the faces the reader was sure of, those read wrong, or that nobody can tell
    asked: Share  # Faces that can be told and it was not sure of
    guessed: Share  # Figures without a letter, that say nothing, that it was sure of
    least_sure: float  # Least confidence from which on at most WRONG_MOST of the faces are wrong; NaN if from none


def measured_foreign(models: Models, art: Path, *, jobs: int, sets: int = SETS) -> dict[str, ForeignFigures]:
    """Return the figures by source and size; of nothing where no art is there."""
    sources = [source for source in (*CALIBRATED, *MEASURED) if (art / source).is_dir()]
    places = [(source, size) for source in sources for size in SIZES_PX]
    tasks = [(*place, number) for place in places for number in range(sets)]
    looked = worked(partial(looks, models, art), tasks, jobs=jobs, what="looking at foreign designs")
    parts = {place: looked[at * sets : (at + 1) * sets] for at, place in enumerate(places)}
    return {f"foreign designs, {' '.join(place)}": figures_of(np.concatenate(part)) for place, part in parts.items()}


def figures_of(looks: Floats) -> ForeignFigures:
    """Return the figures of faces, (N, 3): whether each can be told, whether it was read right, how surely."""
    told, right, sure = looks[:, 0] > 0, looks[:, 1] > 0, looks[:, 2] >= ReaderPolicy().sure_confidence
    wrong = [share_of(~right[looks[:, 2] >= least]) for least in THRESHOLDS]
    kept = [least for least, share in zip(THRESHOLDS, wrong, strict=True) if share.n and share.value <= WRONG_MOST]
    return ForeignFigures(
        right=share_of(right[told]),
        sure_wrong=share_of(~right[sure]),
        asked=share_of(~sure[told]),
        guessed=share_of(sure[~told]),
        least_sure=min(kept, default=float("nan")),
    )


def looks(models: Models, art: Path, task: tuple[str, str, int]) -> Floats:
    """Return of each face of a source's set, seen in a size, what `figures_of` takes, (6, 3)."""
    cv2.setNumThreads(1)
    source, size, number = task
    design = art_design(art, source, HELD_OUT_FROM + number)
    scenes = replace(SCENES, die_px=SIZES_PX[size])
    crops = close_ups(design, np.arange(6), seed=(number, int(SIZES_PX[size][0])), scenes=scenes)
    chances, true = face_reader_of(models).chances(crops), np.array(design.labels)
    sure = chances[:, :-1].max(axis=1) * (chances[:, -1] < ReaderPolicy().foreign_share)
    return np.stack([true >= 0, chances[:, :-1].argmax(axis=1) == true, sure], axis=1).astype(np.float32)
