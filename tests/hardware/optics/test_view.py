"""What a camera sees of a board: against examples worked by hand, and laws."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.numbers import HIGHEST_MM, BoardShape, load
from hardware.optics import view as optics
from hardware.optics.cameras import CAMERAS, camera_named
from hardware.optics.needs import LEAST_DIE_PX

NUMBERS = load()
SCENE = optics.BoardScene.from_numbers(NUMBERS)
MODULE_3 = optics.BoardView(camera=camera_named("module-3"), scene=SCENE, height_mm=620.0)

cameras = st.sampled_from(CAMERAS)
heights_mm = st.floats(200.0, 1500.0)


@st.composite
def scenes(draw: st.DrawFn) -> optics.BoardScene:
    reach_mm, die_mm, rim_mm = draw(st.floats(80.0, 320.0)), draw(st.floats(8.0, 30.0)), draw(st.floats(0.0, 60.0))
    floor_mm = reach_mm - draw(st.floats(1.0, 30.0))
    return optics.BoardScene(reach_mm=reach_mm, floor_mm=floor_mm, rim_mm=rim_mm, die_mm=die_mm)


def test_a_die_under_a_module_3_is_as_wide_and_shifted_as_reckoned_by_hand():
    """Source: 16 mm · 4.74 mm / 0.0014 mm · 3456/4608 / (620 - 16) mm = 67.3 px."""
    assert MODULE_3.die_px == pytest.approx(67.27, abs=0.01)
    assert optics.shortest_focal_px(MODULE_3.camera) / 620.0 == pytest.approx(4.096, abs=0.001)
    assert MODULE_3.edge_die_px == pytest.approx(63.49, abs=0.01)
    slope = math.tan(math.radians(20.5)) - math.tan(math.radians(1.0))
    assert MODULE_3.spare_mm == pytest.approx(598.0 * slope - 172.36, abs=0.01)
    assert SCENE.reach_mm == pytest.approx(150.0 / math.cos(math.pi / 8))  # an octagon may lie turned by half a side
    assert optics.BoardScene.from_numbers(NUMBERS.changed("board", shape=BoardShape.ROUND)).reach_mm == 150.0
    # Similar triangles with an octagon of 300 mm and a rim of 14 mm: its corner is 147.2 mm off the middle.
    assert MODULE_3.edge_deg == pytest.approx(math.degrees(math.atan(147.2 / 604.0)), abs=0.01)
    assert MODULE_3.edge_shift_mm == pytest.approx(139.2 * 16.0 / 604.0, abs=0.01)
    assert MODULE_3.side_share == pytest.approx(131.2 / 620.0, abs=0.001)


@given(cameras, scenes(), heights_mm)
def test_a_height_is_legal_exactly_where_the_board_fits_and_dice_are_wide_enough(camera, scene, height_mm):
    heights = optics.legal_heights(camera, scene)
    view = optics.BoardView(camera=camera, scene=scene, height_mm=height_mm)
    is_legal = heights.lowest_mm <= height_mm <= heights.highest_mm
    near = min(abs(height_mm - heights.lowest_mm), abs(height_mm - heights.highest_mm)) < 1.0  # whole millimetres
    in_focus = height_mm - max(scene.rim_mm, scene.die_mm) >= camera.nearest_mm
    assert near or is_legal == (in_focus and view.spare_mm >= 0 and view.edge_die_px >= LEAST_DIE_PX)


@given(cameras, scenes())
def test_the_largest_board_and_the_smallest_dice_are_the_limit(camera, scene):
    if optics.legal_heights(camera, scene).is_possible:
        return
    rim_width_mm = scene.reach_mm - scene.floor_mm
    reach_mm = optics.largest_reach_mm(camera, scene)
    if reach_mm > rim_width_mm + 1.0:
        for nearly, possible in ((reach_mm - 0.01, True), (reach_mm + 0.01, False)):
            tried = replace(scene, reach_mm=nearly, floor_mm=nearly - rim_width_mm)
            assert optics.legal_heights(camera, tried).is_possible == possible
    die_mm, is_low = optics.smallest_die_mm(camera, scene), optics.lowest_mm(camera, scene) <= HIGHEST_MM
    assert optics.legal_heights(camera, replace(scene, die_mm=die_mm + 0.01)).is_possible == is_low  # else no dice help
    assert not optics.legal_heights(camera, replace(scene, die_mm=die_mm - 0.01)).is_possible


def test_depth_of_field_is_that_of_the_textbooks_formula():
    """Source: near and far limit s·H/(H ± (s - f)) with H = f²/(N·c) + f; here c = 5 µm, 16 mm, f/1.4."""
    camera, focused_mm, confusion_mm = camera_named("hq-16mm"), 1400.0, 0.005
    beyond_mm = camera.focal_mm**2 / (camera.f_number * confusion_mm)
    near_mm = focused_mm * beyond_mm / (beyond_mm + (focused_mm - camera.focal_mm))
    far_mm = focused_mm * beyond_mm / (beyond_mm - (focused_mm - camera.focal_mm))
    for distance_mm in (near_mm, far_mm):
        disc_mm = optics.DISC * optics.defocus_mm(camera, focused_mm=focused_mm, distance_mm=distance_mm)
        on_sensor_mm = disc_mm * camera.focal_mm / distance_mm
        assert on_sensor_mm == pytest.approx(confusion_mm, rel=0.02)
