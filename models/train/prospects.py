"""Trains what free cells will bring, `scoring.strategy.prospects`: ``python -m models.train prospects --work DIR``.

The means are fitted to themselves. A sheet filled alone, a point of each column weighing what it weighs in a match, is
worth before a turn the exact mean over all throws of the best that an entry brings and leaves; the network that says
what is left is drawn towards that. The variances are then fitted to how far the leads of columns end from what the
means expect, in matches of the strategy against itself.

Sheets come from matches of plain strategies, and are varied: weights flattened, mixed or made equal, rows thinned.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from tqdm import tqdm

from scoring.strategy.baselines import ColumnNormal
from scoring.strategy.foresight import LEAST_VARIANCE, AfterEntry, Foresight, column_weights
from scoring.strategy.matches import play
from scoring.strategy.outcomes import OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, ROWS
from scoring.strategy.position import Positions
from scoring.strategy.prospects import (
    FEATURES,
    NEUTRAL,
    USUAL_MEANS,
    USUAL_VARIANCES,
    Network,
    Prospects,
    Standing,
)
from scoring.strategy.turn_values import turn_values

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from scoring.strategy.entry_worths import Strategy
    from scoring.strategy.prospects import Floats

COLUMNS = 10
KEPT = 0.25
"""Of the positions of a match so many are looked at: neighbours tell the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProspectsRecipe:
    """What decides the training.

    Attributes:
        games: Matches that sheets are taken from, and again that leads are taken from.
        mean_steps: Batches for the means.
        variance_steps: And for the variances.
        batch: Sheets, or positions, at once.
        mean_sizes: Neurons of the hidden layers.
        variance_sizes: Likewise.
        rate: Learning rate, at first.
        renew: After so many batches the means are drawn towards what they themselves say by then.
        seed: Of everything.
    """

    games: int = 2000
    mean_steps: int = 8000
    variance_steps: int = 800
    batch: int = 96
    mean_sizes: tuple[int, ...] = (32, 32)
    variance_sizes: tuple[int, ...] = (16, 16)
    rate: float = 2e-3
    renew: int = 10
    seed: int = 1


def train_prospects(recipe: ProspectsRecipe, folder: Path) -> dict[str, NDArray[np.float32]]:
    """Train both networks, and return them as `Network.from_arrays` takes them.

    Args:
        recipe: What decides the training.
        folder: Where what is finished lies; a part that is there is not trained again.
    """
    torch.set_num_threads(1)
    torch.manual_seed(recipe.seed)
    folder.mkdir(parents=True, exist_ok=True)
    mean = _kept(folder / "mean.pt", recipe.mean_sizes, lambda net: _fit_means(net, recipe))
    said = Prospects(network_of(mean), network_of(_net(recipe.variance_sizes)))
    variance = _kept(folder / "variance.pt", recipe.variance_sizes, lambda net: _fit_variances(net, said, recipe))
    return {**arrays_of(mean, "mean"), **arrays_of(variance, "variance")}


def _kept(path: Path, sizes: tuple[int, ...], fit: Callable[[nn.Sequential], nn.Sequential]) -> nn.Sequential:
    net = _net(sizes)
    if path.exists():
        net.load_state_dict(torch.load(path))
        return net
    fitted = fit(net)
    torch.save(fitted.state_dict(), path)
    return fitted


# -- networks ------------------------------------------------------------------------------------------------------


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


def arrays_of(net: nn.Sequential, name: str) -> dict[str, NDArray[np.float32]]:
    """Return a network's arrays under its name."""
    layers = [layer for layer in net if isinstance(layer, nn.Linear)]
    return {
        f"{name}.{number}.{part}": getattr(layer, part).detach().numpy().copy()
        for number, layer in enumerate(layers)
        for part in ("weight", "bias")
    }


def network_of(net: nn.Sequential) -> Network:
    """Return a network as it is used."""
    return Network.from_arrays(arrays_of(net, "it"), "it")


# -- means -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Record:
    """Positions of matches, from the side of who entered, and what became of them.

    Attributes:
        positions: After an entry.
        leads: How the columns ended for that player, (N, C).
    """

    positions: Positions
    leads: NDArray[np.int64]


def recorded(strategy: Strategy, games: int, seed: int) -> _Record:
    """Return some positions of matches of a strategy against itself."""
    dice, chance = np.random.default_rng((seed, 0)), np.random.default_rng((seed, 1))
    seen: list[tuple[int, NDArray[np.intp], Positions]] = []
    last = [Positions.fresh(games, COLUMNS)]

    def watch(turn: int, positions: Positions) -> None:
        which = np.flatnonzero(chance.random(games) < KEPT)
        seen.append((turn, which, positions.some(which)))
        last[0] = positions

    play(strategy, strategy, games, dice, columns=COLUMNS, watch=watch)
    leads = -last[0].leads  # the last entry is the second player's
    positions = Positions(
        np.concatenate([each.free for _, _, each in seen]), np.concatenate([each.sums for _, _, each in seen])
    )
    ended = np.concatenate([leads[which] * (1 if turn % 2 == 0 else -1) for turn, which, _ in seen])
    return _Record(positions, ended)


