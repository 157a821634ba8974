"""What the light is like, in pictures of which it is known."""

import numpy as np
import pytest

from tests.vision.table import boxed
from vision.find.board import BoardKind, BoardOutline
from vision.frame import Frame
from vision.light.exposure import GAMMA
from vision.light.lighting import lighting_of

SIDE_PX = 400
BOARD = BoardOutline(
    polygon=((50.0, 50.0), (350.0, 50.0), (350.0, 350.0), (50.0, 350.0)), kind=BoardKind.SQUARE, size_wh=(400, 400)
)
FELT = 0.05  # of the light that would just burn out
DIE = boxed(100.0, 100.0, 40.0)


def board_of(light, *, die=(0.6, 0.6, 0.6)):
    """Return linear light of a felt with a die on it."""
    scene = np.full((SIDE_PX, SIDE_PX, 3), FELT)
    scene[100:140, 100:140] = die
    return scene * light


def taken(light, *, noise=0.0, seed=0):
    level = np.clip(light, 0, 1) ** (1 / GAMMA) * 255
    level = level + np.random.default_rng(seed).normal(0, noise, level.shape) if noise else level
    return Frame(np.clip(np.rint(level), 0, 255).astype(np.uint8))


@pytest.mark.parametrize("ratio", [1.0, 2.0, 4.0])
def test_unevenness_is_how_much_brighter_the_felt_is_on_one_side(ratio):
    across = np.geomspace(1.0, 1.0 / ratio, SIDE_PX)[None, :, None]
    found = lighting_of([taken(board_of(across))], BOARD).unevenness
    # The middles of the outer cells lie three quarters of the board apart, that is 225 of 400 px.
    assert found == pytest.approx(ratio ** (225 / 400), rel=0.05)


def test_of_a_die_only_the_middle_where_its_print_is_counts_as_burnt_out():
    light = board_of(1.0)
    assert lighting_of([taken(light)], BOARD, [DIE]).burnt_die == 0.0
    light[100:104, 100:140] = 2.0  # an edge
    assert lighting_of([taken(light)], BOARD, [DIE]).burnt_die == 0.0
    light[115:125, 115:125] = 2.0
    assert lighting_of([taken(light)], BOARD, [DIE]).burnt_die == pytest.approx(100 / 28**2, rel=0.1)


def test_glare_is_what_is_burnt_out_on_the_board_alone_and_a_single_spot_is_told_where_it_lies():
    light = board_of(1.0)
    light[60:64, 60:64] = 2.0
    light[200:230, 290:330] = 2.0
    light[:40] = 2.0  # beside the board
    radius_px = 300 / np.sqrt(np.pi)
    found = lighting_of([taken(light)], BOARD)
    assert found.glare == pytest.approx((1200 + 16) / 300**2, rel=0.05)
    assert found.glare_at == pytest.approx((110 / radius_px, 15 / radius_px), abs=0.02)
    assert lighting_of([taken(light)], None).glare_at is None
    many = board_of(1.0)
    for place in (70, 170, 270):
        many[place : place + 20, place : place + 20] = 2.0
    found = lighting_of([taken(many)], BOARD)
    assert found.glare > 0.01
    assert found.glare_at is None


def test_the_level_is_that_of_white_dice_and_what_one_plain_frame_cannot_tell_is_not_told():
    plain = [taken(board_of(1.0))]
    found = lighting_of(plain, BOARD)
    assert found.level == pytest.approx(255 * 0.6 ** (1 / GAMMA), abs=1)
    assert (found.glare_at, found.cast, found.burnt_die, found.noise) == (None, None, None, None)
    assert lighting_of(plain, None).unevenness is None


def test_the_colour_of_light_is_told_by_the_dice_unless_they_are_dark_or_burnt_out():
    found = lighting_of([taken(board_of(np.array([1.0, 0.8, 0.4])))], BOARD, [DIE]).cast
    assert found == pytest.approx((2.5, 2.0, 1.0), rel=0.05)
    for shade in (0.02, 2.0):
        assert lighting_of([taken(board_of(1.0, die=(shade,) * 3))], BOARD, [DIE]).cast is None


@pytest.mark.parametrize("noise", [2.0, 10.0])
def test_noise_is_measured_and_flicker_is_none(noise):
    frames = [taken(board_of(light), noise=noise, seed=seed) for seed, light in enumerate((1.0, 1.2))]
    # Three channels of their own noise are weighted as they look bright.
    expected = noise * float(np.linalg.norm((0.299, 0.587, 0.114)))
    assert lighting_of(frames, BOARD).noise == pytest.approx(expected, rel=0.05, abs=0.2)  # levels are whole
