"""What light does on its way: to a surface, round the rim, through the camera."""

import numpy as np
import pytest

from models.render.film import develop, expose
from models.render.light import arriving, kelvin_rgb, lamp_irradiance, mirrored, window_irradiance
from models.render.tray import is_inside, outline_mm, rim_distance_mm, rim_lets_through, rim_normals, trace_rim
from models.render.world import Board, Film, RimShape, SceneLight

LIGHT = SceneLight(lamp_mm=(0.0, 0.0, 800.0), lamp_radius_mm=40.0, window_direction=(0.6, 0.0, 0.8))


def rows(*vectors):
    return np.array(vectors, np.float32)


def test_warm_light_is_redder_than_cold_light_and_equally_bright():
    warm, cold = np.array(kelvin_rgb(2500)), np.array(kelvin_rgb(7500))
    assert warm[0] / warm[2] > 3 > cold[0] / cold[2]
    weights = np.array([0.2126, 0.7152, 0.0722])
    assert warm @ weights == pytest.approx(cold @ weights) == pytest.approx(1.0)


def test_the_lamp_gives_its_full_share_to_what_faces_it_in_the_middle_and_the_window_to_its_side():
    points, normals = rows((0, 0, 0), (0, 0, 0), (0, 0, 400)), rows((0, 0, 1), (1, 0, 0), (0, 0, 1))
    shares = lamp_irradiance(LIGHT, points, normals)
    np.testing.assert_allclose(shares, [1, 0, 4], atol=5e-3)  # half the way, four times
    np.testing.assert_allclose(window_irradiance(LIGHT, rows((0.6, 0, 0.8), (-0.6, 0, -0.8))), [1, 0], atol=0.02)


def test_a_polished_face_mirrors_the_lamp_only_towards_it_and_each_light_has_its_colour():
    towards, past = mirrored(LIGHT, rows((0, 0, 1), (0, 0.5, 0.87)), np.zeros((2, 3), np.float32), roughness=0.05)
    assert towards.max() > 20 * past.max()
    colours = [LIGHT.lamp_rgb, LIGHT.window_rgb, LIGHT.room_rgb]
    np.testing.assert_allclose(arriving(LIGHT, *np.eye(3, dtype=np.float32)), colours)


def grey(value, side=32):
    return np.full((side, side, 3), value, np.float32)


def developed(light, **film):
    return develop(light, Film(**{"blur_px": 0.0, "noise": 0.0, **film}), np.random.default_rng(0))


def test_middle_grey_comes_out_as_srgb_says_and_exposure_and_white_balance_are_gains_on_the_light():
    assert developed(grey(0.2140))[0, 0, 0] == pytest.approx(127.5, abs=1)  # Source: IEC 61966-2-1
    np.testing.assert_array_equal(expose(grey(0.1), Film(exposure=2.0)), expose(grey(0.2), Film()))
    red, green, _ = expose(grey(0.2), Film(white_rgb=(1.5, 1.0, 1.0)))[0, 0]
    assert red > green


def test_noise_is_as_strong_as_asked_and_repeats_with_its_seed():
    noisy, again = (developed(grey(0.1, 128), noise=6.0) for _ in range(2))
    assert noisy.astype(float).std() == pytest.approx(6.0, rel=0.3)
    np.testing.assert_array_equal(noisy, again)


def test_whatever_the_camera_does_the_picture_keeps_its_size_and_a_vignette_darkens_its_corners_only():
    bad = {"rescale": 0.4, "jpeg_quality": 90, "sharpen": 1.0, "haze": 0.05, "motion_px": 9.0, "saturation": 0.5}
    picture = developed(grey(0.3, 40), vignette=0.5, contrast=1.3, **bad).astype(int)
    assert picture.shape == (40, 40, 3)
    assert picture[20, 20, 0] - picture[0, 0, 0] > 20


ROUND = Board(shape=RimShape.ROUND, radius_mm=100.0, rim_height_mm=25.0, rim_width_mm=14.0, rim_round_mm=2.0)


def column(*values):
    return np.array(values, np.float32)


@pytest.mark.parametrize("shape", [s for s in RimShape if s is not RimShape.NONE])
def test_the_outline_is_where_the_radius_says_in_the_middle_of_a_side(shape):
    board = Board(shape=shape, radius_mm=100.0, turn_deg=20.0)
    angle = np.radians(20.0)
    x, y = (column(*(r * f(angle) for r in (90.0, 100.0, 130.0))) for f in (np.cos, np.sin))
    np.testing.assert_allclose(outline_mm(board, x, y), [-10, 0, 30], atol=1e-3)


def test_a_ray_from_above_meets_the_top_of_the_rim_whose_normals_point_outwards():
    eye, down = column(107, 0, 500), column(0, 0, -1)[None]
    assert trace_rim(ROUND, eye, down)[0] == pytest.approx(475.0, abs=0.2)
    assert np.isinf(trace_rim(ROUND, column(50, 0, 500), down)[0])
    top, inner = column(107, 0, 25), column(100, 0, 10)
    np.testing.assert_allclose(rim_normals(ROUND, np.stack([top, inner])), [[0, 0, 1], [-1, 0, 0]], atol=0.02)
    assert rim_distance_mm(ROUND, column(107), column(0), column(10))[0] < 0


def test_the_rim_shades_the_floor_on_the_side_of_the_light_and_the_table_on_the_far_side():
    x, z = column(95, 0, -95, 125, -125), column(0, 0, 0, -6, -6)
    lit = rim_lets_through(ROUND, (x, 0 * x, z), (0.8, 0.0, 0.6), spread=0.02)
    np.testing.assert_allclose(lit, [0, 1, 1, 1, 0], atol=0.01)
    assert is_inside(Board(shape=RimShape.NONE), 1e4, 0.0)
    assert not is_inside(ROUND, 99.0, 0.0, margin_mm=2.0)
