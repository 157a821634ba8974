"""Dice of a known truth on a table, as they are found and read."""

import math
from collections.abc import Iterable, Sequence

from vision.find.board import BoardKind, BoardOutline
from vision.reading import Detection, DieReading, Point, Quad, Reading, Verdict

DIE_PX = 45.0
PLACES = ((300.0, 300.0), (500.0, 420.0), (700.0, 300.0), (420.0, 700.0), (800.0, 760.0))
ELSEWHERE = ((250.0, 900.0), (950.0, 500.0), (620.0, 950.0), (1000.0, 900.0), (200.0, 520.0))


def square(centre: Point, turn_deg: float, size_px: float = DIE_PX) -> Quad:
    along, across = (math.cos(math.radians(turn_deg)) * size_px / 2, math.sin(math.radians(turn_deg)) * size_px / 2)
    x, y = centre
    return (
        (x - along + across, y - across - along),
        (x + along + across, y + across - along),
        (x + along - across, y + across + along),
        (x - along - across, y - across + along),
    )


def boxed(x, y, edge, confidence=1.0):
    """Return a die that fills a square box from its upper left corner on."""
    box = (x, y, x + edge, y + edge)
    quad = ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge))
    return Detection(box_xyxy=box, quad=quad, tilt_deg=0.0, confidence=confidence)


def board_at(left: float, top: float, right: float, bottom: float, *, size_wh: tuple[int, int]) -> BoardOutline:
    """Return a board that fills a box of a picture so large."""
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return BoardOutline(polygon=corners, kind=BoardKind.SQUARE, size_wh=size_wh)


def detection_at(centre: Point, turn_deg: float = 0.0, *, size_px: float = DIE_PX) -> Detection:
    quad = square(centre, turn_deg, size_px)
    xs, ys = zip(*quad, strict=True)
    return Detection(box_xyxy=(min(xs), min(ys), max(xs), max(ys)), quad=quad, tilt_deg=0.0, confidence=0.99)


def probabilities(face: int) -> tuple[float, ...]:
    return tuple(0.97 if label == face else 0.005 for label in range(6))


def die_at(centre: Point, face: int, turn_deg: float = 0.0) -> DieReading:
    found, chances = detection_at(centre, turn_deg), probabilities(face)
    return DieReading(detection=found, label=face, probabilities=chances, confidence=0.97, is_burning=False)


def reading_of(dice: Sequence[DieReading], verdict: Verdict = Verdict.CLEAR) -> Reading:
    return Reading(dice=tuple(dice), verdict=verdict, size_wh=(1440, 1440))


class KnownDice:
    """A detector that finds in each frame what it is told, and in those after the last the same."""

    def __init__(self, *frames: Iterable[Detection]) -> None:
        self._frames = [tuple(frame) for frame in frames]
        self.edges_px: list[float | None] = []  # how large it was told that dice are

    def detect(self, *asked: object, edge_px: float | None = None) -> tuple[Detection, ...]:
        self.asked = asked
        self.edges_px.append(edge_px)
        return self._frames.pop(0) if len(self._frames) > 1 else self._frames[0]
