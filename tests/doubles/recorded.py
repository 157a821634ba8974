"""A lamp, a light, a sound, a voice that only remember what they were told, oldest first; a reader to be told what."""

from dataclasses import dataclass, field

from firmware.ports import Signal, Utterance


class _Closable:
    """What stays dark or silent once it was closed."""

    is_open = True

    def close(self) -> None:
        self.is_open = False


@dataclass
class RecordedLamp(_Closable):
    """A `firmware.ports.Lamp`."""

    shown: list[Signal] = field(default_factory=list)

    def show(self, signal: Signal) -> None:
        self.shown.append(signal)


@dataclass
class RecordedLight(_Closable):
    """A `firmware.ports.Light`."""

    switched: list[bool] = field(default_factory=list)

    def switch(self, *, is_on: bool) -> None:
        if self.is_open:
            self.switched.append(is_on)

    @property
    def is_lit(self) -> bool:
        return self.is_open and self.switched[-1:] == [True]


@dataclass
class RecordedSound(_Closable):
    """A `firmware.ports.Sound`."""

    played: list[Signal] = field(default_factory=list)

    def play(self, signal: Signal, *, volume: int = 100) -> None:
        if self.is_open and volume:
            self.played.append(signal)


@dataclass
class RecordedVoice(_Closable):
    """A `firmware.ports.Voice`."""

    said: list[Utterance] = field(default_factory=list)

    def say(self, utterance: Utterance, *, volume: int = 100) -> None:
        if self.is_open and volume:
            self.said.append(utterance)

    def hush(self) -> None:
        """Stop: what was said was said."""


class BoardReader:
    """Stands in for `vision.read.reader.Reader`; what is read, a subclass says."""

    def sights(self, *_: object) -> None:
        """Look at nothing ahead."""
