"""Whether camera or tray was moved since the landmarks were taken, and by how much.

Every landmark says how well it is seen where a motion would put it. A motion is found by going downhill from no motion
at all, and if too few landmarks agree with what that comes to, from where the landmarks are found again in a smaller
picture. What hides under hands, dice or new shadows disagrees and does not count.

Source:
    Baker, Matthews: Lucas–Kanade 20 years on (2004), inverse compositional steps, here with one weight a patch.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.reading import Point, Reading, quad_of
from vision.watch.landmarks import HALF_PX, PATCH_PX, Landmarks, normed, work_picture

Matrix = tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """How the board lies now in the picture, against where it lay."""

    has_moved: bool | None  # None where too little is seen of the landmarks to say
    # Row by row, takes a place of the board from where it lay to where it lies, pixels of the later frame
    matrix: Matrix = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    shift: float = 0.0  # How far the outline moved, root mean square, in radii of the board
    turn_deg: float = 0.0  # How far it turned in the picture
    support: float = 0.0  # Share of the landmarks that are seen where this motion puts them

    def moved_point(self, point: Point) -> Point:
        """Return where a place of the board lies now."""
        x, y, w = np.array(self.matrix).reshape(3, 3) @ (point[0], point[1], 1.0)
        return float(x / w), float(y / w)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePolicy:
    """What counts as moved."""

    # In radii: 0.6 % are 0.5 mm of the smallest tray (18 cm) and 1.2 mm of the largest (40 cm)
    least_shift: float = 0.006
    # By so much the landmarks that are seen must be more alike where the motion puts them than where they were: a hand
    # or a shadow that pulls some of them along gains 0.001–0.004, a motion 0.017 and more
    least_gain: float = 0.008
    least_landmarks: int = 16  # With fewer nothing is said
    like: float = 0.75  # From this likeness (correlation) on a landmark is seen
    least_support: float = 0.35  # Share of the landmarks that must be seen; the rest may hide.
    sure_support: float = 0.7  # If so many are seen where they were, nobody looks for another motion
    steps: int = 15  # Of going downhill
    reach: float = 0.16  # How far landmarks are looked for, in radii


PRIOR_SD = np.array([0.3, 0.3, 0.1, 0.2, 0.02, 0.02, 0.03, 0.03])
"""What cameras and trays do, in radii: shift in x and y, growth, turn, two shears, two of perspective. Along a round
tray without any grain a turn cannot be seen, nor what bends the picture but keeps the circle: there this decides."""
NOISE = 0.05
"""Standard deviation of a patch that is seen, of its own contrast."""


def move_since(landmarks: Landmarks, frame: Frame, *, policy: MovePolicy | None = None) -> Move:
    """Return how the board moved since the landmarks were taken.

    Args:
        landmarks: Of an earlier frame.
        frame: A later one of the same camera, of any size.
        policy: What counts as moved.
    """
    chosen = policy or MovePolicy()
    if not landmarks.is_of(frame) or len(landmarks.places) < chosen.least_landmarks:
        return Move(has_moved=None)
    search = _Search(landmarks, work_picture(frame, landmarks.work_wh), chosen)
    best = search.best()
    if best.support < chosen.least_support:
        return Move(has_moved=None, support=best.support)
    move = _as_move(best, landmarks, scale=landmarks.work_wh[0] / frame.size_wh[0])
    has_moved = move.shift >= chosen.least_shift and search.gain_of(best) >= chosen.least_gain
    return replace(move, has_moved=True) if has_moved else move


def moved_board(board: BoardOutline, move: Move, size_wh: tuple[int, int]) -> BoardOutline:
    """Return the outline where a motion put it, in a frame of the given size."""
    placed = board.scaled(size_wh)
    after = replace(placed, polygon=tuple(map(move.moved_point, placed.polygon)))
    if placed.mm_per_px is None:
        return after
    return replace(after, mm_per_px=placed.mm_per_px * (placed.area_px / after.area_px) ** 0.5)


def moved_reading(reading: Reading, move: Move) -> Reading:
    """Return a reading as if it had been taken after the motion: its dice lie on the board and went with it."""
    dice = []
    for die in reading.dice:
        x0, y0, x1, y1 = die.detection.box_xyxy
        corners = [move.moved_point(corner) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        xs, ys = zip(*corners, strict=True)
        quad = quad_of(map(move.moved_point, die.detection.quad))
        detection = replace(die.detection, box_xyxy=(min(xs), min(ys), max(xs), max(ys)), quad=quad)
        dice.append(replace(die, detection=detection))
    return replace(reading, dice=tuple(dice))


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A motion, as eight numbers in radii about the board's middle, and how many landmarks agree with it."""

    numbers: NDArray[np.float64]
    likeness: NDArray[np.float64]
    support: float


