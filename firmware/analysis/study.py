"""The long-term study: who plays how well, who was lucky, what the rows bring, and whether the dice are fair.

The log knows faces, and neither which die showed one nor which set of dice lay on the table: five alike cannot be told
apart. So all dice that were ever thrown here are looked at as one set. Of each game a summary is enough: little enough
to be kept, so that no game is analysed twice.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from operator import add
from typing import TypeAlias

from openskill.models import PlackettLuce

from firmware.analysis.analysed import replayed
from firmware.log.record import Record
from scoring.dice import Face
from scoring.games.ten_by_ten import GameState
from scoring.seats import folded
from scoring.sheets.category import Category
from scoring.statistics.fairness import Fairness
from scoring.statistics.share import Z_95
from scoring.strategy.account import Account, Accuracy, ThrowLuck
from scoring.strategy.entry_worths import Strategy
from scoring.strategy.luck import account

Pair: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RowTotals:
    """A player's entries in one row."""

    entries: int = 0  # how many
    points: int = 0  # of all of them
    strikes: int = 0  # how many brought nothing
    served: int = 0  # how many were served combinations that brought more

    def __add__(self, other: "RowTotals") -> "RowTotals":
        """Return both together."""
        return RowTotals(*map(add, astuple(self), astuple(other)))


Rows: TypeAlias = tuple[RowTotals, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One game of Würfelpoker 10×10 in a long-term study."""

    players: tuple[str, str]  # their names
    result: float | None  # of player 0: 1 won, 0 lost, ½ drawn; None where it did not come to its end
    luck: Pair  # that the dice alone brought each player, as chance to win
    loss: Pair  # what each player's decisions cost
    blind: Pair  # what decisions without looking would have cost
    decisions: tuple[int, int]  # how many there were
    rows: tuple[Rows, Rows]  # entries of each player by row
    # what each throw's thrown dice showed, oldest first, values 1–6; what was left lying is not among them, nor are
    # throws that burned
    thrown: tuple[tuple[int, ...], ...]
    ended_utc: str | None = None  # when it was played last, ISO 8601, as far as that is known


def summary(records: Sequence[Record], evaluator: Strategy) -> Summary | None:
    """Return what a study needs of a game; None where nothing was entered.

    Raises:
        OtherGameError: If it is another game.
        GameIllegalError: If its log does not replay.
    """
    state, _ = replayed(records)
    if not state.entries:
        return None
    kept = account(state, evaluator)
    one, other = kept.accuracy(0), kept.accuracy(1)
    return Summary(
        players=state.players,
        result=kept.result,
        luck=(kept.luck_of_dice(0), kept.luck_of_dice(1)),
        loss=(one.loss, other.loss),
        blind=(one.blind, other.blind),
        decisions=(one.decisions, other.decisions),
        rows=(_rows(state, 0), _rows(state, 1)),
        thrown=tuple(tuple(int(face) for face in dice) for dice in _thrown(state, kept)),
    )


def _rows(state: GameState, player: int) -> Rows:
    totals = [RowTotals()] * len(Category)
    for entry in state.sheet(player).entries:
        is_served = entry.is_served and entry.points > 0 and entry.cell.category >= Category.STRAIGHT
        totals[entry.cell.category] += RowTotals(1, entry.points, int(not entry.points), int(is_served))
    return tuple(totals)


def _thrown(state: GameState, kept: Account) -> Iterator[tuple[Face, ...]]:
    for throw in state.beginning.throws:
        yield throw.faces
    for step in kept.steps:
        if isinstance(step, ThrowLuck):
            yield tuple(face for face, is_held in zip(step.faces, step.held, strict=True) if not is_held)


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """How well somebody plays, by results alone."""

    mean: float  # 25 is who has not played yet
    deviation: float  # of what is known of it

    @property
    def interval(self) -> tuple[float, float]:
        """Return where it lies with 95 %."""
        return self.mean - Z_95 * self.deviation, self.mean + Z_95 * self.deviation


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStudy:
    """One player over all games."""

    name: str  # as it was typed, the last time
    games: int  # that came to their end
    won: int
    drawn: int
    lost: int
    rating: PlayerRating  # by results
    luck: float  # that the dice alone brought, over all games, as chance to win
    luck_deviation: float  # how far that scatters for anybody who played so many games as these two did
    accuracy: Accuracy  # of all decisions
    rows: Rows  # entries by row


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """All games of the café."""

    games: int  # that were studied
    unreadable: int  # that could not be read, or are against the rules
    players: tuple[PlayerStudy, ...]  # the best rated first
    fairness: Fairness  # of the dice
    months: Mapping[str, Counter[str]]  # of each month, ISO 8601, the newest first, how many games who won, folded

    @property
    def by_luck(self) -> tuple[PlayerStudy, ...]:
        """Return the players, who was luckiest a game first."""
        return tuple(sorted(self.players, key=lambda player: -player.luck / player.games))


def study(summaries: Sequence[Summary], *, unreadable: int = 0) -> Study:
    """Return what all games together say, summed up oldest first: dice of all, players of those that are over."""
    over = [each for each in summaries if each.result is not None]
    ratings = _ratings(over)
    names = dict(pair for each in over for pair in zip(map(folded, each.players), each.players, strict=True))
    players = (_player(key, name, over, ratings[key]) for key, name in names.items())
    fairness = Fairness()
    for each in summaries:
        for dice in each.thrown:
            fairness = fairness.after(Face(value) for value in dice)
    months: dict[str, Counter[str]] = {}
    for each in reversed(over):
        won = [
            folded(name) for name, of_winner in zip(each.players, (1.0, 0.0), strict=True) if each.result == of_winner
        ]
        if each.ended_utc:
            months.setdefault(each.ended_utc[:7], Counter()).update(won)
    return Study(
        months=months,
        games=len(summaries),
        unreadable=unreadable,
        players=tuple(sorted(players, key=lambda player: -player.rating.mean)),
        fairness=fairness,
    )


def _ratings(summaries: Sequence[Summary]) -> dict[str, PlayerRating]:
    model = PlackettLuce()
    rated = {folded(name): model.rating() for each in summaries for name in each.players}
    for each in summaries:
        one, other = map(folded, each.players)
        ((rated[one],), (rated[other],)) = model.rate(  # The lower rank is the better one; equal ranks are a draw.
            [[rated[one]], [rated[other]]], ranks=[1 - (each.result or 0.0), each.result or 0.0]
        )
    return {name: PlayerRating(rating.mu, rating.sigma) for name, rating in rated.items()}


def _player(key: str, name: str, summaries: Sequence[Summary], rating: PlayerRating) -> PlayerStudy:
    own = [(each, side) for each in summaries for side in (0, 1) if folded(each.players[side]) == key]
    results = Counter(abs(side - each.result) for each, side in own if each.result is not None)
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
        accuracy=Accuracy(
            decisions=sum(each.decisions[side] for each, side in own),
            loss=sum(each.loss[side] for each, side in own),
            blind=sum(each.blind[side] for each, side in own),
        ),
        rows=tuple(sum(row, RowTotals()) for row in zip(*(each.rows[side] for each, side in own), strict=True)),
    )
