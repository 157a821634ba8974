import numpy as np
import pytest

from models.evaluate.play import DIE_MM, DIE_PX, SIZE_PX, BoardAtRest, lying_dice, sample_table, true_dice
from models.render.camera import project
from models.render.poses import flat_pose
from models.render.tray import SIDES, is_inside
from models.render.world import DesignFace, DieState, RimShape


@pytest.fixture(scope="module")
def tables():
    return [sample_table(np.random.default_rng(seed), clutter_share=1.0) for seed in range(12)]


def test_every_table_has_a_tray_that_the_camera_sees_whole(tables):
    for table in tables:
        board = table.board
        assert board.shape is not RimShape.NONE
        corner_mm = (board.radius_mm + board.rim_width_mm) / np.cos(np.pi / SIDES.get(board.shape, 360))
        around = np.linspace(0, 2 * np.pi, 200)
        ring = np.stack([np.cos(around) * corner_mm, np.sin(around) * corner_mm, np.zeros(200)], axis=1)
        seen = project(table.camera, ring)
        assert seen.min() >= 0
        assert seen.max() <= SIZE_PX
        assert seen.max() - seen.min() > 0.6 * SIZE_PX


def test_dice_are_as_large_as_the_device_reads_them(tables):
    for table in tables:
        assert DIE_MM[0] <= table.size_mm <= DIE_MM[1]
        pose = flat_pose(0.0, 0.0, face=DesignFace.ACE, heading_deg=0.0, size_mm=table.size_mm)
        quad = np.array(true_dice(table, BoardAtRest(np.vstack([pose, np.full((4, 7), np.nan)])))[0].quad)
        edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        assert 0.85 * DIE_PX[0] < edges.mean() < 1.2 * DIE_PX[1]


def test_nothing_lies_in_the_tray_but_dice(tables):
    things = [(table.board, thing) for table in tables for thing in table.board.things]
    assert things
    assert not any(is_inside(board, *thing.centre_mm) for board, thing in things)


def test_what_is_true_of_dice_goes_by_their_numbers(tables):
    table = tables[0]
    poses = np.full((5, 7), np.nan)
    for number, face in ((1, DesignFace.NINE), (4, DesignFace.KING)):
        poses[number] = flat_pose(10.0 * number, 0.0, face=face, heading_deg=0.0, size_mm=table.size_mm)
    dice = true_dice(table, BoardAtRest(poses))
    assert {number: die.label for number, die in dice.items()} == {1: 0, 4: 4}
    assert all(die.lies_right for die in dice.values())


def test_a_die_beyond_the_rim_lies_off_the_board(tables):
    table = tables[0]
    pose = flat_pose(3 * table.board.radius_mm, 0.0, face=DesignFace.TEN, heading_deg=0.0, size_mm=table.size_mm)
    (die,) = lying_dice(table, pose[None])
    assert die.state is DieState.OFF
