"""The Pi's camera through picamera2.

A small stream serves stillness, a large one reading; both come with every request. Format, size and stride are read
back after configuring, since libcamera adjusts what it cannot do without an error. Every wait has a deadline.
"""

import itertools
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from firmware.adapters.errand import Errands
from firmware.adapters.pi_device import BUFFERS, CAMERA_FAILURES, PREVIEW_PX, end, first_device, set_known, started
from firmware.adapters.pi_lock import AUTO, EXPOSED_BY, is_exposed_as, is_settled, locked_as, locking_controls
from firmware.board.calibration_lock import Locked
from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError
from firmware.ports import DEFAULT_MAINS_HZ, Lack
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.light.exposure import exposure_factor
from vision.preprocess import shrunk

log = logging.getLogger(__name__)

# A control shows in the frames so many later: those in the buffers are older, and a sensor obeys up to four late.
SHOWN_AFTER_FRAMES = BUFFERS + 4
FRAME_S = 1.0  # no camera exposes longer; one that has not sent a frame by then sends none
OPEN_S, CLOSE_S = 20.0, 5.0
LATE_S = 0.5  # a request that comes just as its wait is given up has been handed over by then

# One for the process, as libcamera is: what hangs in it hangs for every camera that is opened later.
LIBCAMERA = Errands("The Pi's camera")


