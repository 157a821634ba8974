"""Training samples of the network that does everything, and what it is to say at each of its places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from models.train.augment import degraded, littered, recoloured
from models.train.patches import LEAST_VISIBLE
from models.train.single_net import STRIDES
from vision.preprocess import scaled

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from models.train.pictures.shelf import Picture, PictureShelf

NOTHING, UNKNOWN = -1, -2
"""Labels of places that show no die, and of those of which nobody knows."""

REACH = 1.5  # strides from the middle of a die in which places answer for it
LEAST_STRIDES, MOST_STRIDES = 1.5, 7.0  # how large dice are, in strides of the scale that answers for them


@dataclass(frozen=True, slots=True, kw_only=True)
class SinglePatchConfig:
    """How patches are cut.

    Attributes:
        size_px: Edge of a patch, a multiple of 32.
        edge_px: Smallest and largest edge of a top face in it: as large as dice are in a picture of 640 pixels.
        aimed_share: Share of windows cut around a die.
        mosaic_share: Share of patches laid together from four windows of half the edge: more dice to learn from in
            the same time.
        most_zoom: Of the picture: enlarged further, faces are only blurred.
        strength: Of the augmentation.
        litter_share: Share of patches with flat things painted in.
    """

    size_px: int = 320
    edge_px: tuple[float, float] = (20.0, 60.0)
    aimed_share: float = 0.9
    mosaic_share: float = 0.75
    most_zoom: float = 1.5
    strength: float = 0.7
    litter_share: float = 0.35


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KnownDice:
    """The dice of a picture.

    Attributes:
        boxes: float64 (N, 4), pixels.
        labels: int64 (N,), a kind, or UNKNOWN where too little is seen.
    """

    boxes: NDArray[np.float64]
    labels: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SinglePatch:
    """A sample.

    Attributes:
        pixels: uint8 (S, S, 3).
        labels: int64 (P,), of each place: a kind, NOTHING or UNKNOWN.
        distances: float32 (P, 4), from each place to the edges of its die's box, in its strides; 0 without one.
    """

    pixels: NDArray[np.uint8]
    labels: NDArray[np.int64]
    distances: NDArray[np.float32]


def sample_single(shelf: PictureShelf, rng: Generator, config: SinglePatchConfig) -> SinglePatch:
    """Return a patch by lot, in one of its four turns; never mirrored, since letters in a mirror are none."""
    is_mosaic = rng.random() < config.mosaic_share
    patch, dice = _mosaic(shelf, rng, config) if is_mosaic else _window(shelf, rng, config, config.size_px)
    patch, dice = turned(patch, dice, int(rng.integers(4)))
    if rng.random() < config.litter_share:
        patch = littered(patch, _free(dice, config.size_px), rng)
    patch = degraded(recoloured(patch, rng, strength=config.strength), rng, strength=config.strength)
    labels, distances = encode(dice, config.size_px)
    return SinglePatch(pixels=patch, labels=labels, distances=distances)


def _window(
    shelf: PictureShelf, rng: Generator, config: SinglePatchConfig, size_px: int
) -> tuple[NDArray[np.uint8], KnownDice]:
    """Return a square window of a picture by lot, at so many pixels an edge, and its dice."""
    number = int(rng.integers(len(shelf)))
    picture, pixels = shelf.pictures[number], shelf.pixels(number)
    side = min(round(size_px / _zoom(picture, rng, config)), *pixels.shape[:2])
    x, y = _corner(picture, pixels.shape, rng, side=side, is_aimed=rng.random() < config.aimed_share)
    patch = scaled(pixels[y : y + side, x : x + side], size_px / side)
    return patch, _dice_in(picture, np.array([x, y]), size_px / side, size_px)


def _mosaic(shelf: PictureShelf, rng: Generator, config: SinglePatchConfig) -> tuple[NDArray[np.uint8], KnownDice]:
    """Return four windows laid together, and the dice of all."""
    half = config.size_px // 2
    windows = [_window(shelf, rng, config, half) for _ in range(4)]
    (first, second, third, fourth), dice = zip(*windows, strict=True)
    pixels = np.vstack([np.hstack([first, second]), np.hstack([third, fourth])])
    offsets = np.array([(0, 0), (half, 0), (0, half), (half, half)])
    boxes = [one.boxes + np.tile(offset, 2) for one, offset in zip(dice, offsets, strict=True)]
    return pixels, KnownDice(boxes=np.concatenate(boxes), labels=np.concatenate([one.labels for one in dice]))


def places(width_px: int, height_px: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return where the network's places lie, (P, 2) x and y, and the stride of each, (P,), pixels."""
    middles, strides = [], []
    for stride in STRIDES:
        y, x = np.mgrid[0 : height_px // stride, 0 : width_px // stride]
        middles.append((np.stack([x.ravel(), y.ravel()], axis=1) + 0.5) * stride)
        strides.append(np.full(x.size, float(stride)))
    return np.concatenate(middles), np.concatenate(strides)


def encode(dice: KnownDice, size_px: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return what is true at each place of a square picture: labels (P,) and distances (P, 4), see `SinglePatch`.

    A place answers for a die whose box it lies in and whose middle is near, at the scales that suit its size; of
    several, for the nearest.
    """
    middles, strides = places(size_px, size_px)
    labels, distances = np.full(len(middles), NOTHING), np.zeros((len(middles), 4), np.float32)
    nearest = np.full(len(middles), np.inf)
    for box, label in zip(dice.boxes, dice.labels, strict=True):
        sides = np.hstack([middles - box[:2], box[2:] - middles])
        is_inside = (sides > 0).all(axis=1)
        if label == UNKNOWN:
            labels[is_inside & np.isinf(nearest)] = UNKNOWN
            continue
        apart = np.abs(middles - (box[:2] + box[2:]) / 2).max(axis=1)
        size = float((box[2:] - box[:2]).mean()) / strides
        is_suited = (size >= LEAST_STRIDES) & (size <= MOST_STRIDES) & (apart < REACH * strides)
        answers = is_inside & is_suited & (apart < nearest)
        nearest[answers], labels[answers] = apart[answers], label
        distances[answers] = (sides / strides[:, None])[answers]
    return labels, distances


def turned(patch: NDArray[np.uint8], dice: KnownDice, quarters: int) -> tuple[NDArray[np.uint8], KnownDice]:
    """Return a square patch and its dice turned against the clock by so many quarters."""
    size = patch.shape[0]
    x0, y0, x1, y1 = dice.boxes.T
    boxes = ((x0, y0, x1, y1), (y0, size - x1, y1, size - x0), (size - x1, size - y1, size - x0, size - y0),
             (size - y1, x0, size - y0, x1))[quarters]  # fmt: skip
    pixels = np.ascontiguousarray(np.rot90(patch, quarters))
    return pixels, KnownDice(boxes=np.stack(boxes, axis=1), labels=dice.labels)


def _zoom(picture: Picture, rng: Generator, config: SinglePatchConfig) -> float:
    wanted = float(np.exp(rng.uniform(*np.log(config.edge_px))))
    if not picture.dice:
        return 1.0
    quad = picture.dice[int(rng.integers(len(picture.dice)))].quad
    edge = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    return min(wanted / max(edge, 1.0), config.most_zoom)


def _corner(picture: Picture, shape: tuple[int, ...], rng: Generator, *, side: int, is_aimed: bool) -> tuple[int, int]:
    """Return the top left corner of a window."""
    most = np.array([shape[1] - side, shape[0] - side])
    corner = most * rng.random(2)
    if is_aimed and picture.dice:
        box = picture.dice[int(rng.integers(len(picture.dice)))].box_xyxy
        corner = (box[:2] + box[2:]) / 2 - side * rng.uniform(0.05, 0.95, 2)
    x, y = np.clip(corner, 0, most).astype(int)
    return int(x), int(y)


def _dice_in(picture: Picture, corner: NDArray[np.int64], zoom: float, size_px: int) -> KnownDice:
    """Return the dice of a window, boxes cut off at its edge; of those nearly hidden or outside nobody knows."""
    boxes = np.array([die.box_xyxy for die in picture.dice], np.float64).reshape(-1, 4)
    boxes = (boxes - np.tile(corner, 2)) * zoom
    sides = boxes[:, 2:] - boxes[:, :2]
    inside = np.clip(np.minimum(boxes[:, 2:], size_px) - np.maximum(boxes[:, :2], 0), 0, None)
    share = (inside / np.maximum(sides, 1e-9)).prod(axis=1)
    is_seen = share * np.array([die.visible for die in picture.dice]) >= LEAST_VISIBLE
    labels = np.where(is_seen, [die.label for die in picture.dice], UNKNOWN).astype(np.int64)
    ignored = (picture.ignored - np.tile(corner, 2)) * zoom
    boxes = np.clip(np.concatenate([boxes, ignored]), 0, size_px)
    labels = np.concatenate([labels, np.full(len(ignored), UNKNOWN)])
    is_here = (boxes[:, 2:] - boxes[:, :2] > 1).all(axis=1)
    return KnownDice(boxes=boxes[is_here], labels=labels[is_here])


def _free(dice: KnownDice, size: int) -> NDArray[np.bool_]:
    """Return where no die is, bool (size, size)."""
    free = np.ones((size, size), np.bool_)
    for x0, y0, x1, y1 in np.clip(dice.boxes + np.array([-2, -2, 3, 3]), 0, size).astype(int):
        free[y0:y1, x0:x1] = False
    return free
