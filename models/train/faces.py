"""Trains the face reader and calibrates it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from models.render.world import COURT
from models.train.crops import CropConfig, face_sites, sample_crop
from models.train.fit import Recipe
from models.train.pictures.shelf import NO_FACE, PictureShelf, boards_in
from models.train.prints import UNNAMED, DesignSheet, PrintConfig, PrintPool, Views, sample_prints, sheets_in
from vision.learn.calibration import log_loss

FaceBatch = tuple[Tensor, Tensor, Tensor, Tensor]
"""Crops (N, 64, 64, 3), labels (N,); of the first of them faces of ordinary dice, and which are whole (D, 6, 2)."""

SMOOTHING = 0.03
SHARPNESS = 12.0
"""Of likeness, a cosine, when it is turned into a probability."""
LIKENESS_WEIGHT = 0.5
LETTERS_WEIGHT = 0.3
ORDINARY_WEIGHT = 0.4
TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(3.0), 116))


def face_batches(recipe: Recipe, sheets: Sequence[Path], boards: Sequence[Path], first: int) -> Iterator[FaceBatch]:
    """Return batches from a number on, of sheets of designs and of rendered boards where there are any."""
    stream = _Stream(recipe, sheets, boards, first)
    return iter(DataLoader(stream, batch_size=None, num_workers=1, prefetch_factor=8))


def fitted_temperature(graph: nn.Module, sheet: DesignSheet, recipe: Recipe, *, batches: int = 30) -> float:
    """Return the temperature at which probabilities fit best (least log loss) on designs never trained on.

    Samples are drawn with half the augmentation: a camera is not always at its worst.
    """
    config = print_config(recipe)
    config = replace(config, strength=config.strength * 0.5)
    rng = np.random.default_rng(recipe.seed + 1)
    samples = [sample_prints(sheet, rng, config) for _ in range(batches)]
    labels = np.concatenate([views.labels.ravel() for views in samples])
    crops = np.concatenate([views.crops.reshape(-1, *views.crops.shape[3:]) for views in samples])[labels >= 0]
    logits, labels = turned_logits(graph, crops), labels[labels >= 0]
    losses = [log_loss(logits / temperature, labels) for temperature in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])


def print_config(recipe: Recipe) -> PrintConfig:
    """Return how a recipe draws its close-ups."""
    return PrintConfig(**recipe.samples["prints"])


def turned_logits(graph: nn.Module, crops: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the mean logits of crops over their four turns, as `vision.read.classify` takes it, (N, 7)."""
    turns = [np.ascontiguousarray(np.rot90(crops, turn, axes=(1, 2))) for turn in range(4)]
    with torch.no_grad():
        logits = [[graph(part)[0].numpy() for part in torch.from_numpy(turn).split(256)] for turn in turns]
    return sum((np.concatenate(parts).astype(np.float64) for parts in logits), np.zeros(())) / 4


class _Stream(IterableDataset):
    """Endless batches, made in a process beside the training."""

    def __init__(self, recipe: Recipe, sheets: Sequence[Path], boards: Sequence[Path], first: int) -> None:
        """Take what the samples are made of, and the number of the first batch."""
        self._recipe, self._sheets, self._boards, self._first = recipe, tuple(sheets), tuple(boards), first

    def __iter__(self) -> Iterator[FaceBatch]:
        """Give batches."""
        cv2.setNumThreads(1)
        recipe, config = self._recipe, print_config(self._recipe)
        crops, from_boards = CropConfig(**recipe.samples["crops"]), int(recipe.samples["from_boards"])
        sheet, pictures = sheets_in(self._sheets), boards_in(self._boards)
        sites = face_sites(pictures)
        shelf = PictureShelf(pictures) if pictures else None
        pool = PrintPool(sheet, config)
        for step in range(self._first, 2**62):
            rng = np.random.default_rng([recipe.seed, step])
            prints = pool.sample(rng)
            count = from_boards if shelf is not None else 0
            others = [sample_crop(shelf, sites, rng, crops) for _ in range(count)] if shelf is not None else []
            yield _batch(prints, others)


