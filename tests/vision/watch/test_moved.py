from dataclasses import replace

import numpy as np
import pytest

from models.render.world import RimShape
from tests.vision.board_pictures import BOARD, CAMERA, board_picture, die_mm, five_dice, lit, outline_of, with_hand
from vision.frame import Frame
from vision.watch.landmarks import landmarks_of
from vision.watch.moved import ViewChange, move_since, moved_board

SKIN = (205, 150, 122)
PX_PER_MM = CAMERA.f_px / CAMERA.height_mm
RADIUS_MM = BOARD.radius_mm
OTHER_DICE = (die_mm(0, 0), die_mm(100, 10), die_mm(-60, 60), die_mm(-60, 30, face=2), die_mm(20, -90, face=1))


@pytest.fixture(scope="module")
def landmarks():
    frame, dice = board_picture(five_dice())
    return landmarks_of(frame, outline_of(five_dice()), dice)


def picture(camera=CAMERA):
    return board_picture(OTHER_DICE, camera=camera)[0]


def hung(**changes):
    return replace(CAMERA, **changes)


def test_other_dice_other_light_and_a_hand_over_a_part_of_the_edge_move_nothing(landmarks):
    move = move_since(landmarks, lit(picture(), 0.7, noise=3.0))
    assert move.motion is ViewChange.NONE
    assert move.shift * RADIUS_MM < 0.3
    assert move_since(landmarks, with_hand(picture(), (330.0, 240.0), 20.0, skin=SKIN)).motion is ViewChange.NONE


@pytest.mark.parametrize("by_mm", [(2.0, 0.0), (0.0, -2.0), (9.0, -9.0)])
def test_a_camera_moved_sideways_is_noticed_and_measured(landmarks, by_mm):
    move = move_since(landmarks, picture(hung(target_mm=by_mm)))
    assert move.motion is ViewChange.MOVED
    x, y = move.moved_point((240.0, 240.0))
    # What the camera moves to the right goes to the left in its picture, and up goes down.
    shift_mm = (x - 240.0) / PX_PER_MM, (y - 240.0) / PX_PER_MM
    assert shift_mm == pytest.approx((-by_mm[0], by_mm[1]), abs=0.4)


@pytest.mark.parametrize("turn_deg", [1.0, -1.0])
def test_a_camera_that_turned_is_noticed_though_the_tray_is_round(landmarks, turn_deg):
    move = move_since(landmarks, picture(hung(roll_deg=turn_deg)))
    assert move.motion is ViewChange.MOVED
    assert abs(move.turn_deg) == pytest.approx(1.0, abs=0.25)


def test_a_tilted_camera_is_noticed_and_the_outline_follows(landmarks):
    tilted = hung(tilt_deg=2.0, target_mm=(0.0, 550.0 * float(np.tan(np.radians(2.0)))))
    move = move_since(landmarks, picture(tilted))
    followed = moved_board(outline_of(five_dice()), move, (480, 480))
    frame = picture(tilted)
    seen = np.array(followed.polygon)
    assert move.motion is ViewChange.MOVED
    assert seen[:, 1].mean() > 255.0
    inside = frame.pixels[
        np.clip(seen[:, 1] * 0.94 + 0.06 * seen[:, 1].mean(), 0, 479).astype(int), seen[:, 0].astype(int)
    ]
    assert np.median(inside[:, 1]) > np.median(inside[:, 0])  # green felt just within


def test_where_nothing_of_the_board_is_seen_nothing_is_said(landmarks):
    noise = np.random.default_rng(0).integers(0, 255, (480, 480, 3), np.uint8)
    for pixels in (np.zeros((480, 480, 3), np.uint8), noise, np.zeros((240, 480, 3), np.uint8)):
        assert move_since(landmarks, Frame(pixels)).motion is ViewChange.UNKNOWN
    table, _ = board_picture(five_dice(), replace(BOARD, shape=RimShape.NONE))
    assert move_since(landmarks, table).motion is ViewChange.UNKNOWN


def test_without_a_board_the_table_tells_and_a_plain_picture_has_no_landmarks():
    frame, dice = board_picture(five_dice())
    on_table = landmarks_of(frame, None, dice)
    assert not on_table.is_tray.any()
    assert move_since(on_table, picture()).motion is ViewChange.NONE
    assert move_since(on_table, picture(hung(target_mm=(4.0, 0.0)))).motion is ViewChange.MOVED
    plain = Frame(np.full((240, 240, 3), 120, np.uint8))
    marks = landmarks_of(plain, None)
    assert len(marks.places) == 0
    assert move_since(marks, plain).motion is ViewChange.UNKNOWN
