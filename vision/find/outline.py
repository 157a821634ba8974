"""Closed outlines in a picture: places along them, colours beside them, how regular they are."""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Ring: TypeAlias = "NDArray[np.float64]"


def places_along(ring: Ring, number: int) -> Ring:
    """Return places at equal distances along a closed outline.

    Args:
        ring: float64, shape (N, 2): its corners, (x, y) in pixels.
        number: How many places.

    Returns:
        float64, shape (number, 2).
    """
    closed = np.vstack([ring, ring[:1]])
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    wanted = np.linspace(0, along[-1], number, endpoint=False)
    return np.stack([np.interp(wanted, along, closed[:, axis]) for axis in (0, 1)], axis=1)


def ellipse_through(points: Ring) -> Ring:
    """Return the ellipse nearest to points (N, 2), at least five, as 72 points in order, float64 (72, 2)."""
    (x, y), (width, height), turn_deg = cv2.fitEllipseDirect(points.astype(np.float32))
    angles, turn = np.linspace(0, 2 * np.pi, 72, endpoint=False), np.deg2rad(turn_deg)
    along, across = np.cos(angles) * width / 2, np.sin(angles) * height / 2
    at = [x + along * np.cos(turn) - across * np.sin(turn), y + along * np.sin(turn) + across * np.cos(turn)]
    return np.stack(at, axis=1)


def colours_beside(
    ring: Ring, picture: NDArray[np.float32], *, offset_px: float = 4.0, number: int = 96
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the colours just inside and just outside an outline.

    Args:
        ring: float64, shape (N, 2): convex outline, pixels of the picture.
        picture: float32, shape (H, W, channels).
        offset_px: How far from the outline. 4 px of 480 are beyond the blur and the outline's own error, and still
            on a 10 mm rim (8–16 px).
        number: How many places are looked at.

    Returns:
        Inside and outside, each float32, shape (number, channels).
    """
    places = places_along(ring, number)
    outward = places - (ring.min(axis=0) + ring.max(axis=0)) / 2
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-6)
    limit = np.array([picture.shape[1] - 1, picture.shape[0] - 1])
    inner, outer = (np.clip(np.rint(places + outward * step), 0, limit).astype(int) for step in (-offset_px, offset_px))
    return picture[inner[:, 1], inner[:, 0]], picture[outer[:, 1], outer[:, 0]]


def in_the_light_of(lab: NDArray[np.float32], felt: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a felt as it may look in the light of each place, nearest to what is seen: colours fade in the shade.

    With 16 added to L*, L*, a* and b* are proportional in the light and the shade; cameras darken the shade once more.

    Args:
        lab: What is seen, float32 (..., 3), OpenCV's 8-bit L, a, b.
        felt: The felt, likewise, one for all or one for each; its own lightness is kept.
    """
    grey = np.array([-41, 128, 128], np.float32)
    now, known = lab - grey, felt - grey
    light = (now[..., 0] / known[..., 0]) ** 2
    kept = (now * known)[..., 1:].sum(axis=-1) / np.maximum((known**2)[..., 1:].sum(axis=-1), 1)
    kept = np.clip(kept, np.minimum(light, 1), np.maximum(light, 1))[..., None]
    lightness = np.broadcast_to(felt[..., :1], kept.shape)
    return np.concatenate([lightness, grey[1:] + kept * known[..., 1:]], axis=-1)


def is_regular(ring: Ring, *, least_side: float = 0.6, angle_error_deg: float = 18.0) -> bool:
    """Return whether a polygon has about equal sides and angles, as a tray seen nearly from above has.

    Args:
        ring: float64, shape (N, 2): convex polygon.
        least_side: Shortest side over longest; a rectangle twice as long as wide is no square.
        angle_error_deg: Largest difference of a corner to that of the regular polygon.
    """
    sides = np.roll(ring, -1, axis=0) - ring
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() <= 0 or lengths.min() / lengths.max() < least_side:
        return False
    heading = np.arctan2(sides[:, 1], sides[:, 0])
    turns = np.rad2deg(np.abs((np.roll(heading, -1) - heading + np.pi) % (2 * np.pi) - np.pi))
    return bool(np.abs(turns - 360 / len(ring)).max() <= angle_error_deg)
