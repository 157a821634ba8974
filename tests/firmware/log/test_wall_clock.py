"""Clocks that cannot be right are not noted; everything else goes on as always."""

from __future__ import annotations

import pytest

from firmware.log.wall_clock import EARLIEST, LATEST, noted_utc, shown_date, wall_utc


def test_a_clock_that_can_be_right_is_noted_in_utc():
    assert noted_utc(lambda: 1_800_000_000.25) == "2027-01-15T08:00:00.250+00:00"


@pytest.mark.parametrize(
    "seconds", [0.0, 3_600.0, EARLIEST.timestamp() - 1, LATEST.timestamp(), 1e12, 1e18, -1.0], ids=str
)
def test_a_clock_that_cannot_be_right_is_not_noted(seconds: float):
    assert wall_utc(lambda: seconds) is None
    assert noted_utc(lambda: seconds) is None


@pytest.mark.parametrize("noted", ["1970-01-01T00:00:00+00:00", "2101-05-05T10:00:00+00:00", "1970-01-01", "so", ""])
def test_a_date_that_cannot_be_right_is_not_shown(noted: str):
    assert shown_date(noted) == ""


@pytest.mark.parametrize("noted", ["2026-11-22T05:14:50+00:00", "2026-11-22T05:14:50", "2026-11-22"])
def test_a_date_that_can_be_right_is_shown(noted: str):
    assert shown_date(noted) == "2026-11-22"
