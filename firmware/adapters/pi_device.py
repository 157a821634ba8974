"""picamera2's side of the Pi's camera: which one, which pictures it is asked for, and how they lie in memory."""

import gc
import importlib.util
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.errors import CameraBusyError, CameraMissingError
from firmware.tables import table
from hardware.optics.cameras import CAMERAS
from hardware.optics.needs import LEAST_DIE_PX

log = logging.getLogger(__name__)

BUFFERS = 4
LEAST_SIDE_PX = 1080
PREVIEW_PX = 640  # long side of the stream for stillness
# What picamera2 and libcamera were seen to raise for a camera that is missing, busy or unplugged.
CAMERA_FAILURES = (RuntimeError, OSError, ValueError, IndexError, KeyError, AttributeError, CancelledError, cv2.error)


def started(open_device: Callable[[], Any], half_period_us: float) -> tuple[Any, dict[str, "Stream"]]:
    """Return a camera that was opened, configured and started, and what it sends.

    Raises:
        CameraMissingError: If it cannot be opened, or sends nothing that is understood.
        CameraBusyError: If another program uses it.
    """
    try:
        device = open_device()
    except CameraMissingError:  # it says itself what to do
        raise
    except CAMERA_FAILURES as error:
        cause: BaseException = error
        while cause.__cause__ is not None:  # picamera2 keeps the reason under its own error
            cause = cause.__cause__
        if "busy" in str(cause).lower():
            told = "Another program uses the Pi's camera: `sudo fuser -v /dev/media*` names it; end it."
            raise CameraBusyError(told) from error
        raise CameraMissingError(f"The Pi's camera cannot be opened ({cause}). Check its cable.") from error
    try:
        return device, _configured(device, half_period_us)
    except CAMERA_FAILURES as error:
        end(device)
        raise CameraMissingError(f"The Pi's camera cannot be set up ({error}). Check its cable.") from error


def _configured(device: Any, half_period_us: float) -> dict[str, "Stream"]:
    sensor = str(device.camera_properties.get("Model", "")).partition("_")[0]  # variants end in _wide or _noir
    width, height = PICTURES_WH.get(sensor, UNKNOWN_WH)  # libcamera scales to it
    small_wh = (PREVIEW_PX, 2 * round(PREVIEW_PX * height / width / 2))  # libcamera wants even numbers
    device.configure(
        device.create_video_configuration(
            main={"size": (width, height), "format": "BGR888"},
            lores={"size": small_wh, "format": "YUV420"},
            raw=None,  # nobody reads it, and its buffers are large
            sensor=MODES.get(sensor, {}),
            buffer_count=BUFFERS,
        )
    )
    got = device.camera_configuration()
    streams = {name: Stream.from_configuration(name, got[name]) for name in ("main", "lores")}
    for stream in streams.values():
        log.info("picamera: %s", stream)
    width, height = streams["main"].size_wh
    if min(width, height) < LEAST_SIDE_PX:
        wide = f"so that a die is at least {LEAST_DIE_PX:.0f} px wide"
        log.warning("picamera sends only %d×%d: hang it lower, %s.", width, height, wide)
    # Until it is locked the camera finds its exposure itself, at whole half-periods of the mains.
    set_known(device, {"AeFlickerMode": 1, "AeFlickerPeriod": round(half_period_us)})
    device.start()
    return streams


def set_known(device: Any, controls: Mapping[str, Any]) -> None:
    """Set those controls that a camera has: a lens that cannot move has no focus, and picamera2 refuses all for one."""
    known = {name: value for name, value in controls.items() if name in device.camera_controls}
    if known:
        device.set_controls(known)


def end(device: Any) -> None:
    """Stop a camera and give it back, as far as it goes.

    picamera2's loop first: it dies of a camera that refuses requests, and stopping would wait for it for ever.
    """
    for step in (device.stop_preview, device.stop, device.close):
        try:
            step()
        except CAMERA_FAILURES as error:
            log.debug("closing the camera: %s", error)


