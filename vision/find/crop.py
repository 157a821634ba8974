"""Pictures of dice, cut from a frame for people to look at."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.frame import Frame
from vision.preprocess import scaled
from vision.reading import Box, Detection

MARGIN = 0.2
PICTURE_PX = 160
SURROUNDINGS = 0.8
"""Around the dice, in die edges: enough to know one's own board again."""
DICE_PICTURE_PX = 640
BOARD_PICTURE_PX = 1280
ASPECT = 4 / 3


def die_picture(frame: Frame, die: Detection) -> bytes:
    """Return a die with a little of its surroundings as a square JPEG.

    Args:
        frame: Where it was found.
        die: The die; a box over the frame's edge is cut there.
    """
    width, height = frame.size_wh
    x0, y0, x1, y1 = die.box_xyxy
    half = max(x1 - x0, y1 - y0) * (0.5 + MARGIN)
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    left, right = (min(max(round(middle_x + side), 0), width) for side in (-half, half))
    top, bottom = (min(max(round(middle_y + side), 0), height) for side in (-half, half))
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    cut = frame.pixels[min(top, height - 1) : bottom, min(left, width - 1) : right]
    return _jpeg(cv2.resize(cut, (PICTURE_PX, PICTURE_PX), interpolation=cv2.INTER_AREA))


def face_picture(crop: NDArray[np.uint8]) -> bytes:
    """Return a top face that was cut out, uint8 (S, S, 3) RGB, as a square JPEG."""
    return _jpeg(cv2.resize(crop, (PICTURE_PX, PICTURE_PX), interpolation=cv2.INTER_CUBIC))


def dice_box(dice: Sequence[Detection], size_wh: tuple[int, int]) -> Box:
    """Return the part of a frame that shows dice and a little of their surroundings, four wide and three high.

    Args:
        dice: One or more.
        size_wh: Of the frame; the part ends where it does.
    """
    margin = SURROUNDINGS * max(die.size_px for die in dice)
    x0, y0 = (min(die.box_xyxy[side] for die in dice) - margin for side in (0, 1))
    x1, y1 = (max(die.box_xyxy[side] for die in dice) + margin for side in (2, 3))
    height = max(y1 - y0, (x1 - x0) / ASPECT)
    width = height * ASPECT
    left, right = _within((x0 + x1 - width) / 2, width, size_wh[0])
    top, bottom = _within((y0 + y1 - height) / 2, height, size_wh[1])
    return left, top, right, bottom


def _within(begin: float, length: float, most: int) -> tuple[int, int]:
    """Return a stretch in whole pixels, moved and if need be cut so that it lies between 0 and the most."""
    length = min(length, most)
    first = round(min(max(begin, 0), most - length))
    return first, min(most, first + max(1, round(length)))


def dice_picture(frame: Frame, dice: Sequence[Detection], *, quality: int = 85) -> bytes:
    """Return dice with a little of their surroundings (`dice_box`) as a JPEG, of a quality up to 100."""
    left, top, right, bottom = map(int, dice_box(dice, frame.size_wh))
    return _jpeg(scaled(frame.pixels[top:bottom, left:right], min(1.0, DICE_PICTURE_PX / (right - left))), quality)


def board_picture(frame: Frame) -> bytes:
    """Return all that a frame shows as a JPEG, smaller where it is large."""
    return _jpeg(scaled(frame.pixels, min(1.0, BOARD_PICTURE_PX / frame.size_wh[0])))


def _jpeg(pixels: ArrayLike, quality: int = 85) -> bytes:
    _, jpeg = cv2.imencode(".jpg", np.asarray(pixels)[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    return jpeg.tobytes()
