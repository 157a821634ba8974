"""A lamp that mirrors in a die is found where the law of reflection has it, in pictures that the renderer draws."""

import math
from dataclasses import replace

import pytest

from firmware.doctor.mirrored import lamp_of
from firmware.simulated.darkroom import Darkroom
from firmware.simulated.setting import CAPTURE_PX, LightName, Setting
from firmware.simulated.sight import Sight, SimulatedExposure
from hardware.numbers import load
from hardware.optics.glare import mirror_mm
from models.render.poses import flat_pose
from models.render.world import DesignFace
from vision.find.board import find_board
from vision.frame import Frame
from vision.light.lighting import Lighting, lighting_of

NUMBERS = load()
SETTING = Setting.for_session(1, light=LightName.EVENING)
TOP_MM = SETTING.bodies.size_mm
PLACES_MM = ((60.0, 0.0), (-60.0, -50.0), (0.0, 60.0), (-70.0, 40.0), (20.0, -70.0))


def lit_by(lamp_mm: tuple[float, float, float], *, rgb: float = 0.52) -> Lighting:
    """Return what the light on five dice is like under a small lamp."""
    light = replace(SETTING.light, lamp_mm=lamp_mm, lamp_radius_mm=20.0, lamp_rgb=(rgb, rgb, rgb))
    poses = tuple(
        flat_pose(x, y, face=DesignFace.NINE, heading_deg=25.0 * number, size_mm=TOP_MM)
        for number, (x, y) in enumerate(PLACES_MM)
    )
    frame = Frame(
        Darkroom(replace(SETTING, light=light)).clean(SimulatedExposure.of_one(Sight(key=1, poses=poses)), CAPTURE_PX)
    )
    return lighting_of([frame], find_board(frame))


@pytest.mark.proof
@pytest.mark.parametrize("place", [0, 2, 3])
def test_a_lamp_mirrors_in_the_die_that_the_law_of_reflection_says(place):
    x, y = PLACES_MM[place]
    off_mm, lamp_mm = math.hypot(x, y), 900.0
    camera_mm = NUMBERS.camera.height_mm
    image_mm = mirror_mm(radius_mm=1.0, lamp_mm=lamp_mm - TOP_MM, camera_mm=camera_mm - TOP_MM)
    found = lit_by((x / image_mm, y / image_mm, lamp_mm))
    assert found.glare_at is not None
    # The picture's y runs down; the camera hangs not quite level and in the middle, and the board is turned.
    assert math.degrees(math.atan2(-found.glare_at[1], found.glare_at[0])) == pytest.approx(
        math.degrees(math.atan2(y, x)), abs=12.0
    )
    assert math.hypot(*found.glare_at) * 137.0 == pytest.approx(off_mm, abs=8.0)


@pytest.mark.proof
def test_the_ring_of_the_numbers_mirrors_in_no_die_and_one_round_the_lens_does():
    """The same lamp at the two places; a die lies where a ring of 240 mm round the lens mirrors."""
    round_lens = lit_by((120.0, 0.0, NUMBERS.camera.height_mm - 1.0))
    ring = lit_by((NUMBERS.light.ring_diameter_mm / 2, 0.0, NUMBERS.light.ring_height_mm))
    assert round_lens.glare > 5 * max(ring.glare, 1e-4)
    assert round_lens.glare_at is not None
    assert "right" in lamp_of(round_lens.glare_at)


def test_without_numbers_no_angle_is_told(tmp_path):
    assert "° off straight above" in lamp_of((0.8, 0.0))
    assert lamp_of((0.8, 0.0), file=tmp_path / "none.toml").endswith("so the lamp stands on that side")


@pytest.mark.parametrize(
    ("spot", "words"),
    [
        ((0.1, 0.1), "most of it in the middle, so the lamp hangs straight above"),
        ((0.8, 0.05), "the right of the picture, so the lamp stands on that side, about 10° off straight above"),
        ((0.5, 0.5), "towards the lower right of the picture"),
        ((0.0, 0.9), "towards the bottom of the picture"),
        ((-0.6, 0.6), "towards the lower left of the picture"),
        ((-0.9, -0.02), "towards the left of the picture"),
        ((-0.5, -0.5), "towards the upper left of the picture"),
        ((0.0, -0.6), "towards the top of the picture"),
        ((0.5, -0.5), "towards the upper right of the picture"),
    ],
)
def test_where_a_lamp_mirrors_is_told_and_where_it_stands(spot, words):
    """Source: the angle by hand: 0.8 of 136 mm off the middle, 620 mm below the camera: atan(109 / 620) = 10°."""
    assert words in lamp_of(spot)
