"""Teaches the strategy of the 10×10 game by matches against itself: ``python -m models.train matches --work DIR``.

It begins as `scoring.strategy.foresight.LookingAgain`. In rounds the strategy plays itself as it has become; then the
chance it gives a position after an entry is drawn towards what came of it: the chances after the entries that followed,
fading, less the luck of the dice in between. That luck's mean is 0 whatever is thought of positions, so it can be taken
away; what is left tells as much as eight times as many matches.

Source:
    Temporal differences: see `scoring.strategy.foresight`. Luck taken away: White et al., "Variance Reduction in
    Imperfect Information Games", 2010.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.strategies import PROSPECTS_PATH, taught_by, untaught
from models.train.fit import Recipe, checkpoint, fit
from scoring.ruleset import MOST_COLUMNS, points_of
from scoring.strategy.entry_worths import Strategy, choices
from scoring.strategy.foresight import (
    DOUBT,
    LEAST_TOLD,
    OVERALL,
    ByColumns,
    Foresight,
    column_facts,
    column_weights,
    doubt_of,
    overall_facts,
)
from scoring.strategy.lead_chances import FREQUENCIES, POINTS_SEEN, STEPS, moved_by
from scoring.strategy.matches import ChoicesPlan, Tables, play_out, thrown_faces, turns_of
from scoring.strategy.outcomes import ROWS
from scoring.strategy.position import Positions
from scoring.strategy.prospects import FACTS, FEATURES, NEUTRAL, USUAL_MEANS, CellPlaces

TURNS = turns_of(MOST_COLUMNS)
FIRST = {"mean", "usual", "made"}
"""Arrays of the strategy that was not taught."""
TURN_OF_FIRST = np.arange(TURNS) % 2 == 0
RECKONED_OUT = 4
"""So many turns at the end are reckoned out: nothing is to be learnt of them."""
AT_ONCE = 2000


@dataclass(frozen=True, slots=True, eq=False)
class MatchFeatures:
    """What the network is told of N positions."""

    cells: Tensor  # Features, float32 (N, 2, 10, C, FEATURES + FACTS)
    free: Tensor  # bool (N, 2, 10, C)
    leads: Tensor  # int64 (N, C)
    overall: Tensor  # float32 (N, OVERALL)
    doubted: Tensor  # See `doubt_of`, float32 (N,)

    @classmethod
    def of(cls, positions: Positions) -> "MatchFeatures":
        """Return it for positions."""
        weights, facts = column_weights(positions), column_facts(positions)
        sheets = (positions.free[:, side].astype(np.float32) for side in (0, 1))
        places = [
            CellPlaces.from_sheets(free, weights, fact).features for free, fact in zip(sheets, facts, strict=True)
        ]
        arrays = np.stack(places, axis=1), positions.free, positions.leads, overall_facts(positions)
        doubted = doubt_of(positions, 1.0).astype(np.float32)
        return cls(*(torch.from_numpy(np.ascontiguousarray(array)) for array in (*arrays, doubted)))


class MatchNet(nn.Module):
    """What `scoring.strategy.foresight` says of positions after an entry, to be taught."""

    def __init__(self, first: Foresight, *, hidden: int = 48, overall: int = 32) -> None:
        """Begin as a strategy is that was not taught: it is told no facts, and all it says is believed as before."""
        super().__init__()
        layers = first.prospects.mean.layers
        sizes = [FEATURES + FACTS, *(max(hidden, len(offsets)) for _, offsets in layers[:-1]), 1]
        self.match = nn.ModuleList(map(nn.Linear, sizes[:-1], sizes[1:]))
        with torch.no_grad():
            for mine, (weights, offsets) in zip(self.match, layers, strict=True):
                outputs, inputs = weights.shape
                mine.weight[:outputs] = 0
                mine.weight[:outputs, :inputs] = torch.from_numpy(weights)
                mine.bias[:outputs] = torch.from_numpy(offsets)
        self.alike = nn.Parameter(torch.tensor(first.prospects.alike))
        self.doubt = nn.Parameter(torch.tensor(DOUBT))
        self.belief = nn.ModuleList([nn.Linear(OVERALL + 3 * MOST_COLUMNS + 1, overall), nn.Linear(overall, 2)])
        nn.init.zeros_(self.belief[1].weight)
        nn.init.zeros_(self.belief[1].bias)
        points = first.points
        kept: dict[str, NDArray[Any]] = {"usual": first.prospects.usual, "rows": USUAL_MEANS}
        kept |= {
            "waves": points.row_waves,
            "steps": points.row_steps,
            "per_point": (STEPS / points.most).astype(np.float32),
        }
        for name, array in kept.items():
            self.register_buffer(name, torch.from_numpy(array))

    def forward(self, told: MatchFeatures) -> Tensor:
        """Return the chance of who has just entered, (N,)."""
        columns = self._ends(self._means(told), told)
        chance = _match_chance(columns).clamp(LEAST_TOLD, 1 - LEAST_TOLD)
        sure = 1 - self.doubt * told.doubted
        odds = torch.logit(chance) * sure
        known = torch.cat([told.overall, columns.flatten(1), odds[:, None] / 4], dim=1)
        said = self.belief[1](torch.tanh(self.belief[0](known)))
        return torch.sigmoid(odds * torch.exp(said[:, 0]) + said[:, 1])

    def _means(self, told: MatchFeatures) -> Tensor:
        values = told.cells
        for layer in self.match[:-1]:
            values = torch.relu(layer(values))
        factors = functional.softplus(self.match[-1](values)[..., 0] + NEUTRAL)
        alone, usual = self.rows[:, None] * factors, self.usual[:, None]
        return (alone + self.alike * (usual - alone)) * told.free

    def _ends(self, means: Tensor, told: MatchFeatures) -> Tensor:
        """Return how columns end, (N, C, 3), as `scoring.strategy.lead_chances.ends` does."""
        at = (means * self.per_point[:, None]).clamp(0, STEPS)
        low = at.detach().long().clamp(max=STEPS - 1)
        product = torch.ones((), dtype=torch.complex64)
        for side in (0, 1):
            for row in range(ROWS):
                step, part = low[:, side, row].flatten(), (at - low)[:, side, row].flatten()
                wave = self.waves[step, row] + part[:, None] * self.steps[step, row]
                wave = torch.where(told.free[:, side, row].flatten()[:, None], wave, torch.ones((), dtype=wave.dtype))
                product = product * (wave.conj() if side else wave)
        expected = means.detach().sum(dim=2)
        first = torch.round(expected[:, 0] - expected[:, 1]).long() - POINTS_SEEN // 2
        moved = torch.from_numpy(moved_by(first.numpy())).reshape(-1, FREQUENCIES)
        up_to = torch.fft.irfft(product * moved, POINTS_SEEN).clamp(min=0).cumsum(dim=-1)
        up_to = up_to / up_to[:, -1:]
        nothing = (-told.leads - first).flatten()
        upper, lower = (
            torch.where(place < 0, 0, up_to.gather(1, place.clamp(0, POINTS_SEEN - 1)[:, None])[:, 0])
            for place in (nothing, nothing - 1)
        )
        return torch.stack([1 - upper, upper - lower, lower], dim=-1).reshape(*first.shape, 3)


def _match_chance(columns: Tensor) -> Tensor:
    """Return the chance to win the match, (N,), of columns won, tied and lost, (N, C, 3)."""
    most = points_of(columns.shape[1])
    leads = functional.pad(columns.new_ones(len(columns), 1), (most, most))
    for number, (won, tied, lost) in enumerate(columns.permute(1, 2, 0)[..., None], start=1):
        up, down = functional.pad(leads[:, :-number], (number, 0)), functional.pad(leads[:, number:], (0, number))
        leads = won * up + tied * leads + lost * down
    return leads[:, most + 1 :].sum(dim=1) + leads[:, most] / 2


def train_matches(recipe: Recipe, folder: Path) -> dict[str, Any]:
    """Teach the strategy, going on with what lies in the folder; return all arrays that `models.strategies` takes.

    A round is ``checkpoint_every`` batches; the recipe's ``samples`` say how many ``matches`` are played before each,
    how many ``rounds`` are learnt from, and by how much what followed ``fades`` a turn.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with np.load(PROSPECTS_PATH, allow_pickle=False) as kept:
        first = {name: kept[name] for name in kept if name.split(".")[0] in FIRST}
    make = partial(MatchNet, untaught(first))
    net = fit(make, partial(_batches, make, first, recipe, folder), losses, recipe=recipe, folder=folder)
    return {**first, **arrays_of(net)}


