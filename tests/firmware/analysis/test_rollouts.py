"""What decisions cost by playing on from them: held against exact reckoning, and told as sure as it is."""

from itertools import islice

import numpy as np
import pytest

from firmware.analysis import rollouts
from firmware.analysis.analysed import Analysed
from firmware.analysis.rollouts import RolledOut, costs, roll_out
from models.strategies import foresight
from scoring.ruleset import Ruleset
from scoring.strategy.account import EnteredIn, Held
from scoring.strategy.baselines import ColumnNormal, OverPar
from scoring.strategy.luck import account
from tests.scoring.strategy.recorded import Player, played


@pytest.fixture(scope="module")
def games():
    """Games of one column whose players often choose blindly, as far as two cells each are left, and their ends."""
    _, states = played((Player(ColumnNormal(), 0.6), Player(OverPar(), 0.6)), 24, 7, ruleset=Ruleset(columns=1))
    return [Analysed(number=1, state=state, account=account(state, foresight()), readings={}) for state in states]


def late(games, kind):
    """Return dear decisions of the last two turns each, which are reckoned exactly."""
    dear = [(game.state, step) for game in games for step in game.account.steps if getattr(step, "loss", 0) > 0.02]
    return [(state, step) for state, step in dear if step.turn_number > 16 and isinstance(step.done, kind)]


@pytest.mark.parametrize("kind", [EnteredIn, Held])
def test_near_the_end_a_decision_costs_what_exact_reckoning_says(games, kind):
    dear = late(games, kind)[:8]
    assert len(dear) >= 4
    for state, decision in dear:
        exact = next(roll_out(state, decision, foresight(), seed=1))
        assert exact.cost == pytest.approx(decision.loss, abs=1e-5)  # no luck is left where all worths are true
        assert (exact.margin < 1e-5, exact.matches) == (True, rollouts.AT_ONCE)


def test_whatever_a_strategy_thinks_of_its_moves_the_cost_is_true_to_its_margin(games):
    off = []
    for state, decision in late(games, EnteredIn)[:8]:
        *_, found = islice(roll_out(state, decision, ColumnNormal(), seed=2), 24)
        assert found.matches == 24 * rollouts.AT_ONCE
        off.append((found.cost - decision.loss) / max(found.margin, 0.01))
    assert np.abs(off).mean() < 1  # plain players go on a little worse than the best, and so does he who erred
    assert np.abs(off).max() < 2.5


def test_the_costliest_are_played_on_until_time_is_up_or_nobody_asks(games, monkeypatch):
    game = max(games, key=lambda each: len(each.account.costliest(3)))
    hasty = costs(game, ColumnNormal())
    assert [each.matches for _, each in hasty] == [rollouts.AT_ONCE] * 3
    assert {decision for decision, _ in hasty} == set(game.account.costliest(3))
    assert (np.diff([each.cost for _, each in hasty]) <= 0).all()
    monkeypatch.setattr(rollouts, "LEAST_MATCHES", 3 * rollouts.AT_ONCE - 1)
    assert [each.matches for _, each in costs(game, ColumnNormal())] == [3 * rollouts.AT_ONCE] * 3
    assert costs(game, ColumnNormal(), goes_on=lambda: False) is None
    assert [RolledOut(*each, matches=16).is_certain for each in ((0.02, 0.01), (0.01, 0.02), (-0.02, 0.01))] == [
        1,
        0,
        0,
    ]
