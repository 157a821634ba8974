"""What a press would take on a Pi, by arithmetic: ``python -m tests.bench.on_a_pi TIMES.json``.

TIMES.json is what ``python -m tests.bench.press --json TIMES.json`` wrote on this machine. Nothing of this was measured
on a Pi: networks are reckoned by their multiplications (`tests.bench.arithmetic`), the rest is the processor time it
took here, times how much slower a Pi's core is at 7-Zip's benchmark for one thread. That was published for both boards
and is measured here, of the processor's time, which other work on the machine does not lengthen.

How sure that is: not within a factor of two. The lower numbers take the networks for all of finding and reading dice,
and the rest for as slow as 7-Zip; the upper ones count what finding and reading took here on top, and all that is no
network as slower by another half, since the Pi's vectors are half as wide or less (that half is a guess). What a memory
card takes to sync is its own affair: class A1 promises 500 random writes a second, 2 ms each, on average. All is for
one core; the boards have four. A Pi that is hot or fed badly is slower still.

Source: sbc-bench, results/reviews/RPi-4B-Rev1.1.md (7-Zip, one thread, 1,660 MIPS at 1.5 GHz; here times 1.8 / 1.5) and
    RPi-5B-Rev1.0.md (2,967 MIPS at 2.4 GHz). SD Association: Application Performance Class A1. Raspberry Pi, Camera
    Module 3: 14 frames a second of the whole sensor.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import typer

from firmware.signals.press import PressTiming
from firmware.table.eye_parts import EyePolicy
from firmware.table.latency import PressPart
from models.advisor import foresight
from scoring import rules
from scoring.dice import Face
from scoring.events import ThrowMade
from scoring.games import ten_by_ten
from scoring.ruleset import Ruleset
from scoring.strategy.advice import advise
from tests.bench.arithmetic import PI_4, PI_5, Core, reading
from vision.read.classify import TURNS

MIPS = {PI_4: 1660 * 1.8 / 1.5, PI_5: 2967.0}
VECTORS = 1.5
CARD_MS = 2.0
FRAMES_A_SECOND = 14.0
PROGRAMS = ("7zz", "7z", "7zr", "7za")
RATING = re.compile(r"^Tot:\s+\d+\s+(\d+)\s+\d+", re.MULTILINE)

Span = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """What of a press depends on the processor, ms of one core, medians."""

    stored: float  # From the still frame to the stored entry
    dice: float  # Of that for finding and reading the dice, networks included
    shown: float  # From there to the painted page
    advised: float  # Of a hint, with all 200 cells free, when it takes longest

    @classmethod
    def of(cls, presses: Sequence[Mapping[str, Any]], advised: float) -> Press:
        """Return the medians of presses as the bench wrote them; painting counts by the clock."""
        dice = [each["cpu"][PressPart.DETECT.value] + each["cpu"][PressPart.CLASSIFY.value] for each in presses]
        shown = [each["cpu"][PressPart.PUSH.value] + each["wall"][PressPart.PAINT.value] for each in presses]
        return cls(
            stored=float(np.median([each["stored_cpu"] for each in presses])),
            dice=float(np.median(dice)) / EyePolicy().frames,
            shown=float(np.median(shown)),
            advised=advised,
        )


def advising_ms(times: int = 50) -> float:
    """Return what the advice for a first throw takes here, ms of one core, the median."""
    strategy, spent = foresight(), []
    state = rules.apply(ten_by_ten.begin(("", ""), Ruleset(), beginner=0), ThrowMade(tuple(Face)[:5]))
    for _ in range(times + 1):
        began = time.process_time()
        advise(strategy, state)
        spent.append(1e3 * (time.process_time() - began))
    return float(np.median(spent[1:]))


def rating(said: str) -> float:
    """Return MIPS a full core from what ``7z b -mmt1`` said, a ValueError if it says none."""
    if (found := RATING.search(said)) is None:
        raise ValueError(f"7-Zip told no rating; it said {said[-200:]!r}")
    return float(found[1])


def networks(core: Core) -> Span:
    """Return what the networks take for one frame of five dice, ms.

    Dice that are known, as they are soon in play, are looked at in all four turns.
    """
    counts = reading()
    return core.span(sum(counts.values()) + (len(TURNS) - 1) * counts["faces"])


def on(core: Core, press: Press, mips: float) -> dict[str, Span]:
    """Return what parts of a press would take on a Pi's core, ms."""
    slower = mips / MIPS[core]
    net, spans = np.array(networks(core)), slower * np.array([1.0, VECTORS])
    stored = net + CARD_MS + spans * press.stored - [slower * press.dice, 0]
    camera = 1e3 / FRAMES_A_SECOND * (EyePolicy().frames + np.arange(2))
    settled = np.full(2, PressTiming().debounce_ns / 1e6)
    found = {
        "the contact settles": settled,
        "the camera's frames": camera,
        "networks, one frame": net,
        "still frame to stored, with them": stored,
        "stored to painted": spans * press.shown,
        "a hint": spans * press.advised,
        "let go to painted": settled + camera + stored + spans * press.shown,
    }
    return {name: (float(low), float(high)) for name, (low, high) in found.items()}


def table(press: Press, mips: float) -> str:
    pi_4, pi_5 = (on(core, press, mips) for core in (PI_4, PI_5))
    lines = [f"{'by arithmetic, ms':<34}{PI_4.name:<32}{PI_5.name}"]
    lines += [f"{name:<34}{_span(pi_4[name]):<32}{_span(pi_5[name])}" for name in pi_4]
    here = f"{press.stored:.1f}, {press.shown:.1f} and {press.advised:.1f} ms for the same"
    lines.append(f"a core here: {mips:.0f} MIPS of 7-Zip, {here}")
    return "\n".join(lines)


def _span(span: Span) -> str:
    low, high = span
    return f"{low:.0f}" if round(low) == round(high) else f"{low:.0f}–{high:.0f}"


def main(times: Path, mips: float | None = None) -> None:
    """Print what a Pi would take."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if mips is None and program is None:
        raise SystemExit("NOT RECKONED: 7-Zip is missing, with which this core is held against a Pi's (apt: 7zip)")
    if mips is None:
        said = subprocess.run([str(program), "b", "-mmt1", "-md22"], check=True, capture_output=True, text=True).stdout
        mips = rating(said)
    presses = json.loads(times.read_text(encoding="utf-8"))["one"]
    print(table(Press.of(presses, advising_ms()), mips))


if __name__ == "__main__":
    typer.run(main)
