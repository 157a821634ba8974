"""Whether a moved camera or tray is noticed before the next reading: ``python -m tests.bench.moved``.

Trays and tables by lot, under lights by lot. Each is looked at once; then dice are thrown, hands reach in, lamps are
dimmed and put elsewhere, and camera or tray is moved. Counted are the moves that are noticed, the alarms where nothing
moved, and how far the outline that was put right lies from the true one.
"""

from __future__ import annotations

import copy
import multiprocessing
import os
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

os.environ.setdefault("OMP_NUM_THREADS", "1")

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from models.render.world import RimShape
from scoring.statistics.share import share_of
from tests.bench.moved_scenes import MovedStage, Nudge, Table, found, reaching, sample_table, thrown
from vision.find.board import BoardOutline, BoardPresence, board_presence
from vision.frame import Frame
from vision.watch.standing import Standing, StandingBoard

HAND_SHARE = 0.4
NOTICED = (Standing.FOLLOWED, Standing.FOUND)
BIG_MM, BIG_DEG = 10.0, 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    case: str  # What was done before it
    standing: Standing  # What was said
    is_said: bool  # The players would be told that the board is not seen
    error_mm: float  # Mean distance of the outline from the true one afterwards
    error_before_mm: float  # The same when it was first found
    spent_ms: float  # The processor's time


def looks_at(seed: int, stills: int) -> list[Look]:
    """Return every comparison at one table; none where its board is not found to begin with."""
    cv2.setNumThreads(1)
    table, rng = sample_table(seed), np.random.default_rng([seed, 12])
    stage = MovedStage(table)
    dice = thrown(rng, table.board)
    first = stage.shot(rng, dice=dice)
    known = StandingBoard()
    if not known.find(first) or known.board is None:
        return []
    error_before = _error_mm(known.board, stage, table)
    known.remember(first, found(stage.camera, dice))
    looks = []
    for case, later, times in _cases(table, stage, rng, stills):
        for _ in range(times):
            frame = _another(later, table, rng)
            standing, after = copy.copy(known), time.process_time()
            said = standing.check(frame)
            spent_ms = 1e3 * (time.process_time() - after)
            assert standing.board is not None
            looks.append(
                Look(
                    case=case,
                    standing=said,
                    is_said=board_presence(standing.board, frame) is not BoardPresence.SAME,
                    error_mm=_error_mm(standing.board, later, table),
                    error_before_mm=error_before,
                    spent_ms=spent_ms,
                )
            )
    return looks


def _cases(
    table: Table, stage: MovedStage, rng: np.random.Generator, stills: int
) -> Iterator[tuple[str, MovedStage, int]]:
    """Yield what is done at a table, what it looks like then, and how often it is looked at."""
    yield "still: other dice, hands, brightness", stage, stills
    yield "still: the lamp stands elsewhere", MovedStage(_lit_from_elsewhere(table, rng)), max(1, stills // 8)
    tray = "tray turned 1° (round)" if table.board.shape is RimShape.ROUND else "tray turned 1°"
    nudges: tuple[tuple[str, Callable[[], Nudge]], ...] = (
        ("2 mm", lambda: Nudge(by_mm=_towards(rng, 2.0))),
        ("2–10 mm and 0–5°", lambda: _big(rng)),
    )
    for name, nudge in nudges:
        yield f"tray moved {name}", MovedStage(table, tray=nudge()), 2
        yield f"camera moved {name}", MovedStage(table, camera=nudge()), 2
    yield tray, MovedStage(table, tray=Nudge(turn_deg=_either(rng))), 2
    yield "camera turned 1°", MovedStage(table, camera=Nudge(turn_deg=_either(rng))), 2
    yield "camera tilted 1°", MovedStage(table, camera=Nudge(pitch_deg=_either(rng))), 2


def _lit_from_elsewhere(table: Table, rng: np.random.Generator) -> Table:
    x, y, z = (float(part) for part in np.array(table.light.lamp_mm) + rng.normal(0, 120, 3) * (1, 1, 0.3))
    return replace(table, light=replace(table.light, lamp_mm=(x, y, z)))


def _another(stage: MovedStage, table: Table, rng: np.random.Generator) -> Frame:
    """Return a frame with other dice, perhaps a hand, and brighter or darker lights."""
    hands = (reaching(rng, table.board),) if rng.random() < HAND_SHARE else ()
    lamp, window, room = (float(part) for part in np.exp(rng.normal(0, 0.35, 3)))
    return stage.shot(rng, dice=thrown(rng, table.board), hands=hands, lit=(lamp, window, room))


def _towards(rng: np.random.Generator, far_mm: float) -> tuple[float, float]:
    angle = rng.uniform(0, 2 * np.pi)
    return float(far_mm * np.cos(angle)), float(far_mm * np.sin(angle))


def _either(rng: np.random.Generator) -> float:
    return float(rng.choice([-1.0, 1.0]))


def _big(rng: np.random.Generator) -> Nudge:
    return Nudge(by_mm=_towards(rng, float(rng.uniform(2, BIG_MM))), turn_deg=float(rng.uniform(-BIG_DEG, BIG_DEG)))


def _error_mm(board: BoardOutline, stage: MovedStage, table: Table) -> float:
    true = stage.outline_px()
    mm_per_px = table.board.radius_mm * _area_factor(table) / float(np.sqrt(_area(true) / np.pi))
    contour = np.array(board.polygon, np.float32).reshape(-1, 1, 2)
    apart = [abs(cv2.pointPolygonTest(contour, (float(x), float(y)), measureDist=True)) for x, y in true]
    return float(np.mean(apart)) * mm_per_px


def _area(outline: NDArray[np.float64]) -> float:
    return float(cv2.contourArea(outline.astype(np.float32)))


def _area_factor(table: Table) -> float:
    """Return the radius of the circle as large as the tray, in the tray's inner radii."""
    sides = {RimShape.OCTAGON: 8, RimShape.HEXAGON: 6, RimShape.SQUARE: 4}.get(table.board.shape)
    return 1.0 if sides is None else float(np.sqrt(sides / np.pi * np.tan(np.pi / sides)))


def _table_of(looks: list[Look]) -> None:
    cases: dict[str, list[Look]] = defaultdict(list)
    for look in looks:
        cases[look.case].append(look)
    print(f"{'case':<40}{'noticed, [95 %]':<38}{'or said':>9}{'mm off: mean':>14}{'p95':>7}{'ms p50':>8}")
    for case, seen in cases.items():
        noticed = share_of(look.standing in NOTICED for look in seen)
        either = share_of(look.standing in NOTICED or look.is_said for look in seen)
        off = [look.error_mm for look in seen if not look.is_said]
        spent = float(np.median([look.spent_ms for look in seen]))
        print(
            f"{case:<40}{noticed!s:<38}{either.hits:>9}{np.mean(off):>14.2f}{np.percentile(off, 95):>7.2f}{spent:>8.0f}"
        )
    first = [look.error_before_mm for look in looks]
    print(f"\nwhen first found, the outline was {np.mean(first):.2f} mm off (p95 {np.percentile(first, 95):.2f})")


def main(tables: int = 100, stills: int = 40, seed: int = 1000, workers: int = 1) -> None:
    """Measure and print a table."""
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        known = list(pool.map(looks_at, range(seed, seed + tables), [stills] * tables))
    print(f"{tables} tables; on {sum(not looks for looks in known)} no board is found to begin with\n")
    _table_of([look for looks in known for look in looks])


if __name__ == "__main__":
    typer.run(main)
