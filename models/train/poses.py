"""Trains the pose reader on dice cut out as inexactly as the detector sees them, and on what it mistakes for dice."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.render.world import Bytes, Floats
from models.train.augment import RANGE_BOARDS, RANGE_CROPS, RANGE_SEED, degraded, recoloured
from models.train.fit import Recipe
from models.train.peaks import Peak, false_peaks, peaks_in
from models.train.pictures.shelf import Picture, PictureShelf, ShelfDie
from vision.find.detect import Detector
from vision.find.pose import DIE, ERROR, LENGTHS, POSE_MARGIN, POSE_SIZE_PX, STACKED, aligned_square, pose_targets
from vision.preprocess import rectify

LEANING_DEG = 5.0
LEAST_PEAK = 0.03
"""Confidence from which on a detector's mistakes are worth learning from."""

PoseBatch = tuple[Tensor, ...]
"""Crops (N, 64, 64, 3), lengths (N, 10), and whether each is a die, lies on another, is to be measured, (N, 3)."""


class SampleSite(Enum):
    """Where a sample is cut out."""

    FLAT = "flat"
    LEANING = "leaning"
    STACKED = "stacked"
    HIDDEN = "hidden"
    MISTAKEN = "mistaken"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True, kw_only=True)
class PoseSamples:
    """How samples are drawn."""

    leaning_share: float = 0.28  # Share of samples with a leaning die
    stacked_share: float = 0.1  # With a die that lies on another
    hidden_share: float = 0.06  # With a die that is partly hidden; what cannot be seen of it is not to be measured
    mistaken_share: float = 0.16  # With what the detector takes for a die and is none
    beside_share: float = 0.1  # Beside a die, across two, or on a part of one
    least_visible: float = 0.75  # Dice hidden more than this are measured by nobody
    least_seen: float = 0.4  # Dice hidden more than this are left out
    least_edge_px: float = 18.0  # Dice smaller than this are left out
    middle_error: float = 0.08  # Standard deviation of the detector's middle, share of the face's edge
    size_error: float = 0.08  # Of its size, likewise
    turn_error_deg: float = 5.0  # Of its turn
    strength: float = 0.7  # Of the augmentation

    @property
    def shares(self) -> dict[SampleSite, float]:
        """Return the share of each kind of sample; the rest are dice that lie flat."""
        flat, *others = SampleSite
        named = {site: getattr(self, f"{site.value}_share") for site in others}
        return {flat: 1 - sum(named.values()), **named}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What samples are cut from."""

    shelf: PictureShelf  # The pictures
    dice: Mapping[SampleSite, Sequence[tuple[int, int]]]  # Number of the picture and number of the die in it, by kind
    mistaken: Sequence[Peak]  # What the detector takes for dice


def pose_batches(recipe: Recipe, pictures: Sequence[Picture], detector: Detector, first: int) -> Iterator[PoseBatch]:
    """Yield batches from a number on, of pictures and of what the detector takes in them for dice and is none."""
    config = PoseSamples(**recipe.samples)
    ground = _ground(PictureShelf(pictures), detector, config)
    sites, shares = list(config.shares), list(config.shares.values())
    for step in range(first, 2**62):
        rng = np.random.default_rng([recipe.seed, step])
        lots = rng.choice(len(sites), p=shares, size=recipe.batch)
        samples = [sample_site(ground, sites[lot], rng, config) for lot in lots]
        yield tuple(torch.from_numpy(np.stack(part)) for part in zip(*samples, strict=True))


def _ground(shelf: PictureShelf, detector: Detector, config: PoseSamples) -> Ground:
    dice: defaultdict[SampleSite, list[tuple[int, int]]] = defaultdict(list)
    for number, picture in enumerate(shelf.pictures):
        for which, die in enumerate(picture.dice):
            edge = float(np.linalg.norm(die.quad[1] - die.quad[0]))
            if die.visible >= config.least_seen and edge >= config.least_edge_px:
                dice[_site(die, config)].append((number, which))
    return Ground(shelf=shelf, dice=dice, mistaken=false_peaks(peaks_in(shelf, detector)))


def _site(die: ShelfDie, config: PoseSamples) -> SampleSite:
    if die.visible < config.least_visible:
        return SampleSite.HIDDEN
    if die.state == "stacked":
        return SampleSite.STACKED
    return SampleSite.LEANING if die.tilt_deg > LEANING_DEG else SampleSite.FLAT


Sample = tuple[Bytes, Floats, Floats]


def sample_site(ground: Ground, site: SampleSite, rng: Generator, config: PoseSamples) -> Sample:
    """Return a sample of a kind: crop, lengths, and whether it is a die, is stacked, and is to be measured."""
    if site is SampleSite.MISTAKEN and ground.mistaken:
        peak = ground.mistaken[int(rng.integers(len(ground.mistaken)))]
        square = aligned_square(np.roll(peak.quad, int(rng.integers(4)), axis=0))
        return _cut(ground.shelf.pixels(peak.picture), square, rng, config), np.zeros(LENGTHS, np.float32), NOTHING
    known = ground.dice.get(site) or ground.dice[SampleSite.FLAT]
    number, which = known[int(rng.integers(len(known)))]
    pixels, picture = ground.shelf.pixels(number), ground.shelf.pictures[number]
    if site is SampleSite.BESIDE:
        return _cut(pixels, _beside(picture, which, rng), rng, config), np.zeros(LENGTHS, np.float32), NOTHING
    crop, lengths = sample(pixels, picture.dice[which], rng, config)
    is_stacked = picture.dice[which].state == "stacked"
    return crop, lengths, np.array([1, is_stacked, site is not SampleSite.HIDDEN], np.float32)


NOTHING = np.zeros(3, np.float32)


def _beside(picture: Picture, which: int, rng: Generator) -> NDArray[np.float64]:
    """Return a square that no die fills: beside one, across two, or a pip or a corner of one."""
    square = aligned_square(picture.dice[which].quad)
    middle, edge = square.mean(axis=0), float(np.linalg.norm(square[1] - square[0]))
    shape = square - middle
    if rng.random() < 0.4:  # a part of a die
        far, size = rng.uniform(0, 0.4), rng.uniform(0.18, 0.45)
    else:
        far, size = rng.uniform(0.6, 1.3), np.exp(rng.normal(0, 0.25))
    way = rng.uniform(0, 2 * np.pi)
    moved = middle + far * edge * np.array([np.cos(way), np.sin(way)])
    others = [die.quad.mean(axis=0) for die in picture.dice]
    if any(np.linalg.norm(moved - other) < 0.45 * edge for other in others) and size > 0.6:
        moved = middle + 0.55 * edge * np.array([np.cos(way), np.sin(way)])
    return np.asarray(moved + shape * size, np.float64)


def _cut(pixels: Bytes, square: NDArray[np.float64], rng: Generator, config: PoseSamples) -> Bytes:
    crop = rectify(pixels, square, size_px=POSE_SIZE_PX, margin=POSE_MARGIN)
    return degraded(recoloured(crop, rng, strength=config.strength), rng, strength=config.strength)


def sample(pixels: Bytes, die: ShelfDie, rng: Generator, config: PoseSamples) -> tuple[Bytes, Floats]:
    """Return a crop, uint8 (64, 64, 3), and what is to be measured in it, float32 (10,)."""
    sweep = die.box_xyxy[:2] + die.box_xyxy[2:] - 2 * die.quad.mean(axis=0)
    square = _as_detected(die.quad, sweep, rng, config)
    return _cut(pixels, square, rng, config), pose_targets(die.quad, sweep, square)


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


def pose_losses(net: nn.Module, batch: PoseBatch) -> dict[str, Tensor]:
    """Return what the pose reader is to learn from a batch."""
    crops, lengths, kinds = batch
    got = net(crops)
    is_die, is_stacked, is_measured = kinds.unbind(dim=1)
    off = functional.smooth_l1_loss(got[:, :LENGTHS], lengths, beta=0.02, reduction="none") * is_measured[:, None]
    error = (got[:, 8:LENGTHS] - lengths[:, 8:]).abs().mean(dim=1).detach().clamp(min=0.001)
    expected = got[:, ERROR].float()  # by the likelihood of Laplace's distribution
    measured = is_measured.sum().clamp(min=1)
    return {
        "corners": off[:, :8].sum() / measured,
        "sweep": off[:, 8:].sum() / measured * 4,
        "error": ((error / expected.exp() + expected) * is_measured).sum() / measured * 0.1,
        "die": functional.binary_cross_entropy_with_logits(got[:, DIE], is_die) * 0.5,
        "stacked": functional.binary_cross_entropy_with_logits(got[:, STACKED], is_stacked, weight=is_die) * 0.5,
    }


def pose_samples(pictures: Sequence[Picture]) -> list[Bytes]:
    """Return dice cut out as the pose reader sees them, uint8 (N, 64, 64, 3) each."""
    shelf, rng = PictureShelf(pictures), np.random.default_rng(RANGE_SEED)
    config = PoseSamples(strength=0.35)
    sites = [(number, die) for number, picture in enumerate(pictures) for die in picture.dice]
    chosen = [sites[int(at)] for at in rng.permutation(len(sites))[: RANGE_BOARDS * RANGE_CROPS // 2]]
    chosen.sort(key=lambda one: one[0])
    crops = [sample(shelf.pixels(number), die, rng, config)[0] for number, die in chosen]
    return [np.stack(crops[first : first + RANGE_CROPS]) for first in range(0, len(crops), RANGE_CROPS)]
