"""Slopes of made-up measures whose truth is known."""

import random

import pytest

from tests.soak.trend import BLOCKS, LONG_HOURS, Allowance, Verdict, trend_of

ALLOWED = Allowance(an_hour=1.0, at_first=50.0)
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


def test_the_interval_holds_the_true_slope_about_as_often_as_it_says():
    held = 0
    for seed in range(400):
        trend = trend_of(HOURS, noisy(0.7, seed=seed), ALLOWED)
        held += abs(trend.slope - 0.7) <= trend.margin
    assert 0.92 <= held / 400 <= 0.98


def test_a_measure_that_never_changes_is_flat_without_doubt():
    trend = trend_of(HOURS, [16.0] * len(HOURS), Allowance(an_hour=0.0, at_first=0.0))
    assert (trend.start, trend.end, trend.slope, trend.margin) == (16.0, 16.0, 0.0, 0.0)
    assert trend.verdict is Verdict.FLAT


def test_one_spike_is_no_growth():
    values = [16.0] * len(HOURS)
    values[-1] = 9000.0
    assert trend_of(HOURS, values, Allowance(an_hour=0.0, at_first=0.0)).verdict is Verdict.FLAT


def test_one_descriptor_in_five_hours_is_growth():
    values = [16.0 + int(hour / 5) for hour in HOURS]
    assert trend_of(HOURS, values, Allowance(an_hour=0.1, at_first=4.0)).verdict is Verdict.GROWS


def test_what_goes_up_and_down_with_every_game_is_no_growth():
    values = [6.0 + hour % 1.7 for hour in HOURS]
    assert trend_of(HOURS, values, Allowance(an_hour=0.2, at_first=8.0)).verdict is Verdict.FLAT


def test_a_short_run_forgives_buffers_that_fill_once_and_a_long_one_does_not():
    assert ALLOWED.over(LONG_HOURS / 2) == 50.0
    assert ALLOWED.over(2 * LONG_HOURS) == 2 * LONG_HOURS
    short = [hour / 100 for hour in HOURS]
    assert trend_of(short, noisy(1.0, spread=1.0), ALLOWED).verdict is Verdict.FLAT
    assert trend_of(short, [100.0 * value for value in HOURS], ALLOWED).verdict is Verdict.GROWS


def test_fewer_samples_than_blocks_are_refused():
    with pytest.raises(ValueError, match="12 of each are the least"):
        trend_of(HOURS[: BLOCKS - 1], [1.0] * (BLOCKS - 1), ALLOWED)
