"""What a printer makes of a part, on its real surface: is it closed, does it need supports, how thin is it."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")

from build123d import Part
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from hardware.mount.assembly import Placed
from hardware.mount.mesh import SolidMesh, check_bed

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
    low, top = np.maximum(tuple(one.min), tuple(two.min)), np.minimum(tuple(one.max), tuple(two.max))
    return bool((top - low > 0.01).all())


def shared_mm3(a: Part, b: Part) -> float:
    """Return how much room two solids share."""
    common = a.intersect(b) if boxes_meet(a, b) else None
    return sum(solid.volume for solid in common.solids()) if common is not None else 0.0


def clashes(bodies: Sequence[Placed], *, least: int) -> dict[str, float]:
    """Return by how much which bodies run into each other; so many pairs must be near enough to be looked at."""
    pairs = [(a, b) for a, b in combinations(bodies, 2) if boxes_meet(a.solid, b.solid)]
    assert len(pairs) > least
    shared = {f"{a.name} in {b.name}": shared_mm3(a.solid, b.solid) for a, b in pairs}
    return {names: mm3 for names, mm3 in shared.items() if mm3 > 0.5}


def require_printable(name: str, part: Part, surface: SolidMesh, *, bed_mm: float) -> None:
    """Fail where a part is not one closed solid that fits the bed, needs no supports, and is nowhere too thin."""
    assert part.is_valid
    assert len(part.solids()) == 1
    assert open_edges(surface) == 0
    assert surface.vertices_mm[:, 2].min() == pytest.approx(0, abs=1e-6)
    check_bed(name, surface, bed_mm)
    assert unsupported(surface) == []
    assert thinnest_mm(surface) >= LEAST_WALL_MM


def open_edges(surface: SolidMesh) -> int:
    """Return how many edges do not join exactly two triangles in opposite directions: 0 for a watertight surface."""
    t = surface.triangles
    edges = Counter(map(tuple, np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]]).tolist()))
    return sum(number != 1 or (b, a) not in edges for (a, b), number in edges.items())


def unsupported(surface: SolidMesh) -> list[tuple[float, float]]:
    """Return width and narrowest width of ceilings that can neither be spanned nor hold by themselves.

    A ceiling is faces that share corners, look down more steeply than `OVERHANG_DEG` and do not lie on the bed; its
    widths are those seen from above, over directions every 5°.
    """
    corners, normals, lengths = _faces(surface)
    down = normals[:, 2] < -math.cos(math.radians(OVERHANG_DEG - 1)) * lengths
    hanging = surface.triangles[down & (corners[..., 2].max(axis=1) > _TOUCH_MM) & (lengths > 1e-9)]
    ends = hanging[:, [0, 0]].ravel(), hanging[:, 1:].ravel()
    links = coo_array((np.ones(len(ends[0])), ends), shape=(len(surface.vertices_mm),) * 2)
    group = connected_components(links, directed=False)[1][hanging[:, 0]]
    angles, found = np.deg2rad(np.arange(0, 180, 5)), []
    for each in np.unique(group):
        points = surface.vertices_mm[np.unique(hanging[group == each])]
        widths = np.ptp(points[:, :2] @ np.stack([np.cos(angles), np.sin(angles)]), axis=0)
        found.append((float(widths.max()), float(widths.min())))
    return [(longest, narrowest) for longest, narrowest in found if longest > BRIDGE_MM and narrowest > LEDGE_MM]


def thinnest_mm(surface: SolidMesh, samples: int = 400) -> float:
    """Return the thinnest wall: rays inwards from the middles of the largest triangles to where they leave.

    Walls that meet at less than 60° are left out: an edge is not a wall.
    """
    corners, normals, area = _faces(surface)
    normals = normals / np.maximum(area, 1e-12)[:, None]
    chosen = np.argsort(-area, kind="stable")[:samples]
    least = math.inf
    for some in np.split(chosen, range(50, len(chosen), 50)):
        far, hit = first_hits(corners[some].mean(axis=1), -normals[some], corners)
        faces = (normals[some] * normals[hit]).sum(axis=1) < -0.5
        least = min(least, float(np.where(faces, far, math.inf).min()))
    return least


def _faces(surface: SolidMesh) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the triangles' corners, their normals, and how long these are."""
    corners = surface.vertices_mm[surface.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return corners, normals, np.linalg.norm(normals, axis=1)


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
