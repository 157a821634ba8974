"""The LED ring as a lamp: straight pieces in a regular polygon that shine inwards and down, and the lux they make.

Axes as the firmware's boards have them: millimetres, x to the right, y to the back, z up from the floor that the dice
lie on, the board's middle at x = y = 0. Players sit in front and at the back.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.numbers import LightNumbers

POINTS = 64  # on each side: so many small lamps stand for a strip
PLACES = 48  # round the edge at which evenness is judged


@dataclass(frozen=True, slots=True)
class Lux:
    """Light on a disc round the middle."""

    middle: float  # in the middle
    darkest: float  # of the middle and the edge
    brightest: float  # of the middle and the edge

    @property
    def unevenness(self) -> float:
        """Return the brightest over the darkest."""
        return self.brightest / self.darkest


def lumens(light: LightNumbers) -> float:
    """Return what comes out of the diffuser."""
    return light.led_watts * light.led_lumens_per_watt * light.diffuser_transmission


def shining_points(light: LightNumbers) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return small lamps that stand for the strip.

    Returns:
        Where they are, mm, and which way they face, unit vectors: float64 (lamps, 3) each.
    """
    right = np.deg2rad(light.angles_deg())
    angles = np.repeat(np.concatenate([right, math.pi + right]), POINTS)
    along = np.tile((np.arange(POINTS) + 0.5) / POINTS - 0.5, light.lit_sides) * light.length_mm()
    outward = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1)
    sideways = np.stack([-np.sin(angles), np.cos(angles), np.zeros_like(angles)], axis=1)
    places = light.ring_diameter_mm / 2 * outward + along[:, None] * sideways
    places[:, 2] = light.ring_height_mm
    tilt = math.radians(light.tilt_deg)
    facing = -math.cos(tilt) * outward - math.sin(tilt) * np.array([0.0, 0.0, 1.0])
    return places, facing


def lux_at(light: LightNumbers, places_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the light on level surfaces at places, float64 (places, 3), as lux, float64 (places,)."""
    return lux_of(*shining_points(light), lumens(light), places_mm)


def lux_of(
    lamps: NDArray[np.float64], facing: NDArray[np.float64], all_lumens: float, places_mm: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the light of small lamps, float64 (lamps, 3) with where they face, on level surfaces at places.

    Source:
        Lambert's cosine law at the lamp and at the surface, and the inverse square of the distance.
    """
    ways = places_mm[:, None, :] - lamps[None, :, :]
    far_mm = np.linalg.norm(ways, axis=2)
    leaving = np.clip(np.sum(ways * facing[None, :, :], axis=2) / far_mm, 0.0, None)
    arriving = np.clip(-ways[:, :, 2] / far_mm, 0.0, None)
    candela = all_lumens / math.pi / len(lamps)
    return np.asarray(np.sum(candela * leaving * arriving / (far_mm / 1000.0) ** 2, axis=1), np.float64)


def lux_on(light: LightNumbers, *, radius_mm: float, height_mm: float = 0.0) -> Lux:
    """Return the light on a disc so high above the floor, as its middle and its edge have it."""
    turns = 2 * np.pi * np.arange(PLACES) / PLACES
    edge = np.stack([radius_mm * np.cos(turns), radius_mm * np.sin(turns), np.full(PLACES, height_mm)], axis=1)
    found = lux_at(light, np.vstack([[0.0, 0.0, height_mm], edge]))
    return Lux(float(found[0]), float(found.min()), float(found.max()))
