"""Boards and tables by lot, and where dice may lie: flat, leaning on something, on top of one another, outside."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.random import Generator

from models.render import world
from models.render.backdrop import table_z_mm
from models.render.noise import whole_rgb
from models.render.textures import shared_surface
from models.render.tray import SIDES, is_inside
from models.render.truth import CORNER_SIGNS
from models.render.world import Board, Design, DieInstance, DieState, Floats, Material, RimShape, Surface

TRIES = 40
TOUCHING_MM = 0.4
DOWN = np.array([0.0, 0.0, -1.0], np.float32)


def turn_about(axis: Sequence[float] | Floats, angle_deg: float) -> Floats:
    """Return the rotation about an axis, float32 (3, 3), by Rodrigues' formula."""
    unit = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    cross = np.array([[0, -unit[2], unit[1]], [unit[2], 0, -unit[0]], [-unit[1], unit[0], 0]])
    angle = np.radians(angle_deg)
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross, np.float32)


_TURNS = (("x", 180), ("x", -90), ("y", 90), ("y", -90), ("x", 90))
_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0)}
FACE_UP = (*(turn_about(_AXES[axis], turn_deg) for axis, turn_deg in _TURNS), np.eye(3, dtype=np.float32))
"""For each face, in label order, a rotation that brings it to the top."""


def flat_rotation(face: int, turn_deg: float) -> Floats:
    """Return the rotation of a die lying flat with a face up, turned counter-clockwise seen from above."""
    return np.asarray(turn_about((0, 0, 1), turn_deg) @ FACE_UP[face], np.float32)


def reach_mm(design: Design, rotation: Floats, size_mm: float, direction: Floats) -> float:
    """Return how far a die's rounded body reaches from its middle along a unit direction."""
    edge = design.rounding * size_mm
    return float((CORNER_SIGNS * (size_mm / 2 - edge) @ rotation.T @ direction).max()) + edge


def lie_flat(design: Design, size_mm: float, x: float, y: float, *, rng: Generator, z: float = 0.0) -> DieInstance:
    """Return a die lying flat, any face up."""
    rotation = flat_rotation(int(rng.integers(6)), float(rng.uniform(0, 360)))
    return DieInstance(design=design, size_mm=size_mm, position_mm=(x, y, z + size_mm / 2), rotation=rotation)


def lean_against(
    design: Design, size_mm: float, wall: tuple[float, float, float], height_mm: float, *, rng: Generator,
    tilt_deg: float,
) -> DieInstance:  # fmt: skip
    """Return a die leaning on a wall: its lowest edge on the floor, its far side against or upon the wall.

    A wall is a point at its foot (x, y) and the direction into it, degrees; the tilt is the top face's.
    """
    x, y, into_deg = wall
    askew = float(rng.normal(0, 6)) if rng.random() < 0.7 else float(rng.uniform(-45, 45))
    into = np.array([np.cos(np.radians(into_deg)), np.sin(np.radians(into_deg)), 0.0], np.float32)
    flat = flat_rotation(int(rng.integers(6)), into_deg + askew + 90 * float(rng.integers(4)))
    along = np.cross([0, 0, 1], into)
    rotation = np.asarray(turn_about(along, -tilt_deg if rng.random() < 0.75 else tilt_deg) @ flat, np.float32)
    z = reach_mm(design, rotation, size_mm, DOWN)
    far = reach_mm(design, rotation, size_mm, into)
    over = 0.0
    if height_mm < size_mm * np.sin(np.radians(tilt_deg)):  # it lies upon the wall's edge and reaches over it
        over = (size_mm * np.sin(np.radians(tilt_deg)) - height_mm) / max(np.tan(np.radians(tilt_deg)), 0.1)
        over = min(over, far)
    position = (float(x + into[0] * (over - far)), float(y + into[1] * (over - far)), z)
    return DieInstance(design=design, size_mm=size_mm, position_mm=position, rotation=rotation, state=DieState.LEANING)


def stack_on(below: DieInstance, design: Design, size_mm: float, *, rng: Generator) -> DieInstance:
    """Return a die lying flat on another flat one."""
    shift = rng.uniform(-0.4, 0.4, 2) * below.size_mm
    x, y = below.position_mm[0] + float(shift[0]), below.position_mm[1] + float(shift[1])
    top = below.position_mm[2] + below.size_mm / 2
    return replace(lie_flat(design, size_mm, x, y, rng=rng, z=top), state=DieState.STACKED)


