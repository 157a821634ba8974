import json
from pathlib import Path
from typing import get_args

import cattrs
import pytest

from scoring import actions as act
from scoring import errors, seats
from scoring import events as ev
from scoring.game import Stage
from scoring.games.standings import standings
from scoring.games.ten_by_ten import GameState, begin, preview
from scoring.rules import apply, legal_actions, replay
from scoring.ruleset import RerollRule, Ruleset, ServedRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.cases import cases
from tests.scoring.table import five, flags, run

PLAYERS = ("Manfred", "Ewald")
BURNING = flags("K....")
UNDECIDED, RUNNING = begin(PLAYERS), begin(PLAYERS, beginner=0)


def thrown(text, held="....."):
    return ev.ThrowMade(five(text), flags(held))


def began(*throws):
    """Return throws for who begins: "1 AAAAA"."""
    return [ev.BeginnerThrown(int(each[0]), five(each[2:])) for each in throws]


def only(kind, state):
    return [action for action in legal_actions(state) if isinstance(action, kind)]


def test_a_log_keeps_names_and_house_rules_and_begins_with_empty_sheets():
    rules = Ruleset(served=ServedRule.ANY_FULL_THROW, columns=3)
    state = replay([ev.GameBegan(players=PLAYERS, ruleset=rules, beginner=1)])
    assert (state.players, state.ruleset, state.beginner, state.to_move) == (PLAYERS, rules, 1, 1)
    for beginner in (-1, 2):
        with pytest.raises(errors.UnknownPlayerError):
            replay([ev.GameBegan(players=PLAYERS, beginner=beginner)])
    assert GameState(agreed=ev.GameBegan(players=PLAYERS), seats=(0, 1), beginning=seats.Beginning((0, 1))) == UNDECIDED
    assert (UNDECIDED.stage, UNDECIDED.turn_number, UNDECIDED.to_move) == (Stage.BEGINNING, 1, None)
    assert apply(UNDECIDED, ev.GameAbandoned()).stage is Stage.OVER
    assert [begin(PLAYERS, Ruleset(columns=columns)).turns for columns in (1, 2, 10)] == [20, 40, 200]


@pytest.mark.parametrize(("throws", "beginner"), cases(__file__)["beginners"])
def test_the_highest_sum_begins_and_ties_throw_again(throws, beginner):
    state = run(UNDECIDED, *began(*throws))
    assert [state.beginner] == [state.to_move] == (beginner or [None])
    assert state.stage is (Stage.TURN if beginner else Stage.BEGINNING)


def test_a_throw_for_who_begins_can_burn_be_put_right_until_the_first_throw_and_withdrawn():
    assert apply(UNDECIDED, ev.ThrowBurned(BURNING)) == UNDECIDED
    once = run(UNDECIDED, *began("0 AAAAK"))
    twice = run(once, *began("1 AAAAA"))
    assert twice.beginner == 1
    tied, other = (apply(twice, ev.ThrowCorrected(five(text))) for text in ("AAAAK", "AAAA9"))
    assert (tied.beginner, tied.stage, other.beginner) == (None, Stage.BEGINNING, 0)
    begun = run(other, thrown("KKKAA"), ev.ThrowCorrected(five("KKKA9")))
    assert (begun.beginner, begun.turn.faces, apply(twice, ev.ThrowWithdrawn())) == (0, five("KKKA9"), once)
    assert apply(once, ev.ThrowWithdrawn()) == UNDECIDED


def test_the_preview_says_what_every_row_would_score_and_is_what_is_then_entered():
    state = apply(RUNNING, thrown("KKKAA"))
    expected = dict.fromkeys(Category, 0) | {Category.KINGS: 15, Category.ACES: 12, Category.FULL: 40}
    assert list(preview(state).items()) == list(expected.items())
    for row, scored in expected.items():
        assert apply(state, ev.Entered(Cell(row, 3))).entries[0].points == scored


