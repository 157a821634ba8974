"""Sharpness of a picture blurred by a known width."""

import cv2
import numpy as np
import pytest

from vision.find.board import BoardKind, BoardOutline
from vision.frame import Frame
from vision.light.sharpness import blur_px

SIDE_PX = 480
HALF = BoardOutline(
    polygon=((0.0, 0.0), (200.0, 0.0), (200.0, 480.0), (0.0, 480.0)), kind=BoardKind.SQUARE, size_wh=(480, 480)
)


def pattern():
    """Return squares of several greys, turned a little so that edges lie between pixels, float32 (H, W)."""
    large = np.full((4 * SIDE_PX, 4 * SIDE_PX), 90, np.uint8)
    for row in range(4):
        for column in range(4):
            box = ((400 * column + 260, 400 * row + 260), (200, 200), 17.0 * (row + column))
            cv2.fillConvexPoly(large, np.int32(cv2.boxPoints(box)), 130 + 30 * ((row + column) % 4))
    return cv2.resize(large, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA).astype(np.float32)


def taken(blur, *, noise=0.0, number=3):
    grey = cv2.GaussianBlur(pattern(), (0, 0), blur) if isinstance(blur, float) and blur else pattern()
    rng = np.random.default_rng(0)
    levels = (np.clip(np.rint(grey + rng.normal(0, noise, grey.shape)), 0, 255) for _ in range(number))
    return [Frame(level.astype(np.uint8)[..., None].repeat(3, 2)) for level in levels]


@pytest.mark.parametrize("blur", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_the_width_of_a_blur_is_found_whatever_the_contrast(blur, noise):
    assert blur_px(taken(blur, noise=noise), None) == pytest.approx(np.hypot(blur, 0.4), rel=0.15)


def test_a_sharp_picture_is_sharper_than_a_pixel_and_a_plain_one_tells_nothing():
    assert blur_px(taken(0.0), None) < 0.8
    rng = np.random.default_rng(1)
    plain = [Frame(rng.normal(120, 4, (480, 480, 3)).clip(0, 255).astype(np.uint8)) for _ in range(3)]
    assert blur_px(plain, None) is None


def test_only_the_board_and_its_rim_count():
    sharp, soft = taken(0.0)[0].pixels, taken(4.0)[0].pixels
    mixed = np.where(np.arange(SIDE_PX)[None, :, None] < 260, soft, sharp)
    assert blur_px([Frame(mixed)], None) < 1.0
    assert blur_px([Frame(mixed)], HALF) > 2.5
