"""What the stand takes of profile and fasteners."""

from __future__ import annotations

import importlib
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.numbers import Numbers

MASTS, MAST_MM, BEAM_MM, FEET, FOOT_MM = 2, 600.0, 400.0, 2, 300.0
"""The stand assumed where `hardware.mount` tells nothing: a portal of profile 20×20."""

MODULE = "hardware.mount.fasteners"


def stand_counts(numbers: Numbers, *, told_by: str = MODULE) -> Mapping[str, float]:
    """Return how much the stand takes, by the names that parts give under ``mount``.

    `hardware.mount.fasteners.counts(numbers)` says so where there is such a module; else the stand is the one assumed.

    Args:
        numbers: All numbers.
        told_by: The module that counts.
    """
    try:
        module = importlib.import_module(told_by)
    except ModuleNotFoundError as error:
        if error.name != told_by:
            raise
        return assumed_counts()
    counts: Mapping[str, float] = module.counts(numbers)
    return counts


def assumed_counts() -> Mapping[str, float]:
    """Return what the portal assumed takes: whole metres of profile, one set of fasteners."""
    metres = (MASTS * MAST_MM + BEAM_MM + FEET * FOOT_MM) / 1000
    return {"profile": float(math.ceil(metres)), "set": 1.0}
