"""Throws of real dice by physics: who lies where, on which face, and how it came there.

Dice are hulls of rounded cubes, thrown as one cluster out of a cup onto the board; dice left lying are bodies too and
may be hit. MuJoCo does the mechanics and is an optional dependency (the extra ``simulated``): it is imported when
`Physics` is made. Axes are the renderer's; the player sits at -y.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.render.errors import PhysicsMissingError
from models.render.poses import mix_poses, random_turns, up_face
from models.render.tray import SIDES, outline_mm
from models.render.world import Board, DesignFace, DieState, RimShape

STEP_S = 0.001
DENSITY = 1.25e-6  # kg/mm³, acrylic and resin dice
ROUND_SIDES = 36  # a round rim is that many straight ones


@dataclass(frozen=True, slots=True, kw_only=True)
class Bodies:
    """What dice and board are made of."""

    size_mm: float = 17.0  # Edge length of a die
    rounding: float = 0.12  # Radius of its rounded edges as a share of the edge length
    friction: float = 0.55  # Sliding friction of a die on the board's floor
    bounce: float = 0.5  # Of a die on the floor, 0 dead … 1 springy


def model_xml(board: Board, bodies: Bodies, count: int) -> str:
    """Return the MJCF text of a board and ``count`` free dice, in metres."""
    mass = DENSITY * bodies.size_mm**3
    inertia = mass * (bodies.size_mm * 1e-3) ** 2 / 6
    body = (
        f'<body><freejoint/><inertial pos="0 0 0" mass="{mass:.6g}" diaginertia="{inertia:.6g} {inertia:.6g} '
        f'{inertia:.6g}"/><geom class="die" type="mesh" mesh="die"/></body>'
    )
    vertices = " ".join(f"{x:.6g}" for x in (hull_mm(bodies) * 1e-3).ravel())
    return (
        '<mujoco><compiler angle="degree"/>'
        f'<option timestep="{STEP_S}" cone="elliptic" integrator="implicitfast"><flag multiccd="enable"/></option>'
        f"<default>{_material('die', 0.3, 0.5)}{_material('wood', 0.35, 0.55)}"
        f"{_material('felt', bodies.friction, bodies.bounce)}</default>"
        f'<asset><mesh name="die" vertex="{vertices}"/></asset>'
        f"<worldbody>{_ground(board)}{_walls(board)}{body * count}</worldbody></mujoco>"
    )


def hull_mm(bodies: Bodies, *, cuts: int = 3) -> NDArray[np.float64]:
    """Return points on the eight rounded corners, float64 (V, 3); their hull is the rounded cube."""
    octant = np.array([(i, j, cuts - i - j) for i in range(cuts + 1) for j in range(cuts + 1 - i)], dtype=np.float64)
    octant /= np.linalg.norm(octant, axis=1, keepdims=True)
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    radius = bodies.rounding * bodies.size_mm
    return np.concatenate([sign * (bodies.size_mm / 2 - radius + radius * octant) for sign in signs])


def _material(name: str, friction: float, bounce: float) -> str:
    priority = 1 if name == "felt" else 0
    return (
        f'<default class="{name}"><geom priority="{priority}" friction="{friction} 0.0005 0.00002" condim="4" '
        f'solref="0.004 {1.0 - 0.8 * bounce:.3g}" solimp="0.95 0.99 0.0003"/></default>'
    )


def _ground(board: Board) -> str:
    """Return the floor, a disc that ends under the rim, and the table below it; without a rim the floor is endless."""
    if board.shape is RimShape.NONE:
        return '<geom class="felt" type="plane" size="0 0 1"/>'
    table = f'<geom class="wood" type="plane" size="0 0 1" pos="0 0 {-board.base_mm * 1e-3:.6g}"/>'
    reach = (board.radius_mm + board.rim_width_mm * 0.4) * 1e-3
    corner = 1.0 if board.shape is RimShape.ROUND else 1.0 / np.cos(np.pi / SIDES[board.shape])
    return table + f'<geom class="felt" type="cylinder" size="{reach * corner:.6g} 0.003" pos="0 0 -0.003"/>'


def _walls(board: Board) -> str:
    """Return the rim as one box a side, long enough to close the corners."""
    if board.shape is RimShape.NONE:
        return ""
    sides = SIDES.get(board.shape, ROUND_SIDES)
    half_length = (board.radius_mm + board.rim_width_mm) * np.tan(np.pi / sides)
    half_height = (board.rim_height_mm + board.base_mm) / 2
    walls = []
    for side in range(sides):
        angle_deg = board.turn_deg + side * 360.0 / sides
        angle, middle = np.radians(angle_deg), board.radius_mm + board.rim_width_mm / 2
        size = f"{board.rim_width_mm / 2e3:.6g} {half_length / 1e3:.6g} {half_height / 1e3:.6g}"
        pos = f"{middle * np.cos(angle) / 1e3:.6g} {middle * np.sin(angle) / 1e3:.6g}"
        z = (board.rim_height_mm - half_height) / 1e3
        walls.append(f'<geom class="wood" type="box" size="{size}" pos="{pos} {z:.6g}" euler="0 0 {angle_deg:.6g}"/>')
    return "".join(walls)


SAMPLE_STEPS = 10
RATE_HZ = 1.0 / (STEP_S * SAMPLE_STEPS)
STILL_S = 0.2  # resting dice jitter, so a velocity test never fires; an unchanged pose does
STILL_MM = 0.15
LONGEST_S = 4.0
LEANING_DEG = 5.0


class Force(StrEnum):
    """How hard the cup is emptied."""

    GENTLE = "gentle"
    NORMAL = "normal"
    HARD = "hard"


FORWARD_MM_S: dict[Force, tuple[float, float]] = {
    Force.GENTLE: (150.0, 500.0),
    Force.NORMAL: (400.0, 1000.0),
    Force.HARD: (1100.0, 2000.0),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rest:
    """How one die lies."""

    pose: NDArray[np.float64]  # float64, shape (7,)
    face: DesignFace  # The one that points most upwards
    tilt_deg: float  # Angle of that face against the vertical
    state: DieState  # Ok, leaning, stacked or off


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PhysicsThrow:
    """One throw from the cup's mouth to rest."""

    # float64, shape (T, N, 7), sampled at ``RATE_HZ``; the thrown dice first, then those that lay
    poses: NDArray[np.float64]
    rests: tuple[Rest, ...]  # How the N dice lie at the end

    @property
    def duration_s(self) -> float:
        """Return the simulated time from release to rest."""
        return (len(self.poses) - 1) / RATE_HZ

    def poses_at(self, elapsed_s: float) -> NDArray[np.float64]:
        """Return the poses (N, 7) some time after the release; the last ones for ever after."""
        place = min(max(elapsed_s * RATE_HZ, 0.0), len(self.poses) - 1.0)
        first = int(place)
        return mix_poses(self.poses[first], self.poses[min(first + 1, len(self.poses) - 1)], place - first)


