"""Trains and writes the models: `python -m models.train detector --boards DIR --work DIR`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import cv2
import typer

from models.train import detector as dice
from models.train.export import write_model
from models.train.photographs import photographs_in
from models.train.recipe import RECIPES, load_recipe
from vision.detect import DETECTOR_LABELS, DETECTOR_PATH

app = typer.Typer(add_completion=False, no_args_is_help=True)

Boards = Annotated[list[Path], typer.Option(help="Folder of rendered boards; may be given several times.")]
Work = Annotated[Path, typer.Option(help="Folder of checkpoints; training goes on from the one that is there.")]
RecipePath = Annotated[Path | None, typer.Option(help="What decides the training; JSON.")]
Shared = Annotated[Path, typer.Option(help="Folder that holds real/; photographs without dice are taken from it.")]
Out = Annotated[Path, typer.Option(help="Where the model goes; its contract goes beside it.")]


@app.command()
def detector(
    boards: Boards,
    work: Work,
    recipe: RecipePath = None,
    shared: Shared = Path("../shared/data"),
    out: Out = DETECTOR_PATH,
) -> None:
    """Train the detector and write it."""
    cv2.setNumThreads(1)
    chosen = load_recipe(recipe or RECIPES / "detector.json")
    dice.train_detector(chosen, boards=boards, others=photographs_in(shared), folder=work)
    _write_detector(work, out)


@app.command()
def write_detector(work: Work, out: Out = DETECTOR_PATH) -> None:
    """Write the detector from its last checkpoint."""
    _write_detector(work, out)


def _write_detector(work: Path, out: Path) -> None:
    graph = dice.trained_graph(work)
    numbers = {"least_confidence": dice.LEAST_CONFIDENCE}
    write_model(graph, out, labels=DETECTOR_LABELS, size_wh=None, outputs=("heat", "shape"), numbers=numbers)


if __name__ == "__main__":
    app()
