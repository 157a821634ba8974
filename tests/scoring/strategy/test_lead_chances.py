"""How leads of columns end, held against a convolution point by point; and matches, against all 3^n ends."""

from itertools import product
from statistics import NormalDist

import numpy as np
import pytest

from scoring.strategy.columns import LOST, TIED, WON, below, chances_by_column, won_tied_lost
from scoring.strategy.lead_chances import STEPS, CellPoints, ends, ends_with_entries
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES, ROWS
from scoring.strategy.position import Positions

COLUMNS = 4
MADE = np.where(OUTCOME_POINTS > 0, 1 + np.arange(len(OUTCOMES)) % 3, 0)
POINTS = CellPoints(MADE / np.bincount(OUTCOME_ROWS, MADE)[OUTCOME_ROWS])


def distribution(points, row, mean):
    """Return what a cell brings, worked out for itself."""
    means = np.zeros((1, ROWS, 1), np.float32)
    means[0, row] = mean
    chances, _ = points.chances(means)
    return {score: float(chances[0, 0, number]) for number, (at, score) in enumerate(OUTCOMES) if at == row}


def by_points(lead, own, other):
    """Return the chances that a column is won, tied and lost, cell by cell."""
    leads = {lead: 1.0}
    for sign, cells in ((1, own), (-1, other)):
        for cell in cells:
            after = {}
            for so_far, chance in leads.items():
                for score, share in cell.items():
                    after[so_far + sign * score] = after.get(so_far + sign * score, 0) + chance * share
            leads = after
    return [sum(chance for at, chance in leads.items() if np.sign(at) == sign) for sign in (1, 0, -1)]


@pytest.fixture
def some():
    """Return positions and means of their cells."""
    chance = np.random.default_rng(4)
    free = chance.random((6, 2, ROWS, COLUMNS)) < 0.35
    sums = chance.integers(60, 120, (6, 2, COLUMNS))
    means = (chance.random((6, 2, ROWS, COLUMNS)) * POINTS.most[:, None] * free).astype(np.float32)
    return Positions(free, sums), means


def cells(positions, means, number, side, column, *, without=-1):
    return [
        distribution(POINTS, row, float(means[number, side, row, column]))
        for row in range(ROWS)
        if positions.free[number, side, row, column] and row != without
    ]


def test_columns_end_as_they_do_cell_by_cell_and_after_an_entry_with_its_points(some):
    positions, means = some
    now, entered = ends_with_entries(POINTS, positions, means)
    assert ends(POINTS, positions, means) == pytest.approx(now, abs=1e-6)
    for number, column in np.ndindex(len(positions), COLUMNS):
        own, other = (cells(positions, means, number, side, column) for side in (0, 1))
        expected = by_points(int(positions.leads[number, column]), own, other)
        assert now[number, column] == pytest.approx(expected, abs=2e-5)
    for number, row, column in np.argwhere(positions.free[:, 0])[::5].tolist():
        own = cells(positions, means, number, 0, column, without=row)
        other = cells(positions, means, number, 1, column)
        for outcome in np.flatnonzero(row == OUTCOME_ROWS)[::3].tolist():
            lead = int(positions.leads[number, column] + OUTCOME_POINTS[outcome])
            assert entered[number, column, outcome] == pytest.approx(by_points(lead, own, other), abs=2e-5)


def test_means_are_kept_and_nothing_brings_more_than_the_most():
    for row in range(ROWS):
        for mean in np.linspace(0, POINTS.most[row], 2 * STEPS + 3):
            cell = distribution(POINTS, row, float(mean))
            assert sum(cell.values()) == pytest.approx(1, abs=1e-6)
            assert sum(score * chance for score, chance in cell.items()) == pytest.approx(mean, abs=1e-3)
        assert distribution(POINTS, row, 2 * float(POINTS.most[row]))[0] == pytest.approx(0, abs=1e-6)


def test_a_point_more_of_mean_changes_chances_as_it_says():
    means = (POINTS.most[:, None] * np.full((1, ROWS, 1), 0.51)).astype(np.float32)
    chances, slopes = POINTS.chances(means)
    later, _ = POINTS.chances(means + np.float32(0.01))
    assert slopes == pytest.approx((later - chances) / 0.01, abs=1e-3)


def test_what_is_no_chance_is_refused():
    for made, said in ((np.ones(4), "78 outcomes"), (np.where(OUTCOME_POINTS > 0, 0.5, 0), "sum to 1")):
        with pytest.raises(ValueError, match=said):
            CellPoints(made)


def test_the_distribution_function_is_right_to_a_ten_millionth():
    z = np.linspace(-6, 6, 997)
    assert below(z) == pytest.approx([NormalDist().cdf(each) for each in z], abs=1e-7)


def test_a_full_column_is_won_tied_or_lost_and_a_lead_is_lost_as_often_as_the_same_deficit_is_won():
    assert won_tied_lost(np.array([3.0, 0.0, -1.0]), np.zeros(3)) == pytest.approx(np.eye(3))
    ahead, behind = won_tied_lost(np.array([7.0, -7.0]), np.array([150.0, 150.0]))
    assert (ahead, ahead.sum()) == (pytest.approx(behind[::-1]), pytest.approx(1))
    assert ahead[0] > behind[0]


LEADS = {WON: 1, TIED: 0, LOST: -1}


def counted(chances):
    """Return the match chance by going through every way the columns can end; a draw is worth half."""
    total = 0.0
    for results in product(LEADS, repeat=len(chances)):
        lead = sum(LEADS[result] * (column + 1) for column, result in enumerate(results))
        chance = np.prod([chances[column][result] for column, result in enumerate(results)])
        total += chance * (np.sign(lead) + 1) / 2
    return total


@pytest.mark.parametrize("columns", [1, 2, 3, 5])
def test_the_match_chance_is_the_sum_over_all_ways_the_columns_can_end(columns):
    chances = np.random.default_rng(columns).dirichlet((2.0, 0.3, 2.0), size=(3, columns))
    by_column = chances_by_column(chances)
    for number, column, result in np.ndindex(by_column.shape):
        settled = chances[number].copy()  # what becomes of one column
        settled[column] = np.eye(3)[result]
        assert by_column[number, column, result] == pytest.approx(counted(settled))
