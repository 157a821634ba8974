from __future__ import annotations

import importlib.util
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from firmware.adapters.gpio import BEEPS, BLINKS, GpioButton, GpioBuzzer, GpioLamp
from firmware.errors import ButtonError
from firmware.ports import Edge, Signal
from firmware.press import Gesture, PressState, PressTiming, feed, tick
from firmware.session.events import Pressed

if TYPE_CHECKING:
    from pathlib import Path

mock = pytest.importorskip("gpiozero.pins.mock", reason="gpiozero is not installed (extra pi)")

MS = 1_000_000


def test_every_bounce_is_reported_with_its_moment_and_debounced_by_us() -> None:
    moments = iter(at * MS for at in (100, 101, 103, 250, 252, 253))
    factory = mock.MockFactory()
    button, pin = GpioButton(17, pin_factory=factory, now_ns=lambda: next(moments)), factory.pin(17)
    edges: list[Edge] = []
    button.listen(edges.append)
    for _ in range(3):
        pin.drive_low()
        pin.drive_high()
    button.close()
    # Three contacts as the pin saw them; read as one press that bounces when it closes and when it opens.
    assert [edge.at_ns // MS for edge in edges] == [100, 101, 103, 250, 252, 253]
    assert [edge.is_down for edge in edges] == [True, False] * 3
    state, told = PressState(), list[Gesture]()
    for edge in edges:
        state, gestures = feed(state, edge, PressTiming())
        told += gestures
    _, gestures = tick(state, 500 * MS, PressTiming())
    assert told + list(gestures) == [Pressed(100 * MS)]


def test_the_button_pulls_its_pin_up_and_gives_it_back() -> None:
    factory = mock.MockFactory()
    button = GpioButton(17, pin_factory=factory)
    assert factory.pin(17).pull == "up"
    with pytest.raises(ButtonError, match=r"GPIO 17 cannot be used .* is the pin free"):
        GpioLamp(17, pin_factory=factory)
    button.close()
    GpioLamp(17, pin_factory=factory).close()


def test_the_lamp_shines_steadily_or_blinks_by_signal_and_ends_dark() -> None:
    factory = mock.MockFactory()
    lamp, pin = GpioLamp(27, pin_factory=factory), factory.pin(27)
    for signal in set(Signal) - set(BLINKS):
        lamp.show(signal)
        assert pin.state is True
        assert not lamp._device._blink_thread
    lamp.show(Signal.ASKING)
    assert lamp._device._blink_thread.is_alive()
    lamp.show(Signal.READY)
    assert pin.state is True
    lamp.close()
    assert pin.function == "input"  # given back


def test_the_buzzer_sounds_for_the_signals_that_have_a_beep_and_no_other() -> None:
    factory = mock.MockFactory()
    buzzer, pin = GpioBuzzer(22, pin_factory=factory), factory.pin(22)
    for signal in set(Signal) - set(BEEPS):
        buzzer.play(signal)
    assert [state.state for state in pin.states] == [False]
    buzzer.play(Signal.DONE)
    buzzer._device._blink_thread.join(timeout=5.0)
    assert [state.state for state in pin.states] == [False, True, False]
    buzzer.close()


@pytest.mark.skipif(importlib.util.find_spec("lgpio") is not None, reason="lgpio is installed")
def test_without_lgpio_it_is_said_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ButtonError, match="sudo apt install python3-lgpio"):
        GpioButton(17)
    assert tmp_path.samefile(".")


def test_a_pin_another_program_has_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
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
