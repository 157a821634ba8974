"""Flicker of lamps of which frequency and swing are known."""

import numpy as np
import pytest

from vision.find.board import BoardKind, BoardOutline
from vision.frame import Frame
from vision.light.exposure import GAMMA
from vision.light.flicker import flicker_of

SIDE_PX = 96
LEFT = BoardOutline(
    polygon=((0.0, 0.0), (40.0, 0.0), (40.0, 96.0), (0.0, 96.0)), kind=BoardKind.SQUARE, size_wh=(96, 96)
)
SCENE = np.random.default_rng(0).uniform(0.05, 0.5, (SIDE_PX, SIDE_PX, 3))


def watched(swing, hz, *, rate_hz=15.0, read_out_s=0.0, right=1.0, number=36):
    """Return frames of a lamp, taken at a rate; `right` is how bright the right half is in every second one."""
    rng, frames = np.random.default_rng(1), []
    for count in range(number):
        at_s = count / rate_hz + rng.normal(0, 2e-4)
        rows_s = at_s + read_out_s * np.arange(SIDE_PX) / SIDE_PX
        light = SCENE * (1 + swing * np.sin(2 * np.pi * hz * rows_s + 0.5))[:, None, None]
        light[:, SIDE_PX // 2 :] *= right if count % 2 else 1.0
        level = np.clip(light, 0, 1) ** (1 / GAMMA) * 255 + rng.normal(0, 1.5, light.shape)
        frames.append(Frame(np.clip(np.rint(level), 0, 255).astype(np.uint8), round(at_s * 1e9)))
    return frames


@pytest.mark.parametrize(
    ("hz", "rate_hz", "read_out_s"),
    [
        (100.0, 15.0, 0.0),  # every row alike: frames beat
        (100.0, 15.0, 0.02),  # two bands wander over the picture
        (120.0, 14.35, 0.025),
        (100.0, 29.97, -0.015),  # a camera hung upside down
        (120.0, 25.0, 0.01),
    ],
)
@pytest.mark.parametrize("swing", [0.03, 0.3])
def test_swing_and_frequency_of_a_lamp_are_found(hz, rate_hz, read_out_s, swing):
    found = flicker_of(watched(swing, hz, rate_hz=rate_hz, read_out_s=read_out_s), None)
    assert found.hz == hz
    assert found.swing == pytest.approx(swing, rel=0.1)


def test_a_steady_lamp_does_not_swing_and_a_candle_is_no_lamp():
    steady, candle = flicker_of(watched(0.0, 100.0), None), flicker_of(watched(0.2, 1.3), None)
    assert steady.swing < 0.01
    assert candle.swing == pytest.approx(0.2, rel=0.1)
    assert steady.hz is candle.hz is None


def test_a_cloud_is_not_taken_for_a_lamp_that_the_frames_come_in_step_with():
    # 120 Hz seen 14.95 times a second goes by at 0.4 Hz, as a cloud may.
    found = flicker_of(watched(0.2, 0.4, rate_hz=14.95), None)
    assert (found.hz, found.unseen_hz) == (None, (120.0,))


def test_what_flickers_beside_the_board_does_not_count():
    frames = watched(0.0, 100.0, right=0.5)
    assert flicker_of(frames, None).swing > 0.1
    assert flicker_of(frames, LEFT).swing < 0.01


def test_few_frames_and_those_without_time_or_light_tell_nothing():
    assert flicker_of(watched(0.3, 100.0, number=11), None) is None
    assert flicker_of([Frame(frame.pixels) for frame in watched(0.3, 100.0)], None) is None  # no clock
    white = [Frame(np.full((96, 96, 3), 255, np.uint8), count * 66_000_000) for count in range(30)]
    assert flicker_of(white, None) is None
