"""Training samples of the detector: square patches of boards at a lot of scales, and what is true at each cell."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.render.world import Bytes, Floats
from models.train.augment import RANGE_BOARDS, RANGE_SEED, degraded, littered, recoloured
from models.train.pictures.shelf import Picture, PictureShelf, ShelfDie
from vision.find.detect import SHAPE_CHANNELS, STRIDE, DetectorPolicy, cell_from_quad
from vision.preprocess import padded, scaled

LEAST_VISIBLE = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class PatchConfig:
    """How patches are cut."""

    size_px: int = 128  # Edge of a patch, a multiple of 32
    edge_px: tuple[float, float] = (7.0, 34.0)  # Smallest and largest edge of a top face in it
    aimed_share: float = 0.8  # Share of patches cut around a die
    zoom: tuple[float, float] = (0.12, 1.5)  # Smallest and largest zoom of the picture
    strength: float = 1.0  # Of the augmentation
    litter_share: float = 0.35  # Share of patches with flat things painted in


class Patch(NamedTuple):
    """A sample."""

    pixels: Bytes  # uint8 (S, S, 3)
    heat: Floats  # float32 (S/4, S/4), 1 at a die's middle
    heat_weight: Floats  # float32 (S/4, S/4), 0 where nobody knows
    shape: Floats  # float32 (11, S/4, S/4), pixels; see `vision.find.detect`
    shape_weight: Floats  # float32 (S/4, S/4), 0 away from dice


def sample_patch(shelf: PictureShelf, rng: Generator, config: PatchConfig) -> Patch:
    """Return a patch by lot."""
    number = int(rng.integers(len(shelf)))
    picture, pixels = shelf.pictures[number], shelf.pixels(number)
    zoom = _zoom(picture, pixels.shape, rng, config)
    window = config.size_px / zoom
    corner = _corner(picture, pixels.shape, rng, window=window, aimed=rng.random() < config.aimed_share)
    side = round(window)
    patch, zoom = _cut(pixels, corner, side, config.size_px), config.size_px / side
    both = (*corner, *corner)  # from here on all is in pixels of the patch
    dice = tuple(
        replace(die, box_xyxy=(die.box_xyxy - both) * zoom, quad=(die.quad - corner) * zoom) for die in picture.dice
    )
    ignored = (picture.ignored - both) * zoom
    patch, dice, ignored = _turned(patch, dice, ignored, rng=rng)
    if rng.random() < config.litter_share:
        patch = littered(patch, _free(dice, config.size_px), rng)
    patch = degraded(recoloured(patch, rng, strength=config.strength), rng, strength=config.strength)
    return _with_targets(patch, dice, ignored)


def _zoom(picture: Picture, shape: tuple[int, ...], rng: Generator, config: PatchConfig) -> float:
    least = max(config.zoom[0], config.size_px / min(shape[:2]))
    if not picture.dice:
        return float(np.exp(rng.uniform(np.log(least), np.log(max(config.zoom[1], least)))))
    edge = 2 * cell_from_quad(picture.dice[int(rng.integers(len(picture.dice)))].quad)[1]
    return float(np.clip(np.exp(rng.uniform(*np.log(config.edge_px))) / edge, least, max(config.zoom[1], least)))


def _corner(picture: Picture, shape: tuple[int, ...], rng: Generator, *, window: float, aimed: bool) -> tuple[int, int]:
    most = np.array([shape[1] - window, shape[0] - window])
    if aimed and picture.dice:
        die = picture.dice[int(rng.integers(len(picture.dice)))]
        middle = (die.box_xyxy[:2] + die.box_xyxy[2:]) / 2
        corner = middle - window * rng.uniform(0.05, 0.95, 2)
    else:
        corner = most * rng.random(2)
    x, y = np.clip(corner, 0, np.maximum(most, 0)).astype(int)
    return int(x), int(y)


def _cut(pixels: Bytes, corner: tuple[int, int], side: int, size_px: int) -> Bytes:
    """Return a window at patch size."""
    x, y = corner
    seen = scaled(pixels[y : y + side, x : x + side], size_px / side)[:size_px, :size_px]
    patch = np.full((size_px, size_px, 3), 114, np.uint8)  # grey where a picture is smaller than the window
    patch[: seen.shape[0], : seen.shape[1]] = seen
    return patch


def _turned(
    patch: Bytes, dice: tuple[ShelfDie, ...], ignored: NDArray[np.float64], *, rng: Generator
) -> tuple[Bytes, tuple[ShelfDie, ...], NDArray[np.float64]]:
    size = patch.shape[0]
    flip_x, flip_y, swap = rng.random(3) < 0.5

    def point(points: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = points[..., 0], points[..., 1]
        x, y = (size - x if flip_x else x), (size - y if flip_y else y)
        return np.stack([y, x] if swap else [x, y], axis=-1)

    def boxes(box: NDArray[np.float64]) -> NDArray[np.float64]:
        ends = point(box.reshape(-1, 2, 2))
        return np.concatenate([ends.min(axis=1), ends.max(axis=1)], axis=1).reshape(box.shape)

    patch = patch[:: -1 if flip_y else 1, :: -1 if flip_x else 1]
    patch = np.ascontiguousarray(patch.transpose(1, 0, 2) if swap else patch)
    moved = tuple(replace(die, box_xyxy=boxes(die.box_xyxy), quad=point(die.quad)) for die in dice)
    return patch, moved, boxes(ignored)


def _with_targets(patch: Bytes, dice: tuple[ShelfDie, ...], ignored: NDArray[np.float64]) -> Patch:
    size = patch.shape[0]
    cells = size // STRIDE
    heat, heat_weight = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    shape = np.zeros((SHAPE_CHANNELS, cells, cells), np.float32)
    nearest = np.full((cells, cells), np.inf)
    for box in ignored:
        _blank(heat_weight, box)
    for die in dice:
        inside = np.clip(np.minimum(die.box_xyxy[2:], size) - np.maximum(die.box_xyxy[:2], 0), 0, None).prod()
        seen = inside / max(float((die.box_xyxy[2:] - die.box_xyxy[:2]).prod()), 1e-9) * die.visible
        middle = (die.box_xyxy[:2] + die.box_xyxy[2:]) / 2
        if seen < LEAST_VISIBLE or (middle < 0).any() or (middle >= size).any():
            _blank(heat_weight, die.box_xyxy)
            continue
        _mark(die, heat, shape, nearest=nearest)
    weight = np.where(np.isfinite(nearest), 1.0, 0.0).astype(np.float32)
    heat_weight[heat == 1] = 1
    return Patch(pixels=patch, heat=heat, heat_weight=heat_weight, shape=shape, shape_weight=weight)


def _mark(die: ShelfDie, heat: Floats, shape: Floats, *, nearest: NDArray[np.float64]) -> None:
    """Write a die into the maps, in place; where two dice are near, the nearer one's shape stands."""
    cells = heat.shape[0]
    middle, size = (die.box_xyxy[:2] + die.box_xyxy[2:]) / 2, float((die.box_xyxy[2:] - die.box_xyxy[:2]).mean())
    column, row = (min(int(v), cells - 1) for v in middle / STRIDE)
    y, x = np.mgrid[0:cells, 0:cells]
    apart = (x - column) ** 2 + (y - row) ** 2
    sigma = max(0.7, 0.09 * size / STRIDE)
    np.maximum(heat, np.exp(-apart / (2 * sigma**2)).astype(np.float32), out=heat)
    near = (apart <= max(1.0, 0.12 * size / STRIDE) ** 2) & (apart < nearest)
    nearest[near] = apart[near]
    where = (np.stack([x[near], y[near]], axis=1) + 0.5) * STRIDE
    face_middle, half_edge, total, product = cell_from_quad(die.quad)
    shape[0:2, near] = (where - die.box_xyxy[:2]).T
    shape[2:4, near] = (die.box_xyxy[2:] - where).T
    shape[4:6, near] = (face_middle - where).T
    shape[6:, near] = np.array([half_edge, total.real, total.imag, product.real, product.imag])[:, None]


