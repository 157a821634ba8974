"""Button, lamp, light and buzzer on the GPIO header, through gpiozero.

The back end is lgpio, the only one that works on every Pi. gpiozero's own debouncing stays off: its back ends differ
in what it means, and its mock pins ignore it. Raw edges go to `firmware.signals.press`.
"""

import contextlib
import importlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware.errors import ButtonError
from firmware.ports import Edge, Signal
from firmware.signals.lamp_pattern import LampPattern
from firmware.signals.tones import MELODIES

FRAME_S = 0.025  # a lamp that changes is set so often
_CLOSE_S = 1.0


class GpioButton:
    """A `firmware.ports.Button` between a pin and ground."""

    def __init__(self, pin: int, *, pin_factory: Any = None, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        """Open the pin.

        Numbers are BCM's; the factory is gpiozero's, None for the one of this machine.

        Raises:
            ButtonError: If there is no header, or the pin is taken.
        """
        self._now_ns = now_ns
        self._device = _opened("Button", pin, pull_up=True, bounce_time=None, pin_factory=pin_factory)

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Call ``sink`` from gpiozero's thread for each edge from now on."""
        self._device.when_pressed = lambda: sink(Edge(is_down=True, at_ns=self._now_ns()))
        self._device.when_released = lambda: sink(Edge(is_down=False, at_ns=self._now_ns()))
        if self.level():
            sink(Edge(is_down=True, at_ns=self._now_ns(), was_down=True))

    def level(self) -> bool | None:
        """Return whether the pin is pulled to ground now, None once it is closed."""
        return None if self._device.closed else bool(self._device.is_active)

    def close(self) -> None:
        """Give the pin back; closing twice does nothing."""
        self._device.close()


class GpioLamp:
    """A `firmware.ports.Lamp` between a pin and ground, as bright as `firmware.signals.lamp_pattern` says."""

    def __init__(self, pin: int, *, pin_factory: Any = None, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        """Open the pin; arguments and errors as for `GpioButton`."""
        self._now_ns = now_ns
        self._device = _opened("PWMLED", pin, pin_factory=pin_factory)
        self._pattern: LampPattern | None = None
        self._is_closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._shine, name="lamp", daemon=True)
        self._thread.start()

    def show(self, signal: Signal) -> None:
        """Show ``signal`` until the next; a thread of its own lets it flicker."""
        with self._changed:
            now_ns = self._now_ns()
            pattern = self._pattern or LampPattern(since_ns=now_ns)
            self._pattern = pattern.showing(signal, now_ns)
            self._changed.notify_all()

    def close(self) -> None:
        """Switch off and give the pin back; closing twice does nothing."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join(_CLOSE_S)
        self._device.close()

    def _shine(self) -> None:
        with self._changed:
            while not self._is_closed:
                now_ns = self._now_ns()
                if self._pattern is not None:
                    self._device.value = self._pattern.level(now_ns)
                is_steady = self._pattern is None or self._pattern.is_steady(now_ns)
                self._changed.wait(None if is_steady else FRAME_S)


class GpioLight:
    """A `firmware.ports.Light`: what a transistor switches while the pin is high.

    Without pulses: dimmed by them it would flicker in the pictures. The pin is low from power-on until it is switched.
    """

    def __init__(self, pin: int, *, pin_factory: Any = None) -> None:
        """Open the pin; arguments and errors as for `GpioButton`."""
        self._device = _opened("DigitalOutputDevice", pin, initial_value=False, pin_factory=pin_factory)

    def switch(self, *, is_on: bool) -> None:
        """Switch on or off; a closed one stays dark."""
        if not self._device.closed:
            self._device.value = is_on

    def close(self) -> None:
        """Switch off and give the pin back; closing twice does nothing."""
        self.switch(is_on=False)
        self._device.close()


class GpioBuzzer:
    """A `firmware.ports.Sound`: an active buzzer between a pin and ground; it has one pitch and one loudness."""

    def __init__(self, pin: int, *, pin_factory: Any = None) -> None:
        """Open the pin; arguments and errors as for `GpioButton`."""
        self._device = _opened("Buzzer", pin, pin_factory=pin_factory)

    def play(self, signal: Signal, *, volume: int = 100) -> None:
        """Beep ``signal`` without waiting for its end."""
        if not self._device.closed and volume and (melody := MELODIES.get(signal)) is not None:
            count = len(melody.pitches_hz)
            self._device.beep(on_time=melody.on_s, off_time=melody.off_s, n=count, background=True)

    def close(self) -> None:
        """Be silent and give the pin back; closing twice does nothing."""
        self._device.close()


def _opened(kind: str, pin: int, *, pin_factory: Any, **options: Any) -> Any:
    try:
        import gpiozero

        factory = pin_factory or _lgpio_factory()
    except ImportError as error:
        raise ButtonError(
            "gpiozero or lgpio is missing: nothing on the GPIO header works. On a Pi: sudo apt install python3-lgpio."
        ) from error
    # A pin that another program has ends in ``lgpio.error``, which gpiozero lets through.
    lgpio_error = getattr(sys.modules.get("lgpio"), "error", OSError)
    try:
        return getattr(gpiozero, kind)(pin, pin_factory=factory, **options)
    except (gpiozero.GPIOZeroError, OSError, lgpio_error) as error:
        raise ButtonError(f"GPIO {pin} cannot be used ({error}). Is this a Pi, and is the pin free?") from error


def _lgpio_factory() -> Any:
    """Return gpiozero's factory of lgpio's pins.

    Importing lgpio makes a pipe in the working directory or, where ``LG_WD`` names another, makes that the working
    directory of the whole process. It is given one of its own, which is not needed once the pipe is open.
    """
    with tempfile.TemporaryDirectory(prefix="serviert-lgpio-") as folder, contextlib.chdir(Path.cwd()):
        os.environ["LG_WD"] = folder
        lgpio = importlib.import_module("lgpio")
        pins = importlib.import_module("gpiozero.pins.lgpio")
    try:
        return pins.LGPIOFactory()
    except (lgpio.error, RuntimeError, OSError) as error:  # gpiozero's own errors are RuntimeErrors here
        raise ButtonError(f"The GPIO header does not answer ({error}). Is this a Pi?") from error
