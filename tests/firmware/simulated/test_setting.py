from itertools import product

import numpy as np
import pytest

from firmware.errors import SimulationError
from firmware.simulated.setting import CAPTURE_PX, PREVIEW_PX, BoardName, DiceName, LightName, Setting
from hardware.numbers import load
from hardware.optics.needs import LEAST_DIE_PX
from models.render.camera import project
from models.render.world import RimShape

NUMBERS = load()


@pytest.mark.parametrize("board", BoardName)
def test_the_whole_board_is_in_the_picture_and_dice_are_large_enough_to_read(board):
    for seed in range(5):
        setting = Setting.for_session(seed, board=board)
        reach = setting.board.radius_mm
        seen = project(setting.camera, np.array([(x, y, 0.0) for x in (-reach, reach) for y in (-reach, reach)]))
        inner = seen[:2] if setting.board.shape is RimShape.SQUARE else project(setting.camera, _rim(setting))
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


def test_every_choice_of_dice_and_light_can_be_set():
    for dice, light in product(DiceName, LightName):
        design = Setting.for_session(0, light=light, dice=dice).design
        assert dice.value in design.name
        assert design.labels == (0, 1, 2, 3, 4, 5)


def test_a_small_picture_shows_the_same_view():
    setting = Setting.for_session(3)
    small = setting.camera_of(PREVIEW_PX)
    point = (40.0, -25.0, 8.0)
    np.testing.assert_allclose(
        project(small, point) / PREVIEW_PX, project(setting.camera, point) / CAPTURE_PX, atol=1e-4
    )


def test_the_camera_hangs_as_high_as_the_hardwares_numbers_say_and_sees_as_its_lens_does():
    camera = Setting.for_session(0).camera
    assert camera.height_mm == NUMBERS.camera.height_mm
    # Source: Camera Module 3: 4.74 mm, 4608 px of 1.4 µm, of which pictures of 3456 px are made.
    assert camera.f_px == pytest.approx(4.74 / (4608 * 0.0014) * 3456)
    other = NUMBERS.changed("camera", model="module-3-wide", height_mm=350.0)
    lower = Setting.for_session(0, numbers=other)
    assert (lower.camera.height_mm, lower.camera.f_px) == (350.0, pytest.approx(2.75 / (4608 * 0.0014) * 3456))
    first = Setting.for_session(0)  # nothing else of a session changes
    assert (first.light, first.bodies, first.skin_rgb) == (lower.light, lower.bodies, lower.skin_rgb)


def test_a_camera_that_is_not_known_is_an_error_of_the_simulated_board():
    unknown = NUMBERS.changed("camera", model="box")
    with pytest.raises(SimulationError, match=r"as hardware/numbers.toml says: camera.model = 'box' is not known"):
        Setting.for_session(0, numbers=unknown)
