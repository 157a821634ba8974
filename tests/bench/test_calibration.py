"""Luck that is taken away before a chance is held against what came of it."""

import numpy as np
import pytest

from tests.bench.calibration import slope, without_luck


def test_what_the_dice_brought_later_is_taken_from_either_players_result():
    # The first wins: his dice bring 0.2, then the other's take 0.2 from that one.
    even = without_luck(np.array([[1.0, 0.0]]), np.array([[0.5, 0.4]]), np.array([[0.7, 0.2]]))
    assert even == pytest.approx(np.array([[0.6, 0.2]]))


def test_a_chance_that_is_true_has_slope_1_and_one_too_sure_less():
    odds = np.linspace(-3, 3, 61)
    true, too_sure = (1 / (1 + np.exp(-steep * odds)) for steep in (1, 2))
    assert slope(true, true) == pytest.approx(1)
    assert slope(too_sure, true) == pytest.approx(0.5)
