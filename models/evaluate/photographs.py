"""Photographs with labels: how well dice are found, and read after so many crops of each face were shown."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.evaluate.records import loaded, matched
from models.evaluate.report import cell, rows_table
from models.evaluate.workers import Models, face_reader_of, finder_of, kept, worked
from models.train.errors import TruthError
from models.train.pictures.truth import LabelledBox, Labels
from scoring.statistics.share import Share, share_of
from vision.learn.impressions import CropReader, impressions_of
from vision.learn.taught import teach
from vision.preprocess import FACE_SIZE_PX
from vision.read.reader import ReaderPolicy
from vision.reading import DiceFinder


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotographFigures:
    """What was measured on photographs."""

    pictures: int  # How many
    recall: Share  # True dice that were found, at intersection over union 0.5
    precision: Share  # Found dice that are true ones
    pictures_right: Share  # Pictures in which all dice and nothing else was found


@dataclass(frozen=True, slots=True, eq=False)
class FoundFaces:
    """Top faces that were found where dice are."""

    crops: NDArray[np.uint8]  # uint8 (N, 80, 80, 3)
    labels: tuple[str, ...]  # What each shows
    true: int  # How many dice there are
    found: int  # How many were found, right or wrong


def look_at(
    finder: DiceFinder, reader: CropReader, folder: Path, name: str, true: Sequence[LabelledBox]
) -> FoundFaces | None:
    """Return what was found in a photograph; None if it is absent or unreadable."""
    frame = loaded(name, folder / "images", folder)
    if frame is None:
        return None
    found = finder.detect(frame)
    pairs = matched([die.box_xyxy for die in found], [box for box, _ in true])
    crops = reader.crops(frame, [found[number].quad for number in pairs])
    return FoundFaces(crops, tuple(true[number][1] for number in pairs.values()), len(true), len(found))


def faces_in(models: Models, folder: Path, photograph: tuple[str, Sequence[LabelledBox]]) -> FoundFaces | None:
    """Return what the models find in a photograph."""
    return look_at(finder_of(models), face_reader_of(models), folder, *photograph)


def looked_at(
    folder: Path, truth: Labels, models: Models, *, jobs: int
) -> tuple[tuple[FoundFaces, ...], tuple[str, ...]]:
    """Return what is found in each photograph, and a sentence about the photographs there are not."""
    looks = partial(faces_in, models, folder)
    return kept(folder, truth, worked(looks, list(truth.items()), jobs=jobs, what=f"looking at {folder.name}"))


def photograph_figures(looked: Sequence[FoundFaces]) -> PhotographFigures:
    """Return the figures of photographs as looked at."""
    hits = sum(len(one.labels) for one in looked)
    return PhotographFigures(
        pictures=len(looked),
        recall=Share(hits, sum(one.true for one in looked)),
        precision=Share(hits, sum(one.found for one in looked)),
        pictures_right=Share(sum(len(one.labels) == one.found == one.true for one in looked), len(looked)),
    )


SET_NAME = "measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeachFigures:
    """What was measured after teaching."""

    shots: int  # Crops of each label that were shown
    seed: int  # By which they were chosen
    found: Share  # Dice of the truth that were found; the rest is not read
    accuracy: Share  # Dice not shown whose likeliest label is the right one
    asked: Share  # Dice not shown that the reader is not sure of, or takes for none of the set
    sure_right: Share  # Dice it is sure of that are read right
    by_label: dict[str, Share]  # Accuracy of each label
    confusions: tuple[tuple[tuple[str, str], int], ...]  # Labels read wrong: (true, read) and how often


def found_faces(folder: Path, truth: Labels, models: Models, *, jobs: int) -> tuple[FoundFaces, tuple[str, ...]]:
    """Return the faces found in photographs, and a sentence about the photographs there are not."""
    found, missing = looked_at(folder, truth, models, jobs=jobs)
    crops = np.concatenate([np.empty((0, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8), *(one.crops for one in found)])
    labels = tuple(label for one in found for label in one.labels)
    return FoundFaces(crops, labels, sum(one.true for one in found), sum(one.found for one in found)), missing


def measured_teaching(faces: FoundFaces, reader: CropReader, *, shots: int, seed: int) -> TeachFigures:
    """Return the figures of teaching so many shots of each label, chosen by a seed, and reading all others.

    Raises:
        TruthError: If there are fewer than two labels, or one was not found more often than it is to be shown.
    """
    labels = tuple(sorted(set(faces.labels)))
    if len(labels) < 2:
        raise TruthError(f"Dice of two or more labels must be found to teach them; found were {len(labels)}.")
    rarest, count = min(Counter(faces.labels).items(), key=lambda each: each[1])
    if count <= shots:
        raise TruthError(f"{rarest!r} was found {count} times, too few to show {shots} and test on others.")
    which = np.array([labels.index(label) for label in faces.labels], np.intp)
    rng = np.random.default_rng(seed)
    shown = np.concatenate([rng.choice(np.flatnonzero(which == at), shots, replace=False) for at in range(len(labels))])
    rest = np.setdiff1d(np.arange(len(which)), shown)
    seen = impressions_of(reader, faces.crops)
    dice_set = teach(seen.of(shown), which[shown], labels=labels, name=SET_NAME, model_sha256=reader.sha256)
    read, true, policy = dice_set.read(seen.of(rest)).probabilities, which[rest], ReaderPolicy()
    likeliest = read[:, :-1].argmax(axis=1)
    is_right = likeliest == true
    is_sure = (read[:, :-1].max(axis=1) >= policy.sure_confidence) & (read[:, -1] < policy.foreign_share)
    wrong = Counter((labels[a], labels[b]) for a, b in zip(true[~is_right], likeliest[~is_right], strict=True))
    return TeachFigures(
        shots=shots,
        seed=seed,
        found=Share(len(which), faces.true),
        accuracy=share_of(is_right),
        asked=share_of(~is_sure),
        sure_right=share_of(is_right[is_sure]),
        by_label={label: share_of(is_right[true == number]) for number, label in enumerate(labels)},
        confusions=tuple(wrong.most_common()),
    )


def teach_table(name: str, figures: TeachFigures) -> str:
    """Return the figures as a table in text."""
    rows: list[tuple[str, object]] = [
        ("crops shown a label", figures.shots),
        ("seed", figures.seed),
        ("dice found", figures.found),
        ("read right", figures.accuracy),
        ("asked", figures.asked),
        ("right when sure", figures.sure_right),
        *((f"  {label}", share) for label, share in figures.by_label.items()),
        ("read wrong", cell(figures.confusions) or "–"),
    ]
    return rows_table(name, rows)
