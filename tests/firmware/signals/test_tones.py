import io
import wave

import numpy as np
import pytest

from firmware.ports import Signal
from firmware.signals.tones import MELODIES, RATE_HZ, samples, wav


@pytest.mark.parametrize("signal", MELODIES)
def test_a_melody_lasts_as_long_as_its_tones_and_never_clicks_or_clips(signal):
    melody = MELODIES[signal]
    sound = samples(melody, volume=100)
    wanted_s = len(melody.pitches_hz) * (melody.on_s + melody.off_s)
    assert len(sound) / RATE_HZ == pytest.approx(wanted_s, abs=0.005)
    assert (abs(int(sound[0])), abs(int(sound[-1]))) <= (40, 400)
    assert 5_000 < np.abs(sound.astype(int)).max() < 20_000
    assert np.abs(np.diff(sound.astype(int))).max() < 8_000


@pytest.mark.parametrize("signal", MELODIES)
def test_each_tone_has_its_pitch(signal):
    melody = MELODIES[signal]
    tone = samples(melody, volume=100)[: round(melody.on_s * RATE_HZ)].astype(float)
    spectrum = np.abs(np.fft.rfft(tone, 1 << 16))
    assert spectrum.argmax() * RATE_HZ / (1 << 16) == pytest.approx(melody.pitches_hz[0], rel=0.05)


def test_half_the_volume_is_half_the_sound_and_none_is_silence():
    full, half = (samples(MELODIES[Signal.DONE], volume=volume).astype(int) for volume in (100, 50))
    assert np.abs(full - 2 * half).max() <= 2
    assert not samples(MELODIES[Signal.DONE], volume=0).any()


def test_the_file_says_what_it_is():
    sound = samples(MELODIES[Signal.ASKING], volume=80)
    with wave.open(io.BytesIO(wav(sound))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE_HZ)
        assert np.array_equal(np.frombuffer(file.readframes(file.getnframes()), "<i2"), sound)