def test_before_anything_lies_there_is_nothing_but_to_throw():
    assert legal_actions(UNDECIDED) == (act.BeginnerThrow(0), act.BeginnerThrow(1), act.Abandon())
    corrections = act.CorrectThrow(may_hold=False), act.WithdrawThrow()
    assert legal_actions(run(UNDECIDED, *began("1 AAAAA"))) == (act.BeginnerThrow(0), act.Abandon(), *corrections)
    first = act.ThrowDice(throw_number=1, dice=(5,), holds=((False,) * 5,), is_repeat=False)
    assert legal_actions(RUNNING) == (first, act.Abandon())


def test_after_the_first_throw_one_may_throw_on_or_enter_anywhere():
    state = apply(RUNNING, thrown("9TBDK"))
    (throw,) = only(act.ThrowDice, state)
    assert (throw.throw_number, throw.dice, throw.is_repeat) == (2, (1, 2, 3, 4, 5), False)
    assert len(throw.holds) == len(set(throw.holds)) == 31  # Source: 2⁵ choices but the one that holds all five
    assert [action.cell for action in only(act.Enter, state)] == list(state.sheets[0].free_cells)
    assert act.CorrectThrow(may_hold=False) in legal_actions(state)
    (throw,) = only(act.ThrowDice, apply(RUNNING, thrown("AAAAA")))
    assert [sum(held) for held in throw.holds] == [0, 1, 2, 3, 4]  # of equal dice it is the same which stay


@pytest.mark.parametrize(("rule", "in_cup"), [(RerollRule.THROW, (3,)), (RerollRule.DIE, (1,))])
def test_a_burned_throw_is_repeated_and_nothing_entered(rule, in_cup):
    state = run(begin(PLAYERS, Ruleset(reroll=rule), beginner=0), thrown("9KTKA"), ev.ThrowBurned(BURNING, five("KK")))
    again = act.ThrowDice(throw_number=2, dice=in_cup, holds=((False, True, False, True, False),), is_repeat=True)
    assert (only(act.ThrowDice, state), only(act.Enter, state)) == ([again], [])


# One event a line: its class and its fields, faces and rows as numbers. Among its 200 turns are ties for who begins,
# burned throws, misreadings put right, entries taken back, corrected and swapped. `ten_by_ten.sheets.txt` was written
# by a separate program that folds the JSON and builds the combinations up from their description.
GOLDEN = Path(__file__).parents[3] / "golden"
EVENTS = {kind.__name__: kind for kind in get_args(ev.GameEvent)}


def format_sheets(state):
    lines = []
    for name, sheet in zip(state.players, state.sheets, strict=True):
        lines.append(name)
        for row in Category:
            cells = [sheet.entry_at(Cell(row, column)).points for column in range(1, 11)]
            lines.append(f"{row.name:<8}" + "".join(f"{points:>4}" for points in cells) + f"{sum(cells):>6}")
        sums = [sheet.column_sum(column) for column in range(1, 11)]
        lines += [f"{'sum':<8}" + "".join(f"{points:>4}" for points in sums) + f"{sheet.total:>6}", ""]
    points = standings(state).points
    return "\n".join([*lines, f"points {points[0]:g}:{points[1]:g}"]) + "\n"


def test_the_golden_game_ends_with_the_sheets_worked_out_elsewhere():
    converter, lines = cattrs.Converter(forbid_extra_keys=True), (GOLDEN / "ten_by_ten.jsonl").read_text().splitlines()
    log = [converter.structure(fields, EVENTS[kind]) for kind, fields in map(json.loads, lines)]
    kinds = {type(event) for event in log}
    assert {ev.EntriesSwapped, ev.EntryCorrected, ev.EntryTakenBack, ev.ThrowBurned, ev.ThrowCorrected} <= kinds
    state = replay(log)
    assert (state.stage, format_sheets(state)) == (Stage.OVER, (GOLDEN / "ten_by_ten.sheets.txt").read_text())