class _Search:
    """Looks for the motion in one frame."""

    def __init__(self, landmarks: Landmarks, picture: NDArray[np.float32], policy: MovePolicy) -> None:
        self._landmarks = landmarks
        self._picture = picture
        self._policy = policy
        self._at = (landmarks.places - landmarks.centre_xy) / landmarks.radius_px
        steps = np.arange(-HALF_PX, HALF_PX + 1, dtype=np.float64)
        grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(1, -1, 2)
        self._pixels = (landmarks.places[:, None] + grid - landmarks.centre_xy) / landmarks.radius_px
        self._flat = landmarks.slopes.reshape(len(landmarks.places), -1, 2).astype(np.float64)
        self._structure = np.einsum("npi,npj->nij", self._flat, self._flat)
        # Without a tray the table is all there is.
        self._judges = landmarks.is_tray if landmarks.is_tray.any() else ~landmarks.is_tray

    def best(self) -> _Fit:
        """Return the motion that most landmarks of the tray agree with."""
        fits = [self._downhill(np.zeros(8), self._judges)]
        if fits[0].support < self._policy.sure_support:
            fits.append(self._downhill(self._rough(*self._found_again, self._judges), self._judges))
        return self._agreed_with_table(max(fits, key=lambda fit: fit.support))

    def _agreed_with_table(self, tray: _Fit) -> _Fit:
        """Return what the table tells, if it explains the tray as well: a round tray's turn only the table shows."""
        on_table = ~self._landmarks.is_tray
        if not self._landmarks.is_tray.any() or int(on_table.sum()) < self._policy.least_landmarks // 2:
            return tray
        if self._seen(tray, on_table) >= self._policy.sure_support:
            return tray
        start = self._downhill(self._rough(*self._found_again, on_table), on_table)
        again = self._downhill(start.numbers, self._judges)
        is_as_good = again.support >= tray.support - 0.03
        return again if is_as_good and self._seen(again, on_table) >= self._policy.sure_support else tray

    def _seen(self, fit: _Fit, who: NDArray[np.bool_]) -> float:
        """Return which share of some landmarks is seen where a motion puts them."""
        return float((fit.likeness[who] >= self._policy.like).mean())

    def gain_of(self, fit: _Fit) -> float:
        """Return by how much those landmarks that a motion explains are more alike with it than without."""
        _, before = self._rest(np.zeros(8))
        seen = self._judges & (fit.likeness >= self._policy.like)
        return float((fit.likeness - before)[seen].mean()) if seen.any() else 0.0

    def _downhill(self, start: NDArray[np.float64], who: NDArray[np.bool_]) -> _Fit:
        """Return the motion that a start leads to, by those landmarks."""
        numbers = start
        precision = np.diag((NOISE / PRIOR_SD) ** 2)
        for _ in range(self._policy.steps):
            rest, likeness = self._rest(numbers)
            weights = self._landmarks.weights * who * np.clip((likeness - 0.3) / 0.5, 0.0, 1.0) ** 2
            toward = np.einsum("npi,np->ni", self._flat, rest)
            hessian = np.einsum("n,nik,nij,njl->kl", weights, self._rows, self._structure, self._rows) + precision
            pull = np.einsum("n,nik,ni->k", weights, self._rows, toward) - precision @ numbers
            step = np.linalg.solve(hessian, pull)
            numbers = numbers + step
            if float(np.abs(step).max()) * self._landmarks.radius_px < 0.02:
                break
        _, likeness = self._rest(numbers)
        return _Fit(numbers, likeness, float((likeness[self._judges] >= self._policy.like).mean()))

    def _rest(self, numbers: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what is left between landmarks and picture, (N, P·3), and how alike they are, (N,)."""
        marks = self._landmarks
        seen_at = _applied(numbers, self._pixels) * marks.radius_px + marks.centre_xy
        x, y = (np.ascontiguousarray(seen_at[..., axis], np.float32) for axis in (0, 1))
        seen = cv2.remap(self._picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        unit, _ = normed(np.asarray(seen, np.float32))
        likeness = np.einsum("npc,npc->n", unit, marks.patches).astype(np.float64)
        return (marks.patches - unit).reshape(len(x), -1).astype(np.float64), likeness

    @cached_property
    def _rows(self) -> NDArray[np.float64]:
        """Return how each landmark's place changes with the numbers, from no motion on, pixels, (N, 2, 8)."""
        x, y = self._at.T
        one, none = np.ones_like(x), np.zeros_like(x)
        in_x = np.stack([one, none, x, -y, x, y, -x * x, -x * y], axis=1)
        in_y = np.stack([none, one, y, x, -y, x, -x * y, -y * y], axis=1)
        return np.stack([in_x, in_y], axis=1) * self._landmarks.radius_px

    def _rough(
        self, found: NDArray[np.float64], likeness: NDArray[np.float64], who: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return the motion that most of the landmarks found again agree with, by weighing the others down."""
        rows = self._rows
        precision = np.diag((0.5 / PRIOR_SD) ** 2) / len(found)
        unit = self._structure / np.maximum(np.trace(self._structure, axis1=1, axis2=2), 1e-9)[:, None, None]
        base = self._landmarks.weights * who * np.clip((likeness - 0.5) / 0.4, 0.0, 1.0)
        weights, numbers = base, np.zeros(8)
        for spread in (16.0, 8.0, 4.0, 2.0, 1.0, 1.0):
            hessian = np.einsum("n,nik,nij,njl->kl", weights, rows, unit, rows) + precision
            pull = np.einsum("n,nik,nij,nj->k", weights, rows, unit, found)
            numbers = np.linalg.solve(hessian, pull)
            off = found - np.einsum("nik,k->ni", rows, numbers)
            missed = np.einsum("ni,nij,nj->n", off, unit, off)
            weights = base / (1.0 + missed / spread**2) ** 2
        return numbers

    @cached_property
    def _found_again(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return how far from its place each landmark is seen best, pixels (N, 2), and how alike it is there, (N,)."""
        marks = self._landmarks
        reach = int(np.ceil(self._policy.reach * marks.radius_px / 2))
        half = cv2.resize(self._picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        margin = reach + HALF_PX
        wide = cv2.copyMakeBorder(half, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
        shifts, likeness = np.zeros((len(marks.places), 2)), np.zeros(len(marks.places))
        for number, (place, patch) in enumerate(zip(marks.places, marks.patches, strict=True)):
            square = patch.reshape(PATCH_PX, PATCH_PX, 3)
            small = cv2.resize(square, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            side = small.shape[0]
            corner = np.rint((place - HALF_PX) / 2).astype(int) + margin - reach
            window = wide[corner[1] : corner[1] + side + 2 * reach, corner[0] : corner[0] + side + 2 * reach]
            scores = cv2.matchTemplate(window, small, cv2.TM_CCOEFF_NORMED)
            _, best, _, at = cv2.minMaxLoc(scores)
            shifts[number] = (np.array(at) - reach) * 2.0
            likeness[number] = best
        return shifts, likeness


def _as_move(fit: _Fit, landmarks: Landmarks, *, scale: float) -> Move:
    """Return a motion in the frame's own pixels."""
    at = (landmarks.outline - landmarks.centre_xy) / landmarks.radius_px
    shift = float(np.sqrt(((_applied(fit.numbers, at) - at) ** 2).sum(axis=1).mean()))
    to_unit = np.diag([scale / landmarks.radius_px] * 2 + [1.0])
    to_unit[:2, 2] = -landmarks.centre_xy / landmarks.radius_px
    matrix = np.linalg.inv(to_unit) @ _homography(fit.numbers) @ to_unit
    matrix /= matrix[2, 2]
    return Move(
        has_moved=False,
        matrix=tuple(float(value) for value in matrix.ravel()),
        shift=shift,
        turn_deg=float(np.degrees(np.arctan2(fit.numbers[3], 1 + fit.numbers[2]))),
        support=fit.support,
    )


def _homography(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the homography of eight numbers, (3, 3)."""
    x, y, growth, turn, stretch, slant, along, across = numbers
    return np.array(
        [[1 + growth + stretch, slant - turn, x], [slant + turn, 1 + growth - stretch, y], [along, across, 1.0]]
    )


def _applied(numbers: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where places go, same shape (..., 2)."""
    matrix = _homography(numbers)
    mapped = places @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:], np.float64)
