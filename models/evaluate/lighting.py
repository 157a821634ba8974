"""The light a board was taken in, as its picture tells: how bright, how much contrast, and what colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Frame

SAMPLE_PX = 160
BRIGHT_CENTILE = 97
BURNT = 250.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLight:
    """The light of a picture."""

    brightness: float  # Mean lightness (CIE L*), 0–100
    contrast: float  # Standard deviation of the lightness
    # How much more yellow than blue the brightest of it are (CIE b*), which on a board are dice, paper and skin: the
    # camera's white balance is part of it. 0 is neutral.
    warmth: float


def light_in(frame: Frame) -> BoardLight:
    """Return the light of a picture; pixels burnt out have no colour and do not tell its warmth."""
    width, height = frame.size_wh
    shrink = min(1.0, SAMPLE_PX / max(width, height))
    size_wh = max(1, round(width * shrink)), max(1, round(height * shrink))
    small = cv2.resize(frame.pixels, size_wh, interpolation=cv2.INTER_AREA)
    lightness, _, yellow = cv2.split(cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_RGB2Lab))
    unburnt = small.max(axis=2) < BURNT
    if not unburnt.any():
        unburnt = np.ones_like(unburnt)
    brightest = unburnt & (lightness >= np.percentile(lightness[unburnt], BRIGHT_CENTILE))
    return BoardLight(
        brightness=float(lightness.mean()), contrast=float(lightness.std()), warmth=float(yellow[brightest].mean())
    )
