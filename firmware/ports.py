"""The ports: what the companion needs of the outside world, as protocols.

Adapters (`firmware/adapters`, one module a hardware library) and `firmware/simulated` implement them; each port's
implementations pass one contract suite under `tests/contract`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from firmware.log.record import Record
from vision.frame import Frame

MAINS_HZ = (50, 60)
DEFAULT_MAINS_HZ = 50


class Camera(Protocol):
    """Delivers frames; every call has a deadline and every failure is a CameraError."""

    @property
    def name(self) -> str:
        """Return what the camera is called in the configuration, such as ``usb:0``."""

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        """Return a small new frame (long side ≤ 640 px) for stillness.

        Raises:
            CameraTimeoutError: If none comes in time.
            CameraLostError: If the camera is gone.
        """

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        """Return a full-resolution frame whose exposure began at or after ``not_before_ns`` (monotonic).

        Raises:
            CameraTimeoutError: If none comes in time.
            CameraLostError: If the camera is gone.
        """

    def close(self) -> None:
        """Give the camera back; closing twice does nothing."""


@runtime_checkable
class ExposingCamera(Protocol):
    """A camera that can be told how long to expose; the others do as they like."""

    def expose(self, times: float, *, timeout_s: float = 3.0) -> Frame | None:
        """Return a full-resolution frame exposed so many times as long as usual; all later ones are as usual again.

        Returns:
            None where it does not let itself be told.

        Raises:
            CameraTimeoutError: If it does not come in time.
            CameraLostError: If the camera is gone.
        """


@runtime_checkable
class MeteringCamera(Protocol):
    """A camera that reckons how much light falls on what it sees; most do not."""

    def lux(self) -> float | None:
        """Return the light of the newest frame, lux; None where it does not say.

        Raises:
            CameraTimeoutError: If no frame comes in time.
            CameraLostError: If the camera is gone.
        """


class Lack(StrEnum):
    """What a camera cannot do that one should; the first three it changes by itself, also where it was locked."""

    EXPOSURE = "exposure"
    WHITE_BALANCE = "white balance"
    FOCUS = "focus"
    LENS = "lens"  # it has no motor
    SMALL = "small"  # its pictures have too few pixels
    NETWORK = "network"  # they come over a network


@runtime_checkable
class LimitedCamera(Protocol):
    """A camera that knows what it cannot do; the others can do all."""

    def lacks(self) -> frozenset[Lack]:
        """Return what it cannot do."""


def identity_of(camera: Camera) -> str:
    """Return which camera it is, whatever socket it is in: what was measured of its lens is true of no other."""
    return str(getattr(camera, "identity", camera.name))


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge of the button as the hardware reported it, bouncing included."""

    is_down: bool  # true where the contact closed
    at_ns: int
    was_down: bool = False  # it was down already when listening began: nobody pressed it just now


class Button(Protocol):
    """Reports raw edges; debouncing and gestures are `firmware.signals.press`."""

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Call ``sink`` from any thread for each edge from now on; one down already is an edge that ``was_down``."""

    def level(self) -> bool | None:
        """Return whether it is down now, None where that cannot be read: an edge that got lost is found so."""

    def close(self) -> None:
        """Stop listening; closing twice does nothing."""


class Signal(StrEnum):
    """What lamp and sound tell the players."""

    READY = "ready"
    READING = "reading"
    DONE = "done"
    ASKING = "asking"
    BURNING = "burning"
    PROBLEM = "problem"
    GAME_OVER = "game-over"
    HOLDING = "holding"  # held long enough for a long press
    STEP = "step"  # a dial was opened or turned
    TICK = "tick"  # a second of the time to doubt is over
    HURRY = "hurry"  # one of the last


class Lamp(Protocol):
    """Shows one signal until the next."""

    def show(self, signal: Signal) -> None:
        """Show ``signal``; never blocks, never raises for a missing lamp."""

    def close(self) -> None:
        """Switch off."""


class Light(Protocol):
    """Lights the board: on or off and nothing between, since what dims by pulses flickers in the pictures."""

    def switch(self, *, is_on: bool) -> None:
        """Switch on or off; never blocks, never raises for a missing or closed light."""

    def close(self) -> None:
        """Switch off; closing twice does nothing."""


class Sound(Protocol):
    """Plays one signal; never blocks."""

    def play(self, signal: Signal, *, volume: int = 100) -> None:
        """Play ``signal``, as loud as ``volume`` per cent where that can be chosen."""

    def close(self) -> None:
        """Be silent."""


class Saying(StrEnum):
    """What is said is about; it decides what may be cut off by what comes after."""

    THROW = "throw"
    ENTRY = "entry"
    WARNING = "warning"  # of the dice: the next throw outdates it
    TROUBLE = "trouble"  # with the device itself
    QUESTION = "question"
    DIAL = "dial"
    HINT = "hint"


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """Something to be said aloud."""

    text: str
    language: str  # of the display, such as ``de``
    kind: Saying


class Voice(Protocol):
    """Says sentences; never blocks, never raises for a missing voice."""

    def say(self, utterance: Utterance, *, volume: int = 100) -> None:
        """Say something as soon as what matters more has been said; what is stale by then is dropped."""

    def hush(self) -> None:
        """Stop talking."""

    def close(self) -> None:
        """Be silent; closing twice does nothing."""


class Store(Protocol):
    """The append-only log of games; one transaction for what is saved at once, order by sequence, not by wall time."""

    def append(self, *records: Record) -> None:
        """Save records durably before returning, all or none.

        Raises:
            StoreFullError: If no space is left.
            StoreReadOnlyError: If nothing may be written.
            StoreError: For any other failure; nothing of the records is then saved.
        """
