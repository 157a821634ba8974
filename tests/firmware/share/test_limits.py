from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.share.limits import MOST_ADDRESSES, Allowance, Meter, Rate

S = 1_000_000_000
GENEROUS = Rate(most=10**9, every_s=1e-9)

pytestmark = pytest.mark.security


def test_so_much_at_once_and_then_one_at_a_time() -> None:
    meter = Meter(Rate(most=3, every_s=10), GENEROUS)
    assert [meter.take("a", 0) for _ in range(4)] == [True, True, True, False]
    assert [meter.take("a", 10 * S) for _ in range(2)] == [True, False]
    assert [meter.take("a", 1000 * S) for _ in range(4)] == [True, True, True, False]


def test_one_address_asking_too_much_takes_nothing_from_the_others() -> None:
    meter = Meter(Rate(most=2, every_s=1000), Rate(most=5, every_s=1000))
    assert [meter.take("loud", 0) for _ in range(100)].count(True) == 2
    assert [meter.take("quiet", 0) for _ in range(2)] == [True, True]


def test_all_together_have_a_limit_too() -> None:
    meter = Meter(Rate(most=2, every_s=1000), Rate(most=5, every_s=1000))
    assert sum(meter.take(str(number), 0) for number in range(1000)) == 5


def test_a_thousand_addresses_are_not_remembered() -> None:
    meter = Meter(Rate(most=2, every_s=1000), GENEROUS)
    for number in range(1000):
        meter.take(str(number), number)
    assert len(meter) == MOST_ADDRESSES


def test_a_clock_that_goes_back_gives_nothing() -> None:
    rate = Rate(most=1, every_s=1)
    spent = Allowance.full(rate, 100 * S).spent(rate, 100 * S)
    assert spent is not None
    assert spent.spent(rate, 0) is None
    assert spent.now(rate, 0).at_ns == 100 * S


RATES = st.builds(Rate, most=st.integers(1, 20), every_s=st.floats(0.01, 100))


@settings(deadline=None)
@given(rate=RATES, waits=st.lists(st.integers(0, 3 * S), max_size=80))
def test_nobody_ever_gets_more_than_the_rate_allows(rate: Rate, waits: list[int]) -> None:
    meter, now, taken = Meter(rate, GENEROUS), 0, 0
    for wait in waits:
        now += wait
        taken += meter.take("a", now)
    assert taken <= rate.most + now / S / rate.every_s + 1e-6


@settings(deadline=None)
@given(
    each=RATES,
    together=RATES,
    asked=st.lists(st.tuples(st.integers(0, 400), st.integers(0, S)), min_size=1, max_size=80),
)
def test_many_addresses_get_no_more_than_all_together_may(
    each: Rate, together: Rate, asked: list[tuple[int, int]]
) -> None:
    meter, now, taken = Meter(each, together), 0, 0
    for address, wait in asked:
        now += wait
        taken += meter.take(str(address), now)
    assert taken <= together.most + now / S / together.every_s + 1e-6
    assert len(meter) <= MOST_ADDRESSES
