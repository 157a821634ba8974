"""Where things land in the picture, which face lies up and where its corners are."""

from dataclasses import replace

import numpy as np
import pytest

from models.render.camera import axes, eye_mm, project, rays
from models.render.errors import GeometryError
from models.render.poses import flat_pose, mix_poses, random_turns, rotation_of, turned, up_face
from models.render.truth import truth_of
from models.render.world import FACE_NORMAL, DesignFace, DieInstance, SceneCamera
from models.train.pictures.placing import flat_rotation, turn_about

ACE = DesignFace.ACE


@pytest.mark.parametrize(("tilt_deg", "roll_deg"), [(0.0, 0.0), (40.0, 77.0)])
def test_every_pixels_ray_meets_the_point_that_lands_in_that_pixel(tilt_deg, roll_deg):
    shape = SceneCamera(height_mm=420, f_px=600, size_wh=(320, 240), k1=-0.2, k2=0.05, target_mm=(12, -7))
    camera = replace(shape, tilt_deg=tilt_deg, azimuth_deg=33, roll_deg=roll_deg)
    directions, frame = rays(camera), axes(camera)
    np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-6)
    assert np.linalg.det(frame) == pytest.approx(1.0, abs=1e-5)  # right-handed
    np.testing.assert_allclose(project(camera, [12, -7, 0]), [160, 120], atol=1e-2)
    for column, row in ((0, 0), (319, 0), (160, 120), (40, 230)):
        along = -eye_mm(camera)[2] / directions[row, column, 2]
        point = eye_mm(camera) + directions[row, column] * along
        np.testing.assert_allclose(project(camera, point), [column + 0.5, row + 0.5], atol=0.05)


def test_barrel_distortion_pulls_points_towards_the_middle_and_a_camera_below_the_board_is_refused():
    straight, bent = (project(SceneCamera(k1=k1), [100.0, 0.0, 0.0]) for k1 in (0.0, -0.3))
    assert bent[0] < straight[0] - 1
    with pytest.raises(GeometryError):
        SceneCamera(height_mm=-1.0)


def truth(design, camera, *, face=5, turn_deg=0, tilt_deg=0):
    rotation = np.asarray(turn_about((1, 0, 0), tilt_deg) @ flat_rotation(face, turn_deg), np.float32)
    die = DieInstance(design=design, size_mm=16.0, position_mm=(0.0, 0.0, 8.0), rotation=rotation)
    return truth_of(camera, die, visible_fraction=1.0)


def test_the_quad_of_a_flat_die_lies_where_a_pinhole_puts_it(plain_design, overhead):
    half = 8.0 * 1000 / (500 - 16)  # the top face is 16 mm nearer than the floor
    expected = [(200 - half, 150 - half), (200 + half, 150 - half), (200 + half, 150 + half), (200 - half, 150 + half)]
    np.testing.assert_allclose(truth(plain_design, overhead).quad, expected, atol=0.01)


@pytest.mark.parametrize("face", range(6))
def test_the_quad_runs_clockwise_from_the_textures_top_left(plain_design, overhead, face):
    said = truth(plain_design, overhead, face=face, turn_deg=40.0 * face)
    quad = np.array(said.quad)
    edge, following = quad[1] - quad[0], quad[2] - quad[1]
    assert edge[0] * following[1] - edge[1] * following[0] > 0  # clockwise where y runs down
    assert (said.label, said.tilt_deg) == (face, pytest.approx(0.0, abs=0.05))


@pytest.mark.parametrize("tilt_deg", [3.0, 44.0])
def test_the_tilt_is_that_of_the_most_upward_face_and_the_box_holds_the_quad(plain_design, tilt_deg):
    said = truth(plain_design, SceneCamera(tilt_deg=18, azimuth_deg=60, k1=-0.1), tilt_deg=tilt_deg, turn_deg=25)
    assert (said.label, said.tilt_deg) == (5, pytest.approx(tilt_deg, abs=0.05))
    left, top, right, bottom = said.box_xyxy
    assert all(left - 1e-3 <= x <= right + 1e-3 and top - 1e-3 <= y <= bottom + 1e-3 for x, y in said.quad)


@pytest.mark.parametrize("face", list(DesignFace))
def test_a_flat_die_shows_the_face_asked_for(face):
    pose = flat_pose(3.0, -4.0, face=face, heading_deg=200.0, size_mm=16.0)
    np.testing.assert_allclose(rotation_of(pose) @ FACE_NORMAL[face], [0.0, 0.0, 1.0], atol=1e-12)
    assert (tuple(pose[:3]), up_face(pose)) == ((3.0, -4.0, 8.0), (face, pytest.approx(0.0, abs=1e-5)))


def test_a_heading_turns_the_die_counter_clockwise_and_a_further_turn_is_the_product_of_rotations():
    still, turned_die = (flat_pose(0, 0, face=ACE, heading_deg=heading, size_mm=16.0) for heading in (0.0, 90.0))
    np.testing.assert_allclose(rotation_of(still) @ [1, 0, 0], [1, 0, 0], atol=1e-12)
    np.testing.assert_allclose(rotation_of(turned_die) @ [1, 0, 0], [0, 1, 0], atol=1e-12)
    first, by = random_turns(np.random.default_rng(0), 2)
    pose = np.array([1.0, 2.0, 3.0, *first])
    expected = rotation_of(np.array([0, 0, 0, *by])) @ rotation_of(pose)
    np.testing.assert_allclose(rotation_of(turned(pose, by)), expected, atol=1e-12)


def test_mixing_takes_the_short_way_whatever_the_quaternions_sign():
    a, middle, b = (flat_pose(n, 0, face=ACE, heading_deg=10 + 10 * n, size_mm=16.0) for n in (0.0, 1.0, 2.0))
    b[3:] *= -1
    np.testing.assert_allclose(rotation_of(mix_poses(a[None], b[None], 0.5)[0]), rotation_of(middle), atol=1e-12)
