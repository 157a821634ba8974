"""The printed calibration sheet: a ChArUco pattern on A4 paper that gives the scale in millimetres."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Point

SQUARES_WH = (5, 7)
SQUARE_MM = 30.0  # 150 × 210 mm: fits A4 with the margin every printer leaves
MARKER_MM = 22.0
LEAST_CORNERS = 6  # four fix a homography; two more tell a chance hit from a sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSheet:
    """A sheet seen in a picture."""

    polygon: tuple[Point, ...]  # Its four corners (of the pattern, not the paper), clockwise, pixels
    mm_per_px: float  # Scale in the middle of the sheet


def pattern() -> cv2.aruco.CharucoBoard:
    """Return the pattern of the sheet; its points are millimetres from its first corner."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard(SQUARES_WH, SQUARE_MM, MARKER_MM, dictionary)


def dark_boxes() -> tuple[tuple[float, float, float, float], ...]:
    """Return what of the pattern is black, to be printed as vectors.

    Returns:
        Rectangles: left, top, width and height, millimetres from the pattern's first corner.

    Source:
        OpenCV, class CharucoBoard: the first square is black, markers stand in the middle of the white ones.
    """
    board = pattern()
    columns, rows = SQUARES_WH
    squares = np.argwhere(np.add.outer(np.arange(rows), np.arange(columns)) % 2 == 0).tolist()
    found = [(column * SQUARE_MM, row * SQUARE_MM, SQUARE_MM, SQUARE_MM) for row, column in squares]
    modules = board.getDictionary().markerSize + 2  # its bits, and a black border around them
    side = MARKER_MM / modules
    for marker, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True):
        left, top = (float(value) for value in corners[0][:2])
        bits = cv2.aruco.generateImageMarker(board.getDictionary(), int(marker), modules)
        found += [
            (left + x * side, top + y * side, side, side) for y, x in np.argwhere(np.asarray(bits) < 128).tolist()
        ]
    return tuple(found)


def draw_sheet(px_per_mm: float = 12.0) -> NDArray[np.uint8]:
    """Return the pattern for printing at 100 %: uint8 grey, shape (210 mm, 150 mm) at the given resolution."""
    size_wh = round(SQUARES_WH[0] * SQUARE_MM * px_per_mm), round(SQUARES_WH[1] * SQUARE_MM * px_per_mm)
    drawn: NDArray[np.uint8] = pattern().generateImage(size_wh).astype(np.uint8)
    return drawn


def find_sheet(pixels: NDArray[np.uint8]) -> FoundSheet | None:
    """Return the sheet in a picture, or None.

    Args:
        pixels: uint8, shape (H, W, 3), RGB.
    """
    seen = find_corners(pixels)
    to_px = None if seen is None else cv2.findHomography(seen[1], seen[0], cv2.RANSAC, 3.0)[0]
    return None if to_px is None else _sheet_from(np.asarray(to_px, np.float64))


def find_corners(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return the pattern's corners in a picture, (N, 2) pixels, and on the sheet, (N, 2) mm; None without a sheet."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(pattern()).detectBoard(grey)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    on_sheet_mm = np.array(pattern().getChessboardCorners(), np.float64)[ids.ravel(), :2]
    return np.asarray(corners, np.float64).reshape(-1, 2), on_sheet_mm


def _sheet_from(to_px: NDArray[np.float64]) -> FoundSheet:
    """Return the sheet that a homography from millimetres to pixels describes."""
    width, height = SQUARES_WH[0] * SQUARE_MM, SQUARES_WH[1] * SQUARE_MM
    middle = (width / 2, height / 2)
    spots = [(0, 0), (width, 0), (width, height), (0, height), middle, (middle[0] + 1, middle[1])]
    mapped = cv2.perspectiveTransform(np.array([spots], np.float64), to_px)[0]
    placed = [(float(x), float(y)) for x, y in mapped]
    return FoundSheet(polygon=tuple(placed[:4]), mm_per_px=1 / math.dist(placed[4], placed[5]))
