from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.render.camera import axes, project
from models.render.world import SceneCamera
from tests.vision.board_pictures import board_picture, five_dice, outline_of
from tests.vision.sheet_pictures import LENS, MIDDLE, TILTED, exact_view, pose, sheet_picture
from vision.find.board import BoardKind, find_board
from vision.find.lens import Lens, LensTrouble, lens_of, plane_of, sheet_view, view_field
from vision.find.sheet import draw_sheet, find_sheet
from vision.frame import Frame

CORNERS_MM = np.array([[0.0, 0, 0], [150, 0, 0], [150, 210, 0], [0, 210, 0]])
STRAIGHT = replace(LENS, k1=0.0, k2=0.0)


@pytest.mark.parametrize(
    ("px_per_mm", "turn_deg", "tilt_deg"),
    [(1.8, 0.0, 0.0), (3.0, 30.0, 0.0), (1.8, 97.0, 0.0), (3.0, 180.0, 0.0), (1.8, 251.0, 0.0), (3.0, 20.0, 30.0)],
)
def test_the_sheet_gives_scale_and_corners_in_any_turn_and_leaning(px_per_mm, turn_deg, tilt_deg):
    rotation, shift = place = pose(tilt_deg, 0.0, high_mm=STRAIGHT.focal_px / px_per_mm, turn_deg=turn_deg)
    sheet = find_sheet(sheet_picture(place, STRAIGHT).pixels)
    corners = (CORNERS_MM @ rotation.T + shift) @ STRAIGHT.matrix.T
    np.testing.assert_allclose(sheet.polygon, corners[:, :2] / corners[:, 2:], atol=1.5)
    if not tilt_deg:
        assert sheet.mm_per_px == pytest.approx(1 / px_per_mm, rel=0.01)


def test_a_sheet_alone_is_the_board_and_a_picture_without_one_has_none():
    board = find_board(sheet_picture(pose(0.0, 0.0, high_mm=STRAIGHT.focal_px / 3), STRAIGHT))
    assert (board.kind, board.mm_per_px) == (BoardKind.SHEET, pytest.approx(1 / 3, rel=0.01))
    assert find_sheet(board_picture(five_dice())[0].pixels) is None


def test_a_sheet_on_a_tray_gives_the_trays_outline_its_scale():
    pixels = board_picture()[0].pixels.repeat(2, axis=0).repeat(2, axis=1)
    drawn = cv2.resize(draw_sheet(2.0), (225, 315), interpolation=cv2.INTER_AREA)  # 1.5 px a millimetre
    pixels[320:635, 370:595] = drawn[:, :, None]
    board = find_board(Frame(pixels))
    assert (board.kind, board.mm_per_px) == (BoardKind.ROUND, pytest.approx(1 / 1.5, rel=0.02))
    assert board.area_px == pytest.approx(4 * outline_of().area_px, rel=0.03)


def test_eight_tilted_views_tell_the_lens():
    other = exact_view(TILTED[0], replace(LENS, size_wh=(640, 480), focal_px=700.0))  # which does not count
    finding = lens_of([*(exact_view(place, seed=number) for number, place in enumerate(TILTED)), other])
    assert (finding.trouble, finding.lens.focal_px) == (None, pytest.approx(LENS.focal_px, rel=0.01))
    assert finding.lens.k1 == pytest.approx(LENS.k1, abs=0.02)
    assert finding.error_px == pytest.approx(0.1 * np.sqrt(2), rel=0.15)
    assert finding.focal_sd_share < 0.01
    assert (finding.views, finding.corners) == (8, 8 * 24)


def test_views_of_the_middle_alone_leave_the_second_coefficient_out():
    lens = lens_of([exact_view(place, seed=number) for number, place in enumerate(MIDDLE)]).lens
    assert (lens.k2, lens.focal_px) == (0.0, pytest.approx(LENS.focal_px, rel=0.015))


FLAT = [pose(0.3, 0.0, turn_deg=17.0 * number) for number in range(8)]


@pytest.mark.parametrize(
    ("views", "trouble"),
    [
        ([exact_view(place) for place in TILTED[:3]], LensTrouble.TOO_FEW),
        # without any tilt they do not tell how long the lens is
        ([exact_view(place, STRAIGHT, seed=n) for n, place in enumerate(FLAT)], LensTrouble.ALIKE),
        ([exact_view(place, bend_mm=8.0, seed=n) for n, place in enumerate(TILTED)], LensTrouble.NOT_FLAT),
    ],
)
def test_views_that_tell_no_lens_are_refused(views, trouble):
    finding = lens_of(views)
    assert finding.trouble is trouble
    assert finding.error_px > 1.0 if trouble is LensTrouble.NOT_FLAT else finding.lens is None


@pytest.mark.parametrize(("tilt_deg", "towards_deg"), [(0.0, 0.0), (6.0, 30.0), (20.0, 200.0)])
def test_a_lying_sheet_tells_the_boards_plane(tilt_deg, towards_deg):
    rotation, shift = pose(tilt_deg, towards_deg, high_mm=600.0)
    plane = plane_of(exact_view((rotation, shift)), LENS)
    assert plane.tilt_deg == pytest.approx(tilt_deg, abs=0.5)
    assert plane.normal == pytest.approx(tuple(-rotation[:, 2]), abs=0.01)
    assert plane.height_mm == pytest.approx(600.0 * np.cos(np.radians(tilt_deg)), rel=0.01)
    assert plane.mm_per_px == pytest.approx(600.0 / LENS.focal_px, rel=0.01)
    assert plane.error_px < 0.3


def test_corners_of_a_picture_are_found_where_they_are_and_without_a_sheet_there_is_no_view():
    place = pose(15.0, 60.0)
    seen, exact = sheet_view(sheet_picture(place, STRAIGHT)), exact_view(place, STRAIGHT, noise_px=0.0)
    assert len(seen.corners_px) == 24
    np.testing.assert_allclose(seen.corners_px, exact.corners_px, atol=0.6)
    assert sheet_view(Frame(np.full((300, 400, 3), 128, np.uint8))) is None


@pytest.mark.parametrize("camera", [
    SceneCamera(tilt_deg=0.0, f_px=1000.0),
    SceneCamera(tilt_deg=9.0, azimuth_deg=40.0, roll_deg=70.0, f_px=1100.0),
    SceneCamera(tilt_deg=22.0, azimuth_deg=200.0, f_px=900.0, size_wh=(960, 720)),
])  # fmt: skip
def test_a_calibrated_view_says_what_lying_dice_show_of_their_sides(camera):
    edge_mm = 16.0
    right, down, ahead = axes(camera).astype(float)
    normal = (float(right[2]), float(down[2]), float(ahead[2]))
    field = view_field(Lens(size_wh=camera.size_wh, focal_px=camera.f_px), normal)
    for x, y in ((0.0, 0.0), (90.0, 0.0), (-60.0, 80.0), (20.0, -100.0)):
        top, bottom, along = project(camera, [(x, y, edge_mm), (x, y, 0.0), (x + edge_mm, y, edge_mm)]).astype(float)
        across = project(camera, [(x, y + edge_mm, edge_mm)]).astype(float)[0]
        edge_px = max(np.hypot(*(along - top)), np.hypot(*(across - top)))
        place = (top - np.array(camera.size_wh) / 2) / (max(camera.size_wh) / 2)
        np.testing.assert_allclose((bottom - top) / edge_px, field.mean[:2] + field.mean[2] * place, atol=0.035)
