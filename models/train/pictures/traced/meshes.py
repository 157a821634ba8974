"""Dice for path tracing: the rounded cubes as triangles, and the faces of all of them side by side in one texture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.noise import to_linear
from models.render.shading import RELIEF_DEPTH, solid_of, texture_side
from models.render.solid import RoundedCube, distance_mm, normals_at
from models.render.world import FACE_DOWN, FACE_NORMAL, FACE_RIGHT, Bytes, Design, DieInstance, Floats

FLAT_NODES = 15
EDGE_NODES = 7
BALL_NODES = 41
NEAREST = 0.3  # no surface point lies nearer to the middle than this share of the un-rounded one
BISECTIONS = 18


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mesh:
    """Triangles in the world."""

    points: Floats  # float32 (V, 3), mm
    normals: Floats  # float32 (V, 3), unit, outwards
    texture: Floats  # float32 (V, 2), u across and v down its texture, 0–1; row 0 of a texture is v = 0
    faces: NDArray[np.uint32]  # uint32 (F, 3), counter-clockwise seen from outside


def merged(meshes: Sequence[Mesh]) -> Mesh:
    """Return meshes as one; of none, a speck out of sight below the table."""
    if not meshes:
        return _speck()
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes[:-1])])
    return Mesh(
        points=np.concatenate([mesh.points for mesh in meshes]),
        normals=np.concatenate([mesh.normals for mesh in meshes]),
        texture=np.concatenate([mesh.texture for mesh in meshes]),
        faces=np.concatenate([mesh.faces + np.uint32(start) for mesh, start in zip(meshes, starts, strict=True)]),
    )


def _speck() -> Mesh:
    """Return a triangle too small and too low to be seen: a scene keeps the same objects, whatever it shows."""
    points = np.array([[0, 0, -500], [0.01, 0, -500], [0, 0.01, -500]], np.float32)
    up = np.array([[0, 0, 1]] * 3, np.float32)
    return Mesh(points=points, normals=up, texture=points[:, :2] * 50, faces=np.array([[0, 1, 2]], np.uint32))


def grid_faces(rows: int, columns: int) -> NDArray[np.uint32]:
    """Return the triangles of a grid of points, uint32 (F, 3), counter-clockwise for columns × rows outwards."""
    number = np.arange(rows * columns, dtype=np.uint32).reshape(rows, columns)
    first, right = number[:-1, :-1], number[:-1, 1:]
    above, across = number[1:, :-1], number[1:, 1:]
    lower, upper = np.stack([first, right, across], axis=-1), np.stack([first, across, above], axis=-1)
    return np.concatenate([lower.reshape(-1, 3), upper.reshape(-1, 3)])


def die_mesh(die: DieInstance, tiles: Floats, inset: float) -> Mesh:
    """Return a die's surface in the world; tiles (6, 4): left, top, width, height of each face's, 0–1.

    The inset is half a texel as a share of a tile: no face looks beyond it, into its neighbour's tile.
    """
    solid = solid_of(die)
    nodes = _nodes(solid)
    faces = [_face(solid, nodes, face, tiles[face], inset) for face in range(6)]
    body = merged(faces)
    return Mesh(
        points=np.asarray(body.points @ die.rotation.T + np.array(die.position_mm, np.float32), np.float32),
        normals=np.asarray(body.normals @ die.rotation.T, np.float32),
        texture=body.texture,
        faces=body.faces,
    )


def _nodes(solid: RoundedCube) -> Floats:
    """Return where a face is divided, -1–1: closely where it is round."""
    flat = 1 - solid.edge_mm / solid.half_mm
    edge = np.linspace(flat, 1, EDGE_NODES + 1)[1:]
    nodes = np.concatenate([-edge[::-1], np.linspace(-flat, flat, FLAT_NODES), edge])
    if solid.ball_mm < solid.half_mm * 1.74:
        nodes = np.union1d(nodes, np.linspace(-1, 1, BALL_NODES))
    return nodes.astype(np.float32)


def _face(solid: RoundedCube, nodes: Floats, face: int, tile: Floats, inset: float) -> Mesh:
    right, down = np.meshgrid(nodes, nodes[::-1])  # rows from the lowest up: right × up is outwards
    flat = FACE_NORMAL[face] + right[..., None] * FACE_RIGHT[face] + down[..., None] * FACE_DOWN[face]
    points = _onto(solid, np.asarray(flat.reshape(-1, 3) * solid.half_mm, np.float32))
    seen = np.stack([points @ FACE_RIGHT[face], points @ FACE_DOWN[face]], axis=1) / np.float32(solid.half_mm)
    within = np.clip(seen / 2 + np.float32(0.5), inset, 1 - inset)
    return Mesh(
        points=points,
        normals=normals_at(solid, points),
        texture=np.asarray(tile[:2] + within * tile[2:], np.float32),
        faces=grid_faces(len(nodes), len(nodes)),
    )


def _onto(solid: RoundedCube, sharp: Floats) -> Floats:
    """Return the surface's points in front of points of the un-rounded cube, seen from its middle, by bisection."""
    near, far = np.full(len(sharp), NEAREST, np.float32), np.ones(len(sharp), np.float32)
    aim = np.ascontiguousarray(sharp.T)
    for _ in range(BISECTIONS):
        middle = np.asarray((near + far) / 2, np.float32)
        inside = distance_mm(solid, aim * middle) < 0
        near, far = np.where(inside, middle, near), np.where(inside, far, middle)
    return np.asarray(sharp * ((near + far) / 2)[:, None], np.float32)


