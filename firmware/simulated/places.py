"""Where dice lie: on the board, and in the picture that the player taps."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from firmware.errors import SimulationError
from firmware.simulated.setting import Setting
from firmware.simulated.sight import Pose
from models.render.camera import project
from models.render.mechanics import hull_mm
from models.render.poses import flat_pose, rotation_of
from models.render.throws import inside_mm
from models.render.world import DesignFace

FINGER_SHARE = 0.012  # a tap that misses a die by so much of the picture still means it


def place_of(setting: Setting, pose: Pose) -> tuple[float, float]:
    """Return where a die's middle is in the picture, shares of width and height."""
    x, y = project(setting.camera, pose[:3]) / setting.camera.size_wh
    return float(x), float(y)


def share_per_mm(setting: Setting) -> float:
    """Return the picture's scale, shares of its width."""
    return setting.camera.f_px / setting.camera.height_mm / setting.camera.size_wh[0]


def die_at(setting: Setting, dice: Mapping[int, Pose], x: float, y: float) -> int | None:
    """Return the die at a place of the picture; of several the highest, of near ones the nearest."""
    size = np.array(setting.camera.size_wh)
    distances: list[tuple[float, float, int]] = []
    for number, pose in dice.items():
        corners = hull_mm(setting.bodies) @ rotation_of(pose).T + pose[:3]
        hull = cv2.convexHull((project(setting.camera, corners) / size).astype(np.float32))
        outside = -cv2.pointPolygonTest(hull, (x, y), measureDist=True)
        distances.append((max(0.0, outside), -float(pose[2]), number))
    nearest = min(distances, default=None)
    return nearest[2] if nearest is not None and nearest[0] <= FINGER_SHARE else None


def free_pose(setting: Setting, rng: np.random.Generator, dice: Mapping[int, Pose], face: DesignFace) -> Pose:
    """Return a pose flat on the board, clear of rim and dice.

    Raises:
        SimulationError: If there is no room.
    """
    board, size_mm = setting.board, setting.bodies.size_mm
    for _ in range(1000):
        x, y = rng.uniform(-board.radius_mm, board.radius_mm, 2)
        gaps = [float(np.hypot(*(pose[:2] - (x, y)))) for pose in dice.values()]
        if inside_mm(board, x, y) > size_mm and min(gaps, default=np.inf) > size_mm * 1.6:
            return flat_pose(x, y, face=face, heading_deg=float(rng.uniform(0, 360)), size_mm=size_mm)
    raise SimulationError(f"There is no room for one more die beside {len(dice)}; take one away.")
