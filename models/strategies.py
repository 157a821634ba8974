"""The strategies of the 10×10 game that have a name, from the plainest to the strongest, and who plays by which.

The strongest has a network, trained by ``python -m models.train prospects --work DIR``.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

import numpy as np

from scoring.ruleset import Level
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from scoring.strategy.entry_worths import Strategy
from scoring.strategy.foresight import Foresight, LookingAgain
from scoring.strategy.lead_chances import CellPoints
from scoring.strategy.prospects import Network, Prospects

PROSPECTS_PATH = Path(__file__).with_name("prospects.npz")


@cache
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


STRATEGIES: Mapping[str, Callable[[], Strategy]] = {
    "most-points": MostPoints,
    "over-par": OverPar,
    "column-normal": ColumnNormal,
    "foresight-1": partial(foresight, looks_again=False),
    "foresight": foresight,
}

LEVELS: Mapping[Level, str] = {
    Level.BEGINNER: "most-points",
    Level.REGULAR: "over-par",
    Level.CONNOISSEUR: "column-normal",
    Level.FOX: "foresight-1",
    Level.JUNKIE: "foresight",
}
"""What the companion plays by where it takes a seat."""

RECKON_IN_CHANCES = frozenset({"column-normal", "foresight-1", "foresight"})
"""What these say of entries is about the chance to win the match."""
