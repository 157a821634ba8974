"""What signals sound like: a few short tones each, for the buzzer and, with their pitches, for a speaker."""

import io
import wave
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware.ports import Signal
from firmware.tables import table

RATE_HZ = 22050
"""As espeak-ng writes."""

LOUDEST = 0.5
"""Of full scale: a tone carries further than speech of the same level."""

_ATTACK_S = 0.004
_RELEASE_S = 0.02


@dataclass(frozen=True, slots=True)
class Melody:
    """Tones of the same length, one after the other."""

    pitches_hz: tuple[float, ...]  # of each tone; a buzzer has only one pitch, and counts them
    on_s: float  # each sounds so long
    off_s: float = 0.0  # and is silent so long


_TOLD = table(__file__, "melodies")
MELODIES = {Signal(name): Melody(**{**told, "pitches_hz": tuple(told["pitches_hz"])}) for name, told in _TOLD.items()}
"""A signal not named here is silent."""


def samples(melody: Melody, *, volume: int) -> NDArray[np.int16]:
    """Return a melody as sound.

    The volume is in per cent, 0 to 100.

    Returns:
        Mono samples (n,) at `RATE_HZ`; they begin and end at 0, so that nothing clicks.
    """
    level = LOUDEST * max(0, min(volume, 100)) / 100
    silence = np.zeros(round(melody.off_s * RATE_HZ))
    parts = [part for pitch_hz in melody.pitches_hz for part in (_tone(pitch_hz, melody.on_s), silence)]
    return np.round(np.concatenate(parts) * level * np.iinfo(np.int16).max).astype(np.int16)


def _tone(pitch_hz: float, seconds: float) -> NDArray[np.float64]:
    time_s = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    # A struck bar: an overtone that dies sooner than the tone.
    tone = np.sin(2 * np.pi * pitch_hz * time_s) + 0.3 * np.sin(4 * np.pi * pitch_hz * time_s) * np.exp(-time_s / 0.05)
    envelope = np.minimum(time_s / _ATTACK_S, 1.0) * np.minimum((seconds - time_s) / _RELEASE_S, 1.0)
    return np.asarray(tone * np.clip(envelope, 0.0, 1.0) / 1.3, dtype=np.float64)


def wav(sound: NDArray[np.int16]) -> bytes:
    """Return mono samples (n,) at `RATE_HZ` as a WAV file."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(sound.astype("<i2").tobytes())
    return buffer.getvalue()
