"""How a die lies, measured close up: the top face's four corners, and where the bottom face is seen beside it.

The detector finds dice in a small picture; this model looks again, at full resolution, at a square cut around the face
the detector thought it saw, turned so that its edges run along the square's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.errors import ModelContractError
from vision.lean import LeanPolicy, faded, leans_deg, unknown_view
from vision.model import MODELS_DIR, OnnxModel
from vision.preprocess import face_map, rectify

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

    from vision.frame import Frame
    from vision.read import DiceFinder
    from vision.reading import Detection, Quad

POSE_PATH = MODELS_DIR / "pose.onnx"
POSE_LABELS = ("face", "sweep")
POSE_SIZE_PX = 64
POSE_MARGIN = 0.6
POSE_CHANNELS = 10  # four corners and the sweep, x and y each

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@dataclass(frozen=True, slots=True)
class Pose:
    """How a die lies.

    Attributes:
        quad: float64 (4, 2), corners of the top face, frame pixels, clockwise.
        sweep: float64 (2,), from the top face's middle to the bottom face's, frame pixels.
    """

    quad: NDArray[np.float64]
    sweep: NDArray[np.float64]


class PoseReader:
    """Measures how dice lie with the pose model."""

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
        return tuple(_pose(output, square) for output, square in zip(outputs, squares, strict=True))


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
    corners = SQUARE + output[:8].reshape(4, 2)
    return Pose(quad=corners @ to_frame[:, :2].T + to_frame[:, 2], sweep=to_frame[:, :2] @ output[8:])


class PoseFinder:
    """Finds dice as another finder does, measures them close up, and says how far each leans."""

    def __init__(
        self, finder: DiceFinder, poses: PoseReader, *, keeps: float = 0.0, policy: LeanPolicy | None = None
    ) -> None:
        """Begin with nothing known of the camera.

        Args:
            finder: Finds the dice.
            poses: Measures them.
            keeps: Share of what dice told of the camera that is believed at the next look; 0 where every picture may
                come from another camera.
            policy: What is believed of leans.
        """
        self._finder = finder
        self._poses = poses
        self._keeps = keeps
        self._policy = policy or LeanPolicy()
        self._view = unknown_view(self._policy)

    def detect(self, frame: Frame, /) -> tuple[Detection, ...]:
        """Return the dice in a frame, their top faces and tilt measured close up."""
        found = self._finder.detect(frame)
        poses = self._poses.poses(frame, [die.quad for die in found])
        measured = [_measured(die, pose) for die, pose in zip(found, poses, strict=True)]
        leans, seen = leans_deg(
            measured, frame.size_wh, sweeps_px=[pose.sweep for pose in poses], view=self._view, policy=self._policy
        )
        self._view = faded(seen, self._keeps, self._policy)
        return tuple(replace(die, tilt_deg=lean) for die, lean in zip(measured, leans, strict=True))


def _measured(die: Detection, pose: Pose) -> Detection:
    first, second, third, fourth = ((float(x), float(y)) for x, y in pose.quad)
    return replace(die, quad=(first, second, third, fourth))
