import math
import struct

import cv2
import numpy as np
import pytest

from tests.vision.board_pictures import board_picture, five_dice, outline_of
from vision.find.board import BoardKind, find_board
from vision.find.sheet import draw_sheet, find_sheet
from vision.find.sheet_page import A4_MM, PX_PER_MM, RULER_MM, sheet_page, sheet_png
from vision.frame import Frame

SHEET_MM = (150.0, 210.0)


def photographed(px_per_mm, turn_deg, *, lean=0.0):
    """Return a picture of the sheet on a grey table, and its true corners; `lean` shortens the far side."""
    drawn = draw_sheet(6.0)
    width, height = SHEET_MM[0] * px_per_mm, SHEET_MM[1] * px_per_mm
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - (width / 2, height / 2)
    corners[:2] *= 1 - lean
    turn = math.radians(turn_deg)
    placed = corners @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]) + (480, 480)
    source = np.array([[0, 0], [drawn.shape[1], 0], [drawn.shape[1], drawn.shape[0]], [0, drawn.shape[0]]])
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), placed.astype(np.float32))
    canvas = np.full((960, 960), 140, np.uint8)
    cv2.warpPerspective(drawn, matrix, (960, 960), canvas, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return np.repeat(canvas[:, :, None], 3, axis=2), placed


@pytest.mark.parametrize(
    ("px_per_mm", "turn_deg", "lean"),
    [(1.8, 0.0, 0.0), (3.0, 30.0, 0.0), (1.8, 97.0, 0.0), (3.0, 180.0, 0.0), (1.8, 251.0, 0.0), (3.0, 20.0, 0.15)],
)
def test_the_sheet_gives_scale_and_corners_in_any_turn_and_leaning(px_per_mm, turn_deg, lean):
    pixels, corners = photographed(px_per_mm, turn_deg, lean=lean)
    sheet = find_sheet(pixels)
    np.testing.assert_allclose(sheet.polygon, corners, atol=1.5)
    if not lean:
        assert sheet.mm_per_px == pytest.approx(1 / px_per_mm, rel=0.01)


def test_a_sheet_alone_is_the_board_and_a_picture_without_one_has_none():
    board = find_board(Frame(photographed(3.0, 10.0)[0]))
    assert (board.kind, board.mm_per_px) == (BoardKind.SHEET, pytest.approx(1 / 3, rel=0.01))
    assert find_sheet(board_picture(five_dice())[0].pixels) is None


def test_a_sheet_on_a_tray_gives_the_trays_outline_its_scale():
    pixels = board_picture()[0].pixels.repeat(2, axis=0).repeat(2, axis=1)
    drawn = cv2.resize(draw_sheet(2.0), (225, 315), interpolation=cv2.INTER_AREA)  # 1.5 px a millimetre
    pixels[320:635, 370:595] = drawn[:, :, None]
    board = find_board(Frame(pixels))
    assert (board.kind, board.mm_per_px) == (BoardKind.ROUND, pytest.approx(1 / 1.5, rel=0.02))
    assert board.area_px == pytest.approx(4 * outline_of().area_px, rel=0.03)


def test_the_page_is_a4_and_shows_sheet_and_ruler_at_their_scale():
    page = sheet_page()
    assert (page.shape[1] / PX_PER_MM, page.shape[0] / PX_PER_MM) == pytest.approx(A4_MM, abs=0.05)
    below = page[int(240 * PX_PER_MM) :]
    longest = max(int((row < 128).sum()) for row in below)
    assert longest == pytest.approx(RULER_MM * PX_PER_MM, abs=6)  # the line is 3 px thick
    half = cv2.resize(page, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    sheet = find_sheet(np.asarray(np.repeat(half[:, :, None], 3, axis=2), np.uint8))
    assert sheet is not None
    assert sheet.mm_per_px == pytest.approx(1 / (0.25 * PX_PER_MM), rel=0.002)


def test_the_png_says_how_large_it_is_to_be_printed():
    data = sheet_png()
    per_metre = struct.unpack(">II", data[data.index(b"pHYs") + 4 :][:8])
    assert per_metre == (12_000, 12_000)
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert np.array_equal(decoded, sheet_page())
