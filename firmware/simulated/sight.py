"""What the table shows at one moment, to anyone who looks, and where dice lie: on the board, and in the picture."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.errors import SimulationError
from firmware.simulated.setting import Setting
from models.render.camera import project
from models.render.cup import Cup
from models.render.poses import flat_pose, rotation_of
from models.render.throws import hull_mm, inside_mm
from models.render.world import DesignFace, DieState, SceneHand

Pose: TypeAlias = "NDArray[np.float64]"
Mark: TypeAlias = tuple[float, float, float]
"""A ring on the player's page: x, y and radius, shares of the picture's width."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sight:
    """One moment of the table."""

    key: Hashable  # equal for moments that look alike
    poses: tuple[Pose, ...]  # of the dice to be seen, each (7,)
    hands: tuple[SceneHand, ...] = ()
    is_moving: bool = False
    has_board: bool = True
    cover: Cup | None = None  # the cup over the dice, None where there is none


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedExposure:
    """What is seen while a frame is exposed."""

    begin: Sight
    middle: Sight
    end: Sight

    @classmethod
    def of_one(cls, sight: Sight) -> "SimulatedExposure":
        """Return an exposure too short for anything to move."""
        return cls(sight, sight, sight)

    @property
    def key(self) -> Hashable:
        """Return what is equal for exposures that look alike."""
        keys = (self.begin.key, self.middle.key, self.end.key)
        return keys[0] if keys[0] == keys[1] == keys[2] else keys


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueDie:
    """What is true of one die: for tests and for the simulated player, who has eyes; never for the companion."""

    number: int  # names the die for as long as it is on the table
    face: DesignFace
    tilt_deg: float
    state: DieState
    is_held: bool  # the player means to leave it lying
    place_xy: tuple[float, float]  # its middle in the picture, shares of width and height, 0–1 inside the picture


FINGER_SHARE = 0.012  # a tap that misses a die by so much of the picture still means it


def place_of(setting: Setting, pose: Pose) -> tuple[float, float]:
    """Return where a die's middle is in the picture, shares of width and height."""
    x, y = project(setting.camera, pose[:3]) / setting.camera.size_wh
    return float(x), float(y)


def die_at(setting: Setting, dice: Mapping[int, Pose], x: float, y: float) -> int | None:
    """Return the die at a place of the picture; of several the highest, of near ones the nearest."""
    found: list[tuple[float, float, int]] = []
    for number, pose in dice.items():
        corners = project(setting.camera, hull_mm(setting.bodies) @ rotation_of(pose).T + pose[:3])
        hull = cv2.convexHull((corners / setting.camera.size_wh).astype(np.float32))
        outside = -cv2.pointPolygonTest(hull, (x, y), measureDist=True)
        if outside <= FINGER_SHARE:
            found.append((max(0.0, outside), -float(pose[2]), number))
    return min(found)[2] if found else None


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
