"""Random games of every kind keep their laws; ten thousand of each: ``python -m tests.scoring.selfplay``."""

from __future__ import annotations

import pytest

from tests.scoring.selfplay import KINDS, play


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("seed", range(25))
def test_a_random_game_keeps_every_law(kind, seed):
    state, log = play(kind, seed)
    assert len(log) > 1
    assert all(stack >= 0 for stack in state.chips.stacks)
