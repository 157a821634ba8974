"""Trains the pose reader: corners of the top face and sweep, from crops cut by quads as wrong as the detector's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn import functional

from models.train.augment import degraded, recoloured
from models.train.fit import fit, load_averaged, steps_done
from models.train.nets import PoseGraph, PoseNet
from models.train.pictures import PictureShelf, boards_in
from models.train.start import begun
from vision.pose import POSE_MARGIN, POSE_SIZE_PX, aligned_square, pose_targets
from vision.preprocess import rectify

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.random import Generator
    from numpy.typing import NDArray
    from torch import Tensor, nn

    from models.train.pictures import DieTruth, Picture
    from models.train.recipe import Recipe

LEANING_DEG = 5.0
RELOAD_EVERY = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class PoseSamples:
    """How samples are drawn.

    Attributes:
        leaning_share: Share of samples with a leaning die.
        least_visible: Dice hidden more than this are left out.
        least_edge_px: Dice smaller than this are left out.
        middle_error: Standard deviation of the detector's middle, share of the face's edge.
        size_error: Of its size, likewise.
        turn_error_deg: Of its turn.
        strength: Of the augmentation.
    """

    leaning_share: float = 0.35
    least_visible: float = 0.75
    least_edge_px: float = 18.0
    middle_error: float = 0.08
    size_error: float = 0.08
    turn_error_deg: float = 5.0
    strength: float = 0.7


def train_poses(recipe: Recipe, *, boards: Sequence[Path], folder: Path, start: Path | None = None) -> nn.Module:
    """Train the pose reader.

    Args:
        recipe: What decides the training.
        boards: Folders of rendered boards and crops; pictures added while training runs are taken up.
        folder: Of the checkpoints.
        start: A written model to go on from where there is no checkpoint.
    """
    torch.manual_seed(recipe.seed)
    batches = _batches(recipe, boards, first=steps_done(folder))
    return fit(begun(PoseNet(), start, batches, folder), batches, _losses, recipe=recipe, folder=folder)


def trained_graph(folder: Path) -> nn.Module:
    """Return the graph to export from the last checkpoint."""
    return PoseGraph(load_averaged(PoseNet(), folder)).eval()


def _sites(pictures: Sequence[Picture], config: PoseSamples) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return where dice lie flat and where they lean: number of the picture, number of the die."""
    flat: list[tuple[int, int]] = []
    leaning: list[tuple[int, int]] = []
    for number, picture in enumerate(pictures):
        for which, die in enumerate(picture.dice):
            edge = float(np.linalg.norm(die.quad[1] - die.quad[0]))
            if die.visible >= config.least_visible and edge >= config.least_edge_px:
                (leaning if die.tilt_deg > LEANING_DEG else flat).append((number, which))
    return flat, leaning


def _batches(recipe: Recipe, boards: Sequence[Path], *, first: int) -> Iterator[tuple[Tensor, Tensor]]:
    config = PoseSamples(**recipe.samples)
    shelf = PictureShelf(boards_in(boards))
    flat, leaning = _sites(shelf.pictures, config)
    for step in range(first, 2**62):
        if step % RELOAD_EVERY == 0 and step > first:
            shelf = shelf.with_pictures(boards_in(boards))
            flat, leaning = _sites(shelf.pictures, config)
        rng = np.random.default_rng([recipe.seed, step, len(shelf)])
        samples = []
        for _ in range(recipe.batch):
            sites = leaning if leaning and rng.random() < config.leaning_share else flat
            number, which = sites[int(rng.integers(len(sites)))]
            samples.append(sample(shelf.pixels(number), shelf.pictures[number].dice[which], rng, config))
        yield (
            torch.from_numpy(np.stack([crop for crop, _ in samples])),
            torch.from_numpy(np.stack([target for _, target in samples])),
        )


def sample(
    pixels: NDArray[np.uint8], die: DieTruth, rng: Generator, config: PoseSamples
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return a crop, uint8 (64, 64, 3), and what is to be measured in it, float32 (10,)."""
    sweep = die.box_xyxy[:2] + die.box_xyxy[2:] - 2 * die.quad.mean(axis=0)
    square = _as_detected(die.quad, sweep, rng, config)
    crop = rectify(pixels, square, size_px=POSE_SIZE_PX, margin=POSE_MARGIN)
    crop = degraded(recoloured(crop, rng, strength=config.strength), rng, strength=config.strength)
    return crop, pose_targets(die.quad, sweep, square)


def _as_detected(
    quad: NDArray[np.float64], sweep: NDArray[np.float64], rng: Generator, config: PoseSamples
) -> NDArray[np.float64]:
    """Return the square by which the detector would have it cut: of a leaning die it often sees more than the face."""
    square = aligned_square(np.roll(quad, int(rng.integers(4)), axis=0))
    edge = float(np.linalg.norm(square[1] - square[0]))
    middle = square.mean(axis=0)
    drawn_over = rng.uniform(0, 0.5) * sweep
    turn = np.radians(rng.normal(0, config.turn_error_deg))
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    around = (square - middle) @ rotation.T * np.exp(rng.normal(0, config.size_error))
    return np.asarray(middle + drawn_over + rng.normal(0, config.middle_error, 2) * edge + around, np.float64)


def _losses(net: nn.Module, batch: tuple[Tensor, Tensor]) -> dict[str, Tensor]:
    crops, targets = batch
    got = net(crops)
    return {
        "corners": functional.smooth_l1_loss(got[:, :8], targets[:, :8], beta=0.02) * 8,
        "sweep": functional.smooth_l1_loss(got[:, 8:], targets[:, 8:], beta=0.02) * 8,
    }
