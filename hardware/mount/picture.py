"""Pictures of solids as in an assembly manual: parallel view, soft shade, black edges.

NumPy alone, so that the same solids make the same bytes everywhere.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from hardware.mount.raster import NOTHING, Seen, rasterise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SAMPLES = 2
"""Rays a pixel along either axis."""
COLOURS = 96
MARGIN = 0.05
INK = np.array([38.0, 40.0, 46.0])
PAPER = np.array([255.0, 255.0, 255.0])
_CREASE = 0.90
"""Cosine between neighbouring surfaces above which no edge is drawn: 26°."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """One solid's surface.

    Attributes:
        vertices_mm: float64 (N, 3).
        triangles: int64 (M, 3), anticlockwise seen from outside.
    """

    vertices_mm: NDArray[np.float64]
    triangles: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A mesh in its colour, RGB from 0 to 255."""

    mesh: Mesh
    colour: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """From where one looks.

    Attributes:
        azimuth_deg: 0 from the front (-y), 90 from the right.
        elevation_deg: 0 level, 90 from above.
        size_px: Width and height.
        has_ground: Whether a shadow lies on z = 0.
    """

    azimuth_deg: float
    elevation_deg: float
    size_px: tuple[int, int]
    has_ground: bool = False


def axes(view: View) -> NDArray[np.float64]:
    """Return the directions to the right, up and towards the eye, float64 (3, 3)."""
    azimuth, elevation = np.deg2rad(view.azimuth_deg), np.deg2rad(view.elevation_deg)
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    eye = np.array([np.sin(azimuth) * np.cos(elevation), -np.cos(azimuth) * np.cos(elevation), np.sin(elevation)])
    return np.stack([right, np.cross(eye, right), eye])


def draw(items: Sequence[Item], view: View) -> bytes:
    """Return a PNG with a palette, everything as large as goes."""
    wide, high = (side * SAMPLES for side in view.size_px)
    turn = axes(view)
    scale, shift = _fit([item.mesh.vertices_mm @ turn.T for item in items], wide, high)
    seen = rasterise(*_projected(items, turn, scale, shift), wide, high)
    colours = np.array([item.colour for item in items], dtype=np.float64)
    image = np.broadcast_to(PAPER, (high, wide, 3)).copy()
    if view.has_ground:
        image *= _ground(items, turn, scale, shift, (high, wide))[..., None]
    hit = seen.triangle != NOTHING
    image[hit] = colours[seen.item[hit]] * _shade(seen, hit)[:, None]
    ink = _edges(seen)[..., None]
    return _png(image * (1 - ink) + INK * ink)


def _fit(points: list[NDArray[np.float64]], wide: int, high: int) -> tuple[float, NDArray[np.float64]]:
    """Return pixels a millimetre, and what to add, so that all points lie within the margins."""
    low = np.min([p.min(axis=0) for p in points], axis=0)
    top = np.max([p.max(axis=0) for p in points], axis=0)
    free = np.array([wide, high]) * (1 - 2 * MARGIN)
    scale = float((free / np.maximum(top - low, 1e-6)[:2]).min())
    return scale, np.array([wide, high]) / 2 - scale * (low + top)[:2] / 2


