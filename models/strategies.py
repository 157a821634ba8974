"""The strategies of the 10×10 game that have a name, from the plainest to the strongest, and who plays by which.

The strongest has networks, trained by ``python -m models.train prospects --work DIR``, then by ``matches`` likewise.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.ruleset import Level
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from scoring.strategy.entry_worths import Strategy
from scoring.strategy.foresight import Belief, ByColumns, Foresight, LookingAgain
from scoring.strategy.lead_chances import CellPoints
from scoring.strategy.prospects import FACTS, FEATURES, Network, Prospects

PROSPECTS_PATH = Path(__file__).with_name("prospects.npz")
FULL, SMALL = "full.", "small."
"""So begin the names of what matches of ten columns taught, and those of fewer; then follows the member's number."""


@cache
def foresight(path: Path = PROSPECTS_PATH, *, is_taught: bool = True) -> Strategy:
    """Return the strategy with its trained network; untaught by matches it is as it was first.

    Raises:
        FileNotFoundError: If the file is missing.
        ValueError: If it does not hold what the strategy needs.
    """
    with np.load(path, allow_pickle=False) as arrays:
        taught = {f"{of}missed" for of in (FULL, SMALL) if is_taught}
        if missing := {"usual", "made", *taught} - set(arrays):
            raise ValueError(f"{path} lacks {', '.join(sorted(missing))}: train it anew")
        first = untaught(arrays)
        if not is_taught:
            return first
        small = taught_by(arrays, SMALL)
        one = replace(small, members=(first, *small.members))  # in wider matches it would make them weaker
        return ByColumns(taught_by(arrays, FULL), small, one)


def untaught(arrays: Mapping[str, NDArray[np.generic]]) -> Foresight:
    """Return the strategy as it was first, by its arrays."""
    prospects = Prospects(Network.from_arrays(arrays, "mean"), np.asarray(arrays["usual"], np.float32))
    return Foresight(prospects, CellPoints(arrays["made"].astype(np.float64)))


def taught_by(arrays: Mapping[str, NDArray[np.generic]], of: str) -> LookingAgain:
    """Return the strategy taught by matches of all columns (`FULL`) or of fewer (`SMALL`), by its arrays."""
    numbers = {name.split(".")[1] for name in arrays if name.startswith(of)} - {"missed"}
    members = tuple(member(arrays, f"{of}{number}.") for number in sorted(numbers))
    return LookingAgain(members, float(arrays[f"{of}missed"]))


def member(arrays: Mapping[str, NDArray[np.generic]], of: str = "") -> Foresight:
    """Return one of those taught by matches, by its arrays, whose names begin with what they are ``of``."""
    first = untaught(arrays)
    network = Network.from_arrays(arrays, f"{of}match", FEATURES + FACTS)
    prospects = Prospects(network, first.prospects.usual, float(arrays[f"{of}alike"]))
    return Foresight(prospects, first.points, Belief.from_arrays(arrays, of))


STRATEGIES: Mapping[str, Callable[[], Strategy]] = {
    "most-points": MostPoints,
    "over-par": OverPar,
    "column-normal": ColumnNormal,
    "foresight-1": partial(foresight, is_taught=False),
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