def wall_near(board: Board, direction_deg: float) -> tuple[float, float, float]:
    """Return the rim's foot in a direction from the middle: x, y, and the direction into the rim, degrees."""
    if board.shape is RimShape.ROUND:
        angle = np.radians(direction_deg)
        return float(board.radius_mm * np.cos(angle)), float(board.radius_mm * np.sin(angle)), direction_deg
    step = 360 / SIDES[board.shape]
    normal_deg = board.turn_deg + round((direction_deg - board.turn_deg) / step) * step
    reach = board.radius_mm * 0.85 * np.tan(np.radians(direction_deg - normal_deg))
    normal, side = np.radians(normal_deg), np.radians(normal_deg + 90)
    x = board.radius_mm * np.cos(normal) + reach * np.cos(side)
    y = board.radius_mm * np.sin(normal) + reach * np.sin(side)
    return float(x), float(y), normal_deg


def beside(other: DieInstance, size_mm: float, rng: Generator) -> tuple[float, float, float]:
    """Return a side wall of a flat die as a wall to lean on: x, y at its foot, and the direction into it, degrees."""
    across = other.rotation[:2, int(np.abs(other.rotation[2]).argmin())]
    heading = float(np.degrees(np.arctan2(across[1], across[0]))) + 90 * float(rng.integers(4))
    into = np.radians(heading + 180)
    slide = float(rng.uniform(-0.3, 0.3)) * size_mm
    x = other.position_mm[0] - np.cos(into) * other.size_mm / 2 - np.sin(into) * slide
    y = other.position_mm[1] - np.sin(into) * other.size_mm / 2 + np.cos(into) * slide
    return float(x), float(y), heading + 180


def is_free(die: DieInstance, others: Sequence[DieInstance]) -> bool:
    """Return whether a die overlaps none of the others, seen from above (separating axes of the two squares)."""
    return all(_apart(die, other) for other in others)


def _apart(first: DieInstance, second: DieInstance) -> bool:
    offset = np.subtract(first.position_mm, second.position_mm)[:2]
    if np.hypot(*offset) > (first.size_mm + second.size_mm) * 0.87:
        return True
    for die in (first, second):
        for axis in die.rotation.T:
            flat = np.array([axis[0], axis[1], 0.0], np.float32)
            length = float(np.linalg.norm(flat))
            if length < 0.3:
                continue
            flat /= length
            reach = sum(reach_mm(d.design, d.rotation, d.size_mm, flat) for d in (first, second))
            if abs(float(offset @ flat[:2])) > reach - TOUCHING_MM:
                return True
    return False


def place_off(board: Board, design: Design, size_mm: float, *, rng: Generator) -> DieInstance:
    """Return a die on the table beside the board, or on its rim."""
    wall_x, wall_y, into_deg = wall_near(board, float(rng.uniform(0, 360)))
    into = np.radians(into_deg)
    on_rim = rng.random() < 0.25 and board.rim_width_mm > 8
    beyond = board.rim_width_mm * 0.5 if on_rim else board.rim_width_mm + size_mm * rng.uniform(0.75, 3)
    ground = board.rim_height_mm if on_rim else table_z_mm(board)
    die = lie_flat(design, size_mm, wall_x + beyond * np.cos(into), wall_y + beyond * np.sin(into), rng=rng, z=ground)
    return replace(die, state=DieState.OFF)


def scatter(
    board: Board, design: Design, size_mm: float, others: Sequence[DieInstance], *, rng: Generator, spread_mm: float
) -> DieInstance | None:
    """Return a die flat on the floor where there is room, a third of them close to another; None after TRIES."""
    for _ in range(TRIES):
        if others and rng.random() < 0.35:
            near = others[int(rng.integers(len(others)))]
            angle, apart = rng.uniform(0, 2 * np.pi), size_mm * rng.uniform(1.0, 1.5)
            x, y = near.position_mm[0] + apart * np.cos(angle), near.position_mm[1] + apart * np.sin(angle)
        else:
            x, y = rng.normal(0, spread_mm * 0.45, 2)
        die = lie_flat(design, size_mm, float(x), float(y), rng=rng)
        if is_inside(board, float(x), float(y), margin_mm=size_mm * 0.6) and is_free(die, others):
            return die
    return None


