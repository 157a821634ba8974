"""What the light is like, in pictures of which it is known."""

import cv2
import numpy as np
import pytest

from tests.cases import cases
from tests.vision.board_pictures import board_picture, five_dice, outline_of
from tests.vision.table import board_at, boxed
from vision.frame import Frame
from vision.light.exposure import GAMMA, ExposureLevel, light_of
from vision.light.flicker import flicker_of
from vision.light.lighting import lighting_of
from vision.light.sharpness import blur_px

SIDE_PX = 400
BOARD = board_at(50, 50, 350, 350, size_wh=(400, 400))
FELT = 0.05  # of the light that would just burn out
DIE = boxed(100.0, 100.0, 40.0)


def board_of(light, *, die=(0.6, 0.6, 0.6)):
    scene = np.full((SIDE_PX, SIDE_PX, 3), FELT)
    scene[100:140, 100:140] = die
    return scene * light


def taken(light, *, noise=0.0, seed=0, at_s=0.0):
    level = np.clip(light, 0, 1) ** (1 / GAMMA) * 255 + np.random.default_rng(seed).normal(0, noise, light.shape)
    return Frame(np.clip(np.rint(level), 0, 255).astype(np.uint8), round(at_s * 1e9))


@pytest.mark.parametrize("ratio", [1.0, 2.0, 4.0])
def test_unevenness_is_how_much_brighter_the_felt_is_on_one_side(ratio):
    across = np.geomspace(1.0, 1.0 / ratio, SIDE_PX)[None, :, None]
    # The middles of the outer cells lie three quarters of the board apart, that is 225 of 400 px.
    assert lighting_of([taken(board_of(across))], BOARD).unevenness == pytest.approx(ratio ** (225 / 400), rel=0.05)


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


SHARP_PX = 480


def pattern():
    """Return squares of several greys, turned a little so that edges lie between pixels, float32 (H, W)."""
    large = np.full((4 * SHARP_PX, 4 * SHARP_PX), 90, np.uint8)
    for row in range(4):
        for column in range(4):
            box = ((400 * column + 260, 400 * row + 260), (200, 200), 17.0 * (row + column))
            cv2.fillConvexPoly(large, np.int32(cv2.boxPoints(box)), 130 + 30 * ((row + column) % 4))
    return cv2.resize(large, (SHARP_PX, SHARP_PX), interpolation=cv2.INTER_AREA).astype(np.float32)


def blurred(blur, *, noise=0.0, number=3):
    grey = cv2.GaussianBlur(pattern(), (0, 0), blur) if blur else pattern()
    rng = np.random.default_rng(0)
    levels = (np.clip(np.rint(grey + rng.normal(0, noise, grey.shape)), 0, 255) for _ in range(number))
    return [Frame(level.astype(np.uint8)[..., None].repeat(3, 2)) for level in levels]


@pytest.mark.parametrize("blur", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_the_width_of_a_blur_is_found_whatever_the_contrast(blur, noise):
    assert blur_px(blurred(blur, noise=noise), None) == pytest.approx(np.hypot(blur, 0.4), rel=0.15)


def test_a_sharp_picture_is_sharper_than_a_pixel_and_a_plain_one_tells_nothing():
    assert blur_px(blurred(0.0), None) < 0.8
    rng = np.random.default_rng(1)
    plain = [Frame(rng.normal(120, 4, (480, 480, 3)).clip(0, 255).astype(np.uint8)) for _ in range(3)]
    assert blur_px(plain, None) is None


def test_only_the_board_and_its_rim_count():
    sharp, soft = blurred(0.0)[0].pixels, blurred(4.0)[0].pixels
    mixed = np.where(np.arange(SHARP_PX)[None, :, None] < 260, soft, sharp)
    assert blur_px([Frame(mixed)], None) < 1.0
    assert blur_px([Frame(mixed)], board_at(0, 0, 200, 480, size_wh=(480, 480))) > 2.5


DARK, GOOD, BRIGHT = ExposureLevel.TOO_DARK, ExposureLevel.GOOD, ExposureLevel.TOO_BRIGHT


def grey(level, size=120):
    return Frame(np.full((size, size, 3), level, np.uint8))


@pytest.mark.parametrize(("level", "size", "expected"), cases(__file__)["levels"])
def test_black_is_too_dark_and_burnt_out_too_bright(level, size, expected):
    assert light_of(grey(level, size)) == expected


def test_white_dice_on_dark_felt_are_light_enough_and_only_the_board_is_judged_where_there_is_one():
    frame, _ = board_picture(five_dice())
    assert light_of(frame) is GOOD
    board = outline_of(five_dice())
    is_board = board.mask(frame.size_wh)[:, :, None]
    for burnt, expected in ((is_board, BRIGHT), (~is_board, GOOD)):
        assert light_of(Frame(np.where(burnt, np.uint8(255), frame.pixels)), board) is expected


LAMP_PX = 96
SCENE = np.random.default_rng(0).uniform(0.05, 0.5, (LAMP_PX, LAMP_PX, 3))


def watched(swing, hz, *, rate_hz=15.0, read_out_s=0.0, right=1.0, number=36):
    """Return frames of a lamp, taken at a rate; `right` is how bright the right half is in every second one."""
    rng, frames = np.random.default_rng(1), []
    for count in range(number):
        at_s = count / rate_hz + rng.normal(0, 2e-4)
        rows_s = at_s + read_out_s * np.arange(LAMP_PX) / LAMP_PX
        light = SCENE * (1 + swing * np.sin(2 * np.pi * hz * rows_s + 0.5))[:, None, None]
        light[:, LAMP_PX // 2 :] *= right if count % 2 else 1.0
        frames.append(taken(light, noise=1.5, seed=count, at_s=at_s))
    return frames


@pytest.mark.parametrize(("hz", "rate_hz", "read_out_s"), cases(__file__)["lamps"])
@pytest.mark.parametrize("swing", [0.03, 0.3])
def test_swing_and_frequency_of_a_lamp_are_found(hz, rate_hz, read_out_s, swing):
    found = flicker_of(watched(swing, hz, rate_hz=rate_hz, read_out_s=read_out_s), None)
    assert (found.hz, found.swing) == (hz, pytest.approx(swing, rel=0.1))


def test_a_steady_lamp_does_not_swing_and_a_candle_is_no_lamp():
    steady, candle = flicker_of(watched(0.0, 100.0), None), flicker_of(watched(0.2, 1.3), None)
    assert steady.swing < 0.01
    assert candle.swing == pytest.approx(0.2, rel=0.1)
    assert steady.hz is candle.hz is None


def test_a_cloud_is_not_taken_for_a_lamp_that_the_frames_come_in_step_with():
    # 120 Hz seen 14.95 times a second goes by at 0.4 Hz, as a cloud may.
    found = flicker_of(watched(0.2, 0.4, rate_hz=14.95), None)
    assert (found.hz, found.unseen_hz) == (None, (120.0,))


def test_few_frames_and_those_without_time_or_light_tell_nothing():
    assert flicker_of(watched(0.3, 100.0, number=11), None) is None
    assert flicker_of([Frame(frame.pixels) for frame in watched(0.3, 100.0)], None) is None  # no clock
    white = [Frame(np.full((96, 96, 3), 255, np.uint8), count * 66_000_000) for count in range(30)]
    assert flicker_of(white, None) is None


LEFT = board_at(0, 0, 40, 96, size_wh=(96, 96))


def test_what_flickers_beside_the_board_does_not_count():
    frames = watched(0.0, 100.0, right=0.5)
    assert flicker_of(frames, None).swing > 0.1
    assert flicker_of(frames, LEFT).swing < 0.01
