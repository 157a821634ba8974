"""Everything that is measured on one set of boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models.evaluate.boards import BoardFigures, board_figures, kept_records
from models.evaluate.breakdown import breakdowns
from models.evaluate.counts import CountFigures, count_figures, counts_table
from models.evaluate.coverage import chosen_point, coverage_curve, readable_dice
from models.evaluate.reliability import reliability
from models.evaluate.report import breakdown_table, coverage_table, plain, table
from models.evaluate.throws import ThrowFigures, throw_figures
from models.evaluate.truth import true_boards
from models.evaluate.workers import BoardTask, read_task, worked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from models.evaluate.breakdown import Breakdown
    from models.evaluate.coverage import CoveragePoint
    from models.evaluate.records import BoardRecord
    from models.evaluate.reliability import Reliability
    from models.evaluate.workers import Models


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSet:
    """A set of boards, as read and as measured.

    Attributes:
        name: Of the set.
        folder: The pictures lie in.
        records: What was read.
        figures: A die.
        throws: A throw.
        counts: How many dice lie there.
        by: Figures by design, tray, light, size, tilt and face.
        coverage: Risk against coverage.
        reliability: How true the confidences are.
    """

    name: str
    folder: Path
    records: tuple[BoardRecord, ...]
    figures: BoardFigures
    throws: ThrowFigures
    counts: CountFigures
    by: Mapping[str, Breakdown]
    coverage: tuple[CoveragePoint, ...]
    reliability: Reliability

    def as_data(self) -> dict[str, Any]:
        """Return the figures as data for JSON."""
        return {
            **plain(self.figures),
            "throws": plain(self.throws),
            "counts": plain(self.counts),
            "by": plain(dict(self.by)),
            "coverage": plain(self.coverage),
            "reliability": plain(self.reliability),
        }

    def as_text(self) -> str:
        """Return the figures as tables."""
        parts = [
            table(f"boards {self.name}", self.figures),
            table(f"throws of {self.name}", self.throws),
            counts_table(f"counts of {self.name}", self.counts),
            *(breakdown_table(name, rows) + "\n" for name, rows in self.by.items()),
            coverage_table(self.coverage),
            chosen_sentence(self.coverage),
            f"  expected calibration error {self.reliability.expected_error:.3f}\n",
        ]
        return "\n".join(parts)


def read_board_set(
    name: str, folder: Path, models: Models, *, sure: float, jobs: int, most: int | None = None
) -> tuple[BoardSet, tuple[str, ...]]:
    """Read a folder of boards and measure, and return sentences about what could not be used.

    Args:
        name: Of the set.
        folder: With `truth*.jsonl`.
        models: To read with.
        sure: Confidence from which on the reader is sure.
        jobs: Processes.
        most: Only so many of the first boards.

    Raises:
        TruthError: If there is no truth.
    """
    boards, unused = true_boards(folder)
    tasks = [BoardTask(models, folder, board) for board in boards[:most]]
    records, missing = kept_records(folder, boards[:most], worked(read_task, tasks, jobs=jobs, what=f"reading {name}"))
    return board_set(name, folder, records, sure=sure), (*unused, *missing)


def board_set(name: str, folder: Path, records: Sequence[BoardRecord], *, sure: float) -> BoardSet:
    """Return the figures of boards as read."""
    return BoardSet(
        name=name,
        folder=folder,
        records=tuple(records),
        figures=board_figures(records, sure=sure),
        throws=throw_figures(records, sure=sure),
        counts=count_figures(records),
        by=breakdowns(records, sure=sure),
        coverage=coverage_curve(records),
        reliability=reliability(readable_dice(records)),
    )


def chosen_sentence(curve: Sequence[CoveragePoint]) -> str:
    """Return in words which threshold the curve would choose."""
    chosen = chosen_point(curve)
    if chosen is None:
        return "  at no threshold so few faces are wrong as are asked for"
    return f"  least threshold with so few wrong as asked for: {chosen.threshold:g}, asking in {chosen.asked} of throws"
