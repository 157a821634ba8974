"""What free cells will bring, trained a little: towards what the exact turn says, and resumable."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.advisor import PROSPECTS_PATH, foresight
from scoring.category import Category
from scoring.strategy.baselines import MostPoints
from scoring.strategy.outcomes import OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, SCORES
from scoring.strategy.prospects import FEATURES, Network, Prospects, Standing
from scoring.strategy.turn_values import turn_values

pytest.importorskip("torch", reason="torch is not installed (extra train): nothing can be trained")

from models.train.prospects import (
    ProspectsRecipe,
    recorded,
    train_prospects,
    worth_before_turn,
)

SILENT = Network(((np.zeros((1, FEATURES), np.float32), np.zeros(1, np.float32)),))
USUAL = Prospects(SILENT, SILENT)
LITTLE = ProspectsRecipe(games=20, mean_steps=60, variance_steps=20, batch=32, mean_sizes=(8,), variance_sizes=(4,))


def test_a_last_cell_is_worth_what_a_turn_for_it_brings_times_its_weight():
    free = np.zeros((2, 10, 10), np.float32)
    free[0, Category.POKER, 3] = free[1, Category.ACES, 9] = 1
    weights = np.linspace(0.1, 1.9, 10, dtype=np.float32)[None].repeat(2, axis=0)
    worths = worth_before_turn(USUAL, free, weights)
    for number, row, column in ((0, Category.POKER, 3), (1, Category.ACES, 9)):
        alone = turn_values(*(SCORES[served, row].astype(float) for served in (0, 1))).start
        assert worths[number] == pytest.approx(weights[number, column] * float(alone), rel=1e-5)


def test_before_a_turn_a_sheet_is_worth_the_best_of_what_each_entry_brings_and_leaves():
    chance = np.random.default_rng(3)
    free = (chance.random((1, 10, 10)) < 0.3).astype(np.float32)
    weights = chance.random((1, 10)).astype(np.float32)
    weights /= weights.mean()
    best = np.full(len(OUTCOME_ROWS), -np.inf)
    for row, column in np.argwhere(free[0] > 0).tolist():
        left = free.copy()
        left[0, row, column] = 0
        bring = (USUAL.means(Standing.of(left, weights).features) * left)[0].sum(axis=0) @ weights[0]
        of_row = np.flatnonzero(row == OUTCOME_ROWS)
        best[of_row] = np.maximum(best[of_row], bring + weights[0, column] * OUTCOME_POINTS[of_row])
    of_hands = best[OUTCOME_OF].max(axis=1)
    assert worth_before_turn(USUAL, free, weights)[0] == pytest.approx(
        float(turn_values(of_hands[0], of_hands[1]).start), rel=1e-5
    )


def test_records_know_how_the_columns_of_who_entered_ended():
    record = recorded(MostPoints(), 6, seed=4)
    full = ~record.positions.free.any(axis=(1, 2))  # columns that both have filled
    assert full.any()
    assert (record.positions.leads[full] == record.leads[full]).all()


def test_training_comes_nearer_to_what_the_exact_turn_says_and_goes_on_where_it_was(tmp_path):
    arrays = train_prospects(LITTLE, tmp_path)
    trained = Prospects(Network.from_arrays(arrays, "mean"), Network.from_arrays(arrays, "variance"))
    free, weights = np.ones((1, 10, 10), np.float32), np.arange(1, 11, dtype=np.float32)[None] / 5.5

    def off(prospects: Prospects) -> float:
        said = float((prospects.means(Standing.of(free, weights).features)[0] @ weights[0]).sum())
        return abs(said - float(worth_before_turn(prospects, free, weights)[0]))

    assert off(trained) < off(USUAL)
    again = train_prospects(replace(LITTLE, mean_steps=10_000, variance_steps=10_000), tmp_path)
    assert all(np.array_equal(again[name], array) for name, array in arrays.items())


def test_the_trained_strategy_is_there_and_is_small():
    assert PROSPECTS_PATH.stat().st_size < 100_000
    assert foresight().prospects.mean.layers[0][0].shape[1] == FEATURES
