import importlib.util
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from firmware.adapters.gpio import GpioButton, GpioBuzzer, GpioLamp, GpioLight
from firmware.errors import ButtonError
from firmware.ports import Edge, Signal
from firmware.signals import lamp_pattern, tones
from tests.doubles.patience import until

mock = pytest.importorskip("gpiozero.pins.mock", reason="gpiozero is not installed (extra pi)")


def test_every_bounce_is_reported_with_its_moment_and_a_button_that_is_down_already_says_so():
    moments = iter(at * 1_000_000 for at in (99, 100, 101, 103, 250, 252))
    factory = mock.MockFactory()
    button, pin = GpioButton(17, pin_factory=factory, now_ns=lambda: next(moments)), factory.pin(17)
    assert button.level() is False
    pin.drive_low()
    assert button.level() is True
    edges: list[Edge] = []
    button.listen(edges.append)
    for _ in range(2):
        pin.drive_high()
        pin.drive_low()
    pin.drive_high()
    button.close()
    assert (button.level(), [edge.at_ns // 1_000_000 for edge in edges]) == (None, [99, 100, 101, 103, 250, 252])
    assert [edge.is_down for edge in edges] == [True, False] * 3
    assert [edge.was_down for edge in edges] == [True] + [False] * 5


def test_the_button_pulls_its_pin_up_and_gives_it_back():
    factory = mock.MockFactory(pin_class=mock.MockPWMPin)
    button = GpioButton(17, pin_factory=factory)
    assert factory.pin(17).pull == "up"
    with pytest.raises(ButtonError, match=r"GPIO 17 cannot be used .* is the pin free"):
        GpioLamp(17, pin_factory=factory)
    button.close()
    GpioLamp(17, pin_factory=factory).close()


def test_the_lamp_shines_steadily_flickers_like_fire_and_ends_dark():
    asked = [0]  # for the time, whenever the lamp is set
    factory = mock.MockFactory(pin_class=mock.MockPWMPin)
    lamp = GpioLamp(27, pin_factory=factory, now_ns=lambda: asked.append(0) or time.monotonic_ns())
    pin = factory.pin(27)
    lamp.show(Signal.DONE)
    until(lambda: pin.state == lamp_pattern.STEADY[Signal.DONE])
    lamp.show(Signal.BURNING)
    until(lambda: len({state.state for state in pin.states}) > 10)
    lamp.show(Signal.READY)
    until(lambda: pin.state == pytest.approx(lamp_pattern.STEADY[Signal.READY], abs=1e-6))
    count = len(asked)
    threading.Event().wait(0.2)
    assert len(asked) <= count + 2  # steady it wakes nobody
    lamp.close()
    assert pin.function == "input"  # given back
    assert not lamp._thread.is_alive()


def test_the_light_is_dark_when_opened_steady_while_on_and_dark_when_closed():
    factory = mock.MockFactory()  # of pins without pulses: a light that wanted them could not be opened
    light, pin = GpioLight(23, pin_factory=factory), factory.pin(23)
    assert (pin.function, pin.state) == ("output", False)
    for is_on in (True, True, False, True):
        light.switch(is_on=is_on)
    for _ in range(2):
        light.close()
    assert [state.state for state in pin.states] == [False, True, False, True, False]
    assert pin.function == "input"  # given back: the gate's resistor keeps it dark
    light.switch(is_on=True)
    assert not pin.state


def test_the_buzzer_sounds_for_the_signals_that_have_a_melody_and_no_other():
    factory = mock.MockFactory()
    buzzer, pin = GpioBuzzer(22, pin_factory=factory), factory.pin(22)
    for signal in set(Signal) - set(tones.MELODIES):
        buzzer.play(signal)
    buzzer.play(Signal.DONE, volume=0)
    assert [state.state for state in pin.states] == [False]
    buzzer.play(Signal.DONE)
    buzzer._device._blink_thread.join(timeout=5.0)
    assert [state.state for state in pin.states] == [False, True, False]
    buzzer.close()


@pytest.mark.skipif(importlib.util.find_spec("lgpio") is not None, reason="lgpio is installed")
def test_without_lgpio_it_is_said_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ButtonError, match="sudo apt install python3-lgpio"):
        GpioButton(17)
    assert tmp_path.samefile(".")


def test_a_pin_another_program_has_is_told_in_words(monkeypatch):
    class LgpioError(Exception):
        """lgpio's error is no OSError, and gpiozero lets it through where it claims a pin."""

    class BusyPin(mock.MockPin):
        def _set_function(self, value: str) -> None:
            raise LgpioError("GPIO busy")

        def close(self) -> None:
            pass

    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=LgpioError))
    with pytest.raises(ButtonError, match=r"GPIO 17 cannot be used \(GPIO busy\)"):
        GpioButton(17, pin_factory=mock.MockFactory(pin_class=BusyPin))
