import math
from dataclasses import replace

import pytest

from models.evaluate.curves import (
    best_temperature,
    breakdowns,
    chosen_point,
    coverage_curve,
    readable_dice,
    reliability,
)
from tests.models.evaluate.synthetic import LIGHT, QUAD, counts, five, read, record, true_die

RECORDS = (five(confidence=0.95), five(confidence=0.9, wrong=1), five(confidence=0.5, wrong=2))


def test_the_curve_asks_more_and_errs_less_with_a_rising_threshold():
    curve = coverage_curve(RECORDS, thresholds=(0.0, 0.8, 0.92, 0.99))
    assert [(p.asked.hits, p.asked.n) for p in curve] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert [(p.wrong.hits, p.wrong.n) for p in curve] == [(3, 15), (1, 10), (0, 5), (0, 0)]
    assert [(p.asked_dice.hits, p.asked_dice.n) for p in curve] == [(0, 15), (5, 15), (10, 15), (15, 15)]
    assert [(p.wrong_dice.hits, p.wrong_dice.n) for p in curve] == [(3, 15), (1, 10), (0, 5), (0, 0)]


def test_the_least_threshold_that_keeps_the_promise_is_chosen():
    curve = coverage_curve(RECORDS, thresholds=(0.0, 0.8, 0.92, 0.94, 0.99))
    assert chosen_point(curve).threshold == 0.92
    assert chosen_point(curve, wrong_most=0.1).threshold == 0.8


def test_a_threshold_below_one_that_fails_is_never_chosen():
    lucky = (five(confidence=0.5), five(confidence=0.9, wrong=1), five(confidence=0.95))
    curve = coverage_curve(lucky, thresholds=(0.0, 0.6, 0.92))
    assert [p.wrong_dice.value for p in curve] == pytest.approx([1 / 15, 1 / 10, 0])
    assert chosen_point(curve, wrong_most=0.07).threshold == 0.92


def test_where_no_threshold_keeps_the_promise_none_is_chosen():
    assert chosen_point(coverage_curve((five(confidence=0.999, wrong=1),), thresholds=(0.0, 0.9))) is None
    assert chosen_point(coverage_curve(())) is None


def test_dice_fall_into_bins_by_confidence():
    dice = readable_dice((five(confidence=0.95), five(confidence=0.62, wrong=2)))
    found = {(one.low, one.high): one for one in reliability(dice).bins if one.right.n}
    assert (found[0.6, 0.7].right.hits, found[0.6, 0.7].right.n) == (3, 5)
    assert (found[0.95, 0.99].right.hits, found[0.95, 0.99].right.n) == (5, 5)
    assert found[0.6, 0.7].confidence == pytest.approx(0.62)


def test_the_expected_calibration_error_is_the_mean_distance_from_what_was_promised():
    dice = readable_dice((five(confidence=0.95), five(confidence=0.62, wrong=2)))
    assert reliability(dice).expected_error == pytest.approx((5 * abs(1 - 0.95) + 5 * abs(0.6 - 0.62)) / 10)


def test_complete_confidence_falls_into_the_last_bin():
    assert reliability(readable_dice((five(confidence=1.0),))).bins[-1].right.n == 5


def test_of_no_dice_nothing_is_said():
    assert math.isnan(reliability(()).expected_error)


def told(odds, right, wrong):
    """Return dice read as 9 with given odds against every other face, so many right and so many wrong."""
    certain = odds / (odds + 5)
    reading = replace(
        five().dice[0].read, label=0, probabilities=(certain, *((1 - certain) / 5,) * 5), confidence=certain
    )
    return readable_dice([record((true_die(0 if number < right else 1), reading)) for number in range(right + wrong)])


# With one face at odds r against each of five others and a share s right, the likelihood is greatest at
# temperature t where r^(1/t) = 5 s / (1 - s).
@pytest.mark.parametrize(("odds", "expected"), [(95.0, 1.0), (95.0**2, 2.0), (95.0**0.5, 0.5)])
def test_the_temperature_is_the_one_of_greatest_likelihood(odds, expected):
    assert best_temperature(told(odds, right=95, wrong=5)) == pytest.approx(expected, rel=0.01)


def rows(name, *records):
    return {row.kind: row for row in breakdowns(records, sure=0.85)[name]}


def test_dice_are_counted_by_design_without_its_seed():
    one, other = true_die(0, design="suits-7"), true_die(1, 60, design="suits-12")
    found = rows("design", record((one, read(0)), (other, read(2, 60)), (true_die(3, 120, design="letter"), None)))
    assert counts(found["suits"].faces) == (1, 2)
    assert (counts(found["letter"].found), found["letter"].faces.n) == ((0, 1), 0)


def test_dice_are_counted_by_the_light_of_their_board():
    dark = record((true_die(0), read(1)), light=replace(LIGHT, brightness=10.0, contrast=5.0, warmth=-9.0))
    light = record((true_die(0), read(0)))
    assert {k: counts(r.faces) for k, r in rows("brightness", dark, light).items()} == {"0–25": (0, 1), "40–55": (1, 1)}
    assert list(rows("contrast", dark, light)) == ["0–10", "18–26"]
    assert counts(rows("colour of light", dark, light)["cold"].faces) == (0, 1)


def test_dice_are_counted_by_size_in_rising_order():
    small = true_die(0, quad=tuple((x / 2, y / 2) for x, y in QUAD))
    found = breakdowns([record((true_die(1, 60), read(1, 60)), (small, read(0)))], sure=0.85)["size in px"]
    assert [row.kind for row in found] == ["20–30", "40–50"]


def test_by_tilt_burning_dice_count_and_what_was_said_of_them():
    leaning = true_die(0, state="leaning", tilt_deg=25.0)
    found = rows("tilt in °", record((leaning, read(0, is_burning=True)), (true_die(1, 60), read(1, 60))))
    assert counts(found["20–30"].said_burning) == (1, 1)
    assert counts(found["0–2.5"].said_burning) == (0, 1)


def test_by_tray_and_face_only_poker_dice_lying_right_count():
    foreign, leaning = true_die(-1, 60), true_die(1, 120, state="leaning", tilt_deg=20.0)
    found = record((true_die(0), read(0)), (foreign, read(0, 60)), (leaning, read(1, 120)), tray="red")
    assert counts(rows("tray", found)["red"].found) == (1, 1)
    assert list(rows("face", found)) == ["9"]
