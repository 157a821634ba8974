"""The rings of a tray, edges one inside the other all round: the innermost is where its floor ends.

A split into colours finds one of them: the felt's edge, the rim's, or what a shadow leaves of the felt in the light.
Seen from above they are nearly alike, so all others are sought near it, shifted and drawn in or out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.outline import Ring, ellipse_through, in_the_light_of, places_along

Floats = NDArray[np.float32]

PLACES = 96
BESIDE_PX = 3  # Colours are compared over so many pixels on either side of an edge
PLAIN = 6.0  # An edge with this difference of colours counts half; the grain of felt and wood stays below
SURE_EDGE = 0.35
DEPTHS = -0.38, 0.3  # So far in and out of the outline that is known rings are sought, of its radius
SHIFT_PX, APART_PX = 12, 5
LEAST_SEEN = 0.45  # A ring is seen in at least so much of its length
INWARD = 5.0  # What a ring loses by being wide; set on the pictures of `models.evaluate.rim`
FREE = 0.1  # What one of a shape of its own loses: it goes round dice and shadows at the rim
BAND_PX = np.arange(3, 8)
# Of the floor's edge at most 0.02 has the felt's own hue outside (95 of 100 drawn trays), of a shadow's a third.
MOST_SHADED = 0.15
# Where the edge of the rim's shadow was taken for the floor's, that is in part in the shade itself, it meets that edge
# where the light comes from, and is as far from it as the shadow falls along a quarter of its length at least.
HALF_SHADED = 0.4
MEETS_PX = 2.5
LEAST_PARTED, LEAST_MET, MOSTLY = 0.33, 0.3, 0.75  # Shares of its length, and of where it parts from the floor's edge
SAME_FELT, DARKER = 4.0, 4.0  # 8-bit Lab: what colours of one felt differ by, beside what fades; how dark shade is
SHADOW_SHARE = 0.3  # Of the floor's radius, that a shadow falls at most


@dataclass(frozen=True, slots=True, eq=False)
class TrayRing:
    """An edge all round."""

    corners: Ring  # float64 (N, 2), pixels
    radius: float  # Of a circle as large, pixels
    clear: float  # How sharply colours change across it on average, 0–1
    shaded: float  # Share of it on whose outer side lies what lies inside, in the shade


def floor_of(rings: Sequence[TrayRing], lab: Floats) -> TrayRing:
    """Return the ring where the floor ends: a clear one far inside, but no shadow's edge; the widest if all are."""
    widest = max(rings, key=lambda ring: ring.radius)
    edges = [ring for ring in rings if ring.shaded <= MOST_SHADED and not any(_is_shade(ring, to, lab) for to in rings)]
    return max(edges or [widest], key=lambda ring: ring.clear - INWARD * ring.radius / widest.radius)


def _is_shade(ring: TrayRing, wider: TrayRing, lab: Floats) -> bool:
    """Return whether a ring meets a wider one, but for where the same felt lies between them, in the shade."""
    places, outward = _places(ring.corners)
    contour = wider.corners.astype(np.float32)
    apart = np.array([cv2.pointPolygonTest(contour, at, measureDist=True) for at in places.tolist()])
    parted = apart > APART_PX
    if parted.mean() < LEAST_PARTED or (apart < BESIDE_PX).mean() < LEAST_MET:
        return False
    felt = _colours(lab, places, outward, -BAND_PX)[parted].mean(axis=1)
    between = _colours(lab, places, outward * apart[:, None] / 8, np.arange(3, 6))[parted].mean(axis=1)
    is_felt = np.linalg.norm((between - in_the_light_of(between, felt))[:, 1:], axis=1) < SAME_FELT
    return bool(np.mean(is_felt & (between[:, 0] < felt[:, 0] - DARKER)) >= MOSTLY)


def may_shade(ring: TrayRing, outline: Ring) -> bool:
    """Return whether an outline may be the edge of the shadow on a floor that ends at a ring."""
    contour = ring.corners.astype(np.float32)
    inward = [cv2.pointPolygonTest(contour, at, measureDist=True) for at in places_along(outline, PLACES).tolist()]
    least, met, middle, mostly, most = np.quantile(inward, [0.0, 0.15, 0.5, 0.75, 1.0])
    is_met = ring.shaded <= HALF_SHADED and least >= -MEETS_PX and met <= MEETS_PX <= middle
    return bool(is_met and most / 3 <= mostly and most <= SHADOW_SHARE * _radius(outline))


def rings_near(outline: Ring, *, lab: Floats, hue: Floats, sides: int) -> Iterator[TrayRing]:
    """Yield the rings near an outline.

    Args:
        outline: float64 (N, 2), convex, pixels.
        lab: float32 (H, W, 3), OpenCV's 8-bit L, a, b.
        hue: float32 (H, W, 4), shares of R, G, B and some lightness, as a tray is sought in.
        sides: How many straight sides it has, with as many corners; 0 for an ellipse, -1 for another shape.
    """
    inmost, outmost = (round(share * _radius(outline)) for share in DEPTHS)
    depths = np.arange(inmost, outmost + 1)
    places, outward = _places(outline)
    seen, shifts = _loops(_edges(lab, places, outward, depths), outward)
    widely = cv2.dilate(seen[None].astype(np.float32), np.ones((1, 2 * APART_PX + 1), np.uint8))[0]
    for at in np.flatnonzero((seen >= widely - 1e-6) & (seen >= LEAST_SEEN)):
        ring = _moved(outline, float(depths[at]) - 0.5, shifts[at], sides)
        for _ in range(3):
            ring = None if ring is None else _drawn(ring, lab, sides)
        if ring is not None:
            found = _described(ring, lab, hue)
            yield found if sides >= 0 else replace(found, clear=found.clear - FREE)


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
    return np.asarray(seen, np.float32)


