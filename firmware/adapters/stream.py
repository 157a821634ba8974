"""A camera that sends frames whether or not anybody wants one, through OpenCV. Frames are B, G, R there."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.adapters.errand import Done, Errands
from firmware.errors import CameraLostError, CameraTimeoutError
from vision.frame import Frame
from vision.preprocess import shrunk

log = logging.getLogger(__name__)

PREVIEW_PX = 640
JPEG_END, END_BYTES = b"\xff\xd9", 64  # some cameras fill up behind it
FAILURE_WAIT_S = 0.02
CLOSE_WAIT_S = 2.0
OPEN_S = 15.0  # OpenCV itself gives up a frame of a device after ten

# By name: a driver that hangs while it is opened is not opened again and again, a thread each time.
DRIVERS: dict[str, Errands] = {}

# Some cameras stamp the first packet they send, not the beginning of the exposure, which is a frame earlier.
STAMP_MARGIN_NS = 40_000_000
OLDEST_STAMP_NS = 1_000_000_000  # a stamp further back is of another clock
STALL_NS, LONGEST_NS = 300_000_000, 1_000_000_000
MOST_BACKLOG = 60  # more fit no buffer


class _Shot(NamedTuple):
    """A frame as it came, and the earliest its exposure may have begun."""

    bgr: NDArray[Any]
    exposed_ns: int


class StreamCamera:
    """A `firmware.ports.Camera`: a thread takes every frame as it comes, and only those asked for are kept.

    A frame's moment is the driver's own stamp, or where there is none its arrival less the longest way it may have
    come: it may be called older than it is, never newer.
    """

    LATENCY_NS: ClassVar[int]  # from the exposure to the arrival, at most, where frames carry no stamp
    WAITING: ClassVar[int]  # so many frames that come after a stall lay in buffers since its beginning
    BACKLOG: ClassVar[float] = 0.0  # and so many for each that should have come during it
    LEAST_IDLE_S: ClassVar[float] = 0.0  # a frame for which the thread was idle for less had waited in a buffer
    PATIENCE_S: ClassVar[float] = 0.0  # for so much longer than whoever asks for a frame it is waited for
    FAILURES: ClassVar[int] = 5  # after so many frames in a row that did not come it is lost
    LOST_AS: ClassVar[type[CameraLostError]] = CameraLostError
    LOST: ClassVar[str]  # what has become of it, and what to do

    def __init__(
        self,
        name: str,
        opened: Callable[[], cv2.VideoCapture],
        *,
        now_ns: Callable[[], int] = time.monotonic_ns,
        open_timeout_s: float = OPEN_S,
    ) -> None:
        """Open it.

        Raises:
            CameraMissingError: If there is no such camera, or it may not be used.
            CameraTimeoutError: If it hangs.
        """
        self.name = name
        self._now_ns = now_ns
        errands = DRIVERS.setdefault(name, Errands(f"The camera {name}"))
        self._capture = errands.do("opening", opened, timeout_s=open_timeout_s, too_late=lambda late: late.release())
        self._wanted_ns: int | None = None
        self._newest: _Shot | None = None
        self._last_ns = -1
        self._old_frames = 0
        self._stalled_ns, self._idle_s = 0, 0.0
        self._arrived_ns, self._usual_ns = now_ns(), STALL_NS // 8
        self._is_lost = False
        self._is_closed = threading.Event()
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._take_all, name=name, daemon=True)
        self._thread.start()

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        """Return the next frame, small."""
        shot = self._wait_for(self._last_ns + 1, timeout_s)
        return _frame(shrunk(shot.bgr, PREVIEW_PX), shot.exposed_ns)

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        """Return a full frame exposed at or after ``not_before_ns``."""
        shot = self._wait_for(not_before_ns, timeout_s)
        return _frame(shot.bgr, shot.exposed_ns)

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
                lambda: self._is_lost or self._is_closed.is_set() or self._has(not_before_ns),
                timeout=timeout_s + self.PATIENCE_S,
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
            raise self.LOST_AS(f"The camera {self.name} {self.LOST}")

    def _has(self, not_before_ns: int) -> bool:
        return self._newest is not None and self._newest.exposed_ns >= not_before_ns

    def _take_all(self) -> None:
        failures = 0
        while failures < self.FAILURES and not self._is_closed.is_set():
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
            busy_s = time.monotonic() - time.thread_time()
            if not self._capture.grab():
                return False
            self._idle_s = max(0.0, time.monotonic() - time.thread_time() - busy_s)  # read one after the other
            exposed_ns = self._exposed_ns()
            wanted_ns = self._wanted_ns
            if wanted_ns is None or exposed_ns < wanted_ns:
                return True
            if (bgr := colours(self._capture)) is None:
                return False
        except cv2.error as error:
            log.debug("%s: %s", self.name, error)
            return False
        with self._changed:
            self._newest = _Shot(bgr, exposed_ns)
            if self._wanted_ns == wanted_ns:
                self._wanted_ns = None
            self._changed.notify_all()
        return True

    def _exposed_ns(self) -> int:
        """Return when the exposure of the frame just taken began, at the earliest."""
        before_ns, self._arrived_ns = self._arrived_ns, self._now_ns()
        stamp_ns = self._stamp_ns()
        if stamp_ns is not None and 0 <= self._arrived_ns - stamp_ns <= OLDEST_STAMP_NS:
            return stamp_ns - STAMP_MARGIN_NS
        gap_ns, usual_ns = self._arrived_ns - before_ns, self._usual_ns
        self._usual_ns += (min(gap_ns, LONGEST_NS) - usual_ns) // 8
        if gap_ns > max(STALL_NS, 2 * usual_ns):
            self._old_frames = self.WAITING + min(round(self.BACKLOG * gap_ns / usual_ns), MOST_BACKLOG)
            self._stalled_ns = before_ns
        elif self._idle_s < self.LEAST_IDLE_S:  # it lay there already, since the last one that was waited for at most
            self._stalled_ns = self._stalled_ns if self._old_frames else before_ns
            self._old_frames = max(self._old_frames, 1)
        elif self._old_frames:
            self._old_frames -= 1
        return (self._stalled_ns if self._old_frames else self._arrived_ns) - self.LATENCY_NS

    def _stamp_ns(self) -> int | None:
        """Return the driver's stamp of the frame just taken, monotonic or of another clock; None where it has none."""
        return None


