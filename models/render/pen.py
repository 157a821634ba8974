"""A pen that draws shapes given in face units onto a mask: x right, y down, the un-rounded face spans -1 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike

from models.render.noise import smooth_noise
from models.render.world import Bytes, Floats

DRAW_PX = 384
SHIFT = 4


def blank_mask() -> Bytes:
    """Return an empty mask."""
    return np.zeros((DRAW_PX, DRAW_PX), np.uint8)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pen:
    """Where and how large to draw."""

    mask: Bytes = field(default_factory=blank_mask)  # uint8 (DRAW_PX, DRAW_PX), drawn onto in place
    x: float = 0.0  # Middle of what is drawn, face units
    y: float = 0.0  # The same, down
    scale: float = 1.0  # Face units of one unit of what is drawn
    turn_deg: float = 0.0  # Clockwise turn

    def at(self, x: float, y: float, scale: float, *, turn_deg: float = 0.0) -> Pen:
        """Return a pen for a smaller drawing inside this one."""
        (px, py), angle = self._to_face(np.array([[x, y]]))[0], self.turn_deg + turn_deg
        return replace(self, x=float(px), y=float(py), scale=self.scale * scale, turn_deg=angle)

    def fill(self, points: ArrayLike, *, erase: bool = False) -> None:
        """Fill a polygon, (N, 2)."""
        cv2.fillPoly(self.mask, [self._pixels(points)], 0 if erase else 255, cv2.LINE_AA, SHIFT)

    def line(self, points: ArrayLike, width: float, *, closed: bool = False) -> None:
        """Draw a line through points, (N, 2), of a width in the drawing's units."""
        thickness = max(1, round(width * self.scale * DRAW_PX / 2))
        cv2.polylines(self.mask, [self._pixels(points)], closed, 255, thickness, cv2.LINE_AA, SHIFT)

    def disc(self, x: float, y: float, radius: float) -> None:
        """Fill a circle."""
        self.fill(circle(x, y, radius))

    def stamp(self, mask: Bytes, *, wide: float = 1.0) -> None:
        """Print another mask, uint8 (h, w), its height from -1 to 1, so much wider than it is."""
        angle = np.radians(self.turn_deg)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        turn = turn * (self.scale * DRAW_PX / mask.shape[0]) * [wide, 1.0]
        middle = np.array([(self.x + 1) * DRAW_PX / 2, (self.y + 1) * DRAW_PX / 2])
        offset = middle - turn @ [mask.shape[1] / 2, mask.shape[0] / 2]
        matrix = np.column_stack([turn, offset])
        drawn = cv2.warpAffine(mask, matrix, (DRAW_PX, DRAW_PX), flags=cv2.INTER_AREA)
        np.maximum(self.mask, drawn, out=self.mask)

    def _to_face(self, points: ArrayLike) -> Floats:
        angle = np.radians(self.turn_deg)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return np.asarray(np.asarray(points, np.float64) @ turn * self.scale + [self.x, self.y], np.float32)

    def _pixels(self, points: ArrayLike) -> np.typing.NDArray[np.int32]:
        """Return points as OpenCV wants them, in sixteenths of a pixel."""
        return np.asarray(np.round((self._to_face(points) + 1) * (DRAW_PX / 2 * 2**SHIFT)), np.int32)


def warped(masks: Sequence[Bytes], rng: np.random.Generator, strength: float) -> list[Bytes]:
    """Return masks bent alike, by so much (standard deviation, face units): no two engravers cut a figure alike."""
    shape = (DRAW_PX, DRAW_PX)
    rows, columns = np.indices(shape, dtype=np.float32)
    amount = np.float32(strength * DRAW_PX / 2)
    x = columns + amount * smooth_noise(rng, shape, (DRAW_PX / 3, DRAW_PX / 3))
    y = rows + amount * smooth_noise(rng, shape, (DRAW_PX / 3, DRAW_PX / 3))
    return [np.asarray(cv2.remap(mask, x, y, cv2.INTER_LINEAR), np.uint8) for mask in masks]


def hollowed(mask: Bytes, width: float) -> Bytes:
    """Return the outline of what a mask holds, of a width in face units."""
    side = max(3, 2 * round(width * DRAW_PX / 2 / 2) + 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(mask - cv2.erode(mask, kernel), np.uint8)


def circle(x: float, y: float, radius: float, *, squash: float = 1.0) -> Floats:
    """Return a circle's points (an ellipse's, with `squash` its height over its width)."""
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([x + radius * np.cos(angle), y + radius * squash * np.sin(angle)], axis=1).astype(np.float32)


def arc(x: float, y: float, radius: float, *, span_deg: tuple[float, float]) -> Floats:
    """Return points along part of a circle, degrees clockwise from +x."""
    angle = np.radians(np.linspace(*span_deg, 24))
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1).astype(np.float32)


def rectangle(x: float, y: float, wide: float, high: float) -> Sequence[tuple[float, float]]:
    """Return a rectangle's corners about its middle."""
    return [(x + right * wide / 2, y + down * high / 2) for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