def first_device() -> Any:
    """Return the first camera.

    Raises:
        CameraMissingError: If picamera2 cannot be used or finds no camera.
    """
    if importlib.util.find_spec("picamera2") is None:
        raise CameraMissingError("picamera2 is not installed. On a Pi: sudo apt install python3-picamera2.")
    try:
        from picamera2 import Picamera2
    except (ImportError, *CAMERA_FAILURES) as error:  # a ValueError where it was built for another NumPy
        raise CameraMissingError(f"picamera2 cannot be loaded ({error}). Install Serviert again.") from error
    if not Picamera2._cm.cameras:
        # libcamera goes on with what it saw at its first look for as long as anything holds on to it, and cameras that
        # were closed do until they are collected.
        gc.collect()
        Picamera2._cm.reset()
    place = own_camera(Picamera2.global_camera_info())
    device = Picamera2.__new__(Picamera2)
    try:
        device.__init__(place)
    except CAMERA_FAILURES:
        # picamera2 leaves its pipe open: one that is busy for an hour would cost all the files a process may have.
        device.notifymeread.close()
        os.close(device.notifyme_w)
        device.camera = None
        raise
    return device


def own_camera(cameras: Sequence[Mapping[str, Any]]) -> int:
    """Return the place in picamera2's list of the first camera on the Pi's own connector; it lists USB cameras, too.

    Raises:
        CameraMissingError: If there is none.
    """
    for place, camera in enumerate(cameras):
        if "usb" not in str(camera.get("Id", "")).lower():
            return place
    raise CameraMissingError("libcamera finds no camera. Check the cable: `rpicam-hello --list-cameras`.")


MODES = {name: {**mode, "output_size": tuple(mode["output_size"])} for name, mode in table(__file__).items()}
PICTURES_WH = {camera.sensor: camera.picture_wh for camera in CAMERAS}
UNKNOWN_WH = (2304, 1296)


_OPENCV: dict[str, tuple[int | None, int, float]] = {
    "RGB888": (cv2.COLOR_BGR2RGB, 3, 1.0),
    "BGR888": (None, 3, 1.0),
    "XRGB8888": (cv2.COLOR_BGRA2RGB, 4, 1.0),
    "XBGR8888": (cv2.COLOR_RGBA2RGB, 4, 1.0),
    "YUV420": (cv2.COLOR_YUV2RGB_I420, 1, 1.5),
    "NV12": (cv2.COLOR_YUV2RGB_NV12, 1, 1.5),
}
"""libcamera's formats: OpenCV's conversion to R, G, B, bytes a pixel, and lines of the buffer a line of the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """What a camera says it sends."""

    name: str  # ``main`` or ``lores``
    pixels: str  # libcamera's name of the format
    size_wh: tuple[int, int]  # of the picture, px
    stride: int = 0  # bytes from one line's beginning to the next; 0 where it is not said

    @classmethod
    def from_configuration(cls, name: str, said: Mapping[str, Any]) -> "Stream":
        """Return what picamera2 says after configuring; a `ValueError` says that nothing here understands it."""
        width, height = said["size"]
        stream = cls(name=name, pixels=said["format"], size_wh=(width, height), stride=int(said.get("stride") or 0))
        if stream.pixels not in _OPENCV:
            raise ValueError(f"{name} comes as {stream.pixels}; legal is {', '.join(_OPENCV)}")
        least = width * _OPENCV[stream.pixels][1]
        if stream.stride and stream.stride < least:
            raise ValueError(f"{name} has lines of {stream.stride} bytes; {width} px need {least}")
        return stream

    def rgb(self, buffer: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a buffer as R, G, B, without the padding at its lines' ends.

        What already is R, G, B is not copied: picamera2 hands out copies of the camera's buffers.

        In the chroma of a YUV buffer two half lines share a line, padding and all: it is cut only after converting.

        Raises:
            ValueError: If it is not of the format and size announced.
        """
        width, height = self.size_wh
        code, _, share = _OPENCV[self.pixels]
        lines = round(height * share)
        if buffer.dtype != np.uint8 or buffer.ndim < 2 or buffer.shape[0] < lines or buffer.shape[1] < width:
            raise ValueError(
                f"{self.name} was announced as {self.pixels} of {width}×{height} and came as {buffer.dtype} "
                f"{'×'.join(map(str, buffer.shape))}"
            )
        try:
            rgb = buffer if code is None else cv2.cvtColor(np.ascontiguousarray(buffer[:lines]), code)
        except cv2.error as error:
            raise ValueError(f"{self.name} is not {self.pixels} as announced") from error
        return np.ascontiguousarray(rgb[:height, :width], np.uint8)
