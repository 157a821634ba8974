"""What befalls dice and board at the simulated table that no player there does."""

from dataclasses import replace
from functools import partial

import numpy as np

from firmware.simulated.sight import Sight
from firmware.simulated.table import SimulatedTable
from models.render import poses, world

TREMOR_MM = 0.8
LEANING_DEG = 30.0


def take_away(table: SimulatedTable, number: int) -> None:
    """Take a die off the table; it is gone, not in the cup."""
    with table._changed():
        table._now.dice.pop(number)
        table._now.held.discard(number)


def turn_over(table: SimulatedTable, number: int, face: world.DesignFace) -> None:
    """Turn a die onto another face where it lies."""
    with table._changed():
        x, y = table._now.dice[number][:2]
        pose = poses.flat_pose(x, y, face=face, heading_deg=123.0, size_mm=table.setting.bodies.size_mm)
        table._now.dice[number] = pose


def lean(table: SimulatedTable, number: int) -> None:
    """Let a die lie leaning on what cannot be seen, one corner on the floor; the others stay where they are."""
    with table._changed():
        half, size_mm = np.radians(LEANING_DEG) / 2, table.setting.bodies.size_mm
        pose = poses.turned(table._now.dice[number], np.array([np.cos(half), np.sin(half), 0.0, 0.0]))
        pose[2] = size_mm / 2 * np.abs(poses.rotation_of(pose)[2]).sum()
        table._now.dice[number] = pose


def show_hand(table: SimulatedTable, *, is_in_view: bool) -> None:
    """Let a hand rest over the board, or take it away."""
    with table._changed():
        hand = table._own_hand((12.0, 5.0, 30.0))
        table.sight = partial(_under_hand, table, hand) if is_in_view else partial(type(table).sight, table)


def _under_hand(table: SimulatedTable, hand: world.SceneHand, at_ns: int | None = None) -> Sight:
    """Return what the table shows with a hand over it, held as still as anyone can."""
    at_ns = table._clock.now_ns() if at_ns is None else at_ns
    seen, phase = type(table).sight(table, at_ns), at_ns * 1e-9 * 2 * np.pi
    shake_mm = TREMOR_MM * np.array((np.sin(5.1 * phase), np.sin(3.7 * phase + 1.0), 0.0))
    x, y, z = map(float, hand.tip_mm + shake_mm)
    return replace(seen, key=(seen.key, at_ns), hands=(replace(hand, tip_mm=(x, y, z)),), is_moving=True)


def show_board(table: SimulatedTable, *, is_in_view: bool) -> None:
    """Take the board with its dice from under the camera, or put it back."""
    with table._changed():
        table._has_board = is_in_view
