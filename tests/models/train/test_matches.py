"""How the strategy is taught by matches against itself."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from models.strategies import PROSPECTS_PATH, foresight, taught_by, untaught
from scoring.ruleset import MOST_COLUMNS
from scoring.strategy.baselines import ColumnNormal
from scoring.strategy.matches import ByWorths, Tables, play_out, thrown_faces
from scoring.strategy.position import Positions

torch = pytest.importorskip("torch", reason="torch is not installed (extra train): nothing can be trained")

from models.train.fit import RECIPES, load_recipe  # noqa: E402 - torch may be absent
from models.train.matches import (  # noqa: E402 - torch may be absent
    MatchFeatures,
    MatchNet,
    arrays_of,
    losses,
    train_matches,
)

RECIPE = replace(
    load_recipe(RECIPES / "matches.json"), steps=6, checkpoint_every=3, batch=32, rate=3e-3,
    samples={"matches": 2, "rounds": 2, "fades": 0.05},
)  # fmt: skip


@cache
def positions() -> Positions:
    """Return positions after an entry, from all over two matches, as who entered sees them."""
    seen: list[Tables] = []
    plain = ByWorths(ColumnNormal())
    play_out(
        plain, plain, thrown_faces(np.random.default_rng(3), 2, MOST_COLUMNS), columns=MOST_COLUMNS, watch=seen.append
    )
    parts = [tables.positions for tables in seen[3:196:8]]
    return Positions(np.concatenate([each.free for each in parts]), np.concatenate([each.sums for each in parts]))


def test_the_network_says_what_the_strategy_says_before_it_is_taught_and_after():
    arrays = dict(np.load(PROSPECTS_PATH))
    net, at, told = MatchNet(untaught(arrays)), positions(), MatchFeatures.of(positions())
    begun = taught_by({**arrays, **arrays_of(net)})
    with torch.no_grad():
        assert net(told).numpy() == pytest.approx(begun.standing(at), abs=1e-5)
        assert net(told).numpy() == pytest.approx(begun.untaught.standing(at), abs=1e-5)
        net.load_state_dict({name: torch.from_numpy(arrays[name]) for name in arrays_of(net)}, strict=False)
        assert net(told).numpy() == pytest.approx(foresight().standing(at), abs=1e-4)
    assert np.abs(foresight().standing(at) - begun.standing(at)).max() > 0.01


def test_it_learns_round_by_round_and_goes_on_where_it_was_broken_off(tmp_path, monkeypatch):
    whole, steps = train_matches(RECIPE, tmp_path / "whole"), iter(range(4))

    def breaks_off(*given):
        next(steps)
        return losses(*given)

    monkeypatch.setattr("models.train.matches.losses", breaks_off)
    with pytest.raises(StopIteration):
        train_matches(RECIPE, tmp_path / "parts")
    monkeypatch.undo()
    parts = train_matches(RECIPE, tmp_path / "parts")
    assert all(np.allclose(parts[name], array, atol=1e-6) for name, array in whole.items())
    assert whole.keys() == set(dict(np.load(PROSPECTS_PATH)))
    strategy, at = taught_by(whole), positions()
    moved = np.abs(strategy.standing(at) - strategy.untaught.standing(at))
    assert 1e-4 < moved.mean() < 0.1
