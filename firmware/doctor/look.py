"""A look through the camera: some seconds of the board as the eye sees it in play, then the camera is given back."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from firmware.adapters.cameras import FOLDER, Source, camera_source
from firmware.adapters.errand import Errands
from firmware.adapters.open import SIMULATED, resolve_source
from firmware.board.calibration_lock import Locked, LockingCamera, UnlockingCamera
from firmware.errors import SimulationError
from firmware.ports import Camera
from firmware.settings.config import Config
from firmware.simulated.table import DICE
from models.render.world import DesignFace
from vision.find.board import BoardOutline, find_board
from vision.frame import Frame

CAPTURE_S = 2.0
LOCK_S = 4.0
MOST_PREVIEWS = 64
LOOK_S = 15.0
"""A camera that hangs is left behind after so long: the other parts are still to be looked at."""


@runtime_checkable
class MeteringCamera(Protocol):
    """A camera that reckons how much light falls on what it sees; most do not."""

    def lux(self) -> float | None:
        """Return the light of the newest frame, lux; None where it does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookPlan:
    """How to look."""

    settle_s: float = 1.0  # a camera just opened takes so long to find its exposure; its first frames are dark
    watch_s: float = 2.5  # for so long small frames are taken, for flicker; none at 0
    captures: int = 3  # so many full frames are taken


LONGER = LookPlan(watch_s=4.0)
STILL = LookPlan(settle_s=0.0, watch_s=0.0, captures=1)
"""For pictures in a folder, which never change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What was seen."""

    camera: str
    source: str  # why it is that
    frames: tuple[Frame, ...]  # full ones, oldest first
    previews: tuple[Frame, ...] = ()  # small ones, one after the other
    capture_s: tuple[float, ...] = ()  # how long each full frame took from asking for it
    board: BoardOutline | None = None  # where the board is, None where none was found
    locked: Locked | None = None  # what the camera keeps as it is in play, None where it changes nothing by itself
    lux: float | None = None  # light on the board as the camera reckons it, None where it does not

    @property
    def is_simulated(self) -> bool:
        """Return whether it is the simulated board."""
        return self.camera == SIMULATED


def look(config: Config, *, watch_longer: bool = False, within_s: float = LOOK_S) -> Look:
    """Open the camera of the settings, look, and give it back.

    Raises:
        CameraError: If it does not deliver.
        SimulationError: If the simulated board cannot run.
    """
    errands = Errands("The camera")
    name, reason = errands.do("being looked for", lambda: resolve_source(config.camera.source), timeout_s=within_s)
    if name == SIMULATED and importlib.util.find_spec("mujoco") is None:
        mend = "Plug one in, or install what the simulated board needs: pip install 'serviert[simulated]'."
        raise SimulationError(f"{reason}, but MuJoCo is missing. {mend}")
    plan = STILL if name.startswith(FOLDER) else LONGER if watch_longer else LookPlan()
    source = camera_source(replace(config, camera=replace(config.camera, source=name)))
    try:
        if source.board is not None:
            source.board.table.lay(list(DesignFace)[:DICE])
            return looked(source, plan, reason=reason)
        return errands.do("being looked through", lambda: looked(source, plan, reason=reason), timeout_s=within_s)
    finally:
        source.close()
        if source.board is not None:
            source.board.close()


def looked(source: Source, plan: LookPlan, *, reason: str) -> Look:
    """Open a camera, look, and give it back.

    Raises:
        CameraError: If it does not deliver.
    """
    camera = source.open_camera()
    try:
        return look_through(camera, plan, reason=reason)
    finally:
        camera.close()


def look_through(
    camera: Camera, plan: LookPlan, *, reason: str = "", now_ns: Callable[[], int] = time.monotonic_ns
) -> Look:
    """Look through a camera that was just opened.

    Raises:
        CameraError: If it does not deliver.
    """
    first = camera.capture(not_before_ns=now_ns() + round(plan.settle_s * 1e9), timeout_s=CAPTURE_S + plan.settle_s)
    begun = Look(camera=camera.name, source=reason, frames=(first,), board=find_board(first))
    if not plan.watch_s or not isinstance(camera, LockingCamera):
        return _watched(camera, plan, begun, now_ns)
    try:
        locked = camera.lock(begun.board, timeout_s=LOCK_S)
        return _watched(camera, plan, replace(begun, locked=locked), now_ns)
    finally:
        if isinstance(camera, UnlockingCamera):
            camera.unlock()


def _watched(camera: Camera, plan: LookPlan, begun: Look, now_ns: Callable[[], int]) -> Look:
    """Return a look with what was seen in some seconds."""
    previews: list[Frame] = []
    until_ns = now_ns() + round(plan.watch_s * 1e9)
    while now_ns() < until_ns and len(previews) < MOST_PREVIEWS:
        previews.append(camera.preview())
    frames, capture_s = [], []
    for _ in range(plan.captures):
        began_ns = now_ns()
        frames.append(camera.capture(not_before_ns=began_ns, timeout_s=CAPTURE_S))
        capture_s.append((now_ns() - began_ns) / 1e9)
    return replace(
        begun,
        frames=tuple(frames),
        previews=tuple(previews),
        capture_s=tuple(capture_s),
        lux=camera.lux() if isinstance(camera, MeteringCamera) else None,
    )
