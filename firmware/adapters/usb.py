"""A USB camera through OpenCV. It alone knows that OpenCV hands out B, G, R."""

import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.adapters.errand import Errands
from firmware.adapters.usb_lock import UsbLock
from firmware.board.calibration_lock import Locked
from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError
from firmware.ports import DEFAULT_MAINS_HZ
from hardware.optics.needs import LEAST_DIE_PX
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.preprocess import shrunk

log = logging.getLogger(__name__)

WISHED_WH = (3840, 2160)  # the driver answers with what it has that is nearest
LEAST_SIDE_PX = 1080
PREVIEW_PX = 640
FOURCC_MJPG = cv2.VideoWriter.fourcc(*"MJPG")  # the only format in which USB carries full resolution at speed

FAILURES_TO_LOSS = 5
FAILURE_WAIT_S = 0.02
CLOSE_WAIT_S = 2.0
OPEN_S = 15.0  # OpenCV itself gives up a frame after ten

# By device: a driver that hangs while it is opened is not opened again and again, a thread each time.
DRIVERS: dict[int, Errands] = {}

_MS = 1_000_000
# Some cameras stamp the first packet they send, not the beginning of the exposure, which is a frame earlier.
STAMP_MARGIN_NS = 40 * _MS
OLDEST_STAMP_NS = 1_000 * _MS  # a stamp further back is of another clock
# From the exposure to the arrival, at most, where frames carry no stamp: exposure, read-out, USB and driver.
LATENCY_NS = 250 * _MS
STALL_NS = 300 * _MS
# While nobody takes frames the driver keeps its first ones and drops the rest: so many are old after a stall.
DRIVER_BUFFERS = 4


@dataclass(frozen=True, slots=True)
class _Shot:
    """A frame as it came, and the earliest its exposure may have begun."""

    bgr: NDArray[Any]
    exposed_ns: int


class UsbCamera:
    """A `firmware.ports.Camera` over ``/dev/video…``.

    The driver queues frames, so a thread takes every one as it comes; only those asked for are decoded. A frame's
    moment is the driver's own stamp, or where there is none its arrival less the longest way it may have come: it may
    be called older than it is, never newer.
    """

    def __init__(
        self,
        device: int,
        *,
        open_capture: Callable[[int], cv2.VideoCapture] | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
        mains_hz: int = DEFAULT_MAINS_HZ,
        open_timeout_s: float = OPEN_S,
    ) -> None:
        """Open the camera at its highest resolution.

        The lamps' mains decide which exposures see them steady: whole half-periods.

        Raises:
            CameraMissingError: If there is no such camera, it may not be used, or another program has it.
            CameraTimeoutError: If it hangs.
        """
        self.name = f"usb:{device}"
        self._now_ns = now_ns
        self._half_period_us = 1e6 / (2 * mains_hz)
        # Properties to be set between two frames, or with no value only looked at, and what the driver says then.
        self._settings: queue.SimpleQueue[tuple[int, float | None, Future[float]]] = queue.SimpleQueue()
        errands = DRIVERS.setdefault(device, Errands(f"The camera {self.name}"))
        self._capture = errands.do(
            "opening",
            lambda: _opened(device, open_capture or _video_capture),
            timeout_s=open_timeout_s,
            too_late=lambda late: late.release(),
        )
        self._wanted_ns: int | None = None
        self._newest: _Shot | None = None
        self._last_ns = -1
        self._old_frames = 0
        self._stalled_ns = 0
        self._arrived_ns = now_ns()
        self._is_lost = False
        self._is_closed = threading.Event()
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._take_all, name=self.name, daemon=True)
        self._thread.start()

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        """Return the next frame, small."""
        shot = self._wait_for(self._last_ns + 1, timeout_s)
        return _frame(shrunk(shot.bgr, PREVIEW_PX), shot.exposed_ns)

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        """Return a full frame exposed at or after ``not_before_ns``."""
        shot = self._wait_for(not_before_ns, timeout_s)
        return _frame(shot.bgr, shot.exposed_ns)

    def lock(self, board: BoardOutline | None, *, timeout_s: float = 8.0) -> Locked:
        """Find exposure, white balance and focus anew, and keep what the driver lets be kept; all is read back."""
        return self._lock(board, timeout_s).lock()

    def unlock(self, *, timeout_s: float = 2.0) -> None:
        """Let the camera find exposure, white balance and focus by itself again."""
        self._lock(None, timeout_s).unlock()

    def expose(self, times: float, *, timeout_s: float = 3.0) -> Frame | None:
        """Return a full frame exposed so many times as long; None where the driver exposes as it likes."""
        return self._lock(None, timeout_s).exposed(times, lambda: self.capture(not_before_ns=0))

    def _lock(self, board: BoardOutline | None, timeout_s: float) -> UsbLock:
        return UsbLock(
            access=self._set_between_frames,
            preview=self.preview,
            deadline_s=time.monotonic() + timeout_s,
            board=board,
            half_period_us=self._half_period_us,
        )

    def _set_between_frames(self, prop: int, value: float | None, *, timeout_s: float) -> float:
        """Set a property, or only look, in the thread that takes the frames; return what the driver says it is now."""
        self._require_there()  # nobody takes settings any more
        got: Future[float] = Future()
        self._settings.put((prop, value, got))
        try:
            return got.result(timeout_s)
        except TimeoutError as error:
            self._require_there()
            raise CameraTimeoutError(f"The camera {self.name} took no setting within {timeout_s} s.") from error

    def close(self) -> None:
        """Give the camera back; closing twice does nothing.

        A driver that hangs keeps the thread: it gives the camera back when the driver lets go of it.
        """
        self._is_closed.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join(timeout=CLOSE_WAIT_S)

    def _wait_for(self, not_before_ns: int, timeout_s: float) -> _Shot:
        with self._changed:
            self._wanted_ns = not_before_ns
            self._changed.wait_for(
                lambda: self._is_lost or self._is_closed.is_set() or self._has(not_before_ns), timeout=timeout_s
            )
            self._wanted_ns = None
            self._require_there()
            if self._newest is None or not self._has(not_before_ns):
                raise CameraTimeoutError(f"The camera {self.name} sent no frame within {timeout_s} s.")
            self._last_ns = self._newest.exposed_ns
            return self._newest

    def _require_there(self) -> None:
        if self._is_closed.is_set():
            raise CameraLostError(f"The camera {self.name} is closed; open it again.")
        if self._is_lost:
            raise CameraLostError(f"The camera {self.name} is gone: plug it in again; the game goes on by touch.")

    def _has(self, not_before_ns: int) -> bool:
        return self._newest is not None and self._newest.exposed_ns >= not_before_ns

    def _take_all(self) -> None:
        failures = 0
        while failures < FAILURES_TO_LOSS and not self._is_closed.is_set():
            if self._take_one():
                failures = 0
            else:
                failures += 1
                self._is_closed.wait(FAILURE_WAIT_S)
        with self._changed:
            self._is_lost = True
            self._changed.notify_all()
        self._capture.release()

    def _take_one(self) -> bool:
        """Take a frame, and decode it if somebody waits for one of its age; return whether one came."""
        try:
            while not self._settings.empty():
                prop, value, got = self._settings.get()
                if value is not None:
                    self._capture.set(prop, value)
                got.set_result(self._capture.get(prop))
            if not self._capture.grab():
                return False
            exposed_ns = self._exposed_ns()
            wanted_ns = self._wanted_ns
            if wanted_ns is None or exposed_ns < wanted_ns:
                return True
            is_decoded, bgr = self._capture.retrieve()
        except cv2.error as error:
            log.debug("%s: %s", self.name, error)
            return False
        if not is_decoded or bgr is None:
            return False
        with self._changed:
            self._newest = _Shot(bgr, exposed_ns)
            if self._wanted_ns == wanted_ns:
                self._wanted_ns = None
            self._changed.notify_all()
        return True

    def _exposed_ns(self) -> int:
        """Return when the exposure of the frame just taken began, at the earliest.

        Source:
            linux/videodev2.h, V4L2_BUF_FLAG_TSTAMP_SRC_SOE; OpenCV's V4L2 back end gives the stamp as
            CAP_PROP_POS_MSEC.
        """
        before_ns, self._arrived_ns = self._arrived_ns, self._now_ns()
        stamp_ns = round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * _MS)
        if 0 <= self._arrived_ns - stamp_ns <= OLDEST_STAMP_NS:
            return stamp_ns - STAMP_MARGIN_NS
        if self._arrived_ns - before_ns > STALL_NS:
            self._old_frames, self._stalled_ns = DRIVER_BUFFERS, before_ns
        elif self._old_frames:
            self._old_frames -= 1
        return (self._stalled_ns if self._old_frames else self._arrived_ns) - LATENCY_NS


