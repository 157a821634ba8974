"""Rays against a rounded cube."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.render.world import FACE_DOWN, FACE_NORMAL, FACE_RIGHT, Floats

STEPS = 14
NO_HIT = np.float32(1e9)
FACE_OF = np.array([[2, 3], [1, 4], [0, 5]], np.int64)  # by axis, then by sign


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundedCube:
    """A cube of half edge `half_mm` with edges of radius `edge_mm`, cut by a ball of radius `ball_mm`."""

    half_mm: float
    edge_mm: float
    ball_mm: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hits:
    """Where rays met a cube, in its own axes.

    Attributes:
        rays: int (M,), which of the rays.
        along_mm: float32 (M,).
        points: float32 (M, 3).
        normals: float32 (M, 3), unit.
        cover: float32 (M,), share of the pixel covered, 0–1.
    """

    rays: np.typing.NDArray[np.intp]
    along_mm: Floats
    points: Floats
    normals: Floats
    cover: Floats


def meet_slabs(eye: Floats, directions: Floats, half_mm: float) -> tuple[Floats, Floats]:
    """Return where rays enter and leave a sharp cube; they miss where enter > leave.

    Args:
        eye: (3,) or (N, 3), in the cube's axes.
        directions: float32 (N, 3).
        half_mm: Half the edge.
    """
    safe = np.where(np.abs(directions) < 1e-7, np.float32(1e-7), directions)
    first, second = (-half_mm - eye) / safe, (half_mm - eye) / safe
    return np.minimum(first, second).max(axis=1), np.maximum(first, second).min(axis=1)


def meet_cube(cube: RoundedCube, eye: Floats, directions: Floats, *, pixel_mm: float) -> Hits:
    """Return where rays meet a rounded cube, with soft edges one pixel wide.

    The solid is shrunk by half a pixel; rays passing it within a pixel get a share of cover.
    """
    enter, leave = meet_slabs(eye, directions, cube.half_mm + pixel_mm / 2)
    rays = np.nonzero(enter < leave)[0]
    aim = directions[rays]
    along, last = enter[rays], leave[rays]
    nearest, best = np.full(len(rays), NO_HIT), along.copy()
    for _ in range(STEPS):
        gap = distance_mm(cube, eye + aim * along[:, None]) + np.float32(pixel_mm / 2)
        closer = gap < nearest
        np.copyto(nearest, gap, where=closer)
        np.copyto(best, along, where=closer)
        along = np.minimum(along + np.maximum(gap, 0), last)
    cover = np.clip(1 - nearest / np.float32(pixel_mm), 0, 1)
    seen = cover > 0.01
    points = np.asarray(eye + aim[seen] * best[seen, None], np.float32)
    return Hits(
        rays=rays[seen], along_mm=best[seen], points=points, normals=normals_at(cube, points), cover=cover[seen]
    )


def distance_mm(cube: RoundedCube, points: Floats) -> Floats:
    """Return the signed distance to the cube, float32 (N,)."""
    beyond = np.abs(points)
    beyond -= np.float32(cube.half_mm - cube.edge_mm)
    inner = np.minimum(beyond.max(axis=1), 0)
    np.maximum(beyond, 0, out=beyond)
    gap = np.sqrt(np.einsum("ij,ij->i", beyond, beyond)) + inner - np.float32(cube.edge_mm)
    if cube.ball_mm < cube.half_mm * 1.74:
        gap = np.maximum(gap, np.sqrt(np.einsum("ij,ij->i", points, points)) - np.float32(cube.ball_mm))
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
    """Return the face under points of the surface and where on its texture they lie.

    Returns:
        Face index (N,), and texture-right and texture-down coordinates, -1–1 (N,).
    """
    axis = np.abs(points).argmax(axis=1)
    positive = np.take_along_axis(points, axis[:, None], axis=1)[:, 0] > 0
    face = FACE_OF[axis, positive.astype(np.int64)]
    scaled = points / np.float32(half_mm)
    right = np.einsum("ij,ij->i", scaled, FACE_RIGHT[face])
    down = np.einsum("ij,ij->i", scaled, FACE_DOWN[face])
    return face, np.clip(right, -1, 1), np.clip(down, -1, 1)


assert all(FACE_NORMAL[FACE_OF[axis, sign]][axis] == 2 * sign - 1 for axis in range(3) for sign in range(2))
