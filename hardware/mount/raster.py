"""Which triangle each pixel sees: a z-buffer over arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOTHING = -1
_AT_ONCE = 3_000_000
"""Samples reckoned together: some hundred megabytes."""
_STEPS = 2**30
_SHIFT = np.int64(1 << 32)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What each pixel sees, row 0 above.

    Attributes:
        triangle: int64 (H, W), `NOTHING` where none is.
        item: int64 (H, W), `NOTHING` where none is.
        depth: float64 (H, W), in pixels, larger is nearer; 0 where nothing is.
        normal: float64 (H, W, 3), right, up, towards the eye.
    """

    triangle: NDArray[np.int64]
    item: NDArray[np.int64]
    depth: NDArray[np.float64]
    normal: NDArray[np.float64]


def rasterise(
    corners: NDArray[np.float64],
    normals: NDArray[np.float64],
    owner: NDArray[np.int64],
    wide: int,
    high: int,
) -> Seen:
    """Return what each pixel sees.

    Args:
        corners: float64 (M, 3, 3): x and y in pixels, y upwards, and depth, larger is nearer.
        normals: float64 (M, 3).
        owner: int64 (M,).
        wide: Pixels.
        high: Pixels.
    """
    nearest, farthest = corners[..., 2].max(), corners[..., 2].min()
    per_step = max(float(nearest - farthest), 1e-9) / _STEPS
    buffer = np.full(wide * high, np.iinfo(np.int64).max)
    rows = _rows(corners, np.flatnonzero(normals[:, 2] > 1e-9), high)
    ends = np.cumsum(np.maximum(_columns(rows, wide)[1], 0))
    first = 0
    while first < len(ends):
        done = ends[first - 1] if first else 0
        last = max(first + 1, int(np.searchsorted(ends, done + _AT_ONCE)))
        pixels, depth, triangle = _samples(corners, normals, rows[first:last], wide, high)
        steps = ((nearest - depth) / per_step).astype(np.int64)
        np.minimum.at(buffer, pixels, steps * _SHIFT + triangle)
        first = last
    return _seen(buffer, normals, owner, nearest, per_step, (wide, high))


_ROW = np.dtype([("triangle", np.int64), ("y", np.int64), ("left", np.float64), ("right", np.float64)])


def _rows(corners: NDArray[np.float64], facing: NDArray[np.int64], high: int) -> NDArray[np.void]:
    """Return where every row of pixels enters and leaves every triangle that faces the eye."""
    ys = corners[facing, :, 1]
    low = np.clip(np.ceil(ys.min(axis=1) - 0.5).astype(np.int64), 0, high)
    count = np.maximum(np.clip(np.ceil(ys.max(axis=1) - 0.5).astype(np.int64), 0, high) - low, 0)
    rows = np.zeros(count.sum(), dtype=_ROW)
    rows["triangle"] = np.repeat(facing, count)
    rows["y"] = _runs(low, count)
    middle = rows["y"] + 0.5
    rows["left"], rows["right"] = np.inf, -np.inf
    for start, end in ((0, 1), (1, 2), (2, 0)):
        ax, ay = corners[rows["triangle"], start, :2].T
        bx, by = corners[rows["triangle"], end, :2].T
        crosses = (ay <= middle) != (by <= middle)
        x = ax + (bx - ax) * (middle - ay) / np.where(crosses, by - ay, 1.0)
        rows["left"] = np.where(crosses, np.minimum(rows["left"], x), rows["left"])
        rows["right"] = np.where(crosses, np.maximum(rows["right"], x), rows["right"])
    return rows[rows["right"] >= rows["left"]]


def _columns(rows: NDArray[np.void], wide: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first pixel of each row, and how many there are."""
    left = np.clip(np.ceil(rows["left"] - 0.5), 0, wide).astype(np.int64)
    right = np.clip(np.ceil(rows["right"] - 0.5), 0, wide).astype(np.int64)
    return left, np.maximum(right - left, 0)


def _runs(first: NDArray[np.int64], count: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return first, first + 1, … of every run, one after the other."""
    starts = np.cumsum(count) - count
    return np.arange(count.sum()) - np.repeat(starts - first, count)


def _samples(
    corners: NDArray[np.float64], normals: NDArray[np.float64], rows: NDArray[np.void], wide: int, high: int
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Return pixel, depth and triangle of every sample."""
    left, count = _columns(rows, wide)
    triangle = np.repeat(rows["triangle"], count)
    x, y = _runs(left, count), np.repeat(rows["y"], count)
    base, normal = corners[triangle, 0], normals[triangle]
    rise = normal[:, 0] * (x + 0.5 - base[:, 0]) + normal[:, 1] * (y + 0.5 - base[:, 1])
    depth = base[:, 2] - rise / normal[:, 2]
    bounds = corners[..., 2]
    depth = np.clip(depth, bounds.min(axis=1)[triangle], bounds.max(axis=1)[triangle])
    return (high - 1 - y) * wide + x, depth, triangle


def _seen(
    buffer: NDArray[np.int64],
    normals: NDArray[np.float64],
    owner: NDArray[np.int64],
    nearest: float,
    per_step: float,
    size: tuple[int, int],
) -> Seen:
    """Return the buffer as pictures."""
    wide, high = size
    empty = buffer == np.iinfo(np.int64).max
    triangle = np.where(empty, NOTHING, buffer % _SHIFT)
    depth = np.where(empty, 0.0, nearest - (buffer // _SHIFT) * per_step)
    item = np.where(empty, NOTHING, owner[triangle])
    normal = np.where(empty[:, None], 0.0, normals[triangle])
    return Seen(
        triangle=triangle.reshape(high, wide),
        item=item.reshape(high, wide),
        depth=depth.reshape(high, wide),
        normal=normal.reshape(high, wide, 3),
    )
