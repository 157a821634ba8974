import time

import pytest

from firmware.simulated.clock import RealClock
from tests.doubles.clock import ManualClock


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
