"""The strong strategy: what every entry does to the chance of winning the match.

What both players' free cells will bring on average is learnt (`scoring.strategy.prospects`); the leads of the columns
then end as `scoring.strategy.lead_chances` says, and the ten columns together make the chance of the match. An entry
changes its own column by its points, exactly; and since the cell is gone and a turn, too, it changes what every other
free cell will bring, which counts to the first order. What comes out is too sure while much is free, since plans change
and columns hang together; so it is drawn towards a half, by as much as matches of the strategy against itself show.

So far `foresight-1`. `foresight` is taught by matches besides: its prospects know how a cell's column stands, and how
far the chance is to be believed a second network says. Several so taught think together: where one errs, the others
mostly do not. They look again at the cells they find best, by what both sheets are once they are filled, weights and
prospects anew, and reckon out the last turns.

Source:
    Temporal differences: Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988; by matches of a
    program against itself: Tesauro, "Temporal Difference Learning and TD-Gammon", 1995. `models/train/matches.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.ruleset import MOST_COLUMNS
from scoring.strategy.baselines import ROW_PARS
from scoring.strategy.columns import LOST, WON, chances_by_column, match_chances, outlooks, won_tied_lost
from scoring.strategy.ending import exact_worths, is_near
from scoring.strategy.lead_chances import CellPoints, ends, ends_with_entries
from scoring.strategy.outcomes import OUTCOME_ROWS, OUTCOMES, ROWS
from scoring.strategy.position import Positions
from scoring.strategy.prospects import NO_WEIGHT, CellPlaces, Floats, Prospects, of_ten_columns, put_in_place

Worths = NDArray[np.float64]

WEIGHING_VARIANCE = 4.0
"""Of a column, points², at least, when it is asked what a point in it weighs: in a sure one it weighs nothing."""
LASTING = 0.6
"""Share of what a point weighs that is the same in all columns; estimated by play: with none it is weaker."""
DOUBT = 0.38
"""Share by which log odds are too large while much is free; `tests.bench.calibration` tells what is left of it."""
MUCH_FREE, LITTLE_FREE = 0.6, 0.15
"""Of all cells: between them the doubt goes down to nothing."""
LEAST_CHANCE, LEAST_TOLD = 1e-9, 1e-6
"""No chance is less, nor, where a network is told it, than the second."""
MOST_LEAD = 4.0
"""Deviations that a lead is told as, at most."""
OVERALL = 2 * ROWS + 1 + MOST_COLUMNS
AT_ONCE, TOGETHER, ENDS = 32, 64, 8
"""Positions whose arrays fit into the processor's cache, before an entry and after, and whose ends into memory."""
_FIRST_OF_ROW = np.searchsorted(OUTCOME_ROWS, np.arange(ROWS))
_DENSITY = 1 / np.sqrt(2 * np.pi)


@dataclass(frozen=True, slots=True, eq=False)
class Foresight:
    """Enters where the chance of the match becomes best."""

    prospects: Prospects
    points: CellPoints
    belief: Belief | None = None  # If it was taught by matches

    def entry_worths(self, positions: Positions, /) -> Worths:
        """Return about the chance to win the match after every entry of the player to move."""
        shape = positions.columns, len(OUTCOMES)
        return _in_parts(lambda part: self.entered(part, Outlook.of(part)), positions, AT_ONCE, *shape)

    def entered(self, positions: Positions, outlook: Outlook) -> Worths:
        """Return the same where columns stand so."""
        facts = self._facts(outlook)
        own, other = (positions.free[:, side].astype(np.float32) for side in (0, 1))
        theirs = CellPlaces.from_sheets(other, outlook.weights, facts[1]).features
        mine = CellPlaces.from_sheets(own, outlook.weights, facts[0])
        after = AfterEntry.from_sheets(self.prospects, own, mine)
        usual = after.usual * own
        means = np.stack([usual, self.prospects.means(theirs, positions.free[:, 1])], axis=1)
        now, after_entries = ends_with_entries(self.points, positions, means)
        entered = np.einsum("ncor,ncr->nco", after_entries, chances_by_column(now))
        _, slopes = self.points.chances(usual)
        by_cell = np.add.reduceat(slopes * entered, _FIRST_OF_ROW, axis=2).transpose(0, 2, 1) * positions.free[:, 0]
        worths = entered + after.change(by_cell, usual)[:, OUTCOME_ROWS].transpose(0, 2, 1)
        return self._believed(worths, positions, outlook, now)

    def left(self, positions: Positions, outlook: Outlook) -> Worths:
        """Return about the chance of who has just entered, (N,), from what both sheets are then."""
        sheets, facts = [positions.free[:, side] for side in (0, 1)], self._facts(outlook)
        places = [
            CellPlaces.from_sheets(free.astype(np.float32), outlook.weights, fact)
            for free, fact in zip(sheets, facts, strict=True)
        ]
        means = [self.prospects.means(each.features, free) for each, free in zip(places, sheets, strict=True)]
        now = ends(self.points, positions, np.stack(means, axis=1))
        return self._believed(match_chances(now), positions, outlook, now)

    def _facts(self, outlook: Outlook) -> Sequence[Floats | None]:
        return (None, None) if self.belief is None else outlook.facts

    def _believed(self, worths: Worths, positions: Positions, outlook: Outlook, now: Worths) -> Worths:
        if self.belief is None:
            return believed(worths, positions)
        return self.belief(worths, positions, outlook.overall, now)


