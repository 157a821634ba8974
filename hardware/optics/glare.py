"""Where the lamp mirrors: from which tilt on a glossy face throws the ring's light into the lens.

A level mirror at height z shows the camera, H above it, a lamp that is R off the middle and h above it at the radius
r = R · H / (H + h). A ring round the lens (h = H) thus mirrors at half its own radius, right among the dice, and low
down it mirrors ever farther out, at last outside the board: by the law of reflection.
"""

import math

from hardware.numbers import LightNumbers, Numbers
from hardware.optics.view import CENTRING_MM

FLAT_DEG = 2.0
"""So far the top of a die that lies flat may be off level: the table, the board, the felt, a face not quite even."""


def mirror_mm(*, radius_mm: float, lamp_mm: float, camera_mm: float) -> float:
    """Return how far from the middle a level mirror shows a lamp; heights are above the mirror."""
    return radius_mm * camera_mm / (camera_mm + lamp_mm)


def mirroring_tilt_deg(place_mm: float, *, radius_mm: float, lamp_mm: float, camera_mm: float) -> float:
    """Return how far a face must be off level to show the lamp on its own side; less than nothing beyond its image.

    Place and radius are off the middle, lamp and camera above the face.
    """
    to_lamp = math.atan2(radius_mm - place_mm, lamp_mm)
    to_camera = math.atan2(place_mm, camera_mm)
    return math.degrees(to_lamp - to_camera) / 2


def inner_mm(light: LightNumbers) -> float:
    """Return how near to the middle the diffuser comes."""
    return (light.ring_diameter_mm - light.diffuser_width_mm) / 2


def floor_reach_mm(numbers: Numbers) -> float:
    """Return how far from the middle dice lie towards a side of the ring: an octagon's sides are parallel to it."""
    return numbers.board.across_mm / 2 - numbers.board.rim_width_mm


def least_tilt_deg(numbers: Numbers, *, height_mm: float | None = None) -> float:
    """Return how far the tops of dice, or what mirrors at a height, may be off level before one mirrors the ring.

    They may lie wherever they go, and the board `CENTRING_MM` off the middle.
    """
    mirror_height_mm = numbers.dice.size_mm if height_mm is None else height_mm
    return mirroring_tilt_deg(
        floor_reach_mm(numbers) + CENTRING_MM,
        radius_mm=inner_mm(numbers.light),
        lamp_mm=numbers.light.ring_height_mm - mirror_height_mm,
        camera_mm=numbers.camera.height_mm - mirror_height_mm,
    )
