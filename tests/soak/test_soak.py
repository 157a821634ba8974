"""Slopes of made-up measures whose truth is known."""

import random

import pytest

from tests.soak.day import Day
from tests.soak.measures import MEASURES, Measure, Verdict, trend_of

ALLOWED = Measure(1.0, 50.0)
HOURS = [hour / 20 for hour in range(480)]


def noisy(slope: float, *, seed: int = 1, spread: float = 5.0) -> list[float]:
    rng = random.Random(seed)
    return [500.0 + slope * hour + rng.gauss(0.0, spread) for hour in HOURS]


@pytest.mark.parametrize(
    ("slope", "verdict"),
    [(0.0, Verdict.FLAT), (-3.0, Verdict.FLAT), (0.4, Verdict.FLAT), (1.0, Verdict.OPEN), (2.0, Verdict.GROWS)],
)
def test_growth_is_told_from_noise(slope, verdict):
    trend = trend_of(HOURS, noisy(slope), ALLOWED)
    assert trend.slope == pytest.approx(slope, abs=0.3)
    assert abs(trend.slope - slope) <= 2 * trend.margin
    assert trend.verdict is verdict


@pytest.mark.parametrize(
    ("values", "allowed", "verdict"),
    [
        ([16.0] * len(HOURS), Measure(1e-6, 1e-6), Verdict.FLAT),
        ([*[16.0] * (len(HOURS) - 1), 9000.0], Measure(1e-6, 1e-6), Verdict.FLAT),  # one spike
        ([16.0 + int(hour / 5) for hour in HOURS], Measure(0.1, 4.0), Verdict.GROWS),  # one descriptor in five hours
        ([6.0 + hour % 1.7 for hour in HOURS], Measure(0.2, 8.0), Verdict.FLAT),  # up and down with every game
    ],
)
def test_steps_and_spikes_are_told_apart(values, allowed, verdict):
    assert trend_of(HOURS, values, allowed).verdict is verdict


def test_a_short_run_forgives_buffers_that_fill_once_and_a_long_one_does_not():
    short = [hour / 100 for hour in HOURS]
    assert trend_of(short, noisy(1.0, spread=1.0), ALLOWED).verdict is Verdict.FLAT
    assert trend_of(short, [100.0 * value for value in HOURS], ALLOWED).verdict is Verdict.GROWS


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
