import time

import pytest

from firmware.ports import Edge
from firmware.session.events import Holding, Pressed, PressedLong
from firmware.signals.press import Buttons
from firmware.simulated.button import SimulatedButton
from firmware.simulated.clock import RealClock
from tests.doubles.clock import ManualClock


def gestures_of(edges: list[Edge]) -> list[object]:
    buttons, told = Buttons(), []
    for edge in edges:
        buttons, gestures = buttons.feed(edge, source="button")
        told += gestures
    _, gestures = buttons.tick(edges[-1].at_ns + 1_000_000_000)
    return [*told, *gestures]


@pytest.mark.parametrize("seed", range(5))
def test_a_press_bounces_and_is_still_one_press(seed):
    clock, edges = ManualClock(), []
    button = SimulatedButton(clock, seed=seed, bounces=3)
    button.listen(edges.append)
    button.press()
    clock.sleep(1.0)
    button.pump()
    assert len(edges) == 2 * (1 + 2 * 3)
    assert [edge.at_ns for edge in edges] == sorted(edge.at_ns for edge in edges)
    assert gestures_of(edges) == [Pressed(1_000_000_000)]


def test_a_long_press_is_told_as_one():
    clock, edges = ManualClock(), []
    button = SimulatedButton(clock)
    button.listen(edges.append)
    button.press(held_s=1.5)
    clock.sleep(2.0)
    button.pump()
    assert gestures_of(edges) == [Holding(1_000_000_000), PressedLong(1_000_000_000)]


def test_edges_come_out_when_they_are_due_and_not_before():
    clock, edges = ManualClock(), []
    button = SimulatedButton(clock, bounces=0)
    button.listen(edges.append)
    button.press(at_ns=clock.now_ns() + 500_000_000, held_s=0.2)
    clock.sleep(0.4)
    button.pump()
    assert edges == []
    clock.sleep(0.2)
    button.pump()
    assert edges == [Edge(True, 1_500_000_000)]
    assert not button.is_idle
    clock.sleep(0.2)
    button.pump()
    assert edges[1:] == [Edge(False, 1_700_000_000)]
    assert button.is_idle


def test_a_closed_button_reports_nothing():
    clock, edges = ManualClock(), []
    button = SimulatedButton(clock)
    button.listen(edges.append)
    button.close()
    button.close()
    button.press()
    assert edges == []


def test_a_manual_clock_moves_only_when_somebody_waits_and_never_backwards():
    clock = ManualClock(start_ns=5)
    assert clock.now_ns() == clock.now_ns() == 5
    clock.sleep(0.25)
    assert clock.now_ns() == 250_000_005
    with pytest.raises(ValueError, match=r"got -0\.1 s"):
        clock.sleep(-0.1)


def test_the_real_clock_is_the_machines_monotonic_one():
    before = time.monotonic_ns()
    clock = RealClock()
    clock.sleep(0.0)
    assert before <= clock.now_ns() <= time.monotonic_ns()