def arrays_of(net: nn.Module) -> dict[str, Any]:
    """Return a network's arrays as `models.strategies.taught_by` takes them."""
    return {name: value.detach().numpy().copy() for name, value in net.named_parameters()}


def _batches(
    make: Callable[[], nn.Module], first: Mapping[str, Any], recipe: Recipe, folder: Path, begin: int
) -> Iterator[tuple[MatchFeatures, Tensor]]:
    """Yield batches from a number on, the first of a round: what was told of positions, and what came of them."""
    a_round, settings = recipe.checkpoint_every, recipe.samples
    for number in range(begin // a_round, 2**31):
        net = make()
        if number:
            net.load_state_dict(checkpoint(folder)["averaged"])
        strategy = taught_by({**first, **arrays_of(net)})
        if not (path := folder / f"{number:04}.npz").exists():
            np.savez(
                part := path.with_suffix(".part.npz"), **_played(strategy, settings["matches"], (recipe.seed, number))
            )
            part.rename(path)
        rounds = range(max(0, number + 1 - settings["rounds"]), number + 1)
        parts = [_followed(folder / f"{each:04}.npz", strategy, settings["fades"]) for each in rounds]
        free, sums, came_of = (np.concatenate(each) for each in zip(*parts, strict=True))
        for step in range(a_round):
            chosen = np.random.default_rng((recipe.seed, number, step)).integers(len(free), size=recipe.batch)
            yield MatchFeatures.of(Positions(free[chosen], sums[chosen])), torch.from_numpy(came_of[chosen])


class _Noted:
    """Plays by a strategy, and keeps what turns were worth and what luck their dice were."""

    def __init__(self, strategy: Strategy, matches: int) -> None:
        self.starts, self.luck = np.empty((2, TURNS, matches))
        self.luck[:] = 0
        self._strategy = strategy

    def turn(self, tables: Tables, /) -> ChoicesPlan:
        chosen = choices(self._strategy, tables.positions)
        self.starts[tables.turn] = chosen.turn.start
        return ChoicesPlan(chosen, (self.luck[tables.turn], tables.matches))


def _played(strategy: Strategy, matches: int, seed: tuple[int, ...]) -> dict[str, Any]:
    """Return matches of a strategy against itself: positions after each turn, as who entered sees them."""
    seen: list[Positions] = []
    noted, faces = _Noted(strategy, matches), thrown_faces(np.random.default_rng(seed), matches, MOST_COLUMNS)
    ended = play_out(noted, noted, faces, columns=MOST_COLUMNS, watch=lambda tables: seen.append(tables.positions))
    free, sums = np.stack([each.free for each in seen]), np.stack([each.sums for each in seen])
    won = (np.sign(ended.leads) + 1) / 2
    return {"free": free, "sums": sums, "starts": noted.starts, "luck": noted.luck, "won": won}


def _followed(path: Path, strategy: ByColumns, fades: float) -> tuple[NDArray[Any], ...]:
    """Return positions after an entry, and the chance that came of each for who had entered."""
    with np.load(path, allow_pickle=False) as kept:
        free, sums, starts, luck, won = (kept[name] for name in ("free", "sums", "starts", "luck", "won"))
    positions = Positions(free.reshape(-1, *free.shape[2:]), sums.reshape(-1, *sums.shape[2:]))
    parts = (
        positions.some(np.arange(at, min(at + AT_ONCE, len(positions)))) for at in range(0, len(positions), AT_ONCE)
    )
    chances = np.concatenate([strategy.standing(part) for part in parts]).reshape(starts.shape)
    # From here on of who began; before an entry is its dice's luck.
    by_first, sign = (TURN_OF_FIRST[:, None], np.where(TURN_OF_FIRST, 1, -1)[:, None])
    before = np.where(np.isnan(chances), starts, chances - luck)
    before, luck = np.where(by_first, before, 1 - before), luck * sign
    came_of = np.empty_like(starts)
    came_of[-1] = won
    for turn in range(TURNS - 2, -1, -1):
        came_of[turn] = (1 - fades) * (came_of[turn + 1] - luck[turn + 1]) + fades * before[turn + 1]
    came_of, learnt = np.where(by_first, came_of, 1 - came_of), TURNS - RECKONED_OUT
    return tuple(each[:learnt].reshape(-1, *each.shape[2:]) for each in (free, sums, came_of.astype(np.float32)))


def losses(net: nn.Module, batch: tuple[MatchFeatures, Tensor]) -> dict[str, Tensor]:
    """Return how far positions are from what came of them."""
    told, came_of = batch
    return {"chance": ((net(told) - came_of) ** 2).mean()}
