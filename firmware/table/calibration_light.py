"""Keeping the camera's exposure, white balance and focus as they are, until the light has changed."""

from __future__ import annotations

import logging

from firmware.board.calibration_lock import LockingCamera
from firmware.ports import Camera
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import brightness_of
from vision.reading import Verdict

log = logging.getLogger(__name__)

OTHER_LIGHT = 1.6
"""By so much brighter or darker felt is in other light: dusk comes, a lamp is switched on."""

PAUSE_NS = 20_000_000_000
"""In the dark locking does not help: it is not tried again sooner."""

WRONG_LIGHT = frozenset({Verdict.TOO_DARK, Verdict.TOO_BRIGHT})
SEEN = frozenset({Verdict.CLEAR, Verdict.NOT_SURE, Verdict.WRONG_COUNT, Verdict.EMPTY})


class SteadyLight:
    """Says when a camera is to be locked, and locks it."""

    def __init__(self) -> None:
        """Begin with a camera that is not locked."""
        self._level: float | None = None
        self._tried_ns: int | None = None
        self._is_due = True

    def forget(self) -> None:
        """Take the camera for another one: it was opened again."""
        self._is_due, self._level, self._tried_ns = True, None, None

    def judge(self, frame: Frame, verdict: Verdict, board: BoardOutline | None) -> None:
        """Look at a frame that was read for whether the light has changed."""
        if verdict in WRONG_LIGHT:
            self._is_due = True
        elif verdict in SEEN and not self._is_due:
            level = max(brightness_of(frame, board), 1e-4)
            self._level = level if self._level is None else self._level
            self._is_due = not 1 / OTHER_LIGHT < level / self._level < OTHER_LIGHT

    def keep(self, camera: Camera, board: BoardOutline | None, now_ns: int) -> bool:
        """Lock a camera if that is due; return whether its pictures may look different from now on.

        Raises:
            CameraError: If it does not deliver.
        """
        is_too_soon = self._tried_ns is not None and now_ns - self._tried_ns < PAUSE_NS
        if not self._is_due or is_too_soon or not isinstance(camera, LockingCamera):
            return False
        locked = camera.lock(board)
        self._is_due, self._level, self._tried_ns = False, None, now_ns
        log.log(logging.WARNING if locked.loose else logging.INFO, "%s: %s", camera.name, locked)
        return True
