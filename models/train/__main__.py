"""Trains and writes the models: `python -m models.train detector --boards DIR --work DIR`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import cv2
import torch
import typer

from models.train import detector as dice
from models.train import faces as top_faces
from models.train.export import write_model
from models.train.photographs import photographs_in
from models.train.pictures import boards_in
from models.train.recipe import RECIPES, Recipe, load_recipe
from vision.classify import FACE_LABELS, FACES_PATH, NO_FACE
from vision.detect import DETECTOR_LABELS, DETECTOR_PATH
from vision.preprocess import FACE_MARGIN, FACE_SIZE_PX

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
    _alone()
    chosen = load_recipe(recipe or RECIPES / "detector.json")
    dice.train_detector(chosen, boards=boards, others=photographs_in(shared), folder=work)
    _write_detector(work, out)


@app.command()
def write_detector(work: Work, out: Out = DETECTOR_PATH) -> None:
    """Write the detector from its last checkpoint."""
    _write_detector(work, out)


@app.command()
def faces(boards: Boards, held_out: Boards, work: Work, recipe: RecipePath = None, out: Out = FACES_PATH) -> None:
    """Train the face reader, calibrate it on held-out designs, and write it."""
    _alone()
    chosen = load_recipe(recipe or RECIPES / "faces.json")
    top_faces.train_faces(chosen, boards=boards, folder=work)
    _write_faces(work, held_out, chosen, out)


@app.command()
def write_faces(held_out: Boards, work: Work, recipe: RecipePath = None, out: Out = FACES_PATH) -> None:
    """Calibrate and write the face reader from its last checkpoint."""
    _write_faces(work, held_out, load_recipe(recipe or RECIPES / "faces.json"), out)


def _alone() -> None:
    """Use one thread: on a shared machine several wait for each other, five times slower."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)


def _write_faces(work: Path, held_out: list[Path], recipe: Recipe, out: Path) -> None:
    _alone()
    graph = top_faces.trained_graph(work)
    temperature = top_faces.fitted_temperature(graph, boards_in(held_out), recipe)
    numbers = {"temperature": temperature, "margin": FACE_MARGIN}
    labels, size_wh = (*FACE_LABELS, NO_FACE), (FACE_SIZE_PX, FACE_SIZE_PX)
    write_model(graph, out, labels=labels, size_wh=size_wh, outputs=("logits", "embedding"), numbers=numbers)


def _write_detector(work: Path, out: Path) -> None:
    _alone()
    graph = dice.trained_graph(work)
    numbers = {"least_confidence": dice.LEAST_CONFIDENCE}
    write_model(graph, out, labels=DETECTOR_LABELS, size_wh=None, outputs=("heat", "shape"), numbers=numbers)


if __name__ == "__main__":
    app()
