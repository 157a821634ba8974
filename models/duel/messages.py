"""What the referee asks a strategy's process. Questions are sent as Python objects, answers come as JSON and bytes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.ruleset import Ruleset

FREE_BYTE = 255
"""Instead of points: nothing stands in the cell."""


class Manner(StrEnum):
    """How a strategy plays: by which method."""

    WEIGHS = "entry_worths"
    DECIDES = "decide"


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Import a strategy and make one; answered by its `Manner`.

    Attributes:
        module: To import.
        attribute: What in it makes a strategy.
        folder: Where modules are looked for first.
        seed: Of the duel.
        side: Of it, 0 or 1.
        ruleset: Agreed on.
    """

    module: str
    attribute: str
    folder: str
    seed: int
    side: int
    ruleset: Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide:
    """Decide about dice that lie; answered by a list, of row and column, five flags, or a fault each.

    Attributes:
        turn: From 1.
        throws_left: 0–2.
        tables: Of each table: the number of its game; its cells' points as bytes, his own sheet first, row by row; the
            faces, lowest first; whether they lie served.
    """

    turn: int
    throws_left: int
    tables: tuple[tuple[int, bytes, tuple[int, ...], bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weigh:
    """Say what entries are worth; answered by "worths" and then their bytes, float64 (N, C, 78).

    Attributes:
        batch: Number of the first of the games that are asked about together; another one asks another strategy object.
        count: N.
        free: Bytes of `Positions.free`.
        sums: Bytes of `Positions.sums`.
    """

    batch: int
    count: int
    free: bytes
    sums: bytes
