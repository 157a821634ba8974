from dataclasses import replace

import numpy as np
import pytest

from models.render.world import RimShape
from tests.vision.board_pictures import BOARD, CAMERA, board_picture, die_mm, five_dice, lit, outline_of, with_hand
from tests.vision.table import boxed, die_at, reading_of
from vision.find.board import BoardKind, find_board
from vision.frame import Frame
from vision.watch.landmarks import landmarks_of
from vision.watch.moved import move_since, moved_board
from vision.watch.standing import Standing, StandingBoard

MOVED = replace(CAMERA, target_mm=(6.0, 0.0))
SHIFT_PX = 6.0 * CAMERA.f_px / CAMERA.height_mm


def seen_from(camera, exposed_ns=0):
    frame, dice = board_picture(five_dice(), camera=camera)
    return Frame(frame.pixels, exposed_ns), dice


@pytest.fixture
def standing():
    watched = StandingBoard()
    frame, dice = board_picture(five_dice())
    assert watched.find(frame)
    watched.remember(frame, dice)
    return watched


def a_reading(exposed_ns):
    read = replace(die_at((110.0, 110.0), 0), detection=boxed(100.0, 100.0, 20.0))
    return replace(reading_of([read]), exposed_ns=exposed_ns)


def test_a_board_that_stands_where_it_stood_stays_and_a_moved_one_is_followed_and_not_said_twice(standing):
    before = standing.board
    assert (standing.check(board_picture((die_mm(0, 0),))[0]), standing.board) == (Standing.SAME, before)
    frame, dice = seen_from(MOVED, 1_000)
    assert standing.check(frame) is Standing.FOLLOWED
    assert standing.board.centre_xy[0] == pytest.approx(before.centre_xy[0] - SHIFT_PX, abs=0.6)
    # what lay before a move lies where it was taken along
    x, y = standing.as_now(a_reading(999)).dice[0].detection.centre_xy
    assert (x, y) == pytest.approx((110.0 - SHIFT_PX, 110.0), abs=0.8)
    assert standing.as_now(a_reading(1_000)) == a_reading(1_000)
    standing.remember(frame, dice)
    assert standing.check(frame) is Standing.SAME


def test_a_camera_hung_elsewhere_altogether_finds_the_board_anew(standing):
    far = replace(CAMERA, target_mm=(25.0, -20.0), height_mm=800.0, roll_deg=40.0)
    assert standing.check(seen_from(far)[0]) is Standing.FOUND


def test_where_the_board_is_gone_it_is_not_said_to_stand_there(standing):
    bare, _ = board_picture((), replace(BOARD, shape=RimShape.NONE))
    assert standing.check(bare) is Standing.UNSURE


def test_steps_too_small_to_see_add_up(standing):
    before = standing.board
    # So dark and noisy that most of the landmarks are gone, and the board moved by less than a move.
    frame, dice = seen_from(replace(CAMERA, target_mm=(0.5, 0.0)))
    murky = lit(frame, 0.3, noise=16.0)
    assert standing.check(murky) is Standing.SAME
    standing.remember(murky, dice)
    assert standing.board.centre_xy[0] < before.centre_xy[0] - 0.2


def test_a_calibrated_board_is_compared_from_the_first_reading_on_with_its_picture():
    empty, _ = board_picture()
    assert StandingBoard(outline_of(five_dice()), empty).check(seen_from(MOVED)[0]) is Standing.FOLLOWED
    assert StandingBoard(outline_of(five_dice())).check(Frame(np.zeros((48, 48, 3), np.uint8))) is Standing.SAME


def test_a_tray_found_anew_keeps_its_scale_and_another_has_another():
    known = replace(outline_of(five_dice()), mm_per_px=0.7)
    same, other = StandingBoard(known), StandingBoard(replace(known, kind=BoardKind.OCTAGON))
    nearer = replace(CAMERA, height_mm=CAMERA.height_mm * 0.95)
    assert same.find(seen_from(nearer)[0])
    assert other.find(seen_from(nearer)[0])
    assert (same.board.mm_per_px, other.board.mm_per_px) == (pytest.approx(0.7 * 0.95, rel=0.02), None)


