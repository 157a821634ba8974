"""What the players may decide, in random games: all of it is legal, and nothing legal is left out."""

import random

import pytest

from firmware.session.decisions import decisions
from scoring import actions as act
from scoring.events import GameBegan
from scoring.games import escalero, hidden_poker, rock_and_roll
from scoring.rules import apply, legal_actions, replay
from tests.scoring.selfplay import KINDS, play

BY_DICE = (act.BeginnerThrow, act.ThrowDice, hidden_poker.LiftCup, rock_and_roll.ThrowForBank)
EVERYWHERE = (act.CorrectThrow, act.WithdrawThrow, act.TakeBackDecision, act.Abandon, escalero.CorrectRow)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_all_that_is_offered_is_legal_and_all_that_is_legal_is_offered(kind, seed):
    _, log = play(KINDS[kind], seed)
    game = replay(log[:1])
    looked_at = set(random.Random(seed).sample(range(1, len(log)), min(25, len(log) - 1)))
    for number, event in enumerate(log[1:], start=1):
        if number in looked_at:
            offered = decisions(game)
            for decision in offered:
                apply(game, decision.event)
            asked = [action for action in legal_actions(game) if not isinstance(action, BY_DICE + EVERYWHERE)]
            empty = [a for a in asked if isinstance(a, rock_and_roll.PlaceBet) and not any(most for _, most in a.most)]
            assert bool(offered) == (len(asked) > len(empty))
            assert len({repr(decision.event) for decision in offered}) == len(offered)
        game = apply(game, event)


def test_the_big_sheet_is_touched_cell_by_cell_and_offers_none():
    assert (decisions(None), decisions(replay([GameBegan(players=("A", "B"), beginner=0)]))) == ((), ())
