"""Dice thrown under the cup: it is shaken and put down mouth first, and nobody sees them before it is lifted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from firmware.errors import SimulationError
from models.render.cup import Cup
from models.render.poses import flat_pose
from models.render.throws import Physics, PhysicsThrow, Release, inside_mm
from models.render.world import Board, DesignFace

AROUND_SHARE = 0.4  # of the board's radius: so far from its middle the cup may be put down
RIM_GAP_MM = 6.0
APART = 1.45  # die edges between middles: so turned squares never overlap
TRIES = 400
SPOTS = 40  # tried in turn for the dice of one throw
HAND_ABOVE_MM = 30.0


def put_down(board: Board, rng: np.random.Generator) -> Cup:
    """Return a cup put down anywhere about the middle of a board.

    Raises:
        SimulationError: If the board has no room for it.
    """
    for _ in range(TRIES):
        x, y = rng.uniform(-AROUND_SHARE, AROUND_SHARE, 2) * board.radius_mm
        cup = Cup(place_mm=(float(x), float(y)))
        if inside_mm(board, x, y) > cup.mouth_mm + RIM_GAP_MM:
            return cup
    raise SimulationError(f"A cup does not fit a board of {board.radius_mm:g} mm; choose a larger one.")


def thrown_under(
    cup: Cup, physics: Physics, rng: np.random.Generator, *, count: int, faces: Sequence[DesignFace] | None
) -> PhysicsThrow:
    """Return a throw that ends flat under a cup: leather walls keep dice from leaning on anything else.

    ``faces`` are those of the first dice; the others' are drawn by lot.

    Raises:
        SimulationError: If so many do not fit under the cup.
    """
    size_mm = physics.bodies.size_mm
    shown = [DesignFace(int(face)) for face in rng.integers(0, len(DesignFace), count)]
    shown[: len(faces or ())] = faces or ()
    poses = np.array(
        [
            flat_pose(x, y, face=face, heading_deg=float(rng.uniform(0.0, 360.0)), size_mm=size_mm)
            for (x, y), face in zip(_places(cup, rng, count, size_mm), shown, strict=True)
        ]
    )
    return PhysicsThrow(poses=poses[None], thrown=count, rests=physics.judged(poses))


def release_into(cup: Cup) -> Release:
    """Return how the hand puts a cup down."""
    return Release(mouth_mm=(*cup.place_mm, cup.height_mm - HAND_ABOVE_MM), heading_deg=90.0, speed_mm_s=0.0)


def _places(cup: Cup, rng: np.random.Generator, count: int, size_mm: float) -> NDArray[np.float64]:
    """Return where dice lie under a cup, float64 (count, 2), none touching another or the wall."""
    reach = cup.inside_mm - size_mm / np.sqrt(2)
    for _ in range(TRIES):
        places = np.empty((0, 2))
        for spot in _disc(rng, reach, SPOTS):
            if (np.hypot(*(places - spot).T) > APART * size_mm).all():
                places = np.vstack([places, spot])
            if len(places) == count:
                return places + cup.place_mm
    raise SimulationError(f"{count} dice of {size_mm:g} mm do not fit under the cup; throw fewer.")


def _disc(rng: np.random.Generator, radius: float, count: int) -> NDArray[np.float64]:
    """Return points anywhere in a disc, float64 (count, 2)."""
    angles, lengths = rng.uniform(0.0, 2 * np.pi, count), radius * np.sqrt(rng.uniform(0.0, 1.0, count))
    return np.stack([lengths * np.cos(angles), lengths * np.sin(angles)], axis=1)
