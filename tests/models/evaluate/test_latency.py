import itertools

import pytest

from models.evaluate.latency import TIMES, latencies, machine, timed
from models.evaluate.workers import Models


def test_one_time_more_is_worked_than_counted():
    worked = []
    assert timed("x", lambda: worked.append(1), 4).n == 4
    assert len(worked) == 5


def test_median_and_centile_are_those_of_the_times_the_clock_tells():
    ends_s = itertools.accumulate(step for spent_s in (0.001, 0.010, 0.002) for step in (1.0, spent_s))
    spent = timed("x", lambda: None, 3, clock=lambda: next(ends_s))
    assert spent.median_ms == pytest.approx(2.0)
    assert spent.p95_ms == pytest.approx(9.2)


@pytest.mark.proof
def test_every_model_and_whole_readings_are_timed():
    found = latencies(Models(), times=1)
    assert {one.what.split(",")[0]: one.n for one in found} == {
        "detector": 1,
        "pose": 1,
        "faces": 1,
        "whole reading of a board": 1,
        "whole reading of a photograph": 1,
    }
    assert TIMES >= 20


def test_the_machine_is_named():
    assert "one thread" in machine()
