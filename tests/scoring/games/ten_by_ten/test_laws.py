"""Laws of any game, in states reached by any events, legal ones and others."""

import random
from collections import Counter
from itertools import compress

import pytest

from scoring import actions as act
from scoring import events as ev
from scoring.errors import ScoringError
from scoring.games.standings import standings
from scoring.rules import apply, legal_actions, replay
from scoring.ruleset import RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.sheets import category, sheet
from tests.scoring.selfplay import event_for
from tests.scoring.selfplay import faces as thrown_faces


def anything(rng, state):
    """Return an event that may fit or not; what is held may keep its face, and the camera sees it in another order."""
    cell, last = sheet.Cell(rng.choice(tuple(category.Category)), rng.randint(1, 3)), len(state.entries) + 1
    one, other = rng.randint(0, last), rng.randint(0, last)
    faces, held, order = thrown_faces(rng), tuple(rng.random() < 0.4 for _ in range(5)), rng.sample(range(5), 5)
    lying = state.turn.faces if state.turn.throws else faces
    stays = tuple(old if is_held else new for old, new, is_held in zip(lying, faces, held, strict=True))
    burning, untold = tuple(rng.random() < 0.5 for _ in range(5)), rng.choice((None, faces[: rng.randrange(6)]))
    events = [
        ev.BeginnerThrown(rng.randrange(3), faces),
        ev.ThrowMade(faces, held),
        ev.ThrowMade(tuple(stays[i] for i in order), tuple(held[i] for i in order)),
        ev.ThrowBurned(burning, untold),
        ev.ThrowBurned(burning, tuple(compress(lying, held))),
        ev.ThrowCorrected(faces, held),
        ev.ThrowWithdrawn(),
        ev.Entered(cell, rng.choice(tuple(sheet.ChosenBy))),
        ev.EntryTakenBack(),
        ev.EntryCorrected(turn_number=one, cell=cell, faces=faces, is_served=rng.random() < 0.5),
        ev.EntriesSwapped((one, other)),
    ]
    return rng.choice(events)


def allows(action, event, state):  # noqa: C901 - one case an action
    """Tell whether an action allows an event; written anew, from the words of scoring/RULES.md."""
    match action, event:
        case act.BeginnerThrow(player), ev.BeginnerThrown(thrower, _):
            return thrower == player
        case act.BeginnerThrow(), ev.ThrowBurned(burning, held_faces):
            return any(burning) and not held_faces
        case act.ThrowDice(), ev.ThrowMade(faces, held):
            return Counter(compress(faces, held)) in allowed_holds(action, state)
        case act.ThrowDice(), ev.ThrowBurned(burning, held_faces):
            return any(burning) and (held_faces is None or Counter(held_faces) in allowed_holds(action, state))
        case act.CorrectThrow(may_hold), ev.ThrowCorrected(_, held):
            return not any(held) or (may_hold and not all(held))
        case act.Enter(cell), ev.Entered(entered, _):
            return cell == entered
        case act.ChangeEntry(turn_number, free), ev.EntryCorrected():
            own = state.entries[turn_number - 1].cell
            return event.turn_number == turn_number and event.cell in (own, *free)
        case act.SwapEntries(turn_numbers), ev.EntriesSwapped((one, other)):
            return one != other and {one, other} <= set(turn_numbers)
    alike = {act.WithdrawThrow: ev.ThrowWithdrawn, act.TakeBackEntry: ev.EntryTakenBack, act.Abandon: ev.GameAbandoned}
    return alike.get(type(action)) is type(event)


def allowed_holds(action, state):
    faces = state.turn.faces if state.turn.throws else (None,) * 5
    return [Counter(compress(faces, flags)) for flags in action.holds]


def assert_lawful(state):
    """No two entries share a cell, each scores its dice, and points of decided columns are shared out."""
    assert len({(entry.player, entry.cell) for entry in state.entries}) == len(state.entries)
    for number, entry in enumerate(state.entries, 1):
        assert entry.turn_number == number
        assert entry.points == category.points(entry.cell.category, entry.faces, is_served=entry.is_served)
        assert sorted(entry.throws[-1].faces) == sorted(entry.faces)
        assert entry.player == (state.beginner + number - 1) % 2
    now = standings(state)
    decided = [column for column in now.columns if column.is_decided]
    tied = sum(column.column for column in decided if column.is_tied)
    lost = 0 if state.ruleset.tied_column is TiedColumnRule.SPLIT else tied
    assert sum(now.points) + lost == sum(column.column for column in decided)
    assert (now.winner is not None or now.is_draw) == all(column.is_decided for column in now.columns)


@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(10, 300), marks=pytest.mark.proof)])
def test_what_is_legal_and_nothing_else_is_taken_and_the_log_says_it_all(seeds):
    for seed in seeds:
        rng = random.Random(seed)
        served, tied, reroll = (rng.choice(tuple(each)) for each in (ServedRule, TiedColumnRule, RerollRule))
        ruleset = Ruleset(served=served, tied_column=tied, reroll=reroll, columns=rng.randint(1, 2))
        log = [ev.GameBegan(players=("Manfred", "Ewald"), ruleset=ruleset, beginner=rng.choice((None, 0, 1)))]
        state = replay(log)
        actions = legal_actions(state)
        for _ in range(1000):
            is_wild = not actions or rng.random() < 0.2
            event = anything(rng, state) if is_wild else event_for(rng, rng.choice(actions), state)
            is_allowed = any(allows(action, event, state) for action in actions)
            try:
                after = apply(state, event) if event else state
            except ScoringError:
                assert not is_allowed, f"legal by legal_actions, refused: {event}"
                continue
            if event:
                assert is_allowed, f"accepted, but not among legal_actions: {event}"
                assert_lawful(after)
                log.append(event)
                state, actions = after, legal_actions(after)
        assert replay(log) == state
