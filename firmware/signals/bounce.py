"""How a contact bounces, from its recorded edges: what ``serviert doctor --button`` measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from firmware.ports import Edge

BURST_NS = 45_000_000
"""Edges closer together than this are one closing or opening; no finger is so quick."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BounceReport:
    """What a contact did."""

    presses: int = 0  # how often it closed for good
    longest_ns: int = 0  # longest time from the first to the last edge of one closing or opening
    # Longest time for which it stood still in the middle of bouncing: debouncing must outlast it.
    longest_gap_ns: int = 0
    most_edges: int = 0  # in one closing or opening; 1 for a contact that does not bounce
    sparks: int = 0  # times it closed and was open again at once


def measured(edges: Sequence[Edge]) -> BounceReport:
    """Return what edges say of a contact."""
    bursts = _bursts(edges)
    real = [burst for burst in bursts if len(burst) % 2]  # an even number of edges ends where it began
    gaps = [after.at_ns - before.at_ns for burst in bursts for before, after in pairwise(burst)]
    return BounceReport(
        presses=sum(burst[-1].is_down for burst in real),
        longest_ns=max((burst[-1].at_ns - burst[0].at_ns for burst in bursts), default=0),
        longest_gap_ns=max(gaps, default=0),
        most_edges=max((len(burst) for burst in real), default=0),
        sparks=len(bursts) - len(real),
    )


def _bursts(edges: Sequence[Edge]) -> list[list[Edge]]:
    bursts: list[list[Edge]] = []
    for edge in edges:
        if bursts and edge.at_ns - bursts[-1][-1].at_ns < BURST_NS:
            bursts[-1].append(edge)
        else:
            bursts.append([edge])
    return bursts