def _batch(views: Views, others: list[tuple[NDArray[np.uint8], int]]) -> FaceBatch:
    """Return close-ups, and crops from boards behind them, as tensors."""
    size = views.crops.shape[3:]
    more = np.stack([crop for crop, _ in others]) if others else np.empty((0, *size), np.uint8)
    named = np.array([label for _, label in others], np.int64)
    return (
        torch.from_numpy(np.concatenate([views.crops.reshape(-1, *size), more])),
        torch.from_numpy(np.concatenate([views.labels.ravel(), named])),
        torch.from_numpy(views.ordinary),
        torch.from_numpy(views.is_whole),
    )


def face_losses(net: nn.Module, batch: FaceBatch) -> dict[str, Tensor]:
    """Return what the face reader is to learn from a batch."""
    crops, labels, ordinary, is_whole = batch
    whole, letters, embedding = (values.float() for values in net.parts(crops))
    wanted = wanted_chances(labels)
    shown = embedding[: is_whole.numel()].unflatten(0, is_whole.shape)
    with torch.autocast("cpu", enabled=False):
        return {
            "faces": named_loss(whole + letters, wanted),
            "letters": LETTERS_WEIGHT * named_loss(letters, wanted),
            "likeness": LIKENESS_WEIGHT * likeness_loss(shown, is_whole),
            "ordinary": ORDINARY_WEIGHT * ordinary_loss(net.ordinary(functional.relu(shown.flatten(0, 2))), ordinary),
        }


def named_loss(logits: Tensor, wanted: Tensor) -> Tensor:
    """Return how far logits (N, 7) are from how probable each class should be said to be."""
    return -(wanted * functional.log_softmax(logits, dim=1)).sum() / wanted.sum().clamp(min=1)


def wanted_chances(labels: Tensor) -> Tensor:
    """Return how probable each class should be said to be, (N, 7); nothing for faces that are UNNAMED.

    A figure that nobody can tell is Jack, Queen or King alike: the network shall not be sure.
    """
    wanted = functional.one_hot(labels.clamp(min=0), NO_FACE + 1).float()
    wanted[labels == COURT] = torch.tensor([0, 0, 1, 1, 1, 0, 0]) / 3
    return (wanted * (1 - SMOOTHING) + SMOOTHING / wanted.shape[1]) * (labels != UNNAMED)[:, None]


def ordinary_loss(logits: Tensor, faces: Tensor) -> Tensor:
    """Return how badly the faces of ordinary dice are told apart, by the number of all crops.

    Logits are (N, 12), faces (D, 6, 2), UNNAMED where a crop shows no ordinary die.
    """
    total = functional.cross_entropy(
        logits, faces.flatten(), ignore_index=UNNAMED, reduction="sum", label_smoothing=SMOOTHING
    )
    return total / (faces != UNNAMED).sum().clamp(min=1)


def likeness_loss(embedding: Tensor, is_whole: Tensor) -> Tensor:
    """Return how badly one view of a face tells which of its design's six faces the other view shows.

    It is what a set taught from one crop a face will be asked (prototypical networks: Snell et al., 2017).

    Embeddings are (D, 6, 2, E); faces of which a view is not whole are left out.
    """
    unit = functional.normalize(embedding, dim=-1)
    first, second = unit[:, :, 0], unit[:, :, 1]
    alike = torch.einsum("dae,dbe->dab", first, second) * SHARPNESS
    both = is_whole.all(dim=2)
    alike = alike.masked_fill(~both[:, None, :], -1e4).masked_fill(~both[:, :, None], -1e4)
    own = torch.arange(alike.shape[1]).expand(alike.shape[0], -1).masked_fill(~both, UNNAMED)
    across = functional.cross_entropy(alike.flatten(0, 1), own.flatten(), ignore_index=UNNAMED)
    back = functional.cross_entropy(alike.transpose(1, 2).flatten(0, 1), own.flatten(), ignore_index=UNNAMED)
    return (across + back) / 2
