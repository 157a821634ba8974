"""Everything that is measured on one set of boards, and how they are read: as pictures, or as the device reads them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from models.evaluate import boards, curves
from models.evaluate.held_out import FUSED, load_frames
from models.evaluate.records import BoardRecord, loaded, record_of
from models.evaluate.report import Mark, breakdown_table, coverage_table, plain, share_mark, table
from models.evaluate.workers import Models, board_reader_of, kept, reader_of, worked
from models.render.world import Bytes
from models.train.pictures.truth import TrueBoard, true_boards
from vision.find.board import find_board
from vision.frame import Frame
from vision.light.exposure import GAMMA
from vision.read.reader import ReaderPolicy

SURE = ReaderPolicy().sure_confidence
Spoils: TypeAlias = Callable[[Bytes], Bytes]
Reads: TypeAlias = Callable[[Models, Path, TrueBoard], BoardRecord | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFigures:
    """What was measured on a set of boards, however they were read."""

    name: str  # Of the set, and how it was read
    records: tuple[BoardRecord, ...]
    figures: boards.BoardFigures  # A die
    throws: boards.ThrowFigures
    counts: boards.CountFigures
    coverage: tuple[curves.CoveragePoint, ...]
    calibration_error: float  # How far confidences are from shares of right ones
    folder: Path  # Of the pictures, where each board is one
    breakdowns: Mapping[str, curves.Breakdown]  # By kinds of dice, there alone

    def as_data(self) -> dict[str, Any]:
        """Return the figures as data for JSON."""
        parts: dict[str, Any] = {"throws": self.throws, "counts": self.counts, "coverage": self.coverage}
        if self.breakdowns:
            parts |= {"by": dict(self.breakdowns), "calibration_error": self.calibration_error}
        return {**plain(self.figures), **plain(parts)}

    def as_text(self) -> str:
        """Return the figures as tables."""
        tables = [
            table(f"boards {self.name}" if self.breakdowns else self.name, self.figures),
            table(f"throws of {self.name}", self.throws),
            boards.counts_table(f"counts of {self.name}", self.counts),
            *(f"{breakdown_table(name, rows)}\n" for name, rows in self.breakdowns.items()),
            coverage_table(self.coverage),
        ]
        if self.breakdowns:
            tables += [f"  expected calibration error {self.calibration_error:.3f}"]
        return "\n".join([*tables, ""])


def set_figures(name: str, records: Sequence[BoardRecord], folder: Path | None = None) -> SetFigures:
    """Return what records of boards tell; where each is a picture of a folder, by kinds of dice, too."""
    return SetFigures(
        name=name,
        records=tuple(records),
        figures=boards.board_figures(records, sure=SURE),
        throws=boards.throw_figures(records, sure=SURE),
        counts=boards.count_figures(records),
        coverage=curves.coverage_curve(records),
        calibration_error=curves.calibration_error(curves.readable_dice(records)),
        folder=folder or Path(),
        breakdowns={} if folder is None else curves.breakdowns(records, sure=SURE),
    )


def board_marks(figures: SetFigures) -> tuple[Mark, ...]:
    """Return the marks that boards decide."""
    mark, throws = partial(share_mark, on=figures.name), figures.throws
    return (
        mark("a die's face, raw", asked=0.999, share=figures.figures.faces),
        mark("five dice all right, raw", asked=0.995, share=throws.five_right),
        mark("wrong dice among accepted readings", asked=1e-4, share=throws.wrong, at_least=False),
        mark("throws of five lying right that are asked about", asked=0.02, share=throws.asked, at_least=False),
        mark("burning at ≥ 10° or stacked, recall", asked=0.99, share=throws.burning),
        mark("burning, false alarms a throw", asked=0.005, share=throws.alarms, at_least=False),
        mark("another count than five noticed", asked=0.999, share=figures.counts.noticed),
    )


def read_boards(
    folder: Path, models: Models, reads: Reads, *, jobs: int, most: int | None = None
) -> tuple[tuple[BoardRecord, ...], tuple[str, ...]]:
    """Return what is read of a folder's first `most` boards, and sentences about what could not be used.

    Raises:
        TruthError: If there is no truth.
    """
    stated, unused = true_boards(folder)
    stated = stated[:most]
    read = worked(partial(reads, models, folder), stated, jobs=jobs, what=f"reading {folder.name}")
    records, missing = kept(folder, [board.image for board in stated], read)
    return records, (*unused, *missing)


def as_picture(models: Models, folder: Path, board: TrueBoard, *, spoil: Spoils | None = None) -> BoardRecord | None:
    """Return what was made of a board's picture, spoilt if so wished; None if it is absent or unreadable."""
    frame = loaded(board.image, folder)
    if frame is not None and spoil is not None:
        frame = Frame(spoil(frame.pixels))
    return None if frame is None else record_of(board, frame, reader_of(models).read_picture(frame))


def blurred(pixels: Bytes) -> Bytes:
    """Return a picture out of focus."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 3.0), np.uint8)


def overexposed(pixels: Bytes) -> Bytes:
    """Return a picture exposed two and a half times as long."""
    return np.asarray(cv2.LUT(pixels, np.clip(np.arange(256) * 2.5 ** (1 / GAMMA), 0, 255).astype(np.uint8)), np.uint8)


SPOILT: Mapping[str, Spoils] = {"blurred (σ 3 px)": blurred, "overexposed (2.5 times)": overexposed}


def as_stills(models: Models, folder: Path, board: TrueBoard) -> BoardRecord | None:
    """Return what was made of a board as the device reads: several frames fused, in one size, the board sought."""
    frames = load_frames(folder, board.image, FUSED)
    if frames is None:
        return None
    return record_of(board, frames[-1], board_reader_of(models).read(frames, find_board(frames[-1])))
