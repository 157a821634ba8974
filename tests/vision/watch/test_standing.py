from dataclasses import replace

import numpy as np
import pytest

from models.render.world import RimShape
from tests.vision.board_pictures import BOARD, CAMERA, board_picture, die_mm, five_dice, lit, outline_of
from tests.vision.table import boxed, die_at, reading_of
from vision.find.board import BoardKind
from vision.frame import Frame
from vision.watch.standing import Standing, StandingBoard

MOVED = replace(CAMERA, target_mm=(6.0, 0.0))
SHIFT_PX = 6.0 * CAMERA.f_px / CAMERA.height_mm


def seen_from(camera, exposed_ns=0):
    frame, dice = board_picture(five_dice(), camera=camera)
    return Frame(frame.pixels, exposed_ns), dice


@pytest.fixture
def standing():
    """Return a board that was found and read."""
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
    assert standing.check(board_picture((die_mm(0, 0),))[0]) is Standing.SAME
    assert standing.board is before
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
    without = StandingBoard(outline_of(five_dice()))
    assert without.check(Frame(np.zeros((48, 48, 3), np.uint8))) is Standing.SAME


def test_a_tray_found_anew_keeps_its_scale_and_another_has_another():
    known = replace(outline_of(five_dice()), mm_per_px=0.7)
    same, other = StandingBoard(known), StandingBoard(replace(known, kind=BoardKind.OCTAGON))
    nearer = replace(CAMERA, height_mm=CAMERA.height_mm * 0.95)
    assert same.find(seen_from(nearer)[0])
    assert other.find(seen_from(nearer)[0])
    assert same.board.mm_per_px == pytest.approx(0.7 * 0.95, rel=0.02)
    assert other.board.mm_per_px is None
