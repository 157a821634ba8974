import numpy as np
import pytest

from firmware.simulated.setting import CAPTURE_PX, PREVIEW_PX, BoardName, DiceName, LightName, Setting
from models.render.camera import project
from models.render.world import TrayShape

LEAST_DIE_PX = 55  # Source: measured, what all faces need to be readable


@pytest.mark.parametrize("board", BoardName)
def test_the_whole_board_is_in_the_picture_and_dice_are_large_enough_to_read(board: BoardName):
    for seed in range(5):
        setting = Setting.for_session(seed, board=board)
        reach = setting.board.radius_mm
        seen = project(setting.camera, np.array([(x, y, 0.0) for x in (-reach, reach) for y in (-reach, reach)]))
        inner = seen[:2] if setting.board.shape is TrayShape.SQUARE else project(setting.camera, _rim(setting))
        assert inner.min() > 0
        assert inner.max() < CAPTURE_PX
        top = np.array([(0.0, 0.0, setting.bodies.size_mm), (setting.bodies.size_mm, 0.0, setting.bodies.size_mm)])
        assert np.linalg.norm(np.diff(project(setting.camera, top), axis=0)) >= LEAST_DIE_PX


def _rim(setting: Setting) -> np.ndarray:
    angles = np.linspace(0.0, 2 * np.pi, 48)
    reach = setting.board.radius_mm
    return np.stack([reach * np.cos(angles), reach * np.sin(angles), 0 * angles], axis=1)


def test_sessions_differ_a_little_and_a_seed_repeats_itself():
    first, again, other = (Setting.for_session(seed) for seed in (1, 1, 2))
    assert (first.camera, first.light, first.bodies) == (again.camera, again.light, again.bodies)
    assert first.camera != other.camera
    assert first.light != other.light


@pytest.mark.parametrize("dice", DiceName)
@pytest.mark.parametrize("light", LightName)
def test_every_choice_of_dice_and_light_can_be_set(dice: DiceName, light: LightName):
    setting = Setting.for_session(0, light=light, dice=dice)
    assert dice.value in setting.design.name
    assert setting.design.labels == (0, 1, 2, 3, 4, 5)


def test_a_small_picture_shows_the_same_view():
    setting = Setting.for_session(3)
    small = setting.camera_of(PREVIEW_PX)
    point = (40.0, -25.0, 8.0)
    np.testing.assert_allclose(
        project(small, point) / PREVIEW_PX, project(setting.camera, point) / CAPTURE_PX, atol=1e-4
    )
