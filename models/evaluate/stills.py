"""Boards read as the device reads them: several still frames fused into one reading, in one size, the board sought."""

from __future__ import annotations

from pathlib import Path

from models.evaluate.boards import kept_records
from models.evaluate.frames import FUSED, load_frames
from models.evaluate.records import BoardRecord, record_of
from models.evaluate.truth import true_boards
from models.evaluate.workers import BoardTask, Models, board_reader_of, worked
from vision.find.board import find_board


def read_still_boards(
    folder: Path, models: Models, *, jobs: int, most: int | None = None
) -> tuple[tuple[BoardRecord, ...], tuple[str, ...]]:
    """Return what is read of a folder of boards with `FUSED` frames each, and sentences about what is missing.

    Raises:
        TruthError: If there is no truth.
    """
    boards, _ = true_boards(folder)
    tasks = [BoardTask(models, folder, board) for board in boards[:most]]
    read = worked(still_task, tasks, jobs=jobs, what=f"reading {FUSED} frames each of {folder.name}")
    return kept_records(folder, boards[:most], read)


def still_task(task: BoardTask) -> BoardRecord | None:
    """Return what was made of a board; None if a frame is missing."""
    frames = load_frames(task.folder, task.board.image, FUSED)
    if frames is None:
        return None
    reader = board_reader_of(task.models)
    return record_of(task.board, frames[-1], lambda: reader.read(frames, find_board(frames[-1])))
