"""The loop: a recipe and batches in, a trained network out, resumable at any time, or begun from a written model."""

import copy
import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from tqdm import tqdm

from models.train.errors import RecipeError, StartError
from models.train.nets import ExportedGraph

RECIPES = Path(__file__).parent / "recipes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How one model is trained."""

    model: str  # "detector" or "faces"
    seed: int = 0  # Of everything drawn by lot
    steps: int = 10_000  # Batches in all
    batch: int = 16  # Samples in one
    rate: float = 2e-3  # Highest learning rate; it rises over the first 3 % and falls as a cosine to 1 % of it
    decay: float = 1e-4  # Weight decay
    average: float = 0.998  # Share by which the averaged weights keep their past at each step
    checkpoint_every: int = 250  # Steps between checkpoints
    threads: int = 1  # Of torch. On a shared machine one is faster than two: they wait for each other.
    # Whether convolutions are multiplied in 16 bits while training: twice as fast where the processor can
    bfloat16: bool = False
    net: dict[str, Any] = field(default_factory=dict)  # The network's own settings, by name; empty for the usual ones
    samples: dict[str, Any]  # Samples' own settings, by name (`PatchConfig`, `CropConfig`)

    def __post_init__(self) -> None:
        """Refuse what cannot be followed."""
        if self.steps < 1 or self.batch < 1 or self.checkpoint_every < 1:
            raise RecipeError(f"recipe {self.model}: steps, batch and checkpoint_every must be at least 1.")


def load_recipe(path: Path) -> Recipe:
    """Return a recipe from its JSON.

    Raises:
        RecipeError: If it is no JSON or names what recipes do not have.
    """
    try:
        stated = json.loads(path.read_text())
        stated["samples"] = _as_tuples(stated["samples"])
        stated["net"] = _as_tuples(stated.get("net", {}))
        return Recipe(**stated)
    except (OSError, ValueError, TypeError, KeyError) as error:
        if isinstance(error, RecipeError):
            raise
        raise RecipeError(f"recipe {path} cannot be followed: {error}") from error


def _as_tuples(stated: Any) -> Any:
    """Return settings with tuples for JSON's lists, at any depth."""
    if isinstance(stated, dict):
        return {name: _as_tuples(value) for name, value in stated.items()}
    return tuple(stated) if isinstance(stated, list) else stated


CHECKPOINT = "checkpoint.pt"
WARM_UP = 0.03
LAST_RATE = 0.01
KEPT = 0.15
"""Share of the weights of an earlier training: what a longer one forgot comes back. It was chosen on the trays of
`tests/vision/find/test_board.py`. Source: Wortsman et al., "Robust Fine-Tuning of Zero-Shot Models", 2022."""


def fit(
    make: Callable[[], nn.Module],
    batches_from: Callable[[int], Iterator[Any]],
    losses: Callable[[nn.Module, Any], dict[str, Tensor]],
    *,
    recipe: Recipe,
    folder: Path,
    start: Path | None = None,
) -> nn.Module:
    """Train a network where it lies, on batches from a number on; return its averaged weights, in evaluation mode.

    It goes on from a checkpoint that is there; without one, from another training's if its folder is given.

    Raises:
        StartError: If there is no checkpoint in that folder.
    """
    torch.set_num_threads(recipe.threads)
    torch.manual_seed(recipe.seed)
    stored = checkpoint(folder)
    done = int(stored["done"])
    batches, net = batches_from(done), make().to(memory_format=torch.channels_last)
    if start is not None and not done:
        if not (start / CHECKPOINT).exists():
            raise StartError(f"{start} holds no {CHECKPOINT}; name the --work folder of another training.")
        net.load_state_dict(checkpoint(start)["averaged"])
    averaged = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    saved = {"net": net, "averaged": averaged, "optimiser": optimiser}
    for name, part in saved.items() if done else ():
        part.load_state_dict(stored[name])
    net.train()
    progress = tqdm(range(done, recipe.steps), initial=done, total=recipe.steps, desc=recipe.model, mininterval=20)
    seen: dict[str, float] = {}
    for step in progress:
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * rate_share(step / recipe.steps)
        batch = next(batches)
        with torch.autocast(next(net.parameters()).device.type, dtype=torch.bfloat16, enabled=recipe.bfloat16):
            parts = losses(net, batch)
        optimiser.zero_grad(set_to_none=True)
        loss: Any = sum(parts.values())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimiser.step()
        _average(averaged, net, min(recipe.average, (1 + step) / (10 + step)))
        if step % 50 == 0:  # a GPU is waited for when its numbers are read
            now = {name: float(part.detach()) for name, part in parts.items()}
            seen |= {name: 0.5 * seen.get(name, value) + 0.5 * value for name, value in now.items()}
            progress.set_postfix({name: f"{value:.3f}" for name, value in seen.items()}, refresh=False)
        if (step + 1) % recipe.checkpoint_every == 0 or step + 1 == recipe.steps:
            _save(folder, saved, step + 1)
    return averaged.eval()


def rate_share(share: float) -> float:
    """Return the learning rate over its highest, at a share of all steps."""
    if share < WARM_UP:
        return (share + 1e-3) / (WARM_UP + 1e-3)
    fallen = (share - WARM_UP) / (1 - WARM_UP)
    return LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * fallen))


def checkpoint(folder: Path) -> dict[str, Any]:
    """Return the checkpoint that lies in a folder; where none does, only that 0 steps are done."""
    path = folder / CHECKPOINT
    return torch.load(path, map_location="cpu", weights_only=True) if path.exists() else {"done": 0}


def trained_graph(net: nn.Module, folder: Path, kept: Path | None = None) -> nn.Module:
    """Return the graph to export: a network with the averaged weights of the last checkpoint, in evaluation mode.

    Of the training in the folder ``kept`` some of the weights are kept, see `KEPT`.
    """
    net.load_state_dict(checkpoint(folder)["averaged"])
    if kept is not None:
        (before := copy.deepcopy(net)).load_state_dict(checkpoint(kept)["averaged"])
        _average(net, before, 1 - KEPT)
    return ExportedGraph(net).eval()


def _average(averaged: nn.Module, net: nn.Module, keep: float) -> None:
    """Move the averaged weights towards the current ones, in place; running means likewise."""
    current, kept = net.state_dict(), averaged.state_dict()
    moved = [name for name, value in kept.items() if value.is_floating_point()]
    with torch.no_grad():
        torch._foreach_lerp_([kept[name] for name in moved], [current[name] for name in moved], 1 - keep)


def _save(folder: Path, parts: Mapping[str, Any], done: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{CHECKPOINT}.new"
    torch.save({**{name: part.state_dict() for name, part in parts.items()}, "done": done}, fresh)
    fresh.replace(folder / CHECKPOINT)
