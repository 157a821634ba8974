"""The strong strategy with the network trained for it, by ``python -m models.train prospects --work DIR``."""

import functools
from pathlib import Path

import numpy as np

from scoring.strategy.foresight import Foresight, LookingAgain
from scoring.strategy.lead_chances import CellPoints
from scoring.strategy.prospects import Network, Prospects

PROSPECTS_PATH = Path(__file__).with_name("prospects.npz")


@functools.cache
def foresight(path: Path = PROSPECTS_PATH, *, looks_again: bool = True) -> Foresight:
    """Return the strategy with its trained network; without looking again it is as it was first.

    Raises:
        FileNotFoundError: If the file is missing.
        ValueError: If it does not hold what the strategy needs.
    """
    with np.load(path, allow_pickle=False) as arrays:
        if missing := {"usual", "made"} - set(arrays):
            raise ValueError(f"{path} lacks {', '.join(sorted(missing))}: train it anew")
        prospects = Prospects(Network.from_arrays(arrays, "mean"), arrays["usual"])
        return (LookingAgain if looks_again else Foresight)(prospects, CellPoints(arrays["made"].astype(np.float64)))
