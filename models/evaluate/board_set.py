"""Everything that is measured on one set of boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.evaluate.boards import BoardFigures, board_figures, kept_records
from models.evaluate.breakdown import Breakdown, breakdowns
from models.evaluate.counts import CountFigures, count_figures, counts_table
from models.evaluate.coverage import CoveragePoint, chosen_point, coverage_curve, readable_dice
from models.evaluate.records import BoardRecord
from models.evaluate.reliability import Reliability, reliability
from models.evaluate.report import breakdown_table, coverage_table, plain, table
from models.evaluate.throws import ThrowFigures, throw_figures
from models.evaluate.truth import true_boards
from models.evaluate.workers import BoardTask, Models, read_task, worked


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFigures:
    """What was measured on a set of boards, however they were read."""

    name: str  # Of the set, and how it was read
    figures: BoardFigures  # A die
    throws: ThrowFigures  # A throw
    counts: CountFigures  # How many dice lie there
    coverage: tuple[CoveragePoint, ...]  # Risk against coverage

    def as_data(self) -> dict[str, Any]:
        """Return the figures as data for JSON."""
        parts = {"throws": self.throws, "counts": self.counts, "coverage": self.coverage}
        return {**plain(self.figures), **plain(parts)}

    def as_text(self) -> str:
        """Return the figures as tables."""
        return "\n".join([*self._tables(self.name), coverage_table(self.coverage) + "\n"])

    def _tables(self, heading: str) -> list[str]:
        return [
            table(heading, self.figures),
            table(f"throws of {self.name}", self.throws),
            counts_table(f"counts of {self.name}", self.counts),
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSet(SetFigures):
    """A set of boards, each read as a picture by itself."""

    folder: Path  # The pictures lie in
    records: tuple[BoardRecord, ...]  # What was read
    breakdowns: Mapping[str, Breakdown]  # Figures by design, tray, light, size, tilt and face
    reliability: Reliability  # How true the confidences are

    def as_data(self) -> dict[str, Any]:
        """Return the figures as data for JSON."""
        parts = {"by": dict(self.breakdowns), "coverage": self.coverage, "reliability": self.reliability}
        common = SetFigures.as_data(self)
        del common["coverage"]
        return {**common, **plain(parts)}

    def as_text(self) -> str:
        """Return the figures as tables."""
        return "\n".join(
            [
                *self._tables(f"boards {self.name}"),
                *(breakdown_table(name, rows) + "\n" for name, rows in self.breakdowns.items()),
                coverage_table(self.coverage),
                chosen_sentence(self.coverage),
                f"  expected calibration error {self.reliability.expected_error:.3f}\n",
            ]
        )


def read_board_set(
    name: str, folder: Path, models: Models, *, sure: float, jobs: int, most: int | None = None
) -> tuple[BoardSet, tuple[str, ...]]:
    """Return what a folder's first `most` boards tell, and sentences about what could not be used.

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
        **_common(name, records, sure),
        folder=folder,
        records=tuple(records),
        breakdowns=breakdowns(records, sure=sure),
        reliability=reliability(readable_dice(records)),
    )


def set_figures(name: str, records: Sequence[BoardRecord], *, sure: float) -> SetFigures:
    """Return what records of boards tell, however they were read."""
    return SetFigures(**_common(name, records, sure))


def _common(name: str, records: Sequence[BoardRecord], sure: float) -> dict[str, Any]:
    return {
        "name": name,
        "figures": board_figures(records, sure=sure),
        "throws": throw_figures(records, sure=sure),
        "counts": count_figures(records),
        "coverage": coverage_curve(records),
    }


def chosen_sentence(curve: Sequence[CoveragePoint]) -> str:
    """Return in words which threshold the curve would choose."""
    chosen = chosen_point(curve)
    if chosen is None:
        return "  at no threshold so few faces are wrong as are asked for"
    return f"  least threshold with so few wrong as asked for: {chosen.threshold:g}, asking in {chosen.asked} of throws"
