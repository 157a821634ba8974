"""Reading many pictures on all cores: each process loads the models once and uses one thread."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
from tqdm import tqdm

from models.evaluate.boards import read_board
from models.evaluate.photographs import PhotographRecord, look_at
from models.evaluate.records import BoardRecord
from models.evaluate.truth import TrueBoard
from models.spread import spread
from vision.find.detect import DETECTOR_PATH, Detector
from vision.find.pose import POSE_PATH, PoseFinder, PoseReader
from vision.read.classify import FACES_PATH, FaceReader
from vision.read.load import VIEW_KEPT, BoardFinder
from vision.read.reader import Reader
from vision.reading import Box

Task = TypeVar("Task")
Result = TypeVar("Result")


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
def detector_of(models: Models) -> Detector:
    """Return the detector, loaded once a process, with one thread."""
    cv2.setNumThreads(1)
    return Detector.from_file(models.detector, threads=1)


@functools.lru_cache(maxsize=1)
def pose_reader_of(models: Models) -> PoseReader:
    """Return what looks at dice close up, loaded once a process, with one thread."""
    return PoseReader.from_file(models.pose, threads=1)


@functools.lru_cache(maxsize=1)
def finder_of(models: Models) -> PoseFinder:
    """Return the finder of photographs, loaded once a process, with one thread."""
    return PoseFinder(detector_of(models), pose_reader_of(models))


@functools.lru_cache(maxsize=1)
def face_reader_of(models: Models) -> FaceReader:
    """Return the face reader, loaded once a process, with one thread."""
    return FaceReader.from_file(models.faces, threads=1)


@functools.lru_cache(maxsize=1)
def reader_of(models: Models) -> Reader:
    """Return the reader of photographs, loaded once a process, with one thread."""
    return Reader(finder_of(models), face_reader_of(models))


def board_reader_of(models: Models) -> Reader:
    """Return a new reader of a camera over a board, of which it knows nothing yet."""
    return Reader(PoseFinder(BoardFinder(detector_of(models)), pose_reader_of(models)), face_reader_of(models))


def table_finder_of(models: Models) -> PoseFinder:
    """Return a new finder for one camera over one board: look by look it learns how that camera looks at it."""
    return PoseFinder(BoardFinder(detector_of(models)), pose_reader_of(models), keeps=VIEW_KEPT)


@dataclass(frozen=True, slots=True)
class BoardTask:
    """A board to be read."""

    models: Models
    folder: Path
    board: TrueBoard


def read_task(task: BoardTask) -> BoardRecord | None:
    """Return what was made of a board."""
    return read_board(task.folder, task.board, reader_of(task.models))


@dataclass(frozen=True, slots=True)
class PhotographTask:
    """A photograph to be looked at."""

    models: Models
    folder: Path
    name: str
    true: tuple[Box, ...]


def look_task(task: PhotographTask) -> PhotographRecord | None:
    """Return what was found in a photograph."""
    return look_at(task.folder, task.name, list(task.true), finder_of(task.models))


def worked(work: Callable[[Task], Result], tasks: Sequence[Task], *, jobs: int, what: str) -> list[Result]:
    """Return the results of tasks in their order, with a progress bar; a single job is done in this process.

    Raises:
        RenderError: If a task cannot be drawn.
        WorkError: If a process ends amid its work.
    """
    done = map(work, tasks) if jobs <= 1 or len(tasks) <= 1 else spread(work, tasks, jobs=jobs)
    return list(tqdm(done, desc=what, total=len(tasks), mininterval=2))
