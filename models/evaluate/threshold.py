"""Chooses from when on a face is believed: `python -m models.evaluate.threshold`.

On boards of designs that no figure is measured on (`held_out.CALIBRATION`) it draws risk against coverage, states the
least confidence from which on no more faces are wrong than may be, and by what the face model's temperature is to be
multiplied. The confidence goes into `vision.read.reader.ReaderPolicy.sure_confidence`, the temperature into
`faces.json`; after a new temperature the confidence is to be chosen again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from models.evaluate.board_set import SetFigures, as_picture, calibration_sentence, read_boards, set_figures
from models.evaluate.curves import WRONG_MOST, CoveragePoint, best_temperature, chosen_point, readable_dice
from models.evaluate.held_out import CALIBRATION, drawn
from models.evaluate.plots import PlotsMissingError, write_plots
from models.evaluate.report import coverage_table, plain
from models.evaluate.workers import DRAWN, common_options, models_of, reader_of
from models.render.errors import RenderError
from vision.errors import ModelError
from vision.model import OnnxModel
from vision.read.reader import ReaderPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdChoice:
    """What the curve says."""

    now: float  # Confidence from which on faces are believed today
    chosen: CoveragePoint | None  # The point of the curve to live by; None if it has none
    temperature_now: float  # Of the face model
    temperature_factor: float | None  # By what it is to be multiplied; None where no die was read

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


def choice_of(boards: SetFigures, *, temperature: float, wrong_most: float = WRONG_MOST) -> ThresholdChoice:
    """Return what boards as read say of threshold and temperature."""
    dice = readable_dice(boards.records)
    return ThresholdChoice(
        now=ReaderPolicy().sure_confidence,
        chosen=chosen_point(boards.coverage, wrong_most=wrong_most),
        temperature_now=temperature,
        temperature_factor=best_temperature(dice) if dice else None,
    )


def main(words: Sequence[str] | None = None) -> None:
    """Choose from when on a face is believed, and the temperature of the face model."""
    parser = argparse.ArgumentParser(
        "python -m models.evaluate.threshold", description=main.__doc__, parents=[common_options()]
    )
    parser.add_argument(
        "--wrong-most", type=float, default=WRONG_MOST, help="greatest share of wrong faces among those believed"
    )
    given = parser.parse_args(words)
    models = models_of(given)
    try:
        reader_of(models)
        temperature = OnnxModel.load(given.faces, threads=1).contract.number("temperature")
        folder = drawn(CALIBRATION, given.out / DRAWN, jobs=given.jobs, count=given.count)
    except (ModelError, RenderError) as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(1) from error
    records, _ = read_boards(folder, models, as_picture, jobs=given.jobs, most=given.count or CALIBRATION.count)
    boards = set_figures(CALIBRATION.name, records, folder)
    try:
        write_plots(boards, given.out)
    except PlotsMissingError as error:
        sys.stderr.write(f"No plots: {error}.\n")
    choice = choice_of(boards, temperature=temperature, wrong_most=given.wrong_most)
    if given.as_json:
        data = {"choice": choice, "coverage": boards.coverage, "reliability": boards.reliability}
        text = json.dumps(plain(data), indent=2)
    else:
        tables = coverage_table(boards.coverage), calibration_sentence(boards.reliability).strip(), choice.sentences()
        text = "\n".join([f"{len(boards.records)} boards", *tables])
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
