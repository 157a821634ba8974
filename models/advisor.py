"""The strong strategy with the networks trained for it, `prospects.npz`.

An earlier form of `models.train.prospects` made that file. What the form here makes plays worse against column-normal,
and why is not found yet: hold a new file against others (`serviert duel foresight column-normal`) before it takes
its place.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

from scoring.strategy.foresight import Foresight
from scoring.strategy.prospects import Network, Prospects

PROSPECTS_PATH = Path(__file__).with_name("prospects.npz")


@functools.cache
def foresight(path: Path = PROSPECTS_PATH) -> Foresight:
    """Return the strategy with its trained networks.

    Raises:
        FileNotFoundError: If the file is missing.
        ValueError: If it does not hold these networks.
    """
    with np.load(path, allow_pickle=False) as arrays:
        networks = (Network.from_arrays(arrays, name) for name in ("mean", "variance"))
        return Foresight(Prospects(*networks))
