from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.render.world import RimShape, SceneCamera
from tests.vision.board_pictures import CAMERA, board_picture, die_mm, five_dice, lit, outline_of, tray, with_hand
from vision.find.board import BoardKind, BoardOutline, BoardPresence, board_presence, find_board
from vision.find.picture import load_picture
from vision.frame import Frame

SHARED = Path(__file__).parents[3] / ".." / "shared" / "data"
COMPASS = ((1, 0), (0, 1), (-1, 0), (0, -1))
SKIN = (224, 172, 140)
TEN = BoardOutline(
    polygon=((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)), kind=BoardKind.SQUARE, size_wh=(20, 10), mm_per_px=2.0
)


def at_mm(x, y):
    """Return where a point of the floor lies in CAMERA's picture."""
    return 240 + x * 750 / 550, 240 - y * 750 / 550


def test_inside_is_told_with_a_margin_either_way():
    assert TEN.contains((5.0, 5.0))
    assert TEN.contains((1.0, 5.0))
    assert not TEN.contains((1.0, 5.0), 2.0)
    assert not TEN.contains((-1.0, 5.0))
    assert TEN.contains((-1.0, 5.0), -2.0)


def test_a_larger_frame_of_the_same_view_scales_outline_and_millimetres():
    larger = TEN.scaled((40, 20))
    assert larger.polygon[2] == (20.0, 20.0)
    assert larger.mm_per_px == pytest.approx(1.0)
    assert larger.area_px == pytest.approx(400.0)


def test_a_mask_covers_the_outline_in_any_size():
    mask = TEN.mask((200, 100))
    assert mask.shape == (100, 200)
    assert mask[:, :100].all()
    assert not mask[:, 102:].any()


@pytest.mark.parametrize(
    ("shape", "kind"),
    [(RimShape.ROUND, BoardKind.ROUND), (RimShape.OCTAGON, BoardKind.OCTAGON), (RimShape.SQUARE, BoardKind.SQUARE)],
)
@pytest.mark.parametrize("rgb", [(22, 96, 58), (130, 20, 30), (24, 40, 120), (70, 20, 60)])
def test_trays_of_three_shapes_and_four_felts_are_found(shape, kind, rgb):
    frame, _ = board_picture(five_dice(), tray(shape, rgb))
    board = find_board(frame)
    assert board is not None
    assert board.kind is kind
    assert all(board.contains(at_mm(115 * x, 115 * y)) for x, y in ((0, 0), *COMPASS))
    assert not any(board.contains(at_mm(142 * x, 142 * y)) for x, y in COMPASS)


def test_a_felt_whose_edge_lies_in_a_shade_of_another_hue_is_found_whole():
    frame, _ = board_picture(five_dice(), tray(RimShape.ROUND))
    shade = 1 / (1 + np.exp(-(np.arange(480.0) - 360) / 12))[None, :, None]
    gain = (1 - shade) * (1.9, 1.7, 1.4) + shade * (0.34, 0.4, 0.5)
    board = find_board(lit(frame, gain))
    assert board is not None
    assert all(board.contains(at_mm(115 * x, 115 * y)) for x, y in ((0, 0), *COMPASS))
    assert not any(board.contains(at_mm(142 * x, 142 * y)) for x, y in COMPASS)


def test_the_same_picture_gives_the_same_board():
    frame, _ = board_picture(five_dice())
    assert find_board(frame) == find_board(frame)


def test_the_outline_is_in_the_pixels_of_the_frame_it_was_found_in():
    frame, _ = board_picture(five_dice())
    small = Frame(np.asarray(cv2.resize(frame.pixels, (240, 240), interpolation=cv2.INTER_AREA), np.uint8))
    found = find_board(small)
    assert found is not None
    assert found.scaled((480, 480)).area_px == pytest.approx(outline_of(five_dice()).area_px, rel=0.04)


def test_a_bare_table_is_no_board():
    frame, _ = board_picture(five_dice(), tray(RimShape.NONE))
    assert find_board(frame) is None


def test_a_tray_larger_than_the_picture_is_no_board():
    frame, _ = board_picture(five_dice(), tray(RimShape.ROUND), camera=replace(CAMERA, f_px=1080.0))
    assert find_board(frame) is None


@pytest.mark.parametrize("size", [1, 8, 31, 100])
def test_a_plain_picture_of_any_size_is_no_board(size):
    assert find_board(Frame(np.full((size, size, 3), 128, np.uint8))) is None


def test_paper_lit_from_the_middle_is_no_board():
    y, x = np.mgrid[-240:240, -240:240]
    light = 235 - 90 * (x**2 + y**2) / 240**2
    frame = Frame(np.repeat(np.clip(light, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2))
    assert find_board(frame) is None


def test_the_same_board_is_still_there_with_other_dice_and_light():
    board = outline_of(five_dice())
    later, _ = board_picture((die_mm(0, 0), die_mm(100, 10)))
    assert board_presence(board, lit(later, 0.8, noise=3.0)) is BoardPresence.SAME


def test_a_hand_over_the_board_does_not_take_the_board_away():
    frame, _ = board_picture(five_dice())
    hidden = with_hand(frame, (240.0, 240.0), 20.0, skin=SKIN)
    assert board_presence(outline_of(five_dice()), hidden) is BoardPresence.SAME


def test_a_shifted_camera_says_that_the_board_moved():
    shifted, _ = board_picture(five_dice(), camera=replace(CAMERA, target_mm=(25.0, 10.0)))
    assert board_presence(outline_of(five_dice()), shifted) is BoardPresence.MOVED


@pytest.mark.parametrize("camera", [CAMERA, SceneCamera(size_wh=(480, 480), f_px=750.0, target_mm=(600.0, 0.0))])
def test_a_bare_table_says_that_the_board_is_gone(camera):
    table, _ = board_picture(five_dice(), tray(RimShape.NONE), camera=camera)
    assert board_presence(outline_of(five_dice()), table) is BoardPresence.ABSENT


def test_a_carpet_full_of_edges_is_not_the_board():
    tufts = np.random.default_rng(0).integers(60, 200, (96, 96, 3), np.uint8)
    carpet = Frame(np.asarray(cv2.resize(tufts, (480, 480), interpolation=cv2.INTER_NEAREST), np.uint8))
    assert board_presence(outline_of(five_dice()), carpet) is BoardPresence.ABSENT


def test_a_calibration_sheet_taken_away_is_not_missed():
    sheet = replace(TEN, kind=BoardKind.SHEET)
    assert board_presence(sheet, Frame(np.zeros((10, 20, 3), np.uint8))) is BoardPresence.SAME


def shared_boards():
    truth = SHARED / "rendered" / "truth.jsonl"
    return [json.loads(line) for line in truth.read_text().splitlines()] if truth.exists() else []


@pytest.mark.shared
@pytest.mark.skipif(not shared_boards(), reason="the rendered boards are not beside the repository")
@pytest.mark.parametrize("truth", shared_boards(), ids=lambda truth: str(truth["image"]))
def test_dice_of_a_path_traced_board_lie_inside_or_outside_as_they_should(truth):
    board = find_board(load_picture(SHARED / "rendered" / truth["image"]))
    assert board is not None
    assert board.kind == {"round": "round", "oct": "octagon"}[truth["tray"]["shape"]]
    for die in truth["dice"]:
        x, y = np.mean(die["quad"], axis=0)
        assert board.contains((float(x), float(y))) == (die["st"] != "off")
