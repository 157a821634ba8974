from itertools import compress

import pytest

from models.strategies import foresight
from scoring.errors import GameOverError, NoThrowError
from scoring.events import GameAbandoned, ThrowBurned, ThrowMade
from scoring.games.ten_by_ten import begin
from scoring.rules import apply, replay
from scoring.ruleset import Level, Ruleset, ServedRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.advice import ALL_LIE, Advice, EntryAdvice, advise, reason
from scoring.strategy.baselines import ColumnNormal, OverPar
from tests.cases import cases
from tests.scoring.table import five, log_of

STRATEGIES = (ColumnNormal(), foresight())
LOWER = [Category.STRAIGHT, Category.FULL, Category.POKER]
NINE_ROWS = list(Category)[:9]
MOST = ("99999", "TTTTT", "BBBBB", "DDDDD", "KKKKK", "AAAAA", "TBDKA", "AAAKK", "AAAAK")


def thrown(text, **rules):
    return apply(begin(("M", "E"), Ruleset(**rules), beginner=0), ThrowMade(five(text)))


def struck(rows, text, others=None, **rules):
    """Return a game of one column in which rows are struck by the first and filled by the other player."""
    turns = [turn for row in rows for turn in (("99999", row, 1), (others[row] if others else "99999", row, 1))]
    return replay([*log_of(*turns, ruleset=Ruleset(columns=1, **rules)), ThrowMade(five(text))])


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(
    ("text", "row"),
    [("KKKAA", Category.FULL), ("BBBBB", Category.GRANDE), ("9TBDK", Category.STRAIGHT), ("TBDKA", Category.STRAIGHT)],
)
def test_a_served_combination_is_kept_and_goes_to_its_row(strategy, text, row):
    advice = advise(strategy, thrown(text))
    assert (advice.is_to_be_entered, advice.flags, advice.entries[0].cell.category) == (True, ALL_LIE, row)
    assert advice.worth == advice.entries[0].worth > 0.5


@pytest.mark.parametrize(("strategy", "column"), [(STRATEGIES[0], 1), (STRATEGIES[1], 2)])
def test_a_bad_hand_goes_where_it_costs_least_and_alike_dice_are_held(strategy, column):
    assert advise(strategy, thrown("99TBA")).entries[0].cell == Cell(Category.NINES, column)
    for text, kept in (("AAAA9", "AAAA"), ("AAA9T", "AAA"), ("KKK9T", "KKK")):  # only upper rows and Grande are free
        advice = advise(strategy, struck(LOWER, text))
        assert tuple(compress(five(text), advice.flags)) == advice.holds[0].faces == five(kept)


@pytest.mark.parametrize(("rule", "kept"), [(ServedRule.FIRST_THROW, "A"), (ServedRule.ANY_FULL_THROW, "")])
def test_all_five_are_thrown_again_where_that_can_still_be_served(rule, kept):
    # Only Grande is free and one throw left: an ace held brings 56 of five, all five thrown 51 to 66.
    state = apply(struck(NINE_ROWS, "9TBDA", served=rule), ThrowMade(five("9TBDA")))
    assert advise(OverPar(), state).holds[0].faces == five(kept)


def test_every_different_hold_and_every_free_cell_is_ranked():
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


def test_where_the_match_is_decided_it_is_still_played_for_points():
    # One column, of which the other has nine cells of most points: nothing helps any more.
    advice = advise(foresight(), struck(NINE_ROWS, "AAAAK", MOST))
    assert {option.worth for option in (*advice.holds, *advice.entries)} == {advice.worth}
    assert advice.worth < 1e-6
    assert tuple(compress(five("AAAAK"), advice.flags)) == five("AAAA")


def test_without_dice_there_is_no_advice():
    for state in (begin(("M", "E")), begin(("M", "E"), beginner=0), apply(thrown("KKKAA"), ThrowBurned((True,) * 5))):
        with pytest.raises(NoThrowError):
            advise(OverPar(), state)
    with pytest.raises(GameOverError):
        advise(OverPar(), apply(thrown("KKKAA"), GameAbandoned()))


@pytest.mark.parametrize(("entries", "level", "why", "worth", "instead"), cases(__file__)["reasons"])
def test_the_reason_is_what_the_level_understands(entries, level, why, worth, instead):
    best = tuple(EntryAdvice(Cell(Category[row], column), points, worth) for row, column, points, worth in entries)
    found = reason(Advice((), best, True), Level(level))
    assert (found.why, found.worth) == (why, worth)
    assert (found.instead and found.instead.cell) == (Cell(Category[instead[0]], instead[1]) if instead else None)
