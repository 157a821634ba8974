"""Trains the network that does everything: what it is punished for, and what it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn import functional

from models.train.fit import fit, load_averaged, steps_done
from models.train.losses import generous_iou
from models.train.pictures.shelf import PictureShelf, boards_in
from models.train.single_net import KINDS, SingleGraph, SingleNet
from models.train.single_patches import UNKNOWN, SinglePatchConfig, sample_single

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from torch import Tensor, nn

    from models.train.recipe import Recipe

ROOM_BYTES = 3_000_000_000
BOX_WEIGHT = 2.0

SingleBatch = tuple["Tensor", "Tensor", "Tensor"]
"""Pixels (N, S, S, 3), labels (N, P) and distances (N, P, 4)."""


def train_single(recipe: Recipe, *, boards: Sequence[Path], folder: Path) -> nn.Module:
    """Train the network that does everything.

    Args:
        recipe: What decides the training; its samples are those of `SinglePatchConfig`.
        boards: Folders of rendered boards.
        folder: Of the checkpoints.
    """
    torch.manual_seed(recipe.seed)
    shelf = PictureShelf(boards_in(boards), room_bytes=ROOM_BYTES)
    batches = _batches(recipe, shelf, first=steps_done(folder))
    return fit(SingleNet(**recipe.net), batches, single_losses, recipe=recipe, folder=folder)


def trained_graph(folder: Path) -> nn.Module:
    """Return the graph to export from the last checkpoint."""
    return SingleGraph(load_averaged(SingleNet(), folder)).eval()


def single_losses(net: nn.Module, batch: SingleBatch) -> dict[str, Tensor]:
    """Return the losses of a batch, by the number of places that answer for a die.

    Places without a die are punished the less the surer they are of it; there are hundreds of them to each other one.

    Source: Lin et al., Focal Loss for Dense Object Detection (2017), with gamma 2, for places without a die; places
        with one by cross-entropy and generalised intersection over union, as the family of YOLO does.
    """
    pixels, labels, distances = batch
    logits, got = net(pixels)
    logits = logits.float()
    has_die = labels >= 0
    count = has_die.sum().clamp(min=1)
    true = functional.one_hot(labels.clamp(min=0), KINDS).float() * has_die[..., None]
    wrong = functional.binary_cross_entropy_with_logits(logits, true, reduction="none")
    weight = torch.where(has_die[..., None], torch.ones_like(logits), torch.sigmoid(logits.detach()) ** 2)
    weight = weight * (labels != UNKNOWN)[..., None]
    overlap = generous_iou(got[has_die], distances[has_die])
    return {"kind": (wrong * weight).sum() / count, "box": BOX_WEIGHT * (1 - overlap).sum() / count}


def _batches(recipe: Recipe, shelf: PictureShelf, *, first: int) -> Iterator[SingleBatch]:
    config = SinglePatchConfig(**recipe.samples)
    for step in range(first, 2**62):
        # A generator of its own for each step, or a resumed training would see the same patches again.
        rng = np.random.default_rng([recipe.seed, step])
        patches = [sample_single(shelf, rng, config) for _ in range(recipe.batch)]
        pixels, labels, distances = (
            torch.from_numpy(np.stack([getattr(patch, name) for patch in patches]))
            for name in ("pixels", "labels", "distances")
        )
        yield pixels, labels, distances
