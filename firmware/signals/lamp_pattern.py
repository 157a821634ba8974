"""How bright the lamp is: each signal a pure pattern of time, with no clock and no thread."""

import math
import random
from dataclasses import dataclass, replace

from firmware.ports import Signal

FLASHES = {Signal.HOLDING: 0.25, Signal.STEP: 0.08, Signal.TICK: 0.08, Signal.HURRY: 0.25}
"""Seconds of the signals that only interrupt another; then that one goes on."""

STEADY = {Signal.READY: 0.35, Signal.DONE: 1.0}
"""Brightness of the signals that do not change; a thread need not wake for them."""

_FLAME_HZ = 11.0
_SWELL_HZ = 2.7
_LEAST_FLAME = 0.12


def brightness(signal: Signal, elapsed_s: float) -> float:
    """Return how bright the lamp is.

    Returns:
        0 (dark) to 1.
    """
    match signal:
        case Signal.READY | Signal.DONE:
            return STEADY[signal]
        case Signal.READING:  # a quick swell: the eye is at work
            return 0.5 - 0.5 * math.cos(2 * math.pi * 2.0 * elapsed_s)
        case Signal.ASKING:
            return float(elapsed_s % 1.0 < 0.5)
        case Signal.BURNING:
            return flame(elapsed_s)
        case Signal.PROBLEM:  # two short ones a second
            return float(elapsed_s % 1.0 < 0.12 or 0.24 <= elapsed_s % 1.0 < 0.36)
        case Signal.GAME_OVER:  # it breathes
            return 0.55 - 0.45 * math.cos(2 * math.pi * 0.25 * elapsed_s)
        case Signal.HOLDING | Signal.STEP | Signal.TICK | Signal.HURRY:
            return 0.0


def flame(elapsed_s: float) -> float:
    """Return how bright a small fire is: a slow swell under quick tongues, never dark, hardly ever at rest."""
    swell = _wandering(elapsed_s * _SWELL_HZ, 0)
    tongue = _wandering(elapsed_s * _FLAME_HZ, 1)
    return _LEAST_FLAME + (1 - _LEAST_FLAME) * (0.45 * swell + 0.55 * tongue * math.sqrt(tongue))


def _wandering(x: float, seed: int) -> float:
    """Return a value 0–1 that wanders smoothly from one random number to the next as ``x`` grows."""
    whole = math.floor(x)
    share = x - whole
    share = share * share * (3 - 2 * share)
    before, after = (random.Random(f"{seed} {index}").random() for index in (whole, whole + 1))
    return (1 - share) * before + share * after


@dataclass(frozen=True, slots=True, kw_only=True)
class LampPattern:
    """What a lamp shows, and since when."""

    signal: Signal = Signal.READY  # the one that lasts
    since_ns: int = 0
    flash: Signal | None = None
    flash_ns: int = 0

    def showing(self, signal: Signal, now_ns: int) -> "LampPattern":
        """Return the lamp with a signal shown from now on."""
        if signal in FLASHES:
            return replace(self, flash=signal, flash_ns=now_ns)
        return replace(self, signal=signal, since_ns=now_ns, flash=None)

    def level(self, now_ns: int) -> float:
        """Return how bright it is, 0 to 1."""
        if self._is_flashing(now_ns) and self.flash is not None:
            return brightness(self.flash, (now_ns - self.flash_ns) / 1e9)
        return brightness(self.signal, (now_ns - self.since_ns) / 1e9)

    def is_steady(self, now_ns: int) -> bool:
        """Return whether it stays as it is until another signal comes."""
        return self.signal in STEADY and not self._is_flashing(now_ns)

    def _is_flashing(self, now_ns: int) -> bool:
        return self.flash is not None and now_ns - self.flash_ns < FLASHES[self.flash] * 1e9
