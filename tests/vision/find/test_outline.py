import numpy as np
import pytest

from vision.find.outline import colours_beside, is_regular, places_along

SQUARE = np.array([[20.0, 20.0], [80.0, 20.0], [80.0, 80.0], [20.0, 80.0]])


def regular(corners, radius=30.0):
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.stack([50 + radius * np.cos(angles), 50 + radius * np.sin(angles)], axis=1)


def test_places_along_a_square_are_evenly_spaced_and_begin_at_its_first_corner():
    places = places_along(SQUARE, 8)
    expected = [(20, 20), (50, 20), (80, 20), (80, 50), (80, 80), (50, 80), (20, 80), (20, 50)]
    np.testing.assert_allclose(places, expected)


def test_colours_are_taken_from_both_sides_of_the_outline():
    picture = np.zeros((100, 100, 3), np.float32)
    picture[20:80, 20:80] = (10, 20, 30)
    inside, outside = colours_beside(SQUARE, picture)
    np.testing.assert_array_equal(inside, np.full((96, 3), (10, 20, 30), np.float32))
    np.testing.assert_array_equal(outside, np.zeros((96, 3)))


def test_an_outline_off_the_picture_is_looked_at_on_its_border():
    inside, outside = colours_beside(SQUARE * 3 - 100, np.ones((100, 100, 3), np.float32))
    assert inside.shape == outside.shape == (96, 3)


CUT_OFF = [[5, 0], [95, 0], [100, 5], [100, 75], [95, 80], [5, 80], [0, 75], [0, 5]]  # a rectangle's corners
LOZENGE = [[0, 50], [30, 0], [60, 50], [30, 100]]


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        *((regular(count), True) for count in (4, 6, 8)),
        (np.array(CUT_OFF, float), False),
        (np.array(LOZENGE, float), False),
    ],
)
def test_regular_polygons_are_regular_and_others_are_not(corners, expected):
    assert is_regular(corners) == expected
