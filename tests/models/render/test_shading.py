from dataclasses import replace

import numpy as np
import pytest

from models.render.shading import Shadow, cast_shadow
from models.render.world import DieInstance, SceneLight

LAMP, WINDOW, ROOM = 0, 1, 2


def kept_off(shadow: Shadow, x: float, light: int) -> float:
    across, down = shadow.window.to_map(np.float32(x), np.float32(0.0))
    return float(shadow.kept_off[round(float(down)), round(float(across)), light])


def test_the_lamps_shadow_lies_on_the_other_side_and_is_as_long_as_the_lamp_is_low(flat_die: DieInstance) -> None:
    light = SceneLight(lamp_mm=(800.0, 0.0, 800.0), lamp_radius_mm=5.0)
    shadow = cast_shadow(flat_die, light, 0.0, px_per_mm=3.0)  # 45 degrees: as long as the die is high
    assert [kept_off(shadow, x, LAMP) for x in (-8 - 14, -8 - 18, 10)] == pytest.approx([1.0, 0.0, 0.0], abs=0.05)


def test_a_large_lamp_casts_a_softer_shadow_and_a_glassy_die_a_lighter_one(flat_die: DieInstance) -> None:
    soft_pixels = []
    for radius in (5.0, 200.0):
        light = SceneLight(lamp_mm=(500.0, 0.0, 800.0), lamp_radius_mm=radius)
        lamp = cast_shadow(flat_die, light, 0.0, px_per_mm=3.0).kept_off[..., LAMP]
        soft_pixels.append(int(((lamp > 0.1) & (lamp < 0.9)).sum()))
    assert soft_pixels[1] > 2 * soft_pixels[0]
    glass = replace(flat_die, design=replace(flat_die.design, translucency=1.0))
    assert cast_shadow(glass, SceneLight(), 0.0, px_per_mm=2.0).kept_off.max() < 0.4


def test_little_of_the_rooms_light_reaches_under_and_more_beside_the_die(flat_die: DieInstance) -> None:
    shadow = cast_shadow(flat_die, SceneLight(), 0.0, px_per_mm=3.0)
    under, beside, away = (kept_off(shadow, x, ROOM) for x in (0.0, 10.0, 22.0))
    assert under > 0.95 > beside > 0.1 + away
    assert kept_off(shadow, 0.0, WINDOW) > 0.9
