"""What cameras, lamps and printers do to pixels, by lot, on training samples."""

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

RANGE_SEED = 17
RANGE_BOARDS = 24
RANGE_CROPS = 32
"""What models are shown to find the ranges of their integers: held-out boards, and crops in one sample."""


def recoloured(pixels: NDArray[np.uint8], rng: Generator, *, strength: float = 1.0) -> NDArray[np.uint8]:
    """Return a picture under other light, from another camera; strength 1 covers cafés, 0 changes nothing."""
    mixed = cv2.transform(pixels, _mixture(rng, strength))
    gains = np.exp(rng.normal(0, 0.10 * strength, 3)) * np.exp(rng.normal(0, 0.22 * strength))
    gains *= rng.uniform(1.2, 2.6) if rng.random() < 0.06 * strength else 1.0  # burnt out
    bent = np.linspace(0, 1, 256)[:, None] ** np.exp(rng.normal(0, 0.22 * strength)) * gains
    table = np.clip((bent + rng.normal(0, 0.04 * strength)) * 255, 0, 255).astype(np.uint8)
    lit = cv2.LUT(mixed, table[:, None, :])
    if rng.random() < 0.35 * strength:
        fall = light_fall(pixels.shape[:2], rng)
        lit = cv2.multiply(lit, cv2.merge([fall, fall, fall]), dtype=cv2.CV_8U)
    return np.asarray(lit, np.uint8)


def _mixture(rng: Generator, strength: float) -> NDArray[np.float32]:
    """Return how old channels make new ones, float32 (3, 3): more or less colour, now and then another one."""
    grey = np.full((3, 3), 1 / 3, np.float32)
    colour = 0.0 if rng.random() < 0.10 * strength else np.exp(rng.normal(0, 0.25 * strength))
    order = rng.permutation(3) if rng.random() < 0.12 * strength else np.arange(3)
    return np.asarray((grey + (np.eye(3) - grey) * colour)[order], np.float32)


def littered(pixels: NDArray[np.uint8], free: NDArray[np.bool_], rng: Generator) -> NDArray[np.uint8]:
    """Return a picture with flat things where it is free that are no dice: discs, rings, bars, crumbs.

    Magnets, coins and screws of a lid are what a detector trained on tidy boards takes for dice.
    """
    painted = pixels.copy()
    for _ in range(int(rng.integers(1, 5))):
        layer = np.zeros(pixels.shape[:2], np.uint8)
        _draw_thing(layer, rng)
        if not free[layer > 0].all() or not layer.any():
            continue
        cover = cv2.GaussianBlur(layer, (0, 0), float(rng.uniform(0.4, 1.2)))[..., None].astype(np.float32) / 255
        around = painted[layer > 0].mean(axis=0)
        mixed = rng.random() < 0.6  # often the ground's own colour, darker or lighter; else any
        colour = around * rng.uniform(0.3, 1.6) if mixed else rng.uniform(0, 255, 3)
        cover = cover * np.float32(rng.uniform(0.5, 1.0))
        painted = np.clip(painted * (1 - cover) + colour.astype(np.float32) * cover, 0, 255).astype(np.uint8)
    return painted


def _draw_thing(layer: NDArray[np.uint8], rng: Generator) -> None:
    height, width = layer.shape
    middle = int(rng.uniform(0, width)), int(rng.uniform(0, height))
    kind, radius = rng.random(), float(np.exp(rng.uniform(np.log(1.5), np.log(22))))
    if kind < 0.55:
        axes = int(radius), max(1, int(radius * (1 if rng.random() < 0.6 else rng.uniform(0.4, 1))))
        cv2.ellipse(layer, middle, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
        if rng.random() < 0.3:
            inner = int(axes[0] * 0.6), int(axes[1] * 0.6)
            cv2.ellipse(layer, middle, inner, 0.0, 0, 360, int(rng.integers(0, 200)), -1, cv2.LINE_AA)
    elif kind < 0.8:
        size = radius * rng.uniform(2.5, 9), radius * rng.uniform(0.3, 0.9)
        corners = cv2.boxPoints((middle, size, float(rng.uniform(0, 180))))
        cv2.fillConvexPoly(layer, corners.astype(np.int32), 255, cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(1, 6))):
            spot = middle[0] + int(rng.normal(0, radius)), middle[1] + int(rng.normal(0, radius))
            cv2.circle(layer, spot, int(rng.integers(1, 4)), 255, -1, cv2.LINE_AA)


def light_fall(shape: tuple[int, ...], rng: Generator) -> NDArray[np.float32]:
    """Return a gain over a picture: light from one side, or a soft-edged shadow."""
    height, width = shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    along = np.float32(np.cos(angle)) * x[None] + np.float32(np.sin(angle)) * y[:, None]
    if rng.random() < 0.5:
        return np.asarray(1 + along * np.float32(rng.uniform(0, 0.4)), np.float32)
    edge, soft = rng.uniform(-0.8, 0.8), rng.uniform(0.02, 0.5)
    return np.asarray(1 - rng.uniform(0.1, 0.5) / (1 + np.exp(-np.clip((along - edge) / soft, -60, 60))), np.float32)


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
    if rng.random() < 0.7:
        widest = 3.2 if rng.random() < 0.2 else 1.6  # out of focus now and then: then it shall not be sure
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.4, widest))), np.uint8)
    length = int(rng.integers(2, 6))
    kernel = np.zeros((length, length), np.float32)
    end = (int(rng.integers(length)), length - 1) if rng.random() < 0.5 else (length - 1, int(rng.integers(length)))
    cv2.line(kernel, (length - 1 - end[0], length - 1 - end[1]), end, 1.0)
    return np.asarray(cv2.filter2D(pixels, -1, kernel / max(float(kernel.sum()), 1e-6)), np.uint8)


def _coarsened(pixels: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (max(4, int(width * share)), max(4, int(height * share))), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _noisy(pixels: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """Return a picture with sensor noise, some of it per pixel, some in grains."""
    noise: NDArray[Any] = np.empty(pixels.shape, np.int16)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(noise, np.zeros(3), np.full(3, rng.exponential(5) + 1))
    if rng.random() < 0.4:
        noise = np.asarray(cv2.GaussianBlur(noise, (3, 3), 0.8) * 2, np.int16)
    return np.asarray(cv2.add(pixels, noise, dtype=cv2.CV_8U), np.uint8)
