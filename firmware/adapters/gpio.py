"""Button, lamp and buzzer on the GPIO header, through gpiozero.

The back end is lgpio, the only one that works on every Pi. gpiozero's own debouncing stays off: its back ends differ
in what it means, and its mock pins ignore it. Raw edges go to `firmware.press`.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.errors import ButtonError
from firmware.ports import Edge, Signal

if TYPE_CHECKING:
    from collections.abc import Callable

BLINKS: dict[Signal, tuple[float, float]] = {
    Signal.READING: (0.1, 0.1),
    Signal.ASKING: (0.5, 0.5),
    Signal.BURNING: (0.06, 0.09),
    Signal.PROBLEM: (0.2, 0.8),
}
"""Seconds on and off; a signal not named here shines steadily."""

BEEPS: dict[Signal, tuple[float, float, int]] = {
    Signal.DONE: (0.08, 0.0, 1),
    Signal.ASKING: (0.08, 0.12, 2),
    Signal.BURNING: (0.15, 0.08, 4),
    Signal.PROBLEM: (0.4, 0.0, 1),
    Signal.GAME_OVER: (0.3, 0.15, 3),
}
"""Seconds on and off, and how often; a signal not named here is silent."""


class GpioButton:
    """A `firmware.ports.Button` between a pin and ground."""

    def __init__(self, pin: int, *, pin_factory: Any = None, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        """Open the pin.

        Args:
            pin: BCM number.
            pin_factory: gpiozero's; for tests. None for the one of this machine.
            now_ns: Monotonic time.

        Raises:
            ButtonError: If there is no header, or the pin is taken.
        """
        self._now_ns = now_ns
        self._device = _opened("Button", pin, pull_up=True, bounce_time=None, pin_factory=pin_factory)

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Call ``sink`` from gpiozero's thread for each edge from now on."""
        self._device.when_pressed = lambda: sink(Edge(is_down=True, at_ns=self._now_ns()))
        self._device.when_released = lambda: sink(Edge(is_down=False, at_ns=self._now_ns()))

    def close(self) -> None:
        """Give the pin back; closing twice does nothing."""
        self._device.close()


class GpioLamp:
    """A `firmware.ports.Lamp` between a pin and ground."""

    def __init__(self, pin: int, *, pin_factory: Any = None) -> None:
        """Open the pin; arguments and errors as for `GpioButton`."""
        self._device = _opened("LED", pin, pin_factory=pin_factory)

    def show(self, signal: Signal) -> None:
        """Show ``signal`` until the next; gpiozero blinks in a thread of its own."""
        if self._device.closed:
            return
        if (times := BLINKS.get(signal)) is None:
            self._device.on()
        else:
            self._device.blink(on_time=times[0], off_time=times[1], background=True)

    def close(self) -> None:
        """Switch off and give the pin back; closing twice does nothing."""
        self._device.close()


class GpioBuzzer:
    """A `firmware.ports.Sound`: an active buzzer between a pin and ground."""

    def __init__(self, pin: int, *, pin_factory: Any = None) -> None:
        """Open the pin; arguments and errors as for `GpioButton`."""
        self._device = _opened("Buzzer", pin, pin_factory=pin_factory)

    def play(self, signal: Signal) -> None:
        """Beep ``signal`` without waiting for its end."""
        if not self._device.closed and (beep := BEEPS.get(signal)) is not None:
            self._device.beep(on_time=beep[0], off_time=beep[1], n=beep[2], background=True)

    def close(self) -> None:
        """Be silent and give the pin back; closing twice does nothing."""
        self._device.close()


def _opened(kind: str, pin: int, *, pin_factory: Any, **options: Any) -> Any:
    """Return a gpiozero device.

    Raises:
        ButtonError: If gpiozero is missing, there is no header, or the pin is taken.
    """
    try:
        import gpiozero

        factory = pin_factory or _lgpio_factory()
    except ImportError as error:
        raise ButtonError(
            "gpiozero or lgpio is missing: nothing on the GPIO header works. On a Pi: sudo apt install python3-lgpio."
        ) from error
    try:
        return getattr(gpiozero, kind)(pin, pin_factory=factory, **options)
    except (gpiozero.GPIOZeroError, OSError, *_lgpio_errors()) as error:
        raise ButtonError(f"GPIO {pin} cannot be used ({error}). Is this a Pi, and is the pin free?") from error


def _lgpio_errors() -> tuple[type[Exception], ...]:
    """Return what gpiozero lets through of lgpio: a pin that another program has ends in ``lgpio.error``."""
    lgpio = sys.modules.get("lgpio")
    return () if lgpio is None else (lgpio.error,)


def _lgpio_factory() -> Any:
    """Return gpiozero's factory of lgpio's pins.

    Importing lgpio makes a pipe in the working directory or, where ``LG_WD`` names another, makes that the working
    directory of the whole process. It is given one of its own, which is not needed once the pipe is open.

    Raises:
        ImportError: If lgpio is missing.
        ButtonError: If there is no header.
    """
    with tempfile.TemporaryDirectory(prefix="serviert-lgpio-") as folder, contextlib.chdir(Path.cwd()):
        os.environ["LG_WD"] = folder
        lgpio = importlib.import_module("lgpio")
        pins = importlib.import_module("gpiozero.pins.lgpio")
    try:
        return pins.LGPIOFactory()
    except (lgpio.error, RuntimeError, OSError) as error:  # gpiozero's own errors are RuntimeErrors here
        raise ButtonError(f"The GPIO header does not answer ({error}). Is this a Pi?") from error
