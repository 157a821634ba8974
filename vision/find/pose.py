"""How a die lies, measured close up: the top face's four corners, and where the bottom face is seen beside it.

The detector finds dice in a small picture; this model looks again, at full resolution, at a square cut around the face
the detector thought it saw, turned so that its edges run along the square's. It also tells whether that is a die at
all, of which a small picture shows too little, and whether it lies on another one.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.errors import ModelContractError
from vision.find.detect import Detector
from vision.find.height import stacked_odds
from vision.find.lean import (
    LeanPolicy,
    MeasuredSweep,
    ViewField,
    faded,
    leans_deg,
    logistic,
    moved_view,
    top_places,
    unknown_view,
)
from vision.frame import Frame
from vision.model import MODELS_DIR, OnnxModel
from vision.preprocess import face_map, rectify
from vision.reading import Detection, FaceClassifier, Floor, Quad, is_near, quad_of

POSE_PATH = MODELS_DIR / "pose.onnx"
POSE_LABELS = ("face", "sweep", "die", "stacked", "error")
POSE_SIZE_PX = 64
POSE_MARGIN = 0.6
LENGTHS = 10  # four corners and the sweep, x and y each
DIE, STACKED = 10, 11  # log odds that it is a die, that it lies on another one
ERROR = 12  # logarithm of the sweep's mean error in x and in y, edges of the square
POSE_CHANNELS = 13

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@dataclass(frozen=True, slots=True)
class Pose:
    """How a die lies."""

    quad: NDArray[np.float64]  # float64 (4, 2), corners of the top face, frame pixels, clockwise
    sweep: MeasuredSweep
    die_odds: float = 0.0  # Logarithm of the odds that it is a die, as the model gives them
    stacked_odds: float = 0.0  # Likewise that it lies on another die


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLook:
    """How much is believed of both looks: confidence = logistic(finder · logit(finder's) + die · odds + shift)."""

    finder: float  # Weight of what the finder thought
    die: float  # Of what was seen close up
    shift: float  # See above

    def confidence(self, found: float, die_odds: float) -> float:
        """Return the probability that a die is there, 0–1, from both looks."""
        odds = float(np.clip(found, 1e-6, 1 - 1e-6))
        return float(logistic(self.finder * np.log(odds / (1 - odds)) + self.die * die_odds + self.shift))


class PoseReader:
    """Measures how dice lie with the pose model.

    Attributes:
        second_look: How it and a finder are weighed against each other.
    """

    def __init__(self, model: OnnxModel) -> None:
        """Take a loaded model.

        Raises:
            ModelContractError: If it is not a pose model of this size.
        """
        model.contract.require_labels(POSE_LABELS)
        if model.contract.size_wh != (POSE_SIZE_PX, POSE_SIZE_PX):
            raise ModelContractError(
                f"pose model takes {model.contract.size_wh}; legal is {(POSE_SIZE_PX, POSE_SIZE_PX)}."
            )
        self._model = model
        number = model.contract.number
        self.second_look = SecondLook(finder=number("finder"), die=number("die"), shift=number("die_shift"))
        self._stacked = number("stacked_scale"), number("stacked_shift")

    @classmethod
    def from_file(cls, onnx_path: Path = POSE_PATH, *, threads: int = 0) -> PoseReader:
        """Load the model.

        Raises:
            ModelMissingError: If file or contract is missing.
            ModelContractError: If they do not belong together, or it is no pose model.
        """
        return cls(OnnxModel.load(onnx_path, threads=threads))

    def poses(self, frame: Frame, quads: Sequence[Quad]) -> tuple[Pose, ...]:
        """Return how dice lie.

        Args:
            frame: At full resolution.
            quads: Top faces as the detector saw them.

        Raises:
            ModelContractError: If the model answers with another shape than its contract states.
        """
        if not quads:
            return ()
        squares = [aligned_square(quad) for quad in quads]
        crops = np.stack([rectify(frame.pixels, s, size_px=POSE_SIZE_PX, margin=POSE_MARGIN) for s in squares])
        outputs = self._model.run(crops)["pose"].astype(np.float64)
        if outputs.shape != (len(quads), POSE_CHANNELS):
            raise ModelContractError(f"pose model gave {outputs.shape}; stated is {(len(quads), POSE_CHANNELS)}.")
        scale, shift = self._stacked
        return tuple(
            replace(_pose(output, square), stacked_odds=float(scale * output[STACKED] + shift))
            for output, square in zip(outputs, squares, strict=True)
        )


def aligned_square(quad: ArrayLike) -> NDArray[np.float64]:
    """Return the square nearest to a quad: same middle, mean edge, mean turn; float64 (4, 2).

    Args:
        quad: float (4, 2), clockwise in the picture.
    """
    corners = np.asarray(quad, np.float64)
    z = corners[:, 0] + 1j * corners[:, 1]
    middle = z.mean()
    # Each corner turned back by its number of quarter turns: what is left in common is size and turn.
    common = ((z - middle) * np.array([1, -1j, -1, 1j])).mean()
    turned = middle + common * np.array([1, 1j, -1, -1j])
    return np.stack([turned.real, turned.imag], axis=1)


def pose_targets(
    quad: NDArray[np.float64], sweep: NDArray[np.float64], square: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return what the model is to answer, float32 (10,): corners against the square's, and the sweep, in its edges.

    Args:
        quad: float64 (4, 2), true corners, frame pixels, clockwise, in any cyclic order.
        sweep: float64 (2,), true sweep, frame pixels.
        square: float64 (4, 2), what the crop is cut by.
    """
    to_frame = face_map(square, size_px=1, margin=0.0)
    to_unit = np.linalg.inv(to_frame[:, :2])
    corners = (quad - to_frame[:, 2]) @ to_unit.T
    orders = [np.roll(corners, turn, axis=0) for turn in range(4)]
    nearest = min(orders, key=lambda order: float(np.abs(order - SQUARE).sum()))
    return np.concatenate([(nearest - SQUARE).ravel(), to_unit @ sweep]).astype(np.float32)


def _pose(output: NDArray[np.float64], square: NDArray[np.float64]) -> Pose:
    to_frame = face_map(square, size_px=1, margin=0.0)
    corners, edge_px = SQUARE + output[:8].reshape(4, 2), np.linalg.norm(to_frame[:, 0])
    return Pose(
        quad=corners @ to_frame[:, :2].T + to_frame[:, 2],
        sweep=MeasuredSweep(to_frame[:, :2] @ output[8:LENGTHS], float(np.exp(output[ERROR]) * edge_px)),
        die_odds=float(output[DIE]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PosePolicy:
    """What is kept after the second look."""

    least_confidence: float = 0.5  # Below this it was no die
    same_die: float = 0.35  # Two finds whose top faces' middles are closer than this share of their edge are one die


SURE_ODDS, FEW, OTHER_SIZE = 6.0, 1, 0.1
"""From these log odds on it is a die; more than so many tell how large all are; what is off by this logarithm of it is
looked at anew."""
LOOKS = (-math.inf, *[SURE_ODDS] * 5)
"""Least log odds at each look anew: the first is believed as usual, later ones, one of which errs easily, if sure."""
COARSER = 1.4
"""By so much larger dice are expected where they are sought once more: the picture looked at is as much smaller."""
APART, SURE_FACE = 0.8, 0.9
"""What lies so many edges from all dice, and in their size so surely shows a face, is one."""


class PoseFinder:
    """Finds dice as another finder does, looks at each close up, and says how far each leans."""

    def __init__(
        self,
        finder: Detector,
        poses: PoseReader,
        *,
        keeps: float = 0.0,
        policy: PosePolicy | None = None,
        leans: LeanPolicy | None = None,
        view: ViewField | None = None,
    ) -> None:
        """Begin with what is known of the camera.

        Args:
            finder: Finds what may be dice.
            poses: Looks at them close up.
            keeps: Share of what dice told of the camera that is believed at the next look; 0 where every picture may
                come from another camera.
            policy: What is kept.
            leans: What is believed of leans.
            view: Of a calibrated camera; None where nothing is known of it.
        """
        self._finder = finder
        self._poses = poses
        self._keeps = keeps
        self._policy = policy or PosePolicy()
        self._leans = leans or LeanPolicy()
        self._start = self._view = view or unknown_view(self._leans)
        self._edge_px: float | None = None  # of dice under a camera that stays where it is

    def forget_view(self) -> None:
        """Forget how the camera looks at the board, since it was moved; the lens is the same."""
        self._start = self._view = moved_view(self._start, self._leans)
        self._edge_px = None

    def take_view(self, view: ViewField | None) -> None:
        """Take how a calibrated camera looks at the board; None to learn it from the dice."""
        self._start = self._view = view or unknown_view(self._leans)

    def detect(
        self, frame: Frame, floor: Floor | None = None, dice: int | None = None, faces: FaceClassifier | None = None, /
    ) -> tuple[Detection, ...]:
        """Return the dice in a frame, most confident first, their top faces and tilt measured close up."""
        kept, leans, seen = self._leaning(frame, self._sought(frame, floor, dice or 0, faces), floor)
        sides = [number for number, lean in enumerate(leans) if lean >= self._leans.side_deg]
        if sides:
            kept = self._righted(frame, kept, sides, seen)
            kept, leans, seen = self._leaning(frame, kept, floor)
        self._view = faded(seen, self._keeps, self._leans, start=self._start)
        found = [die for die, _ in kept]
        odds = stacked_odds(found, frame.size_wh, view=seen) + [pose.stacked_odds for _, pose in kept]
        stacked = logistic(odds).tolist()
        return tuple(
            replace(die, tilt_deg=lean, stacked=share) for die, lean, share in zip(found, leans, stacked, strict=True)
        )

    def _sought(
        self, frame: Frame, floor: Floor | None, dice: int, faces: FaceClassifier | None
    ) -> list[tuple[Detection, Pose]]:
        """Return dice as they are seen close up; those on the floor, where it is known, tell how large all are.

        Where fewer lie there than should, it is looked at once more in another size: some are seen only so. What lies
        there apart and in their size surely shows a face is one, too, if it makes up the number.
        """
        looked = self._looked(frame, first := self._finder.detect(frame, floor, edge_px=self._edge_px))
        edges = [die.size_px for die, pose in looked if pose.die_odds >= SURE_ODDS and is_near(floor, die)]
        if self._keeps and len(edges) > FEW:
            self._edge_px = statistics.median(edges)
        if (edge_px := self._edge_px) is None:
            return self._believed(looked)
        looked = self._as_large(frame, looked, edge_px)
        kept = self._believed(looked)
        if sum(is_near(floor, die) for die, _ in kept) >= dice:
            return kept
        found = self._finder.detect(frame, floor, edge_px=edge_px * COARSER)
        kept = self._believed([*looked, *self._as_large(frame, self._looked(frame, found), edge_px)])
        apart = [_sized(one, edge_px) for one in (*first, *found) if all(_is_apart(one, die, APART) for die, _ in kept)]
        if faces is None or not apart:
            return kept
        whole = _distinct([*kept, *self._by_face(frame, apart, faces)], self._policy)
        return whole if sum(is_near(floor, die) for die, _ in whole) == dice else kept

    def _by_face(self, frame: Frame, finds: Sequence[Detection], faces: FaceClassifier) -> list[tuple[Detection, Pose]]:
        """Return those of some finds that surely show a face."""
        looked = self._looked(frame, finds)
        shown = faces.classify(frame, [die.quad for die, _ in looked])[:, :-1].max(axis=1).tolist()
        told = zip(looked, shown, strict=True)
        return [(replace(die, confidence=share), pose) for (die, pose), share in told if share >= SURE_FACE]

    def _righted(
        self, frame: Frame, kept: list[tuple[Detection, Pose]], sides: Sequence[int], view: ViewField
    ) -> list[tuple[Detection, Pose]]:
        """Return the dice as kept, each once; those of which a side was taken for the top face by that face."""
        dice = [kept[number][0] for number in sides]
        near = self._poses.poses(frame, top_places(dice, frame.size_wh, view=view))
        poses = self._poses.poses(frame, [quad_of(pose.quad) for pose in near])  # which are far off at first
        looked = list(kept)
        for number, die, pose in zip(sides, dice, poses, strict=True):
            top = self._measured(die, pose)
            if _is_apart(top, die, self._policy.same_die) and top.confidence >= self._policy.least_confidence:
                looked[number] = top, pose
        return _distinct(looked, self._policy)

    def _as_large(
        self, frame: Frame, looked: Sequence[tuple[Detection, Pose]], edge_px: float
    ) -> list[tuple[Detection, Pose]]:
        """Return dice as looked at, those of another size, or that seem none, once more in this one.

        Of a black die its light figure may be taken, and of a die that is seen badly its place.
        """
        looks, least = dict(enumerate(looked)), self._policy.least_confidence
        off = [abs(np.log(die.size_px / edge_px)) > OTHER_SIZE or die.confidence < least for die, _ in looked]
        anew = [number for number, is_off in enumerate(off) if is_off]
        for least_odds in LOOKS:
            seen = self._looked(frame, [_sized(looks[number][0], edge_px) for number in anew])
            looks.update(zip(anew, seen, strict=True))
            anew = [at for at in anew if looks[at][0].confidence < least or looks[at][1].die_odds < least_odds]
        return [look for number, look in looks.items() if number not in anew]

    def _believed(self, looked: Sequence[tuple[Detection, Pose]]) -> list[tuple[Detection, Pose]]:
        """Return what is a die, each once."""
        least = self._policy.least_confidence
        return _distinct([look for look in looked if look[0].confidence >= least], self._policy)

    def _leaning(
        self, frame: Frame, kept: Sequence[tuple[Detection, Pose]], floor: Floor | None
    ) -> tuple[list[tuple[Detection, Pose]], tuple[float, ...], ViewField]:
        """Return the dice, how far each leans, and the view: some are looked at again, from all four sides."""
        dice, poses = [die for die, _ in kept], [pose for _, pose in kept]
        told = partial(leans_deg, dice, frame.size_wh, view=self._view, policy=self._leans, floor=floor)
        leans, seen = told(sweeps=[pose.sweep for pose in poses])
        while again := [
            number for number, die in enumerate(dice) if self._is_unsure(die, leans[number], poses[number].sweep)
        ]:
            looks = self._poses.poses(frame, [turned for number in again for turned in _turns(dice[number].quad)])
            for place, number in enumerate(again):
                poses[number] = _on_average(poses[number], looks[place * len(SQUARE) : (place + 1) * len(SQUARE)])
            leans, seen = told(sweeps=[pose.sweep for pose in poses])
        return list(zip(dice, poses, strict=True)), leans, seen

    def _is_unsure(self, die: Detection, lean_deg: float, sweep: MeasuredSweep) -> bool:
        """Return whether a die is worth more looks: it seems to lean, or the model expects to be off."""
        is_off = sweep.error_px > self._leans.again_error * die.size_px
        return math.isnan(sweep.spread_px) and (is_off or lean_deg >= self._leans.again_deg)

    def _looked(self, frame: Frame, found: Sequence[Detection]) -> list[tuple[Detection, Pose]]:
        """Return finds as they are seen close up."""
        poses = self._poses.poses(frame, [die.quad for die in found]) if found else ()
        return [(self._measured(die, pose), pose) for die, pose in zip(found, poses, strict=True)]

    def _measured(self, die: Detection, pose: Pose) -> Detection:
        confidence = self._poses.second_look.confidence(die.confidence, pose.die_odds)
        sweep_xy = float(pose.sweep.xy[0]), float(pose.sweep.xy[1])
        return replace(die, quad=quad_of(pose.quad), confidence=confidence, sweep_xy=sweep_xy)


def _on_average(once: Pose, looks: Sequence[Pose]) -> Pose:
    """Return a pose whose sweep, and whether it is stacked, several looks tell."""
    seen = np.array([look.sweep.xy for look in looks])
    error_px, spread_px = statistics.fmean(look.sweep.error_px for look in looks), np.sqrt(seen.var(axis=0).sum())
    sweep = MeasuredSweep(seen.mean(axis=0), error_px, float(spread_px))
    return replace(once, sweep=sweep, stacked_odds=statistics.fmean(look.stacked_odds for look in looks))


def _sized(die: Detection, edge_px: float) -> Detection:
    """Return a find with a square top face of so many pixels, and its box grown likewise."""
    times, middle, box = edge_px / die.size_px, np.array(die.centre_xy), np.array(die.box_xyxy).reshape(2, 2)
    left, upper, right, lower = (box.mean(axis=0) + (box - box.mean(axis=0)) * times).ravel().tolist()
    quad = quad_of(middle + (aligned_square(die.quad) - middle) * times)
    return replace(die, quad=quad, box_xyxy=(left, upper, right, lower))


def _turns(quad: Quad) -> tuple[Quad, ...]:
    """Return a quad with each of its corners first: the model sees the same die turned by quarters."""
    return tuple(quad_of(quad[first:] + quad[:first]) for first in range(4))


def _is_apart(die: Detection, other: Detection, reach: float) -> bool:
    """Return whether the middles of two dice are so many edges apart."""
    return math.dist(die.centre_xy, other.centre_xy) >= reach * other.size_px


def _distinct(looked: Sequence[tuple[Detection, Pose]], policy: PosePolicy) -> list[tuple[Detection, Pose]]:
    """Return each die once, the most confident look at it, most confident first."""
    kept: list[tuple[Detection, Pose]] = []
    for die, pose in sorted(looked, key=lambda look: -look[0].confidence):
        if all(_is_apart(die, one, policy.same_die) for one, _ in kept):
            kept.append((die, pose))
    return kept
