"""Teaches the strategy of the 10×10 game by matches against itself: ``python -m models.train matches --work DIR``.

A member of it begins as `foresight-1`, looking again. In rounds it plays itself as it has become, and other
strategies; then the chance it gives a position after an entry is drawn towards what came of it: the chances after the
entries that followed, fading, less the luck of the dice in between. That luck's mean is 0 whatever is thought of
positions, so it can be taken away; what is left tells as much as eight times as many matches. How much weaker another
strategy is is learnt beside it and left out in the end: a chance is one against an equal.

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

from models.strategies import FULL, PROSPECTS_PATH, RECKON_IN_CHANCES, SMALL, STRATEGIES, member, taught_by, untaught
from models.train.errors import RecipeError
from models.train.fit import Recipe, checkpoint, fit
from scoring.ruleset import MOST_COLUMNS, points_of
from scoring.strategy.ending import cells_reckoned
from scoring.strategy.entry_worths import Strategy, choices
from scoring.strategy.foresight import (
    DOUBT,
    LEAST_TOLD,
    OVERALL,
    Foresight,
    LookingAgain,
    Outlook,
    doubt_of,
)
from scoring.strategy.lead_chances import FREQUENCIES, POINTS_SEEN, STEPS, moved_by
from scoring.strategy.matches import FREE, ChoicesPlan, Tables, play_on, thrown_faces
from scoring.strategy.outcomes import ROWS
from scoring.strategy.position import Positions
from scoring.strategy.prospects import FACTS, FEATURES, NEUTRAL, USUAL_MEANS, CellPlaces, of_ten_columns

ITSELF = "foresight"
APART = "apart"
"""By how much log odds are greater against others, which is learnt and left out."""
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
        outlook = Outlook.of(positions)
        sheets = (positions.free[:, side].astype(np.float32) for side in (0, 1))
        places = [
            CellPlaces.from_sheets(free, outlook.weights, facts).features
            for free, facts in zip(sheets, outlook.facts, strict=True)
        ]
        arrays = np.stack(places, axis=1), positions.free, positions.leads, outlook.overall
        doubted = doubt_of(positions, of_ten_columns(positions.columns)).astype(np.float32)
        return cls(*(torch.from_numpy(np.ascontiguousarray(array)) for array in (*arrays, doubted)))


class MatchNet(nn.Module):
    """What `scoring.strategy.foresight` says of positions after an entry, to be taught."""

    def __init__(self, first: Foresight, *, others: int = 0, hidden: int = 48, overall: int = 32) -> None:
        """Begin as a strategy is that was not taught: it is told no facts, and all it says is believed as before."""
        super().__init__()
        self.register_parameter(APART, nn.Parameter(torch.zeros(others + 1, 2)))
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

    def forward(self, told: MatchFeatures, against: Tensor | None = None) -> Tensor:
        """Return the chance of who has just entered, (N,), against an equal or others, by number (N,), 0 an equal."""
        columns = self._ends(self._means(told), told)
        chance = _match_chance(columns).clamp(LEAST_TOLD, 1 - LEAST_TOLD)
        sure = 1 - self.doubt * told.doubted
        odds = torch.logit(chance) * sure
        all_columns = functional.pad(columns, (0, 0, 0, MOST_COLUMNS - columns.shape[1])).flatten(1)
        known = torch.cat([told.overall, all_columns, odds[:, None] / 4], dim=1)
        said = self.belief[1](torch.tanh(self.belief[0](known)))
        odds = odds * torch.exp(said[:, 0]) + said[:, 1]
        if against is not None:
            left = told.overall[:, 2 * ROWS].clamp(min=0)
            by_left = torch.stack([left, left.sqrt()], dim=1) * (against > 0)[:, None]
            odds = odds + (self.get_parameter(APART)[against] * by_left).sum(dim=1)
        return torch.sigmoid(odds)

    def _means(self, told: MatchFeatures) -> Tensor:
        values = told.cells
        for layer in self.match[:-1]:
            values = torch.relu(layer(values))
        factors = functional.softplus(self.match[-1](values)[..., 0] + NEUTRAL)
        alone, usual = self.rows[:, None] * factors, self.usual[:, None]
        return (alone + self.alike * of_ten_columns(told.free.shape[3]) * (usual - alone)) * told.free

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
    """Teach a member of the strategy, numbered as the recipe's seed, going on with what lies in the folder.

    Return all arrays that `models.strategies` takes, those of members taught before among them.

    A round is ``checkpoint_every`` batches; the recipe's ``samples`` say of how many ``columns`` matches are and of how
    many ``rows``, the next number each round, how many ``matches`` are played before each against whom (of ten columns;
    of fewer as many more), how many ``rounds`` are learnt from, and by how much what followed ``fades`` a turn, first
    and last.

    Raises:
        RecipeError: If the first round has nothing to learn from.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept, matches, columns = _stored(), recipe.samples["matches"], recipe.samples["columns"]
    rows = recipe.samples["rows"][0]
    if any(2 * rows * each <= cells_reckoned(each) for each in columns):
        raise RecipeError(f"some matches of {rows} rows are reckoned out as a whole; name more for the first round.")
    make = partial(MatchNet, untaught(kept), others=len(matches) - 1)
    net = fit(make, partial(_batches, make, kept, recipe, folder), losses, recipe=recipe, folder=folder)
    of = FULL if MOST_COLUMNS in columns else SMALL
    # In half precision: a chance moves by 0.00002.
    taught = {f"{of}{recipe.seed}.{name}": array.astype(np.float16) for name, array in arrays_of(net).items()}
    # Once more: another member may have been written meanwhile.
    strategy = taught_by(arrays := {**_stored(), **taught, f"{of}missed": np.float32(0)}, of)
    played = _played(strategy, ITSELF, matches[ITSELF], (ROWS, columns[-1]), (recipe.seed, recipe.steps))
    return {**arrays, f"{of}missed": missed_by(played)}


