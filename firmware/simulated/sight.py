"""What the table shows at one moment, to anyone who looks."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.render.cup import Cup
from models.render.world import DesignFace, DieState, SceneHand

TREMOR_MM = 0.8

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

    def under_hand(self, hand: SceneHand, at_ns: int) -> Sight:
        """Return the same with a hand over it, held as still as anyone can."""
        hands = (_trembling(hand, at_ns),)
        return replace(self, key=(self.key, at_ns), hands=hands, is_moving=True)


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedExposure:
    """What is seen while a frame is exposed."""

    begin: Sight
    middle: Sight
    end: Sight

    @classmethod
    def of_one(cls, sight: Sight) -> SimulatedExposure:
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


def _trembling(hand: SceneHand, at_ns: int) -> SceneHand:
    """Return a hand as it trembles at a moment."""
    x, y, z = hand.tip_mm
    phase = at_ns * 1e-9 * 2 * np.pi
    shake = (TREMOR_MM * np.sin(5.1 * phase), TREMOR_MM * np.sin(3.7 * phase + 1.0))
    return replace(hand, tip_mm=(x + float(shake[0]), y + float(shake[1]), z))
