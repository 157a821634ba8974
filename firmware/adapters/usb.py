"""A USB camera: its pictures through OpenCV, everything else by Video4Linux."""

import logging
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2

from firmware.adapters.stream import OPEN_S, StreamCamera, first_size, quietly
from firmware.adapters.usb_lock import UsbLock, lacks_of
from firmware.adapters.video4linux import MOST_PER_S, VideoDevice, best_mode, device_of, usb_identity
from firmware.board.calibration_lock import Locked
from firmware.errors import CameraBusyError, CameraMissingError
from firmware.ports import DEFAULT_MAINS_HZ, Lack
from vision.find.board import BoardOutline
from vision.frame import Frame

log = logging.getLogger(__name__)


class UsbCamera(StreamCamera):
    """A `firmware.ports.Camera` over ``/dev/video…``."""

    # Exposure, read-out, USB and driver; while nobody takes frames the driver keeps its first ones and drops the rest.
    LATENCY_NS, WAITING = 250_000_000, 4
    LOST = "is gone: plug it in again; the game goes on by touch."

    def __init__(
        self,
        device: int,
        *,
        open_capture: Callable[[int], cv2.VideoCapture] | None = None,
        open_controls: Callable[[int], VideoDevice] = device_of,
        now_ns: Callable[[], int] = time.monotonic_ns,
        mains_hz: int = DEFAULT_MAINS_HZ,
        open_timeout_s: float = OPEN_S,
    ) -> None:
        """Open the camera at its highest resolution that comes often enough.

        The lamps' mains decide which exposures see them steady: whole half-periods.

        Raises:
            CameraMissingError: If there is no such camera, or it may not be used.
            CameraBusyError: If another program has it.
            CameraTimeoutError: If it hangs.
        """
        self.identity = usb_identity(device)
        self._mains_hz = mains_hz
        self._refused: frozenset[Lack] = frozenset()
        self._controls = controls = open_controls(device)
        try:
            frames = partial(_opened, device, open_capture, controls)
            super().__init__(f"usb:{device}", frames, now_ns=now_ns, open_timeout_s=open_timeout_s)
        except BaseException:
            controls.close()
            raise

    def lock(self, board: BoardOutline | None, *, timeout_s: float = 8.0) -> Locked:
        """Find exposure, white balance and focus anew, and keep what the driver lets be kept; all is read back."""
        locked = self._lock(board, timeout_s).lock()
        self._refused = locked.loose
        return locked

    def unlock(self, *, timeout_s: float = 2.0) -> None:
        """Let the camera find exposure, white balance and focus by itself again."""
        self._lock(None, timeout_s).unlock()

    def expose(self, times: float, *, timeout_s: float = 3.0) -> Frame | None:
        """Return a full frame exposed so many times as long; None where the driver exposes as it likes."""
        return self._lock(None, timeout_s).exposed(times, lambda: self.capture(not_before_ns=0))

    def lacks(self) -> frozenset[Lack]:
        """Return what it cannot do, by its controls and by what it refused when it was locked."""
        return lacks_of(self._controls) | self._refused

    def close(self) -> None:
        """Give the camera back; closing twice does nothing."""
        is_first = not self._is_closed.is_set()
        super().close()
        if is_first:
            self._controls.close()

    def _lock(self, board: BoardOutline | None, timeout_s: float) -> UsbLock:
        self._require_there()
        return UsbLock(
            access=self._controls.access,
            preview=self.preview,
            deadline_s=time.monotonic() + timeout_s,
            board=board,
            mains_hz=self._mains_hz,
        )

    def _stamp_ns(self) -> int:
        """Return the driver's stamp.

        Source:
            linux/videodev2.h, V4L2_BUF_FLAG_TSTAMP_SRC_SOE; OpenCV's V4L2 back end gives the stamp as
            CAP_PROP_POS_MSEC.
        """
        return round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * 1e6)


def _opened(
    device: int, open_capture: Callable[[int], cv2.VideoCapture] | None, controls: VideoDevice
) -> cv2.VideoCapture:
    backend = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
    capture = open_capture(device) if open_capture else quietly(lambda: cv2.VideoCapture(device, backend))
    if not capture.isOpened():
        capture.release()
        raise _missing(device, controls)
    mode = best_mode(controls.modes())
    for prop, value in (
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*mode.fourcc)),
        (cv2.CAP_PROP_FRAME_WIDTH, mode.size_wh[0]),
        (cv2.CAP_PROP_FRAME_HEIGHT, mode.size_wh[1]),
        (cv2.CAP_PROP_FPS, min(mode.frames_per_s, MOST_PER_S)),
    ):
        capture.set(prop, value)
    if (size_wh := first_size(capture)) is None:
        if controls.is_taken():
            raise _missing(device, controls)
        raise CameraMissingError(f"The camera /dev/video{device} sends no colour pictures; try another number.")
    log.info("usb:%d sends %d×%d as %s", device, *size_wh, mode.fourcc)
    return capture


def _missing(device: int, controls: VideoDevice) -> CameraMissingError:
    path = Path(f"/dev/video{device}")
    if controls.is_taken():
        return CameraBusyError(f"Another program uses the camera {path}: close it, such as a browser or a video call.")
    if not path.exists():
        return CameraMissingError(f"There is no camera {path}. Plug one in, or choose another source under [camera].")
    if not os.access(path, os.R_OK | os.W_OK):
        mend = "Add yourself to its group: sudo usermod -aG video $USER."
        return CameraMissingError(f"The camera {path} may not be used. {mend}")
    return CameraMissingError(f"The camera {path} does not answer. Plug it in again, or take another socket.")
