from __future__ import annotations

from firmware.table.pulse import Pulse
from tests.doubles.clock import ManualClock


def test_a_loop_hangs_only_once_its_time_is_over() -> None:
    clock = ManualClock()
    pulse = Pulse(clock.now_ns)
    beat = pulse.loop("eye", within_s=2)
    clock.sleep(2)
    assert pulse.late() == ()
    clock.sleep(1e-9)
    assert pulse.late() == ("eye",)
    beat()
    assert pulse.late() == ()


def test_only_the_loop_that_hangs_is_named() -> None:
    clock = ManualClock()
    pulse = Pulse(clock.now_ns)
    companion = pulse.loop("companion", within_s=1)
    pulse.loop("eye", within_s=1)
    pulse.loop("slow", within_s=60)
    clock.sleep(5)
    companion()
    assert pulse.late() == ("eye",)


def test_a_companion_without_loops_is_not_late() -> None:
    assert Pulse(ManualClock().now_ns).late() == ()
