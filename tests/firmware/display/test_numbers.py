"""Shares and numbers as each language writes them."""

import pytest

from firmware.display.numbers import decimal, share, signed_share

NBSP, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(("language", "expected"), [("de", f"4,1{NBSP}%"), ("fr", f"4,1{NARROW}%"), ("it", "4,1%")])
def test_a_share_is_written_as_people_write_it(language, expected):
    assert share(0.0414, language) == expected
    assert signed_share(0.0414, language) == f"+{expected}"
    assert signed_share(-0.0414, language) == f"−{expected}"


def test_numbers_have_as_many_digits_as_asked_for_and_nothing_has_no_sign():
    assert (signed_share(-0.00001, "en"), share(-0.00001, "en"), decimal(-0.001, "en")) == ("±0.0%", "0.0%", "0.0")
    assert (share(1 / 6, "en", digits=2), decimal(12345.6, "de", digits=0)) == ("16.67%", "12.346")
