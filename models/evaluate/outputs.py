"""Writes everything that was measured into one folder: PNG, HTML, JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2

from models.evaluate.board_set import BoardSet
from models.evaluate.errors import PlotsMissingError
from models.evaluate.latency import Latency
from models.evaluate.page import Section, write_page
from models.evaluate.plots import write_latency, write_plots
from models.evaluate.run import Run
from models.evaluate.worst import contact_sheet, worst_dice

FIGURES, PAGE, WORST = "figures.json", "index.html", "worst.png"


def write_outputs(run: Run, out: Path, *, worst: int) -> tuple[str, ...]:
    """Write figures, plots, the worst dice and the page; return sentences about what could not be drawn.

    Raises:
        OSError: If the folder cannot be written to.
    """
    out.mkdir(parents=True, exist_ok=True)
    (out / FIGURES).write_text(json.dumps(run.as_data(), indent=2, ensure_ascii=False), encoding="utf-8")
    sheet = _write_worst(out, run.sets, worst)
    pictures, notices = _plots(out, run.sets, run.latencies)
    sections = [Section(title=name, text=text, pictures=pictures.get(name, ())) for name, text in run.texts.items()]
    sections += [Section(title="The worst dice: true > read, size and confidence, board", pictures=sheet)]
    write_page(out / PAGE, run.marks, sections, (*run.notices, *notices))
    return notices


def _write_worst(out: Path, sets: Sequence[BoardSet], count: int) -> tuple[Path, ...]:
    dice = worst_dice({one.folder: one.records for one in sets}, count)
    if not dice:
        return ()
    cv2.imwrite(str(out / WORST), contact_sheet(dice)[..., ::-1])
    return (out / WORST,)


def _plots(
    out: Path, sets: Sequence[BoardSet], latencies: Sequence[Latency]
) -> tuple[dict[str, tuple[Path, ...]], tuple[str, ...]]:
    """Return the plots by the title of their section, and a sentence if there can be none."""
    try:
        pictures = {f"boards {one.name}": tuple(write_plots(one, out).values()) for one in sets}
        if latencies:
            pictures["latency"] = (write_latency(latencies, out),)
    except PlotsMissingError as error:
        return {}, (f"No plots: {error}.",)
    return pictures, ()
