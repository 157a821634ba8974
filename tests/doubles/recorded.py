"""A lamp, a light, a sound and a voice that only remember what they were told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware.ports import Signal, Utterance


class RecordedLamp:
    """A `firmware.ports.Lamp` whose signals are read afterwards.

    Attributes:
        shown: Every signal, oldest first.
        is_lit: Whether it shows one now.
    """

    def __init__(self) -> None:
        """Begin dark."""
        self.shown: list[Signal] = []
        self.is_lit = False

    def show(self, signal: Signal) -> None:
        """Show ``signal``."""
        self.shown.append(signal)
        self.is_lit = True

    def close(self) -> None:
        """Switch off."""
        self.is_lit = False


class RecordedLight:
    """A `firmware.ports.Light` whose switching is read afterwards.

    Attributes:
        switched: Every state it was switched to, oldest first.
        is_lit: Whether it shines now.
        is_open: Whether it could be switched.
    """

    def __init__(self) -> None:
        """Begin dark."""
        self.switched: list[bool] = []
        self.is_lit = False
        self.is_open = True

    def switch(self, *, is_on: bool) -> None:
        """Switch on or off; a closed one stays dark."""
        if self.is_open:
            self.switched.append(is_on)
            self.is_lit = is_on

    def close(self) -> None:
        """Switch off."""
        self.is_lit = self.is_open = False


class RecordedSound:
    """A `firmware.ports.Sound` whose signals are read afterwards.

    Attributes:
        played: Every signal, oldest first.
        is_open: Whether it would play now.
    """

    def __init__(self) -> None:
        """Begin silent."""
        self.played: list[Signal] = []
        self.is_open = True

    def play(self, signal: Signal, *, volume: int = 100) -> None:
        """Play ``signal``; a closed one stays silent."""
        if self.is_open and volume:
            self.played.append(signal)

    def close(self) -> None:
        """Be silent."""
        self.is_open = False


class RecordedVoice:
    """A `firmware.ports.Voice` whose sentences are read afterwards.

    Attributes:
        said: Everything, oldest first.
        is_open: Whether it would speak now.
    """

    def __init__(self) -> None:
        """Begin silent."""
        self.said: list[Utterance] = []
        self.is_open = True

    def say(self, utterance: Utterance, *, volume: int = 100) -> None:
        """Say it; a closed one stays silent."""
        if self.is_open and volume:
            self.said.append(utterance)

    def hush(self) -> None:
        """Stop: what was said was said."""

    def close(self) -> None:
        """Be silent."""
        self.is_open = False
