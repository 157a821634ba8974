"""How confidences are made probabilities, and what counts as a mistake of the detector."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("tqdm")

from models.train.peaks import false_peaks, log_odds, logistic_weights, peaks_in
from models.train.pictures.shelf import Picture, PictureShelf, ShelfDie
from vision.reading import Detection


def test_logistic_regression_finds_the_weights_hits_were_drawn_by():
    rng = np.random.default_rng(3)
    first, second = rng.normal(0, 2, (2, 40_000))
    chances = 1 / (1 + np.exp(-(0.7 * first - 1.2 * second + 0.4)))
    weights = logistic_weights([first, second], list(rng.random(40_000) < chances))
    assert weights == pytest.approx((0.7, -1.2, 0.4), abs=0.06)


def test_log_odds_undo_the_logistic_function_and_stay_finite():
    assert log_odds([0.5, 1 / (1 + np.exp(-2.0))]) == pytest.approx([0, 2])
    assert np.isfinite(log_odds([0.0, 1.0])).all()


def quad_at(x: float, y: float, edge: float = 30.0) -> np.ndarray:
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2 + [x, y]


def box_at(x: float, y: float, edge: float = 30.0) -> tuple[float, float, float, float]:
    return x - edge / 2, y - edge / 2, x + edge / 2, y + edge / 2


class Stated:
    """A detector that finds squares at places of the full picture, however small it is shown."""

    def __init__(self, *places: tuple[float, float]) -> None:
        self.places = places

    def detect(self, frame, *, long_sides_px):
        zoom = frame.pixels.shape[1] / 200
        return tuple(
            Detection(
                box_xyxy=tuple(v * zoom for v in box_at(x, y)),
                quad=tuple(map(tuple, (quad_at(x, y) * zoom).tolist())),
                tilt_deg=0.0,
                confidence=0.4,
            )
            for x, y in self.places
        )


def shelf_of(tmp_path: Path, *dice: ShelfDie, ignored: np.ndarray | None = None) -> PictureShelf:
    path = tmp_path / "board.png"
    cv2.imwrite(str(path), np.zeros((200, 200, 3), np.uint8))
    hidden = np.empty((0, 4)) if ignored is None else ignored
    return PictureShelf([Picture(path=path, dice=dice, ignored=hidden)])


def die_at(x: float, y: float, visible: float = 1.0) -> ShelfDie:
    return ShelfDie(box_xyxy=np.array(box_at(x, y)), quad=quad_at(x, y), tilt_deg=0.0, label=0, visible=visible)


def test_only_what_is_far_from_every_die_is_a_mistake(tmp_path: Path):
    shelf = shelf_of(tmp_path, die_at(50, 50))
    on_it, across_it, away = peaks_in(shelf, Stated((51, 50), (66, 50), (150, 150)))
    assert (on_it.die, across_it.die, away.die) == (0, None, None)
    assert false_peaks((on_it, across_it, away)) == (away,)
    assert away.quad == pytest.approx(quad_at(150, 150), abs=0.5)


def test_nearly_hidden_dice_and_places_nobody_knows_are_no_mistakes(tmp_path: Path):
    ignored = np.array([[120.0, 120.0, 180.0, 180.0]])
    shelf = shelf_of(tmp_path, die_at(50, 50, visible=0.1), ignored=ignored)
    assert false_peaks(peaks_in(shelf, Stated((50, 50), (150, 150)))) == ()
