import math
from dataclasses import replace

import pytest

from models.evaluate.coverage import readable_dice
from models.evaluate.reliability import best_temperature, reliability
from tests.models.evaluate.synthetic import five, record, true_die


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
