"""What the free cells of a sheet will bring, if its player values a point of each column by what it does for the match.

A player fills his sheet with one result a turn. Good results go where a point weighs most, strikes where it weighs
least; so what a free cell will bring depends on how many free cells of its row weigh more, on how many turns are left,
and on what else is free to take what the dice bring. A small network, the same for every cell, says its mean from that;
how it varies around that is `scoring.strategy.lead_chances`'.

Source:
    The means are fitted so that they agree with themselves: what a sheet is worth before a turn is the exact mean, over
    all throws, of what the best entry leaves (fitted value iteration: Gordon, "Stable Function Approximation in Dynamic
    Programming", 1995). `models/train/prospects.py` does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.ruleset import MOST_COLUMNS
from scoring.strategy.outcomes import ROWS

Floats: TypeAlias = NDArray[np.float32]

FEATURES = 3 * ROWS + 8
"""Of a cell: its row; free cells in each row, and as a share of all; and eight of its own, by number:"""
SHARES = (3 * ROWS, 3 * ROWS + 1)
ABOVE, BELOW, PLACE = 3 * ROWS + 2, 3 * ROWS + 3, 3 * ROWS + 4
WEIGHTS = (3 * ROWS + 5, 3 * ROWS + 6, 3 * ROWS + 7)
FACTS = 8
"""Of a cell's column in the match, for a network that was taught by matches; see `scoring.strategy.foresight`."""
MOST_IN_ROW = MOST_COLUMNS
MOST_TURNS = ROWS * MOST_COLUMNS
USUAL_MEANS = np.array([7, 9, 12, 14, 17, 20, 17, 32, 35, 20], np.float32)
"""Points of a row's cell; the network says by how much to multiply them."""
NEUTRAL = float(np.log(np.e - 1))
"""Where the network says this, its factor is one: softplus(NEUTRAL) = 1."""
NO_WEIGHT = 1e-9
ALIKE = 0.5
"""Of the prospects in a match: plans change, so cells differ less than on a sheet filled alone. Estimated by play."""


def of_ten_columns(columns: int) -> float:
    """Return how far a match of so many columns is one of ten: where there is only one, no plan can change."""
    return (columns - 1) / (MOST_COLUMNS - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A fully connected network, rectified between its layers."""

    layers: tuple[tuple[Floats, Floats], ...]  # Weights (outputs, inputs) and offsets (outputs,) of each

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]], name: str, inputs: int = FEATURES) -> Network:
        """Return the network kept as ``NAME.0.weight``, ``NAME.0.bias``, ``NAME.1.weight`` and so on.

        Raises:
            ValueError: If it is not there, or is no network over the features of a cell that says one number.
        """
        layers: list[tuple[Floats, Floats]] = []
        while (key := f"{name}.{len(layers)}") + ".weight" in arrays:
            weights, offsets = (np.asarray(arrays[f"{key}.{part}"], np.float32) for part in ("weight", "bias"))
            layers.append((weights, offsets))
        sizes = [inputs, *(len(offsets) for _, offsets in layers)]
        if [weights.shape for weights, _ in layers] != list(zip(sizes[1:], sizes, strict=False)) or sizes[-1] != 1:
            raise ValueError(f"{name!r} must lead from {inputs} features to one number; its sizes are {sizes}")
        return cls(tuple(layers))

    def __call__(self, features: Floats) -> Floats:
        """Return what it says, (…), of features (…, inputs)."""
        values = features.reshape(-1, features.shape[-1])
        for number, (weights, offsets) in enumerate(self.layers):
            values = values @ weights.T
            values += offsets
            if number + 1 < len(self.layers):
                np.maximum(values, 0, out=values)
        return values.reshape(features.shape[:-1])


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """What free cells will bring."""

    mean: Network  # Says a factor to `USUAL_MEANS`, for a sheet that is filled alone or, with facts, in a match
    usual: Floats  # What a row's cells bring on average by that, points (10,)
    alike: float = ALIKE  # Share by which a row's cells are more alike in a match of ten columns

    def means(self, features: Floats, free: NDArray[np.bool_]) -> Floats:
        """Return the points each free cell will bring in a match, (…, 10, C), by its features; 0 where none is."""
        alike = np.float32(self.alike * of_ten_columns(free.shape[-1]))
        rows = np.broadcast_to(USUAL_MEANS[:, None], free.shape)[free]
        usual = np.broadcast_to(self.usual[:, None], free.shape)[free]
        alone = rows * np.logaddexp(0, self.mean(features[free]) + np.float32(NEUTRAL))
        means = np.zeros(free.shape, np.float32)
        means[free] = alone + alike * (usual - alone)
        return means


@dataclass(frozen=True, slots=True, eq=False)
class CellPlaces:
    """Where each cell of N sheets stands among the free ones of its row."""

    in_row: Floats
    above: Floats  # Of a cell: free cells of its row in columns that weigh more, (N, 10, C)
    below: Floats  # In columns that weigh less, (N, 10, C); for a taken cell one too few.
    weights: Floats  # What a point in each column weighs, (N, C), 1 on average
    rank: NDArray[np.intp]  # Of each column by that, the weightiest being 0, (N, C)
    facts: Floats | None = None  # Of its column in the match, (N, C, FACTS), where they are asked for

    @classmethod
    def from_sheets(cls, free: Floats, weights: Floats, facts: Floats | None = None) -> CellPlaces:
        """Return it for sheets, 1 where nothing stands, (N, 10, C), and what a point in each column weighs, (N, C)."""
        order = np.argsort(-weights, axis=1, kind="stable")
        ordered = np.take_along_axis(free, order[:, None], axis=2)
        above = np.empty_like(ordered)
        np.put_along_axis(above, np.broadcast_to(order[:, None], free.shape), np.cumsum(ordered, axis=2) - ordered, 2)
        in_row = free.sum(axis=2)
        mean = np.maximum(weights.mean(axis=1, keepdims=True), NO_WEIGHT)
        rank = np.argsort(order, axis=1, kind="stable")
        return cls(in_row, above, in_row[..., None] - above - 1, (weights / mean).astype(np.float32), rank, facts)

    @property
    def features(self) -> Floats:
        """Return what is known of each cell, (N, 10, C, FEATURES), or with facts as many more."""
        turns = np.maximum(self.in_row.sum(axis=1), 1)
        known = np.zeros((*self.above.shape, FEATURES + FACTS * (self.facts is not None)), np.float32)
        if self.facts is not None:
            known[..., FEATURES:] = self.facts[:, None]
        rows = np.arange(ROWS)
        known[:, rows, :, rows] = 1
        known[..., ROWS : 2 * ROWS] = (self.in_row / MOST_IN_ROW)[:, None, None]
        known[..., 2 * ROWS : 3 * ROWS] = (self.in_row / turns[:, None])[:, None, None]
        share = turns[:, None, None] / MOST_TURNS
        weights = self.weights[:, None]
        of_cell = (share, np.sqrt(share), weights / 3, np.sqrt(np.maximum(weights, 0)) / 2, np.minimum(weights, 0.5))
        for feature, values in zip((*SHARES, *WEIGHTS), of_cell, strict=True):
            known[..., feature] = values
        put_in_place(known, self.above, self.below)
        return known


def put_in_place(features: Floats, above: Floats, below: Floats) -> None:
    """Set in features, in place, how many free cells of its row are above and below each cell, (N, 10, C)."""
    features[..., ABOVE] = above / MOST_IN_ROW
    features[..., BELOW] = below / MOST_IN_ROW
    features[..., PLACE] = np.maximum(above + 0.5, 0) / np.maximum(above + below + 1, 1)
