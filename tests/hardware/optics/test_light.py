"""The ring's light, where it mirrors, and how long cameras expose: examples by hand and laws."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.adapters import pi_lock
from hardware.numbers import load
from hardware.optics import exposure as photometry
from hardware.optics import glare, ring
from hardware.optics.cameras import CAMERAS, camera_named
from hardware.optics.exposure import exposure, light_ms
from tests.cases import cases
from vision.light import exposure as vision_light


def test_a_ring_lights_its_middle_as_the_textbook_has_it():
    """Source: a ring facing down, radius r at height h: E = (Φ/π) · h²/(r² + h²)² on the axis, by the cosine twice."""
    faces_down = {"ring_sides": 30, "lit_sides": 30, "tilt_deg": 90.0, "diffuser_transmission": 1.0}
    light = replace(load().light, **faces_down, ring_diameter_mm=400.0, ring_height_mm=300.0)
    expected = ring.lumens(light) / math.pi * 0.3**2 / (0.2**2 + 0.3**2) ** 2
    assert ring.lux_at(light, np.zeros((1, 3)))[0] == pytest.approx(expected, rel=0.02)


@given(st.floats(10.0, 400.0), st.floats(50.0, 900.0), st.floats(100.0, 1200.0), st.floats(0.0, 300.0))
def test_a_face_so_tilted_throws_the_lamp_into_the_lens(radius_mm, lamp_mm, camera_mm, place_mm):
    """Source: law of reflection, by vectors: what comes from the lamp leaves as it were mirrored at the normal."""
    tilt = math.radians(glare.mirroring_tilt_deg(place_mm, radius_mm=radius_mm, lamp_mm=lamp_mm, camera_mm=camera_mm))
    normal = np.array([math.sin(tilt), math.cos(tilt)])
    coming = np.array([place_mm - radius_mm, -lamp_mm]) / math.hypot(place_mm - radius_mm, lamp_mm)
    leaving = coming - 2 * (coming @ normal) * normal
    assert leaving == pytest.approx(np.array([-place_mm, camera_mm]) / math.hypot(place_mm, camera_mm), abs=1e-9)


@pytest.mark.parametrize(("name", "shutter_us", "gain", "lux", "mean"), cases(__file__)["measured"])
def test_what_fills_a_sensor_is_what_libcamera_measured(name, shutter_us, gain, lux, mean):
    """Source: libcamera, imx708.json, imx708_wide.json, imx219.json, ``rpi.lux``; a colour chart reflects 18 %."""
    camera = camera_named(name)
    on_sensor_lux = 0.18 * photometry.GLASS * lux / (4 * camera.f_number**2)
    assert on_sensor_lux * shutter_us / 1e6 * gain / (mean / 65536) == pytest.approx(camera.full_lx_s, rel=0.01)


def test_an_exposure_is_as_reckoned_by_hand_from_the_firmwares_figures():
    """Source: 500 lux · 0.8 · 0.9 / (4 · 1.8²) = 27.8 lux on the sensor; 0.687 · 1.11 lx·s / 27.8 lux = 27.4 ms."""
    assert photometry.MOST_PERIODS == pi_lock.MOST_PERIODS
    assert (photometry.DICE_LEVEL, photometry.GAMMA) == (vision_light.DICE_LEVEL, vision_light.GAMMA)
    assert light_ms(camera_named("module-3"), 500.0) == pytest.approx(27.4, abs=0.1)
    found = exposure(camera_named("module-3"), 500.0)
    assert (found.shutter_ms, found.gain) == (20.0, pytest.approx(1.37, abs=0.01))


@given(st.sampled_from(CAMERAS), st.floats(5.0, 20_000.0))
def test_the_firmware_would_choose_the_same_exposure(camera, lux):
    found = exposure(camera, lux)
    metadata = {"ExposureTime": 1000.0 * light_ms(camera, lux), "AnalogueGain": 1.0}
    controls = pi_lock.locking_controls(metadata, factor=1.0, half_period_us=10_000.0, gains=(1.0, 1e6))
    assert controls["ExposureTime"] == pytest.approx(1000.0 * found.shutter_ms, abs=1.0)
    assert controls["AnalogueGain"] == pytest.approx(found.gain, rel=1e-3)
