"""Soft shadows of dice on the ground: each light is sampled, a sample's shadow is a polygon, their mean is soft."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np

from models.render import light as lighting
from models.render.ground import Window
from models.render.world import Bytes, DieInstance, Floats, SceneLight

LAMP_SAMPLES = 12
WINDOW_SAMPLES = 10
ROOM_SAMPLES = 16
TILE_LIMIT_PX = 220
REACH_SIZES = 4.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shadow:
    """What a die keeps off the ground."""

    window: Window  # Where on the ground
    kept_off: Floats  # float32 (H, W, 3), share of lamp, window and room that is missing, 0–1


def cast_shadow(die: DieInstance, light: SceneLight, ground_z_mm: float, *, px_per_mm: float) -> Shadow:
    """Cast a die's shadow, by all three lights, onto a plane below it."""
    outlines = _outlines(die, light, ground_z_mm)
    reach = die.size_mm * REACH_SIZES
    centre = np.array(die.position_mm[:2], np.float32)
    near = np.clip(outlines - centre, -reach, reach) + centre
    low, high = near.reshape(-1, 2).min(axis=0) - 2, near.reshape(-1, 2).max(axis=0) + 2
    scale = float(min(px_per_mm, TILE_LIMIT_PX / float((high - low).max())))
    shape = (int((high[1] - low[1]) * scale) + 2, int((high[0] - low[0]) * scale) + 2)
    window = Window(left_mm=float(low[0]), bottom_mm=float(low[1]), shape=shape, px_per_mm=scale)
    tile = _mean_polygons((outlines - low) * np.float32(scale), shape)
    return Shadow(window=window, kept_off=tile * np.float32((1 - 0.7 * die.design.translucency) / 255))


def _outlines(die: DieInstance, light: SceneLight, ground_z_mm: float) -> Floats:
    """Return the die's silhouette points seen from every sample, on the plane, float32 (samples, points, 2)."""
    points = (_silhouette(die.design.rounding) * die.size_mm) @ die.rotation.T + np.array(die.position_mm, np.float32)
    heights = np.maximum(points[:, 2] - ground_z_mm, 0.0)
    directions = np.concatenate([_lamp_directions(die, light), _window_directions(light), ROOM_DIRECTIONS])
    slopes = directions[:, :2] / np.maximum(directions[:, 2:], 0.12)
    return np.asarray(points[None, :, :2] - slopes[:, None, :] * heights[None, :, None], np.float32)


def _silhouette(rounding: float) -> Floats:
    """Return points on a unit die's rounded edges whose hull is nearly its own, float32 (24, 3)."""
    signs = np.array(list(itertools.product((-1, 1), repeat=3)), np.float32)
    inset = 0.5 - rounding * 0.6
    reach = np.full((3, 3), inset, np.float32)
    np.fill_diagonal(reach, 0.5)
    return np.asarray((signs[:, None, :] * reach[None]).reshape(-1, 3), np.float32)


def _disc(count: int) -> Floats:
    """Return points spread evenly over the unit disc (a sunflower), float32 (count, 2)."""
    index = np.arange(count) + 0.5
    radius, angle = np.sqrt(index / count), index * np.pi * (3 - np.sqrt(5))
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)


LAMP_DISC = _disc(LAMP_SAMPLES)
WINDOW_DISC = _disc(WINDOW_SAMPLES)


def _hemisphere(count: int) -> Floats:
    """Return directions spread over the sky as its light falls on flat ground, float32 (count, 3)."""
    disc = _disc(count) * np.float32(0.96)
    return np.concatenate([disc, np.sqrt(1 - (disc**2).sum(axis=1, keepdims=True))], axis=1)


ROOM_DIRECTIONS = _hemisphere(ROOM_SAMPLES)


def _lamp_directions(die: DieInstance, light: SceneLight) -> Floats:
    """Return directions from the die to points all over the lamp, float32 (samples, 3)."""
    to_lamp = np.array(light.lamp_mm, np.float32) - np.array(die.position_mm, np.float32)
    distance = float(np.linalg.norm(to_lamp))
    return _spread(to_lamp / np.float32(distance), LAMP_DISC * np.float32(light.lamp_radius_mm / distance))


def _window_directions(light: SceneLight) -> Floats:
    """Return directions to points all over the window, float32 (samples, 3)."""
    return _spread(
        np.array(light.window_direction, np.float32), WINDOW_DISC * np.float32(lighting.window_spread(light))
    )


def _spread(direction: Floats, offsets: Floats) -> Floats:
    """Return a direction fanned out sideways by offsets, unit, float32 (N, 3)."""
    across = cv2.SVDecomp(direction[None].astype(np.float64), flags=cv2.SVD_FULL_UV)[2]
    side, up = across[1], across[2]
    fan = direction + offsets[:, :1] * side + offsets[:, 1:] * up
    return np.asarray(fan / np.linalg.norm(fan, axis=1, keepdims=True), np.float32)


def _mean_polygons(outlines: Floats, shape: tuple[int, int]) -> Floats:
    """Return for each light the mean of its samples' filled hulls, float32 (H, W, 3), 0–255."""
    starts = (0, LAMP_SAMPLES, LAMP_SAMPLES + WINDOW_SAMPLES, len(outlines))
    tile = np.zeros((*shape, 3), np.float32)
    for light, (first, last) in enumerate(itertools.pairwise(starts)):
        total = np.zeros(shape, np.float32)
        for outline in outlines[first:last]:
            total += _filled(outline, shape)
        tile[..., light] = total / (last - first)
    return np.asarray(cv2.blur(tile, (3, 3)), np.float32)


def _filled(outline: Floats, shape: tuple[int, int]) -> Bytes:
    """Return the hull of points as an anti-aliased mask, uint8 (H, W)."""
    mask = np.zeros(shape, np.uint8)
    hull = np.clip(cv2.convexHull(outline) * 8, -30000, 30000).astype(np.int32)
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 3)
    return mask
