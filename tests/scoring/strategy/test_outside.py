"""Strategies from outside and what they may answer; outcomes, positions and turns, held against the rules."""

from itertools import combinations

import numpy as np
import pytest

from scoring import errors, events, rules, ruleset
from scoring.dice import DICE_COUNT, Face
from scoring.games.ten_by_ten import begin
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell
from scoring.strategy import baselines, entry_worths, outcomes, outside
from scoring.strategy.outcomes import HANDS, MULTISETS, OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES, hand_number
from scoring.strategy.position import Positions
from tests.bench import by_throws
from tests.cases import cases
from tests.scoring.strategy.recorded import Player, played
from tests.scoring.table import five

N, T, J, Q, K, A = Face


def position(*, throws_left=1, is_served=False, faces=(N, N, K, K, K), **stands):
    """Return a position of two columns; points stand in rows of the first."""
    mine = tuple((stands.get(row.name), None) for row in Category)
    stand = {"mine": mine, "theirs": ((None, None),) * len(Category), "ruleset": ruleset.Ruleset(columns=2), "turn": 1}
    return outside.Position(faces=faces, throws_left=throws_left, is_served=is_served, **stand)


def test_free_cells_are_those_nothing_stands_in_row_by_row_and_points_what_the_dice_score():
    seen = position(NINES=0, GRANDE=56)
    assert len(seen.free_cells) == 18
    assert seen.free_cells[:3] == (Cell(Category.NINES, 2), Cell(Category.TENS, 1), Cell(Category.TENS, 2))
    assert seen.free_cells[-1] == Cell(Category.GRANDE, 2)
    assert [position().points(row) for row in Category] == [2, 0, 0, 0, 15, 0, 0, 35, 0, 0]
    assert position(is_served=True).points(Category.FULL) == 40


KINGS_2 = Cell(Category.KINGS, 2)
FLAGS = (True, False, True, False, False)


TAKEN = [(each, KINGS_2) for each in (KINGS_2, (Category.KINGS, 2), [4, 2], (np.int64(4), np.int64(2)))]
TAKEN += [(each, FLAGS) for each in (FLAGS, list(FLAGS), np.array(FLAGS))]


@pytest.mark.parametrize(("answer", "taken"), [*TAKEN, (np.array([4, 2]), KINGS_2), ((False,) * 5, (False,) * 5)])
def test_a_cell_may_be_given_as_row_and_column_and_flags_in_any_five_in_a_row(answer, taken):
    assert outside.answered(position(), answer) == taken


NEITHER = (None, "KINGS", 4, (4,), (4, 2, 1), (4.0, 2), (True, 2), (4, True), (1, 0, 1, 0, 0), FLAGS[:4], object())


@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        *((each, errors.AnswerError, "is neither a cell nor a hold; answer with a Cell") for each in NEITHER),
        ("x" * 10_000, errors.AnswerError, r"^'x{99}… is neither"),
        *((tuple(answer), getattr(errors, error), said) for answer, error, said in cases(__file__)["answers"]),
    ],
)
def test_what_is_neither_a_free_cell_nor_a_hold_is_refused(answer, error, said):
    with pytest.raises(error, match=said):
        outside.answered(position(ACES=0), answer)
    with pytest.raises(errors.ThrowsUsedUpError, match="now they are entered"):
        outside.answered(position(throws_left=0), FLAGS)


def test_every_hand_brings_in_every_row_what_the_rules_say():
    assert len(OUTCOMES) == 78
    for served in (False, True):
        for row in Category:
            for hand in range(0, HANDS, 5):
                faces = tuple(Face(face + 1) for face in MULTISETS[hand])
                outcome = OUTCOME_OF[int(served), row, hand]
                assert (OUTCOME_ROWS[outcome], OUTCOME_POINTS[outcome]) == (row, points(row, faces, is_served=served))


def test_a_position_is_what_the_sheets_say_to_the_player_who_looks():
    blind = Player(baselines.MostPoints(), 1.0)
    _, (state,) = played((blind, blind), 1, seed=1, ruleset=ruleset.Ruleset(columns=3), turns=23)
    mine, theirs = (Positions.from_games([state], [player]) for player in (0, 1))
    for player, position in enumerate((mine, theirs)):
        for side, sheet in enumerate((state.sheet(player), state.sheet(1 - player))):
            free = {(cell.category, cell.column - 1) for cell in sheet.free_cells}
            assert {(row, column) for row, column in np.argwhere(position.free[0, side]).tolist()} == free
            assert position.sums[0, side].tolist() == [sheet.column_sum(column) for column in (1, 2, 3)]
    assert np.array_equal(mine.passed_on().free, theirs.free)
    assert np.array_equal(mine.passed_on().sums, theirs.sums)
    assert mine.leads.tolist() == (-theirs.leads).tolist()


