import numpy as np
import pytest

from models.render.light import arriving, kelvin_rgb, lamp_irradiance, mirrored, window_irradiance
from models.render.world import SceneLight

LIGHT = SceneLight(lamp_mm=(0.0, 0.0, 800.0), lamp_radius_mm=40.0, window_direction=(0.6, 0.0, 0.8))


def rows(*vectors: tuple[float, float, float]) -> np.ndarray:
    return np.array(vectors, np.float32)


def test_warm_light_is_redder_than_cold_light_and_equally_bright() -> None:
    warm, cold = np.array(kelvin_rgb(2500)), np.array(kelvin_rgb(7500))
    assert warm[0] / warm[2] > 3 > cold[0] / cold[2]
    weights = np.array([0.2126, 0.7152, 0.0722])
    assert warm @ weights == pytest.approx(cold @ weights) == pytest.approx(1.0)


def test_the_lamp_gives_its_full_share_to_what_faces_it_in_the_middle_and_the_window_to_its_side() -> None:
    points, normals = rows((0, 0, 0), (0, 0, 0), (0, 0, 400)), rows((0, 0, 1), (1, 0, 0), (0, 0, 1))
    shares = lamp_irradiance(LIGHT, points, normals)
    np.testing.assert_allclose(shares, [1, 0, 4], atol=5e-3)  # half the way, four times
    np.testing.assert_allclose(window_irradiance(LIGHT, rows((0.6, 0, 0.8), (-0.6, 0, -0.8))), [1, 0], atol=0.02)


def test_a_polished_face_mirrors_the_lamp_only_towards_it() -> None:
    towards, past = mirrored(LIGHT, rows((0, 0, 1), (0, 0.5, 0.87)), np.zeros((2, 3), np.float32), roughness=0.05)
    assert towards.max() > 20 * past.max()


def test_what_arrives_of_each_light_has_its_colour() -> None:
    np.testing.assert_allclose(
        arriving(LIGHT, *np.eye(3, dtype=np.float32)), [LIGHT.lamp_rgb, LIGHT.window_rgb, LIGHT.room_rgb]
    )
