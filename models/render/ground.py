"""Felt, wood, leather and what else dice lie on, painted as linear albedo seen from straight above."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.render.noise import linear_rgb, octaves, smooth_noise, to_linear
from models.render.world import Floats, Material, Surface

PLANK_MM = 95.0
COARSE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A rectangle of the ground and how finely it is painted."""

    left_mm: float  # Smallest x
    bottom_mm: float  # Smallest y
    shape: tuple[int, int]  # (H, W) of the map; row 0 is the smallest y
    px_per_mm: float  # Its resolution

    def to_map(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return map coordinates for cv2.remap of world points."""
        scale = np.float32(self.px_per_mm)
        return (x - np.float32(self.left_mm)) * scale - 0.5, (y - np.float32(self.bottom_mm)) * scale - 0.5


def paint(surface: Surface, window: Window) -> Floats:
    """Return the linear albedo of a surface over a window, float32 (H, W, 3), 0–1."""
    rng = np.random.default_rng(surface.seed)
    if surface.material is Material.PHOTO and surface.photo is not None:
        return _photo(surface, window)
    tone = _TONES[surface.material](rng, surface, window)
    tint = _tint(rng, surface, window)
    tint *= tone[..., None]
    return np.asarray(np.clip(tint, 0.004, 0.95, out=tint), np.float32)


def _tint(rng: np.random.Generator, surface: Surface, window: Window) -> Floats:
    """Return the base colour, drifting a little over the surface, float32 (H, W, 3)."""
    height, width = window.shape
    coarse = (height // COARSE + 2, width // COARSE + 2)
    cell = 60 * window.px_per_mm / COARSE
    drift = smooth_noise(rng, coarse, (cell, cell)) * np.float32(0.04 * surface.grain)
    shift = rng.normal(0, 0.6, 3).astype(np.float32)
    tint = linear_rgb(surface.rgb) * (1 + drift[..., None] * shift)
    return np.asarray(cv2.resize(tint, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _coordinates(surface: Surface, window: Window) -> tuple[Floats, Floats]:
    rows = (np.arange(window.shape[0], dtype=np.float32) / window.px_per_mm + window.bottom_mm)[:, None]
    columns = (np.arange(window.shape[1], dtype=np.float32) / window.px_per_mm + window.left_mm)[None, :]
    angle = np.radians(surface.turn_deg)
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    return columns * cos + rows * sin, rows * cos - columns * sin


def _felt(rng: np.random.Generator, surface: Surface, window: Window) -> Floats:
    """Return felt's tone: fine fibres, a mottled nap, soft blotches and worn lanes."""
    scale = window.px_per_mm
    fibres = rng.standard_normal(window.shape, dtype=np.float32) * np.float32(0.16)
    fibres = np.asarray(cv2.GaussianBlur(fibres, (0, 0), max(0.15, 0.25 * scale)), np.float32)
    mottle = octaves(rng, window.shape, (1.6 * scale, 5 * scale)) * np.float32(0.05)
    blotches = octaves(rng, window.shape, (25 * scale, 70 * scale)) * np.float32(0.10)
    return np.asarray(1 + surface.grain * (fibres + mottle + blotches), np.float32)


def _leather(rng: np.random.Generator, surface: Surface, window: Window) -> Floats:
    """Return leather's tone: pores as the valleys of a noise, creases, polish."""
    scale = window.px_per_mm
    pores = np.abs(octaves(rng, window.shape, (1.1 * scale, 2.0 * scale)))
    creases = np.abs(octaves(rng, window.shape, (9 * scale, 18 * scale)))
    polish = octaves(rng, window.shape, (40 * scale, 80 * scale)) * np.float32(0.12)
    valleys = -0.22 * np.exp(-pores * 4) - 0.2 * np.exp(-creases * 14)
    return np.asarray(1 + surface.grain * (valleys + 0.08 + polish), np.float32)


def _wood(rng: np.random.Generator, surface: Surface, window: Window) -> Floats:
    """Return wood's tone: rings of a trunk cut along, drawn-out pores, and the seams of planks."""
    along, across = _coordinates(surface, window)
    lookup_x = np.mod(along * 0.35, 480)
    lookup_y = np.mod(across * 2.2, 480)
    sheet = (512, 512)
    bend = smooth_noise(rng, sheet, (110, 60)) * 9
    streaks = smooth_noise(rng, sheet, (3, 90)) * 0.5 + smooth_noise(rng, sheet, (9, 160)) * 0.5
    pores = np.minimum(smooth_noise(rng, sheet, (1, 14)), 0)
    ring_mm = rng.uniform(5, 16)
    bent = cv2.remap(np.asarray(bend, np.float32), lookup_x, lookup_y, cv2.INTER_LINEAR)
    rings = np.sin((across + bent) * np.float32(2 * np.pi / ring_mm)) * np.float32(0.5)
    grain = cv2.remap(np.asarray(streaks * 0.13 + pores * 0.07, np.float32), lookup_x, lookup_y, cv2.INTER_LINEAR)
    tone = 1 + surface.grain * (grain + 0.06 * rings)
    return np.asarray(
        tone * _planks(rng, along, across, width_mm=rng.choice([PLANK_MM, PLANK_MM * 1.7, 1e6])), np.float32
    )


def _planks(rng: np.random.Generator, along: Floats, across: Floats, *, width_mm: float) -> Floats:
    number = np.floor(across / np.float32(width_mm))
    shade = rng.normal(1, 0.06, 64).astype(np.float32)[(number.astype(np.int32)) % 64]
    to_seam = np.abs(across - np.round(across / np.float32(width_mm)) * np.float32(width_mm))
    seam = 1 - 0.45 * np.clip(1.2 - to_seam, 0, 1)
    return np.asarray(shade * seam + 0 * along, np.float32)


def _plain(rng: np.random.Generator, surface: Surface, window: Window) -> Floats:
    """Return the tone of a painted or plastic top: even, with a breath of dirt."""
    scale = window.px_per_mm
    dirt = octaves(rng, window.shape, (30 * scale, 90 * scale)) * np.float32(0.03)
    return np.asarray(1 + surface.grain * dirt, np.float32)


def _paper(rng: np.random.Generator, surface: Surface, window: Window) -> Floats:
    """Return the tone of paper or a white cloth: soft folds and a fine tooth."""
    scale = window.px_per_mm
    tooth = rng.standard_normal(window.shape, dtype=np.float32) * np.float32(0.015)
    along, across = _coordinates(surface, window)
    folds = smooth_noise(rng, window.shape, (14 * scale, 120 * scale)) * np.float32(0.03)
    lines = np.zeros(window.shape, np.float32)
    if rng.random() < 0.3:  # ruled or squared paper
        pitch = np.float32(rng.choice([5.0, 8.0]))
        lines -= 0.25 * (np.mod(across, pitch) < 0.35)
        lines -= 0.25 * (np.mod(along, pitch) < 0.35) * float(pitch < 6)
    return np.asarray(1 + surface.grain * (tooth + folds + lines), np.float32)


def _weave(rng: np.random.Generator, surface: Surface, window: Window) -> Floats:
    """Return the tone of woven cloth: threads over and under, sometimes a check pattern."""
    along, across = _coordinates(surface, window)
    thread = np.float32(np.pi / rng.uniform(0.8, 1.6))
    threads = np.sin(along * thread) * np.sin(across * thread) * np.float32(0.12)
    check = np.zeros(window.shape, np.float32)
    if rng.random() < 0.5:
        pitch = rng.uniform(8, 40)
        check = -0.25 * ((np.mod(along, pitch) < pitch / 2).astype(np.float32) + (np.mod(across, pitch) < pitch / 2))
    uneven = octaves(rng, window.shape, (6 * window.px_per_mm, 50 * window.px_per_mm)) * np.float32(0.05)
    return np.asarray(1 + surface.grain * (threads + check + uneven), np.float32)


def _stone(rng: np.random.Generator, surface: Surface, window: Window) -> Floats:
    """Return the tone of stone or speckled laminate: clouds, veins, specks."""
    scale = window.px_per_mm
    clouds = octaves(rng, window.shape, (20 * scale, 50 * scale)) * np.float32(0.08)
    veins = np.exp(-np.abs(octaves(rng, window.shape, (15 * scale, 60 * scale))) * 12) * np.float32(-0.25)
    specks = smooth_noise(rng, window.shape, (1.2 * scale, 1.2 * scale))
    return np.asarray(1 + surface.grain * (clouds + veins + 0.10 * specks * (np.abs(specks) > 1.2)), np.float32)


def _photo(surface: Surface, window: Window) -> Floats:
    """Return a photographed tile, mirrored at its edges, over the window."""
    tile = surface.photo
    assert tile is not None
    along, across = _coordinates(surface, window)
    scale = np.float32(tile.shape[1] / surface.photo_mm)
    shrink = min(1.0, 1.5 * window.px_per_mm / float(scale))
    if shrink < 1:
        tile = np.asarray(cv2.resize(tile, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    x, y = along * scale * np.float32(shrink), across * scale * np.float32(shrink)
    sampled = cv2.remap(tile, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    tint = linear_rgb(surface.rgb) / max(float(linear_rgb(surface.rgb).max()), 1e-3)
    return np.asarray(np.clip(to_linear(np.asarray(sampled, np.uint8)) * tint, 0.004, 0.95), np.float32)


_TONES: dict[Material, Callable[[np.random.Generator, Surface, Window], Floats]] = {
    Material.FELT: _felt,
    Material.LEATHER: _leather,
    Material.WOOD: _wood,
    Material.PLAIN: _plain,
    Material.PAPER: _paper,
    Material.WEAVE: _weave,
    Material.STONE: _stone,
    Material.PHOTO: _plain,
}
