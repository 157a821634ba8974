"""Many matches at once: they follow the rules, turns are worth what was reckoned, leads are those of the sheets."""

from itertools import product

import numpy as np
import pytest

from models.advisor import foresight
from scoring.dice import DICE_COUNT
from scoring.games.standings import standings
from scoring.ruleset import Ruleset, ServedRule, TiedColumnRule
from scoring.sheets.category import Category
from scoring.strategy import matches
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from scoring.strategy.entry_worths import choices
from scoring.strategy.outcomes import CHANCES, HANDS, MULTISETS, NOTHING, NUMBER_OF, OUTCOME_POINTS, OUTCOME_ROWS
from scoring.strategy.position import Positions
from tests.scoring.strategy.recorded import Recorded, Whim, replayed


def dice(seed=1):
    return np.random.default_rng(seed)


class GrandesServed:
    """Wants nothing but a served Grande."""

    def entry_worths(self, positions, /):
        is_wanted = (OUTCOME_ROWS == Category.GRANDE) & (OUTCOME_POINTS > 60)
        return np.broadcast_to(is_wanted.astype(float), (len(positions), positions.columns, len(is_wanted)))


@pytest.mark.proof
def test_the_strong_strategy_beats_the_plainest():
    faces = matches.thrown_faces(dice(4), 24, 10)
    assert (
        matches.play_out(matches.ByWorths(foresight()), matches.ByWorths(MostPoints()), faces, columns=10).leads > 0
    ).sum() >= 19


PLAYERS = {
    "whim": (lambda _: Whim(dice(8)), lambda _: Whim(dice(9)), 10, 6),
    "plain": (
        lambda rule: matches.ByWorths(MostPoints(), rule),
        lambda rule: matches.ByWorths(ColumnNormal(), rule),
        3,
        6,
    ),
    "strong": (lambda rule: matches.ByWorths(foresight(), rule), lambda rule: matches.ByWorths(OverPar(), rule), 10, 3),
}


@pytest.mark.parametrize("served", ServedRule)
@pytest.mark.parametrize("tied", TiedColumnRule)
@pytest.mark.parametrize("who", ["whim", "plain", pytest.param("strong", marks=pytest.mark.proof)])
def test_matches_played_again_by_the_rules_are_legal_and_end_alike(who, served, tied):
    make_first, make_second, columns, count = PLAYERS[who]
    ruleset = Ruleset(served=served, tied_column=tied, columns=columns)
    is_whenever = served is ServedRule.ANY_FULL_THROW
    faces, record = matches.thrown_faces(dice(5), count, columns), {}
    first, second = (Recorded(make(is_whenever), record) for make in (make_first, make_second))
    ended = matches.play_out(first, second, faces, columns=columns, served_whenever=is_whenever)
    assert len(record) == count * matches.turns_of(columns)
    assert (ended.given_up_by == matches.NOBODY).all()
    for match in range(count):
        state = replayed(record, match, faces[match], ruleset)  # raises where anything is against the rules
        cells = np.full((2, 10, columns), matches.FREE)
        for entry in state.entries:
            cells[entry.player, entry.cell.category, entry.cell.column - 1] = entry.points
        assert (cells == ended.cells[match]).all()
        result = standings(state)
        assert result.points[0] - result.points[1] == ended.leads[match]
        assert result.winner == {1: 0, 0: None, -1: 1}[int(np.sign(ended.leads[match]))]


def test_what_the_players_see_is_their_own_sheet_first():
    seen = []

    class Looks(Whim):
        def turn(self, tables, /):
            seen.append(tables)
            return super().turn(tables)

    matches.play_out(Looks(dice(1)), Looks(dice(2)), matches.thrown_faces(dice(3), 2, 1), columns=1)
    filled = [(tables.cells != matches.FREE).sum(axis=(2, 3)).tolist() for tables in seen[:4]]
    assert filled == [[[0, 0]] * 2, [[0, 1]] * 2, [[1, 1]] * 2, [[1, 2]] * 2]
    assert (seen[2].positions.sums[:, 0] == np.maximum(seen[2].cells[:, 0], 0).sum(axis=1)).all()
    assert (seen[2].positions.free == (seen[2].cells == matches.FREE)).all()


class Quits:
    """Enters the first free cell, and gives up certain matches in a certain turn."""

    def __init__(self, turn, matches):
        self.at, self.matches = turn, matches

    def turn(self, tables, /):
        self.tables = tables
        return self

    def decide(self, lying, /):
        seen = self.tables
        quits = np.isin(seen.matches[lying.tables], self.matches) & (seen.turn == self.at)
        first = (seen.cells[lying.tables, 0] == matches.FREE).reshape(len(lying.tables), -1).argmax(axis=1)
        rows, columns = np.divmod(first, seen.cells.shape[3])
        return matches.Decisions(holds=np.where(quits, matches.GIVES_UP, matches.ENTERS), rows=rows, columns=columns)


