"""Trains what free cells will bring, `scoring.strategy.prospects`: ``python -m models.train prospects --work DIR``.

The means are fitted to themselves. A sheet filled alone, a point of each column weighing what it weighs in a match, is
worth before a turn the exact mean over all throws of the best that an entry brings and leaves; the network that says
what is left is drawn towards that. What combinations bring when they are made is counted.

Sheets come from matches of a plain strategy, and are varied: weights flattened, mixed or made equal, rows thinned.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.train.fit import Recipe, fit
from scoring.strategy.baselines import ColumnNormal
from scoring.strategy.entry_worths import turn_values
from scoring.strategy.foresight import AfterEntry, Outlook
from scoring.strategy.matches import ByWorths, Tables, play_out, thrown_faces
from scoring.strategy.outcomes import OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES, ROWS
from scoring.strategy.position import Positions
from scoring.strategy.prospects import FEATURES, NEUTRAL, USUAL_MEANS, CellPlaces, Floats, Network, Prospects

COLUMNS = 10
KEPT = 0.25
"""Of the positions of a match so many are looked at: neighbours tell the same."""
_OFF = 5.0
"""About how far a cell ends from its mean, points: what the worth of a sheet is held against."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """What is taken from matches."""

    free: Floats  # Of sheets, 1 where nothing stands, (S, 10, C); a free cell at least
    weights: Floats  # What a point in each column weighed, (S, C)
    # How often each combination brought each of its scores, of the times that it was made, (78,)
    made: NDArray[np.float64]


def train_prospects(recipe: Recipe, folder: Path) -> dict[str, NDArray[np.float32]]:
    """Train the network, going on with what lies in the folder, and return what `models.strategies` takes.

    The recipe's ``net`` names the ``sizes`` of hidden layers, its ``samples`` how many ``games`` sheets are taken from.
    """
    folder.mkdir(parents=True, exist_ok=True)
    played = _kept(folder / "sheets.npz", recipe)
    make, batches = partial(_net, recipe.net["sizes"]), partial(_batches, played, recipe)
    net = fit(make, batches, _losses, recipe=recipe, folder=folder)
    return {**arrays_of(net), "usual": _usual(net, played), "made": played.made.astype(np.float32)}


def _kept(path: Path, recipe: Recipe) -> Played:
    if not path.exists():
        played = from_matches(recipe.samples["games"], recipe.seed)
        np.savez(path, free=played.free, weights=played.weights, made=played.made)
    with np.load(path, allow_pickle=False) as arrays:
        return Played(arrays["free"], arrays["weights"], arrays["made"])


def _net(sizes: tuple[int, ...]) -> nn.Sequential:
    """Return a network that says nothing yet: its last layer is 0."""
    parts: list[nn.Module] = []
    inputs = FEATURES
    for outputs in sizes:
        parts += [nn.Linear(inputs, outputs), nn.ReLU()]
        inputs = outputs
    last = nn.Linear(inputs, 1)
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    return nn.Sequential(*parts, last)


def arrays_of(net: nn.Module) -> dict[str, NDArray[np.float32]]:
    """Return a network's arrays as `Network.from_arrays` takes them, under the name "mean"."""
    return {
        f"mean.{number}.{part}": getattr(layer, part).detach().numpy().copy()
        for number, layer in enumerate(layer for layer in net.modules() if isinstance(layer, nn.Linear))
        for part in ("weight", "bias")
    }


def _alone(net: nn.Module) -> Prospects:
    """Return what a network says, whose rows are not drawn together."""
    return Prospects(Network.from_arrays(arrays_of(net), "mean"), np.zeros(ROWS, np.float32), alike=0)


def _usual(net: nn.Module, played: Played) -> Floats:
    """Return what each row's free cells bring on average, by a network, (10,)."""
    said = _alone(net)
    sums = np.zeros(ROWS)
    for part in _parts(len(played.free)):
        free = played.free[part]
        sums += said.means(CellPlaces.from_sheets(free, played.weights[part]).features, free > 0).sum(axis=(0, 2))
    return np.asarray(sums / played.free.sum(axis=(0, 2)), np.float32)


