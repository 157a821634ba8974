"""Duels: both sides of a pair have the same dice, what is played is a match by the rules, whoever plays it."""

import itertools
import json
import math
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from models.duel.chance import chance_of, dice_of
from models.duel.duel import Tally, tallies
from models.duel.part import GAMES_A_PART, Match, parts_of, play_part
from scoring import dice, events, rules
from scoring.games import ten_by_ten
from scoring.games.standings import standings
from scoring.ruleset import Ruleset, ServedRule, TiedColumnRule
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell
from scoring.statistics.share import grouped_interval
from scoring.strategy.baselines import MostPoints, OverPar
from scoring.strategy.matches import ByWorths, play_out
from tests.models.duel.playing import ROOT, played, settings


def matches_of(*names, **given):
    part = played(*names, **given)
    assert part.end is None, part.end.sentence
    return part.matches


def test_each_begins_every_other_game_and_a_pair_has_the_same_dice():
    matches = matches_of("most-points", "over-par", games=8, ruleset=Ruleset(columns=4))
    faces = np.stack([dice_of(5, pair, 4) for pair in range(4)])
    one, other = ByWorths(MostPoints()), ByWorths(OverPar())
    leads = [match.points[0] - match.points[1] for match in matches]
    assert leads[::2] == play_out(one, other, faces, columns=4).leads.tolist()
    assert leads[1::2] == (-play_out(other, one, faces, columns=4).leads).tolist()
    assert [(match.game, match.beginner) for match in matches] == [(game, (game - 1) % 2) for game in range(1, 9)]


def test_without_the_luck_of_the_dice_results_vary_less_around_the_same_mean_where_both_reckon_in_chances():
    given = {"games": 40, "ruleset": Ruleset(columns=1)}
    assert {match.without_luck for match in matches_of("over-par", "column-normal", **given)} == {None}
    matches = matches_of("column-normal", "foresight-1", **given)
    won, fair = (np.array([getattr(match, name) for match in matches]) for name in ("won", "without_luck"))
    assert fair.std() < won.std() / 2
    assert (won - fair).mean() == pytest.approx(0, abs=3 * (won - fair).std() / np.sqrt(40))
    assert np.corrcoef(won, won - fair)[0, 1] > 0.8  # the luck is that of who won


def test_a_game_is_the_same_in_whichever_part_it_is_played():
    given = {"games": 5, "ruleset": Ruleset(columns=2)}
    whole = matches_of("Whim", "Whim", **given)
    assert len({match.points for match in whole}) > 2
    pieces = [matches_of("Whim", "Whim", first=first, last=last, **given) for first, last in ((1, 2), (3, 5))]
    assert (*pieces[0], *pieces[1]) == whole


def test_dice_are_even_and_of_each_pair_and_seed_their_own_and_not_the_chance_of_a_strategy():
    faces = np.stack([dice_of(1, pair, 10) for pair in range(40)])
    assert faces.shape == (40, 200, 3, 5)
    counts = np.bincount(faces.ravel(), minlength=6)
    assert counts / counts.sum() == pytest.approx(np.full(6, 1 / 6), abs=0.005)
    assert len({pair.tobytes() for pair in (*faces, dice_of(2, 0, 10), dice_of(2**62, 0, 10))}) == 42
    drawn = {tuple(chance_of(1, side, game).integers(1000, size=5).tolist()) for side in (0, 1) for game in range(5)}
    assert len(drawn) == 10


def test_strategies_of_ours_play_here_and_from_outside_alike_and_each_match_has_an_object_of_its_own():
    one, other = (
        matches_of(name, "foresight", ruleset=Ruleset(columns=2))
        for name in ("column-normal", "scoring.strategy.baselines:ColumnNormal")
    )
    assert tuple(replace(match, without_luck=None) for match in one) == other  # of one from outside it is not known
    assert len(matches_of("Counts", "Counts")) == 4


def test_documented_strategies_play_as_they_stand_there(tmp_path):
    chapter = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("**a strategy**")[1].split("\n**")[0]
    blocks = re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)
    (name,) = re.findall(r'^"""(\w+\.py): ', blocks[0])
    (tmp_path / name).write_text("\n".join(blocks), encoding="utf-8")
    assert "`serviert duel my_bot:Collector most-points --games 100`" in chapter
    ours = {"games": 2, "ruleset": Ruleset(), "folder": str(tmp_path)}
    assert len(matches_of("my_bot:Collector", "my_bot:Weigher", **ours)) == 2


