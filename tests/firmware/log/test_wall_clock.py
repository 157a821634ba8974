"""Clocks that cannot be right are not noted; everything else goes on as always."""

from __future__ import annotations

import pytest

from firmware.log.wall_clock import EARLIEST, LATEST, noted_utc, shown_date


@pytest.mark.parametrize("seconds", [0.0, EARLIEST.timestamp() - 1, LATEST.timestamp(), 1e18, -1.0], ids=str)
def test_a_clock_that_cannot_be_right_is_not_noted(seconds: float):
    assert noted_utc(lambda: seconds) is None
    assert noted_utc(lambda: 1_800_000_000.25) == "2027-01-15T08:00:00.250+00:00"


def test_a_date_is_shown_where_it_can_be_right():
    noted = ("2101-05-05T10:00:00+00:00", "1970-01-01", "so", "2026-11-22T05:14:50+00:00", "2026-11-22T05:14:50")
    assert [shown_date(each) for each in noted] == ["", "", "", "2026-11-22", "2026-11-22"]
