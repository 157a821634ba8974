"""What is printed on a top face, as small pictures that can be laid over one another and compared.

A network tells the faces it was trained for; two pictures of the same print are alike whatever it shows. Three ways of
looking are compared, each blind to something else: how far a pixel is from the body's colour (blind to which colours,
and half blind to glare), where colours change (blind to the body too), and the colours themselves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

INK_PX = 32
INK_CHANNELS = 5
EDGE_PX = 7
"""Left out on every side when pictures are compared: the die's sides and neighbours show there, and no face's ink."""
REACH_PX = 3
"""So far one picture is pushed over the other, each way."""
VARIANTS = ((0.0, 1.0), (-8.0, 1.0), (8.0, 1.0), (0.0, 0.94), (0.0, 1.06))
"""Turns in degrees and sizes tried in each quarter turn: so wrong are the corners that a face is cut out by."""
BODY_EDGE_PX = 5
SOFTNESS_PX = 0.7
LIGHTNESS_LEFT_OUT = 0.7
"""Share of a difference in lightness that is no difference of form: glare on a die is lighter than any ink."""
NOTHING = 1e-6

BLANK = 15.0
"""Colours of a face that differ by less from its body's, of 255, show nothing: a lamp burnt the print away."""
LEAST_PRINT = 0.03
"""Share of a face that differs as much where something is printed."""
BURNT, BURNT_SHARE, MIDDLE = 245, 0.97, 0.31
"""A face is burnt out where all channels are so bright in so much of its middle, which begins at so much of its edge:
of poker dice something is printed in every middle."""

CHANNELS = (slice(0, 1), slice(1, 2), slice(2, 5))
"""Of an ink picture: form, outline, colour."""
WAYS = len(CHANNELS)


def ink_of(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the ink pictures of crops.

    Args:
        crops: uint8 (N, S, S, 3), rectified top faces, channels R, G, B.

    Returns:
        float32 (N, 32, 32, 5): distance from the body's colour, strength of edges, and difference from the body's
        colour in R, G and B.
    """
    pictures = [_ink(crop) for crop in crops]
    return np.stack(pictures) if pictures else np.empty((0, INK_PX, INK_PX, INK_CHANNELS), np.float32)


def _ink(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    small = cv2.resize(crop, (INK_PX, INK_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    inside = small[BODY_EDGE_PX:-BODY_EDGE_PX, BODY_EDGE_PX:-BODY_EDGE_PX]
    # The median is the body's colour as long as less than half of the face is ink.
    colour = small - np.median(inside.reshape(-1, 3), axis=0).astype(np.float32)
    across, down = (cv2.Sobel(small, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    tint = colour - LIGHTNESS_LEFT_OUT * colour.mean(axis=2, keepdims=True)
    form, outline = np.linalg.norm(tint, axis=2), np.sqrt((across**2 + down**2).sum(axis=2))
    soft = cv2.GaussianBlur(np.dstack([form, outline, colour]), (0, 0), SOFTNESS_PX)
    return np.asarray(soft, np.float32)


def is_blank(ink: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which faces show nothing, because a lamp mirrors in them or nothing is printed there.

    Args:
        ink: float32 (N, 32, 32, 5).

    Returns:
        bool (N,).
    """
    window = ink[:, EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX, CHANNELS[-1]]
    contrast = np.linalg.norm(window, axis=3).reshape(len(ink), math.prod(window.shape[1:3]))
    return np.asarray(np.quantile(contrast, 1 - LEAST_PRINT, axis=1) < BLANK)


def shows_nothing(crops: NDArray[np.uint8], ink: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which faces are blank or burnt out in the middle: such faces are alike whatever is printed beside.

    Args:
        crops: uint8 (N, S, S, 3), rectified top faces.
        ink: float32 (N, 32, 32, 5), of the crops.

    Returns:
        bool (N,).
    """
    middle = slice(round(crops.shape[1] * MIDDLE), crops.shape[1] - round(crops.shape[1] * MIDDLE))
    white = (crops[:, middle, middle].min(axis=3) >= BURNT).mean(axis=(1, 2))
    return np.asarray(is_blank(ink) | (white >= BURNT_SHARE), np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """Ink pictures ready to be laid over others, in every turn and size tried."""

    count: int  # How many pictures
    # One a way of looking: float32 (count · turns, pixels), mean 0, length 1; a picture's turns together.
    banks: tuple[NDArray[np.float32], ...]

    @classmethod
    def of(cls, ink: NDArray[np.float32]) -> Templates:
        """Return the templates of ink pictures, float32 (K, 32, 32, 5)."""
        turned = [window for picture in ink for window in _turned(picture)]
        side = INK_PX - 2 * EDGE_PX
        windows = np.stack(turned) if turned else np.empty((0, side, side, ink.shape[-1]), np.float32)
        return cls(len(ink), tuple(_unit(windows[..., channels]) for channels in CHANNELS))

    def likeness(self, ink: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return how alike other ink pictures are to each of these where they fit best.

        Args:
            ink: float32 (N, 32, 32, 5).

        Returns:
            float32 (N, K, 3), −1 to 1: form, outline, colour.

        Source: normalised cross-correlation, as in Lewis, Fast Normalized Cross-Correlation (1995).
        """
        likeness = np.zeros((len(ink), self.count, WAYS), np.float32)
        shifts = range(-REACH_PX, REACH_PX + 1)
        for row, picture in zip(likeness, ink, strict=True):
            windows = np.stack([_window(picture, down, across) for down in shifts for across in shifts])
            for way, (channels, bank) in enumerate(zip(CHANNELS, self.banks, strict=True)):
                best = (_unit(windows[..., channels]) @ bank.T).max(axis=0)
                row[:, way] = best.reshape(self.count, -1).max(axis=1) if self.count else 0
        return likeness


def _turned(picture: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Return the inner part of a picture in all turns and sizes tried."""
    middle = (INK_PX - 1) / 2
    windows = []
    for quarter in range(4):
        upright = np.ascontiguousarray(np.rot90(picture, quarter))
        for turn_deg, scale in VARIANTS:
            to_turned = cv2.getRotationMatrix2D((middle, middle), turn_deg, scale)
            turned = cv2.warpAffine(upright, to_turned, (INK_PX, INK_PX), borderMode=cv2.BORDER_REPLICATE)
            windows.append(_window(np.asarray(turned, np.float32), 0, 0))
    return windows


def _window(picture: NDArray[np.float32], down: int, across: int) -> NDArray[np.float32]:
    first, last = EDGE_PX, INK_PX - EDGE_PX
    return picture[first + down : last + down, first + across : last + across]


def _unit(windows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return windows (M, h, w, C) as rows of mean 0 and length 1; rows without any contrast stay 0."""
    rows = windows.reshape(len(windows), math.prod(windows.shape[1:]))
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), NOTHING), np.float32)