def _video_capture(device: int) -> cv2.VideoCapture:
    """Open a device with OpenCV, which is told not to talk on stderr meanwhile: the error says it all."""
    backend = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
    before = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        return cv2.VideoCapture(device, backend)
    finally:
        cv2.utils.logging.setLogLevel(before)


def _opened(device: int, open_capture: Callable[[int], cv2.VideoCapture]) -> cv2.VideoCapture:
    capture = open_capture(device)
    if not capture.isOpened():
        capture.release()
        raise CameraMissingError(_why_missing(device))
    for prop, value in (
        (cv2.CAP_PROP_FOURCC, FOURCC_MJPG),
        (cv2.CAP_PROP_FRAME_WIDTH, WISHED_WH[0]),
        (cv2.CAP_PROP_FRAME_HEIGHT, WISHED_WH[1]),
    ):
        capture.set(prop, value)
    is_decoded, bgr = capture.retrieve() if capture.grab() else (False, None)
    if not is_decoded or bgr is None or bgr.ndim != 3 or bgr.shape[2] != 3:
        capture.release()
        raise CameraMissingError(f"The camera /dev/video{device} sends no colour pictures; try another number.")
    height, width = bgr.shape[:2]
    log.info("usb:%d sends %d×%d", device, width, height)
    if min(width, height) < LEAST_SIDE_PX:
        wide = f"so that a die is at least {LEAST_DIE_PX:.0f} px wide"
        log.warning("usb:%d sends only %d×%d: hang it lower, %s.", device, width, height, wide)
    return capture


def _why_missing(device: int) -> str:
    path = Path(f"/dev/video{device}")
    if not path.exists():
        return f"There is no camera {path}. Plug one in, or choose another source under [camera]."
    if not os.access(path, os.R_OK | os.W_OK):
        return f"The camera {path} may not be used. Add yourself to its group: sudo usermod -aG video $USER."
    return f"The camera {path} does not answer. Close the program that uses it, or plug it in again."


def _frame(bgr: NDArray[Any], exposed_ns: int) -> Frame:
    return Frame(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB).astype(np.uint8, copy=False), exposed_ns)
