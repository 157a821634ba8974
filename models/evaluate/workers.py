"""Reading many pictures on all cores: each process loads the models once and uses one thread."""

import argparse
import functools
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
from tqdm import tqdm

from models.spread import Result, Task, spread
from vision.find.detect import DETECTOR_PATH, Detector
from vision.find.pose import POSE_PATH, PoseFinder, PoseReader
from vision.read.classify import FACES_PATH, FaceReader
from vision.read.reader import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """Where the models lie."""

    detector: Path = DETECTOR_PATH
    pose: Path = POSE_PATH
    faces: Path = FACES_PATH

    @property
    def sizes_kb(self) -> tuple[float, ...]:
        """Return the size of each file, kB."""
        return tuple(path.stat().st_size / 1000 for path in (self.detector, self.pose, self.faces))


@functools.lru_cache(maxsize=1)
def loaded_models(models: Models) -> tuple[Detector, PoseReader, FaceReader]:
    """Return the models, loaded once a process, each with one thread."""
    cv2.setNumThreads(1)
    detector, pose = Detector.from_file(models.detector, threads=1), PoseReader.from_file(models.pose, threads=1)
    return detector, pose, FaceReader.from_file(models.faces, threads=1)


def finder_of(models: Models) -> PoseFinder:
    """Return the finder of photographs."""
    return PoseFinder(*loaded_models(models)[:2])


def face_reader_of(models: Models) -> FaceReader:
    """Return the face reader."""
    return loaded_models(models)[2]


def reader_of(models: Models) -> Reader:
    """Return the reader of photographs."""
    return Reader(finder_of(models), face_reader_of(models))


def board_reader_of(models: Models, *, keeps: float = 0.0) -> Reader:
    """Return a new reader of a camera over a board; so much of what it learns of it is kept from look to look."""
    detector, pose, faces = loaded_models(models)
    return Reader(PoseFinder(detector, pose, keeps=keeps), faces)


def worked(work: Callable[[Task], Result], tasks: Sequence[Task], *, jobs: int, what: str) -> list[Result]:
    """Return the results of tasks in their order, with a progress bar; a single job is done in this process.

    Raises:
        RenderError: If a task cannot be drawn.
        WorkError: If a process ends amid its work.
    """
    done = map(work, tasks) if jobs <= 1 or len(tasks) <= 1 else spread(work, tasks, jobs=jobs)
    return list(tqdm(done, desc=what, total=len(tasks), mininterval=2))


def kept(
    folder: Path, names: Iterable[str], looked: Iterable[Result | None]
) -> tuple[tuple[Result, ...], tuple[str, ...]]:
    """Return what was made of pictures, and a sentence about those of which nothing was: they are not there."""
    pairs = list(zip(names, looked, strict=True))
    missing = [name for name, one in pairs if one is None]
    said = f"{folder}: {len(missing)} of {len(pairs)} pictures are missing or unreadable"
    sentences = (f"{said}, {missing[0]} first; the rest counts.",) if missing else ()
    return tuple(one for _, one in pairs if one is not None), sentences


OUT = Path("build/evaluate")
DRAWN = "boards"


def common_options() -> argparse.ArgumentParser:
    """Return a parser of the models, of what is drawn and of where it goes, to be the parent of others."""
    options, usual = argparse.ArgumentParser(add_help=False), Models()
    options.add_argument("--detector", type=Path, default=usual.detector, help="the detector")
    options.add_argument("--pose", type=Path, default=usual.pose, help="the pose model")
    options.add_argument("--faces", type=Path, default=usual.faces, help="the face model")
    options.add_argument("--count", type=at_least(1), help="boards to draw, if not as many as usual")
    options.add_argument("--out", type=Path, default=OUT, help="folder of page and drawn boards")
    options.add_argument("--jobs", type=at_least(1), default=os.cpu_count() or 1, help="processes")
    options.add_argument("--json", dest="as_json", action="store_true", help="print JSON instead of tables")
    return options


def models_of(given: argparse.Namespace) -> Models:
    """Return the models that a command line names."""
    return Models(detector=given.detector, pose=given.pose, faces=given.faces)


def at_least(least: int) -> Callable[[str], int]:
    """Return what makes a whole number from a least one on of a word."""

    def number(word: str) -> int:
        if int(word) < least:
            raise argparse.ArgumentTypeError(f"got {word}; legal is {least} and more")
        return int(word)

    return number
