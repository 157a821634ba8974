import math
from dataclasses import replace

import pytest

from models.evaluate.curves import breakdowns, calibration_error, coverage_curve, readable_dice
from tests.models.evaluate.synthetic import QUAD, counts, five, read, record, true_die
from vision.reading import Verdict

RECORDS = (five(confidence=0.95), five(confidence=0.9, wrong=1), five(confidence=0.5, wrong=2))


def test_the_curve_asks_more_and_errs_less_with_a_rising_threshold():
    curve = coverage_curve(RECORDS, thresholds=(0.0, 0.8, 0.92, 0.99))
    assert [counts(p.asked) for p in curve] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert [counts(p.asked_dice) for p in curve] == [(0, 15), (5, 15), (10, 15), (15, 15)]
    for shares in ([p.wrong for p in curve], [p.wrong_dice for p in curve]):
        assert list(map(counts, shares)) == [(3, 15), (1, 10), (0, 5), (0, 0)]


def test_a_reading_that_is_refused_is_asked_about_however_sure_it_is():
    (point,) = coverage_curve([five(), replace(five(wrong=1), verdict=Verdict.HAND_IN_VIEW)], thresholds=(0.0,))
    assert counts(point.asked) == (1, 2)


def test_the_error_of_confidences_is_how_far_bins_are_from_their_promise():
    dice = readable_dice((five(confidence=0.95), five(confidence=0.62, wrong=2)))
    assert calibration_error(dice) == pytest.approx((5 * abs(1 - 0.95) + 5 * abs(0.6 - 0.62)) / 10)
    assert calibration_error(readable_dice((five(confidence=1.0),))) == 0.0
    assert math.isnan(calibration_error(()))


def rows(name, *records):
    return {row.kind: row for row in breakdowns(records, sure=0.85)[name]}


def test_dice_are_counted_by_all_that_may_matter_burning_ones_by_tilt_alone():
    seeds = (true_die(0, design="suits-7"), read(0)), (true_die(1, 60, design="suits-12"), read(2, 60))
    found = rows("design", record(*seeds, (true_die(3, 120, design="letter"), None)))
    assert counts(found["suits"].faces) == (1, 2)
    assert (counts(found["letter"].found), found["letter"].faces.n) == ((0, 1), 0)
    boards = record((true_die(0), read(1)), brightness=10.0), record((true_die(0), read(0)))
    assert {k: counts(r.faces) for k, r in rows("brightness", *boards).items()} == {"0–25": (0, 1), "40–55": (1, 1)}
    small = true_die(0, quad=tuple((x / 2, y / 2) for x, y in QUAD))
    assert list(rows("size in px", record((true_die(1, 60), read(1, 60)), (small, read(0))))) == ["20–30", "40–50"]
    leaning = true_die(1, 120, state="leaning", tilt_deg=25.0), read(1, 120, is_burning=True)
    board = record((true_die(0), read(0)), (true_die(-1, 60), read(0, 60)), leaning, tray="red")
    by_tilt = {kind: counts(row.said_burning) for kind, row in rows("tilt in °", board).items()}
    assert by_tilt == {"0–2.5": (0, 2), "20–30": (1, 1)}
    assert (counts(rows("tray", board)["red"].found), list(rows("face", board))) == ((1, 1), ["9"])
