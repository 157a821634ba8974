"""Many matches at once: they follow the rules, turns are worth what was reckoned, leads are those of the sheets."""

import numpy as np
import pytest

from models.advisor import foresight
from scoring.games.standings import standings
from scoring.ruleset import Ruleset, ServedRule, TiedColumnRule
from scoring.strategy import matches
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from tests.scoring.strategy.recorded import Recorded, Whim, replayed


def dice(seed=1):
    return np.random.default_rng(seed)


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
