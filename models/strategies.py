"""The strategies of the 10×10 game that have a name, from the plainest to the strongest, and who plays by which."""

from collections.abc import Callable, Mapping
from functools import partial

from models.advisor import foresight
from scoring.ruleset import Level
from scoring.strategy.baselines import ColumnNormal, MostPoints, OverPar
from scoring.strategy.entry_worths import Strategy

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
