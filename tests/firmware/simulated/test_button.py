import time
from contextlib import closing

from firmware.ports import Edge
from firmware.simulated.button import SimulatedButton
from firmware.simulated.clock import RealClock
from tests.doubles.clock import ManualClock


def test_a_press_bounces_in_the_order_of_its_edges():
    clock, edges = ManualClock(), []
    button = SimulatedButton(clock, seed=1, bounces=3)
    button.listen(edges.append)
    button.press()
    clock.sleep(1.0)
    button.pump()
    assert len(edges) == 2 * (1 + 2 * 3)
    assert [edge.at_ns for edge in edges] == sorted(edge.at_ns for edge in edges)
    assert max(edge.at_ns for edge in edges[:7]) - edges[0].at_ns < 20_000_000  # what we debounce


def test_edges_come_out_when_they_are_due_and_not_before_nor_when_it_is_closed():
    clock, edges = ManualClock(), []
    with closing(SimulatedButton(clock, bounces=0)) as button:
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
    button.close()
    button.press()
    assert len(edges) == 2


def test_the_real_clock_is_the_machines_monotonic_one():
    before = time.monotonic_ns()
    clock = RealClock()
    clock.sleep(0.0)
    assert before <= clock.now_ns() <= time.monotonic_ns()
