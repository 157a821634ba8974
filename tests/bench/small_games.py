"""What strategies lose against perfect play: ``python -m tests.bench.small_games``.

Two small variants of the match are solved exactly (one column; two columns with three rows), which takes some minutes.
Then each strategy plays matches against the perfect player, beginning every other one. What a turn of it loses is not
drawn but reckoned, over all its throws, as the gap to the best in exact winning chance; only which positions come up is
left to the dice. Such losses add up to what it loses in results.

A position is which cells both players have free and who leads each column by how much. One more result is entered
every turn, so the positions with as many cells free in all are a layer, which leads to the layer with one cell less.
Leads are told apart only as far as what is left can still change who wins a column, and as far as what is filled can
have brought them; so a layer is one array, and no place in it is empty.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import typer
from numpy.typing import NDArray
from tqdm import tqdm

from models.strategies import STRATEGIES
from scoring.dice import DICE_COUNT
from scoring.sheets.category import Category
from scoring.statistics.share import Z_95
from scoring.strategy.entry_worths import choices, choices_among, hold_worths, turn_values, where_free
from scoring.strategy.matches import ENTERS, ChoicesPlan, Lying, points_ahead, turn_entries
from scoring.strategy.outcomes import FACES, HANDS, OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES
from scoring.strategy.position import Positions
from scoring.turns.turn import THROWS_A_TURN

Numbers: TypeAlias = NDArray[np.intp]
NEVER = np.float32(-1)
"""Worth of what cannot be entered: less than any chance."""
IN_TABLE = 2048
"""Positions whose entries are looked up together."""
TOGETHER = 192
"""Positions whose turns are reckoned together: their hands fit into a processor's cache."""


