"""The Pi's camera through picamera2. It alone knows that libcamera's ``RGB888`` lies in memory as B, G, R.

A small stream serves stillness, a full-resolution one reading; both come with every request. Format, size and stride
are read back after configuring, since libcamera adjusts what it cannot do without an error; every wait has a deadline.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from firmware.adapters.pi_lock import AUTO, is_settled, locked_as, locking_controls
from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError
from firmware.ports import DEFAULT_MAINS_HZ
from vision.frame import Frame
from vision.light import exposure_factor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from firmware.calibration_lock import Locked
    from vision.board import BoardOutline

log = logging.getLogger(__name__)

FULL_WH = (2304, 1296)
"""Half of a Camera Module 3's resolution, the sensor's own binning: 60 px a 16 mm die from 60 cm, at 50 frames/s."""

SMALL_WH = (640, 360)
MAIN_FORMAT, SMALL_FORMAT = "RGB888", "YUV420"
CAMERA_FAILURES = (RuntimeError, OSError, ValueError, IndexError, KeyError, AttributeError, cv2.error)
"""What picamera2 and libcamera were seen to raise for a camera that is missing, busy or unplugged, and what OpenCV
raises for a picture that is not of the format announced."""


class PiCamera:
    """A `firmware.ports.Camera` over libcamera."""

    name = "picamera"

    def __init__(
        self,
        *,
        open_device: Callable[[], Any] | None = None,
        timeout_s: float = 5.0,
        mains_hz: int = DEFAULT_MAINS_HZ,
    ) -> None:
        """Open, configure and start the camera.

        Args:
            open_device: Returns a ``Picamera2``; for tests.
            timeout_s: Deadline of the first frame.
            mains_hz: Lamps flicker at twice this: an exposure of whole half-periods sees them steady.

        Raises:
            CameraMissingError: If picamera2 or the camera is missing, busy, or sends no usable format.
        """
        self._is_open = False
        self._half_period_us = 1e6 / (2 * mains_hz)
        try:
            self._device = (open_device or _first_device)()
        except CameraMissingError:  # it says itself what to do
            raise
        except CAMERA_FAILURES as error:
            raise CameraMissingError(f"The Pi's camera cannot be opened ({error}). Check its cable.") from error
        try:
            self._configure()
            self._is_open = True
            self.preview(timeout_s=timeout_s)
        except (CameraTimeoutError, CameraLostError, *CAMERA_FAILURES) as error:
            self.close()
            raise CameraMissingError(f"The Pi's camera sends no usable frames ({error}). Check its cable.") from error

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        """Return the next small frame.

        Raises:
            CameraTimeoutError: If none comes in time.
            CameraLostError: If the camera failed or was closed.
        """
        return self._frame("lores", 0, timeout_s)

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        """Return a full frame whose exposure began at or after ``not_before_ns``.

        Raises:
            CameraTimeoutError: If none comes in time.
            CameraLostError: If the camera failed or was closed.
        """
        return self._frame("main", not_before_ns, timeout_s)

    def lock(self, board: BoardOutline | None, *, timeout_s: float = 8.0) -> Locked:
        """Find exposure, white balance and focus anew, and keep them; what is kept is read back from the frames.

        Raises:
            CameraTimeoutError: If no frame comes in time.
            CameraLostError: If the camera failed or was closed.
        """
        deadline_ns = time.monotonic_ns() + round(timeout_s * 1e9)
        self._set(AUTO)
        found = self._metadata_once(is_settled, deadline_ns - round(timeout_s * 0.4e9))
        factor = exposure_factor(self.preview(), board)
        controls = locking_controls(found, factor=factor, half_period_us=self._half_period_us, gains=self._gains())
        self._set(controls)

        def locked(metadata: dict[str, Any]) -> Locked:
            return locked_as(controls, metadata, self._half_period_us)

        return locked(self._metadata_once(lambda metadata: not locked(metadata).loose, deadline_ns))

    def close(self) -> None:
        """Give the camera back; closing twice does nothing."""
        if self._device is None:
            return
        device, self._device, self._is_open = self._device, None, False
        for step in (device.stop, device.close):
            try:
                step()
            except CAMERA_FAILURES as error:
                log.debug("closing the camera: %s", error)

    def _configure(self) -> None:
        device = self._device
        wanted = device.create_video_configuration(
            main={"size": FULL_WH, "format": MAIN_FORMAT},
            lores={"size": SMALL_WH, "format": SMALL_FORMAT},
            buffer_count=4,
        )
        device.configure(wanted)
        got = device.camera_configuration()
        self._streams = {name: dict(got[name]) for name in ("main", "lores")}
        for name, stream in self._streams.items():
            log.info("picamera %s: %s %s, stride %s", name, stream["format"], stream["size"], stream.get("stride"))
            if stream["format"] not in _TO_RGB:
                raise ValueError(f"{name} comes as {stream['format']}; legal is {', '.join(_TO_RGB)}")
        self._lock_exposure_to_mains()
        device.start()

    def _lock_exposure_to_mains(self) -> None:
        """Keep exposure at whole half-periods of the mains while the camera finds it itself, where it can."""
        if "AeFlickerPeriod" in self._device.camera_controls:
            self._device.set_controls({"AeFlickerMode": 1, "AeFlickerPeriod": round(self._half_period_us)})

    def _set(self, controls: dict[str, Any]) -> None:
        """Set those controls that this camera has; a lens that cannot move has no focus."""
        if not self._is_open:
            raise CameraLostError("The Pi's camera is closed; open it again.")
        known = {name: value for name, value in controls.items() if name in self._device.camera_controls}
        if not known:
            return
        try:
            self._device.set_controls(known)
        except CAMERA_FAILURES as error:
            raise _lost(error) from error

    def _gains(self) -> tuple[float, float]:
        least, most, *_ = self._device.camera_controls.get("AnalogueGain", (1.0, 16.0))
        return max(1.0, float(least)), float(most)

    def _metadata_once(self, is_so: Callable[[dict[str, Any]], bool], deadline_ns: int) -> dict[str, Any]:
        """Return the metadata of the first frame of which something is so, or of the last before a deadline."""
        while True:
            request = self._request(1.0)
            try:
                metadata = dict(request.get_metadata())
            except CAMERA_FAILURES as error:
                raise _lost(error) from error
            finally:
                request.release()
            if is_so(metadata) or time.monotonic_ns() >= deadline_ns:
                return metadata

    def _frame(self, stream: str, not_before_ns: int, timeout_s: float) -> Frame:
        if not self._is_open:
            raise CameraLostError("The Pi's camera is closed; open it again.")
        deadline_ns = time.monotonic_ns() + round(timeout_s * 1e9)
        while (left_s := (deadline_ns - time.monotonic_ns()) / 1e9) > 0:
            request = self._request(left_s)
            try:
                exposed_ns = _exposed_ns(request.get_metadata())
                if exposed_ns >= not_before_ns:
                    return Frame(_rgb(np.asarray(request.make_array(stream)), self._streams[stream]), exposed_ns)
            except CAMERA_FAILURES as error:
                raise _lost(error) from error
            finally:
                request.release()
        raise _late(timeout_s)

    def _request(self, timeout_s: float) -> Any:
        """Return the next request.

        picamera2 could leave out those before a moment itself (``flush=``), but fails where frames come without their
        exposure time, as a virtual camera's do.
        """
        try:
            return self._device.capture_request(wait=timeout_s)
        except TimeoutError as error:
            # A request that came now would be nobody's, and its buffer lost to the camera.
            getattr(self._device, "cancel_all_and_flush", lambda: None)()
            raise _late(timeout_s) from error
        except CAMERA_FAILURES as error:
            raise _lost(error) from error


def _late(timeout_s: float) -> CameraTimeoutError:
    return CameraTimeoutError(f"The Pi's camera sent no frame within {timeout_s:.1f} s.")


def _lost(error: Exception) -> CameraLostError:
    return CameraLostError(f"The Pi's camera failed ({error}). Check its cable.")


def _first_device() -> Any:
    """Return the first camera.

    Raises:
        CameraMissingError: If picamera2 is not installed or finds no camera.
    """
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraMissingError("picamera2 is not installed. On a Pi: sudo apt install python3-picamera2.") from error
    return Picamera2(own_camera(Picamera2.global_camera_info()))


def own_camera(cameras: Sequence[Mapping[str, Any]]) -> int:
    """Return the number of the first camera on the Pi's own connector; libcamera lists USB cameras, too.

    Raises:
        CameraMissingError: If there is none.
    """
    for number, camera in enumerate(cameras):
        if "usb" not in str(camera.get("Id", "")).lower():
            return int(camera.get("Num", number))
    raise CameraMissingError("libcamera finds no camera. Check the cable: `rpicam-hello --list-cameras`.")


def _exposed_ns(metadata: dict[str, Any]) -> int:
    """Return when the exposure began, monotonic ns; at the earliest, where the sensor's own meaning is in doubt.

    Source:
        libcamera, ``SensorTimestamp``: the kernel stamps a frame when its read-out begins, so the first line's exposure
        began ``ExposureTime`` (µs) before. Its clock is CLOCK_BOOTTIME, which on a Pi, that never sleeps, is the
        monotonic one.
    """
    return int(metadata["SensorTimestamp"]) - 1000 * int(metadata.get("ExposureTime", 0))


def _rgb(data: NDArray[np.uint8], stream: dict[str, Any]) -> NDArray[np.uint8]:
    """Return a buffer as R, G, B, without the padding at its lines' ends.

    In the chroma of a YUV buffer two half lines share a line, padding and all: it is cut only after converting.
    """
    width, height = stream["size"]
    code, lines = _TO_RGB[stream["format"]]
    whole = np.ascontiguousarray(data[: round(height * lines)])
    rgb = whole if code is None else cv2.cvtColor(whole, code)
    return np.array(rgb[:height, :width], np.uint8)  # a copy: the camera takes its buffer back


_TO_RGB: dict[str, tuple[int | None, float]] = {
    "RGB888": (cv2.COLOR_BGR2RGB, 1.0),
    "BGR888": (None, 1.0),
    "XRGB8888": (cv2.COLOR_BGRA2RGB, 1.0),
    "XBGR8888": (cv2.COLOR_RGBA2RGB, 1.0),
    "YUV420": (cv2.COLOR_YUV2RGB_I420, 1.5),
    "NV12": (cv2.COLOR_YUV2RGB_NV12, 1.5),
}
"""libcamera's formats: OpenCV's conversion to R, G, B, and lines of the buffer a line of the picture."""