@dataclass(frozen=True, slots=True, eq=False)
class LookingAgain:
    """Thinks what several think on average, looks again where it enters, and reckons out the end."""

    members: tuple[Foresight, ...]
    missed: float = 0.0  # Log odds by which entries are worth more than they seem before them, on average

    def entry_worths(self, positions: Positions, /) -> Worths:
        """Return about the chance to win the match after every entry of the player to move, in the end exactly."""
        worths, is_exact = np.empty((len(positions), positions.columns, len(OUTCOMES))), is_near(positions)
        worths[is_exact] = _in_parts(exact_worths, positions.some(is_exact), ENDS, *worths.shape[1:])
        thought = self._thought(Foresight.entered, positions.some(~is_exact), AT_ONCE, *worths.shape[1:])
        worths[~is_exact] = chance_of(log_odds(thought) + self.missed)
        return worths

    def standing(self, positions: Positions, /) -> Worths:
        """Return about the chance of who has just entered, (N,), from what both sheets are then, see `Strategy`."""
        chances, was_exact = np.full(len(positions), np.nan), is_near(positions, entered=1)
        chances[~was_exact] = self._thought(Foresight.left, positions.some(~was_exact), TOGETHER)
        return chances

    def _thought(
        self, think: Callable[[Foresight, Positions, Outlook], Worths], positions: Positions, most: int, *shape: int
    ) -> Worths:
        """Return what members think on average, (N, *shape), of so many positions at a time."""

        def of(part: Positions) -> Worths:
            outlook = Outlook.of(part)
            return np.asarray(np.mean([think(each, part, outlook) for each in self.members], axis=0))

        return _in_parts(of, positions, most, *shape)


