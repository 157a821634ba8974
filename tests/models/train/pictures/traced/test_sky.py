"""Window and room send what a scene's light says."""

from dataclasses import replace

import numpy as np
import pytest

from models.render.world import Floats, SceneLight
from models.train.pictures.traced.tracing import SKY_WH, lamp_radiance, sky_of

NO_ROOM = replace(SceneLight(), room_rgb=(0.0, 0.0, 0.0))


def sky(light: SceneLight) -> Floats:
    return sky_of(light, np.random.default_rng(1))


def received(seen: Floats, facing: tuple[float, ...]) -> Floats:
    """Return the irradiance of a surface over π, by summing over the sky."""
    width, height = SKY_WH
    polar = (np.arange(height) + 0.5) * np.pi / height
    around = (np.arange(width) + 0.5) * 2 * np.pi / width
    polar, around = np.meshgrid(polar, around, indexing="ij")
    towards = np.stack([np.sin(polar) * np.sin(around), np.sin(polar) * np.cos(around), np.cos(polar)], axis=2)
    weight = np.maximum(towards @ np.array(facing), 0) * np.sin(polar) * (np.pi / height) * (2 * np.pi / width)
    return (seen * weight[..., None]).sum(axis=(0, 1)) / np.pi


def test_what_faces_up_gets_the_rooms_light_and_what_faces_the_window_the_windows_and_a_small_lamp_is_brighter() -> (
    None
):
    base = SceneLight()
    room = sky(replace(base, window_rgb=(0.0, 0.0, 0.0)))
    np.testing.assert_allclose(received(room, (0, 0, 1)), base.room_rgb, rtol=0.01)
    np.testing.assert_allclose(received(sky(NO_ROOM), base.window_direction), base.window_rgb, rtol=0.01)
    small, large = (lamp_radiance(replace(base, lamp_radius_mm=radius)) for radius in (20.0, 40.0))
    np.testing.assert_allclose(small, 4 * large)


@pytest.mark.parametrize("spread", [8.0, 30.0])
def test_a_window_is_where_and_as_large_as_said(spread: float) -> None:
    window, wider = (sky(replace(NO_ROOM, window_spread_deg=width))[..., 0] for width in (spread, spread * 1.5))
    away = tuple(-part for part in NO_ROOM.window_direction)
    assert received(window[..., None], away)[0] == pytest.approx(0, abs=1e-3)
    share, wide_share = ((seen > seen.max() / 2).mean() for seen in (window, wider))
    assert window.max() > 0
    assert wide_share > 1.5 * share
