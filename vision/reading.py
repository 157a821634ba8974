"""What the eye says of a picture: the dice it saw, and a verdict as a value."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
Box: TypeAlias = tuple[float, float, float, float]

DICE_EXPECTED = 5


def quad_of(corners: Iterable[Iterable[float]]) -> Quad:
    """Return four corners, of an array or whatever, as a quad."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth


class Verdict(StrEnum):
    """What a reading is worth; everything but CLEAR is shown to the players in words."""

    CLEAR = "clear"  # exactly five dice, none burning, every face sure
    BURNING = "burning"  # at least one die leans, is stacked or lies off the board
    WRONG_COUNT = "wrong-count"  # dice seen, but not five of them
    EMPTY = "empty"  # no dice on the board
    NOT_SURE = "not-sure"  # five dice, at least one face or hold in doubt
    FOREIGN = "foreign"  # a die that is no poker die (pips bring bad luck)
    HAND_IN_VIEW = "hand-in-view"
    MOVING = "moving"
    NO_BOARD = "no-board"
    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"


class EyeDoubt(StrEnum):
    """What is the matter with one die; the gravest one is given."""

    NONE = "none"
    OFF_BOARD = "off-board"  # outside the board or on its rim
    LEANING = "leaning"  # on its edge or against something
    STACKED = "stacked"  # it lies on another die, or its face overlaps another's
    FOREIGN_FACE = "foreign-face"  # most probably no poker face at all
    PERHAPS_OFF = "perhaps-off"  # by the rim or on it
    PERHAPS_LEANING = "perhaps-leaning"  # tilted more than a lying die, less than a leaning one
    FACE_UNCLEAR = "face-unclear"  # two faces are likely, or the frames disagree
    PERHAPS_NO_DIE = "perhaps-no-die"  # the detector itself is not sure


BURNING_DOUBTS = frozenset({EyeDoubt.OFF_BOARD, EyeDoubt.LEANING, EyeDoubt.STACKED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """A die as found, before its face is read."""

    box_xyxy: Box  # Whole die, source-frame pixels, x1/y1 exclusive
    # Four corners of the top face, clockwise in the picture, source-frame pixels. Which corner comes first is
    # arbitrary: the face may lie in any of four turns.
    quad: Quad
    tilt_deg: float  # Estimated lean of the top face against the board, degrees
    confidence: float  # 0–1, that this is a die at all
    stacked: float = 0.0  # 0–1, that it lies on another die
    # From the middle of the top face to that of the bottom face, pixels: for the verdict alone, it is not kept
    sweep_xy: Point = field(default=(0.0, 0.0), compare=False)

    @property
    def centre_xy(self) -> Point:
        """Return the middle of the top face, source-frame pixels."""
        return sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4

    @property
    def foot_xy(self) -> Point:
        """Return the middle of the bottom face, source-frame pixels: where it stands, however it is looked at."""
        (x, y), (along, down) = self.centre_xy, self.sweep_xy
        return x + along, y + down

    @property
    def size_px(self) -> float:
        """Return the mean edge length of the top face, pixels."""
        edges = zip(self.quad, self.quad[1:] + self.quad[:1], strict=True)
        return sum(math.hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in edges) / 4

    @property
    def turn_deg(self) -> float:
        """Return the direction of the top face's edges, degrees in [0, 90): a square looks alike every quarter turn."""
        edges = zip(self.quad, self.quad[1:] + self.quad[:1], strict=True)
        fourfold = [4 * math.atan2(by - ay, bx - ax) for (ax, ay), (bx, by) in edges]
        mean = math.atan2(sum(map(math.sin, fourfold)), sum(map(math.cos, fourfold)))
        return math.degrees(mean) / 4 % 90


@dataclass(frozen=True, slots=True, kw_only=True)
class DieReading:
    """A die with its face read."""

    detection: Detection  # Where it is
    label: int  # Index into the face model's labels (0 = "9" … 5 = "A"); the most probable one.
    probabilities: tuple[float, ...]  # One a label, calibrated, summing to at most 1 (the rest is "no poker face")
    confidence: float  # 0–1, that die, face and pose are all right; what the verdict is based on.
    is_burning: bool  # Leaning, stacked or off the board
    # Why the die is burning or not sure; `EyeDoubt.NONE` for a die that lies well and is sure.
    doubt: EyeDoubt = EyeDoubt.NONE

    @property
    def labels_by_likelihood(self) -> tuple[int, ...]:
        """Return all labels, likelier ones first."""
        order = range(len(self.probabilities))
        return tuple(sorted(order, key=lambda label: -self.probabilities[label]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The dice of one board at rest."""

    dice: tuple[DieReading, ...]  # Left to right, then top to bottom; any number of them.
    verdict: Verdict  # What the reading is worth
    exposed_ns: int = 0  # Monotonic time of the (newest) frame read, ns
    size_wh: tuple[int, int] = (0, 0)  # Size of the frame read, pixels


class Floor(Protocol):
    """Where dice are thrown; `vision.find.board.BoardOutline` is the real one."""

    @property
    def polygon(self) -> tuple[Point, ...]:
        """Return the corners of where it is seen to end."""
        ...

    def contains(self, point: Point, margin_px: float = 0.0) -> bool:
        """Return whether a point lies inside, at least so far from its edge (outside, if negative)."""
        ...


def is_near(floor: Floor | None, die: Detection) -> bool:
    """Return whether a die lies on the floor, or at most its edge beside it; anywhere, where no floor is known."""
    return floor is None or floor.contains(die.centre_xy, -die.size_px)


class FaceClassifier(Protocol):
    """Reads faces; `vision.read.classify.FaceReader` is the real one."""

    def classify(self, frame: Frame, quads: Sequence[Quad], /) -> NDArray[np.floating]:
        """Return probabilities, shape (N, labels + 1); the last column is "no poker face"."""
        ...


class DiceFinder(Protocol):
    """Finds dice; `vision.find.pose.PoseFinder` is the real one."""

    def detect(
        self, frame: Frame, floor: Floor | None = None, dice: int | None = None, faces: FaceClassifier | None = None, /
    ) -> tuple[Detection, ...]:
        """Return the dice in a frame, on the floor and beside it, if it is known.

        So many should lie there; what may be one more is believed by its face, if these can be read.
        """
        ...