def _free(dice: tuple[ShelfDie, ...], size: int) -> NDArray[np.bool_]:
    free = np.ones((size, size), np.bool_)
    for die in dice:
        (x0, y0), (x1, y1) = np.clip(die.box_xyxy.reshape(2, 2) + np.array([[-2], [3]]), 0, None).astype(int)
        free[y0:y1, x0:x1] = False
    return free


def _blank(heat_weight: Floats, box: NDArray[np.float64]) -> None:
    """Set the weight inside a box to nothing, in place."""
    x0, y0 = np.clip(np.floor(box[:2] / STRIDE), 0, None).astype(int)
    x1, y1 = np.clip(np.ceil(box[2:] / STRIDE), 0, None).astype(int)
    heat_weight[y0:y1, x0:x1] = 0


def board_samples(pictures: Sequence[Picture]) -> list[Bytes]:
    """Return boards in the size the detector looks at them, uint8 (1, H, W, 3) each."""
    shelf, rng = PictureShelf(pictures), np.random.default_rng(RANGE_SEED)
    chosen = [number for number, picture in enumerate(pictures) if picture.dice]
    samples = []
    for number in rng.permutation(chosen)[:RANGE_BOARDS]:
        edges = [np.linalg.norm(die.quad[1] - die.quad[0]) for die in pictures[number].dice]
        zoom = DetectorPolicy().good_edge_px / float(np.median(edges)) * float(np.exp(rng.normal(0, 0.2)))
        samples.append(padded(scaled(shelf.pixels(int(number)), min(1.0, zoom)))[None])
    return samples
