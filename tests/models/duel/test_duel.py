"""Whole duels: the same whoever plays them, and what they came to so far whenever a part is finished."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from models.duel.duel import tallies
from models.duel.part import Match, PartPlayed
from models.duel.settings import DuelSettings
from models.duel.tally import Tally
from models.strategies import STRATEGIES
from scoring.ruleset import Ruleset
from scoring.statistics.share import Share, grouped_interval

ROOT = Path(__file__).parents[3]
BOTS = "tests.models.duel.bots"


def settings(one: str = "over-par", other: str = "most-points", games: int = 44, **given) -> DuelSettings:
    return DuelSettings(
        entrants=(one, other), games=games, seed=11, ruleset=Ruleset(columns=1), folder=str(ROOT), **given
    )


def test_every_named_strategy_plays_a_match():
    for name in STRATEGIES:
        (tally,) = tallies(settings(name, "most-points", 1), jobs=1)
        assert tally.is_complete


def test_a_duel_is_the_same_whatever_the_number_of_processes():
    one, two = (list(tallies(settings(), jobs=jobs)) for jobs in (1, 2))
    assert one == two
    assert [len(tally.matches) for tally in one] == [20, 40, 44]
    assert [match.game for match in one[-1].matches] == list(range(1, 45))


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # Dask's own
@pytest.mark.parametrize("one", ["over-par", f"{BOTS}:Pairs"])
def test_a_duel_is_the_same_on_a_cluster(one):
    distributed = pytest.importorskip("distributed", reason="a duel on a cluster needs Dask (serviert[cluster])")
    here = list(tallies(settings(one, games=30), jobs=2))
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        assert list(tallies(settings(one, games=30), jobs=2, cluster=cluster.scheduler_address)) == here


@pytest.mark.proof
def test_what_ends_a_duel_is_the_same_whatever_the_number_of_processes():
    (one,), (two,) = (list(tallies(settings(f"{BOTS}:Raises"), jobs=jobs)) for jobs in (1, 2))
    assert one == two
    assert one.end is not None
    assert not one.is_complete


def match(game: int, winner: int | None, *, forfeited_by: int | None = None) -> Match:
    points = None if forfeited_by is not None else ((0, 0) if winner is None else (1 - winner, winner))
    return Match(game=game, beginner=(game - 1) % 2, points=points, winner=winner, forfeited_by=forfeited_by)


def tally_of(*winners: int | None) -> Tally:
    matches = tuple(match(number + 1, winner) for number, winner in enumerate(winners))
    return Tally(settings=settings(games=len(winners))).with_part(PartPlayed(matches=matches))


def test_wins_are_counted_by_who_began_and_a_forfeit_is_a_loss():
    tally = tally_of(0, 0, 0, 1, None, 1)
    assert (tally.won_by(0), tally.won_by(1), tally.drawn) == (3, 2, 1)
    assert (tally.begun_by(0), tally.begun_by(1)) == (3, 3)
    assert (tally.won_by(0, beginner=0), tally.won_by(0, beginner=1)) == (2, 1)
    assert tally.share == pytest.approx(3.5 / 6)
    part = PartPlayed(matches=(match(1, 1, forfeited_by=0), match(2, 0)))
    tally = Tally(settings=settings(games=2)).with_part(part)
    assert (tally.won_by(1), tally.forfeited_by(0), tally.forfeited_by(1), tally.share) == (1, 1, 0, 0.5)


def test_the_interval_reckons_with_pairs():
    together, balanced = tally_of(*[0, 0, 1, 1] * 20), tally_of(*[0, 1, 1, 0] * 18, *[0, 0, 1, 1] * 2)
    assert together.interval == grouped_interval([(2.0, 2), (0.0, 2)] * 20)
    assert together.interval[0] < Share(40, 80).interval[0] < balanced.interval[0]


def test_all_that_is_known_can_be_written_down_even_if_that_is_nothing():
    known = tally_of(0, None).as_json()
    assert known["strategies"] == ["over-par", "most-points"]
    assert known["matches"] == [
        {"game": 1, "beginner": 0, "points": [1, 0], "winner": 0, "forfeited_by": None},
        {"game": 2, "beginner": 1, "points": [0, 0], "winner": None, "forfeited_by": None},
    ]
    assert (known["won"], known["drawn"], known["share"], known["is_complete"]) == ([1, 0], 1, 0.75, True)
    assert known["interval_95"] == list(grouped_interval([(1.5, 2)]))
    nothing = Tally(settings=settings())
    assert (nothing.interval, nothing.share, nothing.as_json()["share"]) == (
        (0.0, 1.0),
        pytest.approx(math.nan, nan_ok=True),
        None,
    )
