from dataclasses import replace

import numpy as np
import pytest

from models.render.hand import draw_hand
from models.render.stage import render
from models.render.world import DieInstance, Scene, SceneCamera, SceneHand, SceneLight


def drawn(camera: SceneCamera, tip: tuple[float, float, float], from_deg: float) -> tuple[np.ndarray, ...]:
    """Return picture, depth and what is hidden of a grey ground with a hand over it."""
    picture, depth = np.full((300, 400, 3), 0.3, np.float32), np.full((300, 400), 500, np.float32)
    hidden = draw_hand(SceneHand(tip_mm=tip, from_deg=from_deg), camera, SceneLight(), picture, depth)
    return picture, depth, hidden


def test_a_hand_reaches_from_its_side_to_its_tip_and_casts_a_shadow(overhead: SceneCamera) -> None:
    picture, depth, hidden = drawn(overhead, (0, 0, 20), 0.0)
    columns = np.nonzero(hidden.any(axis=0))[0]
    assert columns.max() == 399  # the arm leaves the picture to the right
    assert 170 < columns.min() < 215  # the middle finger ends in the middle
    assert (depth[hidden > 0] == 0).all()
    assert picture[hidden == 0].min() < 0.25
    _, _, turned = drawn(overhead, (0, 0, 20), 90.0)
    assert turned[0].any()  # from the top
    assert not turned[200:].any()
    assert not drawn(overhead, (900, 0, 20), 0.0)[2].any()


def test_a_die_under_a_hand_is_not_visible(flat_die: DieInstance, overhead: SceneCamera) -> None:
    under = replace(flat_die, position_mm=(90.0, 0.0, 8.0))
    scene = Scene(dice=(flat_die, under), camera=overhead, hands=(SceneHand(tip_mm=(40, 0, 30), from_deg=0.0),))
    visible = [truth.visible_fraction for truth in render(scene).truth]
    assert visible[0] == pytest.approx(1.0, abs=0.02)
    assert visible[1] < 0.1
