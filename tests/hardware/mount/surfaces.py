"""What a printer makes of a part, on its real surface: is it closed, does it need supports, how thin is it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from build123d import Part

    from hardware.mount.mesh import SolidMesh

OVERHANG_DEG = 45.0
"""From upright; steeper faces that look down need something below them."""
BRIDGE_MM = 16.0
"""Ceilings no longer than this are spanned in the air, and the roofs of lying holes close by themselves."""
LEDGE_MM = 1.6
"""Overhangs no wider than this hold by their neighbour line, however long they are."""
LEAST_WALL_MM = 0.8
"""Two lines of a 0.4 mm nozzle."""
_TOUCH_MM = 0.05


def boxes_meet(a: Part, b: Part) -> bool:
    """Return whether the boxes around two solids share room."""
    one, two = a.bounding_box(), b.bounding_box()
    low = [max(getattr(one.min, k), getattr(two.min, k)) for k in "XYZ"]
    top = [min(getattr(one.max, k), getattr(two.max, k)) for k in "XYZ"]
    return all(t - s > 0.01 for s, t in zip(low, top, strict=True))


def shared_mm3(a: Part, b: Part) -> float:
    """Return how much room two solids share."""
    common = a.intersect(b) if boxes_meet(a, b) else None
    return sum(solid.volume for solid in common.solids()) if common is not None else 0.0


def open_edges(surface: SolidMesh) -> int:
    """Return how many edges do not join exactly two triangles in opposite directions: 0 for a watertight surface."""
    t = surface.triangles
    edges = np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]])
    count = len(surface.vertices_mm)
    forth, numbers = np.unique(edges[:, 0] * count + edges[:, 1], return_counts=True)
    back = np.unique(edges[:, 1] * count + edges[:, 0])
    return int((numbers != 1).sum() + len(np.setxor1d(forth, back)))


def volume_mm3(surface: SolidMesh) -> float:
    """Return what a closed surface holds."""
    a, b, c = surface.vertices_mm[surface.triangles].transpose(1, 0, 2)
    return float((a * np.cross(b, c)).sum() / 6)


def unsupported(surface: SolidMesh) -> list[tuple[float, float]]:
    """Return width and narrowest width of ceilings that can neither be spanned nor hold by themselves.

    A ceiling is faces that look down more steeply than `OVERHANG_DEG` and do not lie on the bed.
    """
    corners = surface.vertices_mm[surface.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    down = normals[:, 2] < -math.cos(math.radians(OVERHANG_DEG - 1)) * lengths
    hangs = down & (corners[..., 2].max(axis=1) > _TOUCH_MM) & (lengths > 1e-9)
    found = [_across_mm(surface, group) for group in _joined(surface.triangles, np.flatnonzero(hangs))]
    return [(longest, narrowest) for longest, narrowest in found if longest > BRIDGE_MM and narrowest > LEDGE_MM]


def thinnest_mm(surface: SolidMesh, samples: int = 400) -> float:
    """Return the thinnest wall: rays inwards from the middles of the largest triangles to where they leave.

    Walls that meet at less than 60° are left out: an edge is not a wall.
    """
    corners = surface.vertices_mm[surface.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normals, axis=1)
    normals = normals / np.maximum(area, 1e-12)[:, None]
    chosen = np.argsort(-area, kind="stable")[:samples]
    least = math.inf
    for first in range(0, len(chosen), 50):
        some = chosen[first : first + 50]
        far, hit = first_hits(corners[some].mean(axis=1), -normals[some], corners)
        faces = (normals[some] * normals[hit]).sum(axis=1) < -0.5
        least = min(least, float(np.where(faces, far, math.inf).min()))
    return least


def _joined(triangles: NDArray[np.int64], chosen: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return the chosen triangles in groups that share corners."""
    parent: dict[int, int] = {}

    def root(corner: int) -> int:
        while parent.setdefault(corner, corner) != corner:
            parent[corner] = parent[parent[corner]]
            corner = parent[corner]
        return corner

    for a, b, c in triangles[chosen]:
        parent[root(int(b))] = root(int(a))
        parent[root(int(c))] = root(int(a))
    groups: dict[int, list[int]] = {}
    for triangle in chosen:
        groups.setdefault(root(int(triangles[triangle][0])), []).append(int(triangle))
    return [np.array(group) for group in groups.values()]


def _across_mm(surface: SolidMesh, group: NDArray[np.int64]) -> tuple[float, float]:
    """Return the longest and the shortest way across a ceiling seen from above, over directions every 5°."""
    points = surface.vertices_mm[np.unique(surface.triangles[group])]
    angles = np.deg2rad(np.arange(0, 180, 5))
    widths = np.ptp(points[:, :2] @ np.stack([np.cos(angles), np.sin(angles)]), axis=0)
    return float(widths.max()), float(widths.min())


def first_hits(
    starts: NDArray[np.float64], ways: NDArray[np.float64], corners: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return how far each ray goes to the first triangle, and which (Möller and Trumbore 1997)."""
    a, b, c = corners.transpose(1, 0, 2)
    one, two = b - a, c - a
    cross = np.cross(ways[:, None], two[None])
    area = (cross * one[None]).sum(axis=2)
    scale = 1 / np.where(np.abs(area) > 1e-12, area, np.inf)
    away = starts[:, None] - a[None]
    u = (away * cross).sum(axis=2) * scale
    turned = np.cross(away, one[None])
    v = (turned * ways[:, None]).sum(axis=2) * scale
    far = (turned * two[None]).sum(axis=2) * scale
    hits = (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 1e-4) & (np.abs(area) > 1e-12)
    far = np.where(hits, far, math.inf)
    return far.min(axis=1), far.argmin(axis=1)