class PiCamera:
    """A `firmware.ports.Camera` over libcamera."""

    name = "picamera"

    def __init__(
        self,
        *,
        open_device: Callable[[], Any] | None = None,
        timeout_s: float = 5.0,
        open_timeout_s: float = OPEN_S,
        close_timeout_s: float = CLOSE_S,
        mains_hz: int = DEFAULT_MAINS_HZ,
        errands: Errands = LIBCAMERA,
    ) -> None:
        """Open, configure and start the camera.

        The lamps' mains decide which exposures see them steady: whole half-periods.

        Raises:
            CameraMissingError: If picamera2 or the camera is missing, or sends no frames.
            CameraBusyError: If another program uses it.
            CameraTimeoutError: If it hangs.
        """
        self._is_open = False
        self._close_timeout_s = close_timeout_s
        self._errands = errands
        self._half_period_us = 1e6 / (2 * mains_hz)
        self._exposed_as: dict[str, Any] = {}  # time and gain as locked
        self._loose: frozenset[Lack] = frozenset()
        self._device, self._streams = errands.do(
            "opening",
            lambda: started(open_device or first_device, self._half_period_us),
            timeout_s=open_timeout_s,
            too_late=lambda late: end(late[0]),
        )
        self.identity = f"{self.name}:{self._device.camera_properties.get('Model', '')}"
        self._tells_exposure, self._is_open = False, True
        try:
            self._tells_exposure = "ExposureTime" in self._metadata(timeout_s)
            self.preview(timeout_s=timeout_s)
        except (CameraTimeoutError, CameraLostError) as error:
            self.close()
            raise CameraMissingError(f"The Pi's camera sends no usable frames ({error}) Check its cable.") from error

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        """Return the next small frame."""
        frame = self._frame("lores", 0, timeout_s)
        return Frame(shrunk(frame.pixels, PREVIEW_PX), frame.exposed_ns)

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        """Return a large frame whose exposure began at or after ``not_before_ns``."""
        return self._frame("main", not_before_ns, timeout_s)

    def lacks(self) -> frozenset[Lack]:
        """Return what it did not keep when it was locked, and whether its lens has no motor, as that of HQ and v2.

        Source:
            libcamera's control list: AfMode is there for cameras with a lens to move.
        """
        return self._loose if "AfMode" in self._device.camera_controls else self._loose | {Lack.LENS}

    def lock(self, board: BoardOutline | None, *, timeout_s: float = 8.0) -> Locked:
        """Find exposure, white balance and focus anew, and keep them; what is kept is read back from the frames."""
        deadline_ns = time.monotonic_ns() + round(timeout_s * 1e9)
        self._exposed_as = {}
        self._set(AUTO)
        until_ns = deadline_ns - round(timeout_s * 0.4e9)
        found = self._metadata_once(is_settled, until_ns, not_before=SHOWN_AFTER_FRAMES)
        factor = exposure_factor(self.preview(), board)
        controls = locking_controls(found, factor=factor, half_period_us=self._half_period_us, gains=self._gains())
        self._set(controls)
        locked = partial(locked_as, controls, half_period_us=self._half_period_us)
        kept = locked(self._metadata_once(lambda metadata: not locked(metadata).loose, deadline_ns))
        self._loose, self._exposed_as = kept.loose, {} if Lack.EXPOSURE in kept.loose else controls
        return kept

    def _gains(self) -> tuple[float, float]:
        least, most, *_ = self._device.camera_controls.get("AnalogueGain", (1.0, 16.0))
        return max(1.0, float(least)), float(most)

    def expose(self, times: float, *, timeout_s: float = 3.0) -> Frame | None:
        """Return a large frame exposed so many times as long; None before `lock`: exposures are libcamera's own."""
        deadline_ns = time.monotonic_ns() + round(timeout_s * 1e9)
        usual = self._exposed_as
        if not usual:
            return None
        other = locking_controls(usual, factor=times, half_period_us=self._half_period_us, gains=self._gains())
        try:
            self._set_exposure(other, deadline_ns)
            return self.capture(not_before_ns=0)
        finally:
            self._set_exposure(usual, deadline_ns)

    def _set_exposure(self, controls: Mapping[str, Any], deadline_ns: int) -> None:
        exposure = {name: controls[name] for name in EXPOSED_BY}
        self._set(exposure)
        self._metadata_once(partial(is_exposed_as, exposure), deadline_ns)

    def lux(self) -> float | None:
        """Return how much light falls on what it sees, as libcamera reckons it, lux; None where it does not.

        Raises:
            CameraTimeoutError: If no frame comes in time.
            CameraLostError: If the camera failed or was closed.
        """
        self._require_open()
        found = self._metadata(FRAME_S).get("Lux")
        return None if found is None else float(found)

    def close(self) -> None:
        """Give the camera back; closing twice does nothing.

        One that hangs is left to itself: what then hangs is said when it is opened again.
        """
        if not self._is_open:
            return
        self._is_open = False
        device, self._device = self._device, None
        try:
            self._errands.do("closing", lambda: end(device), timeout_s=self._close_timeout_s)
        except CameraTimeoutError as error:
            log.warning("%s", error)

    def _set(self, controls: dict[str, Any]) -> None:
        self._require_open()
        try:
            set_known(self._device, controls)
        except CAMERA_FAILURES as error:
            raise _lost(error) from error

    def _metadata_once(
        self, is_so: Callable[[dict[str, Any]], bool], deadline_ns: int, *, not_before: int = 0
    ) -> dict[str, Any]:
        """Return the metadata of the first frame of which something is so, or of the last before a deadline.

        Frames that cannot show what was set last do not count, however late; ``not_before`` of them are left out, since
        they say that it is so of what was set before.
        """
        for seen in itertools.count():
            metadata = self._metadata(FRAME_S)
            is_late = seen >= SHOWN_AFTER_FRAMES and time.monotonic_ns() >= deadline_ns
            if is_late or (seen >= not_before and is_so(metadata)):
                break
        return metadata

    def _metadata(self, timeout_s: float) -> dict[str, Any]:
        with self._request(timeout_s) as request:
            return dict(request.get_metadata())

    def _frame(self, stream: str, not_before_ns: int, timeout_s: float) -> Frame:
        self._require_open()
        deadline_ns = time.monotonic_ns() + round(timeout_s * 1e9)
        while (left_s := (deadline_ns - time.monotonic_ns()) / 1e9) > 0:
            with self._request(left_s, not_before_ns=not_before_ns) as request:
                exposed_ns = _exposed_ns(request.get_metadata())
                if exposed_ns >= not_before_ns:
                    return Frame(self._streams[stream].rgb(np.asarray(request.make_array(stream))), exposed_ns)
        raise _late(timeout_s)

    @contextmanager
    def _request(self, timeout_s: float, *, not_before_ns: int = 0) -> Iterator[Any]:
        """Lend the next request, and say in our own words whatever fails with it."""
        request = self._next(timeout_s, not_before_ns)
        try:
            try:
                yield request
            finally:
                request.release()
        except CAMERA_FAILURES as error:
            raise _lost(error) from error

    def _next(self, timeout_s: float, not_before_ns: int) -> Any:
        """Return the next request, of a frame that is not older than a moment where frames tell how long they took.

        Where they do not, as a virtual camera's, picamera2 fails to compare, and who asks compares what it can.
        """
        flush = {"flush": not_before_ns} if not_before_ns and self._tells_exposure else {}
        job: Any = None
        try:
            job = self._device.capture_request(wait=False, **flush)
            return job.get_result(timeout=timeout_s)
        except TimeoutError as late:
            try:  # a request that came meanwhile goes back, or its buffer were lost to the camera
                self._device.cancel_all_and_flush()
                job.get_result(timeout=LATE_S).release()
            except CAMERA_FAILURES as error:  # TimeoutError is an OSError
                log.debug("giving up a request: %r", error)
            raise _late(timeout_s) from late
        except CAMERA_FAILURES as error:
            raise _lost(error) from error

    def _require_open(self) -> None:
        if not self._is_open:
            raise CameraLostError("The Pi's camera is closed; open it again.")


def _late(timeout_s: float) -> CameraTimeoutError:
    return CameraTimeoutError(f"The Pi's camera sent no frame within {timeout_s:.1f} s.")


def _lost(error: BaseException) -> CameraLostError:
    return CameraLostError(f"The Pi's camera failed ({error}). Check its cable, and switch the device off and on.")


def _exposed_ns(metadata: Mapping[str, Any]) -> int:
    """Return when the exposure began, monotonic ns; at the earliest, where the sensor's own meaning is in doubt.

    Source:
        libcamera, ``SensorTimestamp``: the kernel stamps a frame when its read-out begins, so the first line's exposure
        began ``ExposureTime`` (µs) before. Its clock is CLOCK_BOOTTIME, which on a Pi, that never sleeps, is the
        monotonic one.
    """
    stamp_ns, ahead_ns = int(metadata["SensorTimestamp"]), int(metadata["SensorTimestamp"]) - time.monotonic_ns()
    if ahead_ns > 0:
        raise ValueError(f"its frames are stamped {ahead_ns / 1e9:.3f} s ahead of this machine's clock")
    return stamp_ns - 1000 * max(0, int(metadata.get("ExposureTime", 0)))
