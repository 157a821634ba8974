"""Figures by what may matter: thresholds (risk against coverage), true confidences, design, light, size and tilt."""

import itertools
import math
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from models.evaluate import boards
from models.evaluate.records import BoardRecord, DieRecord
from scoring.statistics.share import Share, share_of
from vision.read.classify import FACE_LABELS

THRESHOLDS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998, 0.999)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveragePoint:
    """What happens if a face is believed from one confidence on."""

    threshold: float  # That confidence
    asked: Share  # Throws of five poker dice lying right that are asked about
    wrong: Share  # Dice wrong among those of accepted readings
    asked_dice: Share  # Poker dice lying right of which the face is asked
    wrong_dice: Share  # Of those not asked about, faces read wrong


def coverage_curve(
    records: Sequence[BoardRecord], thresholds: Sequence[float] = THRESHOLDS
) -> tuple[CoveragePoint, ...]:
    """Return what each threshold would have done on boards as read."""
    throws = [record for record in records if boards.is_countable(record)]
    fives = [record for record in throws if boards.is_five_lying_right(record)]
    dice = readable_dice(records)
    return tuple(
        CoveragePoint(
            threshold=threshold,
            asked=share_of(boards.trust_in(record) < threshold for record in fives),
            wrong=boards.wrong_among(throws, sure=threshold),
            asked_dice=share_of(not boards.is_sure(die, threshold) for die in dice),
            wrong_dice=share_of(not die.is_right for die in dice if boards.is_sure(die, threshold)),
        )
        for threshold in thresholds
    )


def readable_dice(records: Sequence[BoardRecord]) -> tuple[DieRecord, ...]:
    """Return the poker dice of boards that were found and lie right."""
    return tuple(die for record in records for die in record.dice if boards.is_poker_lying(die))


EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)


def calibration_error(dice: Sequence[DieRecord]) -> float:
    """Return how far confidences are from shares of right ones, mean over the dice found, in bins of confidence.

    Source: Naeini, Cooper, Hauskrecht, Obtaining Well Calibrated Probabilities Using Bayesian Binning (2015).
    """
    read = np.array([(die.read.confidence, die.is_right) for die in dice if die.read is not None]).reshape(-1, 2)
    bins = np.digitize(read[:, 0], EDGES[1:-1])
    errors = [abs(float((read[bins == one, 0] - read[bins == one, 1]).sum())) for one in set(bins.tolist())]
    return sum(errors) / len(read) if len(read) else float("nan")


Case: TypeAlias = "tuple[BoardRecord, DieRecord]"
Edges: TypeAlias = tuple[float, ...]

SIZE_EDGES_PX: Edges = (0, 20, 30, 40, 50, 60, 75, math.inf)
TILT_EDGES_DEG: Edges = (0, 2.5, 5, 10, 20, 30, math.inf)
BRIGHTNESS_EDGES: Edges = (0, 25, 40, 55, 70, math.inf)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakdownRow:
    """The dice of one kind."""

    kind: str  # What they have in common
    found: Share  # Of those that are seen
    faces: Share  # Of those found that are poker dice (and, but for tilt, lie right): faces read right
    sure_right: Share  # Of those the reader was sure of, faces right
    said_burning: Share  # Of those found, called burning


Breakdown: TypeAlias = tuple[BreakdownRow, ...]


def breakdowns(records: Sequence[BoardRecord], *, sure: float) -> dict[str, Breakdown]:
    """Return the figures of boards by everything that may matter."""
    cases = [(record, die) for record in records for die in record.dice if die.counts]
    lying = [case for case in cases if case[1].true.lies_right]
    poker = [case for case in lying if case[1].true.is_poker]
    keys: dict[str, tuple[list[Case], Callable[[Case], str]]] = {
        "design": (lying, lambda case: design_kind(case[1].true.design)),
        "tray": (poker, lambda case: case[0].tray or "not stated"),
        "brightness": (poker, lambda case: bin_of(case[0].brightness, BRIGHTNESS_EDGES)),
        "size in px": (poker, lambda case: bin_of(case[1].true.edge_px, SIZE_EDGES_PX)),
        "tilt in °": (cases, lambda case: bin_of(case[1].true.tilt_deg, TILT_EDGES_DEG)),
        "face": (poker, lambda case: FACE_LABELS[case[1].true.label or 0]),
    }
    found: dict[str, Breakdown] = {}
    for name, (of, key) in keys.items():
        groups: defaultdict[str, list[DieRecord]] = defaultdict(list)
        for case in of:
            groups[key(case)].append(case[1])
        found[name] = tuple(_row(kind, groups[kind], sure) for kind in sorted(groups, key=_natural))
    return found


def _row(kind: str, dice: Sequence[DieRecord], sure: float) -> BreakdownRow:
    found = [die for die in dice if die.read is not None]
    poker = [die for die in found if die.true.is_poker]
    return BreakdownRow(
        kind=kind,
        found=Share(len(found), len(dice)),
        faces=share_of(die.is_right for die in poker),
        sure_right=share_of(die.is_right for die in poker if boards.is_sure(die, sure)),
        said_burning=share_of(map(boards.is_called_burning, found)),
    )


def _natural(kind: str) -> tuple[float, str]:
    """Return what sorts faces by rank, bins by their first number and everything else by name."""
    if kind in FACE_LABELS:
        return FACE_LABELS.index(kind), kind
    number = re.match(r"[\d.]+", kind)
    return (float(number[0]) if number else math.inf, kind)


def design_kind(design: str) -> str:
    """Return the kind of a design: its name without its seed.

    >>> design_kind("letter-suits-1000123"), design_kind("pipcourt"), design_kind("")
    ('letter-suits', 'pipcourt', 'not stated')
    """
    return re.sub(r"(-\d+)+$", "", design) or "not stated"


def bin_of(value: float, edges: Edges) -> str:
    """Return the name of the bin a value falls into; the last one has no end.

    >>> bin_of(33.0, (0, 20, 40, math.inf)), bin_of(40.0, (0, 20, 40, math.inf))
    ('20–40', '40 and more')
    """
    for low, high in itertools.pairwise(edges):
        if value < high:
            return f"{low:g} and more" if math.isinf(high) else f"{low:g}–{high:g}"
    return "unknown"
