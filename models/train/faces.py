"""Trains the face reader and calibrates it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn import functional

from models.train.crops import CropConfig, face_sites, sample_crop
from models.train.fit import fit, load_averaged
from models.train.nets import FaceGraph, FaceNet
from models.train.pictures import PictureShelf, boards_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from torch import Tensor, nn

    from models.train.pictures import Picture
    from models.train.recipe import Recipe

RELOAD_EVERY = 500
SMOOTHING = 0.03
TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(3.0), 116))


def train_faces(recipe: Recipe, *, boards: Sequence[Path], folder: Path) -> nn.Module:
    """Train the face reader.

    Args:
        recipe: What decides the training.
        boards: Folders of rendered boards and crops; pictures added while training runs are taken up.
        folder: Of the checkpoints.
    """
    torch.manual_seed(recipe.seed)
    return fit(FaceNet(), _batches(recipe, lambda: boards_in(boards)), _losses, recipe=recipe, folder=folder)


def trained_graph(folder: Path) -> nn.Module:
    """Return the graph to export from the last checkpoint."""
    net = FaceNet()
    load_averaged(net, folder)
    return FaceGraph(net).eval()


def fitted_temperature(graph: nn.Module, pictures: Sequence[Picture], recipe: Recipe, *, count: int = 3000) -> float:
    """Return the temperature at which probabilities fit best (least log loss) on designs never trained on.

    Args:
        graph: Trained, in evaluation mode.
        pictures: Boards of held-out designs.
        recipe: Whose samples are drawn, with half the augmentation: a camera is not always at its worst.
        count: Of samples.
    """
    config = CropConfig(**recipe.samples)
    config = replace(config, strength=config.strength * 0.5)
    shelf, sites = PictureShelf(pictures), face_sites(pictures)
    rng = np.random.default_rng(recipe.seed + 1)
    samples = [sample_crop(shelf, sites, rng, config) for _ in range(count)]
    crops, labels = np.stack([crop for crop, _ in samples]), np.array([label for _, label in samples])
    logits = turned_logits(graph, crops)
    losses = [log_loss(logits / temperature, labels) for temperature in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])


def turned_logits(graph: nn.Module, crops: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the mean logits of crops over their four turns, as `vision.classify` takes it, (N, 7)."""
    total: NDArray[np.float64] = np.zeros(())
    with torch.no_grad():
        for turn in range(4):
            turned = torch.from_numpy(np.ascontiguousarray(np.rot90(crops, turn, axes=(1, 2))))
            total = total + np.concatenate([graph(part)[0].numpy() for part in turned.split(256)]).astype(np.float64)
    return total / 4


def log_loss(logits: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    """Return the mean negative log probability of the true labels."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    chances = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return float(-chances[np.arange(len(labels)), labels].mean())


def _batches(recipe: Recipe, pictures: Callable[[], tuple[Picture, ...]]) -> Iterator[tuple[Tensor, Tensor]]:
    config = CropConfig(**recipe.samples)
    shelf = PictureShelf(pictures())
    sites = face_sites(shelf.pictures)
    for step in range(2**62):
        if step % RELOAD_EVERY == 0 and step:
            shelf = shelf.with_pictures(pictures())
            sites = face_sites(shelf.pictures)
        rng = np.random.default_rng([recipe.seed, step, len(shelf)])
        samples = [sample_crop(shelf, sites, rng, config) for _ in range(recipe.batch)]
        crops, labels = np.stack([crop for crop, _ in samples]), np.array([label for _, label in samples])
        yield torch.from_numpy(crops), torch.from_numpy(labels)


def _losses(net: nn.Module, batch: tuple[Tensor, Tensor]) -> dict[str, Tensor]:
    crops, labels = batch
    logits, _ = net(crops)
    return {"faces": functional.cross_entropy(logits, labels, label_smoothing=SMOOTHING)}
