import numpy as np
import pytest

from models.render.poses import flat_pose, level_turns, mix_poses, random_turns, rotation_of, turned, up_face
from models.render.world import FACE_NORMAL, DesignFace

ACE = DesignFace.ACE


@pytest.mark.parametrize("face", list(DesignFace))
@pytest.mark.parametrize("heading_deg", [0.0, 200.0])
def test_a_flat_die_shows_the_face_asked_for(face: DesignFace, heading_deg: float) -> None:
    pose = flat_pose(3.0, -4.0, face=face, heading_deg=heading_deg, size_mm=16.0)
    np.testing.assert_allclose(rotation_of(pose) @ FACE_NORMAL[face], [0.0, 0.0, 1.0], atol=1e-12)
    assert tuple(pose[:3]) == (3.0, -4.0, 8.0)
    assert up_face(pose) == (face, pytest.approx(0.0, abs=1e-5))


def test_a_heading_turns_the_die_counter_clockwise_and_a_further_turn_is_the_product_of_rotations() -> None:
    still, turned_die = (flat_pose(0, 0, face=ACE, heading_deg=heading, size_mm=16.0) for heading in (0.0, 90.0))
    np.testing.assert_allclose(rotation_of(still) @ [1, 0, 0], [1, 0, 0], atol=1e-12)
    np.testing.assert_allclose(rotation_of(turned_die) @ [1, 0, 0], [0, 1, 0], atol=1e-12)
    first, by = random_turns(np.random.default_rng(0), 2)
    pose = np.array([1.0, 2.0, 3.0, *first])
    expected = rotation_of(np.array([0, 0, 0, *by])) @ rotation_of(pose)
    np.testing.assert_allclose(rotation_of(turned(pose, by)), expected, atol=1e-12)


def test_mixing_takes_the_short_way_whatever_the_quaternions_sign() -> None:
    a, middle, b = (flat_pose(n, 0, face=ACE, heading_deg=10 + 10 * n, size_mm=16.0) for n in (0.0, 1.0, 2.0))
    b[3:] *= -1
    np.testing.assert_allclose(rotation_of(mix_poses(a[None], b[None], 0.5)[0]), rotation_of(middle), atol=1e-12)


def test_level_turns_keep_the_top_face_up() -> None:
    for turn in level_turns(np.random.default_rng(1), 10):
        assert up_face(np.array([0, 0, 0, *turn])) == (ACE, pytest.approx(0.0, abs=1e-5))
