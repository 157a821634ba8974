"""What dice are cast from, and what years at the table do to them."""

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from models.render.noise import octaves, smooth_noise
from models.render.world import Bytes, Floats

FACE_PX = 128


class ColourSpread(StrEnum):
    """How the body's colour is spread."""

    EVEN = "even"
    MARBLED = "marbled"
    SPECKLED = "speckled"
    BONE = "bone"
    WOODEN = "wooden"


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A die's material."""

    rgb: tuple[int, int, int]  # Main colour, sRGB 0–255
    cast: ColourSpread = ColourSpread.EVEN  # How it is spread
    second_rgb: tuple[int, int, int] = (40, 40, 60)  # The other colour of marble, specks and grain
    strength: float = 0.5  # How much of it, 0–1


@dataclass(frozen=True, slots=True, kw_only=True)
class Wear:
    """What the years did."""

    ink_lost: float = 0.0  # Share of ink rubbed off in patches, 0–0.6
    faded: float = 0.0  # How far the ink has paled, 0–0.6
    scratches: int = 0  # Number on a face
    dirt: float = 0.0  # Darkening towards the edges, 0–0.5
    bleed_px: float = 0.0  # How far the ink has run, texture pixels


def cast_face(body: Body, rng: np.random.Generator) -> Floats:
    """Return the bare body of one face, float32 (FACE_PX, FACE_PX, 3), sRGB 0–255."""
    shape = (FACE_PX, FACE_PX)
    first, second = np.array(body.rgb, np.float32), np.array(body.second_rgb, np.float32)
    match body.cast:
        case ColourSpread.MARBLED:
            swirl = octaves(rng, shape, (90.0, 45.0, 22.0)) + 0.4 * np.sin(4 * octaves(rng, shape, (70.0, 40.0)))
            share = np.clip(0.5 + (body.strength - 0.5) + swirl * 1.1, 0, 1)
        case ColourSpread.SPECKLED:
            share = np.clip((smooth_noise(rng, shape, (2.5, 2.5)) - 2.2 + 1.6 * body.strength) * 2.5, 0, 1)
        case ColourSpread.BONE:
            share = np.clip(octaves(rng, shape, (60.0, 9.0)) * 0.08 * body.strength + 0.08, 0, 1)
        case ColourSpread.WOODEN:
            share = np.clip(0.3 + 0.35 * body.strength * smooth_noise(rng, shape, (3, 70)), 0, 1)
        case ColourSpread.EVEN:
            share = np.clip(smooth_noise(rng, shape, (50, 50)) * 0.015 * body.strength, 0, 1)
    return np.asarray(first + share[..., None] * (second - first), np.float32)


def worn_ink(mask: Bytes, wear: Wear, rng: np.random.Generator) -> Floats:
    """Return what is left of ink as printed, uint8 (D, D): float32 (FACE_PX, FACE_PX), 0–1."""
    small = cv2.resize(mask, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
    ink = np.asarray(small, np.float32) / 255
    if wear.bleed_px > 0.2:
        soft = cv2.GaussianBlur(ink, (0, 0), wear.bleed_px)
        ink = np.clip(np.maximum(soft * 1.3, ink * 0.6), 0, 1)
    if wear.ink_lost > 0:
        patches = octaves(rng, ink.shape, (26.0, 7.0, 3.0))
        ink = ink * np.clip(0.5 + (patches + 2.2 - 4.0 * wear.ink_lost) * 2, 1 - min(1.0, wear.ink_lost * 2.5), 1)
    return np.asarray(ink * (1 - wear.faded), np.float32)


def age_face(face: Floats, wear: Wear, rng: np.random.Generator) -> Bytes:
    """Return a printed face with scratches and dirt, uint8 (FACE_PX, FACE_PX, 3)."""
    aged = face
    if wear.dirt > 0:
        axis = np.abs(np.linspace(-1, 1, FACE_PX, dtype=np.float32)) ** 4
        edge = np.maximum(axis[:, None], axis[None, :]) + 0.25 * smooth_noise(rng, face.shape[:2], (18, 18))
        aged = aged * (
            1 - np.clip(edge, 0, 1)[..., None] * np.float32(wear.dirt) * np.array([0.8, 1.0, 1.25], np.float32)
        )
    lines = np.zeros(face.shape[:2], np.uint8)
    for _ in range(wear.scratches):
        start = rng.integers(0, FACE_PX, 2)
        end = start + rng.normal(0, 30, 2).astype(np.int64)
        cv2.line(lines, [int(v) for v in start], [int(v) for v in end], int(rng.integers(60, 200)), 1, cv2.LINE_AA)
    if wear.scratches:
        tone = float(rng.choice([40.0, 200.0]))
        aged = aged + (lines[..., None] / np.float32(255)) * 0.5 * (tone - aged)
    return np.asarray(np.clip(aged + 0.5, 0, 255), np.uint8)
