"""The tray: one colour of felt with a clear edge, round, eight-cornered or square, inside a rim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.outline import Ring, colours_beside, ellipse_through, is_regular, places_along
from vision.find.rings import TrayRing, floor_of, may_shade, rings_near
from vision.reading import Point

SAME_HUE = 30.0
"""Shares of R, G and B, times 255: so far apart are those of a felt in the light and in the shade at most."""


class BoardKind(StrEnum):
    """What an outline was taken from."""

    ROUND = "round"
    OCTAGON = "octagon"
    SQUARE = "square"
    OTHER = "other"  # a tray of another convex shape
    SHEET = "sheet"  # only a printed sheet was seen


SIDES = {8: BoardKind.OCTAGON, 4: BoardKind.SQUARE}
"""Shapes of so many straight sides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tray:
    """The felt of a tray, in the pixels it was sought in."""

    polygon: tuple[Point, ...]  # Outline, clockwise
    shape: BoardKind  # What it looks like
    felt_lab: tuple[float, float, float]  # Median colour, OpenCV's 8-bit L, a, b
    fit: float  # 0–1, how well the felt fills the fitted shape (intersection over union)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayPolicy:
    """What passes for a tray. Chances and sizes were set on thirty rendered trays of two shapes and five felts."""

    # Numbers of clusters the picture is split into: felt, rim, table, shadow and one to spare
    colours: tuple[int, ...] = (3, 4, 5)
    least_share: float = 0.06  # Smallest share of the picture that a tray's felt fills
    most_share: float = 0.9  # Largest share; more is a plain table, not a tray.
    least_solidity: float = 0.95  # Area over convex hull: trays are convex, dice and shadows inside are filled
    least_fit: float = 0.955  # Intersection over union of felt and fitted shape
    # The picture's middle lies in the felt, at most this far outside (share of the felt's radius)
    centre_reach: float = 0.3
    edge_distance: float = 10.0  # Smallest colour distance (L, a, b) across the outline that is an edge
    least_edge: float = 0.7  # Share of the outline that must be an edge; dice and shadows at the rim hide some of it.


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture in the two ways it is looked at."""

    lab: NDArray[np.float32]  # float32, shape (H, W, 3), OpenCV's 8-bit L, a, b
    # float32, shape (H, W, 4): shares of R, G, B times 255, and a little lightness. Felt in its rim's shadow keeps the
    # shares; Lab would call it another colour.
    colour: NDArray[np.float32]


def find_tray(pixels: NDArray[np.uint8], *, policy: TrayPolicy | None = None) -> Tray | None:
    """Return the tray in a picture, or None.

    Args:
        pixels: uint8, shape (H, W, 3), RGB; about 480 px on the longer side.
        policy: What passes for a tray.
    """
    chosen = policy or TrayPolicy()
    picture = _picture_of(pixels)
    trays = sorted(_trays(picture, chosen), key=lambda tray: -tray.fit)
    if not trays:
        return None
    rings = _rings(trays, picture)
    if not rings:
        return trays[0]
    floor = floor_of(tuple(rings), picture.lab)
    return replace(rings[floor], polygon=_points(floor.corners))


def floors_around(pixels: NDArray[np.uint8], outline: Ring) -> Iterator[tuple[Point, ...]]:
    """Yield where the floor may end if an outline, float64 (N, 2), is but that of the rim's shadow on it.

    The pixels are as `find_tray` takes them.
    """
    picture = _picture_of(pixels)
    rings = _rings(tuple(_trays(picture, TrayPolicy())), picture)
    yield from (_points(ring.corners) for ring in rings if may_shade(ring, outline))


def _rings(trays: Sequence[Tray], picture: _Picture) -> dict[TrayRing, Tray]:
    """Return the edges near trays, and which each lies near."""
    # One of each shape and size, to 4 % of its area, is enough: the rings near them are the same.
    unlike = {(tray.shape, round(25 * np.log(_area(tray)))): tray for tray in reversed(trays)}.values()
    return {
        ring: tray
        for tray in unlike
        for ring in rings_near(np.array(tray.polygon), lab=picture.lab, hue=picture.colour, sides=_sides(tray))
    }


def _points(ring: Ring | NDArray[np.float32]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in ring)


def _area(tray: Tray) -> float:
    return cv2.contourArea(np.array(tray.polygon, np.float32))


def _sides(tray: Tray) -> int:
    """Return how many straight sides a tray has, as `rings_near` takes it."""
    is_straight = tray.shape in SIDES.values()
    return len(tray.polygon) if is_straight else -1 if tray.shape is BoardKind.OTHER else 0


def _picture_of(pixels: NDArray[np.uint8]) -> _Picture:
    """Return a picture in Lab and in shares of its colours."""
    smooth = cv2.medianBlur(pixels, 5)
    levels = smooth.astype(np.float32)
    total = levels.sum(axis=2, keepdims=True)
    # 30 levels are added so that near-black pixels, whose shares are noise, count as grey
    colour = np.concatenate([255 * levels / (total + 30), 0.05 * total], axis=2)
    lab = cv2.cvtColor(smooth, cv2.COLOR_RGB2LAB).astype(np.float32)
    return _Picture(lab, colour.astype(np.float32))


def _trays(picture: _Picture, policy: TrayPolicy) -> Iterator[Tray]:
    """Yield what may be a tray among all splits of a picture into colours."""
    for number in policy.colours:
        for region in _regions(picture.colour, number):
            tray = _tray_from(region, picture, policy)
            if tray is not None:
                yield tray


def _regions(colour: NDArray[np.float32], number: int) -> Iterator[NDArray[np.uint8]]:
    """Yield masks of one colour each that may be felt: uint8 0/1, shape (H, W)."""
    pixels = np.ascontiguousarray(colour.reshape(-1, colour.shape[2]))
    if len(pixels) < 100 * number:
        return
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(0)  # k-means draws its starts: the same picture must give the same board
    sample = np.ascontiguousarray(pixels[:: max(1, len(pixels) // 20_000)])
    _, _, centres = cv2.kmeans(sample, number, np.empty((0, 1), np.int32), stop, 2, cv2.KMEANS_PP_CENTERS)
    away = [((pixels - centre) ** 2).sum(axis=1) for centre in np.asarray(centres)]
    labels = np.argmin(away, axis=0).reshape(colour.shape[:2])
    regions = [(labels == i).astype(np.uint8) for i in range(number)]
    yield from regions
    for one, other in _lit_and_shaded(np.asarray(centres)):
        yield regions[one] | regions[other]


def _lit_and_shaded(centres: NDArray[np.float32]) -> Iterator[tuple[int, int]]:
    """Yield pairs of colours that may be one felt in the light and in its rim's shadow."""
    hue = centres[:, :3] / np.maximum(centres[:, :3].sum(axis=1, keepdims=True), 1)
    for one, other in combinations(range(len(centres)), 2):
        if 255 * np.linalg.norm(hue[one] - hue[other]) < SAME_HUE:
            yield one, other


