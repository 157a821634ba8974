"""Trains the floor finder on whole trays, turned, shifted and lit anew, and on photographs without any."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.render.world import Bytes, Floats
from models.train.augment import RANGE_BOARDS, RANGE_SEED, degraded, recoloured
from models.train.fit import Recipe
from models.train.pictures.shelf import Picture, PictureShelf
from vision.find.floor import FLOOR_STRIDE, FLOOR_WORK_PX
from vision.preprocess import PAD_GREY

FINE = 4  # Masks are drawn so much finer and averaged
EDGE_WEIGHT, EDGE_CELLS = 4.0, 9  # Of cells so near to the floor's edge, beside those that are not

OTHER_SHARE = 0.06  # Of samples that are photographs without a tray
TURNED_SHARE = 0.5  # Turned by any angle; the others by quarters, as cameras are mounted
ZOOM = 0.8, 1.25  # Of a picture that fits, by lot
STRETCH = 0.15  # Standard deviation of the logarithm of one side over the other
SHIFT = 0.06  # Standard deviation, of the picture's side


def floor_batches(
    recipe: Recipe, boards: Sequence[Picture], others: Sequence[Picture], first: int
) -> Iterator[tuple[Tensor, ...]]:
    """Yield batches from a number on: pictures, uint8 (N, S, S, 3), and floors, float32 (N, 1, S/2, S/2), 0-1."""
    shelf, other = PictureShelf(boards), PictureShelf(others) if others else None
    for step in range(first, 2**62):
        rng = np.random.default_rng([recipe.seed, step])
        chosen = (other if other and rng.random() < OTHER_SHARE else shelf for _ in range(recipe.batch))
        samples = [sample_floor(one, int(rng.integers(len(one))), rng) for one in chosen]
        yield tuple(torch.from_numpy(np.stack(part)) for part in zip(*samples, strict=True))


def sample_floor(shelf: PictureShelf, number: int, rng: Generator, strength: float = 1.0) -> tuple[Bytes, Floats]:
    """Return a picture as the floor finder may see it, lit and spoilt so strongly, and its floor."""
    pixels, floor = shelf.pixels(number), shelf.pictures[number].floor
    to_sample = _moved(pixels.shape, rng)
    of_pixels = to_sample.copy()  # OpenCV counts from the middle of the first pixel
    of_pixels[:, 2] += (to_sample[:, :2].sum(axis=1) - 1) / 2
    edge = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    shrink = float(np.sqrt(abs(np.linalg.det(to_sample[:, :2]))))
    smooth = cv2.GaussianBlur(pixels, (0, 0), 0.35 / shrink) if shrink < 0.8 else pixels
    seen = cv2.warpAffine(smooth, of_pixels, (FLOOR_WORK_PX,) * 2, borderMode=edge, borderValue=(PAD_GREY,) * 3)
    lit = degraded(recoloured(np.asarray(seen, np.uint8), rng, strength=strength), rng, strength=strength)
    return lit, _mask(floor @ to_sample[:, :2].T + to_sample[:, 2])


def _moved(shape: tuple[int, ...], rng: Generator) -> NDArray[np.float64]:
    """Return the affine map from a picture to a sample, float64 (2, 3)."""
    quarter = rng.integers(4) * np.pi / 2
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < TURNED_SHARE else quarter
    zoom = FLOOR_WORK_PX / max(shape[:2]) * np.exp(rng.uniform(*np.log(ZOOM)))
    stretch = np.exp(np.array([0.5, -0.5]) * rng.normal(0, STRETCH))
    stretch[0] *= rng.choice([-1, 1])
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * (zoom * stretch)
    middle = FLOOR_WORK_PX * (0.5 + rng.normal(0, SHIFT, 2))
    return np.column_stack([turned, middle - turned @ (np.array(shape[1::-1]) / 2)])


def _mask(floor: NDArray[np.float64]) -> Floats:
    """Return which share of each cell a floor covers, float32 (1, S/2, S/2)."""
    cells = FLOOR_WORK_PX // FLOOR_STRIDE
    fine = np.zeros((cells * FINE, cells * FINE), np.uint8)
    if len(floor):
        cv2.fillPoly(fine, [np.rint(floor * (FINE / FLOOR_STRIDE) - 0.5).astype(np.int32)], (255,))
    return np.asarray(cv2.resize(fine, (cells, cells), interpolation=cv2.INTER_AREA)[None] / 255, np.float32)


def floor_losses(net: nn.Module, batch: tuple[Tensor, ...]) -> dict[str, Tensor]:
    """Return what the floor finder is to learn from a batch."""
    pixels, floor = batch
    logits = net(pixels)
    around = functional.avg_pool2d(floor, EDGE_CELLS, 1, EDGE_CELLS // 2, count_include_pad=False)
    weight = 1 + EDGE_WEIGHT * ((around > 0.01) & (around < 0.99)).float()
    return {"floor": functional.binary_cross_entropy_with_logits(logits, floor, weight, reduction="sum") / weight.sum()}


def floor_samples(pictures: Sequence[Picture]) -> list[Bytes]:
    """Return trays as the floor finder will see them, uint8 (1, S, S, 3) each."""
    shelf, rng = PictureShelf(pictures), np.random.default_rng(RANGE_SEED)
    chosen = rng.permutation(len(shelf))[: 4 * RANGE_BOARDS]
    return [sample_floor(shelf, int(number), rng, 0.3)[0][None] for number in chosen]
