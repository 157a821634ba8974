"""Window and room as one picture of everything around: what lights a board, and what its dice mirror."""

from __future__ import annotations

import numpy as np

from models.render.noise import smooth_noise
from models.render.world import Floats, SceneLight

SKY_WH = (512, 256)
ROOM_DIFFERS = 0.35
BELOW = 0.4


def sky_of(light: SceneLight, rng: np.random.Generator) -> Floats:
    """Return the radiance from everywhere but the lamp.

    It is scaled so that a surface facing up gets of the room, and one facing the window of the window, what the
    light says; that is π times as much in physical units, as `SceneLight` counts what a white surface sends back.

    float32 (H, W, 3), linear; row 0 is straight up, column c looks towards (sin φ, cos φ), φ = 2π (c + ½) / W.
    """
    directions, solid_angle = _sphere()
    room = _room(directions, rng)
    room *= np.pi / float((room * np.maximum(directions[..., 2], 0) * solid_angle).sum())
    window = _window(light, directions, rng)
    facing = np.maximum(directions @ np.array(light.window_direction, np.float32), 0)
    window *= np.pi / max(float((window * facing * solid_angle).sum()), 1e-6)
    sky = room[..., None] * np.array(light.room_rgb) + window[..., None] * np.array(light.window_rgb)
    return np.asarray(sky, np.float32)


def lamp_radiance(light: SceneLight) -> Floats:
    """Return how bright the lamp's ball shines, float32 (3,)."""
    away = float(np.linalg.norm(light.lamp_mm)) / light.lamp_radius_mm
    return np.asarray(np.array(light.lamp_rgb) * away**2, np.float32)


def _sphere() -> tuple[Floats, Floats]:
    """Return the direction of each texel, (H, W, 3), and its solid angle, (H, W)."""
    width, height = SKY_WH
    polar = ((np.arange(height) + 0.5) * np.pi / height)[:, None]
    around = ((np.arange(width) + 0.5) * 2 * np.pi / width)[None, :]
    directions = np.stack(
        [np.sin(polar) * np.sin(around), np.sin(polar) * np.cos(around), np.cos(polar) + 0 * around], axis=2
    )
    solid_angle = np.broadcast_to(np.sin(polar) * (np.pi / height) * (2 * np.pi / width), (height, width))
    return directions.astype(np.float32), solid_angle.astype(np.float32)


def _room(directions: Floats, rng: np.random.Generator) -> Floats:
    """Return a room: brighter above, with darker and lighter walls, (H, W)."""
    width, height = SKY_WH
    up = directions[..., 2]
    walls = smooth_noise(rng, (height, width // 2), (40.0, 40.0))
    walls = np.concatenate([walls, walls[:, ::-1]], axis=1)  # mirrored: no seam behind
    profile = np.where(up > 0, 0.35 + 0.65 * up, BELOW * 0.35)
    return np.asarray(profile * np.exp(ROOM_DIFFERS * walls), np.float32)


def _window(light: SceneLight, directions: Floats, rng: np.random.Generator) -> Floats:
    """Return a window, upright, of several panes, (H, W)."""
    towards = np.array(light.window_direction, np.float32)
    side = np.array([-towards[1], towards[0], 0], np.float32)
    side /= max(float(np.linalg.norm(side)), 1e-6)
    up = np.cross(towards, side)
    ahead = directions @ towards
    half = np.tan(np.radians(light.window_spread_deg)) * np.sqrt(np.pi) / 2
    aspect = float(np.exp(rng.uniform(-0.5, 0.5)))
    x, y = (directions @ axis / np.maximum(ahead, 0.05) / half for axis in (side * aspect, up / aspect))
    texel = np.pi / SKY_WH[1] / half
    pane = _edge(1 - np.abs(x), texel) * _edge(1 - np.abs(y), texel) * (ahead > 0.05)
    bars = int(rng.integers(0, 3)), int(rng.integers(0, 3))
    for place, count in zip((x, y), bars, strict=True):
        for bar in range(count):
            pane *= 1 - 0.9 * _edge(0.04 - np.abs(place - (2 * (bar + 1) / (count + 1) - 1)), texel)
    return np.asarray(pane, np.float32)


def _edge(inside: Floats, texel: float) -> Floats:
    """Return 1 inside and 0 outside, with an edge as wide as a texel."""
    return np.asarray(np.clip(inside / texel + 0.5, 0, 1), np.float32)
