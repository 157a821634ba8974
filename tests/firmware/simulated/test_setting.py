from itertools import zip_longest

import numpy as np
import pytest

from firmware.errors import SimulationError
from firmware.simulated.setting import CAPTURE_PX, PREVIEW_PX, BoardName, DiceName, LightName, Setting
from hardware.numbers import load
from hardware.optics.needs import LEAST_DIE_PX
from models.render.camera import project

NUMBERS = load()


@pytest.mark.parametrize("board", BoardName)
def test_the_whole_board_is_in_the_picture_and_dice_are_large_enough_to_read(board):
    angles = np.linspace(0.0, 2 * np.pi, 48)
    for seed in range(5):
        setting = Setting.for_session(seed, board=board)
        rim = setting.board.radius_mm * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
        seen = project(setting.camera, rim)
        assert seen.min() > 0
        assert seen.max() < CAPTURE_PX
        size_mm = setting.bodies.size_mm
        top = np.array([(0.0, 0.0, size_mm), (size_mm, 0.0, size_mm)])
        assert np.linalg.norm(np.diff(project(setting.camera, top), axis=0)) >= LEAST_DIE_PX


def test_sessions_differ_a_little_a_seed_repeats_itself_and_every_choice_can_be_set():
    first, again, other = (Setting.for_session(seed) for seed in (1, 1, 2))
    assert (first.camera, first.light, first.bodies) == (again.camera, again.light, again.bodies)
    assert first.camera != other.camera
    assert first.board.turn_deg != other.board.turn_deg
    assert first.light != other.light
    small, point = first.camera_of(PREVIEW_PX), (40.0, -25.0, 8.0)  # shows the same view
    assert project(small, point) / PREVIEW_PX == pytest.approx(project(first.camera, point) / CAPTURE_PX, abs=1e-4)
    for dice, light in zip_longest(DiceName, LightName, fillvalue=DiceName.SUITS):
        design = Setting.for_session(0, light=light, dice=dice).design
        assert dice.value in design.name
        assert design.labels == (0, 1, 2, 3, 4, 5)


def test_the_camera_hangs_as_high_as_the_hardwares_numbers_say_and_sees_as_its_lens_does_or_says_why_not():
    camera = Setting.for_session(0).camera
    assert camera.height_mm == NUMBERS.camera.height_mm
    # Source: Camera Module 3: 4.74 mm, 4608 px of 1.4 µm, of which pictures of 3456 px are made.
    assert camera.f_px == pytest.approx(4.74 / (4608 * 0.0014) * 3456)
    lower = Setting.for_session(0, numbers=NUMBERS.changed("camera", model="module-3-wide", height_mm=350.0))
    assert (lower.camera.height_mm, lower.camera.f_px) == (350.0, pytest.approx(2.75 / (4608 * 0.0014) * 3456))
    first = Setting.for_session(0)  # nothing else of a session changes
    assert (first.light, first.bodies, first.skin_rgb) == (lower.light, lower.bodies, lower.skin_rgb)
    unknown = NUMBERS.changed("camera", model="box")
    with pytest.raises(SimulationError, match=r"as hardware/numbers.toml says: camera.model = 'box' is not known"):
        Setting.for_session(0, numbers=unknown)