@dataclass(frozen=True, slots=True)
class SmallGame:
    """The match on a sheet of fewer rows and columns; cells are numbered row by row."""

    rows: tuple[Category, ...]  # That are played, from the top
    columns: int  # Column c, from 0, is worth c + 1 to the higher sum
    served_whenever: bool = False  # See `scoring.strategy.entry_worths`

    @property
    def cells(self) -> int:  # Of each player
        return len(self.rows) * self.columns

    @property
    def turns(self) -> int:  # Of a match: the number of the layer it begins in
        return 2 * self.cells

    def row(self, cell: int) -> Category:
        return self.rows[cell // self.columns]

    def most_points(self) -> Numbers:
        """Return the most that sets of cells, a bit a cell, can bring in each column, (C, sets)."""
        sets, most = np.arange(1 << self.cells), np.zeros((self.columns, 1 << self.cells), np.int64)
        for cell in range(self.cells):
            most[cell % self.columns] += (sets >> cell & 1) * self.row(cell).most_points
        return most


GAMES = {
    "one column": SmallGame(tuple(Category), 1),
    # A number row, one that is often made and one that is seldom made, twice.
    "two columns": SmallGame((Category.KINGS, Category.FULL, Category.GRANDE), 2),
}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Layer:
    """The positions with as many cells free in all, numbered: by free sets of both (a pair), then by leads."""

    own: Numbers  # The free sets the player to move may have, a bit a cell, ascending
    other: Numbers  # Those of the other player
    rank: Numbers  # Number of a set among those of as many cells, (sets,)
    low: Numbers  # The lowest lead that is told apart, of each column in each pair, (C, pairs)
    high: Numbers  # The highest, likewise
    first: Numbers  # Number of each pair's first position, and how many positions there are, (pairs + 1,)

    @classmethod
    def of(cls, game: SmallGame, free: int):
        """Return the layer of a game with so many cells free in all: the one who moves has no fewer than the other."""
        sets, most = np.arange(1 << game.cells), game.most_points()
        sizes = np.array([number.bit_count() for number in sets.tolist()])
        rank = np.zeros(len(sets), np.intp)
        for size in range(game.cells + 1):
            rank[sizes == size] = np.arange(np.count_nonzero(sizes == size))
        own, other = np.flatnonzero(sizes == free - free // 2), np.flatnonzero(sizes == free // 2)
        mine, theirs = np.repeat(most[:, own], len(other), axis=1), np.tile(most[:, other], len(own))
        every = most[:, -1:]
        low, high = np.maximum(-mine - 1, theirs - every), np.minimum(theirs + 1, every - mine)
        first = np.concatenate([[0], np.cumsum(np.prod(high - low + 1, axis=0))])
        return cls(own=own, other=other, rank=rank, low=low, high=high, first=first)

    def __len__(self) -> int:
        return int(self.first[-1])

    def pairs(self, own: Numbers, other: Numbers) -> Numbers:
        """Return the numbers of pairs of free sets."""
        return self.rank[own] * len(self.other) + self.rank[other]

    def places(self, pairs: Numbers, leads: Sequence[Numbers]) -> Numbers:
        """Return the numbers of positions by pairs of free sets, (N,), and leads in each column, (…, N) each.

        What is beyond the told-apart leads is as sure as the outermost.
        """
        places: Numbers = np.zeros(len(pairs), np.intp)
        for low, high, lead in zip(self.low, self.high, leads, strict=True):
            lowest, highest = low[pairs], high[pairs]
            places = places * (highest - lowest + 1) + np.minimum(np.maximum(lead, lowest), highest) - lowest
        return places + self.first[pairs]

    def at(self, places: Numbers) -> tuple[Numbers, list[Numbers]]:
        """Return the pairs and the leads in each column of positions."""
        pairs = np.searchsorted(self.first, places, side="right") - 1
        rest, leads = places - self.first[pairs], []
        for low, high in zip(self.low[::-1], self.high[::-1], strict=True):
            widths = high[pairs] - low[pairs] + 1
            leads.append(rest % widths + low[pairs])
            rest = rest // widths
        return pairs, leads[::-1]


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A layer and its chances."""

    game: SmallGame
    layer: Layer
    chances: NDArray[np.float32]  # Of the player to move, a draw counted half, (positions,)

    def after_entry(self, cell, own, other, leads):
        """Return the chances of who enters something in a cell and comes to this layer, (scores of its row, N).

        Free sets and leads (in each column), (N,) each, are those before it.
        """
        scores = OUTCOME_POINTS[self.game.row(cell) == OUTCOME_ROWS][:, None]
        theirs = [-lead for lead in leads]
        column = cell % self.game.columns
        theirs[column] = theirs[column] - scores
        places = self.layer.places(self.layer.pairs(other, own & ~(1 << cell)), theirs)
        return 1 - self.chances[places]


def results(game: SmallGame) -> NDArray[np.float32]:
    """Return the chances of layer 0: whoever has more column points won, who has as many has half of it."""
    layer = Layer.of(game, 0)
    _, leads = layer.at(np.arange(len(layer)))
    return np.asarray((np.sign(points_ahead(np.stack(leads, axis=1))) + 1) / 2, np.float32)


def solved(game: SmallGame) -> list[Solved]:
    """Return all layers of a game, the full sheets' first."""
    layers = [Solved(game, Layer.of(game, 0), results(game))]
    for free in tqdm(range(1, game.turns + 1), "solving", unit="layers", leave=False):
        layer, parts = Layer.of(game, free), []
        for own, (first, last) in zip(layer.own, pairwise(layer.first[:: len(layer.other)]), strict=True):
            for at in range(first, last, IN_TABLE):
                parts.append(_starts(layers[-1], layer, int(own), np.arange(at, min(at + IN_TABLE, last))))
        layers.append(Solved(game, layer, np.concatenate(parts)))
    return layers


def _starts(after: Solved, layer: Layer, own: int, places: Numbers) -> NDArray[np.float32]:
    """Return the chances before a turn of some positions with the same free set of who moves."""
    game = after.game
    cells = [cell for cell in range(game.cells) if own >> cell & 1]
    pairs, leads = layer.at(places)
    sets = np.full(len(places), own), layer.other[pairs % len(layer.other)]
    table = np.full((len(OUTCOMES), len(places)), NEVER)
    for cell in cells:
        entered = after.after_entry(cell, *sets, leads)
        of_row = game.row(cell) == OUTCOME_ROWS
        table[of_row] = np.maximum(table[of_row], entered)
    rows = sorted({game.row(cell) for cell in cells})
    starts = np.empty(len(places), np.float32)
    for at in range(0, len(places), TOGETHER):
        some = np.ascontiguousarray(table[:, at : at + TOGETHER])
        plain, served = (_best(some, rows, is_served=is_served) for is_served in (False, True))
        # Single precision is good for more where chances are small: the turn sees how far they are from their middle.
        middle = (plain.min(axis=0) + served.max(axis=0)) / 2
        turn = turn_values((plain - middle).T, (served - middle).T, served_whenever=game.served_whenever)
        starts[at : at + TOGETHER] = middle + turn.start
    return starts


def _best(table, rows, *, is_served):
    """Return the worth of entering each hand where it is best, (252, N), from that of every outcome, (78, N)."""
    best, of_row = np.full((HANDS, table.shape[1]), NEVER), np.empty((HANDS, table.shape[1]), np.float32)
    for row in rows:
        np.take(table, OUTCOME_OF[int(is_served), row], axis=0, out=of_row, mode="clip")
        np.maximum(best, of_row, out=best)
    return best


def fresh(game: SmallGame, count: int) -> Positions:
    """Return the first position of a small match, so many times: rows that are not played are filled for both."""
    positions = Positions.fresh(count, game.columns)
    positions.free[:, :, [row for row in range(positions.free.shape[2]) if row not in game.rows]] = False
    return positions


@dataclass(frozen=True, slots=True, eq=False)
class Exact:
    """Enters where the chance of the match is best, by a solved match."""

    layers: Sequence[Solved]  # Of the match, the one with no cell free first

    def entry_worths(self, positions: Positions, /):
        """Return the chance to win the match after every entry, (N, C, 78); 0 for cells that are taken."""
        game = self.layers[0].game
        free = positions.free[:, :, list(game.rows)].reshape(len(positions), 2, -1)
        left = free.sum(axis=2)
        sets = free @ (1 << np.arange(game.cells))
        worths = np.zeros((len(positions), game.columns, len(OUTCOMES)))
        for count in np.unique(left.sum(axis=1)):
            for cell in range(game.cells):
                which = np.flatnonzero((left.sum(axis=1) == count) & free[:, 0, cell])
                leads = list(positions.leads[which].T)
                chances = self.layers[count - 1].after_entry(cell, sets[which, 0], sets[which, 1], leads)
                of_row = np.flatnonzero(game.row(cell) == OUTCOME_ROWS)
                worths[which[:, None], cell % game.columns, of_row] = chances.T
        return worths


def followed(chosen, worths, *, served_whenever: bool = False):
    """Return what becomes of turns that are played by choices, before their first throw, (N,) each.

    That is the mean of the true worth of what is entered, by that of every entry, (N, C, 78), and of how often is
    decided: after every throw, whether to throw on or where to enter.
    """
    plan, tables = ChoicesPlan(chosen), np.arange(len(worths))
    # The true worth of entering each hand as it is chosen, not served and served, (2, 252, N).
    columns = chosen.columns[tables[:, None, None], chosen.outcomes]
    taken = worths[tables[:, None, None], columns, chosen.outcomes]
    entered = np.ascontiguousarray(taken.transpose(1, 2, 0))
    lying = {served: (entered[served], np.ones_like(entered[served])) for served in (0, 1)}
    for left in range(1, THROWS_A_TURN):
        thrown = [hold_worths(lying[0][what], lying[int(served_whenever)][what]) for what in (0, 1)]
        for served in (0, 1):
            hands, every = np.repeat(np.arange(HANDS), len(tables)), np.tile(tables, HANDS)
            dice = Lying(tables=every, hands=hands, served=np.full(len(hands), served), throws_left=left)
            holds = plan.decide(dice).holds.reshape(HANDS, -1)
            enters = holds == ENTERS
            after = [np.take_along_axis(each, np.maximum(holds, 0), axis=0) for each in thrown]
            lying[served] = np.where(enters, entered[served], after[0]), np.where(enters, 1, 1 + after[1])
    worth, decisions = (hold_worths(*[lying[1][what]] * 2)[-1] for what in (0, 1))
    return worth, decisions


AT_ONCE = 250


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """What a strategy lost in each of N matches against perfect play."""

    lost: np.ndarray  # Winning chance, by its turns, (N, turns)
    decisions: np.ndarray  # How often it decided, (N,)
    results: np.ndarray  # 1, ½ or 0, as the dice fell, (N,)

    @classmethod
    def joined(cls, parts):
        return cls(*(np.concatenate([getattr(p, name) for p in parts]) for name in ("lost", "decisions", "results")))

    def a_match(self) -> tuple[float, float]:
        """Return the mean loss a match and how far it may be off at 95 %."""
        return float(self.lost.sum(axis=1).mean()), _half_interval(self.lost.sum(axis=1))

    def a_decision(self) -> tuple[float, float]:
        """Return the mean loss a decision and how far it may be off at 95 %: that of a ratio."""
        lost, decisions = self.lost.sum(axis=1), self.decisions.mean()
        ratio = float(lost.mean() / decisions)
        return ratio, _half_interval((lost - ratio * self.decisions) / decisions)


def _half_interval(values) -> float:
    return float(Z_95 * values.std(ddof=1) / np.sqrt(len(values)))


def losses(game: SmallGame, exact: Exact, strategy, dice: np.random.Generator, count: int) -> Losses:
    """Return what a strategy loses in so many matches, an even number; it begins every other one."""
    return Losses.joined([_lost_from(seat, game, exact, strategy, dice, count // 2) for seat in (0, 1)])


def _lost_from(seat, game, exact, strategy, dice, count) -> Losses:
    positions, lost, decisions = fresh(game, count), np.zeros((count, game.cells)), np.zeros(count)
    rule = {"served_whenever": game.served_whenever}
    for turn in range(game.turns):
        worths = exact.entry_worths(positions)
        chosen = best = choices_among(where_free(worths, positions), **rule)
        if turn % 2 == seat:
            chosen = choices(strategy, positions, **rule)
            worth, decided = followed(chosen, worths, **rule)
            lost[:, turn // 2] = best.turn.start - worth
            decisions += decided
        faces = dice.integers(FACES, size=(count, THROWS_A_TURN, DICE_COUNT))
        entries = turn_entries(ChoicesPlan(chosen), faces, **rule)
        outcomes = OUTCOME_OF[entries.served, entries.rows, entries.hands]
        positions = positions.entered(outcomes, entries.columns).passed_on()
    # A match has an even number of turns: the one who began is on the move again.
    ended = (np.sign(points_ahead(positions.leads)) + 1) / 2
    return Losses(lost, decisions, ended if seat == 0 else 1 - ended)


def main(matches: int = 4000, game: str | None = None, strategy: str | None = None, seed: int = 1) -> None:
    """Solve, let each strategy play, and print; one game or strategy alone where it is named."""
    for name in [game] if game else GAMES:
        small = GAMES[name]
        exact = Exact(layers := solved(small))
        begins, positions = float(layers[-1].chances[0]), sum(len(each.layer) for each in layers)
        rows = ", ".join(row.name.lower() for row in small.rows)
        print(f"{name} ({rows}): {positions:,} positions; who begins wins {begins:.2%} where both play perfectly")
        print("| strategy | lost a match | lost a decision | decisions a match | matches | won, as the dice fell |")
        print("|---|---|---|---|---|---|")
        for player in [strategy] if strategy else reversed(STRATEGIES):
            dice = np.random.default_rng(seed)
            parts = tqdm(range(max(1, matches // AT_ONCE)), player, unit=f"×{AT_ONCE} matches", leave=False)
            together = Losses.joined([losses(small, exact, STRATEGIES[player](), dice, AT_ONCE) for _ in parts])
            (match, about), (decision, about_decision) = together.a_match(), together.a_decision()
            won = f"{together.results.mean():.1%} ± {_half_interval(together.results):.1%}"
            print(
                f"| {player} | {match:.2%} ± {about:.2%} | {decision:.3%} ± {about_decision:.3%} "
                f"| {together.decisions.mean():.1f} | {len(together.lost):,} | {won} |",
                flush=True,
            )


if __name__ == "__main__":
    typer.run(main)
