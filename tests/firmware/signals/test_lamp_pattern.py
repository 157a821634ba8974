"""The lamp as numbers: no lamp, no clock."""

import io
import wave
from itertools import pairwise
from statistics import mean, pstdev

import numpy as np
import pytest

from firmware.ports import Signal
from firmware.signals.lamp_pattern import FLASHES, STEADY, LampPattern, brightness, flame
from firmware.signals.tones import MELODIES, RATE_HZ, samples, wav

S = 1_000_000_000
MOMENTS_S = [number / 40 for number in range(400)]


@pytest.mark.parametrize("signal", Signal)
def test_every_signal_is_a_brightness_and_only_the_steady_ones_do_not_change(signal):
    levels = {brightness(signal, at_s * scale) for at_s in MOMENTS_S for scale in (1, 8640)}  # for a day
    assert (0 <= min(levels) <= max(levels) <= 1, len(levels) == 1) == (True, signal in STEADY or signal in FLASHES)


def test_fire_flickers_like_fire():
    levels = [flame(at_s) for at_s in MOMENTS_S]
    assert min(levels) > 0.05  # it never goes out
    assert max(levels) > 0.75
    assert 0.3 < mean(levels) < 0.7
    assert pstdev(levels) > 0.12
    assert max(abs(a - b) for a, b in pairwise(levels)) < 0.45  # it flickers, it does not blink
    turns = sum((b - a) * (c - b) < 0 for a, b, c in zip(levels, levels[1:], levels[2:], strict=False))
    assert 4 < turns / 10 < 16  # so often a second it changes its mind


def test_a_flash_interrupts_what_was_shown_and_a_new_signal_ends_it():
    lamp = LampPattern().showing(Signal.DONE, 10 * S).showing(Signal.HOLDING, 12 * S)
    assert (lamp.level(12 * S), lamp.is_steady(12 * S)) == (0.0, False)
    after_ns = 12 * S + round(FLASHES[Signal.HOLDING] * 1e9)
    assert (lamp.level(after_ns), lamp.is_steady(after_ns)) == (STEADY[Signal.DONE], True)
    lamp = LampPattern().showing(Signal.STEP, S).showing(Signal.ASKING, S)
    assert lamp.level(S) == 1.0
    assert not lamp.is_steady(5 * S)


@pytest.mark.parametrize("signal", MELODIES)
def test_a_melody_has_its_length_and_pitch_and_never_clicks_or_clips(signal):
    melody = MELODIES[signal]
    sound = samples(melody, volume=100)
    assert len(sound) / RATE_HZ == pytest.approx(len(melody.pitches_hz) * (melody.on_s + melody.off_s), abs=0.005)
    assert (abs(int(sound[0])), abs(int(sound[-1]))) <= (40, 400)
    assert 5_000 < np.abs(sound.astype(int)).max() < 20_000
    assert np.abs(np.diff(sound.astype(int))).max() < 8_000
    tone = samples(melody, volume=100)[: round(melody.on_s * RATE_HZ)].astype(float)
    spectrum = np.abs(np.fft.rfft(tone, 1 << 16))
    assert spectrum.argmax() * RATE_HZ / (1 << 16) == pytest.approx(melody.pitches_hz[0], rel=0.05)


def test_volume_scales_the_sound_and_the_file_says_what_it_is():
    full, half = (samples(MELODIES[Signal.DONE], volume=volume).astype(int) for volume in (100, 50))
    assert np.abs(full - 2 * half).max() <= 2
    assert not samples(MELODIES[Signal.DONE], volume=0).any()
    sound = samples(MELODIES[Signal.ASKING], volume=80)
    with wave.open(io.BytesIO(wav(sound))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE_HZ)
        assert np.array_equal(np.frombuffer(file.readframes(file.getnframes()), "<i2"), sound)
