"""A USB camera through OpenCV. It alone knows that OpenCV hands out B, G, R."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast

import cv2
import numpy as np

from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

log = logging.getLogger(__name__)

WISHED_WH = (3840, 2160)  # a driver answers with the largest it has that is no larger
LEAST_SIDE_PX = 1080
PREVIEW_PX = 640
FAILURES_TO_LOSS = 5
FOURCC_MJPG = cv2.VideoWriter.fourcc(*"MJPG")  # the only format in which USB carries full resolution at speed


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Return whether the device answered."""

    def set(self, prop: int, value: float, /) -> bool:
        """Ask for a property; the answer says little: read it back."""

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        """Return the next frame, B, G, R."""

    def release(self) -> None:
        """Give the device back."""


@dataclass(frozen=True, slots=True)
class _Shot:
    """A frame as it came, and when its waiting began: its exposure cannot have begun earlier than the one before."""

    bgr: NDArray[np.uint8]
    exposed_ns: int


class UsbCamera:
    """A `firmware.ports.Camera` over ``/dev/video…``.

    The driver queues frames, so a thread takes every one as it comes and only the newest is kept. A frame counts as
    exposed when the one before it had arrived, which is never later than its true exposure plus one frame: callers
    that ask for frames not older than a press are given one whose whole waiting lay after it.
    """

    def __init__(
        self,
        device: int,
        *,
        open_capture: Callable[[int], Capture] | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Open the camera at its highest resolution.

        Args:
            device: Number of ``/dev/video…``.
            open_capture: Opens the device; for tests, None for OpenCV.
            now_ns: Monotonic time.

        Raises:
            CameraMissingError: If there is no such camera, or another program has it.
        """
        self.name = f"usb:{device}"
        self._now_ns = now_ns
        self._capture = _opened(device, open_capture or _video_capture)
        self._newest: _Shot | None = None
        self._is_lost = False
        self._is_closed = False
        self._arrived = threading.Condition()
        self._thread = threading.Thread(target=self._take_all, name=self.name, daemon=True)
        self._thread.start()

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        """Return the next frame, small.

        Raises:
            CameraTimeoutError: If none comes in time.
            CameraLostError: If the camera was unplugged or closed.
        """
        shot = self._wait_for(self._last_ns() + 1, timeout_s)
        height, width = shot.bgr.shape[:2]
        shrink = min(1.0, PREVIEW_PX / max(width, height))
        size_wh = max(1, round(width * shrink)), max(1, round(height * shrink))
        return _frame(cv2.resize(shot.bgr, size_wh, interpolation=cv2.INTER_AREA), shot.exposed_ns)

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        """Return a full frame exposed at or after ``not_before_ns``.

        Raises:
            CameraTimeoutError: If none comes in time.
            CameraLostError: If the camera was unplugged or closed.
        """
        shot = self._wait_for(not_before_ns, timeout_s)
        return _frame(shot.bgr, shot.exposed_ns)

    def close(self) -> None:
        """Give the camera back; closing twice does nothing."""
        with self._arrived:
            self._is_closed = True
            self._arrived.notify_all()
        self._thread.join(timeout=2.0)
        self._capture.release()

    def _last_ns(self) -> int:
        with self._arrived:
            return -1 if self._newest is None else self._newest.exposed_ns

    def _wait_for(self, not_before_ns: int, timeout_s: float) -> _Shot:
        with self._arrived:
            self._arrived.wait_for(lambda: self._is_over or self._has(not_before_ns), timeout=timeout_s)
            if self._is_over:
                raise CameraLostError(f"The camera {self.name} is gone: plug it in again; the game goes on by touch.")
            if self._newest is None or not self._has(not_before_ns):
                raise CameraTimeoutError(f"The camera {self.name} sent no frame within {timeout_s} s.")
            return self._newest

    @property
    def _is_over(self) -> bool:
        return self._is_lost or self._is_closed

    def _has(self, not_before_ns: int) -> bool:
        return self._newest is not None and self._newest.exposed_ns >= not_before_ns

    def _take_all(self) -> None:
        """Take every frame as it comes, until closed or unplugged."""
        failures, before_ns = 0, self._now_ns()
        while not self._is_over:
            is_read, bgr = self._read()
            arrived_ns = self._now_ns()
            failures = 0 if is_read else failures + 1
            with self._arrived:
                if is_read and bgr is not None:
                    self._newest = _Shot(bgr, before_ns)
                self._is_lost = failures >= FAILURES_TO_LOSS
                self._arrived.notify_all()
            before_ns = arrived_ns

    def _read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        try:
            return self._capture.read()
        except cv2.error as error:
            log.debug("%s: %s", self.name, error)
            return False, None


def _video_capture(device: int) -> Capture:
    return cast("Capture", cv2.VideoCapture(device))  # its stubs are wider than what is used of it


def _opened(device: int, open_capture: Callable[[int], Capture]) -> Capture:
    """Return the device, set to its highest resolution, after a first frame proved it."""
    capture = open_capture(device)
    if not capture.isOpened():
        capture.release()
        raise CameraMissingError(
            f"There is no camera /dev/video{device}, or another program has it. Close that program."
        )
    for prop, value in (
        (cv2.CAP_PROP_FOURCC, FOURCC_MJPG),
        (cv2.CAP_PROP_FRAME_WIDTH, WISHED_WH[0]),
        (cv2.CAP_PROP_FRAME_HEIGHT, WISHED_WH[1]),
    ):
        capture.set(prop, value)
    is_read, bgr = capture.read()
    if not is_read or bgr is None or bgr.ndim != 3 or bgr.shape[2] != 3:
        capture.release()
        raise CameraMissingError(f"The camera /dev/video{device} sends no colour pictures; try another number.")
    height, width = bgr.shape[:2]
    log.info("usb:%d sends %d×%d", device, width, height)
    if min(width, height) < LEAST_SIDE_PX:
        log.warning(
            "usb:%d sends only %d×%d: hang it lower, so that a die is at least 55 px wide.", device, width, height
        )
    return capture


def _frame(bgr: NDArray[Any], exposed_ns: int) -> Frame:
    return Frame(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB).astype(np.uint8, copy=False), exposed_ns)
