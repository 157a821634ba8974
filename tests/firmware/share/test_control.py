from __future__ import annotations

import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.share.control import (
    EACH,
    IDLE_NS,
    MOST_CONTROLS,
    MOST_REMEMBERED,
    TOGETHER,
    WRONG_PER_DIGITS,
    Answer,
    ControlDesk,
    Fresh,
    ended,
    opened,
    renewed,
    typed,
    used,
)
from firmware.share.desk import Desk, fresh

S = 1_000_000_000
NEXT = Fresh(digits="5678", token="secret")

pytestmark = pytest.mark.security


def let_in(desk: ControlDesk, address: str = "a", *, token: str = "secret", now_ns: int = 0) -> ControlDesk:
    desk, answer = typed(
        desk, desk.digits, address=address, now_ns=now_ns, fresh=Fresh(digits=desk.digits, token=token)
    )
    assert answer is Answer.ACCEPTED
    return desk


def test_the_right_digits_let_a_phone_in_and_are_good_once() -> None:
    desk, answer = typed(opened("1234", 0), "1234", address="a", now_ns=0, fresh=NEXT)
    assert answer is Answer.ACCEPTED
    assert desk.digits == "5678"
    assert [(one.number, one.token, one.address) for one in desk.controls] == [(1, "secret", "a")]
    assert typed(desk, "1234", address="b", now_ns=0, fresh=NEXT)[1] is Answer.WRONG


@pytest.mark.parametrize("digits", ["", "0000", "123", "12345", " 1234", "１２３４", "1234\0", "\ud800", "x" * 8000])
def test_anything_else_does_not(digits: str) -> None:
    desk, answer = typed(opened("1234", 0), digits, address="a", now_ns=0, fresh=NEXT)
    assert (answer, desk.controls, desk.digits) == (Answer.WRONG, (), "1234")


def test_after_some_wrong_tries_by_anybody_the_digits_are_others() -> None:
    desk = opened("1234", 0)
    for number in range(WRONG_PER_DIGITS):
        assert desk.digits == "1234"
        desk, _ = typed(desk, "0000", address=str(number), now_ns=0, fresh=NEXT)
    assert desk.digits == "5678"


def test_an_address_that_tries_too_often_waits_even_with_the_right_digits() -> None:
    desk = opened("1234", 0)
    for _ in range(EACH.most):
        desk, answer = typed(desk, "0000", address="a", now_ns=0, fresh=NEXT)
        assert answer is Answer.WRONG
    assert typed(desk, desk.digits, address="a", now_ns=0, fresh=NEXT)[1] is Answer.WAIT
    assert typed(desk, desk.digits, address="b", now_ns=0, fresh=NEXT)[1] is Answer.ACCEPTED
    later = round(EACH.every_s * S)
    assert typed(desk, desk.digits, address="a", now_ns=later, fresh=NEXT)[1] is Answer.ACCEPTED


def test_many_addresses_together_wait_too_until_the_device_forgives() -> None:
    desk = opened("1234", 0)
    for number in range(TOGETHER.most):
        assert not desk.is_locked(0)
        desk, _ = typed(desk, "0000", address=str(number), now_ns=0, fresh=NEXT)
    assert desk.is_locked(0)
    assert typed(desk, desk.digits, address="new", now_ns=0, fresh=NEXT)[1] is Answer.WAIT
    desk = renewed(desk, Fresh(digits="4321", token=""), 0)
    assert (desk.is_locked(0), desk.digits) == (False, "4321")
    assert typed(desk, "4321", address="new", now_ns=0, fresh=NEXT)[1] is Answer.ACCEPTED


def test_no_more_phones_play_than_fit_around_a_table() -> None:
    desk = opened("1234", 0)
    for number in range(MOST_CONTROLS):
        desk = let_in(desk, str(number))
    desk, answer = typed(desk, "1234", address="late", now_ns=0, fresh=NEXT)
    assert (answer, len(desk.controls), desk.digits) == (Answer.FULL, MOST_CONTROLS, "5678")


def test_a_token_is_good_for_the_address_that_typed_the_digits_only() -> None:
    desk = let_in(opened("1234", 0), "a", token="mine")
    assert used(desk, "mine", address="a", now_ns=0)[1] is not None
    assert used(desk, "mine", address="b", now_ns=0)[1] is None
    assert used(desk, "yours", address="a", now_ns=0)[1] is None
    assert used(desk, "", address="a", now_ns=0)[1] is None


def test_a_phone_that_was_ended_only_follows() -> None:
    desk = let_in(let_in(opened("1234", 0), "a", token="one"), "b", token="two")
    desk = ended(desk, 1)
    assert used(desk, "one", address="a", now_ns=0)[1] is None
    assert used(desk, "two", address="b", now_ns=0)[1] is not None


def test_a_phone_that_does_nothing_for_long_only_follows_and_one_that_does_goes_on() -> None:
    desk = let_in(let_in(opened("1234", 0), "a", token="one"), "b", token="two")
    desk, _ = used(desk, "two", address="b", now_ns=IDLE_NS // 2)
    desk, gone = used(desk, "one", address="a", now_ns=IDLE_NS + 1)
    assert gone is None
    assert used(desk, "two", address="b", now_ns=IDLE_NS + 1)[1] is not None


def test_numbers_of_phones_are_not_given_twice() -> None:
    desk = ended(let_in(opened("1234", 0)), 1)
    assert [one.number for one in let_in(desk).controls] == [2]


TRIES = st.lists(
    st.tuples(st.integers(0, 300), st.text(string.digits, min_size=4, max_size=4), st.integers(0, 60)), max_size=60
)


@settings(deadline=None)
@given(TRIES)
def test_whoever_guesses_and_from_wherever_gets_no_more_looks_than_all_together_may(
    tries: list[tuple[int, str, int]],
) -> None:
    desk, now, looks = opened("1234", 0), 0, 0
    for address, digits, wait_s in tries:
        now += wait_s * S
        desk, answer = typed(desk, digits, address=str(address), now_ns=now, fresh=replace(NEXT, digits="1234"))
        looks += answer is not Answer.WAIT
        assert len(desk.controls) <= MOST_CONTROLS
        assert len(desk.each) <= MOST_REMEMBERED
    assert looks <= TOGETHER.most + now / S / TOGETHER.every_s + 1e-6


@settings(deadline=None)
@given(st.integers(0, 9999), st.text(max_size=6))
def test_only_the_very_digits_are_right(secret: int, said: str) -> None:
    digits = f"{secret:04}"
    _, answer = typed(opened(digits, 0), said, address="a", now_ns=0, fresh=NEXT)
    assert (answer is Answer.ACCEPTED) == (said == digits)


def test_drawn_digits_are_four_and_tokens_cannot_be_guessed() -> None:
    drawn = [fresh() for _ in range(200)]
    assert all(len(each.digits) == 4 and each.digits.isascii() and each.digits.isdigit() for each in drawn)
    assert len({each.digits for each in drawn}) > 150
    assert len({each.token for each in drawn}) == 200
    assert min(len(each.token) for each in drawn) >= 43  # 32 bytes


def test_every_start_draws_other_digits() -> None:
    drawn = iter([Fresh(digits="1111", token=""), Fresh(digits="2222", token="")])
    assert [Desk(lambda: None, draw=lambda: next(drawn)).status()["digits"] for _ in range(2)] == ["1111", "2222"]
