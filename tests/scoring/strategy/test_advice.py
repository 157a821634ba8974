from __future__ import annotations

from itertools import compress

import pytest

from models.advisor import foresight
from scoring.errors import GameOverError, NoThrowError
from scoring.events import ThrowBurned, ThrowMade
from scoring.games.standings import standings
from scoring.games.ten_by_ten import begin
from scoring.rules import apply, replay
from scoring.ruleset import Level, Ruleset, ServedRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.advice import ALL_LIE, Advice, EntryAdvice, Reason, Why, advise, reason
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from scoring.strategy.entry_worths import choices
from scoring.strategy.outcomes import hand_number
from scoring.strategy.position import Positions

STRATEGIES = (ColumnNormal(), foresight())


@pytest.fixture
def thrown(dice):
    """Return what makes a game in which the first throw lies."""
    return lambda text, **rules: apply(begin(("M", "E"), Ruleset(**rules), beginner=0), ThrowMade(dice(text)))


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(
    ("text", "row"),
    [("KKKAA", Category.FULL), ("BBBBB", Category.GRANDE), ("9TBDK", Category.STRAIGHT), ("TBDKA", Category.STRAIGHT)],
)
def test_a_served_combination_is_kept_and_goes_to_its_row(thrown, strategy, text, row):
    advice = advise(strategy, thrown(text))
    assert advice.is_to_be_entered
    assert advice.flags == ALL_LIE
    assert advice.entries[0].cell.category is row
    assert advice.worth == advice.entries[0].worth > 0.5


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_bad_hand_is_written_where_it_costs_least(thrown, strategy):
    assert advise(strategy, thrown("99TBA")).entries[0].cell.column <= 2


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("text", "kept"), [("AAAA9", "AAAA"), ("AAA9T", "AAA"), ("KKK9T", "KKK")])
def test_alike_dice_are_held_when_only_the_upper_rows_and_grande_are_free(log_of, dice, strategy, text, kept):
    lower = [Category.STRAIGHT, Category.FULL, Category.POKER]
    turns = [turn for row in lower for turn in (("99999", row, 1), ("99999", row, 1))]
    state = replay([*log_of(*turns, ruleset=Ruleset(columns=1)), ThrowMade(dice(text))])
    advice = advise(strategy, state)
    assert tuple(compress(dice(text), advice.flags)) == advice.holds[0].faces == dice(kept)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strikes_go_to_columns_that_are_lost(log_of, dice, strategy):
    # The other has a full column 10, this player one free cell in it that cannot win; column 9 is open.
    turns = []
    for row in list(Category)[:9]:
        turns += [("TTTTB" if row is Category.NINES else "99999", row, 10), ("AAAAA", row, 10)]
    turns += [("99999", Category.NINES, 9), ("AAAAA", Category.GRANDE, 10)]
    state = replay([*log_of(*turns), ThrowMade(dice("9TBDA"))])
    assert standings(state).columns[9].cannot_lose(1)
    strikes = [entry.cell for entry in advise(strategy, state).entries if entry.cell.category is Category.GRANDE]
    assert strikes[0] == Cell(Category.GRANDE, 10)


def test_after_the_third_throw_there_is_nothing_to_hold_for(thrown, dice):
    state = thrown("99TBA")
    for _ in range(2):
        state = apply(state, ThrowMade(dice("99TBA")))
    advice = advise(ColumnNormal(), state)
    assert advice.holds == ()
    assert advice.is_to_be_entered


@pytest.mark.parametrize(("rule", "kept"), [(ServedRule.FIRST_THROW, "A"), (ServedRule.ANY_FULL_THROW, "")])
def test_all_five_are_thrown_again_where_that_can_still_be_served(log_of, dice, rule, kept):
    # Only Grande is free and one throw left: an ace held brings 56 of five, all five thrown 51 to 66.
    turns = [turn for row in list(Category)[:9] for turn in (("99999", row, 1), ("99999", row, 1))]
    state = replay([*log_of(*turns, ruleset=Ruleset(columns=1, served=rule)), ThrowMade(dice("9TBDA"))])
    state = apply(state, ThrowMade(dice("9TBDA")))
    assert advise(OverPar(), state).holds[0].faces == dice(kept)


def test_every_different_hold_and_every_free_cell_is_ranked(thrown):
    state = thrown("KKKAA")
    advice = advise(ColumnNormal(), state)
    assert len(advice.entries) == 100
    assert len({hold.faces for hold in advice.holds}) == len(advice.holds) == 4 * 3 - 1  # 0–3 kings, 0–2 aces, not all
    for options in (advice.holds, advice.entries):
        worths = [option.worth for option in options]
        assert worths == sorted(worths, reverse=True)
    assert {entry.points for entry in advice.entries if entry.cell.category is Category.FULL} == {40}
    for hold in advice.holds:
        assert tuple(compress(state.turn.faces, hold.flags)) == hold.faces


