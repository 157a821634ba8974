"""The faces of all dice of a scene side by side in one texture, with what engraving, polish and glass need."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.render.noise import to_linear
from models.render.shading import RELIEF_DEPTH, texture_side
from models.render.world import Bytes, Design, DieInstance, Floats

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
    """Return a row that no die shows."""
    colour, number = np.full((side, 6 * side, 3), 0.5, np.float32), np.full((side, 6 * side, 1), 0.5, np.float32)
    return colour, colour, number, number


def _sized(picture: Bytes, side: int) -> Bytes:
    """Return a texture at a size."""
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
