import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.preprocess import FACE_SIZE_PX, padded, rectify, resized, scaled


def square_quad(middle, edge, turn_deg):
    turn = np.radians(turn_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2
    return corners @ rotation.T + middle


def painted(quad, *, size=(240, 320)):
    """A frame, black but for the face: its four quarters red, green, blue, white from the first corner on."""
    pixels = np.zeros((*size, 3), np.uint8)
    middle = quad.mean(axis=0)
    for i, colour in enumerate([(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]):
        part = [quad[i], (quad[i] + quad[(i + 1) % 4]) / 2, middle, (quad[i] + quad[i - 1]) / 2]
        cv2.fillConvexPoly(pixels, np.int32(np.round((np.array(part) - 0.5) * 256)), colour, shift=8)
    return pixels


@pytest.mark.parametrize("turn_deg", [0, 17, 45, 200])
def test_a_face_is_cut_out_upright_with_its_first_corner_at_the_top_left(turn_deg):
    for edge in (24, 52, 150):
        quad = square_quad((150, 118), edge, turn_deg)
        crop = rectify(painted(quad), quad).astype(int)
        quarter = [crop[y, x] for y, x in ((22, 22), (22, 42), (42, 42), (42, 22))]
        wanted = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]
        assert np.abs(np.array(quarter) - wanted).max() <= 12


def test_a_large_face_is_averaged_not_sampled():
    stripes = np.zeros((400, 400, 3), np.uint8)
    stripes[::2] = 255
    crop = rectify(stripes, square_quad((200, 200), 300, 0)).astype(int)
    assert np.abs(crop - 128).max() < 40


@given(st.lists(st.floats(-50, 400), min_size=8, max_size=8))
def test_any_quad_gives_a_crop(corners):
    crop = rectify(np.full((60, 80, 3), 77, np.uint8), np.array(corners).reshape(4, 2))
    assert crop.shape == (FACE_SIZE_PX, FACE_SIZE_PX, 3)
    assert (crop == 77).all()


def test_a_scaled_picture_is_averaged_has_the_size_asked_for_and_at_least_a_pixel():
    pixels = np.zeros((64, 64, 3), np.uint8)
    pixels[::2, ::2] = 200
    assert np.abs(scaled(pixels, 0.5).astype(int) - 50).max() <= 1
    for scale in (1e-6, 0.3, 1.0, 2.5):
        small = scaled(np.zeros((50, 70, 3), np.uint8), scale)
        assert small.shape == (max(1, round(50 * scale)), max(1, round(70 * scale)), 3)


@pytest.mark.parametrize(("size", "to"), [((1440, 1440), 448), ((1296, 2304), 300), ((1081, 1921), 400)])
def test_halving_first_shows_the_same_picture_as_averaging_at_once(size, to):
    rng = np.random.default_rng(3)
    coarse = rng.integers(0, 255, (24, 24, 3), dtype=np.uint8)
    pixels = cv2.resize(coarse, size[::-1], interpolation=cv2.INTER_CUBIC)
    size_wh = (to, round(to * size[0] / size[1]))
    at_once = cv2.resize(pixels, size_wh, interpolation=cv2.INTER_AREA).astype(int)
    small = resized(pixels, size_wh)
    assert small.shape == at_once.shape
    assert np.abs(small - at_once).max() <= 4


def test_a_picture_of_the_size_asked_for_is_handed_back_and_a_fine_pattern_is_averaged_away():
    pixels = np.zeros((12, 20, 3), np.uint8)
    assert resized(pixels, (20, 12)) is pixels
    stripes = np.tile(np.array([[0, 255]], np.uint8), (1024, 512))
    assert np.abs(resized(stripes, (300, 300)).astype(int) - 127).max() <= 2


def test_padding_grows_to_the_right_and_below_only():
    pixels = np.random.default_rng(0).integers(0, 255, (33, 64, 3)).astype(np.uint8)
    grown = padded(pixels)
    assert grown.shape == (64, 64, 3)
    assert (grown[:33, :64] == pixels).all()
    assert padded(grown) is grown
