import sys

import numpy as np
import pytest

from models.render.errors import PhysicsMissingError
from models.render.poses import flat_pose, turned
from models.render.throws import RATE_HZ, STILL_S, Bodies, Force, Physics, inside_mm, judge
from models.render.world import Board, DesignFace, DieState, RimShape

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

BOARD = Board(shape=RimShape.OCTAGON, turn_deg=22.5)
BODIES = Bodies()
SIZE = BODIES.size_mm


@pytest.fixture(scope="module")
def physics():
    return Physics(BOARD, BODIES)


def flat(x=0.0, y=0.0, z=SIZE / 2):
    pose = flat_pose(x, y, face=DesignFace.KING, heading_deg=20.0, size_mm=SIZE)
    pose[2] = z
    return pose


def leaned(angle_deg):
    half = np.radians(angle_deg) / 2
    return turned(flat(), np.array([np.cos(half), np.sin(half), 0.0, 0.0]))


def test_a_throw_starts_in_the_air_and_ends_at_rest_and_its_seed_repeats_it(physics):
    throw, again = (physics.throw(np.random.default_rng(1), count=5) for _ in range(2))
    np.testing.assert_array_equal(throw.poses, again.poses)
    assert (throw.poses[0, :, 2] > SIZE).all()
    assert 0.3 < throw.duration_s < 2.0
    assert np.ptp(throw.poses[-int(STILL_S * RATE_HZ) :, :, :3], axis=0).max() < 0.5


def test_dice_never_lie_inside_one_another_or_below_the_floor_and_those_far_off_stay_where_they_lay(physics):
    rng = np.random.default_rng(3)
    for _ in range(8):
        last = physics.throw(rng, count=5).poses[-1]
        gaps = np.linalg.norm(last[:, None, :3] - last[None, :, :3], axis=2)[np.triu_indices(5, 1)]
        assert gaps.min() > 0.95 * SIZE
        assert last[:, 2].min() > 0.9 * SIZE / 2
    lying = np.array([flat(0.0, 115.0), flat(40.0, 108.0)])
    throw = physics.throw(np.random.default_rng(0), count=1, lying=lying, force=Force.GENTLE)
    assert throw.poses.shape[1] == 3
    np.testing.assert_allclose(throw.poses[-1, 1:, :2], lying[:, :2], atol=0.5)


@pytest.mark.proof
def test_faces_come_up_equally_often_and_few_normal_throws_burn_but_many_hard_ones(physics):
    rng = np.random.default_rng(5)
    rests = {force: [physics.throw(rng, count=5, force=force).rests for _ in range(120)] for force in list(Force)[1:]}
    counts = np.bincount([rest.face for throw in rests[Force.NORMAL] for rest in throw], minlength=6)
    assert ((counts - 100.0) ** 2 / 100.0).sum() < 20.5  # Source: chi-square table, 5 degrees of freedom, p = 0.001
    normal, hard = (sum(any(rest.state is not DieState.OK for rest in throw) for throw in of) for of in rests.values())
    assert normal <= 24 <= hard


def test_what_cannot_be_thrown_says_so(physics, monkeypatch):
    with pytest.raises(ValueError, match="At least one die"):
        physics.throw(np.random.default_rng(0), count=0)
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(PhysicsMissingError, match=r"serviert\[simulated\]"):
        Physics(BOARD, BODIES)


def test_a_bare_table_stops_no_die_and_depth_inside_a_rim_is_measured_to_the_nearest_wall():
    bare, square = Board(shape=RimShape.NONE), Board(shape=RimShape.SQUARE, radius_mm=100.0)
    reached = Physics(bare, BODIES).throw(np.random.default_rng(0), count=5, force=Force.HARD).poses[-1, :, :2]
    assert np.linalg.norm(reached, axis=-1).max() > 200.0
    assert inside_mm(bare, 999.0, 0.0) == float("inf")
    depths = [inside_mm(square, *point) for point in ((0.0, 0.0), (90.0, 0.0), (0.0, -110.0))]
    assert depths == pytest.approx([100.0, 10.0, -10.0])


def test_a_rest_is_judged_by_place_tilt_and_height():
    poses = leaned(4.0), leaned(6.0), flat(z=SIZE * 1.5), flat(x=BOARD.radius_mm * 1.1), flat(z=0.0)
    rests = [judge(BOARD, SIZE, pose) for pose in poses]
    assert [rest.state for rest in rests] == ["ok", "leaning", "stacked", "off", "off"]
    assert {rest.face for rest in rests} == {DesignFace.KING}


def test_between_two_samples_poses_are_mixed(physics):
    throw = physics.throw(np.random.default_rng(4), count=5)
    between = throw.poses_at(2.5 / RATE_HZ)
    np.testing.assert_allclose(between[:, :3], throw.poses[2:4, :, :3].mean(axis=0))
    np.testing.assert_allclose(np.linalg.norm(between[:, 3:], axis=1), 1.0)
    np.testing.assert_allclose(throw.poses_at(99.0), throw.poses[-1], atol=1e-12)
    np.testing.assert_allclose(throw.poses_at(-1.0), throw.poses[0], atol=1e-12)