def test_a_match_given_up_ends_and_the_others_go_on_as_if_it_had_not_been():
    faces = matches.thrown_faces(dice(6), 4, 2)
    ended = matches.play_out(Quits(10, [1]), Quits(15, [1, 3]), faces, columns=2)
    assert ended.given_up_by.tolist() == [matches.NOBODY, 0, matches.NOBODY, 1]
    assert [(cells != matches.FREE).sum() for cells in ended.cells] == [40, 10, 40, 15]
    without = matches.play_out(Quits(99, []), Quits(99, []), faces, columns=2)
    assert (ended.cells[[0, 2]] == without.cells[[0, 2]]).all()
    ended = matches.play_out(Quits(0, [0, 1]), Quits(99, []), matches.thrown_faces(dice(7), 2, 10), columns=10)
    assert ended.given_up_by.tolist() == [0, 0]  # nothing more is asked


def test_over_all_throws_hands_come_up_as_often_as_they_should():
    throws = np.array(list(product(range(6), repeat=DICE_COUNT)))
    for held in ((), (5, 5), (0, 1, 2, 3), (2, 2, 2, 2, 4)):
        counts = np.bincount(matches.hands_after(np.full(len(throws), NUMBER_OF[held]), throws), minlength=HANDS)
        assert counts == pytest.approx(CHANCES[NUMBER_OF[held]] * len(throws))
    # the first faces are taken, one a die thrown
    after = matches.hands_after(np.array([NUMBER_OF[1, 1, 1], NOTHING]), np.array([[5, 4, 0, 0, 0]] * 2))
    assert after.tolist() == [NUMBER_OF[1, 1, 1, 4, 5], NUMBER_OF[0, 0, 0, 4, 5]]
    assert {MULTISETS[part] for part in matches.PARTS[NUMBER_OF[0, 0, 0, 0, 5]]} == {
        *[(0,) * count for count in range(5)],
        *[(*(0,) * count, 5) for count in range(4)],
    }


class Said:
    """Decides as it was told: the holds of each throw, one a table that still throws."""

    def __init__(self, *holds):
        self.holds, self.seen = list(holds), []

    def decide(self, lying, /):
        self.seen.append(lying)
        holds = np.array(self.holds.pop(0))
        return matches.Decisions(holds=holds, rows=lying.tables % 10, columns=lying.tables)


FACES = np.array([[[0, 1, 2, 3, 4], [5, 5, 5, 5, 5], [0, 0, 0, 0, 0]]] * 3)


def test_who_has_entered_is_not_asked_again_and_who_gives_up_may_after_any_throw():
    plan = Said([matches.ENTERS, NOTHING, NUMBER_OF[3, 4]], [NUMBER_OF[5, 5], matches.ENTERS], [matches.ENTERS])
    entries = matches.turn_entries(plan, FACES)
    assert [lying.tables.tolist() for lying in plan.seen] == [[0, 1, 2], [1, 2], [1]]
    assert [lying.throws_left for lying in plan.seen] == [2, 1, 0]
    assert plan.seen[1].hands.tolist() == [NUMBER_OF[5, 5, 5, 5, 5], NUMBER_OF[3, 4, 5, 5, 5]]
    assert entries.hands.tolist() == [NUMBER_OF[0, 1, 2, 3, 4], NUMBER_OF[0, 0, 0, 5, 5], NUMBER_OF[3, 4, 5, 5, 5]]
    assert entries.rows.tolist() == entries.columns.tolist() == [0, 1, 2]
    assert not entries.given_up.any()
    entries = matches.turn_entries(Said([matches.ENTERS, matches.GIVES_UP, NOTHING], [matches.GIVES_UP]), FACES)
    assert entries.given_up.tolist() == [False, True, True]


@pytest.mark.parametrize(
    ("served_whenever", "served", "throws"), [(False, [1, 0, 0], 1), (True, [1, 1, 0], 3)], ids=["first", "any"]
)
def test_dice_are_served_in_the_first_throw_or_in_any_with_all_five(served_whenever, served, throws):
    plan = Said([matches.ENTERS, NOTHING, NUMBER_OF[3, 4]], [matches.ENTERS, matches.ENTERS])
    entries = matches.turn_entries(plan, FACES, served_whenever=served_whenever)
    assert entries.served.tolist() == served
    assert plan.seen[1].served.tolist() == served[1:]
    chosen = choices(GrandesServed(), Positions.fresh(1, 1), served_whenever=served_whenever)
    assert float(chosen.turn.start[0]) == pytest.approx(1 - (1 - 6 / 7776) ** throws)
