"""Lamps that flicker: how much, at which frequency, and so which exposures would not see it.

A lamp on the mains goes brighter and darker twice a period. An exposure of whole such half-periods sees always the
same light; any other one is brighter or darker from frame to frame, and, since a sensor exposes its rows one after the
other, from row to row. Both are one wave: in a frame exposed at time t, row y shows the light of t + y · read-out.

Bands that stand still, where the frames come in step with the lamp, look like a pattern of the board: they are not
seen, but it is known that they would not be.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import BURNT_LEVEL, LUMA
from vision.light.lighting import linear

LAMP_HZ = (100.0, 120.0)
"""Twice the mains of 50 and 60 Hz."""

BANDS = 32
STEP = 2  # of four pixels one tells enough
LEAST_PIXELS = 20  # of a band, on the board
LONGEST_READ_OUT_S = 0.040
READ_OUTS = 161  # a step is a twentieth of a wave
EXPLAINED = 0.5
CLEARER = 2.0  # so many times less is left unexplained by the frequency that is believed
FEWEST_FRAMES = 12
FEWEST_BEATS = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Flicker:
    """How the light goes up and down."""

    swing: float  # How far, the peaks' share of the mean light; 0.1 is from 90 to 110 %.
    # Of the lamp, 100 or 120; None where it is not that of lamps: a candle, clouds, noise, or too little to tell.
    hz: float | None = None
    # Of lamps that the frames come in step with: their bands stand still, and are taken for the board's
    unseen_hz: tuple[float, ...] = ()


def flicker_of(frames: Sequence[Frame], board: BoardOutline | None) -> Flicker | None:
    """Return how the light flickers.

    Args:
        frames: Of a board at rest, small ones, one after the other, some seconds of them.
        board: Where to look, in any frame of the view; the whole picture if None.

    Returns:
        What was seen; None where there are too few frames, or nothing of the board is exposed so that it could tell.
    """
    if len(frames) < FEWEST_FRAMES or frames[-1].exposed_ns <= frames[0].exposed_ns:
        return None
    places, bands = _bands(frames, board)
    if not len(places):
        return None
    times_s = np.array([frame.exposed_ns - frames[0].exposed_ns for frame in frames], np.float64) / 1e9
    changes = bands - 1.0
    whole = float(np.sum(changes**2))
    unseen_hz = tuple(hz for hz in LAMP_HZ if _beats(times_s, hz) < FEWEST_BEATS)
    left = {
        # What a wave of these would do could as well be a cloud.
        hz: 1.0 if hz in unseen_hz else _unexplained(changes, times_s, places, hz) / max(whole, 1e-12)
        for hz in LAMP_HZ
    }
    best, other = sorted(left, key=lambda hz: left[hz])
    is_lamp = left[best] <= 1.0 - EXPLAINED and CLEARER * left[best] <= left[other]
    return Flicker(swing=float(np.sqrt(2.0 * np.mean(changes**2))), hz=best if is_lamp else None, unseen_hz=unseen_hz)


def _beats(times_s: NDArray[np.float64], hz: float) -> float:
    """Return how many times a lamp goes up and down in the frames, which come more slowly than it does."""
    rate_hz = (len(times_s) - 1) / times_s[-1]
    return float(abs(hz - rate_hz * round(hz / rate_hz)) * times_s[-1])


def _unexplained(
    changes: NDArray[np.float64], times_s: NDArray[np.float64], places: NDArray[np.float64], hz: float
) -> float:
    """Return the sum of squares that no wave of a frequency explains, whatever the sensor's time to read out."""
    return min(
        _left_by(changes, 2 * np.pi * hz * (times_s[:, None] + read_out_s * places[None, :]))
        for read_out_s in np.linspace(-LONGEST_READ_OUT_S, LONGEST_READ_OUT_S, READ_OUTS)
    )


def _left_by(changes: NDArray[np.float64], phases: NDArray[np.float64]) -> float:
    """Return the sum of squares left by the wave of these phases that fits best."""
    wave = np.stack([np.cos(phases).ravel(), np.sin(phases).ravel()])
    shared = wave @ changes.ravel()
    return float(np.sum(changes**2) - shared @ np.linalg.pinv(wave @ wave.T) @ shared)


def _bands(frames: Sequence[Frame], board: BoardOutline | None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return bands of rows, and each frame's light in them over what they show on average.

    Returns:
        Their places, 0 top – 1 bottom, float64 (bands,); their light, 1 is usual, float64 (frames, bands).
    """
    width, height = frames[0].size_wh
    inside = np.ones((height, width), np.bool_) if board is None else board.mask((width, height))
    inside = inside & (np.max([frame.pixels.max(axis=2) for frame in frames], axis=0) < BURNT_LEVEL)
    inside = inside[::STEP, ::STEP]
    band_of = np.arange(len(inside)) * BANDS // len(inside)
    light = np.array([_sums(linear(frame.pixels[::STEP, ::STEP] @ LUMA) * inside, band_of) for frame in frames])
    usual = light.mean(axis=0)
    tells = (_sums(inside, band_of) >= LEAST_PIXELS) & (usual > 0)
    places = (np.arange(BANDS) + 0.5) / BANDS
    return places[tells], light[:, tells] / usual[tells]


def _sums(values: NDArray[np.generic], band_of: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the sum of a picture's values in each band of rows."""
    return np.asarray(np.bincount(band_of, weights=values.sum(axis=1), minlength=BANDS), np.float64)
