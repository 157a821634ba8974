"""Losses against perfect play, as they are measured: in a match small enough to be solved here and now."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from scoring.dice import DICE_COUNT
from scoring.sheets.category import Category
from scoring.strategy.baselines import MostPoints
from scoring.strategy.entry_worths import choices, choices_among, where_free
from scoring.strategy.matches import ChoicesPlan, turn_entries
from scoring.strategy.outcomes import FACES, OUTCOME_OF
from scoring.turns.turn import THROWS_A_TURN
from tests.bench.small_games import Losses, followed, losses, solved
from tests.bench.solved_games import Exact, SmallGame, fresh

GAME = SmallGame((Category.JACKS, Category.FULL, Category.GRANDE), 1)
WHENEVER = SmallGame((Category.STRAIGHT,), 2, served_whenever=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("small-games")


@pytest.mark.parametrize("game", [GAME, WHENEVER])
def test_the_perfect_player_loses_nothing_and_decides_once_to_thrice_a_turn(game, folder):
    exact = Exact(solved(game, folder))
    lost = losses(game, exact, exact, np.random.default_rng(1), 20)
    assert np.abs(lost.lost).max() < 1e-12
    assert (lost.decisions >= game.cells).all()
    assert (lost.decisions <= THROWS_A_TURN * game.cells).all()


@dataclass(frozen=True)
class AtEveryTable:
    """Decides at every table as at the first."""

    plan: ChoicesPlan

    def decide(self, lying):
        return self.plan.decide(replace(lying, tables=np.zeros_like(lying.tables)))


@pytest.mark.parametrize("game", [GAME, WHENEVER])
def test_a_turn_is_worth_what_it_brings_on_average_over_many_throws(game, folder):
    exact, count = Exact(solved(game, folder)), 100_000
    rule, one = {"served_whenever": game.served_whenever}, fresh(game, 1)
    worths, chosen = exact.entry_worths(one), choices(MostPoints(), one, **rule)
    (worth,), (decided,) = followed(chosen, worths, **rule)
    faces = np.random.default_rng(2).integers(FACES, size=(count, THROWS_A_TURN, DICE_COUNT))
    entries = turn_entries(AtEveryTable(ChoicesPlan(chosen)), faces, **rule)
    brought = worths[0, entries.columns, OUTCOME_OF[entries.served, entries.rows, entries.hands]]
    assert worth == pytest.approx(brought.mean(), abs=4 * brought.std() / np.sqrt(count))
    assert worth < choices_among(where_free(worths, one), **rule).turn.start[0] - 0.001
    assert 1 < decided < THROWS_A_TURN


def test_what_is_lost_by_decisions_is_missing_in_the_results(folder):
    exact, count = Exact(solved(GAME, folder)), 1000
    lost = losses(GAME, exact, MostPoints(), np.random.default_rng(3), count)
    # Both begin as often, so perfect play on both sides would win half.
    assert lost.lost.sum(axis=1).mean() > 0.02
    assert lost.results.mean() == pytest.approx(0.5 - lost.a_match()[0], abs=4 * 0.5 / np.sqrt(count))


def test_means_come_with_their_intervals():
    lost = Losses(np.array([[0.1, 0.0], [0.1, 0.2]]), np.array([10.0, 10.0]), np.array([0.0, 1.0]))
    assert lost.a_match() == pytest.approx((0.2, 1.959964 * 0.1))
    assert lost.a_decision() == pytest.approx((0.02, 1.959964 * 0.01))


def test_what_is_solved_is_solved_once_and_what_was_cut_off_again(folder):
    wanted = solved(GAME, folder)[-1].chances.copy()
    kept = sorted((folder / "1xjacks-full-grande").iterdir())
    assert len(kept) == GAME.turns
    written = [path.stat().st_mtime_ns for path in kept]
    kept[-1].rename(kept[-1].with_suffix(".tmp"))
    assert np.array_equal(solved(GAME, folder)[-1].chances, wanted)
    assert [path.stat().st_mtime_ns for path in kept[:-1]] == written[:-1]
    assert kept[-1].stat().st_mtime_ns > written[-1]
