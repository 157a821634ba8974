"""How sharp the picture is, live, while somebody turns the lens."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from firmware.board.calibration_lock import FocusingCamera, LockingCamera
from firmware.doctor.look import CAPTURE_S
from firmware.session.wizard import SHARP_ENOUGH, FocusLook
from firmware.survey.measure import Pace, SeenBoard
from hardware.optics.needs import LEAST_DIE_PX, MOST_BLUR
from vision.light.sharpness import blur_px

if TYPE_CHECKING:
    from firmware.forward import BoardReader
    from firmware.ports import Camera
    from vision.frame import Frame

EVERY_S = 0.5
FRAMES = 2  # their mean is looked at, since noise looks like sharpness
SHARPEST = 999


class FocusMeasure:
    """Measures how wide edges are blurred.

    Args:
        reader: Finds dice, in whose size blur counts; None where the models are broken.
    """

    def __init__(self, reader: BoardReader | None) -> None:
        """Begin with nothing seen."""
        self._board = SeenBoard(reader)
        self._pace = Pace(EVERY_S)
        self._die_px: float | None = None
        self._has_found_itself = False

    def look(self, camera: Camera, preview: Frame) -> tuple[FocusLook, Frame] | None:
        """Measure where it is time.

        Raises:
            CameraError: If the camera does not deliver.
        """
        if not self._pace.is_due(preview):
            return None
        focuses_itself = isinstance(camera, FocusingCamera) and camera.focuses_itself()
        frames = [camera.capture(not_before_ns=preview.exposed_ns, timeout_s=CAPTURE_S)]
        board = self._board.find(frames[0])
        if focuses_itself and not self._has_found_itself and isinstance(camera, LockingCamera):
            camera.lock(board)
            self._has_found_itself = True
            frames.clear()
        while len(frames) < FRAMES:
            after_ns = frames[-1].exposed_ns + 1 if frames else preview.exposed_ns
            frames.append(camera.capture(not_before_ns=after_ns, timeout_s=CAPTURE_S))
        look = FocusLook(
            exposed_ns=frames[-1].exposed_ns,
            size_wh=frames[-1].size_wh,
            outline=() if board is None else board.polygon,
            sharpness=self._sharpness(frames),
            focuses_itself=focuses_itself,
        )
        return look, frames[-1]

    def _sharpness(self, frames: list[Frame]) -> int | None:
        """Return how much sharper than necessary the picture is, per cent; None where nothing has an edge."""
        blurred_px = blur_px(frames, self._board.outline)
        if blurred_px is None:
            return None
        if self._die_px is None and (dice := self._board.dice(frames[-1])):
            self._die_px = statistics.median(die.size_px for die in dice)
        allowed_px = MOST_BLUR * (self._die_px or LEAST_DIE_PX)
        return min(SHARPEST, round(SHARP_ENOUGH * allowed_px / max(blurred_px, 1e-3)))
