from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.render.world import RimShape
from tests.vision.board_pictures import BOARD, CAMERA, board_picture, die_mm, five_dice, lit, outline_of
from tests.vision.table import boxed
from vision.find.board import BoardKind
from vision.frame import Frame
from vision.reading import DieReading, Reading, Verdict
from vision.watch.standing import Standing, StandingBoard

MOVED = replace(CAMERA, target_mm=(6.0, 0.0))
SHIFT_PX = 6.0 * CAMERA.f_px / CAMERA.height_mm


def watched():
    """Return a board that was found and read."""
    standing = StandingBoard()
    frame, dice = board_picture(five_dice())
    assert standing.find(frame)
    standing.remember(frame, dice)
    return standing


def at(frame, exposed_ns):
    return Frame(frame.pixels, exposed_ns)


def a_reading(exposed_ns):
    read = DieReading(
        detection=boxed(100.0, 100.0, 20.0), label=0, probabilities=(1.0,), confidence=1.0, is_burning=False
    )
    return Reading(dice=(read,), verdict=Verdict.CLEAR, exposed_ns=exposed_ns, size_wh=(480, 480))


def test_a_board_that_stands_where_it_stood_stays():
    standing = watched()
    before = standing.board
    assert standing.check(board_picture((die_mm(0, 0),))[0]) is Standing.SAME
    assert standing.board is before


def test_a_moved_board_is_followed_and_not_said_twice():
    standing = watched()
    before = standing.board
    frame, dice = board_picture(five_dice(), camera=MOVED)
    assert standing.check(frame) is Standing.FOLLOWED
    assert before is not None
    assert standing.board is not None
    assert standing.board.centre_xy[0] == pytest.approx(before.centre_xy[0] - SHIFT_PX, abs=0.6)
    standing.remember(frame, dice)
    assert standing.check(frame) is Standing.SAME


def test_what_lay_before_a_move_lies_where_it_was_taken_along():
    standing = watched()
    standing.check(at(board_picture(five_dice(), camera=MOVED)[0], 1_000))
    x, y = standing.as_now(a_reading(999)).dice[0].detection.centre_xy
    assert (x, y) == pytest.approx((110.0 - SHIFT_PX, 110.0), abs=0.8)
    assert standing.as_now(a_reading(1_000)) == a_reading(1_000)


def test_a_camera_hung_elsewhere_altogether_finds_the_board_anew():
    standing = watched()
    far = replace(CAMERA, target_mm=(25.0, -20.0), height_mm=800.0, roll_deg=40.0)
    assert standing.check(board_picture(five_dice(), camera=far)[0]) is Standing.FOUND


def test_where_the_board_is_gone_it_is_not_said_to_stand_there():
    standing = watched()
    bare, _ = board_picture((), replace(BOARD, shape=RimShape.NONE))
    assert standing.check(bare) is Standing.UNSURE


def test_steps_too_small_to_see_add_up():
    standing = watched()
    before = standing.board
    step = replace(CAMERA, target_mm=(0.5, 0.0))
    # So dark and noisy that most of the landmarks are gone, and the board moved by less than a move.
    frame, dice = board_picture(five_dice(), camera=step)
    murky = lit(frame, 0.3, noise=16.0)
    assert standing.check(murky) is Standing.SAME
    standing.remember(murky, dice)
    assert before is not None
    assert standing.board is not None
    assert standing.board.centre_xy[0] < before.centre_xy[0] - 0.2


def test_a_calibrated_board_is_compared_from_the_first_reading_on():
    empty, _ = board_picture()
    standing = StandingBoard(outline_of(five_dice()), empty)
    assert standing.check(board_picture(five_dice(), camera=MOVED)[0]) is Standing.FOLLOWED


def test_without_a_picture_of_it_nothing_is_said_of_a_board():
    assert StandingBoard(outline_of(five_dice())).check(Frame(np.zeros((48, 48, 3), np.uint8))) is Standing.SAME


def test_a_tray_found_anew_keeps_its_scale():
    known = replace(outline_of(five_dice()), mm_per_px=0.7)
    standing = StandingBoard(known)
    nearer = replace(CAMERA, height_mm=CAMERA.height_mm * 0.95)
    assert standing.find(board_picture(five_dice(), camera=nearer)[0])
    assert standing.board is not None
    assert standing.board.mm_per_px == pytest.approx(0.7 * 0.95, rel=0.02)


def test_another_tray_has_another_scale():
    standing = StandingBoard(replace(outline_of(five_dice()), mm_per_px=0.7, kind=BoardKind.OCTAGON))
    standing.find(board_picture(five_dice())[0])
    assert standing.board is not None
    assert standing.board.mm_per_px is None
