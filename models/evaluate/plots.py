"""Figures as plots, PNG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from models.evaluate.board_set import SetFigures
from models.evaluate.curves import WRONG_MOST, chosen_point, readable_dice
from models.evaluate.records import DieRecord
from scoring.statistics.share import Share
from vision.read.classify import FACE_LABELS

DPI = 110
INK, BAD, GREY = "#1f5c45", "#b3312c", "#9a9a9a"
LEAST_SHOWN = 3e-5
"""Where a share of nothing is drawn on a logarithmic axis."""


class PlotsMissingError(ImportError):
    """Matplotlib is not installed."""


def _pyplot() -> Any:
    """Return pyplot, drawing to files alone.

    Raises:
        PlotsMissingError: If matplotlib is absent.
    """
    try:
        import matplotlib as mpl
    except ImportError as error:
        what = "plots need matplotlib; `make evaluate` installs it, or `pip install serviert[evaluate]`"
        raise PlotsMissingError(what) from error
    mpl.use("Agg")
    from matplotlib import pyplot

    return pyplot


def write_plots(boards: SetFigures, out: Path) -> dict[str, Path]:
    """Draw everything of a set of boards, and return the file of each plot by what it shows.

    Raises:
        PlotsMissingError: If matplotlib is absent.
    """
    works: dict[str, Callable[[Any], None]] = {
        "confusion": lambda plt: _confusion(plt, readable_dice(boards.records)),
        "coverage": lambda plt: _coverage(plt, boards),
        "reliability": lambda plt: _reliability(plt, boards),
    }
    return {
        name: _drawn(out / f"{boards.name}-{name}.png", f"{boards.name}: {name}", work) for name, work in works.items()
    }


def _drawn(path: Path, title: str, work: Callable[[Any], None]) -> Path:
    pyplot = _pyplot()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        work(pyplot)
        pyplot.suptitle(title, fontsize=11)
        pyplot.tight_layout()
        pyplot.savefig(path, dpi=DPI)
    finally:
        pyplot.close("all")
    return path


def confusion_matrix(dice: Sequence[DieRecord]) -> np.ndarray:
    """Return how often each face was read as each, int (6, 6): rows true, columns read."""
    matrix = np.zeros((len(FACE_LABELS),) * 2, np.int64)
    for die in dice:
        if die.read is not None and die.true.label is not None:
            matrix[die.true.label, die.read.label] += 1
    return matrix


def _confusion(plt: Any, dice: Sequence[DieRecord]) -> None:
    matrix = confusion_matrix(dice)
    shares = matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    _, axes = plt.subplots(figsize=(4.8, 4.4))
    axes.imshow(shares, cmap="Greens", vmin=0, vmax=1)
    for row, column in np.ndindex(*matrix.shape):
        colour = "white" if shares[row, column] > 0.6 else "black"
        axes.text(column, row, matrix[row, column] or "", ha="center", va="center", color=colour, fontsize=9)
    axes.set_xticks(range(len(FACE_LABELS)), FACE_LABELS)
    axes.set_yticks(range(len(FACE_LABELS)), FACE_LABELS)
    axes.set_xlabel("read")
    axes.set_ylabel("true")


def _coverage(plt: Any, boards: SetFigures) -> None:
    curve, chosen = boards.coverage, chosen_point(boards.coverage)
    _, axes = plt.subplots(figsize=(6.4, 4.4))
    for asked, wrong, colour, label in (
        ([p.asked_dice for p in curve], [p.wrong_dice for p in curve], INK, "faces, each by itself"),
        ([p.asked for p in curve], [p.wrong for p in curve], BAD, "dice of whole throws"),
    ):
        known = [pair for pair in zip(asked, wrong, strict=True) if pair[0].n and pair[1].n]
        x = [pair[0].value for pair in known]
        low, high = zip(*(pair[1].interval for pair in known), strict=True) if known else ((), ())
        axes.fill_between(x, np.maximum(low, LEAST_SHOWN), high, color=colour, alpha=0.12, step=None)
        axes.plot(x, [max(pair[1].value, LEAST_SHOWN) for pair in known], ".-", color=colour, label=label)
    axes.axhline(WRONG_MOST, color=GREY, linestyle=":", label="asked: 1 in 10,000")
    axes.axvline(0.02, color=GREY, linestyle="--", label="asked: 2 % of throws")
    if chosen is not None:
        axes.axvline(chosen.asked_dice.value, color=INK, linewidth=0.8, label=f"threshold {chosen.threshold:g}")
    axes.set_yscale("log")
    axes.set_ylim(LEAST_SHOWN / 1.5, 1)
    axes.set_xlabel("share asked about")
    axes.set_ylabel("wrong among what is believed (bottom: none)")
    axes.legend(fontsize=8)


def _reliability(plt: Any, boards: SetFigures) -> None:
    bins = [one for one in boards.reliability.bins if one.right.n]
    _, axes = plt.subplots(figsize=(4.8, 4.4))
    axes.plot([0, 1], [0, 1], ":", color=GREY)
    _error_bars(axes, [one.confidence for one in bins], [one.right for one in bins])
    for one in bins:
        axes.annotate(str(one.right.n), (one.confidence, one.right.value), fontsize=7, xytext=(3, -9),
                      textcoords="offset points")  # fmt: skip
    axes.set_xlabel("confidence")
    axes.set_ylabel("right")
    axes.set_title(f"expected calibration error {boards.reliability.expected_error:.3f}", fontsize=9)


def _error_bars(axes: Any, x: Sequence[float], shares: Sequence[Share]) -> None:
    values = np.array([one.value for one in shares])
    ends = np.array([one.interval for one in shares]).reshape(-1, 2).T
    below, above = np.clip(values - ends[0], 0, None), np.clip(ends[1] - values, 0, None)
    axes.errorbar(x, values, yerr=[below, above], fmt="o", color=INK, capsize=3, markersize=4)
