"""A camera over the simulated table: frames come through the same port as real ones."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError
from firmware.simulated.clock import Clock
from firmware.simulated.darkroom import Darkroom
from firmware.simulated.setting import CAPTURE_PX, PREVIEW_PX
from firmware.simulated.sight import SimulatedExposure
from firmware.simulated.table import SimulatedTable
from models.render.world import Bytes
from vision.frame import Frame

PERIODS_S = {PREVIEW_PX: 1 / 15, CAPTURE_PX: 1 / 10}  # from one frame of a size to the next
EXPOSURE_S = 0.012


class CameraFault(StrEnum):
    """What is wrong with the camera."""

    UNPLUGGED = "unplugged"
    HANGING = "hanging"  # it answers nothing any more
    BLACK = "black"  # a lid, or the light is out
    OVEREXPOSED = "overexposed"


class SimulatedCamera:
    """A `firmware.ports.Camera`; `SimulatedCameras` opens it."""

    name = "simulated"

    def __init__(self, plug: "SimulatedCameras") -> None:
        """Open the camera."""
        self._plug = plug
        self._next_ns = plug.clock.now_ns()
        self._is_open = True

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        """Return a small new frame, 640 px square."""
        return self._frame(PREVIEW_PX, not_before_ns=self._next_ns, timeout_s=timeout_s)

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        """Return a frame of 1440 px square, exposed at or after ``not_before_ns``."""
        return self._frame(CAPTURE_PX, not_before_ns=max(not_before_ns, self._next_ns), timeout_s=timeout_s)

    def expose(self, times: float, *, timeout_s: float = 3.0) -> Frame:
        """Return a frame of 1440 px square, exposed so many times as long."""
        return self._frame(CAPTURE_PX, not_before_ns=self._next_ns, timeout_s=timeout_s, times=times)

    def close(self) -> None:
        """Give the camera back; closing twice does nothing."""
        self._is_open = False

    def _frame(self, size_px: int, *, not_before_ns: int, timeout_s: float, times: float = 1.0) -> Frame:
        """Wait for the next exposure and return its frame."""
        # One look at the clock: on a busy machine there may be more than an exposure between two.
        now_ns = self._plug.clock.now_ns()
        begins_ns = max(not_before_ns, now_ns)
        wait_s = (begins_ns - now_ns) * 1e-9 + EXPOSURE_S
        is_late = wait_s > timeout_s or self._plug.fault is CameraFault.HANGING
        self._plug.clock.sleep(timeout_s if is_late else wait_s)
        self._plug.tick()
        self._plug.frame_ns = self._plug.clock.now_ns()  # somebody looks through the camera
        if not self._is_open:
            raise CameraLostError("The simulated camera is closed; open it again.")
        if self._plug.fault is CameraFault.UNPLUGGED:
            raise CameraLostError("The simulated camera was unplugged; plug it in again.")
        if is_late:
            raise CameraTimeoutError(f"The simulated camera gave no frame within {timeout_s:g} s.")
        self._next_ns = begins_ns + round(PERIODS_S[size_px] * 1e9)
        return Frame(self._exposed(size_px, begins_ns, times), begins_ns)

    def _exposed(self, size_px: int, begins_ns: int, times: float) -> Bytes:
        """Return the pixels of an exposure."""
        table, darkroom, fault = self._plug.table, self._plug.darkroom, self._plug.fault
        gain = table.setting.wavering.gains(begins_ns * 1e-9, size_px)
        if fault is CameraFault.BLACK:
            clean, gain = np.zeros((size_px, size_px, 3), np.uint8), np.ones(1)
        else:
            moments = (begins_ns + round(EXPOSURE_S * share * 1e9) for share in (0.0, 0.5, 1.0))
            clean = darkroom.clean(SimulatedExposure(*map(table.sight, moments)), size_px, times)
        if fault is CameraFault.OVEREXPOSED:
            gain = np.full(1, 6.0)
        return darkroom.noisy(clean, gain=gain, seed=(begins_ns, size_px))


@dataclass(eq=False, slots=True)
class SimulatedCameras:
    """The place where the camera is plugged in; `open` is what the companion calls, again after it was lost."""

    table: SimulatedTable
    darkroom: Darkroom
    clock: Clock
    tick: Callable[[], None]  # called before every frame
    fault: CameraFault | None = None  # what is wrong with the camera now, None for nothing
    frame_ns: float = -math.inf  # when the newest frame was taken

    def open(self) -> SimulatedCamera:
        """Open the camera.

        Raises:
            CameraMissingError: If it is unplugged.
        """
        if self.fault is CameraFault.UNPLUGGED:
            raise CameraMissingError("There is no simulated camera: it is unplugged.")
        return SimulatedCamera(self)
