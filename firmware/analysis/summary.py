"""What a long-term study needs of one game: little enough to be kept, so that no game is analysed twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from firmware.analysis.analysed import replayed
from firmware.log.record import Record
from scoring.dice import Face
from scoring.games.ten_by_ten import GameState
from scoring.sheets.category import Category
from scoring.strategy.account import Account, ThrowLuck
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

    def __add__(self, other: RowTotals) -> RowTotals:
        """Return both together."""
        return RowTotals(
            self.entries + other.entries,
            self.points + other.points,
            self.strikes + other.strikes,
            self.served + other.served,
        )


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
    accuracies = [kept.accuracy(player) for player in (0, 1)]
    return Summary(
        players=state.players,
        result=kept.result,
        luck=_pair(kept.luck_of_dice(player) for player in (0, 1)),
        loss=_pair(each.loss for each in accuracies),
        blind=_pair(each.blind for each in accuracies),
        decisions=(accuracies[0].decisions, accuracies[1].decisions),
        rows=(_rows(state, 0), _rows(state, 1)),
        thrown=tuple(tuple(int(face) for face in dice) for dice in _thrown(state, kept)),
    )


def _pair(values: Iterator[float]) -> Pair:
    first, second = values
    return first, second


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
