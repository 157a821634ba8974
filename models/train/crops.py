"""Training samples of the face reader: top faces cut from boards by quads as wrong as the detector's."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.augment import degraded, recoloured
from models.train.pictures.shelf import NO_FACE, Picture, PictureShelf
from vision.find.detect import cell_from_quad
from vision.preprocess import FACE_MARGIN, rectify, scaled

MOST_TILT_DEG = 30.0
LEAST_VISIBLE = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class CropConfig:
    """How crops are made worse than they were rendered."""

    middle_error: float = 0.035  # Standard deviation of the quad's middle, share of the face's edge
    size_error: float = 0.045  # Of its size, likewise
    turn_error_deg: float = 3.0  # Of its turn
    corner_error: float = 0.015  # Of each corner by itself, share of the face's edge
    least_edge_px: float = 18.0  # Smallest edge to which a face is coarsened before it is cut out
    coarse_share: float = 0.4  # Share of crops that are coarsened
    strength: float = 1.0  # Of the augmentation
    wrong_share: float = 0.04  # Share of crops from places where no face is


FaceSite: TypeAlias = tuple[int, int]
"""A face in a picture: the number of the picture and that of the die in it."""


def face_sites(pictures: Sequence[Picture]) -> tuple[tuple[FaceSite, ...], ...]:
    """Return where faces can be read, by label (NO_FACE last)."""
    sites: list[list[FaceSite]] = [[] for _ in range(NO_FACE + 1)]
    for number, picture in enumerate(pictures):
        for which, die in enumerate(picture.dice):
            if die.tilt_deg <= MOST_TILT_DEG and die.visible >= LEAST_VISIBLE:
                sites[die.label].append((number, which))
    return tuple(map(tuple, sites))


def sample_crop(
    shelf: PictureShelf, sites: Sequence[Sequence[FaceSite]], rng: Generator, config: CropConfig
) -> tuple[NDArray[np.uint8], int]:
    """Return a crop and its label, all labels equally often."""
    of_label = sites[int(rng.integers(len(sites)))] or max(sites, key=len)
    number, which = of_label[int(rng.integers(len(of_label)))]
    die = shelf.pictures[number].dice[which]
    pixels, quad = _coarsened(shelf.pixels(number), die.quad, rng, config)
    is_wrong = rng.random() < config.wrong_share
    quad = wrong_quad(quad, rng) if is_wrong else jittered(quad, rng, config)
    crop = rectify(pixels, np.roll(quad, int(rng.integers(4)), axis=0), margin=FACE_MARGIN)
    crop = degraded(recoloured(crop, rng, strength=config.strength), rng, strength=config.strength)
    return crop, NO_FACE if is_wrong else die.label


def jittered(quad: NDArray[np.float64], rng: Generator, config: CropConfig) -> NDArray[np.float64]:
    """Return a quad as the detector would have found it."""
    middle, half_edge, _, _ = cell_from_quad(quad)
    edge = 2 * half_edge
    turn = np.radians(rng.normal(0, config.turn_error_deg))
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    around = (quad - middle) @ rotation.T * np.exp(rng.normal(0, config.size_error))
    shift = rng.normal(0, config.middle_error, 2) * edge
    return np.asarray(middle + shift + around + rng.normal(0, config.corner_error, (4, 2)) * edge, np.float64)


def wrong_quad(quad: NDArray[np.float64], rng: Generator) -> NDArray[np.float64]:
    """Return a quad that holds no whole face: beside it, across an edge, or much too large or small."""
    middle, half_edge, _, _ = cell_from_quad(quad)
    way = rng.uniform(0, 2 * np.pi)
    far = rng.uniform(1.2, 2.4) * half_edge
    size = np.exp(rng.uniform(np.log(0.5), np.log(1.6)))
    return np.asarray((quad - middle) * size + middle + far * np.array([np.cos(way), np.sin(way)]), np.float64)


def _coarsened(
    pixels: NDArray[np.uint8], quad: NDArray[np.float64], rng: Generator, config: CropConfig
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return the surroundings of a face, some of them as from a camera farther away, and the quad in them."""
    edge = 2 * cell_from_quad(quad)[1]
    reach = 0.9 * edge
    x0, y0 = np.clip(np.floor(quad.min(axis=0) - reach), 0, None).astype(int)
    x1, y1 = np.ceil(quad.max(axis=0) + reach).astype(int)
    cut = pixels[y0:y1, x0:x1]
    quad = quad - (x0, y0)
    if rng.random() >= config.coarse_share or edge <= config.least_edge_px:
        return cut, quad
    small = scaled(cut, float(np.exp(rng.uniform(np.log(config.least_edge_px / edge), 0))))
    return small, quad * (small.shape[1] / cut.shape[1], small.shape[0] / cut.shape[0])
