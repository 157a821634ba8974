"""How confidences are made probabilities, and what counts as a mistake of the detector."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("tqdm")

from models.train.peaks import false_peaks, log_odds, logistic_weights, peaks_in
from tests.models.train.painted import die_at, shelf_of
from vision.reading import Detection


def test_logistic_regression_finds_the_weights_hits_were_drawn_by():
    rng = np.random.default_rng(3)
    first, second = rng.normal(0, 2, (2, 40_000))
    chances = 1 / (1 + np.exp(-(0.7 * first - 1.2 * second + 0.4)))
    weights = logistic_weights([first, second], list(rng.random(40_000) < chances))
    assert weights == pytest.approx((0.7, -1.2, 0.4), abs=0.06)
    assert log_odds([0.5, 1 / (1 + np.exp(-2.0))]) == pytest.approx([0, 2])
    assert np.isfinite(log_odds([0.0, 1.0])).all()


class Stated:
    """A detector that finds squares at places of the full picture, however small it is shown."""

    def __init__(self, *places: tuple[float, float]) -> None:
        self.dice = [die_at(*place) for place in places]

    def detect(self, frame, *, long_sides_px):
        zoom = frame.pixels.shape[1] / 200
        shown = [(tuple(die.box_xyxy * zoom), tuple(map(tuple, die.quad * zoom))) for die in self.dice]
        return tuple(Detection(box_xyxy=box, quad=quad, tilt_deg=0.0, confidence=0.4) for box, quad in shown)


def test_only_what_is_far_from_every_die_and_from_what_nobody_knows_is_a_mistake(tmp_path: Path):
    shelf = shelf_of(tmp_path, die_at(50, 50), side=200)
    on_it, across_it, away = peaks_in(shelf, Stated((51, 50), (66, 50), (150, 150)))
    assert (on_it.die, across_it.die, away.die) == (0, None, None)
    assert false_peaks((on_it, across_it, away)) == (away,)
    assert away.quad == pytest.approx(die_at(150, 150).quad, abs=0.5)
    hidden = shelf_of(tmp_path, die_at(50, 50, visible=0.1), side=200, ignored=[120, 120, 180, 180])
    assert false_peaks(peaks_in(hidden, Stated((50, 50), (150, 150)))) == ()
