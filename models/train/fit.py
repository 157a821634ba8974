"""The loop: batches in, a trained network out, resumable at any time."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from tqdm import tqdm

from models.train.recipe import Recipe

if TYPE_CHECKING:
    from torch import Tensor, nn


CHECKPOINT = "checkpoint.pt"
WARM_UP = 0.03
LAST_RATE = 0.01


def fit(
    net: nn.Module,
    batches: Iterator[Any],
    losses: Callable[[nn.Module, Any], dict[str, Tensor]],
    *,
    recipe: Recipe,
    folder: Path,
) -> nn.Module:
    """Train a network, going on from a checkpoint that is there; return its averaged weights, in evaluation mode."""
    torch.set_num_threads(recipe.threads)
    averaged = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    done = _resume(folder, net=net, averaged=averaged, optimiser=optimiser)
    net.train()
    progress = tqdm(range(done, recipe.steps), initial=done, total=recipe.steps, desc=recipe.model, mininterval=20)
    seen: dict[str, float] = {}
    for step in progress:
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * rate_share(step / recipe.steps)
        batch = next(batches)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=recipe.bfloat16):
            parts = losses(net, batch)
        _descend(net, optimiser, sum(parts.values()))
        _average(averaged, net, min(recipe.average, (1 + step) / (10 + step)))
        for name, part in parts.items():
            seen[name] = 0.98 * seen.get(name, float(part.detach())) + 0.02 * float(part.detach())
        if step % 50 == 0:
            progress.set_postfix({name: f"{value:.3f}" for name, value in seen.items()}, refresh=False)
        if (step + 1) % recipe.checkpoint_every == 0 or step + 1 == recipe.steps:
            _save(folder, net=net, averaged=averaged, optimiser=optimiser, done=step + 1)
    return averaged.eval()


def rate_share(share: float) -> float:
    """Return the learning rate over its highest, at a share of all steps."""
    if share < WARM_UP:
        return (share + 1e-3) / (WARM_UP + 1e-3)
    fallen = (share - WARM_UP) / (1 - WARM_UP)
    return LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * fallen))


def steps_done(folder: Path) -> int:
    """Return how many batches the last checkpoint has seen, 0 without one."""
    if not (folder / CHECKPOINT).exists():
        return 0
    return int(torch.load(folder / CHECKPOINT, map_location="cpu", weights_only=True)["done"])


def load_averaged(net: nn.Module, folder: Path) -> nn.Module:
    """Return a network with the averaged weights of the last checkpoint, in evaluation mode."""
    stored = torch.load(folder / CHECKPOINT, map_location="cpu", weights_only=True)
    net.load_state_dict(stored["averaged"])
    return net.eval()


def _descend(net: nn.Module, optimiser: torch.optim.Optimizer, loss: Any) -> None:
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
    optimiser.step()


def _average(averaged: nn.Module, net: nn.Module, keep: float) -> None:
    """Move the averaged weights towards the current ones, in place; running means likewise."""
    with torch.no_grad():
        current = net.state_dict()
        for name, value in averaged.state_dict().items():
            if value.is_floating_point():
                value.lerp_(current[name], 1 - keep)
            else:
                value.copy_(current[name])


def _save(folder: Path, *, net: nn.Module, averaged: nn.Module, optimiser: torch.optim.Optimizer, done: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{CHECKPOINT}.new"
    state = {
        "net": net.state_dict(),
        "averaged": averaged.state_dict(),
        "optimiser": optimiser.state_dict(),
        "done": done,
    }
    torch.save(state, fresh)
    fresh.replace(folder / CHECKPOINT)


def _resume(folder: Path, *, net: nn.Module, averaged: nn.Module, optimiser: torch.optim.Optimizer) -> int:
    """Take over a checkpoint where there is one; return how many steps it has seen."""
    if not (folder / CHECKPOINT).exists():
        return 0
    stored = torch.load(folder / CHECKPOINT, map_location="cpu", weights_only=True)
    net.load_state_dict(stored["net"])
    averaged.load_state_dict(stored["averaged"])
    optimiser.load_state_dict(stored["optimiser"])
    return int(stored["done"])
