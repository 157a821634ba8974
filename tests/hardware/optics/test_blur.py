"""Blur by distance and by motion, against textbook figures."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.optics.blur import DISC, SMEAR, defocus_mm, most_speed_mm_per_s, sharp_mm, smear
from hardware.optics.cameras import CAMERAS, CameraModel, camera_named
from hardware.optics.needs import MOST_BLUR


def test_depth_of_field_is_that_of_the_textbooks_formula() -> None:
    """Source: near and far limit s·H/(H ± (s - f)) with H = f²/(N·c) + f; here c = 5 µm, 16 mm, f/1.4."""
    camera, focused_mm, confusion_mm = camera_named("hq-16mm"), 1400.0, 0.005
    beyond_mm = camera.focal_mm**2 / (camera.f_number * confusion_mm)
    near_mm = focused_mm * beyond_mm / (beyond_mm + (focused_mm - camera.focal_mm))
    far_mm = focused_mm * beyond_mm / (beyond_mm - (focused_mm - camera.focal_mm))
    for distance_mm in (near_mm, far_mm):
        disc_mm = DISC * defocus_mm(camera, focused_mm=focused_mm, distance_mm=distance_mm)
        on_sensor_mm = disc_mm * camera.focal_mm / distance_mm
        assert on_sensor_mm == pytest.approx(confusion_mm, rel=0.02)


def test_shares_of_disc_and_smear_are_the_standard_deviations_of_such_shapes() -> None:
    radii = np.random.default_rng(0).uniform(-1.0, 1.0, (400_000, 2))
    disc = radii[np.linalg.norm(radii, axis=1) <= 1.0]
    assert 2.0 / disc[:, 0].std() == pytest.approx(DISC, rel=0.01)
    assert 2.0 / radii[:, 0].std() == pytest.approx(SMEAR, rel=0.01)


@given(st.sampled_from(CAMERAS), st.floats(200.0, 1500.0), st.floats(8.0, 30.0))
def test_sharp_distances_are_those_at_which_blur_is_as_much_as_the_eye_can_do_with(
    camera: CameraModel, focused_mm: float, die_mm: float
) -> None:
    near_mm, far_mm = sharp_mm(camera, focused_mm=focused_mm, die_mm=die_mm)
    limit_mm = MOST_BLUR * die_mm
    assert defocus_mm(camera, focused_mm=focused_mm, distance_mm=far_mm) == pytest.approx(limit_mm)
    assert near_mm == 0.0 or defocus_mm(camera, focused_mm=focused_mm, distance_mm=near_mm) == pytest.approx(limit_mm)
    assert defocus_mm(camera, focused_mm=focused_mm, distance_mm=focused_mm) == 0.0


def test_a_die_that_still_moves_is_smeared_along_its_way() -> None:
    """Source: by hand: 100 mm/s for 20 ms are 2 mm, whose standard deviation is 2/√12 mm, of 16 mm 3.6 %."""
    assert smear(100.0, 20.0, 16.0) == pytest.approx(2.0 / math.sqrt(12.0) / 16.0)
    assert smear(most_speed_mm_per_s(20.0, 16.0), 20.0, 16.0) == pytest.approx(MOST_BLUR)