def _contrast(picture: Floats, places: Ring, outward: Ring, depths: NDArray[np.int_]) -> Floats:
    """Return how colours differ across half a pixel before each depth, float32 (places, depths)."""
    seen = _colours(picture, places, outward, np.arange(depths[0] - BESIDE_PX, depths[-1] + BESIDE_PX))
    total = np.cumsum(np.pad(seen, ((0, 0), (1, 0), (0, 0))), axis=1, dtype=np.float64)
    means = (total[:, BESIDE_PX:] - total[:, :-BESIDE_PX]) / BESIDE_PX
    return np.asarray(np.linalg.norm(means[:, BESIDE_PX:] - means[:, :-BESIDE_PX], axis=2), np.float32)


def _edges(picture: Floats, places: Ring, outward: Ring, depths: NDArray[np.int_]) -> Floats:
    """Return how sharp an edge is, 0–1, where it is sharper than beside it, float32 (places, depths)."""
    contrast = _contrast(picture, places, outward, depths)
    sharpest = contrast >= cv2.dilate(contrast, np.ones((1, 5), np.uint8))
    return np.asarray(np.where(sharpest, contrast / (contrast + PLAIN), 0), np.float32)


def _loops(edges: Floats, outward: Ring) -> tuple[NDArray[np.float64], Ring]:
    """Return for each depth how well edges are seen along the best loop there, and its shift, float64 (depths, 2)."""
    steps = np.arange(-SHIFT_PX, SHIFT_PX + 1, 2.0)
    shifts = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    shifts = shifts[np.hypot(*shifts.T) <= SHIFT_PX]
    padded = np.pad(cv2.dilate(edges, np.ones((1, 3), np.uint8)), ((0, 0), (SHIFT_PX + 1, SHIFT_PX + 1)))
    base = np.rint(shifts @ outward.T).astype(int) + SHIFT_PX + 1 + np.arange(len(edges)) * padded.shape[1]
    seen = np.stack([padded.ravel()[base + depth].mean(axis=1) for depth in range(edges.shape[1])])
    best = seen.argmax(axis=1)
    return seen.max(axis=1).astype(np.float64), shifts[best]


def _moved(outline: Ring, depth_px: float, shift: Ring, sides: int) -> Ring | None:
    """Return an outline drawn out by so much and shifted."""
    if sides > 0:
        normals = _outward(np.roll(outline, -1, axis=0) - outline, outline)
        return _crossed(normals, np.sum(normals * outline, axis=1) + depth_px + normals @ shift)
    places, outward = _places(outline)
    return places + outward * (depth_px + outward @ shift)[:, None]


def _crossed(normals: Ring, offsets: NDArray[np.float64]) -> Ring | None:
    """Return where each line crosses the one before, None where two are nearly parallel."""
    pairs = np.stack([np.roll(normals, 1, axis=0), normals], axis=1)
    if np.abs(np.linalg.det(pairs)).min() < 0.2:
        return None
    return np.asarray(np.linalg.solve(pairs, np.stack([np.roll(offsets, 1), offsets], axis=1)[..., None])[..., 0])


def _drawn(ring: Ring, lab: Floats, sides: int) -> Ring | None:
    """Return a ring drawn to the edges next to it, in its own shape; None where too few are seen."""
    if sides < 0:
        return ring
    near = np.arange(-5, 6)
    places, outward = _places(ring) if sides == 0 else _along_sides(ring)
    edges = _edges(lab, places, outward, near)
    nearest = (edges - 0.03 * np.abs(near)).argmax(axis=1)
    points = places + outward * (near[nearest] - 0.5)[:, None]
    is_sure = edges.max(axis=1) > SURE_EDGE
    if sides > 0:
        return _polygon(points, is_sure, sides)
    return ellipse_through(points[is_sure]) if is_sure.mean() > 0.25 else None


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


def _radius(ring: Ring) -> float:
    return float(np.sqrt(cv2.contourArea(ring.astype(np.float32)) / np.pi))


def _described(ring: Ring, lab: Floats, hue: Floats) -> TrayRing:
    """Return a ring with what is seen across it."""
    places, outward = _places(ring)
    contrast = _contrast(lab, places, outward, np.arange(-2, 3)).max(axis=1)
    clear = float(np.mean(contrast / (contrast + PLAIN)))
    return TrayRing(corners=ring, radius=_radius(ring), clear=clear, shaded=_shaded(hue, places, outward))


def _shaded(hue: Floats, places: Ring, outward: Ring) -> float:
    """Return the share of places whose hue outside is nearer to what lies inside than to what mostly lies outside."""
    seen = (_colours(hue, places, outward, depths)[..., :3].mean(axis=1) for depths in (-BAND_PX, BAND_PX))
    inside, outside = (colours / colours.sum(axis=1, keepdims=True) for colours in seen)
    felt = np.median(inside, axis=0)
    across = np.median(outside, axis=0) - felt
    return float(np.mean((outside - felt) @ across < 0.35 * (across @ across)))