PX_PER_MM = CAMERA.f_px / CAMERA.height_mm
OTHER_DICE = (die_mm(0, 0), die_mm(100, 10), die_mm(-60, 60), die_mm(-60, 30, face=2), die_mm(20, -90, face=1))


@pytest.fixture(scope="module")
def landmarks():
    frame, dice = board_picture(five_dice())
    return landmarks_of(frame, outline_of(five_dice()), dice)


def picture(camera=CAMERA):
    return board_picture(OTHER_DICE, camera=camera)[0]


def test_other_dice_other_light_and_a_hand_over_a_part_of_the_edge_move_nothing(landmarks):
    move = move_since(landmarks, lit(picture(), 0.7, noise=3.0))
    assert move.has_moved is False
    assert move.shift * BOARD.radius_mm < 0.3
    assert move_since(landmarks, with_hand(picture(), (330.0, 240.0), 20.0)).has_moved is False
    boxes = [die.box_xyxy for die in board_picture(five_dice())[1]]  # dice are no landmarks
    assert not any(x0 <= x <= x1 and y0 <= y <= y1 for x, y in landmarks.places for x0, y0, x1, y1 in boxes)


@pytest.mark.parametrize("by_mm", [(2.0, 0.0), (0.0, -2.0), (9.0, -9.0)])
def test_a_camera_moved_sideways_is_noticed_and_measured(landmarks, by_mm):
    move = move_since(landmarks, picture(replace(CAMERA, target_mm=by_mm)))
    assert move.has_moved is True
    x, y = move.moved_point((240.0, 240.0))
    # What the camera moves to the right goes to the left in its picture, and up goes down.
    assert ((x - 240.0) / PX_PER_MM, (y - 240.0) / PX_PER_MM) == pytest.approx((-by_mm[0], by_mm[1]), abs=0.4)


@pytest.mark.parametrize("turn_deg", [1.0, -1.0])
def test_a_camera_that_turned_is_noticed_though_the_tray_is_round(landmarks, turn_deg):
    move = move_since(landmarks, picture(replace(CAMERA, roll_deg=turn_deg)))
    assert (move.has_moved, abs(move.turn_deg)) == (True, pytest.approx(1.0, abs=0.25))


def test_a_tilted_camera_is_noticed_and_the_outline_follows(landmarks):
    tilted = replace(CAMERA, tilt_deg=2.0, target_mm=(0.0, 550.0 * float(np.tan(np.radians(2.0)))))
    move = move_since(landmarks, picture(tilted))
    followed = moved_board(outline_of(five_dice()), move, (480, 480))
    true = find_board(picture(tilted))
    assert (move.has_moved, followed.centre_xy) == (True, pytest.approx(true.centre_xy, abs=2.0))
    assert followed.area_px == pytest.approx(true.area_px, rel=0.03)


def test_where_nothing_of_the_board_is_seen_nothing_is_said(landmarks):
    noise = np.random.default_rng(0).integers(0, 255, (480, 480, 3), np.uint8)
    table, _ = board_picture(five_dice(), replace(BOARD, shape=RimShape.NONE))
    for pixels in (np.zeros((480, 480, 3), np.uint8), noise, np.zeros((240, 480, 3), np.uint8), table.pixels):
        assert move_since(landmarks, Frame(pixels)).has_moved is None


def test_without_a_board_the_table_tells_and_a_plain_picture_has_no_landmarks():
    frame, dice = board_picture(five_dice())
    on_table = landmarks_of(frame, None, dice)
    apart_px = [np.abs(on_table.places - die.centre_xy).max(axis=1).min() for die in dice]
    assert (on_table.is_tray.any(), min(apart_px) > dice[0].size_px / 2) == (False, True)  # none lies on a die
    assert [move_since(on_table, picture(at)).has_moved for at in (CAMERA, MOVED)] == [False, True]
    marks = landmarks_of(plain := Frame(np.full((240, 240, 3), 120, np.uint8)), None)
    assert (len(marks.places), move_since(marks, plain).has_moved) == (0, None)
