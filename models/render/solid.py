"""Rays against a rounded cube."""

from dataclasses import dataclass

import numpy as np

from models.render.world import FACE_DOWN, FACE_NORMAL, FACE_RIGHT, Floats

STEPS = 14
COMPACT_AFTER = (0, 2, 5, 9)
ARRIVED_MM = 0.01
NO_HIT = np.float32(1e9)
FACE_OF = np.stack([FACE_NORMAL.argmin(axis=0), FACE_NORMAL.argmax(axis=0)], axis=1)
"""By axis, then by sign, int64 (3, 2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundedCube:
    """A cube of half edge `half_mm` with edges of radius `edge_mm`, cut by a ball of radius `ball_mm`."""

    half_mm: float
    edge_mm: float
    ball_mm: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hits:
    """Where rays met a cube, in its own axes."""

    rays: np.typing.NDArray[np.intp]  # int (M,), which of the rays
    along_mm: Floats  # float32 (M,)
    points: Floats  # float32 (M, 3)
    normals: Floats  # float32 (M, 3), unit
    cover: Floats  # float32 (M,), share of the pixel covered, 0–1


def meet_slabs(eye: Floats, directions: Floats, half_mm: float) -> tuple[Floats, Floats]:
    """Return where rays, in the cube's axes, enter and leave a sharp cube; they miss where enter > leave."""
    enter, leave = np.full((2, len(directions)), NO_HIT, np.float32)
    enter *= -1
    for axis in range(3):  # one axis at a time: numpy reduces short rows slowly
        slope = directions[:, axis]
        inverse = 1 / np.where(np.abs(slope) < 1e-7, np.float32(1e-7), slope)
        middle = -eye[..., axis] * inverse
        reach = np.abs(inverse) * np.float32(half_mm)
        np.maximum(enter, middle - reach, out=enter)
        np.minimum(leave, middle + reach, out=leave)
    return enter, leave


def meet_cube(cube: RoundedCube, eye: Floats, directions: Floats, *, pixel_mm: float) -> Hits:
    """Return where rays meet a rounded cube, with soft edges one pixel wide.

    The solid is shrunk by half a pixel; rays passing it within a pixel get a share of cover.
    """
    enter, leave = meet_slabs(eye, directions, cube.half_mm + pixel_mm / 2)
    rays = np.nonzero(enter < leave)[0]
    nearest, best = _march(cube, eye, directions[rays], (enter[rays], leave[rays]), pixel_mm=pixel_mm)
    cover = np.clip(1 - nearest / np.float32(pixel_mm), 0, 1)
    seen = cover > 0.01
    rays, best = rays[seen], best[seen]
    points = np.asarray(eye + directions[rays] * best[:, None], np.float32)
    return Hits(rays=rays, along_mm=best, points=points, normals=normals_at(cube, points), cover=cover[seen])


def _march(
    cube: RoundedCube, eye: Floats, aim: Floats, span: tuple[Floats, Floats], *, pixel_mm: float
) -> tuple[Floats, Floats]:
    """Return how near each ray comes to the shrunken cube, and where; rays that arrived are marched no further."""
    nearest, best = np.full(len(aim), NO_HIT), span[0].copy()
    active, slopes = np.arange(len(aim)), np.ascontiguousarray(aim.T)
    along, last = span
    for step in range(STEPS):
        points = slopes * along
        points += eye[:, None]
        gap = distance_mm(cube, points) + np.float32(pixel_mm / 2)
        closer = gap < nearest[active]
        nearest[active[closer]] = gap[closer]
        best[active[closer]] = along[closer]
        along = np.minimum(along + np.maximum(gap, 0), last)
        if step in COMPACT_AFTER:
            going = (gap > ARRIVED_MM) & (along < last)
            active, slopes, along, last = active[going], slopes[:, going], along[going], last[going]
            if not active.size:
                break
    return nearest, best


def distance_mm(cube: RoundedCube, points: Floats) -> Floats:
    """Return the signed distance of points (3, N) to the cube, float32 (N,)."""
    x, y, z = np.abs(points) - np.float32(cube.half_mm - cube.edge_mm)
    inner = np.minimum(np.maximum(np.maximum(x, y), z), 0)
    for part in (x, y, z):
        np.maximum(part, 0, out=part)
    gap = np.sqrt(x * x + y * y + z * z) + inner - np.float32(cube.edge_mm)
    if cube.ball_mm < cube.half_mm * 1.74:
        x, y, z = points
        gap = np.maximum(gap, np.sqrt(x * x + y * y + z * z) - np.float32(cube.ball_mm))
    return np.asarray(gap, np.float32)


def normals_at(cube: RoundedCube, points: Floats) -> Floats:
    """Return the outward normals at points of the surface, float32 (N, 3)."""
    beyond = np.maximum(np.abs(points) - np.float32(cube.half_mm - cube.edge_mm), 1e-5) * np.sign(points)
    if cube.ball_mm < cube.half_mm * 1.74:
        radius = np.sqrt(np.einsum("ij,ij->i", points, points))
        on_ball = radius > cube.ball_mm - 0.02 - 0.02 * cube.half_mm
        beyond = np.where(on_ball[:, None], points, beyond)
    return np.asarray(beyond / np.sqrt(np.einsum("ij,ij->i", beyond, beyond))[:, None], np.float32)


def face_coordinates(points: Floats, half_mm: float) -> tuple[np.typing.NDArray[np.int64], Floats, Floats]:
    """Return the faces (N,) under points of the surface, and how far right and down on their textures, -1–1."""
    x, y, z = np.abs(points.T)
    axis = np.where((x >= y) & (x >= z), 0, np.where(y >= z, 1, 2))
    positive = points[np.arange(len(points)), axis] > 0
    face = FACE_OF[axis, positive.astype(np.int64)]
    scaled = points / np.float32(half_mm)
    right = np.einsum("ij,ij->i", scaled, FACE_RIGHT[face])
    down = np.einsum("ij,ij->i", scaled, FACE_DOWN[face])
    return face, np.clip(right, -1, 1), np.clip(down, -1, 1)
