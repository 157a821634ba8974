"""Calibration: where the board lies in the picture.

A printed sheet gives the scale in millimetres, the tray's outline says which dice lie on the board. Where neither is
seen there is no board, and the whole picture is read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.outline import colours_beside, in_the_light_of
from vision.find.sheet import find_sheet
from vision.find.tray import BoardKind as BoardKind
from vision.find.tray import find_tray
from vision.frame import Frame
from vision.preprocess import shrunk
from vision.reading import Point

WORK_PX = 480  # longer side that the outline is sought on: the felt's edge is then about a pixel wide
LEAST_PX = 32  # shorter side of a picture that shows a tray


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOutline:
    """The playing area in a picture."""

    polygon: tuple[Point, ...]  # Corners of the playing area, clockwise, source-frame pixels; round trays have many.
    kind: BoardKind  # What it was taken from
    size_wh: tuple[int, int]  # Size of the frame it was found in, pixels
    mm_per_px: float | None = None  # Scale in the middle of the board; None without a printed sheet.
    # Median colour inside, OpenCV's 8-bit L, a, b; None without a tray.
    felt_lab: tuple[float, float, float] | None = None

    def contains(self, point: Point, margin_px: float = 0.0) -> bool:
        """Return whether a point lies inside, at least `margin_px` from the outline (outside, if negative)."""
        contour = np.array(self.polygon, np.float32).reshape(-1, 1, 2)
        return cv2.pointPolygonTest(contour, point, measureDist=True) >= margin_px

    def scaled(self, size_wh: tuple[int, int]) -> BoardOutline:
        """Return the outline in a frame of the same view and another size."""
        sx, sy = size_wh[0] / self.size_wh[0], size_wh[1] / self.size_wh[1]
        scale = None if self.mm_per_px is None else self.mm_per_px / math.sqrt(sx * sy)
        polygon = tuple((x * sx, y * sy) for x, y in self.polygon)
        return replace(self, polygon=polygon, size_wh=size_wh, mm_per_px=scale)

    def mask(self, size_wh: tuple[int, int]) -> NDArray[np.bool_]:
        """Return which pixels of a frame of the given size lie inside: bool, shape (H, W)."""
        canvas = np.zeros((size_wh[1], size_wh[0]), np.uint8)
        corners = np.array(self.scaled(size_wh).polygon)
        cv2.fillPoly(canvas, [np.rint(corners).astype(np.int32)], (1,))
        return canvas.astype(np.bool_)

    @property
    def area_px(self) -> float:
        """Return the area inside, square pixels of the frame it was found in."""
        return float(cv2.contourArea(np.array(self.polygon, np.float32)))

    @property
    def centre_xy(self) -> Point:
        """Return the middle of the outline's bounding box."""
        xs, ys = zip(*self.polygon, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def find_board(frame: Frame) -> BoardOutline | None:
    """Return the board in a frame, or None if there is none to be seen.

    Args:
        frame: The frame, any size; dice may lie in it.
    """
    small = _small(frame)
    size_wh = small.shape[1], small.shape[0]
    sheet = find_sheet(frame.pixels)
    scale = None if sheet is None else sheet.mm_per_px
    tray = find_tray(small) if min(frame.size_wh) >= LEAST_PX else None
    if tray is not None:
        found = BoardOutline(polygon=tray.polygon, kind=tray.shape, size_wh=size_wh, felt_lab=tray.felt_lab)
        return replace(found.scaled(frame.size_wh), mm_per_px=scale)
    if sheet is not None:
        return BoardOutline(
            polygon=sheet.polygon, kind=BoardKind.SHEET, size_wh=frame.size_wh, mm_per_px=sheet.mm_per_px
        )
    return None


def _small(frame: Frame) -> NDArray[np.uint8]:
    """Return a frame in the size that outlines are sought on."""
    width, height = frame.size_wh
    grow = WORK_PX / max(width, height)
    size_wh = max(1, round(width * grow)), max(1, round(height * grow))
    return cv2.resize(frame.pixels, size_wh, interpolation=cv2.INTER_AREA).astype(np.uint8)


@dataclass(frozen=True, slots=True, kw_only=True)
class PresencePolicy:
    """When a board counts as the same."""

    felt_distance: float = 22.0  # Largest colour distance (a, b of 8-bit Lab) of felt to the felt that was calibrated
    edge_distance: float = 10.0  # Smallest colour distance (L, a, b) across the outline that is an edge
    same_share: float = 0.6  # Share of the outline that must be seen; the rest may hide under a hand or shadow.
    # Overlap (intersection over union) of a newly found outline that is still the same place
    same_overlap: float = 0.96


def is_in_place(board: BoardOutline, frame: Frame, *, policy: PresencePolicy | None = None) -> bool:
    """Return whether a frame still shows the board where it was.

    Args:
        board: The calibrated board.
        frame: A later frame of the same view, any size.
        policy: When a board counts as the same.
    """
    if board.felt_lab is None:
        return True  # a sheet is taken away after calibration: nothing to look for
    chosen = policy or PresencePolicy()
    if _outline_share(board, frame, chosen) >= chosen.same_share:
        return True
    found = find_board(frame)
    return found is not None and found.felt_lab is not None and _overlap(board, found) >= chosen.same_overlap


def _outline_share(board: BoardOutline, frame: Frame, policy: PresencePolicy) -> float:
    """Return on which share of the outline felt lies inside and something else outside."""
    small = shrunk(frame.pixels, WORK_PX)
    size_wh = small.shape[1], small.shape[0]
    lab = cv2.cvtColor(cv2.medianBlur(small, 3), cv2.COLOR_RGB2LAB).astype(np.float32)
    inside, outside = colours_beside(np.array(board.scaled(size_wh).polygon), lab)
    felt = np.array(board.felt_lab, np.float32)
    is_felt = np.linalg.norm((inside - in_the_light_of(inside, felt))[:, 1:], axis=1) <= policy.felt_distance
    is_edge = np.linalg.norm(inside - outside, axis=1) >= policy.edge_distance
    return float(np.mean(is_felt & is_edge))


def _overlap(one: BoardOutline, other: BoardOutline) -> float:
    """Return intersection over union of two outlines of one view."""
    a, b = (board.mask((WORK_PX, WORK_PX)) for board in (one, other))
    return float((a & b).sum() / max(1, (a | b).sum()))
