"""Window and room send what a scene's light says."""

from dataclasses import replace

import numpy as np
import pytest

from models.render.world import Floats, SceneLight
from models.train.pictures.traced.tracing import SKY_WH, lamp_radiance, sky_of

DARK = (0.0, 0.0, 0.0)


def received(sky: Floats, facing: tuple[float, float, float]) -> Floats:
    """Return the irradiance of a surface over π, by summing over the sky."""
    width, height = SKY_WH
    polar = (np.arange(height) + 0.5) * np.pi / height
    around = (np.arange(width) + 0.5) * 2 * np.pi / width
    polar, around = np.meshgrid(polar, around, indexing="ij")
    towards = np.stack([np.sin(polar) * np.sin(around), np.sin(polar) * np.cos(around), np.cos(polar)], axis=2)
    weight = np.maximum(towards @ np.array(facing), 0) * np.sin(polar) * (np.pi / height) * (2 * np.pi / width)
    return (sky * weight[..., None]).sum(axis=(0, 1)) / np.pi


def test_a_surface_facing_up_gets_the_rooms_light_and_one_facing_the_window_the_windows() -> None:
    base = SceneLight()
    room = sky_of(replace(base, window_rgb=DARK), np.random.default_rng(1))
    window = sky_of(replace(base, room_rgb=DARK), np.random.default_rng(1))
    np.testing.assert_allclose(received(room, (0, 0, 1)), base.room_rgb, rtol=0.01)
    np.testing.assert_allclose(received(window, base.window_direction), base.window_rgb, rtol=0.01)


@pytest.mark.parametrize("spread", [8.0, 30.0])
def test_a_window_is_where_and_as_large_as_said(spread: float) -> None:
    light = replace(SceneLight(), room_rgb=DARK, window_spread_deg=spread)
    sky = sky_of(light, np.random.default_rng(3))[..., 0]
    away = tuple(-part for part in light.window_direction)
    assert received(sky[..., None], away)[0] == pytest.approx(0, abs=1e-3)
    share = (sky > sky.max() / 2).mean()
    assert sky.max() > 0
    wider = sky_of(replace(light, window_spread_deg=spread * 1.5), np.random.default_rng(3))[..., 0]
    assert (wider > wider.max() / 2).mean() > 1.5 * share


def test_a_smaller_lamp_shines_brighter() -> None:
    small, large = (lamp_radiance(replace(SceneLight(), lamp_radius_mm=radius)) for radius in (20.0, 40.0))
    np.testing.assert_allclose(small, 4 * large)
