"""Slopes of made-up measures whose truth is known."""

import random

import pytest

from tests.soak.day import Day
from tests.soak.measures import MEASURES, Measure, Verdict, trend_of

ALLOWED = Measure(1.0, 50.0)
HOURS = [hour / 20 for hour in range(480)]


def noisy(slope: float) -> list[float]:
    rng = random.Random(1)
    return [500.0 + slope * hour + rng.gauss(0.0, 5.0) for hour in HOURS]


@pytest.mark.parametrize(
    ("values", "allowed", "verdict"),
    [
        (noisy(0.4), ALLOWED, Verdict.FLAT),
        (noisy(1.0), ALLOWED, Verdict.OPEN),
        (noisy(2.0), ALLOWED, Verdict.GROWS),
        ([*[16.0] * (len(HOURS) - 1), 9000.0], Measure(1e-6, 1e-6), Verdict.FLAT),  # one spike
        ([16.0 + int(hour / 5) for hour in HOURS], Measure(0.1, 4.0), Verdict.GROWS),  # one descriptor in five hours
    ],
)
def test_growth_is_told_from_noise_and_spikes(values, allowed, verdict):
    assert trend_of(HOURS, values, allowed).verdict is verdict


@pytest.mark.proof
def test_nothing_grows_in_the_first_minutes_at_the_café(tmp_path):
    """What leaks much at every throw or picture shows in minutes; the whole day, with a page, is `make soak`."""
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated): the simulated board cannot run")
    day = Day(tmp_path, hours=0.09, speed=20.0, seed=2, browser=None, nights=())
    record = day.spend()
    assert record.trouble == []
    assert record.done["presses"] >= 2
    trends = record.trends(warm_up_hours=0.03)
    assert trends.keys() == {name for name in MEASURES if name not in {"heap", "nodes", "listeners"}}
    assert {name: trend for name, trend in trends.items() if trend.verdict is Verdict.GROWS} == {}
