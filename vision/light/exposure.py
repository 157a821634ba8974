"""Exposure: whether there is enough light, and not too much, to read by."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.preprocess import shrunk
from vision.reading import Detection

SAMPLE_PX = 160  # longer side that exposure is judged on: light is no detail

BURNT_LEVEL = 252
"""From this level on a pixel holds no more detail."""
LUMA = np.array([0.299, 0.587, 0.114])
"""How bright R, G and B look. Source: ITU-R BT.601."""


class ExposureLevel(StrEnum):
    """How a frame is exposed."""

    GOOD = "good"
    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"


@dataclass(frozen=True, slots=True, kw_only=True)
class LightPolicy:
    """What is too dark or too bright. Levels are 0–255."""

    # White dice are the brightest thing on a board: if not even the brightest hundredth reaches this, nothing can be
    # read. Dark felt alone (level 10–30) with lit dice passes.
    dark_level: float = 45.0
    # A frame burnt out over more than this share has lost its dice. Photographs on white paper stay far below it, since
    # paper is exposed to about 200–245.
    burnt_share: float = 0.6


def light_of(frame: Frame, board: BoardOutline | None = None, *, policy: LightPolicy | None = None) -> ExposureLevel:
    """Return how the board (or the whole frame, without one) is exposed.

    Args:
        frame: The frame, any size.
        board: Where to look; the whole frame if None.
        policy: What is too dark or too bright.
    """
    chosen = policy or LightPolicy()
    sample = _sample(frame, board)
    brightness = sample @ LUMA
    if float(np.percentile(brightness, 99)) < chosen.dark_level:
        return ExposureLevel.TOO_DARK
    # One channel is enough: green felt burns out in green long before it looks white.
    if float(np.mean(_brightest_channel(sample) >= BURNT_LEVEL)) > chosen.burnt_share:
        return ExposureLevel.TOO_BRIGHT
    return ExposureLevel.GOOD


DICE_LEVEL = 215.0
"""What the brightest thing on the board, white dice, is exposed to: bright, with room for a mirrored lamp."""

GAMMA = 2.2
LEAST_FACTOR, MOST_FACTOR = 0.25, 4.0


def exposure_factor(frame: Frame, board: BoardOutline | None = None) -> float:
    """Return by how much longer the board should be exposed for white dice to be bright and not burnt out.

    Args:
        frame: As exposed now.
        board: Where to look; the whole frame if None.

    Returns:
        0.25–4; 1 where nothing should change.
    """
    brightest = float(np.percentile(_brightest_channel(_sample(frame, board)), 99.0))
    factor = (DICE_LEVEL / max(brightest, 1.0)) ** GAMMA
    return float(np.clip(factor, LEAST_FACTOR, MOST_FACTOR))


PRINTED = 0.7  # of a die's width: half its top
BURNT_PRINT, DIM_PRINT = 0.3, 90.0
"""A face with so large a burnt share, or whose brightest parts reach no higher level, is worth another look."""
SHORTER, LONGER = 0.3, 3.0
"""By so much longer it is exposed then: what a lamp burns white falls to level 150, black dice leave the felt."""


def other_exposure(
    prints: Iterable[NDArray[np.uint8]], *, light: ExposureLevel = ExposureLevel.GOOD, is_any_lacking: bool = False
) -> float | None:
    """Return by how much longer dice should be exposed whose faces cannot be read, None where light is not the cause.

    Args:
        prints: Their levels as exposed now, as `print_levels` gives them.
        light: How the frame is exposed as a whole.
        is_any_lacking: Whether dice were not found at all: black ones hide on dark leather.
    """
    prints = [levels for levels in prints if len(levels)]
    if light is ExposureLevel.TOO_BRIGHT or any(burnt_share(levels) >= BURNT_PRINT for levels in prints):
        return SHORTER
    is_dim = any(np.percentile(levels, 98) < DIM_PRINT for levels in prints)
    return LONGER if is_dim or is_any_lacking else None


def print_levels(frame: Frame, die: Detection) -> NDArray[np.uint8]:
    """Return the brightest channel of the middle of a die's top, uint8 (N,): round edges mirror some lamp always."""
    left, upper, right, lower = (max(0, round(side)) for side in die.box_xyxy)
    pixels = frame.pixels[upper:lower, left:right]
    top = np.zeros(pixels.shape[:2], np.uint8)
    corners = np.array(die.centre_xy) + PRINTED * (np.array(die.quad) - die.centre_xy) - [left, upper]
    cv2.fillPoly(top, [np.rint(corners).astype(np.int32)], (1,))
    return _brightest_channel(pixels[top.astype(np.bool_)])


def burnt_share(levels: NDArray[np.uint8]) -> float:
    """Return which share of levels is burnt out; 0 of none."""
    return float(np.mean(levels >= BURNT_LEVEL)) if len(levels) else 0.0


def brightness_of(frame: Frame, board: BoardOutline | None = None) -> float:
    """Return how much light the felt sends, 0–1, linear; the whole frame without a board. Dice are the smaller part."""
    return float((np.median(_sample(frame, board) @ LUMA) / 255.0) ** GAMMA)


def _sample(frame: Frame, board: BoardOutline | None) -> NDArray[np.uint8]:
    """Return the pixels that count, uint8, shape (N, 3)."""
    small = shrunk(frame.pixels, SAMPLE_PX, cv2.INTER_NEAREST)
    inside = None if board is None else board.mask((small.shape[1], small.shape[0]))
    return small[inside] if inside is not None and inside.any() else small.reshape(-1, 3)


def _brightest_channel(sample: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return each pixel's brightest channel, uint8 (N,); thirty times as fast as a maximum over rows of three."""
    return np.maximum(np.maximum(sample[:, 0], sample[:, 1]), sample[:, 2])