def _tray_from(region: NDArray[np.uint8], picture: _Picture, policy: TrayPolicy) -> Tray | None:
    """Return the tray whose felt a region of one colour is, or None."""
    felt = _filled_piece(region)
    if felt is None:
        return None
    share = float(felt.mean())
    contour = _outline(felt)
    hull = np.asarray(cv2.convexHull(contour), np.int32)
    solidity = cv2.contourArea(contour) / max(1.0, cv2.contourArea(hull))
    if not policy.least_share <= share <= policy.most_share or solidity < policy.least_solidity:
        return None
    if not _is_central(hull, region.shape, policy):
        return None
    shape, polygon, fit = _fitted(felt, hull)
    # It is a sharp edge all round; lit paper fades, and a cut-off table has none.
    inside, outside = colours_beside(np.array(polygon), picture.lab)
    is_edge = np.linalg.norm(inside - outside, axis=1) >= policy.edge_distance
    if fit < policy.least_fit or is_edge.mean() < policy.least_edge:
        return None
    # Of all that is inside, dice and all: the region itself may have been but the shadow of the rim around it.
    median = np.median(picture.lab[felt > 0], axis=0)
    felt_lab = (float(median[0]), float(median[1]), float(median[2]))
    return Tray(polygon=polygon, shape=shape, felt_lab=felt_lab, fit=fit)