@dataclass(frozen=True, slots=True, eq=False)
class ByColumns:
    """Thinks of matches of all columns as it was taught by them, of smaller ones as by those."""

    full: LookingAgain
    small: LookingAgain
    one: LookingAgain  # Of matches of one column

    def entry_worths(self, positions: Positions, /) -> Worths:
        """Return about the chance to win the match after every entry of the player to move, in the end exactly."""
        return self._suited(positions).entry_worths(positions)

    def standing(self, positions: Positions, /) -> Worths:
        """Return about the chance of who has just entered, (N,), from what both sheets are then, see `Strategy`."""
        return self._suited(positions).standing(positions)

    def _suited(self, positions: Positions) -> LookingAgain:
        return {1: self.one, MOST_COLUMNS: self.full}.get(positions.columns, self.small)


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """How far a chance is to be believed, by what is free, how columns stand and what they weigh."""

    hidden: tuple[Floats, Floats]  # Weights (H, inputs) and offsets (H,) of a layer bent by tanh
    said: tuple[Floats, Floats]  # Of the layer after it: how much log odds are stretched, as a logarithm, and moved
    doubt: float  # See `DOUBT`

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]], of: str = "") -> Belief:
        """Return it from ``belief.0.weight``, ``belief.0.bias``, ``belief.1.…`` and ``doubt``, each after ``of``."""
        parts = [
            np.asarray(arrays[f"{of}belief.{part}"], np.float32)
            for part in ("0.weight", "0.bias", "1.weight", "1.bias")
        ]
        return cls((parts[0], parts[1]), (parts[2], parts[3]), float(arrays[f"{of}doubt"]))

    def __call__(self, worths: Worths, positions: Positions, overall: Floats, now: Worths) -> Worths:
        """Return chances, (N, …), as they are believed; of all see `Outlook`, columns end so, (N, C, 3)."""
        sure = 1 - doubt_of(positions, self.doubt * of_ten_columns(positions.columns))
        odds = log_odds(np.clip(match_chances(now), LEAST_TOLD, 1 - LEAST_TOLD)) * sure
        columns = np.pad(now, ((0, 0), (0, MOST_COLUMNS - positions.columns), (0, 0))).reshape(len(now), -1)
        known = np.concatenate([overall, columns, odds[:, None] / 4], axis=1)
        hidden = np.tanh(known.astype(np.float32) @ self.hidden[0].T + self.hidden[1])
        said = hidden @ self.said[0].T + self.said[1]
        said = said.T.reshape(2, -1, *(1,) * (worths.ndim - 1))
        return chance_of(log_odds(worths) * sure.reshape(said.shape[1:]) * np.exp(said[0]) + said[1])


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """How columns stand by fixed means of their rows: what networks are told besides of N positions."""

    weights: Floats
    """What a point more in each column adds to the chance of the match, (N, C).

    It is only asked for which columns matter more. Some of it is the same for all, since what matters changes while
    cells wait to be filled.
    """
    facts: tuple[Floats, Floats]
    """Of each column from either side, (N, C, FACTS) each.

    That is the lead as it is expected to end, in deviations, cells free on both sheets, its worth, what hangs on it,
    what a point in it weighs, and how open it is.
    """
    overall: Floats
    """Of the match as a whole, (N, OVERALL): cells free by row and together, columns' weights."""

    @classmethod
    def of(cls, positions: Positions) -> Outlook:
        """Return it for positions."""
        leads, variances = outlooks(positions, ROW_PARS)
        variances = np.maximum(variances, WEIGHING_VARIANCE)
        deviations = np.sqrt(variances)
        becomes = chances_by_column(won_tied_lost(leads, variances))
        stakes, leads = becomes[..., WON] - becomes[..., LOST], leads / deviations
        slopes = stakes * (_DENSITY * np.exp(-(leads**2) / 2) / deviations)
        weights = np.asarray(slopes + LASTING * (slopes.mean(axis=1, keepdims=True) - slopes), np.float32)
        facts = _column_facts(positions, np.clip(leads, -MOST_LEAD, MOST_LEAD), stakes, slopes)
        return cls(weights, facts, _overall_facts(positions, weights))


def _column_facts(positions: Positions, leads: Worths, stakes: Worths, slopes: Worths) -> tuple[Floats, Floats]:
    free = positions.free.sum(axis=2) / ROWS
    weights = np.minimum(slopes / np.maximum(slopes.mean(axis=1, keepdims=True), NO_WEIGHT), 4) / 2
    worth = np.broadcast_to((np.arange(positions.columns) + 1) / MOST_COLUMNS, leads.shape)
    both = stakes, weights, np.exp(-(leads**2) / 2)
    mine, theirs = (
        np.stack([lead / 3, np.abs(lead) / 3, free[:, side], free[:, 1 - side], worth, *both], axis=2)
        for side, lead in ((0, leads), (1, -leads))
    )
    return mine.astype(np.float32), theirs.astype(np.float32)


def _overall_facts(positions: Positions, weights: Floats) -> Floats:
    free = positions.free.sum(axis=3).reshape(len(positions), -1) / MOST_COLUMNS
    weights = weights / (3 * np.maximum(weights.mean(axis=1, keepdims=True), NO_WEIGHT))
    weights = np.pad(weights, ((0, 0), (0, MOST_COLUMNS - positions.columns)))
    return np.concatenate([free, positions.free.mean(axis=(1, 2, 3))[:, None], weights], axis=1).astype(np.float32)


def _in_parts(think: Callable[[Positions], NDArray[Any]], positions: Positions, most: int, *shape: int) -> Worths:
    """Return what is thought of positions, (N, *shape), of so many at a time."""
    thought = np.empty((len(positions), *shape))
    for first in range(0, len(positions), most):
        part = positions.some(np.arange(first, min(first + most, len(positions))))
        thought[first : first + len(part)] = think(part)
    return thought


def believed(worths: Worths, positions: Positions) -> Worths:
    """Return chances to win, (N, …), drawn towards a half; an order among those of a position stays as it is."""
    doubt = doubt_of(positions, DOUBT * of_ten_columns(positions.columns))
    return chance_of(log_odds(worths) * (1 - doubt.reshape(-1, *(1,) * (worths.ndim - 1))))