FELTS = (
    (22, 96, 58), (16, 70, 44), (12, 48, 34), (150, 22, 28), (110, 14, 24), (24, 60, 140), (16, 34, 84), (26, 26, 28),
    (96, 98, 102), (60, 62, 66), (70, 30, 80), (120, 84, 50),
)  # fmt: skip
WOODS = ((196, 158, 110), (176, 132, 84), (140, 96, 60), (92, 58, 38), (64, 42, 32), (214, 186, 146), (122, 60, 42))
GREYS = ((236, 236, 234), (208, 206, 200), (150, 152, 156), (60, 62, 66), (32, 32, 36))
PALETTES = {
    Material.FELT: FELTS,
    Material.LEATHER: ((88, 52, 32), (40, 30, 26), (120, 70, 40), (110, 20, 26), (24, 54, 40)),
    Material.WOOD: WOODS,
    Material.PLAIN: (*GREYS, (190, 200, 210), (120, 130, 110)),
    Material.PAPER: ((238, 236, 230), (230, 232, 236), (226, 216, 196)),
    Material.WEAVE: ((186, 40, 44), (230, 226, 218), (50, 84, 130), (90, 110, 80), (170, 150, 120)),
    Material.STONE: ((190, 188, 184), (80, 82, 86), (220, 214, 204), (40, 42, 46)),
}


def sample_surface(rng: Generator, material: Material) -> Surface:
    """Return a surface of a material, of a colour usual for it."""
    palette = PALETTES[material]
    rgb = np.array(palette[rng.integers(len(palette))]) * np.exp(rng.normal(0, 0.12)) + rng.normal(0, 5, 3)
    return Surface(
        material=material,
        rgb=whole_rgb(np.clip(rgb, 6, 248)),
        grain=float(rng.uniform(0.5, 1.7)),
        turn_deg=float(rng.uniform(0, 180)),
        seed=int(rng.integers(2**31)),
    )


def sample_board(rng: Generator, *, clutter_share: float, shared: Path | None = None) -> Board:
    """Return a board: a rimmed tray on a table, or a bare table."""
    shapes = [RimShape.ROUND, RimShape.OCTAGON, RimShape.HEXAGON, RimShape.SQUARE, RimShape.NONE]
    shape = RimShape(rng.choice(shapes, p=[0.26, 0.26, 0.08, 0.14, 0.26]))
    is_bare = shape is RimShape.NONE
    shares = [0.7, 0.1, 0.06, 0.05, 0.03, 0.04, 0.02] if not is_bare else [0.2, 0.04, 0.28, 0.16, 0.14, 0.1, 0.08]
    rim_material = Material.WOOD if rng.random() < 0.8 else Material(rng.choice([Material.LEATHER, Material.PLAIN]))
    tables = [Material.WOOD, Material.PLAIN, Material.WEAVE, Material.STONE]
    table = Material(rng.choice(tables, p=[0.55, 0.2, 0.15, 0.1]))
    height = float(rng.uniform(8, 38))
    width = float(rng.uniform(5, 22))
    radius = float(rng.uniform(90, 190))
    return Board(
        shape=shape,
        radius_mm=radius,
        turn_deg=float(rng.uniform(0, 360)),
        rim_height_mm=height,
        rim_width_mm=width,
        rim_round_mm=float(rng.uniform(0.8, min(height, width) * 0.45)),
        base_mm=float(rng.uniform(2, 12)),
        floor=_surface(rng, Material(rng.choice([*PALETTES], p=shares)), shared, photo_share=0.3 if is_bare else 0.08),
        rim=sample_surface(rng, rim_material),
        table=_surface(rng, table, shared, photo_share=0.3),
        things=sample_things(rng, radius) if rng.random() < clutter_share else (),
    )


def _surface(rng: Generator, material: Material, shared: Path | None, *, photo_share: float) -> Surface:
    if shared is not None and rng.random() < photo_share:
        return shared_surface(shared, rng) or sample_surface(rng, material)
    return sample_surface(rng, material)


def sample_things(rng: Generator, radius_mm: float) -> tuple[world.Thing, ...]:
    """Return things lying about the board."""
    kinds = list(world.ThingKind)
    things = []
    for _ in range(int(rng.integers(1, 10))):
        angle, apart = rng.uniform(0, 2 * np.pi), radius_mm * rng.uniform(0.2, 1.8)
        kind = kinds[int(rng.integers(len(kinds)))]
        rgb = whole_rgb(rng.integers(20, 245, 3))
        things.append(
            world.Thing(
                kind=kind,
                centre_mm=(float(apart * np.cos(angle)), float(apart * np.sin(angle))),
                size_mm=float(THING_MM[kind] * np.exp(rng.normal(0, 0.22))),
                turn_deg=float(rng.uniform(0, 360)),
                rgb=rgb,
                seed=int(rng.integers(2**31)),
            )
        )
    return tuple(things)


_MM = (23.0, 93.0, 89.0, 150.0, 68.0, 40.0, 140.0, 30.0, 18.0, 200.0, 84.0, 29.0, 150.0, 170.0, 200.0, 46.0)
THING_MM = dict(zip(world.ThingKind, _MM, strict=True))
