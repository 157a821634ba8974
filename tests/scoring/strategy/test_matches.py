"""Many matches at once follow the rules; of a game, luck and decisions together are the result."""

import random
from itertools import pairwise

import numpy as np
import pytest

from models.strategies import foresight
from scoring import dice, errors
from scoring import events as ev
from scoring.game import Stage
from scoring.games.standings import standings
from scoring.games.ten_by_ten import begin
from scoring.rules import apply, legal_actions, replay
from scoring.ruleset import RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy import matches
from scoring.strategy.account import EnteredIn, Held, JudgedDecision, ThrowLuck
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from scoring.strategy.luck import account
from tests.scoring.selfplay import event_for
from tests.scoring.strategy.recorded import Player, played
from tests.scoring.table import five, flags, log_of

BLIND = Player(MostPoints(), 1.0)


@pytest.mark.parametrize("served", ServedRule)
@pytest.mark.parametrize("tied", TiedColumnRule)
@pytest.mark.parametrize(
    ("players", "columns", "count"),
    [
        ((BLIND, BLIND), 10, 6),
        ((Player(MostPoints()), Player(ColumnNormal())), 3, 6),
        pytest.param((Player(foresight()), Player(OverPar())), 10, 3, marks=pytest.mark.proof),
    ],
    ids=["blind", "plain", "strong"],
)
def test_matches_played_again_by_the_rules_are_legal_and_end_alike(players, columns, count, served, tied):
    # Where anything is against the rules, they refuse it.
    ended, states = played(players, count, seed=5, ruleset=Ruleset(served=served, tied_column=tied, columns=columns))
    assert (ended.given_up_by == matches.NOBODY).all()
    for state, cells, lead in zip(states, ended.cells, ended.leads, strict=True):
        assert len(state.entries) == matches.turns_of(columns)
        entered = np.full((2, 10, columns), matches.FREE)
        for entry in state.entries:
            entered[entry.player, entry.cell.category, entry.cell.column - 1] = entry.points
        assert (cells == entered).all()
        result = standings(state)
        assert result.points[0] - result.points[1] == lead
        assert result.winner == {1: 0, 0: None, -1: 1}[int(np.sign(lead))]


NAMES = ("Anna", "Ben")
RULESETS = [
    Ruleset(served=served, tied_column=tied, reroll=reroll, columns=columns)
    for served, tied, reroll, columns in [
        (ServedRule.FIRST_THROW, TiedColumnRule.NONE, RerollRule.THROW, 10),
        (ServedRule.ANY_FULL_THROW, TiedColumnRule.SPLIT, RerollRule.DIE, 3),
        (ServedRule.ANY_FULL_THROW, TiedColumnRule.NONE, RerollRule.THROW, 1),
        (ServedRule.FIRST_THROW, TiedColumnRule.SPLIT, RerollRule.DIE, 2),
    ]
]
TWO_COLUMNS = Ruleset(columns=2)


def assert_exact(kept, state):
    """Luck and decisions make the result, from either side, and the chances shown are of one piece."""
    assert abs(kept.remainder()) <= 1e-9
    chances = [kept.start, *(step.chance if step.player == 0 else 1 - step.chance for step in kept.steps)]
    for (before, after), step in zip(pairwise(chances), kept.steps, strict=True):
        change = (after - before) * (1 if step.player == 0 else -1)
        assert change == pytest.approx(step.luck if isinstance(step, ThrowLuck) else -step.loss, abs=1e-12)
    if state.stage is Stage.OVER and not state.is_abandoned:
        stands = standings(state)
        assert (kept.result, kept.last) == (0.5 if stands.is_draw else 1.0 - stands.winner, kept.result)
    else:
        assert kept.result is None
    assert all(step.loss >= 0 and step.blind >= 0 for step in kept.steps if isinstance(step, JudgedDecision))
    assert all(-1e-12 <= chance <= 1 + 1e-12 for chance in chances)


@pytest.mark.parametrize("ruleset", [pytest.param(RULESETS[0], marks=pytest.mark.proof), *RULESETS[1:]])
@pytest.mark.parametrize("blind", [0.0, 0.3, 1.0])
def test_luck_and_decisions_are_the_result_in_every_game(ruleset, blind):
    players = Player(foresight(), blind), Player(MostPoints())
    _, states = played(players, 2, seed=round(10 * blind) + ruleset.columns, ruleset=ruleset, beginner=1)
    for state in states:
        assert_exact(account(state, foresight()), state)


@pytest.mark.parametrize("seed", range(3))
def test_what_stands_in_the_end_counts_however_often_it_was_put_right(seed):
    rng = random.Random(seed)
    state = begin(NAMES, rng.choice(RULESETS[1:]))
    most = (40, 400, 1000)[seed]
    while most and not (state.is_abandoned or (state.stage is Stage.OVER and rng.random() < 0.2)):
        most -= 1
        if (event := event_for(rng, rng.choice(legal_actions(state)), state, rare=0.3)) is not None:
            state = apply(state, event)
    assert state.entries
    kept = account(state, ColumnNormal())
    assert_exact(kept, state)
    entered = [step for step in kept.steps if isinstance(step, JudgedDecision) and isinstance(step.done, EnteredIn)]
    assert [(step.done.cell, step.done.points) for step in entered] == [(e.cell, e.points) for e in state.entries]


GRANDE_STRUCK = ("KKKAA", Category.FULL, 2), ("99999", Category.GRANDE, 1)


