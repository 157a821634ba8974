"""Dice under the cup on the simulated table: unseen, shaken, lent and lifted."""

import numpy as np
import pytest

from firmware.simulated.table import DICE
from models.render.world import DesignFace, DieState
from tests.firmware.simulated.seat import ROYAL, SETTING, Seat

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


def test_dice_thrown_under_the_cup_are_not_to_be_seen_until_it_is_lifted(seat):
    seat.table.throw(hidden=True, faces=ROYAL)
    while seat.table.is_busy:
        assert seat.table.sight().poses == ()
        assert not seat.table.is_covered
        seat.clock.sleep(0.05)
    assert seat.table.is_covered
    sight = seat.table.sight()
    assert (sight.poses, sight.cover is None, sight.is_moving) == ((), False, False)
    assert seat.faces == ROYAL
    assert seat.table.peek() == tuple(ROYAL)
    seat.table.lift_cup()
    assert not seat.table.is_covered
    assert (len(seat.table.sight().poses), seat.table.sight().cover, seat.faces) == (DICE, None, ROYAL)
    assert seat.table.peek() == ()
    seat.hold(2)
    assert len(seat.table.marks()) == 1


def test_all_dice_lie_flat_inside_the_cup_and_none_in_another_and_their_faces_are_chance():
    faces = set()
    for seed in range(20):
        seat = Seat(seed)
        seat.throw(hidden=True)
        cover = seat.table.sight().cover
        faces.update(seat.table.peek())
        seat.table.lift_cup()
        poses = np.array(seat.table.sight().poses)
        size_mm = SETTING.bodies.size_mm
        assert (np.hypot(*(poses[:, :2] - cover.place_mm).T) + size_mm / np.sqrt(2) <= cover.inside_mm + 1e-6).all()
        gaps = np.hypot(*(poses[:, None, :2] - poses[None, :, :2]).transpose(2, 0, 1))
        assert gaps[~np.eye(DICE, dtype=bool)].min() >= size_mm * np.sqrt(2)
        assert {die.state for die in seat.table.truth()} == {DieState.OK}
    assert faces == set(DesignFace)


def test_held_dice_go_under_the_cup_with_the_others(seat):
    seat.throw(faces=ROYAL)
    seat.hold(1, 3)
    seat.throw(hidden=True, faces=[DesignFace.NINE] * DICE)
    assert seat.faces == [DesignFace.NINE] * DICE
    assert not any(die.is_held for die in seat.table.truth())


@pytest.mark.parametrize("hidden", [True, False])
def test_dice_under_the_cup_are_shaken_again_and_nobody_sees_them_meanwhile(seat, hidden):
    seat.throw(hidden=True, faces=ROYAL)
    seat.table.throw(hidden=hidden, faces=[DesignFace.NINE] * DICE)
    assert (seat.table.sight().poses, seat.table.sight().cover) == ((), None)
    seat.wait()
    assert seat.faces == [DesignFace.NINE] * DICE
    assert seat.table.is_covered is hidden


def test_dice_under_the_cup_cannot_be_held_nor_it_be_lifted_under_way_and_a_new_turn_takes_it_away(seat):
    seat.table.throw(hidden=True)
    seat.clock.sleep(0.3)
    seat.table.lift_cup()
    seat.wait()
    assert seat.table.is_covered
    assert [seat.table.tap(*die.place_xy) for die in seat.table.truth()] == [None] * DICE
    assert seat.table.marks() == ()
    seat.table.new_turn()
    assert not seat.table.is_covered
    assert (seat.table.sight().poses, seat.table.truth()) == ((), ())
    seat.throw(faces=ROYAL)
    seat.table.lift_cup()  # there is none
    assert seat.faces == ROYAL


@pytest.mark.parametrize("is_under_way", [True, False])
def test_a_cup_over_dice_lent_to_a_lesson_is_put_back_over_them(seat, is_under_way):
    seat.table.throw(hidden=True, faces=ROYAL)
    if not is_under_way:
        seat.wait()
    seat.table.lend()
    assert not seat.table.is_covered
    assert (seat.table.truth(), seat.table.sight().poses) == ((), ())
    seat.throw(faces=[DesignFace.NINE] * DICE)
    seat.table.put_back()
    assert seat.table.is_covered
    assert seat.table.sight().poses == ()
    assert seat.faces == ROYAL
