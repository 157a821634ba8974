"""Trains and writes the models: `python -m models.train detector --boards DIR --work DIR`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import torch
import typer
from numpy.typing import NDArray

from models.advisor import PROSPECTS_PATH
from models.train import detector as dice
from models.train import faces as top_faces
from models.train import poses as top_poses
from models.train.compare import compared, table
from models.train.confidence import ConfidenceFit, fitted_confidence, fitted_looks
from models.train.export import write_model
from models.train.photographs import photographs_in
from models.train.pictures.shelf import boards_in
from models.train.prints import sheets_in
from models.train.prospects import train_prospects
from models.train.ranges import board_samples, face_samples, pose_samples
from models.train.recipe import RECIPES, Recipe, load_recipe
from models.train.single_cli import app as single_app
from vision.find.detect import DETECTOR_LABELS, DETECTOR_PATH, Detector, DetectorPolicy
from vision.find.pose import POSE_LABELS, POSE_MARGIN, POSE_PATH, POSE_SIZE_PX, PoseReader
from vision.model import OnnxModel
from vision.preprocess import FACE_MARGIN, FACE_SIZE_PX
from vision.read.classify import FACE_LABELS, FACES_PATH, NO_FACE

Samples = list[NDArray[np.uint8]]
SHARED = Path("../shared/data")

app = typer.Typer(add_completion=False, no_args_is_help=True)
app.add_typer(single_app, name="single")

Boards = Annotated[list[Path], typer.Option(help="Folder of rendered boards; may be given several times.")]
BoardsIfAny = Annotated[list[Path] | None, typer.Option("--boards", help="Folder of rendered boards or crops.")]
Sheets = Annotated[list[Path], typer.Option(help="Folder of sheets of designs; may be given several times.")]
Work = Annotated[Path, typer.Option(help="Folder of checkpoints; training goes on from the one that is there.")]
RecipePath = Annotated[Path | None, typer.Option(help="What decides the training; JSON.")]
Shared = Annotated[Path, typer.Option(help="Folder that holds real/; photographs without dice are taken from it.")]
Finder = Annotated[Path, typer.Option(help="The written detector whose finds are looked at.")]
Start = Annotated[Path | None, typer.Option(help="A written model to go on from where there is no checkpoint.")]
Out = Annotated[Path, typer.Option(help="Where the model goes; its contract goes beside it.")]


@app.command()
def detector(
    boards: Boards,
    held_out: Boards,
    work: Work,
    recipe: RecipePath = None,
    shared: Shared = SHARED,
    start: Start = None,
    out: Out = DETECTOR_PATH,
) -> None:
    """Train the detector, calibrate it on held-out designs, and write it."""
    _alone()
    chosen = load_recipe(recipe or RECIPES / "detector.json")
    dice.train_detector(chosen, boards=boards, others=photographs_in(shared), folder=work, start=start)
    _write_detector(work, held_out, out)


@app.command()
def write_detector(held_out: Boards, work: Work, out: Out = DETECTOR_PATH) -> None:
    """Calibrate and write the detector from its last checkpoint."""
    _write_detector(work, held_out, out)


@app.command()
def prospects(work: Work, recipe: RecipePath = None, out: Out = PROSPECTS_PATH) -> None:
    """Train what free cells of the 10×10 sheet will bring, and write it."""
    _alone()
    arrays: dict[str, Any] = {**train_prospects(load_recipe(recipe or RECIPES / "prospects.json"), work)}
    np.savez(out, **arrays)
    typer.echo(f"{out}: hold it against others: serviert duel foresight column-normal")


@app.command()
def faces(
    sheets: Sheets, held_out: Sheets, work: Work, boards: BoardsIfAny = None, recipe: RecipePath = None,
    start: Start = None, out: Out = FACES_PATH,
) -> None:  # fmt: skip
    """Train the face reader, calibrate it on held-out designs, and write it."""
    _alone()
    chosen = load_recipe(recipe or RECIPES / "faces.json")
    top_faces.train_faces(chosen, sheets=sheets, boards=boards or [], folder=work, start=start)
    _write_faces(work, held_out, chosen, out)


@app.command()
def write_faces(held_out: Sheets, work: Work, recipe: RecipePath = None, out: Out = FACES_PATH) -> None:
    """Calibrate and write the face reader from its last checkpoint."""
    _write_faces(work, held_out, load_recipe(recipe or RECIPES / "faces.json"), out)


@app.command()
def compare(
    recipes: Annotated[list[Path], typer.Argument(help="Recipes of face readers; each is trained and asked.")],
    sheets: Sheets, held_out: Sheets, work: Work, boards: BoardsIfAny = None,
) -> None:  # fmt: skip
    """Train face readers of several architectures alike and print what each reaches on held-out designs."""
    _alone()
    held = sheets_in(held_out)
    rows = []
    for path in recipes:
        chosen, folder = load_recipe(path), work / path.stem
        top_faces.train_faces(chosen, sheets=sheets, boards=boards or [], folder=folder)
        rows.append(compared(path.stem, chosen, held, folder))
        typer.echo(table(rows))


@app.command()
def poses(
    boards: Boards, held_out: Boards, work: Work, finder: Finder = DETECTOR_PATH, recipe: RecipePath = None,
    shared: Shared = SHARED, start: Start = None, out: Out = POSE_PATH,
) -> None:  # fmt: skip
    """Train the pose reader on what a written detector finds, calibrate it on held-out designs, and write it."""
    _alone()
    top_poses.train_poses(
        load_recipe(recipe or RECIPES / "poses.json"),
        boards=boards,
        others=photographs_in(shared),
        detector=_generous(finder, top_poses.LEAST_PEAK),
        folder=work,
        start=start,
    )
    _write_poses(work, held_out, finder, out)


@app.command()
def write_poses(held_out: Boards, work: Work, finder: Finder = DETECTOR_PATH, out: Out = POSE_PATH) -> None:
    """Calibrate and write the pose reader from its last checkpoint."""
    _write_poses(work, held_out, finder, out)


def _write_poses(work: Path, held_out: list[Path], finder: Path, out: Path) -> None:
    _alone()
    graph, pictures = top_poses.trained_graph(work), boards_in(held_out)
    samples = pose_samples(pictures)
    _write_looks(
        graph, out, samples, {"finder": 1.0, "die": 1.0, "die_shift": 0.0, "stacked_scale": 1.0, "stacked_shift": 0.0}
    )
    detector = _generous(finder, DetectorPolicy().least_confidence)
    _write_looks(graph, out, samples, fitted_looks(detector, PoseReader.from_file(out, threads=1), pictures))


def _write_looks(graph: Any, out: Path, samples: Samples, looks: dict[str, float]) -> None:
    write_model(
        graph,
        out,
        labels=POSE_LABELS,
        size_wh=(POSE_SIZE_PX, POSE_SIZE_PX),
        outputs=("pose",),
        numbers={"margin": POSE_MARGIN, **looks},
        samples=samples,
        # A die that leans by 10° differs from a flat one by two pixels: eight bits blur that.
        computes="floats",
    )


def _generous(detector: Path, least_confidence: float) -> Detector:
    """Return a written detector that lets faint peaks through."""
    policy = DetectorPolicy(least_confidence=least_confidence)
    return Detector(OnnxModel.load(detector, threads=1), policy=policy)


def _alone() -> None:
    """Use one thread: on a shared machine several wait for each other, five times slower."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)


