"""What free cells will bring, trained a little: towards what the exact turn says, and resumable."""

import numpy as np
import pytest

from models.strategies import PROSPECTS_PATH, foresight
from scoring.sheets.category import Category
from scoring.strategy.entry_worths import turn_values
from scoring.strategy.outcomes import OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, SCORES
from scoring.strategy.prospects import FEATURES, USUAL_MEANS, CellPlaces, Network, Prospects

pytest.importorskip("torch", reason="torch is not installed (extra train): nothing can be trained")

from models.train.fit import RECIPES, Recipe, load_recipe
from models.train.prospects import from_matches, train_prospects, worth_before_turn
from tests.models.train.broken_off import broken_off

USUAL = Prospects(Network(((np.zeros((1, FEATURES), np.float32), np.zeros(1, np.float32)),)), USUAL_MEANS)
LITTLE = Recipe(model="prospects", steps=60, batch=32, checkpoint_every=20, net={"sizes": (8,)}, samples={"games": 20})


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
        bring = USUAL.means(CellPlaces.from_sheets(left, weights).features, left > 0)[0].sum(axis=0) @ weights[0]
        of_row = np.flatnonzero(row == OUTCOME_ROWS)
        best[of_row] = np.maximum(best[of_row], bring + weights[0, column] * OUTCOME_POINTS[of_row])
    before = turn_values(*best[OUTCOME_OF].max(axis=1)).start
    assert worth_before_turn(USUAL, free, weights)[0] == pytest.approx(float(before), rel=1e-5)


def test_matches_say_which_sheets_come_up_and_what_combinations_bring():
    played = from_matches(6, seed=4)
    assert played.free.any(axis=(1, 2)).all()
    assert (played.weights.max(axis=1) > 0).all()
    combinations = OUTCOME_ROWS > Category.ACES
    assert np.bincount(OUTCOME_ROWS, played.made)[Category.STRAIGHT :] == pytest.approx(1)
    assert (played.made[combinations & (OUTCOME_POINTS == 0)] == 0).all()
    scores = OUTCOME_POINTS[OUTCOME_ROWS == Category.POKER]
    assert played.made[OUTCOME_ROWS == Category.POKER] @ (scores > 46) < 0.3  # a Poker is seldom served


def test_training_comes_nearer_to_what_the_exact_turn_says_and_goes_on_where_it_was(tmp_path):
    arrays = train_prospects(LITTLE, tmp_path)
    trained = Prospects(Network.from_arrays(arrays, "mean"), arrays["usual"], alike=0)
    free, weights = np.ones((1, 10, 10), np.float32), np.arange(1, 11, dtype=np.float32)[None] / 5.5

    def off(prospects):
        said = float((prospects.means(CellPlaces.from_sheets(free, weights).features, free > 0)[0] @ weights[0]).sum())
        return abs(said - float(worth_before_turn(prospects, free, weights)[0]))

    assert off(trained) < off(USUAL)
    again = train_prospects(LITTLE, tmp_path)
    assert all(np.array_equal(again[name], array) for name, array in arrays.items())


def test_training_that_is_broken_off_sees_the_same_sheets_afterwards(tmp_path):
    whole = train_prospects(LITTLE, tmp_path / "whole")
    work = "models.train.prospects:worth_before_turn"
    parts = broken_off(lambda: train_prospects(LITTLE, tmp_path / "parts"), work, after=30)
    assert all(np.allclose(parts[name], array, atol=1e-6) for name, array in whole.items())


def test_the_trained_strategy_is_there_and_is_small():
    assert PROSPECTS_PATH.stat().st_size < 100_000
    assert foresight(is_taught=False).prospects.mean.layers[0][0].shape[1] == FEATURES
    assert load_recipe(RECIPES / "prospects.json").model == "prospects"
