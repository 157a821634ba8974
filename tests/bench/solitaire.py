"""What games one plays alone bring when everything is done best: ``python -m tests.bench.solitaire``.

One column of Würfelpoker 10×10 under both readings of „serviert“, and, by the same engine, Yahtzee, whose figure is
known: 254.5896.
"""

from __future__ import annotations

import time

import typer

from models.solved.solitaire import OneColumn, expectations
from scoring.ruleset import ServedRule
from tests.models.solved.yahtzee import Yahtzee

KNOWN = 254.5896


def main(*, only_ours: bool = False) -> None:
    """Print the expectations."""
    for rule in ServedRule:
        alone = expectations(OneColumn(), served_whenever=rule is ServedRule.ANY_FULL_THROW)
        print(f"one column alone, served = {rule.value}: {alone[0]:.4f} points")
    if not only_ours:
        began, alone = time.monotonic(), expectations(Yahtzee())
        print(f"Yahtzee alone: {alone[0]:.4f} points, known {KNOWN}; {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    typer.run(main)