def _stored() -> dict[str, Any]:
    with np.load(PROSPECTS_PATH, allow_pickle=False) as stored:
        return dict(stored)


def arrays_of(net: nn.Module) -> dict[str, Any]:
    """Return a network's arrays as `models.strategies.member` takes them."""
    return {name: value.detach().numpy().copy() for name, value in net.named_parameters() if name != APART}


def _batches(
    make: Callable[[], nn.Module], kept: Mapping[str, Any], recipe: Recipe, folder: Path, begin: int
) -> Iterator[tuple[MatchFeatures, Tensor, Tensor]]:
    """Yield batches from a number on, the first of a round: what was told of positions, who played, what came of it."""
    a_round, settings = recipe.checkpoint_every, recipe.samples
    names = sorted(settings["matches"], key=lambda name: name != ITSELF)
    for number in range(begin // a_round, 2**31):
        net = make()
        if number:
            net.load_state_dict(checkpoint(folder)["averaged"])
        strategy = LookingAgain((member({**kept, **arrays_of(net)}),))
        fades = float(np.interp(number, (0, recipe.steps // a_round), settings["fades"]))
        rounds = range(max(0, number + 1 - settings["rounds"]), number + 1)
        learnt: dict[int, list[NDArray[Any]]] = {}
        for columns in settings["columns"]:
            parts, rows = [], settings["rows"][number % len(settings["rows"])]
            for other, name in enumerate(names):
                matches = settings["matches"][name] * MOST_COLUMNS // columns
                paths = [folder / f"{each:04}-{columns}-{name}.npz" for each in rounds]
                if not paths[-1].exists():
                    played = _played(strategy, name, matches, (rows, columns), (recipe.seed, number, columns, other))
                    np.savez(part := paths[-1].with_suffix(".part.npz"), **played)
                    part.rename(paths[-1])
                for followed in (_followed(path, strategy, fades) for path in paths):
                    parts.append((*followed, np.full(len(followed[0]), other)))
            learnt[columns] = [np.concatenate(each) for each in zip(*parts, strict=True)]
        for step in range(a_round):
            free, sums, came_of, against = learnt[settings["columns"][step % len(learnt)]]
            chosen = np.random.default_rng((recipe.seed, number, step)).integers(len(free), size=recipe.batch)
            told = MatchFeatures.of(Positions(free[chosen], sums[chosen]))
            yield told, torch.from_numpy(against[chosen]), torch.from_numpy(came_of[chosen])


class _Noted:
    """Plays by a strategy, and keeps what turns were worth and, if it reckons in chances, what luck their dice were."""

    def __init__(self, name: str, strategy: Strategy, starts: NDArray[Any], luck: NDArray[Any]) -> None:
        self._strategy, self._starts = strategy, starts
        self._luck = luck if name in RECKON_IN_CHANCES else np.zeros_like(luck)

    def turn(self, tables: Tables, /) -> ChoicesPlan:
        chosen = choices(self._strategy, tables.positions)
        self._starts[tables.turn] = chosen.turn.start
        return ChoicesPlan(chosen, (self._luck[tables.turn], tables.matches))


def _played(
    strategy: Strategy, name: str, matches: int, shape: tuple[int, int], seed: tuple[int, ...]
) -> dict[str, Any]:
    """Return matches of a strategy against itself or another: positions after each turn, as who entered sees them.

    They are of so many rows, which ones by lot, and columns. Against another it begins in every second round; what that
    one entered is nothing to learn from.
    """
    seen, (rows, columns), dice = list[Positions](), shape, np.random.default_rng(seed)
    starts, luck = np.zeros((2, 2 * rows * columns, matches))
    cells = np.full((matches, 2, ROWS, columns), FREE, np.int16)
    cells[np.arange(matches)[:, None], :, dice.permuted(np.tile(np.arange(ROWS), (matches, 1)), axis=1)[:, rows:]] = 0
    players = [_Noted(ITSELF, strategy, starts, luck)]
    players.append(players[0] if name == ITSELF else _Noted(name, STRATEGIES[name](), starts, luck))
    begins = seed[1] % 2
    sides, faces = (players[begins], players[1 - begins]), thrown_faces(dice, matches, columns)[:, : len(starts)]
    ended = play_on(sides, cells, faces, watch=lambda tables: seen.append(tables.positions))
    free, sums = np.stack([each.free for each in seen]), np.stack([each.sums for each in seen])
    own, won = (np.arange(len(seen)) % 2 == begins) | (name == ITSELF), (np.sign(ended.leads) + 1) / 2
    return {"free": free, "sums": sums, "starts": starts, "luck": luck, "own": own, "won": won}


def _followed(path: Path, strategy: LookingAgain, fades: float) -> tuple[NDArray[Any], ...]:
    """Return positions after an entry of its own, and the chance that came of each."""
    with np.load(path, allow_pickle=False) as kept:
        free, sums, starts, luck, own, won = (kept[name] for name in ("free", "sums", "starts", "luck", "own", "won"))
    chances, turns = _standing(strategy, free[own], sums[own]), np.arange(len(starts))
    # From here on of who began; before an entry is its dice's luck.
    by_first = (turns % 2 == 0)[:, None]
    before = starts.copy()
    before[own] = np.where(np.isnan(chances), starts[own], chances - luck[own])
    before, luck = np.where(by_first, before, 1 - before), np.where(by_first, luck, -luck)
    came_of = np.empty_like(starts)
    came_of[-1] = won
    for turn in turns[-2::-1]:
        share = fades * own[turn + 1]
        came_of[turn] = (1 - share) * (came_of[turn + 1] - luck[turn + 1]) + share * before[turn + 1]
    came_of = np.where(by_first, came_of, 1 - came_of)
    learnt = own & (turns < len(turns) - cells_reckoned(free.shape[-1]))  # the others are reckoned out
    return tuple(each[learnt].reshape(-1, *each.shape[2:]) for each in (free, sums, came_of.astype(np.float32)))


def missed_by(played: Mapping[str, Any]) -> np.float32:
    """Return by how much log odds of entries must be greater, on average, to be those before the next throw, too."""
    told = slice(len(played["starts"]) - cells_reckoned(played["free"].shape[-1]))
    starts, left = (each[told] for each in (played["starts"], played["starts"] + played["luck"]))
    return np.float32((1 - starts[1:] - left[:-1]).mean() / (2 * (starts * (1 - starts)).mean()))


def _standing(strategy: LookingAgain, free: NDArray[Any], sums: NDArray[Any]) -> NDArray[Any]:
    """Return the chance of who has entered, (turns, matches), of positions (turns, matches, …)."""
    positions = Positions(*(each.reshape(-1, *each.shape[2:]) for each in (free, sums)))
    parts = np.array_split(np.arange(len(positions)), -(-len(positions) // AT_ONCE))
    return np.concatenate([strategy.standing(positions.some(part)) for part in parts]).reshape(free.shape[:2])


def losses(net: nn.Module, batch: tuple[MatchFeatures, Tensor, Tensor]) -> dict[str, Tensor]:
    """Return how far positions are from what came of them."""
    told, against, came_of = batch
    return {"chance": ((net(told, against) - came_of) ** 2).mean()}