@pytest.mark.parametrize(
    ("strategy", "text", "column"),
    [
        (baselines.MostPoints(), "BBBBB", 10),
        (baselines.OverPar(is_thrifty=True), "99AAA", 10),  # three aces are not below par
        (baselines.OverPar(is_thrifty=True), "99TBD", 1),  # what is below par goes where it costs least
        (baselines.OverPar(), "99TBD", 10),
        (baselines.ColumnNormal(), "99TBD", 1),
    ],
)
def test_what_is_dear_goes_to_the_dearest_column(strategy, text, column):
    state = rules.apply(begin(("M", "E"), ruleset.Ruleset(), beginner=0), events.ThrowMade(five(text)))
    chosen = entry_worths.choices(strategy, Positions.from_games([state], [0]))
    outcome = chosen.outcomes[0, int(state.is_served), hand_number(state.turn.faces)]
    assert chosen.columns[0, outcome] + 1 == column
    assert (Category(OUTCOME_ROWS[outcome]) is Category.GRANDE) == (text == "BBBBB")


IS_GRANDE = (outcomes.COUNTS[: outcomes.HANDS].max(axis=1) == DICE_COUNT).astype(float)
IS_LARGE_STRAIGHT = np.array([hand in {(0, 1, 2, 3, 4), (1, 2, 3, 4, 5)} for hand in MULTISETS[:HANDS]], float)


def test_there_are_252_hands_and_462_holds_numbered_by_size_in_whatever_order_they_lie():
    assert (outcomes.HANDS, outcomes.HOLDS, outcomes.MULTISETS[outcomes.NOTHING]) == (252, 462, ())
    assert sorted(outcomes.SIZES, reverse=True) == outcomes.SIZES.tolist()
    assert len(set(outcomes.MULTISETS)) == outcomes.HOLDS
    lying = [Face.ACE, Face.NINE, Face.KING, Face.NINE, Face.TEN]
    assert outcomes.hand_number(lying) == outcomes.NUMBER_OF[0, 0, 1, 4, 5]
    assert outcomes.hand_number([]) == outcomes.NOTHING
    for size, lessened in outcomes.LESSENED.items():
        for held, less in zip((m for m in outcomes.MULTISETS if len(m) == size), lessened, strict=True):
            assert {outcomes.MULTISETS[number] for number in less} == set(combinations(held, size - 1))


def test_five_alike_and_a_large_straight_in_three_throws_are_as_published():
    # Source: "Yahtzee", Wikipedia, "Probabilities": 4.6029 % (347897 / 7558272) and 26.11 %.
    assert entry_worths.turn_values(IS_GRANDE, IS_GRANDE).start == pytest.approx(347897 / 7558272, abs=1e-12)
    assert entry_worths.turn_values(IS_LARGE_STRAIGHT, IS_LARGE_STRAIGHT).start == pytest.approx(0.2611, abs=5e-5)
    worths = entry_worths.hold_worths(np.zeros(outcomes.HANDS), IS_GRANDE)  # where only a full throw counts
    assert (worths[outcomes.NOTHING], np.count_nonzero(worths)) == (pytest.approx(6 / 7776), 1)


@pytest.mark.parametrize("served_whenever", [False, True])
def test_a_turn_is_worth_what_it_is_over_every_throw_alone_or_with_many(served_whenever):
    plain = np.random.default_rng(1).normal(0, 10, (2, 3, outcomes.HANDS))
    served = plain + np.random.default_rng(9).random(outcomes.HANDS)
    turn = entry_worths.turn_values(plain, served, served_whenever=served_whenever)
    as_tuples = [outcomes.NUMBER_OF[tuple(face - 1 for face in hand)] for hand in by_throws.HANDS]
    for at in ((0, 0), (1, 2)):
        ours = (worths[at][as_tuples].tolist() for worths in (plain, served))
        start, *holds = by_throws.turn_chances(*ours, served_whenever)
        for left, worths in enumerate(holds):
            for held, worth in zip(by_throws.HOLDS, worths, strict=True):
                assert turn.holds[left][at][outcomes.hand_number(held)] == pytest.approx(worth)
        assert turn.start[at] == pytest.approx(start)
