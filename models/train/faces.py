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
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.render.world import COURT
from models.train.crops import CropConfig, face_sites, sample_crop
from models.train.fit import Recipe
from models.train.pictures.shelf import NO_FACE, PictureShelf, boards_in
from models.train.prints import UNNAMED, DesignSheet, PrintConfig, PrintPool, sample_prints, sheets_in
from vision.learn.calibration import log_loss

FaceBatch = tuple[Tensor, ...]
"""Crops (N, 80, 80, 3), labels (N,); of the first of them faces of ordinary dice, and which are whole (D, 6, 2)."""

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
SMOOTHING = 0.03
SHARPNESS = 12.0
"""Of likeness, a cosine, when it is turned into a probability."""
LIKENESS_WEIGHT = 0.5
LETTERS_WEIGHT = 0.3
ORDINARY_WEIGHT = 0.4
TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(3.0), 116))


def face_batches(recipe: Recipe, sheets: Sequence[Path], boards: Sequence[Path], first: int) -> Iterator[FaceBatch]:
    """Return batches from a number on, of sheets of designs and of rendered boards where there are any.

    A GPU learns faster than processors draw: with `together` above 1 each batch is `fresh` newly drawn ones, and others
    of the last `kept`, each turned and lit anew.
    """
    samples = recipe.samples
    stream = _Stream(recipe, sheets, boards, first)
    drawn = iter(DataLoader(stream, batch_size=None, num_workers=samples.get("workers", 1), prefetch_factor=4))
    again = {name: samples.get(name, 1) for name in ("together", "fresh", "kept")}
    return shown_again(drawn, **again, seed=recipe.seed + first)


def shown_again(
    drawn: Iterator[FaceBatch], *, together: int, fresh: int, kept: int, seed: int, device: str = DEVICE
) -> Iterator[FaceBatch]:
    """Give batches of so many drawn ones, `fresh` of them new, on a device; each is turned and lit anew."""
    lot = torch.Generator(device).manual_seed(seed)
    memory: list[FaceBatch] = []
    while True:
        new = [tuple(part.to(device, non_blocking=True) for part in next(drawn)) for _ in range(fresh)]
        which = torch.randint(max(len(memory), 1), (together,), generator=lot, device=device).tolist()
        batches = new + [memory[at] for at in which[: together - fresh]] if memory else new
        for at, batch in zip(which, new, strict=False):
            if len(memory) < kept:
                memory.append(batch)
            else:
                memory[at] = batch
        yield relit(joined(batches), lot)


def joined(batches: Sequence[FaceBatch]) -> FaceBatch:
    """Return batches as one: the close-ups of all, then the crops from boards of all."""
    ordinary, is_whole = (torch.cat([batch[part] for batch in batches]) for part in (2, 3))
    counts = [batch[3].numel() for batch in batches]

    def both(part: int) -> Tensor:
        first = [batch[part][:count] for batch, count in zip(batches, counts, strict=True)]
        return torch.cat(first + [batch[part][count:] for batch, count in zip(batches, counts, strict=True)])

    return both(0), both(1), ordinary, is_whole


def relit(batch: FaceBatch, lot: torch.Generator) -> FaceBatch:
    """Return a batch whose crops were turned by quarters, shifted a little, and seen in another light, by lot."""
    crops, device = batch[0].permute(0, 3, 1, 2).float(), batch[0].device

    def normal(*shape: int) -> Tensor:
        return torch.randn(len(crops), *shape, generator=lot, device=device)

    quarter = torch.randint(4, (len(crops),), generator=lot, device=device) * (torch.pi / 2)
    turn, size = quarter + normal() * 0.02, torch.exp(normal() * 0.02)
    cos, sin, shift = torch.cos(turn) * size, torch.sin(turn) * size, normal(2) * 0.02
    to_crop = torch.stack([cos, -sin, shift[:, 0], sin, cos, shift[:, 1]], 1).view(-1, 2, 3)
    grid = functional.affine_grid(to_crop, list(crops.shape), align_corners=False)
    seen = functional.grid_sample(crops, grid, padding_mode="border", align_corners=False)
    gain = torch.exp(normal(3, 1, 1) * 0.04 + normal(1, 1, 1) * 0.1)
    seen = seen * gain + normal(1, 1, 1) * 6 + normal(*crops.shape[1:]) * normal(1, 1, 1).abs() * 3
    return (seen.clamp(0, 255).round().byte().permute(0, 2, 3, 1), *batch[1:])


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
    return float(min(TEMPERATURES, key=lambda temperature: log_loss(logits / temperature, labels)))


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
        one = get_worker_info()
        for step in range(self._first + (one.id if one else 0), 2**62, one.num_workers if one else 1):
            rng = np.random.default_rng([recipe.seed, step])
            prints = pool.sample(rng)
            others = [sample_crop(shelf, sites, rng, crops) for _ in range(from_boards)] if shelf is not None else []
            close_ups = prints.crops.reshape(-1, *prints.crops.shape[3:])
            seen = np.concatenate([close_ups, *(crop[None] for crop, _ in others)])
            labels = np.concatenate([prints.labels.ravel(), np.array([label for _, label in others], np.int64)])
            yield tuple(map(torch.from_numpy, (seen, labels, prints.ordinary, prints.is_whole)))


def face_losses(net: nn.Module, batch: FaceBatch) -> dict[str, Tensor]:
    """Return what the face reader is to learn from a batch."""
    crops, labels, ordinary, is_whole = batch
    whole, letters, embedding = (values.float() for values in net.parts(crops))
    wanted = wanted_chances(labels)
    shown = embedding[: is_whole.numel()].unflatten(0, is_whole.shape)
    with torch.autocast(crops.device.type, enabled=False):
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
    wanted[labels == COURT] = wanted.new_tensor([0, 0, 1, 1, 1, 0, 0]) / 3
    return (wanted * (1 - SMOOTHING) + SMOOTHING / wanted.shape[1]) * (labels != UNNAMED)[:, None]


def ordinary_loss(logits: Tensor, faces: Tensor) -> Tensor:
    """Return how badly the faces of ordinary dice are told apart, by the number of all crops.

    Logits are (N, 12), faces (D, 6, 2), UNNAMED where a crop shows no ordinary die.
    """
    wanted = faces.flatten()
    total = functional.cross_entropy(logits, wanted, ignore_index=UNNAMED, reduction="sum", label_smoothing=SMOOTHING)
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
    own = torch.arange(alike.shape[1], device=alike.device).expand(alike.shape[0], -1).masked_fill(~both, UNNAMED)
    across = functional.cross_entropy(alike.flatten(0, 1), own.flatten(), ignore_index=UNNAMED)
    back = functional.cross_entropy(alike.transpose(1, 2).flatten(0, 1), own.flatten(), ignore_index=UNNAMED)
    return (across + back) / 2
