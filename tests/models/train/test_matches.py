"""How the strategy is taught by matches against itself."""

import json
from dataclasses import asdict, replace
from functools import cache

import numpy as np
import pytest

from models.strategies import FULL, PROSPECTS_PATH, SMALL, foresight, member, taught_by, untaught
from scoring.ruleset import MOST_COLUMNS
from scoring.strategy.baselines import ColumnNormal
from scoring.strategy.foresight import Outlook, chance_of, log_odds
from scoring.strategy.matches import ByWorths, Tables, play_out, thrown_faces
from scoring.strategy.position import Positions

torch = pytest.importorskip("torch", reason="torch is not installed (extra train): nothing can be trained")

from models.train import matches  # noqa: E402 - torch may be absent
from models.train.__main__ import main  # noqa: E402 - torch may be absent
from models.train.errors import RecipeError  # noqa: E402 - torch may be absent
from models.train.fit import RECIPES, load_recipe  # noqa: E402 - torch may be absent
from models.train.matches import (  # noqa: E402 - torch may be absent
    MatchFeatures,
    MatchNet,
    arrays_of,
    missed_by,
    train_matches,
)
from tests.models.train.broken_off import broken_off  # noqa: E402

RECIPE = replace(
    load_recipe(RECIPES / "matches.json"), steps=6, checkpoint_every=3, batch=32, rate=3e-3,
    samples={"matches": {"foresight": 2, "column-normal": 1}, "rounds": 2, "fades": (0.02, 0.05), "rows": (10,)},
)  # fmt: skip


@cache
def positions(columns: int) -> Positions:
    """Return positions after an entry, from all over two matches, as who entered sees them."""
    seen: list[Tables] = []
    plain = ByWorths(ColumnNormal())
    faces = thrown_faces(np.random.default_rng(3), 2, columns)
    play_out(plain, plain, faces, columns=columns, watch=seen.append)
    parts = [tables.positions for tables in seen[3:-5:8]]
    return Positions(np.concatenate([each.free for each in parts]), np.concatenate([each.sums for each in parts]))


@pytest.mark.parametrize(("columns", "of"), [(MOST_COLUMNS, f"{FULL}1."), (3, f"{SMALL}1.")])
def test_the_network_says_what_the_strategy_says_before_it_is_taught_and_after(columns, of):
    arrays, at = dict(np.load(PROSPECTS_PATH)), positions(columns)
    first, told, outlook = untaught(arrays), MatchFeatures.of(at), Outlook.of(at)
    net, plain = MatchNet(first, others=1), first.left(at, outlook)
    with torch.no_grad():
        assert net(told).numpy() == pytest.approx(plain, abs=1e-5)
        net.apart.fill_(0.5)  # by so much more others are beaten; an equal is not
        equal, other = (net(told, torch.full((len(at),), number)).numpy() for number in (0, 1))
        assert equal == pytest.approx(plain, abs=1e-5)
        assert (other > equal + 1e-3).any()
        assert (other >= equal).all()
        assert member({**arrays, **arrays_of(net)}).left(at, outlook) == pytest.approx(plain, abs=1e-5)
        net.load_state_dict({name: torch.from_numpy(arrays[of + name]) for name in arrays_of(net)}, strict=False)
        assert net(told).numpy() == pytest.approx(member(arrays, of).left(at, outlook), abs=1e-4)
    assert np.abs(foresight().standing(at) - plain).max() > 0.01


@pytest.mark.parametrize(("columns", "rows", "of"), [((MOST_COLUMNS,), (10,), FULL), ((1, 2), (6, 5), SMALL)])
def test_it_learns_round_by_round_and_goes_on_where_it_was_broken_off(tmp_path, columns, rows, of):
    recipe = replace(RECIPE, seed=7, samples={**RECIPE.samples, "columns": columns, "rows": rows})
    whole = train_matches(recipe, tmp_path / "whole")
    parts = broken_off(lambda: train_matches(recipe, tmp_path / "parts"), "models.train.matches:losses", after=4)
    assert all(np.allclose(parts[name], array, atol=1e-6) for name, array in whole.items())
    before, first, at = dict(np.load(PROSPECTS_PATH)), untaught(whole), positions(columns[-1])
    assert {name for name in before if not np.array_equal(whole[name], before[name])} == {f"{of}missed"}
    assert all(name.startswith(f"{of}7.") for name in whole.keys() - before.keys())
    taught, plain = (each.left(at, Outlook.of(at)) for each in (member(whole, f"{of}7."), first))
    assert 1e-4 < np.abs(taught - plain).mean() < 0.1
    assert len(taught_by(whole, of).members) == len(taught_by(before, of).members) + 1


def test_a_recipe_that_begins_with_matches_of_which_nothing_is_to_be_learnt_is_refused(tmp_path):
    recipe = replace(RECIPE, samples={**RECIPE.samples, "columns": (1,), "rows": (4,)})
    with pytest.raises(RecipeError, match="4 rows are reckoned out as a whole; name more"):
        train_matches(recipe, tmp_path)


def test_with_what_first_sight_misses_the_chance_is_the_same_after_an_entry_and_before_the_next_throw():
    missed = missed_by(
        {"starts": np.full((20, 3), 0.47), "luck": np.full((20, 3), 0.01), "free": np.ones((20, 3, 2, 10, 1))}
    )
    before, after = chance_of(log_odds(np.array([0.47, 0.48])) + missed)
    assert before + after == pytest.approx(1, abs=1e-3)


def test_another_seed_makes_another_member_beside_one_that_was_written_meanwhile(tmp_path, monkeypatch):
    path, recipe, real = tmp_path / "prospects.npz", tmp_path / "recipe.json", matches.losses
    np.savez(path, **(before := dict(np.load(PROSPECTS_PATH))))
    samples = {**RECIPE.samples, "columns": (1,), "rows": (5,)}
    recipe.write_text(json.dumps(asdict(replace(RECIPE, steps=1, samples=samples))))

    def meanwhile(*given):
        other = {name.replace("1", "9", 1): array for name, array in before.items() if name.startswith(f"{SMALL}1.")}
        np.savez(path, **before, **other)
        return real(*given)

    monkeypatch.setattr(matches, "PROSPECTS_PATH", path)
    monkeypatch.setattr(matches, "losses", meanwhile)
    main(["matches", "--recipe", str(recipe), "--seed", "8", "--work", str(tmp_path), "--out", str(path)])
    members = {name.split(".")[1] for name in dict(np.load(path)) if name.startswith(SMALL)} - {"missed"}
    assert members == {"1", "2", "8", "9"}