def quietly(do: Callable[[], Done]) -> Done:
    """Do something with OpenCV, which is told not to talk on stderr meanwhile: the error says it all."""
    before = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        return do()
    finally:
        cv2.utils.logging.setLogLevel(before)


def colours(capture: cv2.VideoCapture) -> NDArray[Any] | None:
    """Return the frame that was grabbed, of one that hands out JPEGs as they came, too; None if it is not whole."""
    is_there, got = capture.retrieve()
    bgr: NDArray[Any] | None = got if is_there else None
    if bgr is not None and bgr.ndim == 2 and 1 in bgr.shape:
        bgr = cv2.imdecode(bgr, cv2.IMREAD_COLOR) if JPEG_END in bgr.ravel()[-END_BYTES:].tobytes() else None
    return None if bgr is None or bgr.ndim != 3 or bgr.shape[2] != 3 else bgr


def first_size(capture: cv2.VideoCapture) -> tuple[int, int] | None:
    """Return the size of the first frame, width and height; None, and the camera given back, if it has no colours."""
    bgr = colours(capture) if capture.grab() else None
    if bgr is None:
        capture.release()
        return None
    return bgr.shape[1], bgr.shape[0]


def _frame(bgr: NDArray[Any], exposed_ns: int) -> Frame:
    return Frame(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB).astype(np.uint8, copy=False), exposed_ns)
