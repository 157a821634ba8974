"""Shares and numbers as each language writes them."""

import pytest

from firmware.display.numbers import decimal, share, signed_share

NBSP, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("de", f"4,1{NBSP}%"), ("en", "4.1%"), ("fr", f"4,1{NARROW}%"), ("it", "4,1%"), ("nl", "4,1%")],
)
def test_a_share_is_written_as_people_write_it(language, expected):
    assert share(0.0414, language) == expected
    assert signed_share(0.0414, language) == f"+{expected}"
    assert signed_share(-0.0414, language) == f"−{expected}"


def test_what_is_too_small_to_show_has_no_sign():
    assert signed_share(-0.00001, "en") == "±0.0%"
    assert share(-0.00001, "en") == "0.0%"
    assert decimal(-0.001, "en") == "0.0"


def test_digits_are_as_many_as_asked_for():
    assert share(1 / 6, "en", digits=2) == "16.67%"
    assert decimal(12345.6, "de", digits=0) == "12.346"
