"""Surfaces of solids as triangles: for STL, and to see whether they fit the printer's bed."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hardware.errors import NumbersError

if TYPE_CHECKING:
    from build123d import Part

TOLERANCE_MM = 0.05
ANGLE_RAD = 0.2
BED_MARGIN_MM = 2.0  # kept free at each side of the bed


@dataclass(frozen=True, slots=True, eq=False)
class SolidMesh:
    """One solid's surface."""

    vertices_mm: NDArray[np.float64]  # float64 (N, 3)
    triangles: NDArray[np.int64]  # int64 (M, 3), anticlockwise seen from outside


def mesh(part: Part, *, tolerance_mm: float = TOLERANCE_MM, angle_rad: float = ANGLE_RAD) -> SolidMesh:
    """Return a solid's surface, corners shared by faces joined."""
    points, triangles = part.tessellate(tolerance_mm, angle_rad)
    vertices = np.array([(p.X, p.Y, p.Z) for p in points])
    kept, place = np.unique(np.round(vertices, 6), axis=0, return_inverse=True)
    joined = place.reshape(-1)[np.array(triangles, dtype=np.int64)]
    has_area = (joined[:, 0] != joined[:, 1]) & (joined[:, 1] != joined[:, 2]) & (joined[:, 2] != joined[:, 0])
    return SolidMesh(kept + 0.0, joined[has_area])


def stl(surface: SolidMesh, name: str) -> bytes:
    """Return a binary STL, the same bytes for the same surface."""
    corners = surface.vertices_mm[surface.triangles].astype("<f4")
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    records = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")])
    records["normal"] = normals / np.where(lengths > 0, lengths, 1)
    records["corners"] = corners
    head = f"serviert {name}".encode("ascii").ljust(80, b" ")
    return head + struct.pack("<I", len(records)) + records.tobytes()


def least_bed_mm(surface: SolidMesh) -> float:
    """Return the side of the smallest bed that takes a part, straight or turned by 45°."""
    flat = surface.vertices_mm[:, :2]
    half = math.sqrt(0.5)
    turned = flat @ np.array([[half, -half], [half, half]])
    return 2 * BED_MARGIN_MM + min(float(np.ptp(way, axis=0).max()) for way in (flat, turned))


def check_bed(name: str, surface: SolidMesh, bed_mm: float) -> None:
    """Refuse a bed that a part does not fit: `NumbersError`, with part, size and the nearest bed."""
    needed = least_bed_mm(surface)
    if needed > bed_mm:
        size = " × ".join(f"{side:.0f}" for side in np.ptp(surface.vertices_mm, axis=0))
        why = f"is too small for {name} ({size} mm); the nearest is {math.ceil(needed)}"
        raise NumbersError(f"printer.bed_mm = {bed_mm:g} {why}")
