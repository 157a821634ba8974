"""A lamp, a light and a sound where there is none: the display tells it all."""

from __future__ import annotations

from firmware.ports import Signal, Sound, Utterance


class Missing:
    """A lamp, light, sound or voice that is not there: whatever it is told, nothing happens."""

    def show(self, signal: Signal) -> None:
        """Show nothing."""

    def switch(self, *, is_on: bool) -> None:
        """Switch nothing: the room's own lamps shine."""

    def play(self, signal: Signal, *, volume: int = 100) -> None:
        """Play nothing."""

    def say(self, utterance: Utterance, *, volume: int = 100) -> None:
        """Say nothing."""

    def hush(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class BothSounds:
    """Two `firmware.ports.Sound` at once: a buzzer, and a speaker that may be one of a screen nobody hears."""

    def __init__(self, first: Sound, second: Sound) -> None:
        """Take both."""
        self._both = (first, second)

    def play(self, signal: Signal, *, volume: int = 100) -> None:
        """Play ``signal`` on both."""
        for sound in self._both:
            sound.play(signal, volume=volume)

    def close(self) -> None:
        """Be silent."""
        for sound in self._both:
            sound.close()
