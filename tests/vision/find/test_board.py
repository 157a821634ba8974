import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.render.stage import render
from models.render.world import WOOD_DARK, RimShape, Scene, SceneCamera, SceneLight
from tests.cases import cases
from tests.vision.board_pictures import CAMERA, board_picture, die_mm, five_dice, lit, outline_of, tray, with_hand
from tests.vision.table import board_at
from vision.find import outline, picture
from vision.find.board import BoardKind, find_board, is_in_place
from vision.frame import Frame

SHARED = Path(__file__).parents[3] / ".." / "shared" / "data"
COMPASS = ((1, 0), (0, 1), (-1, 0), (0, -1))
TEN = replace(board_at(0, 0, 10, 10, size_wh=(20, 10)), mm_per_px=2.0)


def at_mm(x, y):
    """Return where a point of the floor lies in CAMERA's picture."""
    return 240 + x * 750 / 550, 240 - y * 750 / 550


def test_inside_is_told_with_a_margin_either_way_and_outline_and_mask_in_any_size():
    assert [TEN.contains(place) for place in ((5.0, 5.0), (1.0, 5.0), (-1.0, 5.0))] == [True, True, False]
    assert not TEN.contains((1.0, 5.0), 2.0)
    assert TEN.contains((-1.0, 5.0), -2.0)
    larger = TEN.scaled((40, 20))
    assert (larger.polygon[2], larger.mm_per_px) == ((20.0, 20.0), pytest.approx(1.0))
    assert larger.area_px == pytest.approx(400.0)
    mask = TEN.mask((200, 100))
    assert mask.shape == (100, 200)
    assert mask[:, :100].all()
    assert not mask[:, 102:].any()


def is_whole(board):
    """Tell whether an outline runs where the floor ends, to 1.5 mm."""
    inside = all(board.contains(at_mm(128.5 * x, 128.5 * y)) for x, y in ((0, 0), *COMPASS))
    return inside and not any(board.contains(at_mm(131.5 * x, 131.5 * y)) for x, y in COMPASS)


@pytest.mark.parametrize(("shape", "rgb"), cases(__file__)["trays"])
def test_trays_of_three_shapes_and_four_felts_are_found(shape, rgb):
    frame, _ = board_picture(five_dice(), tray(RimShape[shape], tuple(rgb)))
    board = find_board(frame)
    assert board.kind is BoardKind[shape]
    assert is_whole(board)


def test_a_felt_whose_edge_lies_in_a_shade_of_another_hue_is_found_whole():
    frame, _ = board_picture(five_dice(), tray(RimShape.ROUND))
    shade = 1 / (1 + np.exp(-(np.arange(480.0) - 360) / 12))[None, :, None]
    assert is_whole(find_board(lit(frame, (1 - shade) * (1.9, 1.7, 1.4) + shade * (0.34, 0.4, 0.5))))


@pytest.mark.parametrize(("shape", "felt", "wood", "rim_mm", "lamp_mm"), cases(__file__)["shaded"])
def test_a_dark_rim_and_the_part_of_the_felt_in_the_light_are_not_the_floor(shape, felt, wood, rim_mm, lamp_mm):
    rim, table = replace(WOOD_DARK, seed=2, rgb=tuple(wood)), replace(WOOD_DARK, rgb=(230, 228, 222))
    rims = {"rim": rim, "rim_width_mm": rim_mm[0], "rim_height_mm": rim_mm[1]}
    light = SceneLight(lamp_mm=lamp_mm, lamp_rgb=(0.95, 0.9, 0.8), window_rgb=(0, 0, 0), room_rgb=(0.11, 0.11, 0.12))
    board = tray(RimShape[shape], tuple(felt), table=table, **rims)
    assert is_whole(find_board(Frame(render(Scene(dice=five_dice(), board=board, camera=CAMERA, light=light)).pixels)))


def test_a_board_lies_in_the_pixels_of_the_frame_it_was_found_in():
    frame, _ = board_picture(five_dice())
    small = Frame(np.asarray(cv2.resize(frame.pixels, (240, 240), interpolation=cv2.INTER_AREA), np.uint8))
    assert find_board(small).scaled((480, 480)).area_px == pytest.approx(outline_of(five_dice()).area_px, rel=0.04)


