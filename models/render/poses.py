"""Poses of dice: seven numbers (x, y, z, w, i, j, k), the die's middle in mm and the unit quaternion that turns it.

Sampled by the hundred thousand in throws, so they are rows of arrays rather than objects.
"""

import numpy as np
from numpy.typing import NDArray

from models.render.truth import top_face
from models.render.world import FACE_NORMAL, DesignFace


def mix_poses(a: NDArray[np.float64], b: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """Return poses between ``a`` (share 0) and ``b`` (share 1), shape (N, 7).

    Turns are mixed linearly and normalised, which over a few degrees is as good as an exact slerp.
    """
    sign = np.where((a[:, 3:] * b[:, 3:]).sum(axis=1, keepdims=True) < 0, -1.0, 1.0)
    mixed = np.hstack([a[:, :3] + share * (b[:, :3] - a[:, :3]), (1 - share) * a[:, 3:] + share * sign * b[:, 3:]])
    mixed[:, 3:] /= np.linalg.norm(mixed[:, 3:], axis=1, keepdims=True)
    return mixed


def rotation_of(pose: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rotation (3, 3) of a pose; its columns are the die's axes in the world."""
    w, x, y, z = pose[3:]
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def up_face(pose: NDArray[np.float64]) -> tuple[DesignFace, float]:
    """Return the face that points most upwards and its angle against the vertical, degrees."""
    return top_face(rotation_of(pose))


def turned(pose: NDArray[np.float64], by: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a pose (7,) after a further turn by the unit quaternion ``by`` (4,) about the world's axes."""
    w, v = by[0], by[1:]
    pw, pv = pose[3], pose[4:]
    return np.array([*pose[:3], w * pw - v @ pv, *(w * pv + pw * v + np.cross(v, pv))])


def flat_pose(x_mm: float, y_mm: float, *, face: DesignFace, heading_deg: float, size_mm: float) -> NDArray[np.float64]:
    """Return the pose (7,) of a die lying flat on the floor with ``face`` up."""
    normal = FACE_NORMAL[face].astype(np.float64)
    upright = np.array([1.0 + normal[2], *np.cross(normal, [0.0, 0.0, 1.0])])
    if upright @ upright < 1e-9:  # straight down: half a turn about x
        upright = np.array([0.0, 1.0, 0.0, 0.0])
    half = np.radians(heading_deg) / 2
    pose = np.array([x_mm, y_mm, size_mm / 2, *(upright / np.linalg.norm(upright))])
    return turned(pose, np.array([np.cos(half), 0.0, 0.0, np.sin(half)]))


def random_turns(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Return uniform random unit quaternions, shape (count, 4)."""
    turns = rng.normal(size=(count, 4))
    return np.asarray(turns / np.linalg.norm(turns, axis=1, keepdims=True))
