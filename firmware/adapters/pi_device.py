"""picamera2's side of the Pi's camera: which one, how it is set up, and what is said when it cannot be."""

from __future__ import annotations

import gc
import importlib.util
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any

import cv2

from firmware.adapters.pi_pixels import Stream
from firmware.adapters.pi_sensors import sensor_of
from firmware.errors import CameraBusyError, CameraMissingError
from hardware.optics.needs import LEAST_DIE_PX

log = logging.getLogger(__name__)

MAIN_FORMAT, SMALL_FORMAT = "BGR888", "YUV420"
BUFFERS = 4
LEAST_SIDE_PX = 1080

CAMERA_FAILURES = (RuntimeError, OSError, ValueError, IndexError, KeyError, AttributeError, CancelledError, cv2.error)
"""What picamera2 and libcamera were seen to raise for a camera that is missing, busy or unplugged."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A camera that is configured and started."""

    device: Any
    streams: Mapping[str, Stream]


def started(open_device: Callable[[], Any], half_period_us: float) -> Opened:
    """Return a camera that was opened, configured and started.

    Raises:
        CameraMissingError: If it cannot be opened, or sends nothing that is understood.
        CameraBusyError: If another program uses it.
    """
    try:
        device = open_device()
    except CameraMissingError:  # it says itself what to do
        raise
    except CAMERA_FAILURES as error:
        raise _not_opened(error) from error
    try:
        return Opened(device, _configured(device, half_period_us))
    except CAMERA_FAILURES as error:
        end(device)
        raise CameraMissingError(f"The Pi's camera cannot be set up ({error}). Check its cable.") from error


def _configured(device: Any, half_period_us: float) -> dict[str, Stream]:
    """Configure and start a camera, and return what it says it sends."""
    sensor = sensor_of(str(device.camera_properties.get("Model", "")))
    device.configure(
        device.create_video_configuration(
            main={"size": sensor.picture_wh, "format": MAIN_FORMAT},
            lores={"size": sensor.preview_wh, "format": SMALL_FORMAT},
            raw=None,  # nobody reads it, and its buffers are large
            sensor=sensor.mode,
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


def _not_opened(error: BaseException) -> CameraMissingError:
    """Return what is said of a camera that cannot be opened: picamera2 keeps the reason under its own error."""
    while (cause := error.__cause__) is not None:
        error = cause
    if "busy" in str(error).lower():
        return CameraBusyError("Another program uses the Pi's camera: `sudo fuser -v /dev/media*` names it; end it.")
    return CameraMissingError(f"The Pi's camera cannot be opened ({error}). Check its cable.")


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