def test_a_game_taken_back_and_played_again_is_the_game_that_stands_and_an_abandoned_one_has_no_result():
    plain = log_of(*GRANDE_STRUCK, ruleset=TWO_COLUMNS)
    misread = ev.ThrowMade((*plain[1].faces[:4], dice.Face.NINE)), ev.ThrowCorrected(plain[1].faces)
    misplaced = ev.Entered(Cell(Category.ACES, 1)), ev.EntryTakenBack()
    begun = ev.ThrowBurned((True,) * 5), ev.ThrowMade(plain[1].faces), ev.ThrowWithdrawn()
    kept = account(replay(plain), ColumnNormal())
    assert account(replay([plain[0], *misread, *misplaced, *plain[2:], *begun]), ColumnNormal()) == kept
    assert account(replay([*plain, ev.GameAbandoned()]), ColumnNormal()) == kept
    assert (kept.result, kept.without_luck(0)) == (None, None)


def test_a_running_turn_counts_as_far_as_it_came():
    with pytest.raises(errors.NoThrowError, match="no turn was begun yet"):
        account(begin(NAMES), ColumnNormal())
    log = log_of(GRANDE_STRUCK[0], ruleset=TWO_COLUMNS)
    state = replay([*log, ev.ThrowMade(five("99BDK")), ev.ThrowMade(five("99BBB"), flags("99..."))])
    kept = account(state, ColumnNormal())
    assert [type(step) for step in kept.steps] == [ThrowLuck, JudgedDecision, ThrowLuck, JudgedDecision, ThrowLuck]
    assert kept.steps[3].done == Held(five("99"))
    assert_exact(kept, state)
    assert len(kept.curve()) == 3
    assert_exact(account(first := replay([log[0], ev.ThrowMade(five("99BDK"))]), foresight()), first)


@pytest.mark.parametrize(("strategy", "rounding", "of_each"), [(ColumnNormal(), 1e-9, 0.0), (foresight(), 1e-6, 1e-6)])
def test_who_plays_as_the_evaluator_loses_nothing_and_dice_bring_nothing_on_average(strategy, rounding, of_each):
    players = Player(strategy), Player(MostPoints())
    accounts = [account(state, strategy) for state in played(players, 12, seed=3, ruleset=TWO_COLUMNS)[1]]
    for kept in accounts:
        assert (kept.loss(0), kept.accuracy(0).share) == (pytest.approx(0, abs=rounding), pytest.approx(1))
        assert kept.costliest(3)[0].player == 1
        assert kept.loss(1) > 0.001
        assert all(decision.done == decision.best or decision.loss < of_each for decision in kept.decisions(0))
    for player in (0, 1):
        luck = np.array([throw.of_dice for kept in accounts for throw in kept.throws(player)])
        assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))
        assert luck.std() > 0.01
    without = [kept.without_luck(0) for kept in accounts]
    assert np.var(without) < 0.6 * np.var([kept.result for kept in accounts])  # it scatters less


def grandes_decide(*throws):
    """Return a game of one column that stands even when each player has only his Grande left."""
    rows = [row for row in Category if row is not Category.GRANDE]
    even = [turn for row in rows for turn in (("9TBDA", row, 1), ("9TBDA", row, 1))]
    log = log_of(*even, *((throw, Category.GRANDE, 1) for throw in throws), ruleset=Ruleset(columns=1))
    return account(replay(log), ColumnNormal())


def test_the_throw_that_wins_is_luck_and_to_enter_nothing_where_two_are_left_a_decision():
    (served,) = (throw for throw in grandes_decide("AAAAA", "9TBDA").throws(0) if throw.turn_number == 19)
    assert served.luck > 0.4
    assert served.of_dice > 0.4
    (given_up,) = [step for step in grandes_decide("9TBDA", "9TBDA").decisions(1) if step.turn_number == 20]
    assert type(given_up.best) is Held
    # Five alike from five different dice in two throws: the first leaves 1, 2, 3, 4 alike with chances 120, 900, 250
    # and 25 of 1,296 and five with 1, and from these the second makes five with 1, 6, 36 and 216 of 1,296.
    chance = (120 * 1 + 900 * 6 + 250 * 36 + 25 * 216 + 1 * 1296) / 1296**2
    assert given_up.loss == pytest.approx(chance / 2, abs=1e-9)


def test_a_dear_decision_is_named_with_what_would_have_been_better_and_accuracy_is_what_was_kept():
    log = log_of(("AAAAA", Category.NINES, 2), ("9TBDK", Category.STRAIGHT, 2), ruleset=TWO_COLUMNS)
    kept = account(replay(log), ColumnNormal())
    (worst, *_) = kept.costliest(3)
    assert (worst.turn_number, worst.player, worst.done) == (1, 0, EnteredIn(Cell(Category.NINES, 2), 0))
    assert worst.best == EnteredIn(Cell(Category.GRANDE, 2), 66)
    assert worst.loss > 0.1
    (decision,), accuracy = kept.decisions(0), kept.accuracy(0)
    assert (accuracy.decisions, accuracy.mean_loss) == (1, decision.loss)
    assert accuracy.share == 1 - decision.loss / decision.blind < 0
    undecided = account(replay(log[:-2]), ColumnNormal()).accuracy(1)
    assert (undecided.decisions, undecided.mean_loss, undecided.share) == (0, 0.0, None)