@pytest.mark.parametrize(("served", "tied"), [*zip(ServedRule, TiedColumnRule, strict=True)])
def test_all_that_strategies_saw_and_did_is_a_match_by_the_rules(served, tied, tmp_path, monkeypatch):
    """Two that do anything legal write down what they saw; from that alone the rules play the matches again."""
    monkeypatch.setenv("NOTES", str(tmp_path))
    ruleset = Ruleset(columns=2, served=served, tied_column=tied)
    matches = matches_of("Notes", "Notes", games=1, seed=3, ruleset=ruleset)
    notes = [json.loads(line) for path in tmp_path.glob("*.jsonl") for line in path.read_text().splitlines()]
    notes.sort(key=lambda note: (note["turn"], -note["throws_left"]))
    state, held = ten_by_ten.begin(("A", "B"), ruleset, beginner=0), ()
    for note in notes:
        faces = tuple(map(dice.Face, note["faces"]))
        thrown = (Counter(faces) - Counter(held)).elements()
        state = rules.apply(state, events.ThrowMade((*held, *thrown), tuple(n < len(held) for n in range(5))))
        assert (note["turn"], note["throws_left"]) == (state.turn_number, state.turn.throws_left)
        assert note["is_served"] == state.is_served
        assert [note["mine"], note["theirs"]] == [_rows(state, state.to_move), _rows(state, 1 - state.to_move)]
        assert note["points"] == [points(row, faces, is_served=state.is_served) for row in Category]
        answer, held = note["answer"], ()
        if len(answer) == 2:
            state = rules.apply(state, events.Entered(Cell(Category(answer[0]), answer[1])))
        else:
            held = tuple(itertools.compress(faces, answer))
    result = standings(state)
    assert (result.points, result.winner) == (matches[0].points, matches[0].winner)
    assert state.turn_number == len(state.entries) == 40


def _rows(state, player):
    rows = [[None] * state.ruleset.columns for _ in Category]
    for entry in state.sheet(player).entries:
        rows[entry.cell.category][entry.cell.column - 1] = entry.points
    return rows


def test_a_duel_is_told_part_by_part_and_the_same_from_two_processes():
    of = settings("over-par", games=2 * GAMES_A_PART + 4)
    told = list(tallies(of, jobs=2))
    assert [len(tally.matches) for tally in told] == [20, 40, 44]
    assert told[-1].is_complete
    assert told[-1].matches == tuple(match for part in parts_of(of) for match in play_part(of, part).matches)
    assert [match.game for match in told[-1].matches] == list(range(1, 45))


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # Dask's own
def test_a_duel_is_the_same_on_a_cluster():
    distributed = pytest.importorskip("distributed", reason="a duel on a cluster needs Dask (serviert[cluster])")
    here = list(tallies(settings("Pairs", games=30), jobs=2))
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        assert list(tallies(settings("Pairs", games=30), jobs=2, cluster=cluster.scheduler_address)) == here


@pytest.mark.proof
def test_what_ends_a_duel_is_the_last_that_is_told():
    (one,) = tallies(settings("Raises", games=44), jobs=2)
    assert one.end is not None
    assert not one.is_complete


def match(game, winner, *, forfeited_by=None):
    points = None if forfeited_by is not None else ((0, 0) if winner is None else (1 - winner, winner))
    return Match(game=game, beginner=(game - 1) % 2, points=points, winner=winner, forfeited_by=forfeited_by)


def tally_of(*winners):
    matches = tuple(match(number + 1, winner) for number, winner in enumerate(winners))
    return Tally(settings=settings("over-par", games=max(1, len(winners))), matches=matches)


def test_wins_are_counted_by_who_began_and_a_forfeit_is_a_loss():
    tally = tally_of(0, 0, 0, 1, None, 1)
    assert (tally.won_by(0), tally.won_by(1), tally.drawn, tally.begun_by(0), tally.begun_by(1)) == (3, 2, 1, 3, 3)
    assert (tally.won_by(0, beginner=0), tally.won_by(0, beginner=1), tally.share) == (2, 1, pytest.approx(3.5 / 6))
    assert tally.interval == grouped_interval([(2.0, 2), (1.0, 2), (0.5, 2)])  # pair by pair
    tally = Tally(settings=tally.settings, matches=(match(1, 1, forfeited_by=0), match(2, 0)))
    assert (tally.won_by(1), tally.forfeited_by(0), tally.forfeited_by(1), tally.share) == (1, 1, 0, 0.5)


def test_all_that_is_known_can_be_written_down_even_if_that_is_nothing():
    known = json.loads(json.dumps(tally_of(0, None).as_json()))
    assert known["strategies"] == ["over-par", "most-points"]
    assert known["matches"] == [
        {"game": 1, "beginner": 0, "points": [1, 0], "winner": 0, "forfeited_by": None, "without_luck": None},
        {"game": 2, "beginner": 1, "points": [0, 0], "winner": None, "forfeited_by": None, "without_luck": None},
    ]
    assert (known["won"], known["drawn"], known["share"], known["is_complete"]) == ([1, 0], 1, 0.75, True)
    assert known["interval_95"] == list(grouped_interval([(1.5, 2)]))
    nothing = tally_of()
    assert (nothing.interval, math.isnan(nothing.share), nothing.as_json()["share"]) == ((0.0, 1.0), True, None)
