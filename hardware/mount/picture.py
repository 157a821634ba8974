"""Pictures of solids as in an assembly manual: parallel view, black lines, each face in one shade of its colour.

OpenCASCADE finds the lines that nothing hides; they part the picture into regions, and each region takes the colour of
the face that is seen in its middle.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from build123d import Compound
from numpy.typing import NDArray
from OCP.BRepTools import BRepTools
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt
from OCP.HLRAlgo import HLRAlgo_Projector
from OCP.HLRBRep import HLRBRep_PolyAlgo, HLRBRep_PolyHLRToShape
from PIL import Image

if TYPE_CHECKING:
    from build123d import Part

    Colour = tuple[int, int, int]

SAMPLES = 3  # places a pixel along either axis
COLOURS = 96
MARGIN = 0.04
INK, PAPER = (38, 40, 46), (255, 255, 255)
TOLERANCE_MM, ANGLE_RAD = 0.15, 0.25
LAMP = np.array([-0.45, 0.65, 0.62]) / math.sqrt(0.45**2 + 0.65**2 + 0.62**2)  # at the upper left, before the picture


@dataclass(frozen=True, slots=True, eq=False)
class _Faces:
    """The triangles that face the eye."""

    corners: NDArray[np.float64]  # float64 (M, 3, 3): right, up, towards the eye
    normals: NDArray[np.float64]  # float64 (M, 3), the same axes
    colours: NDArray[np.float64]  # float64 (M, 3), RGB as they are lit
    box: NDArray[np.float64]  # float64 (4, M): the least to the right and up of each, then the most


def draw(
    bodies: Sequence[tuple[Part, Colour]], azimuth_deg: float, elevation_deg: float, size_px: tuple[int, int]
) -> bytes:
    """Return a PNG with a palette of solids in their colours, RGB from 0 to 255, everything as large as goes.

    Azimuth is 0 from the front (-y), 90 from the right; elevation 0 level, 90 from above.
    """
    azimuth, elevation = np.deg2rad(azimuth_deg), np.deg2rad(elevation_deg)
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    eye = np.array([np.sin(azimuth) * np.cos(elevation), -np.cos(azimuth) * np.cos(elevation), np.sin(elevation)])
    turn = np.stack([right, np.cross(eye, right), eye])
    faces = _faces(bodies, turn)
    seen = faces.corners[..., :2].reshape(-1, 2)
    size = SAMPLES * np.array(size_px)
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    scale = float((size * (1 - 2 * MARGIN) / np.maximum(np.ptp(seen, axis=0), 1e-6)).min()) * np.array([1, -1])
    lines = [(line - middle) * scale + size / 2 for line in _lines([solid for solid, _ in bodies], turn)]
    region, places = _regions(lines, (int(size[0]), int(size[1])))
    colours = [INK, *(_colour(faces, (place + 0.5 - size / 2) / scale + middle) for place in places[1:])]
    return _png(np.array(colours, np.float64)[region], size_px)


def _faces(bodies: Sequence[tuple[Part, Colour]], turn: NDArray[np.float64]) -> _Faces:
    """Return what of the solids faces the eye; their triangles stay with them, for the lines."""
    found, owner = [], []
    for number, (solid, _) in enumerate(bodies):
        BRepTools.Clean_s(solid.wrapped)  # of finer triangles, which it may have from elsewhere
        points, triangles = solid.tessellate(TOLERANCE_MM, ANGLE_RAD)
        found.append((np.array([(p.X, p.Y, p.Z) for p in points]) @ turn.T)[np.array(triangles)])
        owner += [number] * len(triangles)
    corners = np.concatenate(found)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    light = 0.62 + 0.38 * np.clip(normals @ LAMP, 0, 1) + 0.06 * normals[:, 1]
    colours = np.array([colour for _, colour in bodies], np.float64)[owner] * light[:, None]
    facing = normals[:, 2] > 1e-6
    flat = corners[facing, :, :2]
    box = np.concatenate([flat.min(axis=1).T, flat.max(axis=1).T])
    return _Faces(corners[facing], normals[facing], colours[facing], box)


def _lines(solids: Sequence[Part], turn: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return the straight pieces of edges and outlines that nothing hides, float64 (2, 2) each: right and up."""
    hidden = HLRBRep_PolyAlgo()
    for solid in solids:
        hidden.Load(solid.wrapped)
    hidden.Projector(HLRAlgo_Projector(gp_Ax2(gp_Pnt(0, 0, 0), gp_Dir(*turn[2]), gp_Dir(*turn[0]))))
    hidden.Update()
    shapes = HLRBRep_PolyHLRToShape()
    shapes.Update(hidden)
    kinds = [shape for shape in (shapes.VCompound(), shapes.OutLineVCompound()) if shape and not shape.IsNull()]
    ends = [(edge.position_at(0), edge.position_at(1)) for kind in kinds for edge in Compound(kind).edges()]
    return [np.array([(a.X, a.Y), (b.X, b.Y)]) for a, b in ends]


def _regions(lines: list[NDArray[np.float64]], size: tuple[int, int]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the region that each place of the picture is in, 0 for ink, and the middle of each region, x and y."""
    free = np.ones(size[::-1], np.uint8)
    cv2.polylines(free, [np.round(line * 16).astype(np.int32) for line in lines], False, 0, SAMPLES - 1, shift=4)
    count, region = cv2.connectedComponents(free, connectivity=4)
    far = cv2.distanceTransform(free, cv2.DIST_L2, 3).ravel()
    order = np.argsort(far, kind="stable")
    middle = np.zeros(count, np.int64)
    middle[region.ravel()[order]] = order  # the last one stays: the farthest from all lines
    return np.asarray(region, np.int32), np.stack([middle % size[0], middle // size[0]], axis=1)


def _colour(faces: _Faces, place: NDArray[np.float64]) -> Colour | NDArray[np.float64]:
    """Return the colour of what is seen at a place: of the nearest triangle there."""
    (left, below, right, above), (x, y) = faces.box, place
    near = np.flatnonzero((left <= x) & (below <= y) & (right >= x) & (above >= y))
    flat = faces.corners[near, :, :2] - place
    after = np.roll(flat, -1, axis=1)
    is_hit = (flat[..., 0] * after[..., 1] >= flat[..., 1] * after[..., 0]).all(axis=1)
    hit = near[is_hit]
    if not hit.size:
        return PAPER
    normals = faces.normals[hit]
    depth = faces.corners[hit, 0, 2] + (normals[:, :2] * flat[is_hit, 0]).sum(axis=1) / normals[:, 2]
    return np.asarray(faces.colours[hit[depth.argmax()]])


def _png(image: NDArray[np.float64], size: tuple[int, int]) -> bytes:
    """Return the picture, its places averaged, with few colours."""
    pixels = np.clip(cv2.resize(image, size, interpolation=cv2.INTER_AREA) + 0.5, 0, 255).astype(np.uint8)
    few = Image.fromarray(pixels).quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    file = io.BytesIO()
    few.save(file, "PNG", optimize=True)
    return file.getvalue()
