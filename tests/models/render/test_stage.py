from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.render.stage import RenderStage, render
from models.render.truth import Rendered
from models.render.world import (
    LABELS,
    Board,
    Design,
    DieInstance,
    Film,
    Material,
    RimShape,
    Scene,
    SceneCamera,
    SceneLight,
    Surface,
)
from models.train.pictures.placing import flat_rotation

TABLE = Board(shape=RimShape.NONE, floor=Surface(material=Material.PLAIN, rgb=(120, 120, 120), grain=0.0))


def drawn(camera: SceneCamera, *dice: DieInstance) -> Rendered:
    return render(Scene(dice=dice, board=TABLE, camera=camera, film=Film(blur_px=0.0, noise=0.0)))


def test_a_die_is_drawn_inside_its_box_and_only_shadow_falls_outside(
    flat_die: DieInstance, overhead: SceneCamera
) -> None:
    rendered = drawn(overhead, flat_die)
    difference = rendered.pixels.astype(int) - drawn(overhead).pixels
    left, top, right, bottom = (round(edge) for edge in rendered.truth[0].box_xyxy)
    inside = difference[top + 2 : bottom - 2, left + 2 : right - 2]
    assert (np.abs(inside).max(axis=2) > 20).mean() > 0.98
    difference[top - 1 : bottom + 1, left - 1 : right + 1] = 0
    assert difference.max() <= 1
    assert difference.min() < -20


@pytest.mark.parametrize("face", range(len(LABELS)))
def test_the_top_face_shows_its_own_texture_at_its_quad(
    flat_die: DieInstance, overhead: SceneCamera, face: int
) -> None:
    rendered = drawn(overhead, replace(flat_die, position_mm=(20, 10, 8), rotation=flat_rotation(face, 40.0)))
    x, y = np.mean(rendered.truth[0].quad, axis=0)
    seen, expected = rendered.pixels[int(y), int(x)].astype(float), flat_die.design.faces[face, 0, 0].astype(float)
    assert np.corrcoef(seen, expected)[0, 1] > 0.98


@pytest.mark.parametrize(("tilt_deg", "k1"), [(0.0, 0.0), (20.0, -0.15)])
def test_the_drawn_face_lies_where_its_quad_says(flat_die: DieInstance, tilt_deg: float, k1: float) -> None:
    camera = SceneCamera(height_mm=500.0, f_px=1500.0, size_wh=(300, 300), tilt_deg=tilt_deg, azimuth_deg=20, k1=k1)
    rendered = drawn(camera, replace(flat_die, position_mm=(18.0, -22.0, 8.0), rotation=flat_rotation(5, 33.0)))
    red, green, blue = (rendered.pixels[..., channel].astype(float) for channel in range(3))
    is_top = (red > 120) & (blue > 120) & (green < 0.6 * red)  # the ace is magenta, no other face is
    rows, columns = np.nonzero(is_top)
    quad = np.array(rendered.truth[0].quad, np.float32)
    moments = cv2.moments(quad)
    middle = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    np.testing.assert_allclose((columns.mean() + 0.5, rows.mean() + 0.5), middle, atol=0.5)
    assert is_top.sum() == pytest.approx(cv2.contourArea(quad), rel=0.08)  # its edges are rounded off


def test_the_texture_stands_upright_in_the_rectified_quad(overhead: SceneCamera, plain_design: Design) -> None:
    marked = plain_design.faces.copy()
    marked[:, :16, :16] = 255  # top left quarter white
    design = replace(plain_design, faces=marked)
    die = DieInstance(design=design, size_mm=16.0, position_mm=(0, 0, 8), rotation=flat_rotation(3, 130.0))
    rendered = drawn(overhead, die)
    corners = np.array([[0, 0], [40, 0], [40, 40], [0, 40]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(rendered.truth[0].quad, np.float32), corners)
    upright = cv2.warpPerspective(rendered.pixels, matrix, (40, 40))
    quarters = [upright[a : a + 12, b : b + 12, 2].mean() for a in (4, 24) for b in (4, 24)]
    assert quarters[0] > 2 * max(quarters[1:])


def test_what_is_outside_the_picture_or_covered_is_not_visible_whatever_the_order(
    flat_die: DieInstance, overhead: SceneCamera
) -> None:
    away = replace(flat_die, position_mm=(500.0, 0.0, 8.0))
    at_edge = replace(flat_die, position_mm=(96.8, 0.0, 8.0))  # the top's middle projects onto the right edge
    above = replace(flat_die, position_mm=(4.0, 0.0, 24.0), rotation=flat_rotation(2, 20.0))
    visible = [truth.visible_fraction for truth in drawn(overhead, away, at_edge, flat_die, above).truth]
    assert visible[0] == 0.0
    assert visible[1] == pytest.approx(0.55, abs=0.1)
    assert visible[2] < 0.4
    assert visible[3] == pytest.approx(1.0, abs=0.02)
    one, other = (drawn(overhead, *dice).pixels.astype(int) for dice in ((flat_die, above), (above, flat_die)))
    np.testing.assert_allclose(one, other, atol=1)


def test_a_window_of_the_frame_shows_the_same_as_the_frame(flat_die: DieInstance, overhead: SceneCamera) -> None:
    window = replace(overhead, size_wh=(100, 80), centre_px=(200 - 150, 150 - 110))
    part, whole = (drawn(camera, flat_die).pixels.astype(int) for camera in (window, overhead))
    np.testing.assert_allclose(part, whole[110:190, 150:250], atol=2)


@pytest.mark.parametrize("shape", list(RimShape))
def test_every_tray_is_drawn_with_its_rim(shape: RimShape) -> None:
    stage = RenderStage(Board(shape=shape), SceneLight(), SceneCamera(size_wh=(160, 160), f_px=240, tilt_deg=10))
    assert np.isfinite(stage.empty().light).all()
    assert (stage.backdrop.kind == 1).any() == (shape is not RimShape.NONE)