def doubt_of(positions: Positions, most: float) -> Worths:
    """Return by which share log odds are too large, (N,), if they are by so much at most."""
    free = (positions.free.mean(axis=(1, 2, 3)) - LITTLE_FREE) / (MUCH_FREE - LITTLE_FREE)
    return np.asarray(most * np.clip(free, 0, 1))


def log_odds(chances: Worths) -> Worths:
    """Return how likely a win is against a loss, as a logarithm."""
    chances = np.clip(chances, LEAST_CHANCE, 1 - LEAST_CHANCE)
    return np.asarray(np.log(chances / (1 - chances)))


def chance_of(odds: Worths) -> Worths:
    """Return the chance that has such log odds."""
    return np.asarray(1 / (1 + np.exp(-odds)))


@dataclass(frozen=True, slots=True, eq=False)
class AfterEntry:
    """What a sheet's free cells will bring once a cell of one row is filled, that row on axis 1."""

    # Of each cell, (N, 10, 10, C), 0 for taken ones; in the row itself of cells that weigh more than the filled one.
    means: Floats
    standing: CellPlaces  # Where its cells stood before
    rising: Floats  # In the row itself of cells that weigh less: each stands one place higher now, (N, 10, C)

    @classmethod
    def from_sheets(cls, prospects: Prospects, free: Floats, standing: CellPlaces) -> AfterEntry:
        """Return it for sheets with a free cell, (N, 10, C)."""
        count, rows = len(free), np.arange(ROWS)
        in_row = np.repeat(standing.in_row[:, None], ROWS, axis=1)
        in_row[:, rows, rows] -= 1
        above = np.repeat(standing.above[:, None], ROWS, axis=1)
        below = np.repeat(standing.below[:, None], ROWS, axis=1)
        below[:, rows, rows] -= 1
        flat = (count * ROWS, *free.shape[1:])
        left = CellPlaces(
            in_row.reshape(count * ROWS, ROWS),
            above.reshape(flat),
            below.reshape(flat),
            np.repeat(standing.weights, ROWS, axis=0),
            np.repeat(standing.rank, ROWS, axis=0),
            None if standing.facts is None else np.repeat(standing.facts, ROWS, axis=0),
        )
        features = left.features.reshape(count, ROWS, *free.shape[1:], -1)
        risen = features[:, rows, rows]  # a copy: what a row's cells are once one above them is gone
        put_in_place(risen, standing.above - 1, standing.below)
        is_free = free > 0
        is_open = (standing.in_row > 0)[:, :, None, None]
        return cls(prospects.means(features, is_open & is_free[:, None]), standing, prospects.means(risen, is_free))

    @property
    def usual(self) -> Floats:
        """Return about what each cell brings after an entry, (N, 10, C), any open row being as likely to be entered."""
        rows = np.arange(ROWS)
        is_open = (self.standing.in_row > 0).astype(np.float32)
        means = np.einsum("nr,nrkc->nkc", is_open, self.means)
        means += is_open[..., None] * (self.rising - self.means[:, rows, rows]) / 2
        return np.asarray(means / np.maximum(is_open.sum(axis=1), 1)[:, None, None])

    def change(self, by_cell: Worths, before: Floats) -> Worths:
        """Return what an entry in each cell changes by what the other cells bring then, (N, 10, C).

        ``by_cell`` is what a point more in each is worth, 0 in taken ones, ``before`` what each was taken to bring.
        """
        rows = np.arange(ROWS)
        rank = self.standing.rank
        is_below = (rank[:, None, :] > rank[:, :, None]).astype(np.float64)
        is_above = (rank[:, None, :] < rank[:, :, None]).astype(np.float64)
        flat = (len(by_cell), ROWS, -1)
        elsewhere = np.matmul(self.means.reshape(flat), by_cell.reshape(*flat[:1], -1, 1))
        elsewhere = elsewhere[..., 0] - (before * by_cell).sum(axis=(1, 2))[:, None]
        staying = (self.means[:, rows, rows] - before) * by_cell
        rising = (self.rising - before) * by_cell
        elsewhere -= staying.sum(axis=2)
        in_row = np.einsum("nck,nrk->nrc", is_below, rising) + np.einsum("nck,nrk->nrc", is_above, staying)
        return np.asarray(elsewhere[..., None] + in_row)