def test_worths_are_those_of_the_turn(thrown, dice):
    first = thrown("KKKAT")
    second = apply(first, ThrowMade(dice("KKKAD"), (True, True, True, True, False)))
    for state, left in ((first, 2), (second, 1)):
        turn = choices(ColumnNormal(), Positions.from_games((state,), (0,))).turn
        for hold in advise(ColumnNormal(), state).holds:
            assert hold.worth == turn.holds[left - 1][0, hand_number(hold.faces)]


def test_a_served_hand_is_advised_on_as_one(thrown, dice):
    first = thrown("KKKAA")
    held = apply(thrown("KKK9T"), ThrowMade(dice("KKKAA"), (True, True, True, False, False)))
    for state, points in ((first, 40), (held, 35)):
        best = advise(MostPoints(), state).entries[0]
        assert (best.cell, best.points) == (Cell(Category.FULL, 10), points)


def test_where_the_match_is_decided_it_is_still_played_for_points(log_of, dice):
    # One column, of which the other has nine cells of most points: nothing helps any more.
    turns = [turn for row in list(Category)[:9] for turn in (("99999", row, 1), (_MOST[row], row, 1))]
    state = replay([*log_of(*turns, ruleset=Ruleset(columns=1)), ThrowMade(dice("AAAAK"))])
    advice = advise(foresight(), state)
    assert {option.worth for option in (*advice.holds, *advice.entries)} == {advice.worth}
    assert advice.worth < 1e-6
    assert tuple(compress(dice("AAAAK"), advice.flags)) == dice("AAAA")


_MOST = ("99999", "TTTTT", "BBBBB", "DDDDD", "KKKKK", "AAAAA", "TBDKA", "AAAKK", "AAAAK")


def test_without_dice_there_is_no_advice(thrown, random_logs):
    waiting = begin(("M", "E"), beginner=0)
    burning = apply(thrown("KKKAA"), ThrowBurned((True,) * 5))
    for state in (begin(("M", "E")), waiting, burning):
        with pytest.raises(NoThrowError):
            advise(OverPar(), state)
    over = replay(random_logs(0, Ruleset(columns=1)))
    with pytest.raises(GameOverError):
        advise(OverPar(), over)


def advice(*entries):
    """Return advice on cells: row, column, points and worth of each, best first."""
    return Advice(
        (), tuple(EntryAdvice(Cell(row, column), points, worth) for row, column, points, worth in entries), True
    )


KINGS = (Category.KINGS, 10, 20, 0.75)
OTHER_COLUMN = (Category.KINGS, 9, 20, 0.7)
OTHER_ROW = (Category.POKER, 10, 45, 0.625)


@pytest.mark.parametrize("level", [Level.CONNOISSEUR, Level.JUNKIE])
def test_who_reckons_in_chances_names_the_best_cell_of_another_row(level):
    found = reason(advice(KINGS, OTHER_COLUMN, OTHER_ROW), level)
    assert (found.why, found.worth, found.instead.cell) == (Why.CHANCE, 0.75, Cell(Category.POKER, 10))


def test_where_one_row_is_left_the_next_column_is_named():
    assert reason(advice(KINGS, OTHER_COLUMN), Level.JUNKIE).instead.cell == Cell(Category.KINGS, 9)


def test_a_strike_costs_least():
    found = reason(advice((Category.GRANDE, 1, 0, 0.8), KINGS), Level.JUNKIE)
    assert found.why is Why.STRIKE


def test_the_last_cell_needs_no_reason():
    assert reason(advice(KINGS), Level.BEGINNER) == reason(advice(KINGS), Level.JUNKIE) == Reason(Why.LAST_CELL)


def test_where_the_match_is_decided_it_is_said():
    decided = [(*each[:3], 1.0) for each in (KINGS, OTHER_COLUMN, OTHER_ROW)]
    assert reason(advice(*decided), Level.CONNOISSEUR) == Reason(Why.DECIDED)


@pytest.mark.parametrize(("points", "why"), [(20, Why.MOST_POINTS), (0, Why.NO_POINTS)])
def test_a_beginner_sees_points(points, why):
    assert reason(advice((Category.KINGS, 10, points, points + 0.01), OTHER_ROW), Level.BEGINNER) == Reason(why)


@pytest.mark.parametrize(("worth", "why"), [(5.0, Why.ABOVE_USUAL), (0.0, Why.ABOVE_USUAL), (-3.0, Why.BELOW_USUAL)])
def test_a_regular_compares_with_what_the_row_usually_brings(worth, why):
    found = reason(advice((Category.KINGS, 10, 20, worth), (*OTHER_ROW[:3], worth - 1)), Level.REGULAR)
    assert found == Reason(why, abs(worth))
