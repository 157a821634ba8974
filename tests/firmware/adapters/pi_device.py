"""A stand-in for picamera2 whose parts fail as told; `make test-picamera` drives the real one."""

from __future__ import annotations

import threading
import time
from concurrent.futures import CancelledError
from typing import Any

import numpy as np

from firmware.adapters.picamera import PiCamera

MS = 1_000_000
EXPOSURE_US = 20_000
PICTURE_WH = (3456, 1944)
SMALL_WH = (640, 360)


class Request:
    def __init__(self, device: Device) -> None:
        self._device = device

    def get_metadata(self) -> dict[str, int]:
        self._device.failing("metadata")
        exposure = {"ExposureTime": EXPOSURE_US} if self._device.tells_exposure else {}
        return {"SensorTimestamp": time.monotonic_ns(), **exposure}

    def make_array(self, name: str) -> Any:
        self._device.failing("array")
        width, height = self._device.streams[name]["size"]
        lines = {"NV12": height * 3 // 2, "YUV420": height * 3 // 2}.get(self._device.streams[name]["format"])
        return np.full((height, width, 3) if lines is None else (lines, width), 128, np.uint8)

    def release(self) -> None:
        self._device.held -= 1
        self._device.failing("release")


class Job:
    """What picamera2 answers where nobody waits for it: a request that is handed over later, or never."""

    def __init__(self, device: Device, request: Request | None) -> None:
        self._device = device
        self._request = request

    def get_result(self, timeout: float) -> Request:
        match self._device.fails_at:
            case "hang" if self._device.calls[-1:] == ["cancel"]:
                raise CancelledError
            case "late" if self._device.calls[-1:] != ["cancel"]:
                raise TimeoutError
            case "hang":
                raise TimeoutError
        assert self._request is not None
        return self._request


class Device:
    """A `Picamera2` whose parts fail as told."""

    def __init__(
        self, *, main: str = "BGR888", fails_at: str = "", tells_exposure: bool = True, model: str = "imx708"
    ) -> None:
        self.camera_controls = {"AeFlickerPeriod": (1, 2, 3), "AeFlickerMode": (0, 1, 0)}
        self.camera_properties = {"Model": model}
        self.asked: dict[str, Any] = {}
        self.flushed_ns: list[int | None] = []
        self.controls: dict[str, int] = {}
        self.streams: dict[str, Any] = {}
        self.held = 0
        self.calls: list[str] = []
        self.fails_at = fails_at
        self.tells_exposure = tells_exposure
        self._main = main
        self._pace = threading.Event()

    def failing(self, step: str) -> None:
        if step == self.fails_at:
            raise RuntimeError(f"{step} failed")

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        self.asked = asked
        return asked

    def configure(self, wanted: dict[str, Any]) -> None:
        self.failing("configure")
        self.streams = {name: {**wanted[name], "stride": 0} for name in ("main", "lores")}
        self.streams["main"]["format"] = self._main  # adjusted without an error, as libcamera does

    def camera_configuration(self) -> dict[str, Any]:
        return self.streams

    def set_controls(self, controls: dict[str, int]) -> None:
        self.controls |= controls

    def start(self) -> None:
        self.failing("start")

    def capture_request(self, *, wait: bool, flush: int | None = None) -> Job:
        assert wait is False
        self.flushed_ns.append(flush)
        if self.fails_at == "hang":
            return Job(self, None)
        self.failing("request")
        self._pace.wait(0.001)
        self.held += 1
        assert self.held == 1  # a camera has few buffers: one that is kept is lost to it
        return Job(self, self.request())

    def request(self) -> Request:
        return Request(self)

    def cancel_all_and_flush(self) -> None:
        self.calls.append("cancel")

    def stop_preview(self) -> None:
        self.calls.append("stop preview")

    def stop(self) -> None:
        self.calls.append("stop")
        self.failing("stop")

    def close(self) -> None:
        self.calls.append("close")


def opened(device: Device) -> PiCamera:
    return PiCamera(open_device=lambda: device, timeout_s=0.2)
