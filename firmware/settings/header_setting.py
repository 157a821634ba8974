"""The settings of what tells and lights: lamp, board light and sound, most of it on the GPIO header."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from firmware.errors import ConfigError

MOST_PIN = 27  # BCM numbers on the header of a Pi begin at 0


class Gpio(StrEnum):
    """Whether something beside the board is used, most of it on the GPIO header."""

    AUTO = "auto"  # used where there is one, silently left out elsewhere
    ON = "on"  # used; a missing one is an error
    OFF = "off"


def require(name: str, value: float, low: float, high: float) -> None:
    """Refuse a value out of range.

    Raises:
        ConfigError: If it is.
    """
    if not low <= value <= high:
        raise ConfigError(f"{name}: got {value}; legal is {low:g} to {high:g}")


@dataclass(frozen=True, slots=True)
class SignalConfig:
    """Something on the GPIO header that is switched on by its pin."""

    gpio: Gpio = Gpio.AUTO
    pin: int = 0  # BCM number

    def __post_init__(self) -> None:
        """Refuse a pin that no Pi has."""
        require("pin", self.pin, 0, MOST_PIN)


@dataclass(frozen=True, slots=True)
class LampConfig(SignalConfig):
    """The lamp beside the button."""

    pin: int = 27


@dataclass(frozen=True, slots=True)
class LightConfig(SignalConfig):
    """The light over the board."""

    pin: int = 23


@dataclass(frozen=True, slots=True)
class SoundConfig(SignalConfig):
    """What is to be heard: a buzzer, and a speaker for tones and speech."""

    pin: int = 22
    speaker: Gpio = Gpio.AUTO
    speech: Gpio = Gpio.AUTO  # whether it speaks; espeak-ng does
    volume: int = 75  # per cent
    muted: bool = False

    def __post_init__(self) -> None:
        """Refuse a pin that no Pi has, and a volume that is none."""
        require("pin", self.pin, 0, MOST_PIN)
        require("volume", self.volume, 1, 100)