def test_neither_a_bare_table_nor_a_tray_larger_than_the_picture_nor_paper_lit_from_the_middle_is_a_board():
    for shape, camera in ((RimShape.NONE, CAMERA), (RimShape.ROUND, replace(CAMERA, f_px=1080.0))):
        assert find_board(board_picture(five_dice(), tray(shape), camera=camera)[0]) is None
    y, x = np.mgrid[-240:240, -240:240]
    paper = np.clip(235 - 90 * (x**2 + y**2) / 240**2, 0, 255).astype(np.uint8)
    for grey in (paper, *(np.full((size, size), 128, np.uint8) for size in (1, 8, 31, 100))):
        assert find_board(Frame(np.repeat(grey[:, :, None], 3, axis=2))) is None


BESIDE = SceneCamera(size_wh=(480, 480), f_px=750.0, target_mm=(600.0, 0.0))
TUFTS = np.random.default_rng(0).integers(60, 200, (96, 96, 3), np.uint8)
CARPET = Frame(np.asarray(cv2.resize(TUFTS, (480, 480), interpolation=cv2.INTER_NEAREST), np.uint8))


def test_whether_the_board_is_still_there_is_told_and_a_calibration_sheet_taken_away_is_not_missed():
    board, bare = outline_of(five_dice()), tray(RimShape.NONE)
    hand = with_hand(board_picture(five_dice())[0], (240.0, 240.0), 20.0)
    assert all(is_in_place(board, each) for each in (hand, lit(board_picture((die_mm(0, 0),))[0], 0.8, noise=3.0)))
    elsewhere = board_picture(five_dice(), camera=replace(CAMERA, target_mm=(25.0, 10.0)))[0]
    gone = (board_picture(five_dice(), bare, *camera)[0] for camera in ((), (BESIDE,)))
    assert not any(is_in_place(board, frame) for frame in (elsewhere, *gone, CARPET))
    assert is_in_place(replace(TEN, kind=BoardKind.SHEET), Frame(np.zeros((10, 20, 3), np.uint8)))


def shared_boards():
    """Return the truths of rendered boards; all but every fourth are a proof's, for each takes seconds."""
    truth = SHARED / "rendered" / "truth.jsonl"
    found = [json.loads(line) for line in truth.read_text().splitlines()] if truth.exists() else []
    return [pytest.param(each, marks=[pytest.mark.proof] * (number % 4 > 0)) for number, each in enumerate(found)]


@pytest.mark.shared
@pytest.mark.skipif(not shared_boards(), reason="the rendered boards are not beside the repository")
@pytest.mark.parametrize("truth", shared_boards(), ids=lambda truth: str(truth["image"]))
def test_dice_of_a_path_traced_board_lie_inside_or_outside_as_they_should(truth):
    board = find_board(picture.load_picture(SHARED / "rendered" / truth["image"]))
    assert board.kind == {"round": "round", "oct": "octagon"}[truth["tray"]["shape"]]
    for die in truth["dice"]:
        x, y = np.mean(die["quad"], axis=0)
        assert board.contains((float(x), float(y))) == (die["st"] != "off")


PHOTOGRAPHS = sorted((SHARED / "real" / "nellbyler_d6" / "images").glob("*.jpg"))
WALLED = {*PHOTOGRAPHS[:13], *PHOTOGRAPHS[85:100]}  # as one sees: dice in a tray with a black rim, else on a white box


@pytest.mark.shared
@pytest.mark.skipif(not PHOTOGRAPHS, reason="the photographs are not beside the repository")
@pytest.mark.parametrize("path", PHOTOGRAPHS[::8], ids=lambda path: path.stem)
def test_of_real_photographs_those_of_a_tray_show_a_board(path):
    assert (find_board(picture.load_picture(path)) is not None) is (path in WALLED)


CUT_OFF = [[5, 0], [95, 0], [100, 5], [100, 75], [95, 80], [5, 80], [0, 75], [0, 5]]  # a rectangle's corners


def test_regular_polygons_are_regular_and_others_are_not():
    for corners in (4, 6, 8):
        angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
        assert outline.is_regular(np.stack([np.cos(angles), np.sin(angles)], axis=1))
    assert not outline.is_regular(np.array(CUT_OFF, float))
    assert not outline.is_regular(np.array([[0, 50], [30, 0], [60, 50], [30, 100]], float))
