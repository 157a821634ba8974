"""A lamp, a light, a sound and a voice that only remember what they were told, oldest first."""

from dataclasses import dataclass, field

from firmware.ports import Signal, Utterance


@dataclass
class RecordedLamp:
    """A `firmware.ports.Lamp`."""

    shown: list[Signal] = field(default_factory=list)
    is_lit: bool = False

    def show(self, signal: Signal) -> None:
        self.shown.append(signal)
        self.is_lit = True

    def close(self) -> None:
        self.is_lit = False


@dataclass
class RecordedLight:
    """A `firmware.ports.Light`; a closed one stays dark."""

    switched: list[bool] = field(default_factory=list)
    is_lit: bool = False
    is_open: bool = True

    def switch(self, *, is_on: bool) -> None:
        if self.is_open:
            self.switched.append(is_on)
            self.is_lit = is_on

    def close(self) -> None:
        self.is_lit = self.is_open = False


@dataclass
class RecordedSound:
    """A `firmware.ports.Sound`; a closed one stays silent."""

    played: list[Signal] = field(default_factory=list)
    is_open: bool = True

    def play(self, signal: Signal, *, volume: int = 100) -> None:
        if self.is_open and volume:
            self.played.append(signal)

    def close(self) -> None:
        self.is_open = False


@dataclass
class RecordedVoice:
    """A `firmware.ports.Voice`; a closed one stays silent."""

    said: list[Utterance] = field(default_factory=list)
    is_open: bool = True

    def say(self, utterance: Utterance, *, volume: int = 100) -> None:
        if self.is_open and volume:
            self.said.append(utterance)

    def hush(self) -> None:
        """Stop: what was said was said."""

    def close(self) -> None:
        self.is_open = False
