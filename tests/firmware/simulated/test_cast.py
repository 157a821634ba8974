import numpy as np
import pytest

from firmware.simulated.cast import Cast, Pace, Wish, plan_cast
from models.render.cup import Cup
from models.render.poses import flat_pose
from models.render.throws import Bodies, Force, Physics, inside_mm
from models.render.world import Board, DesignFace, DieState, RimShape, SceneHand

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

PHYSICS = Physics(Board(shape=RimShape.OCTAGON, turn_deg=22.5), Bodies())
HAND = SceneHand(tip_mm=(0.0, 0.0, 0.0), from_deg=270.0)
CUP = Cup(place_mm=(0.0, 0.0))
PLACES = {0: (-60.0, 40.0), 1: (-20.0, 60.0), 2: (30.0, 50.0), 3: (70.0, 10.0), 4: (0.0, 0.0)}
LYING = {n: flat_pose(x, y, face=DesignFace.KING, heading_deg=17.0 * n, size_mm=17.0) for n, (x, y) in PLACES.items()}


def cast_of(*thrown: int, seed: int = 0, lying=LYING, cover: Cup | None = None) -> Cast:
    wish = Wish(thrown=thrown, force=Force.NORMAL, hand=HAND, pace=Pace(), cover=cover)
    return plan_cast(PHYSICS, np.random.default_rng(seed), lying=lying, wish=wish)


def test_every_thrown_die_is_under_the_hand_when_it_is_taken_the_nearest_first_and_the_hand_leaves():
    cast = cast_of(0, 1, 2, 3, 4)
    assert sorted(cast.taken_s, key=lambda number: cast.taken_s[number]) == [4, 3, 0, 2, 1]
    for number, taken_s in cast.taken_s.items():
        tip = cast.tip_at(taken_s)
        assert np.hypot(tip[0] - PLACES[number][0], tip[1] - PLACES[number][1]) < 10.0
        assert number in cast.poses_at(taken_s - 0.01)
        assert number not in cast.poses_at(taken_s + 0.01)
    assert cast.tip_at(cast.release_s) is not None
    assert cast.tip_at(cast.end_s) is None
    assert cast.poses_at(cast.release_s).keys() == PLACES.keys()
    assert not cast.is_moving(cast.release_s - Pace().tip_s - 0.05)
    assert cast.is_moving(cast.release_s + 0.1)
    cast = cast_of(0, 1, lying={})  # no hand comes for dice that are in the cup
    assert (cast.taken_s, cast.tip_at(0.1), cast.release_s) == ({}, None, pytest.approx(Pace().shake_s + Pace().tip_s))


def test_held_dice_are_pushed_a_little_and_rarely_and_never_into_another_or_into_the_rim():
    shifts = []
    for seed in range(60):
        cast = cast_of(0, 2, seed=seed, cover=CUP)  # nothing is reckoned by physics
        waiting = cast.poses_at(cast.release_s - 0.01)
        shifts += [np.linalg.norm(waiting[number] - LYING[number]) for number in (1, 3, 4)]
    pushed = [shift for shift in shifts if shift > 0]
    assert 0.03 * len(shifts) < len(pushed) < 0.3 * len(shifts)
    assert max(pushed) < 10.0
    close = {n: flat_pose(19.0 * n, 60.0, face=DesignFace.ACE, heading_deg=0.0, size_mm=17.0) for n in (0, 1)}
    for held in (close, {0: flat_pose(0.0, 125.0, face=DesignFace.ACE, heading_deg=0.0, size_mm=17.0)}):
        for seed in range(60):
            cast = cast_of(4, seed=seed, lying={**held, 4: LYING[4]}, cover=CUP)
            for number, (_, pose) in cast.nudged.items():
                others = [other[:2] for key, other in held.items() if key != number]
                assert min((np.linalg.norm(pose[:2] - other) for other in others), default=99.0) > 1.45 * 17.0
                assert inside_mm(PHYSICS.board, *pose[:2]) > 0.75 * 17.0


@pytest.mark.parametrize("seed", [0, 36])  # these throws would hit a held die if nobody took care
def test_a_careful_throw_turns_no_held_die_over(seed):
    rests = cast_of(0, 1, 3, seed=seed).throw.rests
    assert [(rest.face, rest.state) for rest in rests[3:]] == [(DesignFace.KING, DieState.OK)] * 2
