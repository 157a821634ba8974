"""A stand-in for picamera2 whose parts fail as told; `make test-picamera` drives the real one."""

import threading
import time
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from firmware.adapters.picamera import PiCamera

MS = 1_000_000
EXPOSURE_US = 20_000
PICTURE_WH = (3456, 1944)
SMALL_WH = (640, 360)


class Request:
    def __init__(self, device: Any) -> None:
        self._device = device

    def get_result(self, timeout: float) -> Any:
        """Return what picamera2 hands over later, or never."""
        is_cancelled = self._device.calls[-1:] == ["cancel"]
        if self._device.fails_at == "hang" and is_cancelled:
            raise CancelledError
        if self._device.fails_at == "hang" or (self._device.fails_at == "late" and not is_cancelled):
            raise TimeoutError
        return self

    def get_metadata(self) -> dict[str, int]:
        self._device.failing("metadata")
        exposure = {"ExposureTime": EXPOSURE_US} if self._device.tells_exposure else {}
        return {"SensorTimestamp": time.monotonic_ns(), **exposure, **self._device.shown()}

    def make_array(self, name: str) -> Any:
        self._device.failing("array")
        stream, padding = self._device.streams[name], self._device.padding
        width, height = stream["size"]
        rgb = np.full((height, width, 3), self._device.colour_rgb, np.uint8)
        if stream["format"] in ("NV12", "YUV420"):
            return padded_i420(rgb, width + padding)
        return np.pad(rgb if stream["format"] == "BGR888" else rgb[..., ::-1], ((0, 0), (0, padding), (0, 0)))

    def release(self) -> None:
        self._device.held -= 1
        self._device.failing("release")


def padded_i420(rgb: Any, stride: int) -> Any:
    """Return Y, U and V planes as libcamera lays them out: every line of a plane ends in padding of another colour."""
    height, width = rgb.shape[:2]
    planes = cv2.cvtColor(rgb, cv2.COLOR_RGB2YUV_I420).reshape(-1)
    luma, chroma = planes[: height * width].reshape(height, width), planes[height * width :].reshape(-1, width // 2)
    luma = np.pad(luma, ((0, 0), (0, stride - width)), constant_values=255)
    chroma = np.pad(chroma, ((0, 0), (0, (stride - width) // 2)), constant_values=255)
    return np.concatenate([luma.reshape(-1), chroma.reshape(-1)]).reshape(height * 3 // 2, stride)


@dataclass(kw_only=True, eq=False)
class Device:
    """A `Picamera2` whose parts fail as told."""

    main: str = "BGR888"
    fails_at: str = ""
    tells_exposure: bool = True
    model: str = "imx708"
    colour_rgb: tuple[int, int, int] = (128, 128, 128)
    padding: int = 0  # of each line, px

    def __post_init__(self) -> None:
        self.camera_controls = {"AeFlickerPeriod": (1, 2, 3), "AeFlickerMode": (0, 1, 0)}
        self.camera_properties = {"Model": self.model}
        self.asked: dict[str, Any] = {}
        self.flushed_ns: list[int | None] = []
        self.controls: dict[str, int] = {}
        self.streams: dict[str, Any] = {}
        self.held = 0
        self.calls: list[str] = []
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
        self.streams["lores"]["stride"] = self.padding and self.streams["lores"]["size"][0] + self.padding
        self.streams["main"]["format"] = self.main  # adjusted without an error, as libcamera does

    def camera_configuration(self) -> dict[str, Any]:
        return self.streams

    def set_controls(self, controls: dict[str, int]) -> None:
        self.controls |= controls

    def start(self) -> None:
        self.failing("start")

    def capture_request(self, *, wait: bool, flush: int | None = None) -> Request:
        assert wait is False
        self.flushed_ns.append(flush)
        self.failing("request")
        self._pace.wait(0.001)
        self.held += self.fails_at != "hang"
        assert self.held <= 1  # a camera has few buffers: one that is kept is lost to it
        return Request(self)

    def shown(self) -> dict[str, Any]:
        """Return what else a frame says of itself."""
        return {}

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
