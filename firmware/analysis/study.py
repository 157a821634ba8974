"""The long-term study: who plays how well, who was lucky, what the rows bring, and whether the dice are fair.

The log knows faces, and neither which die showed one nor which set of dice lay on the table: five alike cannot be told
apart. So all dice that were ever thrown here are looked at as one set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from firmware.analysis.summary import Rows, RowTotals, Summary
from scoring.dice import Face
from scoring.sheets.category import Category
from scoring.statistics.fairness import Fairness
from scoring.statistics.share import Z_95
from scoring.strategy.account import Accuracy


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """How well somebody plays, by results alone."""

    mean: float  # 25 is who has not played yet
    deviation: float  # of what is known of it
    games: int  # that came to their end

    @property
    def interval(self) -> tuple[float, float]:
        """Return where it lies with 95 %."""
        return self.mean - Z_95 * self.deviation, self.mean + Z_95 * self.deviation


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStudy:
    """One player over all games."""

    name: str  # as it was typed, the last time
    games: int  # with an entry of anybody
    won: int  # of those that came to their end
    drawn: int  # the same
    lost: int  # the same
    rating: PlayerRating  # by results
    luck: float  # that the dice alone brought, over all games, as chance to win
    luck_deviation: float  # how far that scatters for anybody who played so many games as these two did
    loss: float  # what decisions cost
    blind: float  # what decisions without looking would have cost
    decisions: int  # how many there were
    rows: Rows  # entries by row

    @property
    def accuracy(self) -> float | None:
        """Return how much of what could be lost was kept; None where nothing could be."""
        return Accuracy(decisions=self.decisions, loss=self.loss, blind=self.blind).share


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """All games of the café."""

    games: int  # that were studied
    unreadable: int  # that could not be read, or are against the rules
    players: tuple[PlayerStudy, ...]  # the best rated first
    fairness: Fairness  # of the dice

    @property
    def by_luck(self) -> tuple[PlayerStudy, ...]:
        """Return the players, who was luckiest a game first."""
        return tuple(sorted(self.players, key=lambda player: -player.luck / player.games))


def study(summaries: Sequence[Summary], *, unreadable: int = 0) -> Study:
    """Return what all games together say, summed up oldest first."""
    ratings = _ratings(summaries)
    names = dict(pair for each in summaries for pair in zip(map(folded, each.players), each.players, strict=True))
    players = (_player(key, name, summaries, ratings[key]) for key, name in names.items())
    fairness = Fairness()
    for each in summaries:
        for dice in each.thrown:
            fairness = fairness.after(Face(value) for value in dice)
    return Study(
        games=len(summaries),
        unreadable=unreadable,
        players=tuple(sorted(players, key=lambda player: -player.rating.mean)),
        fairness=fairness,
    )


def folded(name: str) -> str:
    """Return what tells a player from others: not how his name was typed."""
    return name.strip().casefold()


def _ratings(summaries: Sequence[Summary]) -> dict[str, PlayerRating]:
    model = PlackettLuce()
    rated = {folded(name): model.rating() for each in summaries for name in each.players}
    games: Counter[str] = Counter()
    for each in summaries:
        if each.result is None:
            continue
        one, other = map(folded, each.players)
        games.update((one, other))
        # The lower rank is the better one; equal ranks are a draw.
        ((rated[one],), (rated[other],)) = model.rate(
            [[rated[one]], [rated[other]]], ranks=[1 - each.result, each.result]
        )
    return {name: PlayerRating(rating.mu, rating.sigma, games[name]) for name, rating in rated.items()}


def _player(key: str, name: str, summaries: Sequence[Summary], rating: PlayerRating) -> PlayerStudy:
    own = [(each, side) for each in summaries for side in (0, 1) if folded(each.players[side]) == key]
    results = Counter(_result(each, side) for each, side in own)
    luck = [each.luck[side] for each, side in own]
    every = [value for each in summaries for value in each.luck]
    return PlayerStudy(
        name=name,
        games=len(own),
        won=results[1.0],
        drawn=results[0.5],
        lost=results[0.0],
        rating=rating,
        luck=sum(luck),
        luck_deviation=(len(own) * sum(value**2 for value in every) / len(every)) ** 0.5,
        loss=sum(each.loss[side] for each, side in own),
        blind=sum(each.blind[side] for each, side in own),
        decisions=sum(each.decisions[side] for each, side in own),
        rows=_together(each.rows[side] for each, side in own),
    )


def _result(each: Summary, side: int) -> float | None:
    if each.result is None:
        return None
    return each.result if side == 0 else 1 - each.result


def _together(rows: Iterable[Rows]) -> Rows:
    totals = [RowTotals()] * len(Category)
    for each in rows:
        totals = [one + other for one, other in zip(totals, each, strict=True)]
    return tuple(totals)
