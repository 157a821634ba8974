import pytest

from models.evaluate.coverage import chosen_point, coverage_curve
from tests.models.evaluate.synthetic import five

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
