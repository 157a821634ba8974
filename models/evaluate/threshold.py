"""Chooses from when on a face is believed: `python -m models.evaluate.threshold`.

On boards of designs that no figure is measured on (`held_out.CALIBRATION`) it draws risk against coverage, states the
least confidence from which on no more faces are wrong than may be, and by what the face model's temperature is to be
multiplied. The confidence goes into `vision.read.reader.ReaderPolicy.sure_confidence`, the temperature into
`faces.json`; after a new temperature the confidence is to be chosen again.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from models.evaluate.board_set import read_board_set
from models.evaluate.coverage import WRONG_MOST, chosen_point, readable_dice
from models.evaluate.errors import PlotsMissingError
from models.evaluate.held_out import CALIBRATION, drawn
from models.evaluate.plots import write_plots
from models.evaluate.reliability import best_temperature
from models.evaluate.report import coverage_table, plain
from models.evaluate.workers import Models, reader_of
from models.render.errors import RenderError
from vision.errors import ModelError
from vision.find.detect import DETECTOR_PATH
from vision.find.pose import POSE_PATH
from vision.model import OnnxModel
from vision.read.classify import FACES_PATH
from vision.read.reader import ReaderPolicy

if TYPE_CHECKING:
    from models.evaluate.board_set import BoardSet
    from models.evaluate.coverage import CoveragePoint

app = typer.Typer(add_completion=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the curve says.

    Attributes:
        now: Confidence from which on faces are believed today.
        chosen: The point of the curve to live by; None if it has none.
        temperature_now: Of the face model.
        temperature_factor: By what it is to be multiplied; None where no die was read.
    """

    now: float
    chosen: CoveragePoint | None
    temperature_now: float
    temperature_factor: float | None

    def sentences(self) -> str:
        """Return it in words."""
        if self.chosen is None:
            threshold = "At no threshold so few faces are wrong as may be: train the face model further."
        else:
            threshold = (
                f"Believe faces from {self.chosen.threshold:g} on (today {self.now:g}): wrong then "
                f"{self.chosen.wrong_dice}, asked about {self.chosen.asked} of throws."
            )
        if self.temperature_factor is None:
            return threshold
        better = self.temperature_now * self.temperature_factor
        return f"{threshold}\nTemperature that fits best: {better:.3f} (today {self.temperature_now:.3f})."


def choice_of(of: BoardSet, *, temperature: float, wrong_most: float = WRONG_MOST) -> Choice:
    """Return what boards as read say of threshold and temperature.

    Args:
        of: The boards.
        temperature: Of the face model that read them.
        wrong_most: Greatest share of wrong faces among those believed.
    """
    dice = readable_dice(of.records)
    return Choice(
        now=ReaderPolicy().sure_confidence,
        chosen=chosen_point(of.coverage, wrong_most=wrong_most),
        temperature_now=temperature,
        temperature_factor=best_temperature(dice) if dice else None,
    )


@app.command()
def threshold(
    detector: Annotated[Path, typer.Option(help="The detector.")] = DETECTOR_PATH,
    pose: Annotated[Path, typer.Option(help="The pose model.")] = POSE_PATH,
    faces: Annotated[Path, typer.Option(help="The face model.")] = FACES_PATH,
    wrong_most: Annotated[float, typer.Option(help="Greatest share of wrong faces among those believed.")] = WRONG_MOST,
    count: Annotated[int | None, typer.Option(help="Boards to draw, if not as many as usual.", min=1)] = None,
    out: Annotated[Path, typer.Option(help="Folder of plots and drawn boards.")] = Path("build/evaluate"),
    jobs: Annotated[int, typer.Option(help="Processes.", min=1)] = os.cpu_count() or 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Choose from when on a face is believed, and the temperature of the face model."""
    models = Models(detector=detector, pose=pose, faces=faces)
    try:
        reader_of(models)
        temperature = OnnxModel.load(faces, threads=1).contract.number("temperature")
        folder = drawn(CALIBRATION, out / "boards", jobs=jobs, count=count)
    except (ModelError, RenderError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    sure, most = ReaderPolicy().sure_confidence, count or CALIBRATION.count
    of, _ = read_board_set(CALIBRATION.name, folder, models, sure=sure, jobs=jobs, most=most)
    _plot(of, out)
    choice = choice_of(of, temperature=temperature, wrong_most=wrong_most)
    typer.echo(json.dumps(_data(of, choice), indent=2) if as_json else _text(of, choice))


def _plot(of: BoardSet, out: Path) -> None:
    try:
        write_plots(of, out)
    except PlotsMissingError as error:
        typer.echo(f"No plots: {error}.", err=True)


def _data(of: BoardSet, choice: Choice) -> dict[str, Any]:
    return {"choice": plain(choice), "coverage": plain(of.coverage), "reliability": plain(of.reliability)}


def _text(of: BoardSet, choice: Choice) -> str:
    error = f"expected calibration error {of.reliability.expected_error:.3f}"
    return "\n".join([f"{len(of.records)} boards", coverage_table(of.coverage), error, choice.sentences()])


if __name__ == "__main__":
    app()
