"""What every button must do: simulated, on a GPIO pin, in the terminal and on the screen."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from queue import SimpleQueue

import pytest

from firmware.adapters.gpio import GpioButton
from firmware.display.controls import ScreenButton
from firmware.ports import Button, Edge
from firmware.session.events import Pressed
from firmware.signals.press import Buttons
from firmware.simulated.button import SimulatedButton
from tests.doubles.clock import ManualClock

mock = pytest.importorskip("gpiozero.pins.mock", reason="gpiozero is not installed (extra pi)")


@dataclass(frozen=True, slots=True)
class Rig:
    """A button, a finger and the time."""

    button: Button
    press: Callable[[], None]
    now_ns: Callable[[], int]


def simulated(_: ExitStack) -> Rig:
    clock = ManualClock()
    button = SimulatedButton(clock, bounces=0)

    def press() -> None:
        button.press()
        clock.sleep(1.0)
        button.pump()

    return Rig(button, press, clock.now_ns)


def gpio(_: ExitStack) -> Rig:
    factory = mock.MockFactory()
    button, pin = GpioButton(17, pin_factory=factory), factory.pin(17)

    def press() -> None:
        pin.drive_low()  # to ground, against the pull-up
        pin.drive_high()

    return Rig(button, press, time.monotonic_ns)


def screen(_: ExitStack) -> Rig:
    button = ScreenButton()

    def press() -> None:
        button.report(Edge(is_down=True, at_ns=time.monotonic_ns()))
        button.report(Edge(is_down=False, at_ns=time.monotonic_ns()))

    return Rig(button, press, time.monotonic_ns)


@pytest.fixture(params=[simulated, gpio, screen], ids=lambda make: make.__name__)
def rig(request) -> Iterator[Rig]:
    with ExitStack() as stack:
        made: Rig = request.param(stack)
        stack.callback(made.button.close)
        yield made


def test_a_press_is_an_edge_down_and_an_edge_up_in_order_and_they_make_a_press(rig):
    heard = SimpleQueue[Edge]()
    rig.button.listen(heard.put)
    assert not rig.button.level()  # up at rest, or it cannot be read
    before_ns = rig.now_ns()
    rig.press()
    down, up = heard.get(timeout=5.0), heard.get(timeout=5.0)
    assert (down.is_down, up.is_down) == (True, False)
    assert before_ns <= down.at_ns <= up.at_ns <= rig.now_ns()
    # The mock pin and the page strike in no time; a contact that really does so is taken for a spark.
    up = Edge(up.is_down, max(up.at_ns, down.at_ns + 100_000_000))
    buttons, told = Buttons(), list[object]()
    for edge in (down, up):
        buttons, gestures = buttons.feed(edge, source="any")
        told += gestures
    _, gestures = buttons.tick(up.at_ns + 1_000_000_000)
    assert told + list(gestures) == [Pressed(down.at_ns)]


def test_closing_twice_does_nothing_and_a_closed_button_is_silent(rig):
    heard = SimpleQueue[Edge]()
    rig.button.listen(heard.put)
    rig.button.close()
    rig.button.close()
    rig.press()
    assert heard.empty()
