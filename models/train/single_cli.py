"""Trains and measures the network that does everything: `python -m models.train.single_cli train --boards DIR`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import torch
import typer

from models.evaluate.held_out import CAFE, drawn
from models.evaluate.truth import true_boards
from models.train.fit import steps_done
from models.train.recipe import RECIPES, load_recipe
from models.train.single import train_single, trained_graph
from models.train.single_compare import chosen_confidence, read_by_turns, side_by_side, table
from models.train.single_reader import SingleReader, write_single

app = typer.Typer(add_completion=False, no_args_is_help=True, help="One network for everything, to hold ours against.")

RECIPE = RECIPES / "compared" / "single.json"
WRITTEN = "single.onnx"

Work = Annotated[Path, typer.Option(help="Folder of checkpoints; training goes on from the one that is there.")]


@app.command()
def train(
    boards: Annotated[list[Path], typer.Option(help="Folder of rendered boards; may be given several times.")],
    work: Work,
    recipe: Annotated[Path, typer.Option(help="What decides the training; JSON.")] = RECIPE,
) -> None:
    """Train the network."""
    _alone()
    train_single(load_recipe(recipe), boards=boards, folder=work)


@app.command()
def evaluate(
    work: Work,
    calibration: Annotated[
        Path, typer.Option(help="Boards of other designs, by which is chosen what counts as found.")
    ],
    boards: Annotated[Path, typer.Option(help="Folder that café boards of held-out designs are drawn to.")],
    count: Annotated[int, typer.Option(help="So many of them.", min=1)] = 80,
    most: Annotated[int, typer.Option(help="So many boards are looked at for the choice.", min=1)] = 60,
) -> None:
    """Hold the network of the last checkpoint against our three, on boards of held-out designs."""
    _alone()
    written = work / WRITTEN
    write_single(trained_graph(work), written)
    records = read_by_turns(calibration, true_boards(calibration)[0][:most], {"": SingleReader(written)})[""]
    least = chosen_confidence(records)
    # Single pictures are read: the first frame of each board, the same as in `make evaluate`.
    folder = drawn(replace(CAFE, frames=1), boards, jobs=1, count=count)
    true = true_boards(folder)[0][:count]
    rows = side_by_side(folder, true, written, least_confidence=least)
    typer.echo(
        f"{steps_done(work)} batches seen; found from confidence {least:.2f} on, chosen on {len(records)} boards"
    )
    typer.echo(table(rows, len(true)))


def _alone() -> None:
    """Use one thread: on a shared machine several wait for each other, five times slower."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)


if __name__ == "__main__":
    app()
