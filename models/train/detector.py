"""Trains the detector."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from models.train.fit import fit, load_averaged, steps_done
from models.train.losses import heat_loss, shape_loss
from models.train.nets import DetectorGraph, DetectorNet
from models.train.patches import PatchConfig, sample_patch
from models.train.pictures.shelf import Picture, PictureShelf, boards_in
from models.train.recipe import Recipe
from models.train.start import begun

if TYPE_CHECKING:
    from torch import Tensor, nn


RELOAD_EVERY = 200
OTHER_SHARE = 0.12

Arrays = tuple[np.ndarray[Any, Any], ...]


def train_detector(
    recipe: Recipe, *, boards: Sequence[Path], others: Sequence[Picture], folder: Path, start: Path | None = None
) -> nn.Module:
    """Train the detector; OTHER_SHARE of the patches are of the others, boards added meanwhile are taken up."""
    torch.manual_seed(recipe.seed)
    batches = _batches(recipe, lambda: boards_in(boards), others, first=steps_done(folder))
    return fit(begun(DetectorNet(), start, batches, folder), batches, _losses, recipe=recipe, folder=folder)


def trained_graph(folder: Path) -> nn.Module:
    """Return the graph to export from the last checkpoint."""
    net = DetectorNet()
    load_averaged(net, folder)
    return DetectorGraph(net).eval()


def _batches(
    recipe: Recipe, pictures: Callable[[], tuple[Picture, ...]], others: Sequence[Picture], *, first: int
) -> Iterator[tuple[Tensor, ...]]:
    config = PatchConfig(**recipe.samples)
    shelf = PictureShelf(pictures())
    other_shelf = PictureShelf(others) if others else None
    for step in range(first, 2**62):
        if step % RELOAD_EVERY == 0 and step > first:
            shelf = shelf.with_pictures(pictures())
        # A generator of its own for each step, or a resumed training would see the same patches again.
        rng = np.random.default_rng([recipe.seed, step, len(shelf)])
        yield _batch(recipe, config, shelf=shelf, other_shelf=other_shelf, rng=rng)


def _batch(
    recipe: Recipe,
    config: PatchConfig,
    *,
    shelf: PictureShelf,
    other_shelf: PictureShelf | None,
    rng: np.random.Generator,
) -> tuple[Tensor, ...]:
    patches = []
    for _ in range(recipe.batch):
        is_other = other_shelf is not None and rng.random() < OTHER_SHARE
        patches.append(sample_patch(other_shelf if is_other and other_shelf else shelf, rng, config))
    names = ("pixels", "heat", "heat_weight", "shape", "shape_weight")
    return tuple(torch.from_numpy(np.stack([getattr(patch, name) for patch in patches])) for name in names)


def _losses(net: nn.Module, batch: tuple[Tensor, ...]) -> dict[str, Tensor]:
    pixels, heat, heat_weight, shape, shape_weight = batch
    logits, raw = net(pixels)
    return {"heat": heat_loss(logits, heat, heat_weight), **shape_loss(raw, shape, shape_weight)}