def _projected(
    items: Sequence[Item], turn: NDArray[np.float64], scale: float, shift: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return corners in pixels and depth (M, 3, 3), normals towards the eye (M, 3), and each triangle's item."""
    corners = np.concatenate([(item.mesh.vertices_mm @ turn.T)[item.mesh.triangles] for item in items])
    owner = np.repeat(np.arange(len(items)), [len(item.mesh.triangles) for item in items])
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    placed = corners * scale
    placed[..., :2] += shift
    return placed, normals, owner


def _shade(seen: Seen, hit: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return how bright each surface is, 0 to 1: a lamp at the upper left, and dark where something stands before."""
    lamp = np.array([-0.45, 0.65, 0.62]) / np.linalg.norm([-0.45, 0.65, 0.62])
    normal = seen.normal[hit]
    light = 0.62 + 0.38 * np.clip(normal @ lamp, 0, 1) + 0.06 * normal[:, 1]
    far = np.where(hit, seen.depth, seen.depth[hit].min())
    hollow = np.clip((_blurred(far, 12) - far)[hit] / 90.0, 0, 1)
    return np.asarray(np.clip(light - 0.28 * hollow, 0.25, 1.0))


def _edges(seen: Seen) -> NDArray[np.float64]:
    """Return where ink goes, 0 to 1: outlines of parts, creases, and steps in depth."""
    strength = np.zeros(seen.item.shape)
    for axis in (0, 1):
        near, far = [slice(None)] * 2, [slice(None)] * 2
        near[axis], far[axis] = slice(0, -1), slice(1, None)
        a, b = tuple(near), tuple(far)
        outline = seen.item[a] != seen.item[b]
        both = (seen.item[a] >= 0) & (seen.item[b] >= 0)
        crease = both & ((seen.normal[a] * seen.normal[b]).sum(axis=-1) < _CREASE)
        facing = np.maximum(np.minimum(seen.normal[a][..., 2], seen.normal[b][..., 2]), 0.08)
        step = both & (np.abs(seen.depth[a] - seen.depth[b]) > 2.5 + 2.0 / facing)
        ink = np.where(outline | step, 1.0, np.where(crease, 0.75, 0.0))
        strength[a] = np.maximum(strength[a], ink)
        strength[b] = np.maximum(strength[b], np.where(outline, ink, 0.0))
    return strength


def _ground(
    items: Sequence[Item],
    turn: NDArray[np.float64],
    scale: float,
    shift: NDArray[np.float64],
    shape: tuple[int, int],
) -> NDArray[np.float64]:
    """Return how bright the table is at each pixel: a soft shadow under what stands on it."""
    cell_mm, around_mm = 4.0, 60.0
    low = np.min([item.mesh.vertices_mm.min(axis=0) for item in items], axis=0)[:2] - around_mm
    top = np.max([item.mesh.vertices_mm.max(axis=0) for item in items], axis=0)[:2] + around_mm
    columns, rows = (int(n) for n in np.ceil((top - low) / cell_mm))
    flat = _projected(items, np.eye(3), 1 / cell_mm, -low / cell_mm)
    covered = _blurred((rasterise(*flat, columns, rows).triangle != NOTHING).astype(np.float64)[::-1], 5)
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]]
    right = (x + 0.5 - shift[0]) / scale
    up = (shape[0] - y - 0.5 - shift[1]) / scale
    # On z = 0, place = right·r + up·u + depth·e with the depth that takes its height away.
    depth = -(up * turn[1, 2]) / turn[2, 2]
    place = right[..., None] * turn[0] + up[..., None] * turn[1] + depth[..., None] * turn[2]
    column, row = ((place[..., :2] - low) / cell_mm).astype(np.int64).transpose(2, 0, 1)
    inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
    shadow = np.zeros(shape)
    shadow[inside] = covered[row[inside], column[inside]]
    return np.asarray(1 - 0.32 * shadow)


def _blurred(image: NDArray[np.float64], radius: int) -> NDArray[np.float64]:
    """Return the mean over squares, twice: smooth, and the same on every machine."""
    for _ in range(2):
        for axis in (0, 1):
            size = 2 * radius + 1
            padded = np.pad(image, [(radius + 1, radius) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
            total = np.cumsum(padded, axis=axis)
            first, last = [slice(None)] * 2, [slice(None)] * 2
            first[axis], last[axis] = slice(0, -size), slice(size, None)
            image = (total[tuple(last)] - total[tuple(first)]) / size
    return image


def _png(image: NDArray[np.float64]) -> bytes:
    """Return the picture, its rays averaged, with few colours."""
    high, wide, _ = image.shape
    pixels = image.reshape(high // SAMPLES, SAMPLES, wide // SAMPLES, SAMPLES, 3).mean(axis=(1, 3))
    picture = Image.fromarray(np.clip(pixels + 0.5, 0, 255).astype(np.uint8))
    file = io.BytesIO()
    picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        file, "PNG", optimize=True
    )
    return file.getvalue()
