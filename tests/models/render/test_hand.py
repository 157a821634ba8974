from dataclasses import replace

import numpy as np
import pytest

from models.render.hand import draw_hand
from models.render.stage import render
from models.render.world import DieInstance, Scene, SceneCamera, SceneHand, SceneLight


def drawn(hand: SceneHand, camera: SceneCamera) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    height, width = camera.size_wh[1], camera.size_wh[0]
    picture, depth = np.full((height, width, 3), 0.3, np.float32), np.full((height, width), 500, np.float32)
    hidden = draw_hand(hand, camera, SceneLight(), picture, depth)
    return picture, depth, hidden


def test_a_hand_reaches_from_its_side_to_its_tip(overhead: SceneCamera) -> None:
    _, depth, hidden = drawn(SceneHand(tip_mm=(0, 0, 20), from_deg=0.0), overhead)
    columns = np.nonzero(hidden.any(axis=0))[0]
    assert columns.max() == 399  # the arm leaves the picture to the right
    assert 170 < columns.min() < 215  # the middle finger ends in the middle
    assert (depth[hidden > 0] == 0).all()


def test_the_direction_turns_the_hand(overhead: SceneCamera) -> None:
    _, _, hidden = drawn(SceneHand(tip_mm=(0, 0, 20), from_deg=90.0), overhead)
    assert hidden[0].any()  # from the top
    assert not hidden[200:].any()


def test_a_hand_casts_a_shadow_beside_itself(overhead: SceneCamera) -> None:
    picture, _, hidden = drawn(SceneHand(tip_mm=(0, 0, 40), from_deg=0.0), overhead)
    assert picture[hidden == 0].min() < 0.25


def test_a_hand_outside_the_picture_hides_nothing(overhead: SceneCamera) -> None:
    assert not drawn(SceneHand(tip_mm=(900, 0, 20), from_deg=0.0), overhead)[2].any()


def test_a_die_under_a_hand_is_not_visible(flat_die: DieInstance, overhead: SceneCamera) -> None:
    under = replace(flat_die, position_mm=(90.0, 0.0, 8.0))
    scene = Scene(dice=(flat_die, under), camera=overhead, hands=(SceneHand(tip_mm=(40, 0, 30), from_deg=0.0),))
    visible = [truth.visible_fraction for truth in render(scene).truth]
    assert visible[0] == pytest.approx(1.0, abs=0.02)
    assert visible[1] < 0.1
