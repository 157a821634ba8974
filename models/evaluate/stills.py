"""Boards read as the device reads them: several still frames fused into one reading, in one size, the board sought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models.evaluate.boards import BoardFigures, board_figures, kept_records
from models.evaluate.counts import CountFigures, count_figures, counts_table
from models.evaluate.coverage import coverage_curve
from models.evaluate.frames import FUSED, load_frames
from models.evaluate.records import record_of
from models.evaluate.report import coverage_table, plain, table
from models.evaluate.throws import ThrowFigures, throw_figures
from models.evaluate.truth import true_boards
from models.evaluate.workers import BoardTask, board_reader_of, worked
from vision.find.board import find_board

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from models.evaluate.coverage import CoveragePoint
    from models.evaluate.records import BoardRecord
    from models.evaluate.workers import Models


@dataclass(frozen=True, slots=True, kw_only=True)
class StillFigures:
    """What was measured on boards read from several frames.

    Attributes:
        name: Of the boards, and how they were read.
        boards: A die.
        throws: A throw.
        counts: How many dice lie there.
        coverage: Risk against coverage.
    """

    name: str
    boards: BoardFigures
    throws: ThrowFigures
    counts: CountFigures
    coverage: tuple[CoveragePoint, ...]

    def as_data(self) -> dict[str, Any]:
        """Return the figures as data for JSON."""
        return {
            **plain(self.boards),
            "throws": plain(self.throws),
            "counts": plain(self.counts),
            "coverage": plain(self.coverage),
        }

    def as_text(self) -> str:
        """Return the figures as tables."""
        parts = (
            table(self.name, self.boards),
            table(f"throws of {self.name}", self.throws),
            counts_table(f"counts of {self.name}", self.counts),
            coverage_table(self.coverage) + "\n",
        )
        return "\n".join(parts)


def still_figures(name: str, records: Sequence[BoardRecord], *, sure: float) -> StillFigures:
    """Return the figures of boards as read from several frames.

    Args:
        name: Of them.
        records: What was read.
        sure: Confidence from which on a face is believed.
    """
    return StillFigures(
        name=name,
        boards=board_figures(records, sure=sure),
        throws=throw_figures(records, sure=sure),
        counts=count_figures(records),
        coverage=coverage_curve(records),
    )


def read_still_boards(
    folder: Path, models: Models, *, jobs: int, most: int | None = None
) -> tuple[tuple[BoardRecord, ...], tuple[str, ...]]:
    """Return what is read of a folder of boards with `FUSED` frames each, and sentences about what is missing.

    Args:
        folder: As `held_out.drawn` draws it.
        models: To read with.
        jobs: Processes.
        most: Only so many of the first boards.

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