def inside_mm(board: Board, x_mm: float, y_mm: float) -> float:
    """Return how far a point lies inside the rim's inner wall, negative outside, inf without a rim."""
    if board.shape is RimShape.NONE:
        return float("inf")
    return -float(outline_mm(board, np.array([x_mm], np.float32), np.array([y_mm], np.float32))[0])


def judge(board: Board, size_mm: float, pose: NDArray[np.float64]) -> Rest:
    """Return how a die lies that has come to rest in ``pose``."""
    face, tilt_deg = up_face(pose)
    if inside_mm(board, pose[0], pose[1]) < 0 or pose[2] < size_mm / 4:
        state = DieState.OFF
    elif tilt_deg > LEANING_DEG:
        state = DieState.LEANING
    elif pose[2] > size_mm * 0.75:
        state = DieState.STACKED
    else:
        state = DieState.OK
    return Rest(pose=pose, face=face, tilt_deg=tilt_deg, state=state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """Where and how the cup lets go."""

    mouth_mm: tuple[float, float, float]  # (x, y, z) of the middle of the cluster
    heading_deg: float  # Direction of the throw, 90 = away from the player
    speed_mm_s: float  # Forward speed
    spread_mm_s: float = 120.0  # Standard deviation of the dice's own speeds
    spin_rad_s: float = 12.0  # Standard deviation of their spins

    @classmethod
    def from_cup(cls, board: Board, force: Force, rng: np.random.Generator) -> Release:
        """Return a release from the player's side of the board, aimed about across its middle."""
        angle = np.radians(rng.normal(-90.0, 25.0))
        reach = board.radius_mm * rng.uniform(0.25, 0.6)
        mouth = (float(reach * np.cos(angle)), float(reach * np.sin(angle)), float(rng.uniform(50.0, 110.0)))
        heading = float(np.degrees(angle) + 180.0 + rng.normal(0.0, 12.0))
        return cls(mouth_mm=mouth, heading_deg=heading, speed_mm_s=float(rng.uniform(*FORWARD_MM_S[force])))


class Physics:
    """The mechanics of one board and one kind of die; models are kept by their number of dice."""

    def __init__(self, board: Board, bodies: Bodies) -> None:
        """Take what is thrown onto what.

        Raises:
            PhysicsMissingError: If MuJoCo is not installed.
        """
        try:
            import mujoco
        except ImportError as missing:
            raise PhysicsMissingError from missing
        self._mujoco: Any = mujoco
        self._models: dict[int, Any] = {}
        self.board = board
        self.bodies = bodies

    def throw(
        self,
        rng: np.random.Generator,
        *,
        count: int,
        lying: NDArray[np.float64] | None = None,
        force: Force = Force.NORMAL,
        release: Release | None = None,
    ) -> PhysicsThrow:
        """Throw dice out of the cup among those left lying, (K, 7); the force counts where no release is given."""
        if count < 1:
            raise ValueError(f"At least one die is thrown; got {count}.")
        rest = np.empty((0, 7)) if lying is None else lying
        poses, speeds = self._cluster(rng, count, release or Release.from_cup(self.board, force, rng))
        poses = np.vstack([poses, rest])
        model = self._model(len(poses))
        data = self._mujoco.MjData(model)
        data.qpos[:] = (poses * _POSE_TO_METRES).ravel()
        data.qvel[: 6 * count] = (speeds * _POSE_TO_METRES[:6]).ravel()
        samples = [poses.copy()]
        still = round(STILL_S * RATE_HZ)
        while len(samples) < LONGEST_S * RATE_HZ:
            self._mujoco.mj_step(model, data, nstep=SAMPLE_STEPS)
            samples.append(data.qpos.reshape(-1, 7) / _POSE_TO_METRES)
            if len(samples) > still and self._has_rested(samples[-1 - still], samples[-1]):
                break
        return PhysicsThrow(poses=np.array(samples), rests=self.judged(samples[-1]))

    def judged(self, poses: NDArray[np.float64]) -> tuple[Rest, ...]:
        """Return how dice lie that have come to rest in ``poses`` (N, 7)."""
        return tuple(judge(self.board, self.bodies.size_mm, pose) for pose in poses)

    def _cluster(
        self, rng: np.random.Generator, count: int, at: Release
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return poses (N, 7) and speeds (N, 6: mm/s, then rad/s about their own axes) of dice that leave the cup."""
        size_mm = self.bodies.size_mm
        pitch = size_mm * 1.75  # a turned cube's diagonal is √3 edges
        # In the cup's mouth, in layers of two by three, units of one die.
        number = rng.permutation(count)
        places = np.stack([number % 2 - 0.5, number // 2 % 3 - 1.0, (number // 6).astype(np.float64)], axis=1)
        heading = np.radians(at.heading_deg)
        turn = np.array([[np.cos(heading), -np.sin(heading)], [np.sin(heading), np.cos(heading)]])
        poses = np.empty((count, 7))
        poses[:, :2] = places[:, :2] @ turn.T * pitch + at.mouth_mm[:2]
        poses[:, 2] = places[:, 2] * pitch + max(at.mouth_mm[2], size_mm * 2.0)
        poses[:, 3:] = random_turns(rng, count)
        speeds = np.empty((count, 6))
        speeds[:, :2] = at.speed_mm_s * turn[:, 0] + rng.normal(0.0, at.spread_mm_s, (count, 2))
        speeds[:, 2] = rng.normal(-300.0, at.spread_mm_s, count)
        speeds[:, 3:] = rng.normal(0.0, at.spin_rad_s, (count, 3))
        return poses, speeds

    def _has_rested(self, before: NDArray[np.float64], after: NDArray[np.float64]) -> bool:
        """Return whether no die moved or turned; a turn counts as the way it makes an edge's end go, about."""
        moved = np.abs(after[:, :3] - before[:, :3]).max()
        turned = np.abs(after[:, 3:] - before[:, 3:]).max() * self.bodies.size_mm
        return bool(max(moved, turned) < STILL_MM)

    def _model(self, count: int) -> Any:
        if count not in self._models:
            self._models[count] = self._mujoco.MjModel.from_xml_string(model_xml(self.board, self.bodies, count))
        return self._models[count]


_POSE_TO_METRES = np.array([1e-3, 1e-3, 1e-3, 1.0, 1.0, 1.0, 1.0])
