"""The tray: a floor with a clear edge, round or with straight sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.edges import drawn_to_edges
from vision.find.floor import floor_in
from vision.find.outline import Ring, colours_beside, ellipse_through, is_regular, places_along
from vision.reading import Point


class BoardKind(StrEnum):
    """What an outline was taken from."""

    ROUND = "round"
    OCTAGON = "octagon"
    SQUARE = "square"
    OTHER = "other"  # a tray of another convex shape
    SHEET = "sheet"  # only a printed sheet was seen


ELLIPSE, FREE = 0, -1
FLOOR_REACHES_PX = 15, 8, 8  # How far off the hull, which goes round every tongue, the floor's edge may be
INMOST_REACHES_PX, LAST_REACHES_PX = (14, 8), (2, 2)  # Of the edges where it may end, and of the one it is drawn to
FLOOR_STEP = 100.0  # What floor and no floor differ by, as colours in 8-bit Lab do
BORDER_PX = 5  # So near to the picture's edge an outline is cut off
SIDES = {ELLIPSE: BoardKind.ROUND, 4: BoardKind.SQUARE, 6: BoardKind.OTHER, 8: BoardKind.OCTAGON}
"""Shapes of so many straight sides; an outline of no such shape goes as the floor does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tray:
    """The floor of a tray, in the pixels it was sought in."""

    polygon: tuple[Point, ...]  # Outline, clockwise
    shape: BoardKind  # What it looks like
    felt_lab: tuple[float, float, float]  # Median colour, OpenCV's 8-bit L, a, b


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayPolicy:
    """What passes for a tray."""

    # Log odds from which on a pixel is floor, one after the other: a floor like no other is not believed surely
    cuts: tuple[float, ...] = (0.0, 1.5, -1.5, -3.0)
    least_share: float = 0.06  # Smallest share of the picture that a tray's floor fills
    most_share: float = 0.9  # Largest share; more is a plain table, not a tray.
    least_fit: float = 0.94  # Intersection over union of floor and fitted shape
    # The picture's middle lies on the floor, at most this far outside (share of the floor's radius)
    centre_reach: float = 0.3
    edge_distance: float = 10.0  # Smallest colour distance (L, a, b) across the outline that is an edge
    least_seen: float = 0.7  # Share of the outline that the picture does not cut off
    least_edge: float = 0.5  # Share of the outline that must be an edge; dice and shadows at the rim hide some of it.


def find_tray(pixels: NDArray[np.uint8]) -> Tray | None:
    """Return the tray in a picture, or None.

    Args:
        pixels: uint8, shape (H, W, 3), RGB; about 480 px on the longer side.

    Raises:
        ModelError: If the model that finds floors is missing, broken or another than stated.
    """
    policy, odds = TrayPolicy(), floor_in(pixels)
    lab = cv2.cvtColor(cv2.medianBlur(pixels, 5), cv2.COLOR_RGB2LAB).astype(np.float32)
    trays = (_tray_of(odds - cut, lab, policy) for cut in policy.cuts)
    return next((tray for tray in trays if tray is not None), None)


def _tray_of(odds: NDArray[np.float32], lab: NDArray[np.float32], policy: TrayPolicy) -> Tray | None:
    """Return the tray whose floor is where the odds are above 0, or None."""
    piece = _largest_piece(odds > 0)
    if piece is None:
        return None
    floor, hull = piece
    if not policy.least_share <= floor.mean() <= policy.most_share or not _is_central(hull, floor.shape, policy):
        return None
    chance = (1 / (1 + np.exp(-odds[..., None]))).astype(np.float32)
    fit, sides, ring = max(_fitted(floor, hull, chance), key=lambda fitted: fitted[0])
    if sides != FREE:
        ring = drawn_to_edges(drawn_to_edges(ring, lab, sides, INMOST_REACHES_PX, chance), lab, sides, LAST_REACHES_PX)
    # It is an edge all round; lit paper fades, and a table that is cut off has none.
    inside, outside = colours_beside(ring, lab)
    is_edge = np.linalg.norm(inside - outside, axis=1) >= policy.edge_distance
    places, size_wh = places_along(ring, 96), np.array(floor.shape[::-1])
    is_seen = np.all((places > BORDER_PX) & (places < size_wh - BORDER_PX), axis=1)
    if fit < policy.least_fit or is_edge.mean() < policy.least_edge or is_seen.mean() < policy.least_seen:
        return None
    light, a, b = (float(value) for value in np.median(lab[floor > 0], axis=0))
    polygon = tuple((float(x), float(y)) for x, y in ring + 0.5)  # OpenCV counts from a pixel's middle
    return Tray(polygon=polygon, shape=SIDES.get(sides, BoardKind.OTHER), felt_lab=(light, a, b))


def _largest_piece(region: NDArray[np.bool_]) -> tuple[NDArray[np.uint8], NDArray[np.int32]] | None:
    """Return the largest connected piece of a region, its holes filled, thin tongues cut off, and its hull.

    uint8 (H, W), 0/1, and int32 (N, 1, 2); None of nothing.
    """
    side = max(3, min(region.shape) // 40) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    opened = cv2.morphologyEx(region.astype(np.uint8), cv2.MORPH_OPEN, disc)
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    piece = cv2.drawContours(np.zeros(region.shape, np.uint8), [largest], -1, (1,), cv2.FILLED)
    return np.asarray(piece, np.uint8), np.asarray(cv2.convexHull(largest), np.int32)


def _is_central(hull: NDArray[np.int32], size_hw: tuple[int, ...], policy: TrayPolicy) -> bool:
    """Return whether the camera looks at this piece: its middle is the picture's, roughly."""
    middle = size_hw[1] / 2, size_hw[0] / 2
    radius = (cv2.contourArea(hull) / np.pi) ** 0.5
    return bool(cv2.pointPolygonTest(hull, middle, measureDist=True) >= -policy.centre_reach * radius)


def _fitted(
    floor: NDArray[np.uint8], hull: NDArray[np.int32], chance: NDArray[np.float32]
) -> Iterator[tuple[float, int, Ring]]:
    """Yield how well shapes fit a floor, intersection over union, how many sides they have, and their outlines."""
    corners = hull.reshape(-1, 2).astype(np.float64)
    yield _fit(floor, corners) - 0.02, FREE, corners  # a hull always fits best: it must win clearly
    even = places_along(corners, 180)  # its own points crowd where it bends
    for sides in SIDES:
        ring = ellipse_through(even) if sides == ELLIPSE else _with_corners(hull, sides)
        if ring is not None:
            ring = drawn_to_edges(ring, chance * FLOOR_STEP, sides, FLOOR_REACHES_PX)
            yield _fit(floor, ring), sides, ring


def _with_corners(hull: NDArray[np.int32], corners: int) -> Ring | None:
    """Return the hull simplified to exactly so many corners, float64 (corners, 2), or None if it has no such form."""
    if len(hull) < corners:
        return None
    polygon = np.asarray(cv2.approxPolyN(hull, corners, ensure_convex=True), np.float64).reshape(-1, 2)
    return polygon if is_regular(polygon) else None


def _fit(floor: NDArray[np.uint8], ring: Ring) -> float:
    """Return intersection over union of a floor and a shape."""
    canvas = np.zeros_like(floor)
    cv2.fillPoly(canvas, [np.rint(ring).astype(np.int32)], (1,))
    both, either = np.sum(canvas & floor), np.sum(canvas | floor)
    return float(both / max(1, int(either)))
