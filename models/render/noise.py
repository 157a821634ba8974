"""Random fields from which all surfaces are made."""

from collections.abc import Iterable

import cv2
import numpy as np

from models.render.world import Bytes, Floats, Rgb8


def smooth_noise(rng: np.random.Generator, shape: tuple[int, int], cell_px: tuple[float, float]) -> Floats:
    """Return smooth noise of about unit strength, float32 (H, W), of blobs so large (down, across)."""
    height, width = shape
    rows, columns = max(2, round(height / cell_px[0]) + 1), max(2, round(width / cell_px[1]) + 1)
    coarse = rng.standard_normal((min(rows, height), min(columns, width)), dtype=np.float32)
    if coarse.shape == shape:
        return coarse
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def octaves(rng: np.random.Generator, shape: tuple[int, int], cells_px: tuple[float, ...]) -> Floats:
    """Return the sum of smooth noises of several sizes, scaled to about unit strength, float32 (H, W)."""
    total = np.zeros(shape, np.float32)
    for cell in cells_px:
        total += smooth_noise(rng, shape, (cell, cell))
    return total / np.float32(len(cells_px) ** 0.5)


def to_linear(srgb: Bytes | Floats) -> Floats:
    """Return linear light 0–1 of sRGB 0–255, by the square (within 0.02 of the standard's curve)."""
    scaled = np.asarray(srgb, np.float32) * np.float32(1 / 255)
    return scaled * scaled


def whole_rgb(values: Iterable[float]) -> Rgb8:
    """Return a colour by its three parts, sRGB 0–255, in whole numbers."""
    red, green, blue = (int(value) for value in values)
    return red, green, blue


def linear_rgb(rgb: Rgb8) -> Floats:
    """Return the linear colour of an sRGB 0–255 triple, float32 (3,)."""
    return to_linear(np.array(rgb, np.float32))