def _filled_piece(region: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Return the largest connected piece of a region with its holes (dice) filled, uint8 0/1."""
    side = max(3, min(region.shape) // 60) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    opened = cv2.morphologyEx(region, cv2.MORPH_OPEN, disc)
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    piece = np.zeros_like(region)
    cv2.drawContours(piece, [max(contours, key=cv2.contourArea)], -1, (1,), cv2.FILLED)
    return _closed(piece, min(region.shape) // 18)  # dice at the rim cut notches into the felt, about a die wide


def _closed(mask: NDArray[np.uint8], reach_px: int) -> NDArray[np.uint8]:
    """Return a mask with gaps up to twice the reach closed; by distances, since a disc this large is slow to slide."""
    wide = reach_px + 2
    padded = cv2.copyMakeBorder(mask, wide, wide, wide, wide, cv2.BORDER_CONSTANT, value=(0,))
    grown = (cv2.distanceTransform(1 - padded, cv2.DIST_L2, 5) <= reach_px).astype(np.uint8)
    shrunk = cv2.distanceTransform(grown, cv2.DIST_L2, 5) > reach_px
    return shrunk[wide:-wide, wide:-wide].astype(np.uint8)


def _outline(mask: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the longest outline of a mask, int32, shape (N, 1, 2)."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(max(contours, key=cv2.contourArea), np.int32)


def _is_central(hull: NDArray[np.int32], size_hw: tuple[int, ...], policy: TrayPolicy) -> bool:
    """Return whether the camera looks at this piece: its middle is the picture's, roughly."""
    middle = size_hw[1] / 2, size_hw[0] / 2
    radius = (cv2.contourArea(hull) / np.pi) ** 0.5
    return bool(cv2.pointPolygonTest(hull, middle, measureDist=True) >= -policy.centre_reach * radius)


def _fitted(felt: NDArray[np.uint8], hull: NDArray[np.int32]) -> tuple[BoardKind, tuple[Point, ...], float]:
    """Return the shape that fits a piece of felt best, its outline and how well it fits."""
    corners_of_hull = hull.reshape(-1, 2).astype(np.float32)
    even = places_along(corners_of_hull.astype(np.float64), 180)  # its own points crowd where it bends
    round_one = ellipse_through(even).astype(np.float32)
    candidates = [(BoardKind.ROUND, round_one), (BoardKind.OTHER, corners_of_hull)]
    for corners, shape in SIDES.items():
        polygon = _with_corners(hull, corners)
        if polygon is not None:
            candidates.append((shape, polygon))
    # A hull always fits best: it must win clearly to be taken for a shape of its own.
    scored = [
        (_fit(felt, polygon) - (0.02 if shape is BoardKind.OTHER else 0), shape, polygon)
        for shape, polygon in candidates
    ]
    fit, shape, polygon = max(scored, key=lambda scored_one: scored_one[0])
    return shape, _points(polygon), fit


def _with_corners(hull: NDArray[np.int32], corners: int) -> NDArray[np.float32] | None:
    """Return the hull simplified to exactly so many corners, float32 (corners, 2), or None if it has no such form."""
    if len(hull) < corners:
        return None
    polygon = np.asarray(cv2.approxPolyN(hull, corners, ensure_convex=True), np.float32).reshape(-1, 2)
    return polygon if is_regular(polygon.astype(np.float64)) else None


def _fit(felt: NDArray[np.uint8], polygon: NDArray[np.float32]) -> float:
    """Return intersection over union of a piece of felt and a polygon."""
    canvas = np.zeros_like(felt)
    cv2.fillPoly(canvas, [np.rint(polygon).astype(np.int32)], (1,))
    both, either = np.sum(canvas & felt), np.sum(canvas | felt)
    return float(both / max(1, int(either)))
