"""Surfaces of solids as triangles: for STL, for pictures, and for what a printer makes of them."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np

from hardware.mount.picture import Mesh

if TYPE_CHECKING:
    from build123d import Part

TOLERANCE_MM = 0.05
ANGLE_RAD = 0.2


def mesh(part: Part, *, tolerance_mm: float = TOLERANCE_MM, angle_rad: float = ANGLE_RAD) -> Mesh:
    """Return a solid's surface, corners shared by faces joined."""
    points, triangles = part.tessellate(tolerance_mm, angle_rad)
    vertices = np.array([(p.X, p.Y, p.Z) for p in points])
    kept, place = np.unique(np.round(vertices, 6), axis=0, return_inverse=True)
    joined = place.reshape(-1)[np.array(triangles, dtype=np.int64)]
    has_area = (joined[:, 0] != joined[:, 1]) & (joined[:, 1] != joined[:, 2]) & (joined[:, 2] != joined[:, 0])
    return Mesh(kept + 0.0, joined[has_area])


def stl(surface: Mesh, name: str) -> bytes:
    """Return a binary STL, the same bytes for the same surface."""
    corners = surface.vertices_mm[surface.triangles].astype("<f4")
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    records = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")])
    records["normal"] = normals / np.where(lengths > 0, lengths, 1)
    records["corners"] = corners
    head = f"serviert {name}".encode("ascii").ljust(80, b" ")
    return head + struct.pack("<I", len(records)) + records.tobytes()


def open_edges(surface: Mesh) -> int:
    """Return how many edges do not join exactly two triangles in opposite directions: 0 for a watertight surface."""
    t = surface.triangles
    edges = np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]])
    count = len(surface.vertices_mm)
    forth, numbers = np.unique(edges[:, 0] * count + edges[:, 1], return_counts=True)
    back = np.unique(edges[:, 1] * count + edges[:, 0])
    return int((numbers != 1).sum() + len(np.setxor1d(forth, back)))


def volume_mm3(surface: Mesh) -> float:
    """Return what a closed surface holds."""
    a, b, c = surface.vertices_mm[surface.triangles].transpose(1, 0, 2)
    return float((a * np.cross(b, c)).sum() / 6)
