from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.share import desk as sharing
from firmware.share.limits import MOST_ADDRESSES, MOST_SEATS, MOST_SEATS_EACH, Meter, Rate, Seats

S = 1_000_000_000

pytestmark = pytest.mark.security


class TimedDesk(sharing.Desk):
    """A desk whose digits are 0001, 0002 …, its tokens t1, t2 …, at a time that is told."""

    def __init__(self) -> None:
        self.now_ns = 0
        drawn = ((f"{number:04}", f"t{number}") for number in count(1))
        super().__init__(lambda: None, draw=lambda: next(drawn), clock_ns=lambda: self.now_ns)

    @property
    def digits(self) -> str:
        return str(self.status()["digits"])

    def tries(self, digits: str, address: str = "a") -> sharing.DigitsVerdict:
        return self.type_digits(digits, address)[0]

    def lets_in(self, address: str = "a") -> str:
        verdict, token = self.type_digits(self.digits, address)
        assert verdict is sharing.DigitsVerdict.ACCEPTED
        return token


def test_the_right_digits_let_a_phone_in_and_are_good_once():
    desk = TimedDesk()
    control = desk.control_of(desk.lets_in(), "a")
    assert (control.number, desk.status()["controls"], desk.is_playing(1), desk.is_playing(2)) == (1, [1], True, False)
    assert desk.tries("0001", "b") is sharing.DigitsVerdict.WRONG
    for digits in ("", "000", "00021", " 0002", "０００２", "0002\0", "\ud800", "x" * 8000):
        assert TimedDesk().type_digits(digits, "a") == (sharing.DigitsVerdict.WRONG, "")


def test_after_some_wrong_tries_by_anybody_the_digits_are_others_and_right_ones_forget_them():
    desk = TimedDesk()
    for number in range(sharing.WRONG_PER_DIGITS - 1):
        desk.tries("none", str(number))
    desk.lets_in()
    shown = desk.digits
    for number in range(sharing.WRONG_PER_DIGITS):
        assert desk.digits == shown
        desk.tries("none", str(number))
    assert desk.digits != shown
    shown = desk.digits
    desk.renew_digits()  # as the device may at any time
    assert desk.digits != shown


def test_an_address_that_tries_too_often_waits_even_with_the_right_digits():
    desk = TimedDesk()
    assert {desk.tries("none") for _ in range(sharing.EACH.most)} == {sharing.DigitsVerdict.WRONG}
    assert desk.tries(desk.digits) is sharing.DigitsVerdict.WAIT
    assert desk.tries(desk.digits, "b") is sharing.DigitsVerdict.ACCEPTED
    desk.now_ns = round(sharing.EACH.every_s * S)
    assert desk.tries(desk.digits) is sharing.DigitsVerdict.ACCEPTED


def test_once_all_together_have_tried_too_often_the_device_says_so_and_forgives():
    desk = TimedDesk()
    others = [desk.tries("none", str(number)) for number in range(sharing.TOGETHER.most + 2)]
    assert others.count(sharing.DigitsVerdict.WRONG) == sharing.TOGETHER.most
    assert desk.status()["is_locked"]
    desk.renew_digits()
    assert not desk.status()["is_locked"]
    assert desk.lets_in()


def test_no_more_phones_play_than_fit_around_a_table():
    desk = TimedDesk()
    for number in range(sharing.MOST_CONTROLS):
        desk.lets_in(str(number))
    shown = desk.digits
    assert desk.tries(shown, "late") is sharing.DigitsVerdict.FULL
    assert desk.status()["controls"] == [1, 2, 3, 4]
    assert desk.digits != shown


def test_a_token_is_good_for_the_address_that_typed_the_digits_until_it_is_ended_or_idle_for_long():
    desk = TimedDesk()
    one, two = desk.lets_in("a"), desk.lets_in("b")
    for shown in ((one, "b"), ("yours", "a"), ("", "a")):
        assert desk.control_of(*shown) is None
    desk.now_ns = sharing.IDLE_NS // 2
    assert desk.control_of(two, "b") is not None
    desk.now_ns = sharing.IDLE_NS + 1
    assert desk.control_of(one, "a") is None
    assert desk.control_of(two, "b") is not None
    desk.end_control(2)
    assert desk.control_of(two, "b") is None
    desk.lets_in("a")
    assert desk.status()["controls"] == [3]  # no number is given twice


def test_whoever_guesses_for_a_night_from_wherever_gets_no_more_looks_than_all_together_may():
    desk, looks = TimedDesk(), 0
    for second in range(8 * 3600):
        desk.now_ns = second * S
        looks += desk.tries("none", str(second)) is not sharing.DigitsVerdict.WAIT
    assert 0 < looks < 60


def test_drawn_digits_are_four_and_tokens_cannot_be_guessed():
    digits, tokens = zip(*(sharing.drawn_secrets() for _ in range(200)), strict=True)
    assert all(len(each) == 4 and each.isascii() and each.isdigit() for each in digits)
    assert (len(set(digits)) > 150, len(set(tokens))) == (True, 200)
    assert min(map(len, tokens)) >= 43  # 32 bytes


def test_so_much_at_once_and_then_one_at_a_time_and_a_clock_that_goes_back_gives_nothing():
    meter = Meter(Rate(most=3, every_s=10), Rate(most=10**9, every_s=1e-9))
    assert [meter.take("a", 0) for _ in range(4)] == [True, True, True, False]
    assert [meter.take("a", 10 * S) for _ in range(2)] == [True, False]
    assert not meter.take("a", 0)
    for number in range(1000):
        meter.take(str(number), number)
    assert len(meter._known) == MOST_ADDRESSES
    meter = Meter(Rate(most=2, every_s=1000), Rate(most=5, every_s=1000))
    assert [meter.take("loud", 0) for _ in range(100)].count(True) == 2
    assert [meter.take("quiet", 0) for _ in range(2)] == [True, True]  # who asks too much takes nothing from others


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


def test_a_few_pages_of_a_phone_have_seats_and_only_so_many_phones():
    seats = Seats()
    assert [seats.take("a") for _ in range(MOST_SEATS_EACH + 1)] == [True] * MOST_SEATS_EACH + [False]
    assert sum(seats.take(str(number)) for number in range(10_000)) == MOST_SEATS - 1
    assert seats.phones == MOST_SEATS
    for _ in range(MOST_SEATS_EACH):
        seats.leave("a")
    assert seats.phones == MOST_SEATS - 1
    assert seats.take("b")