def from_matches(games: int, seed: int) -> Played:
    """Return what matches of a plain strategy against itself show."""
    dice, chance = np.random.default_rng((seed, 0)), np.random.default_rng((seed, 1))
    seen: list[Positions] = []

    def watch(tables: Tables) -> None:
        seen.append(tables.positions.some(chance.random(len(tables.cells)) < KEPT))

    player = ByWorths(ColumnNormal())
    ended = play_out(player, player, thrown_faces(dice, games, COLUMNS), columns=COLUMNS, watch=watch)
    positions = Positions(np.concatenate([each.free for each in seen]), np.concatenate([each.sums for each in seen]))
    weights = np.concatenate([Outlook.of(positions.some(part)).weights for part in _parts(len(positions))])
    free = np.concatenate([positions.free[:, 0], positions.free[:, 1]]).astype(np.float32)
    weights = np.concatenate([weights, weights])
    some = free.any(axis=(1, 2)) & (weights.max(axis=1) > 1e-6)
    return Played(free[some], weights[some], _made(ended.cells))


def _made(cells: NDArray[np.int16]) -> NDArray[np.float64]:
    """Return the shares of a combination's scores in full sheets, (N, 2, 10, C), strikes aside; each seen once more."""
    rows = cells.transpose(2, 0, 1, 3).reshape(ROWS, -1)
    counts = np.array([(rows[row] == score).sum() + 1.0 if score else 0.0 for row, score in OUTCOMES])
    return np.asarray(counts / np.bincount(OUTCOME_ROWS, counts)[OUTCOME_ROWS])


def _parts(count: int, size: int = 4096) -> list[NDArray[np.intp]]:
    return [np.arange(first, min(first + size, count)) for first in range(0, count, size)]


def _batches(played: Played, recipe: Recipe, first: int) -> Iterator[tuple[Floats, Floats]]:
    """Yield sheets and weights, varied; the same for the same step, wherever training was broken off."""
    for step in range(first, 2**62):
        chance = np.random.default_rng((recipe.seed, 2, step))
        chosen = chance.integers(len(played.free), size=recipe.batch)
        yield _varied(played.free[chosen], played.weights[chosen], chance)


def _varied(free: Floats, weights: Floats, chance: np.random.Generator) -> tuple[Floats, Floats]:
    """Return sheets as they might be as well: other weights, and rows that are filled further."""
    how = chance.random(len(free))
    weights[how < 0.1] = 1
    mixed, bent = how > 0.8, (how > 0.6) & (how <= 0.8)
    weights[mixed] = chance.permuted(weights[mixed], axis=1)
    bend = chance.uniform(0.3, 1.5, (int(bent.sum()), 1))
    weights[bent] = (weights[bent] / weights[bent].max(axis=1, keepdims=True)) ** bend
    thinned = np.flatnonzero(chance.random(len(free)) < 0.3)
    free[thinned] *= chance.random((len(thinned), ROWS, 1)) < chance.random((len(thinned), 1, 1))
    empty = ~free.any(axis=(1, 2))
    free[empty, chance.integers(ROWS), chance.integers(COLUMNS)] = 1
    weights /= np.maximum(weights.mean(axis=1, keepdims=True), 1e-9)
    return free, weights


def worth_before_turn(prospects: Prospects, free: Floats, weights: Floats) -> NDArray[np.float64]:
    """Return what sheets filled alone are worth before a turn, (N,), by what is said to be left after it.

    Sheets are 1 where nothing stands, (N, 10, C), a free cell at least; weights, (N, C), are 1 on average.
    """
    after = AfterEntry.from_sheets(prospects, free, CellPlaces.from_sheets(free, weights))
    left = after.change((free * weights[:, None]).astype(np.float64), np.zeros_like(free))
    left *= (free.sum(axis=(1, 2)) > 1)[:, None, None]
    worths = np.where(free > 0, left, -np.inf)[:, OUTCOME_ROWS] + weights[:, None] * OUTCOME_POINTS[:, None]
    of_hands = worths.max(axis=2)[:, OUTCOME_OF].max(axis=2)
    return np.asarray(turn_values(of_hands[:, 0], of_hands[:, 1]).start)


def _losses(net: nn.Module, batch: tuple[Floats, Floats]) -> dict[str, Tensor]:
    """Return how far sheets are, by the network, from what they are by the network and an exact turn."""
    free, weights = batch
    # Not the averaged weights: they lag by hundreds of batches, and worths come back a turn at a time.
    wanted = worth_before_turn(_alone(net), free, weights)
    features = torch.from_numpy(CellPlaces.from_sheets(free, weights).features)
    means = torch.tensor(USUAL_MEANS)[:, None] * nn.functional.softplus(net(features)[..., 0] + NEUTRAL)
    worths = (means * torch.from_numpy(free) * torch.from_numpy(weights)[:, None]).sum((1, 2))
    scale = _OFF * np.sqrt(free.sum((1, 2)) * (weights**2).mean(axis=1))
    off = (worths - torch.from_numpy(wanted.astype(np.float32))) / torch.from_numpy(scale)
    return {"worth": (off**2).mean()}
