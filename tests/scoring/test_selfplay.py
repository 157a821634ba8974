"""Random games of every kind keep their laws."""

import pytest

from tests.scoring.selfplay import KINDS, play


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 1000), marks=pytest.mark.proof)])
def test_random_games_keep_every_law(kind, seeds):
    for seed in seeds:
        state, log = play(kind, seed)
        assert len(log) > 1
        assert all(stack >= 0 for stack in state.chips.stacks)
