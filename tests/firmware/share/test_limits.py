import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.share.limits import MOST_ADDRESSES, MOST_SEATS, MOST_SEATS_EACH, Allowance, Meter, Rate, Seats

S = 1_000_000_000
GENEROUS = Rate(most=10**9, every_s=1e-9)

pytestmark = pytest.mark.security


def test_so_much_at_once_and_then_one_at_a_time():
    meter = Meter(Rate(most=3, every_s=10), GENEROUS)
    assert [meter.take("a", 0) for _ in range(4)] == [True, True, True, False]
    assert [meter.take("a", 10 * S) for _ in range(2)] == [True, False]
    assert [meter.take("a", 1000 * S) for _ in range(4)] == [True, True, True, False]


def test_one_address_asking_too_much_takes_nothing_from_the_others():
    meter = Meter(Rate(most=2, every_s=1000), Rate(most=5, every_s=1000))
    assert [meter.take("loud", 0) for _ in range(100)].count(True) == 2
    assert [meter.take("quiet", 0) for _ in range(2)] == [True, True]


def test_a_clock_that_goes_back_gives_nothing():
    rate = Rate(most=1, every_s=1)
    assert Allowance(0, 100 * S).now(rate, 0) == Allowance(0, 100 * S)


RATES = st.builds(Rate, most=st.integers(1, 20), every_s=st.floats(0.01, 100))


@settings(deadline=None)
@given(
    each=RATES,
    together=RATES,
    asked=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 3 * S)), min_size=1, max_size=80),
)
def test_nobody_and_all_together_get_no_more_than_the_rate_allows(each, together, asked):
    meter, now, taken = Meter(each, together), 0, {}
    for address, wait in asked:
        now += wait
        taken[address % 7] = taken.get(address % 7, 0) + meter.take(str(address % 7), now)
    assert max(taken.values()) <= each.most + now / S / each.every_s + 1e-6
    assert sum(taken.values()) <= together.most + now / S / together.every_s + 1e-6


def test_a_thousand_addresses_are_not_remembered():
    meter = Meter(Rate(most=2, every_s=1000), GENEROUS)
    for number in range(1000):
        meter.take(str(number), number)
    assert len(meter) == MOST_ADDRESSES


def test_a_few_pages_of_a_phone_have_seats_and_only_so_many_phones():
    seats = Seats()
    assert [seats.take("a") for _ in range(MOST_SEATS_EACH + 1)] == [True] * MOST_SEATS_EACH + [False]
    assert sum(seats.take(str(number)) for number in range(10_000)) == MOST_SEATS - MOST_SEATS_EACH
    assert seats.phones == 1 + MOST_SEATS - MOST_SEATS_EACH
    for _ in range(MOST_SEATS_EACH):
        seats.leave("a")
    assert seats.phones == MOST_SEATS - MOST_SEATS_EACH
    assert seats.take("b")