def _fit_means(net: nn.Sequential, recipe: ProspectsRecipe) -> nn.Sequential:
    free, weights = _sheets(recorded(ColumnNormal(), recipe.games, recipe.seed).positions)
    chance = np.random.default_rng((recipe.seed, 2))
    averaged, said = copy.deepcopy(net), network_of(net)
    optimiser = torch.optim.Adam(net.parameters(), recipe.rate)
    usual = torch.tensor(USUAL_MEANS)[None, :, None]
    for step in tqdm(range(recipe.mean_steps), desc="what cells bring", mininterval=20):
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * (1 - step / recipe.mean_steps) + recipe.rate / 100
        if step % recipe.renew == 0:
            # Not the averaged weights: they lag by hundreds of batches, and worths come back a turn at a time.
            said = network_of(net)
        chosen = chance.integers(len(free), size=recipe.batch)
        sheets, weigh = _varied(free[chosen].copy(), weights[chosen].copy(), chance)
        wanted = worth_before_turn(Prospects(said, said), sheets, weigh)
        features = torch.from_numpy(Standing.of(sheets, weigh).features)
        means = usual * nn.functional.softplus(net(features)[..., 0] + NEUTRAL)
        worth = (means * torch.from_numpy(sheets) * torch.from_numpy(weigh)[:, None]).sum((1, 2))
        scale = 5 * np.sqrt(sheets.sum((1, 2)) * (weigh**2).mean(axis=1))
        loss = (((worth - torch.from_numpy(wanted.astype(np.float32))) / torch.from_numpy(scale)) ** 2).mean()
        _descend(optimiser, loss)
        _average(averaged, net, step)
    return averaged


def _sheets(positions: Positions) -> tuple[Floats, Floats]:
    """Return both players' sheets with a free cell, and what a point in their columns weighs."""
    weights = np.concatenate([column_weights(positions.some(part)) for part in _parts(len(positions))])
    free = np.concatenate([positions.free[:, 0], positions.free[:, 1]]).astype(np.float32)
    weights = np.concatenate([weights, weights])
    some = free.any(axis=(1, 2)) & (weights.max(axis=1) > 1e-6)
    return free[some], weights[some]


def _parts(count: int, size: int = 4096) -> list[NDArray[np.intp]]:
    return [np.arange(first, min(first + size, count)) for first in range(0, count, size)]


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

    Args:
        prospects: Say what free cells will bring.
        free: 1 where nothing stands, (N, 10, C); a free cell at least.
        weights: What a point in each column weighs, (N, C), 1 on average.
    """
    after = AfterEntry.of(prospects, free, Standing.of(free, weights))
    nothing = np.zeros(weights.shape)
    left = after.elsewhere(nothing, weights.astype(np.float64), weights)
    # What stays in the column of the entry itself belongs to it as well; `elsewhere` leaves that out.
    left += after.others * weights[:, None]
    left *= (free.sum(axis=(1, 2)) > 1)[:, None, None]
    worths = np.where(free > 0, left, -np.inf)[:, OUTCOME_ROWS] + weights[:, None] * OUTCOME_POINTS[:, None]
    of_hands = worths.max(axis=2)[:, OUTCOME_OF].max(axis=2)
    return np.asarray(turn_values(of_hands[:, 0], of_hands[:, 1]).start)


# -- variances -------------------------------------------------------------------------------------------------------


def _fit_variances(net: nn.Sequential, said: Prospects, recipe: ProspectsRecipe) -> nn.Sequential:
    record = recorded(Foresight(said), recipe.games // 5, recipe.seed + 1)
    chance = np.random.default_rng((recipe.seed, 3))
    optimiser = torch.optim.Adam(net.parameters(), recipe.rate / 2)
    usual = torch.tensor(USUAL_VARIANCES)[None, :, None]
    for step in tqdm(range(recipe.variance_steps), desc="how far that is off", mininterval=20):
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate / 2 * (1 - step / recipe.variance_steps) + recipe.rate / 100
        which = chance.integers(len(record.positions), size=2 * recipe.batch)
        positions, ended = record.positions.some(which), record.leads[which]
        weights = column_weights(positions)
        expected, variance = positions.leads.astype(np.float64), torch.full(ended.shape, LEAST_VARIANCE)
        for side, sign in ((0, 1), (1, -1)):
            free = positions.free[:, side].astype(np.float32)
            features = Standing.of(free, weights).features
            expected += sign * (said.means(features) * free).sum(axis=1)
            of_cells = usual * torch.exp(net(torch.from_numpy(features))[..., 0]) * torch.from_numpy(free)
            variance = variance + of_cells.sum(1)
        off = torch.from_numpy(((ended - expected) ** 2).astype(np.float32))
        share = weights / np.maximum(weights.max(axis=1, keepdims=True), 1e-9) + 0.05
        matters = torch.from_numpy(share.astype(np.float32))
        loss = (matters * (off / variance + torch.log(variance))).sum() / matters.sum() / 2
        _descend(optimiser, loss)
    return net


def _descend(optimiser: torch.optim.Optimizer, loss: Tensor) -> None:
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


def _average(averaged: nn.Module, net: nn.Module, step: int) -> None:
    with torch.no_grad():
        for slow, fast in zip(averaged.parameters(), net.parameters(), strict=True):
            slow.lerp_(fast, 1 - min(0.998, (1 + step) / (10 + step)))
