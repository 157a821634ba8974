"""What models are shown to find the ranges of their integers: held-out pictures as a camera sees them, few of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.train.pictures.shelf import Picture, PictureShelf
from models.train.poses import PoseSamples, sample
from models.train.prints import DesignSheet, PrintConfig, sample_prints
from vision.find.detect import DetectorPolicy
from vision.preprocess import padded, scaled

SEED = 17
BOARDS = 24
CROPS = 32  # in one sample


def board_samples(pictures: Sequence[Picture]) -> list[NDArray[np.uint8]]:
    """Return boards in the size the detector looks at them, uint8 (1, H, W, 3) each."""
    shelf, rng = PictureShelf(pictures), np.random.default_rng(SEED)
    chosen = [number for number, picture in enumerate(pictures) if picture.dice]
    samples = []
    for number in rng.permutation(chosen)[:BOARDS]:
        edges = [np.linalg.norm(die.quad[1] - die.quad[0]) for die in pictures[number].dice]
        zoom = DetectorPolicy().good_edge_px / float(np.median(edges)) * float(np.exp(rng.normal(0, 0.2)))
        samples.append(padded(scaled(shelf.pixels(int(number)), min(1.0, zoom)))[None])
    return samples


def pose_samples(pictures: Sequence[Picture]) -> list[NDArray[np.uint8]]:
    """Return dice cut out as the pose reader sees them, uint8 (N, 64, 64, 3) each."""
    shelf, rng = PictureShelf(pictures), np.random.default_rng(SEED)
    config = PoseSamples(strength=0.35)
    sites = [(number, die) for number, picture in enumerate(pictures) for die in picture.dice]
    chosen = [sites[int(at)] for at in rng.permutation(len(sites))[: BOARDS * CROPS // 2]]
    crops = [
        sample(shelf.pixels(number), die, rng, config)[0] for number, die in sorted(chosen, key=lambda one: one[0])
    ]
    return [np.stack(crops[first : first + CROPS]) for first in range(0, len(crops), CROPS)]


def face_samples(sheet: DesignSheet, config: PrintConfig) -> list[NDArray[np.uint8]]:
    """Return top faces as the face reader sees them, uint8 (N, 64, 64, 3) each."""
    rng = np.random.default_rng(SEED)
    mild = replace(config, strength=config.strength * 0.5)
    crops = np.concatenate([sample_prints(sheet, rng, mild).crops.reshape(-1, 64, 64, 3) for _ in range(4)])
    return [crops[first : first + CROPS] for first in range(0, len(crops), CROPS)]
