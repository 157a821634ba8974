"""The edges next to an outline that is nearly known: a shape is drawn to them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.outline import Ring, ellipse_through, in_the_light_of, places_along

Floats = NDArray[np.float32]

PLACES = 96
BESIDE_PX = 3  # Colours are compared over so many pixels on either side of an edge
PLAIN = 6.0  # An edge with this difference of colours counts half; the grain of felt and wood stays below
SURE_EDGE = 0.35
ARCS = 12  # Parts of an ellipse
LIGHT = 1.0  # Colours that differ by the light alone count so much
STRAY_PX = 2.0  # Places of an ellipse, and corners of a regular shape, that are so far off belong to something else
LEAST_AGREEING = 6  # Corners that tell from where a regular shape is seen; four alone fit everything


def drawn_to_edges(
    ring: Ring, picture: Floats, sides: int, reaches_px: Sequence[int], chance: Floats | None = None
) -> Ring:
    """Return an outline drawn to edges near it, in its own shape; as it is where too few are seen.

    It is drawn to those nearest; where it is told how likely each pixel lies inside, to the likeliest of each part.

    Args:
        ring: float64 (N, 2), convex, pixels; the corners of a shape with straight sides.
        picture: float32 (H, W, channels), such as OpenCV's 8-bit L, a, b.
        sides: How many straight sides it has; 0 for an ellipse.
        reaches_px: How far off edges are sought, from drawing to drawing.
        chance: float32 (H, W, 1), 0-1, or None.
    """
    for reach_px in reaches_px:
        ring = _drawn(ring, picture, sides, np.arange(-reach_px, reach_px + 1), chance)
    return ring


def _places(outline: Ring) -> tuple[Ring, Ring]:
    """Return places along an outline and the unit directions out of it, float64 (PLACES, 2) each."""
    places = places_along(outline, PLACES)
    return places, _outward(np.roll(places, -1, axis=0) - np.roll(places, 1, axis=0), places)


def _outward(along: Ring, places: Ring) -> Ring:
    outward = np.stack([along[:, 1], -along[:, 0]], axis=1)
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-6)
    return outward if np.sum((places - places.mean(axis=0)) * outward) > 0 else -outward


def _colours(picture: Floats, places: Ring, outward: Ring, depths: NDArray[np.int_]) -> Floats:
    """Return the colours at depths beside places, float32 (places, depths, channels)."""
    at = (places[:, None] + outward[:, None] * depths[:, None]).astype(np.float32)
    seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(*at.shape[:2], -1)


def _beside(picture: Floats, places: Ring, outward: Ring, depths: NDArray[np.int_]) -> tuple[Floats, Floats]:
    """Return the colours just within and just beyond each depth, less half a pixel.

    Float32 (places, depths, channels) each.
    """
    seen = _colours(picture, places, outward, np.arange(depths[0] - BESIDE_PX, depths[-1] + BESIDE_PX))
    total = np.cumsum(np.pad(seen, ((0, 0), (1, 0), (0, 0))), axis=1, dtype=np.float64)
    means = np.asarray((total[:, BESIDE_PX:] - total[:, :-BESIDE_PX]) / BESIDE_PX, np.float32)
    return means[:, :-BESIDE_PX], means[:, BESIDE_PX:]


def _edges(within: Floats, beyond: Floats) -> Floats:
    """Return how sharp an edge is, 0–1, where it is sharper than beside it, float32 (places, depths)."""
    contrast = np.linalg.norm(beyond - within, axis=2)
    sharpest = contrast >= cv2.dilate(contrast, np.ones((1, 5), np.uint8))
    return np.asarray(np.where(sharpest, contrast / (contrast + PLAIN), 0), np.float32)


def _crossed(normals: Ring, offsets: NDArray[np.float64]) -> Ring | None:
    """Return where each line crosses the one before, None where two are nearly parallel."""
    pairs = np.stack([np.roll(normals, 1, axis=0), normals], axis=1)
    if np.abs(np.linalg.det(pairs)).min() < 0.2:
        return None
    return np.asarray(np.linalg.solve(pairs, np.stack([np.roll(offsets, 1), offsets], axis=1)[..., None])[..., 0])


def _drawn(ring: Ring, picture: Floats, sides: int, near: NDArray[np.int_], chance: Floats | None) -> Ring:
    places, outward = _along_sides(ring) if sides else _places(ring)
    colours = _beside(picture, places, outward, near)
    edges, wanted, dear = _edges(*colours), np.zeros((1, 1), np.int_), 0.03
    if chance is not None:
        chances = _beside(chance, places, outward, near)
        wanted, dear = near[_likeliest(colours, chances, sides or ARCS)][:, None], 0.2
    nearest = (edges - dear * np.abs(near - wanted)).argmax(axis=1)
    points = places + outward * (near[nearest] - 0.5)[:, None]
    is_sure = edges.max(axis=1) > SURE_EDGE
    if sides:
        drawn = _polygon(points, is_sure, sides)
        return ring if drawn is None else _as_regular(drawn)
    return _ellipse(points[is_sure]) if is_sure.mean() > 0.25 else ring


def _likeliest(colours: tuple[Floats, Floats], chances: tuple[Floats, Floats], parts: int) -> NDArray[np.intp]:
    """Return for each place at which depth its part of the outline most likely runs.

    That is where the chance falls and colours change; beyond the edge of a shadow they are the same in other light.

    Args:
        colours: Within and beyond each depth, float32 (places, depths, 3) each, OpenCV's 8-bit L, a, b.
        chances: Likewise how likely it lies inside, float32 (places, depths, 1) each.
        parts: How many parts it has.
    """

    def along(each: Floats) -> Floats:
        return np.asarray(np.median(each.reshape(parts, -1, *each.shape[1:]), axis=1), np.float32)

    within, beyond = map(along, colours)
    changes = LIGHT + np.linalg.norm((beyond - in_the_light_of(beyond, within))[..., 1:], axis=2)
    falls = np.maximum(np.subtract(*map(along, chances)), 0)[..., 0]
    return np.repeat((falls * changes).argmax(axis=1), len(colours[0]) // parts)


def _ellipse(points: Ring) -> Ring:
    """Return the ellipse nearest to points, but for those far off."""
    ring = ellipse_through(points)
    off = np.array([abs(cv2.pointPolygonTest(ring.astype(np.float32), at, measureDist=True)) for at in points.tolist()])
    return ellipse_through(points[off <= max(STRAY_PX, 1.5 * float(np.median(off)))])


def _as_regular(corners: Ring) -> Ring:
    """Return a polygon as a regular one is seen from somewhere, where all corners but those of one side agree."""
    if len(corners) < LEAST_AGREEING:
        return corners
    around = np.linspace(0, 2 * np.pi, len(corners), endpoint=False)
    regular = np.stack([np.cos(around), np.sin(around)], axis=1)
    seen, agrees = cv2.findHomography(regular, corners, cv2.RANSAC, STRAY_PX)
    if seen is None or agrees.sum() < LEAST_AGREEING:
        return corners
    return np.asarray(cv2.perspectiveTransform(regular[None], seen)[0], np.float64)


def _along_sides(corners: Ring) -> tuple[Ring, Ring]:
    """Return as many places along every side, one side after the other, and the directions out of it."""
    sides = np.roll(corners, -1, axis=0) - corners
    each = 2 * PLACES // len(corners)
    shares = (np.arange(each) + 0.5) / each
    places = (corners[:, None] + sides[:, None] * shares[:, None]).reshape(-1, 2)
    return places, np.repeat(_outward(sides, corners), each, axis=0)


def _polygon(points: Ring, is_sure: NDArray[np.bool_], sides: int) -> Ring | None:
    """Return the corners of the lines along the points of each side; None of too few."""
    normals, offsets = np.empty((sides, 2)), np.empty(sides)
    for side, (of_side, sure) in enumerate(zip(np.split(points, sides), np.split(is_sure, sides), strict=True)):
        if sure.mean() < 0.25:
            return None
        x, y, *on = cv2.fitLine(of_side[sure].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        normals[side] = -y, x
        offsets[side] = normals[side] @ on
    return _crossed(normals, offsets)