MIRROR_SIDES = 16.0  # as many texels to a side make a slope of one of a step from bottom to flush
INK_FROM = 70.0  # so far from the body's colour, on the 0–255 scale, is ink
GLASS_MOST = 0.4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Atlas:
    """Textures of dice; a row of six tiles a design."""

    albedo: Floats  # float32 (R * side, 6 * side, 3), linear
    normals: Floats  # float32, the same shape, tangent-space normals as colours, 0–1
    roughness: Floats  # float32 (R * side, 6 * side, 1)
    glass: Floats  # float32 (R * side, 6 * side, 1), share of light that goes in instead of back
    rows: dict[str, int]  # Row of each design by name
    side: int  # Of a tile, texels

    def tiles(self, design: Design) -> Floats:
        """Return left, top, width and height of each face's tile, float32 (6, 4), 0–1."""
        height = 1 / len(self.rows)
        row = self.rows[design.name]
        return np.array([[face / 6, row * height, 1 / 6, height] for face in range(6)], np.float32)

    @property
    def inset(self) -> float:
        """Return half a texel as a share of a tile."""
        return 0.5 / self.side


def atlas_of(dice: tuple[DieInstance, ...], *, die_px: float) -> Atlas:
    """Return the textures of dice that are `die_px` large in the picture, at about two texels a pixel."""
    designs = {die.design.name: die.design for die in dice}
    side = max((texture_side(design, 2 * die_px) for design in designs.values()), default=4)
    rows = [_row(design, side) for design in designs.values()] or [_blank(side)]
    albedo, normals, roughness, glass = (np.concatenate(layer) for layer in zip(*rows, strict=True))
    return Atlas(
        albedo=albedo,
        normals=normals,
        roughness=roughness,
        glass=glass,
        rows={name: row for row, name in enumerate(designs)} or {"": 0},
        side=side,
    )


def _row(design: Design, side: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Return a design's six tiles side by side: albedo, normals, roughness, glass."""
    faces = [_sized(face, side) for face in design.faces]
    shape = (side, 6 * side, 1)
    finish = np.sqrt(0.008 + 0.32 * (1 - design.gloss) ** 1.5)
    return (
        np.asarray(np.clip(to_linear(np.concatenate(faces, axis=1)), 0.003, 0.92), np.float32),
        np.concatenate([_bumps(design, face, side) for face in range(6)], axis=1),
        np.full(shape, finish, np.float32),
        np.concatenate([_glass(face, design.translucency) for face in faces], axis=1),
    )


def _blank(side: int) -> tuple[Floats, Floats, Floats, Floats]:
    colour, number = np.full((side, 6 * side, 3), 0.5, np.float32), np.full((side, 6 * side, 1), 0.5, np.float32)
    return colour, colour, number, number


def _sized(picture: Bytes, side: int) -> Bytes:
    return np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _bumps(design: Design, face: int, side: int) -> Floats:
    """Return a face's normals as colours: red to the right, green up, float32 (side, side, 3)."""
    normals = np.zeros((side, side, 3), np.float32)
    normals[..., 2] = 1
    if design.relief is not None:
        height = np.asarray(_sized(design.relief[face], side), np.float32) / 255
        down, right = np.gradient(cv2.GaussianBlur(height, (0, 0), max(side / 128, 0.5)))
        slope = np.float32(RELIEF_DEPTH * side / MIRROR_SIDES)
        normals[..., 0], normals[..., 1] = -right * slope, down * slope
        normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    return np.asarray(normals * 0.5 + 0.5, np.float32)


def _glass(face: Bytes, translucency: float) -> Floats:
    """Return how much light goes into the body, none into its ink, float32 (side, side, 1)."""
    body = np.median(face.reshape(-1, 3), axis=0)
    off = np.linalg.norm(face.astype(np.float32) - body, axis=2, keepdims=True)
    return np.asarray(GLASS_MOST * translucency * np.clip(2 - off / INK_FROM, 0, 1), np.float32)
