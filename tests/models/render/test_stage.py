"""Dice, their shadows and hands over them, drawn where the truth says."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.render import shading, world
from models.render.hand import draw_hand
from models.render.stage import RenderStage, render
from models.train.pictures.placing import flat_rotation

LAMP, WINDOW, ROOM = 0, 1, 2
GREY = world.Surface(material=world.Material.PLAIN, rgb=(120, 120, 120), grain=0.0)
TABLE = world.Board(shape=world.RimShape.NONE, floor=GREY)


def drawn(camera, *dice):
    return render(world.Scene(dice=dice, board=TABLE, camera=camera, film=world.Film(blur_px=0.0, noise=0.0)))


def test_a_die_is_drawn_inside_its_box_and_only_shadow_falls_outside(flat_die, overhead):
    rendered = drawn(overhead, flat_die)
    difference = rendered.pixels.astype(int) - drawn(overhead).pixels
    left, top, right, bottom = (round(edge) for edge in rendered.truth[0].box_xyxy)
    inside = difference[top + 2 : bottom - 2, left + 2 : right - 2]
    assert (np.abs(inside).max(axis=2) > 20).mean() > 0.98
    difference[top - 1 : bottom + 1, left - 1 : right + 1] = 0
    assert difference.max() <= 1
    assert difference.min() < -20


@pytest.mark.parametrize(("tilt_deg", "k1"), [(0.0, 0.0), (20.0, -0.15)])
def test_the_drawn_face_lies_where_its_quad_says(flat_die, tilt_deg, k1):
    hung = {"height_mm": 500.0, "tilt_deg": tilt_deg, "azimuth_deg": 20}
    camera = world.SceneCamera(f_px=1500.0, size_wh=(300, 300), k1=k1, **hung)
    rendered = drawn(camera, replace(flat_die, position_mm=(18.0, -22.0, 8.0), rotation=flat_rotation(5, 33.0)))
    red, green, blue = (rendered.pixels[..., channel].astype(float) for channel in range(3))
    is_top = (red > 120) & (blue > 120) & (green < 0.6 * red)  # the ace is magenta, no other face is
    rows, columns = np.nonzero(is_top)
    quad = np.array(rendered.truth[0].quad, np.float32)
    moments = cv2.moments(quad)
    middle = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    np.testing.assert_allclose((columns.mean() + 0.5, rows.mean() + 0.5), middle, atol=0.5)
    assert is_top.sum() == pytest.approx(cv2.contourArea(quad), rel=0.08)  # its edges are rounded off


@pytest.mark.parametrize("face", range(len(world.LABELS)))
def test_every_face_shows_its_own_texture_upright_in_its_quad(overhead, plain_design, face):
    marked = plain_design.faces.copy()
    marked[:, :16, :16] = 255  # top left quarter white
    design = replace(plain_design, faces=marked)
    die = world.DieInstance(design=design, size_mm=16.0, position_mm=(20, 10, 8), rotation=flat_rotation(face, 130.0))
    rendered = drawn(overhead, die)
    corners = np.array([[0, 0], [40, 0], [40, 40], [0, 40]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(rendered.truth[0].quad, np.float32), corners)
    upright = cv2.warpPerspective(rendered.pixels, matrix, (40, 40))
    mark, *plain = (upright[a : a + 12, b : b + 12].mean(axis=(0, 1)) for a in (4, 24) for b in (4, 24))
    assert mark.min() > 2 * max(quarter.min() for quarter in plain)
    assert min(np.corrcoef(quarter, plain_design.faces[face, 0, 0])[0, 1] for quarter in plain) > 0.98


def test_what_is_outside_the_picture_or_covered_is_not_visible_whatever_the_order(flat_die, overhead):
    away = replace(flat_die, position_mm=(500.0, 0.0, 8.0))
    at_edge = replace(flat_die, position_mm=(96.8, 0.0, 8.0))  # the top's middle projects onto the right edge
    above = replace(flat_die, position_mm=(4.0, 0.0, 24.0), rotation=flat_rotation(2, 20.0))
    visible = [truth.visible_fraction for truth in drawn(overhead, away, at_edge, flat_die, above).truth]
    assert (visible[0], visible[1]) == (0.0, pytest.approx(0.55, abs=0.1))
    assert visible[2] < 0.4
    assert visible[3] == pytest.approx(1.0, abs=0.02)
    one, other = (drawn(overhead, *dice).pixels.astype(int) for dice in ((flat_die, above), (above, flat_die)))
    np.testing.assert_allclose(one, other, atol=1)


def test_a_window_of_the_frame_shows_the_same_as_the_frame(flat_die, overhead):
    window = replace(overhead, size_wh=(100, 80), centre_px=(200 - 150, 150 - 110))
    part, whole = (drawn(camera, flat_die).pixels.astype(int) for camera in (window, overhead))
    np.testing.assert_allclose(part, whole[110:190, 150:250], atol=2)


def test_every_tray_is_drawn_with_its_rim():
    camera = world.SceneCamera(size_wh=(160, 160), f_px=240, tilt_deg=10)
    for shape in world.RimShape:
        stage = RenderStage(world.Board(shape=shape), world.SceneLight(), camera)
        assert np.isfinite(stage.empty().light).all()
        assert (stage.backdrop.kind == 1).any() == (shape is not world.RimShape.NONE)


def kept_off(shadow, x, light):
    across, down = shadow.window.to_map(np.float32(x), np.float32(0.0))
    return float(shadow.kept_off[round(float(down)), round(float(across)), light])


def test_the_lamps_shadow_lies_on_the_other_side_and_is_as_long_as_the_lamp_is_low(flat_die):
    light = world.SceneLight(lamp_mm=(800.0, 0.0, 800.0), lamp_radius_mm=5.0)
    shadow = shading.cast_shadow(flat_die, light, 0.0, px_per_mm=3.0)  # 45 degrees: as long as the die is high
    assert [kept_off(shadow, x, LAMP) for x in (-8 - 14, -8 - 18, 10)] == pytest.approx([1.0, 0.0, 0.0], abs=0.05)


def test_little_of_the_rooms_light_reaches_under_and_more_beside_the_die(flat_die):
    shadow = shading.cast_shadow(flat_die, world.SceneLight(), 0.0, px_per_mm=3.0)
    under, beside, away = (kept_off(shadow, x, ROOM) for x in (0.0, 10.0, 22.0))
    assert under > 0.95 > beside > 0.1 + away
    assert kept_off(shadow, 0.0, WINDOW) > 0.9


def reached(camera, tip, from_deg):
    """Return picture, depth and what is hidden of a grey ground with a hand over it."""
    picture, depth = np.full((300, 400, 3), 0.3, np.float32), np.full((300, 400), 500, np.float32)
    hidden = draw_hand(world.SceneHand(tip_mm=tip, from_deg=from_deg), camera, world.SceneLight(), picture, depth)
    return picture, depth, hidden


def test_a_hand_reaches_from_its_side_to_its_tip_and_casts_a_shadow(overhead):
    picture, depth, hidden = reached(overhead, (0, 0, 20), 0.0)
    columns = np.nonzero(hidden.any(axis=0))[0]
    assert columns.max() == 399  # the arm leaves the picture to the right
    assert 170 < columns.min() < 215  # the middle finger ends in the middle
    assert (depth[hidden > 0] == 0).all()
    assert picture[hidden == 0].min() < 0.25
    _, _, turned = reached(overhead, (0, 0, 20), 90.0)
    assert turned[0].any()  # from the top
    assert not turned[200:].any()
    assert not reached(overhead, (900, 0, 20), 0.0)[2].any()


def test_a_die_under_a_hand_is_not_visible(flat_die, overhead):
    under = replace(flat_die, position_mm=(90.0, 0.0, 8.0))
    hand = world.SceneHand(tip_mm=(40, 0, 30), from_deg=0.0)
    scene = world.Scene(dice=(flat_die, under), camera=overhead, hands=(hand,))
    visible = [truth.visible_fraction for truth in render(scene).truth]
    assert visible[0] == pytest.approx(1.0, abs=0.02)
    assert visible[1] < 0.1


DRAWN_AT_THE_TABLE = """
import sys
from models.render.stage import render
from models.render.world import DieInstance, Scene, SceneCamera
from models.render.designs import core_design
from models.train.pictures.placing import flat_rotation
die = DieInstance(design=core_design("suits"), size_mm=16, position_mm=(0, 0, 8), rotation=flat_rotation(4, 10))
render(Scene(dice=(die,), camera=SceneCamera(size_wh=(64, 64), f_px=100)))
print(sorted({"PIL", "cairosvg", "torch", "tqdm", "mujoco"} & set(sys.modules)))
"""


def test_a_core_design_is_drawn_with_numpy_and_opencv_alone():
    command, root = [sys.executable, "-c", DRAWN_AT_THE_TABLE], Path(__file__).parents[3]
    assert subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True, check=True).stdout == "[]\n"
