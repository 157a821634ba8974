"""Copper: what a cable takes from the voltage.

Source: ASTM B258 (diameters of American wire gauges); IEC 60028 (resistivity of annealed copper at 20 °C).
"""

from __future__ import annotations

import math

COPPER_OHM_MM2_PER_M = 0.017241
GAUGES = tuple(range(14, 31))  # gauges that such cables are made of, thickest first


def area_mm2(awg: int) -> float:
    """Return the cross-section of a conductor.

    >>> round(area_mm2(18), 2)
    0.82
    """
    return math.pi / 4 * math.pow(0.127 * math.pow(92, (36 - awg) / 39), 2)


def loop_ohm(awg: int, length_mm: float) -> float:
    """Return the resistance of a cable of two conductors, there and back.

    >>> round(loop_ohm(24, 1000.0), 3)
    0.168
    """
    return 2 * COPPER_OHM_MM2_PER_M * length_mm / 1000 / area_mm2(awg)


def thinnest(length_mm: float, most_ohm: float) -> int | None:
    """Return the thinnest gauge that has no more than so much resistance over a length, None where none has."""
    return next((awg for awg in reversed(GAUGES) if loop_ohm(awg, length_mm) <= most_ohm), None)


def longest_mm(awg: int, most_ohm: float) -> float:
    """Return the longest cable of a gauge that has no more than so much resistance, in whole steps of 50 mm."""
    return math.floor(most_ohm / loop_ohm(awg, 50.0)) * 50.0
