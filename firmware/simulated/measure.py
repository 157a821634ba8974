"""Measures the simulated board: how fast frames come, and how dice fall.

python -m firmware.simulated.measure --throws 1000
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import Annotated

import cv2
import numpy as np
import typer

from firmware.simulated.board import SimulatedBoard
from firmware.simulated.clock import ManualClock
from firmware.simulated.setting import BoardName, Setting
from models.render.throws import Force, Physics
from models.render.world import DieState


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureCosts:
    """Core-seconds that pictures cost.

    Attributes:
        frames: How many small frames were taken.
        moving_s: Of a small frame and its JPEG while something moves, mean.
        slowest_s: The slowest of them.
        still_s: The same while nothing moves, mean.
        capture_s: Of a full picture of five dice.
    """

    frames: int
    moving_s: float
    slowest_s: float
    still_s: float
    capture_s: float


def measure_pictures(seed: int, *, throws: int) -> PictureCosts:
    """Take frames of some throws, each with the page's JPEG, on one core."""
    cv2.setNumThreads(1)
    board = SimulatedBoard(Setting.for_session(seed), seed=seed, clock=ManualClock())
    camera = board.open_camera()
    camera.preview()
    camera.capture(not_before_ns=0)
    spent: dict[bool, list[float]] = {True: [], False: []}
    captures = []
    for _ in range(throws):
        board.press()
        while board.table.is_busy or not board.button.is_idle:
            began = time.thread_time()
            camera.preview()
            board.jpeg()
            spent[board.table.sight().is_moving].append(time.thread_time() - began)
        began = time.thread_time()
        camera.capture(not_before_ns=0)
        captures.append(time.thread_time() - began)
    return PictureCosts(
        frames=sum(map(len, spent.values())),
        moving_s=float(np.mean(spent[True])),
        slowest_s=max(spent[True]),
        still_s=float(np.mean(spent[False])),
        capture_s=float(np.mean(captures)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Falls:
    """How dice fall.

    Attributes:
        throws: How many throws of five.
        with_state: Share of throws with at least one die in each state but OK.
        burning: Share of throws with any such die.
        rest_s: Simulated seconds to rest, mean.
        cost_s: Core-seconds a throw.
    """

    throws: int
    with_state: dict[DieState, float]
    burning: float
    rest_s: float
    cost_s: float


def measure_throws(seed: int, board: BoardName, force: Force, *, throws: int) -> Falls:
    """Throw five dice many times."""
    setting = Setting.for_session(seed, board=board)
    physics, rng = Physics(setting.board, setting.bodies), np.random.default_rng(seed)
    states: Counter[DieState] = Counter()
    burning, rest_s, began = 0, 0.0, time.thread_time()
    for _ in range(throws):
        throw = physics.throw(rng, count=5, force=force)
        seen = {rest.state for rest in throw.rests} - {DieState.OK}
        states.update(seen)
        burning += bool(seen)
        rest_s += throw.duration_s
    return Falls(
        throws=throws,
        with_state={state: states[state] / throws for state in DieState if state is not DieState.OK},
        burning=burning / throws,
        rest_s=rest_s / throws,
        cost_s=(time.thread_time() - began) / throws,
    )


def main(
    throws: Annotated[int, typer.Option(help="Throws of five dice for each board and force.")] = 200,
    seed: Annotated[int, typer.Option(help="Of everything.")] = 1,
) -> None:
    """Print what was measured."""
    costs = measure_pictures(seed, throws=8)
    typer.echo(
        f"{costs.frames} small frames with JPEG, core-ms each: moving {costs.moving_s * 1e3:.1f} (slowest "
        f"{costs.slowest_s * 1e3:.1f}), still {costs.still_s * 1e3:.1f}; full picture {costs.capture_s * 1e3:.0f}"
    )
    for board in BoardName:
        for force in Force:
            falls = measure_throws(seed, board, force, throws=throws)
            shares = ", ".join(f"{state} {share:.1%}" for state, share in falls.with_state.items())
            typer.echo(
                f"{board}, {force}: {falls.throws} throws, burning {falls.burning:.1%} ({shares}), "
                f"rest after {falls.rest_s:.2f} s, {falls.cost_s * 1e3:.0f} core-ms"
            )


if __name__ == "__main__":
    typer.run(main)
