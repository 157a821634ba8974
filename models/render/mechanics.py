"""Board and dice as a model for MuJoCo; friction and bounce are assumed, not measured."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.render.tray import SIDES
from models.render.world import Board, RimShape

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
    """Return a default class: a stiff contact whose damping makes the bounce. The floor's say wins over the die's."""
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