def _write_faces(work: Path, held_out: list[Path], recipe: Recipe, out: Path) -> None:
    _alone()
    graph = top_faces.trained_graph(work, recipe)
    sheet = sheets_in(held_out)
    temperature = top_faces.fitted_temperature(graph, sheet, recipe)
    write_model(
        graph,
        out,
        labels=(*FACE_LABELS, NO_FACE),
        size_wh=(FACE_SIZE_PX, FACE_SIZE_PX),
        outputs=("logits", "embedding"),
        numbers={"temperature": temperature, "margin": FACE_MARGIN},
        samples=face_samples(sheet, top_faces.print_config(recipe)),
    )


def _write_detector(work: Path, held_out: list[Path], out: Path) -> None:
    _alone()
    graph, pictures = dice.trained_graph(work), boards_in(held_out)
    samples = board_samples(pictures)
    _write_dice(graph, out, samples, ConfidenceFit(1.0, 0.0))
    _write_dice(graph, out, samples, fitted_confidence(_generous(out, 0.05), pictures))


def _write_dice(graph: Any, out: Path, samples: Samples, fit: ConfidenceFit) -> None:
    write_model(
        graph,
        out,
        labels=DETECTOR_LABELS,
        size_wh=None,
        outputs=("odds", "shape"),
        numbers={"confidence_scale": fit.scale, "confidence_shift": fit.shift},
        samples=samples,
        floats=("odds", "shape"),
    )


if __name__ == "__main__":
    app()
