"""The marks that were set, each beside what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.evaluate.boards import BoardFigures
from models.evaluate.counts import CountFigures
from models.evaluate.own_dice import OwnDiceFigures
from models.evaluate.photographs import PhotographFigures
from models.evaluate.throws import ThrowFigures
from scoring.statistics.share import Share

MODELS_MOST_KB = 1000
AFTER_TEACHING = "photographs read after teaching"
OWN_DICE = "own dice after ≤ 12 crops, a die"
HELD = "held set right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A mark and what was measured."""

    mark: str  # What is asked for
    on: str  # What it was measured on
    asked: float  # The bound
    at_least: bool = True  # Whether more is better
    measured: float | None = None  # None where no command of this folder measures it, or there was no case
    share: Share | None = None  # Hits and cases the measured value comes from; None where it is no share
    remark: str = ""  # What else there is to say, such as who measures it

    @property
    def is_reached(self) -> bool | None:
        """Return whether the measured value keeps the bound; None where nothing was measured."""
        if self.measured is None:
            return None
        return self.measured >= self.asked if self.at_least else self.measured <= self.asked

    @property
    def is_certain(self) -> bool | None:
        """Return whether the whole interval lies on its side of the bound; None where there is none."""
        if self.share is None or self.measured is None:
            return None
        low, high = self.share.interval
        is_kept = low >= self.asked if self.at_least else high <= self.asked
        is_missed = high < self.asked if self.at_least else low > self.asked
        return is_kept or is_missed


def share_mark(mark: str, on: str, asked: float, share: Share, *, at_least: bool = True) -> Mark:
    """Return a mark that a share decides; without a case nothing was measured."""
    measured = share.value if share.n else None
    return Mark(mark=mark, on=on, asked=asked, at_least=at_least, measured=measured, share=share)


def board_marks(on: str, boards: BoardFigures, throws: ThrowFigures, counts: CountFigures) -> tuple[Mark, ...]:
    """Return the marks that boards decide."""
    return (share_mark("a die's face, raw", on, 0.999, boards.faces), *throw_marks(on, throws, counts))


def throw_marks(on: str, throws: ThrowFigures, counts: CountFigures) -> tuple[Mark, ...]:
    """Return the marks that whole throws decide."""
    return (
        share_mark("five dice all right, raw", on, 0.995, throws.five_right),
        share_mark("wrong dice among accepted readings", on, 1e-4, throws.wrong, at_least=False),
        share_mark("throws of five lying right that are asked about", on, 0.02, throws.asked, at_least=False),
        share_mark("burning at ≥ 10° or stacked, recall", on, 0.99, throws.burning),
        share_mark("burning, false alarms a throw", on, 0.005, throws.alarms, at_least=False),
        share_mark("another count than five noticed", on, 0.999, counts.noticed),
    )


def photograph_marks(on: str, figures: PhotographFigures) -> tuple[Mark, ...]:
    """Return the marks that photographs of strange dice decide."""
    return (
        share_mark("dice in photographs, recall at IoU 0.5", on, 0.98, figures.recall),
        share_mark("dice in photographs, precision at IoU 0.5", on, 0.98, figures.precision),
    )


def own_dice_marks(figures: OwnDiceFigures) -> tuple[Mark, ...]:
    """Return the marks that sets taught from drawn crops decide."""
    return (share_mark(OWN_DICE, "drawn close-ups", 0.999, figures.accuracy),)


def size_mark(sizes_kb: Sequence[float]) -> Mark:
    """Return the mark for the size of the models, kB each."""
    total = sum(sizes_kb)
    return Mark(
        mark="all models together, kB", on="the files", asked=MODELS_MOST_KB, at_least=False, measured=round(total, 1)
    )


def marks_elsewhere() -> tuple[Mark, ...]:
    """Return the marks that no folder of boards or photographs decides by itself."""
    return (
        _elsewhere(OWN_DICE, 0.999, "python -m models.evaluate"),
        _elsewhere(HELD, 0.999, "python -m models.evaluate"),
        _elsewhere(AFTER_TEACHING, 0.99, "python -m models.evaluate --teach-photos DIR"),
        _elsewhere("moved by ≥ 2 mm or 1°, noticed before the next reading", 1.0, "python -m tests.bench.moved"),
        _elsewhere("times faster than YOLO11n at 640 px", 15, "python -m tests.bench.against_yolo"),
    )


def _elsewhere(mark: str, asked: float, command: str) -> Mark:
    return Mark(mark=mark, on="–", asked=asked, remark=f"({command})")
