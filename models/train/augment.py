"""What cameras, lamps and printers do to pixels, by lot, on training samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray


def recoloured(pixels: NDArray[np.uint8], rng: Generator, *, strength: float = 1.0) -> NDArray[np.uint8]:
    """Return a picture under other light, from another camera.

    Args:
        pixels: uint8 (H, W, 3).
        rng: Decides.
        strength: 1 covers cafés; 0 changes nothing.
    """
    values = pixels.astype(np.float32) / 255
    if rng.random() < 0.12 * strength:
        values = values[..., rng.permutation(3)]
    if rng.random() < 0.10 * strength:
        values = values.mean(axis=2, keepdims=True).repeat(3, axis=2)
    gains = np.exp(rng.normal(0, 0.10 * strength, 3)) * np.exp(rng.normal(0, 0.22 * strength))
    grey = values.mean(axis=2, keepdims=True)
    values = grey + (values - grey) * np.float32(np.exp(rng.normal(0, 0.25 * strength)))
    values = np.clip(values, 0, None) ** np.float32(np.exp(rng.normal(0, 0.22 * strength))) * gains.astype(np.float32)
    if rng.random() < 0.35 * strength:
        values *= light_fall(pixels.shape[:2], rng)[..., None]
    values += np.float32(rng.normal(0, 0.04 * strength))
    return np.asarray(np.clip(values * 255, 0, 255), np.uint8)


def light_fall(shape: tuple[int, ...], rng: Generator) -> NDArray[np.float32]:
    """Return a gain over a picture: light from one side, or a soft-edged shadow."""
    height, width = shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    along = np.float32(np.cos(angle)) * x[None] + np.float32(np.sin(angle)) * y[:, None]
    if rng.random() < 0.5:
        return np.asarray(1 + along * np.float32(rng.uniform(0, 0.4)), np.float32)
    edge, soft = rng.uniform(-0.8, 0.8), rng.uniform(0.02, 0.5)
    return np.asarray(1 - rng.uniform(0.1, 0.5) / (1 + np.exp(-(along - edge) / soft)), np.float32)


def degraded(pixels: NDArray[np.uint8], rng: Generator, *, strength: float = 1.0) -> NDArray[np.uint8]:
    """Return a picture blurred, coarsened, sharpened, noisy or compressed, each by lot."""
    if rng.random() < 0.35 * strength:
        pixels = _blurred(pixels, rng)
    if rng.random() < 0.15 * strength:
        pixels = _coarsened(pixels, rng.uniform(0.45, 0.9))
    if rng.random() < 0.2 * strength:
        soft = cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.6, 1.6)))
        amount = float(rng.uniform(0.3, 1.5))
        pixels = np.asarray(cv2.addWeighted(pixels, 1 + amount, soft, -amount, 0), np.uint8)
    if rng.random() < 0.5 * strength:
        pixels = _noisy(pixels, rng)
    if rng.random() < 0.3 * strength:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))]
        pixels = np.asarray(cv2.imdecode(cv2.imencode(".jpg", pixels, quality)[1], cv2.IMREAD_COLOR), np.uint8)
    return pixels


def _blurred(pixels: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """Return a picture out of focus or shaken."""
    if rng.random() < 0.7:
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.4, 1.6))), np.uint8)
    length = int(rng.integers(2, 6))
    kernel = np.zeros((length, length), np.float32)
    end = (int(rng.integers(length)), length - 1) if rng.random() < 0.5 else (length - 1, int(rng.integers(length)))
    cv2.line(kernel, (length - 1 - end[0], length - 1 - end[1]), end, 1.0)
    return np.asarray(cv2.filter2D(pixels, -1, kernel / max(float(kernel.sum()), 1e-6)), np.uint8)


def _coarsened(pixels: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    """Return a picture as taken at a share of its size."""
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (max(4, int(width * share)), max(4, int(height * share))), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _noisy(pixels: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """Return a picture with sensor noise, some of it per pixel, some in grains."""
    noise = rng.standard_normal(pixels.shape, np.float32) * np.float32(rng.exponential(5) + 1)
    if rng.random() < 0.4:
        noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 1.8
    return np.asarray(np.clip(pixels + noise, 0, 255), np.uint8)
