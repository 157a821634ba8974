"""With a stand-in for picamera2; the real one is driven in an issue of its own."""

from __future__ import annotations

import importlib.util
import threading
import time
from typing import Any

import numpy as np
import pytest

from firmware.adapters.picamera import FULL_WH, SMALL_WH, PiCamera, own_camera
from firmware.calibration_lock import Held
from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError

MS = 1_000_000
EXPOSURE_US = 20_000


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


class Device:
    """A `Picamera2` whose parts fail as told."""

    def __init__(self, *, main: str = "RGB888", fails_at: str = "", tells_exposure: bool = True) -> None:
        self.camera_controls = {"AeFlickerPeriod": (1, 2, 3)}
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

    def create_video_configuration(self, **streams: Any) -> dict[str, Any]:
        return streams

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

    def capture_request(self, *, wait: float) -> Request:
        if self.fails_at == "hang":
            raise TimeoutError
        self.failing("request")
        self._pace.wait(0.001)
        self.held += 1
        assert self.held == 1  # a camera has few buffers: one that is kept is lost to it
        return Request(self)

    def cancel_all_and_flush(self) -> None:
        self.calls.append("cancel")

    def stop(self) -> None:
        self.calls.append("stop")
        self.failing("stop")

    def close(self) -> None:
        self.calls.append("close")


def opened(device: Device) -> PiCamera:
    return PiCamera(open_device=lambda: device, timeout_s=0.2)


def test_a_small_and_a_full_stream_are_asked_for() -> None:
    device = Device()
    opened(device)
    assert device.streams["main"] == {"size": FULL_WH, "format": "RGB888", "stride": 0}
    assert device.streams["lores"] == {"size": SMALL_WH, "format": "YUV420", "stride": 0}
    assert device.controls["AeFlickerPeriod"] == 10_000


def test_every_request_is_given_back() -> None:
    device = Device()
    camera = opened(device)
    camera.capture(not_before_ns=time.monotonic_ns() + 30 * MS)
    camera.preview()
    assert device.held == 0


def test_an_exposure_counts_from_its_beginning() -> None:
    camera = opened(Device())
    pressed_ns = time.monotonic_ns()
    frame = camera.capture(not_before_ns=pressed_ns)
    assert pressed_ns <= frame.exposed_ns <= time.monotonic_ns() - EXPOSURE_US * 1_000


def test_a_camera_that_does_not_tell_its_exposure_time_works_all_the_same() -> None:
    camera = opened(Device(tells_exposure=False))
    pressed_ns = time.monotonic_ns()
    assert camera.capture(not_before_ns=pressed_ns).exposed_ns >= pressed_ns


@pytest.mark.parametrize("pixels", ["RGB888", "BGR888", "NV12", "YUV420"])
def test_formats_libcamera_may_choose_instead_are_understood(pixels: str) -> None:
    frame = opened(Device(main=pixels)).capture(not_before_ns=0)
    assert frame.size_wh == FULL_WH
    assert abs(int(frame.pixels.min()) - 128) < 4


class PaddedRequest(Request):
    """A small picture of one colour, whose lines end in other colours, in a buffer that the camera uses again."""

    def make_array(self, name: str) -> Any:
        stream = self._device.streams[name]
        width, height = stream["size"]
        match stream["format"]:
            case "YUV420":  # half lines of chroma, each with its padding, lie two in a line
                luma = np.pad(np.full((height, width), 90), ((0, 0), (0, 64)), constant_values=255)
                chroma = np.pad(np.full((height, width // 2), 190), ((0, 0), (0, 32)), constant_values=0)
                planes = np.concatenate([luma.reshape(-1), chroma.reshape(-1)])
                return planes.reshape(height * 3 // 2, width + 64).astype(np.uint8)
            case _:
                self._device.buffer[:] = self._device.held
                return self._device.buffer


class PaddedDevice(Device):
    buffer = np.zeros((FULL_WH[1], FULL_WH[0], 3), np.uint8)

    def capture_request(self, *, wait: float) -> Request:
        super().capture_request(wait=wait)
        return PaddedRequest(self)


def test_padding_of_lines_never_shows() -> None:
    frame = opened(PaddedDevice()).preview()
    assert frame.size_wh == SMALL_WH
    assert len(np.unique(frame.pixels.reshape(-1, 3), axis=0)) == 1


def test_a_frame_outlives_the_buffer_it_came_in() -> None:
    device = PaddedDevice(main="BGR888")
    frame = opened(device).capture(not_before_ns=0)
    device.buffer[:] = 77
    assert int(frame.pixels.max()) == 1


def test_a_format_nobody_understands_is_refused_in_words_and_the_camera_given_back() -> None:
    device = Device(main="MJPEG")
    with pytest.raises(CameraMissingError, match="main comes as MJPEG; legal is RGB888"):
        opened(device)
    assert device.calls == ["stop", "close"]


@pytest.mark.parametrize("step", ["configure", "start", "request", "metadata", "array", "hang"])
def test_a_camera_that_fails_at_the_start_is_refused_and_given_back(step: str) -> None:
    device = Device(fails_at=step)
    with pytest.raises(CameraMissingError, match="Check its cable"):
        opened(device)
    assert device.calls[-2:] == ["stop", "close"]
    assert device.held == 0


@pytest.mark.parametrize("step", ["request", "metadata", "array"])
def test_a_camera_that_fails_in_play_is_lost(step: str) -> None:
    device = Device()
    camera = opened(device)
    device.fails_at = step
    with pytest.raises(CameraLostError, match=f"{step} failed"):
        camera.preview()
    assert device.held == 0


def test_a_camera_that_hangs_times_out_and_no_late_request_is_left_over() -> None:
    device = Device()
    camera = opened(device)
    device.fails_at = "hang"
    with pytest.raises(CameraTimeoutError):
        camera.preview(timeout_s=0.05)
    assert device.calls == ["cancel"]


def test_a_camera_that_fails_while_it_is_closed_is_closed() -> None:
    device = Device(fails_at="stop")
    opened(device).close()
    assert device.calls == ["stop", "close"]


def test_a_camera_on_the_pis_own_connector_is_preferred_to_usb_ones() -> None:
    usb = {"Model": "C920", "Id": r"/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1:1.0-046d:0825", "Num": 0}
    own = {"Model": "imx708", "Id": "/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a", "Num": 1}
    assert own_camera([usb, own]) == 1
    assert own_camera([{"Model": "imx219"}]) == 0
    for none in ([], [usb]):
        with pytest.raises(CameraMissingError, match="rpicam-hello"):
            own_camera(none)


@pytest.mark.skipif(importlib.util.find_spec("picamera2") is not None, reason="picamera2 is installed")
def test_without_picamera2_it_is_said_how_to_install_it() -> None:
    with pytest.raises(CameraMissingError, match="sudo apt install python3-picamera2") as raised:
        PiCamera()
    assert "cable" not in str(raised.value)  # no cable mends it


def test_a_picture_that_is_not_of_the_format_announced_is_a_camera_that_failed() -> None:
    device = Device()
    camera = opened(device)
    device.streams["lores"]["format"] = "RGB888"  # the adapter still takes it for YUV420
    with pytest.raises(CameraLostError, match="Check its cable"):
        camera.preview()
    assert device.held == 0


# -- exposure, white balance and focus ---------------------------------------------------------------------------


class LitRequest(Request):
    def get_metadata(self) -> dict[str, Any]:
        return {**super().get_metadata(), **self._device.shown()}  # type: ignore[attr-defined]

    def make_array(self, name: str) -> Any:
        device, (width, height) = self._device, self._device.streams[name]["size"]
        assert isinstance(device, LitDevice)
        shown = device.shown()
        light = device.scene * shown["ExposureTime"] * shown["AnalogueGain"]
        level = min(255, round(255 * (light / 1e6) ** (1 / 2.2)))
        lines = height * 3 // 2 if name == "lores" else height
        return (
            np.full((lines, width), level, np.uint8)
            if name == "lores"
            else np.full((height, width, 3), level, np.uint8)
        )


class LitDevice(Device):
    """A camera over a board: finds its exposure itself until told otherwise, and obeys two frames late."""

    def __init__(self, scene: float = 10.0, *, own: tuple[int, float] = (17_345, 2.0), has_lens: bool = True) -> None:
        super().__init__()
        self.scene = scene
        names = ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AeFlickerPeriod"]
        self.camera_controls = dict.fromkeys([*names, *(["AfMode", "LensPosition"] if has_lens else [])], (0, 1, 0))
        self.camera_controls["AnalogueGain"] = (1.0, 16.0, None)
        self._own = own
        self._has_lens = has_lens
        self._frames_since = 0

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert set(controls) <= {*self.camera_controls, "AeFlickerMode"}
        self.controls |= controls
        self._frames_since = 0

    def capture_request(self, *, wait: float) -> Request:
        super().capture_request(wait=wait)
        self._frames_since += 1
        return LitRequest(self)

    def shown(self) -> dict[str, Any]:
        is_told = not self.controls.get("AeEnable", True) and self._frames_since > 2
        told = self.controls if is_told else {}
        lens = {"LensPosition": told.get("LensPosition", 1.7), "AfState": 2} if self._has_lens else {}
        return {
            "AeState": 2 if self._frames_since > 2 else 1,
            "ExposureTime": told.get("ExposureTime", self._own[0]),
            "AnalogueGain": told.get("AnalogueGain", self._own[1]),
            "ColourGains": told.get("ColourGains", (1.9, 1.6)),
            **lens,
        }


def lit(device: LitDevice, *, mains_hz: int = 50) -> PiCamera:
    return PiCamera(open_device=lambda: device, timeout_s=0.2, mains_hz=mains_hz)


@pytest.mark.parametrize(("mains_hz", "half_us"), [(50, 10_000), (60, 8_333)])
def test_exposures_are_locked_to_whole_half_periods_of_the_mains(mains_hz: int, half_us: int) -> None:
    device = LitDevice()
    locked = lit(device, mains_hz=mains_hz).lock(None)
    assert device.controls["AeFlickerPeriod"] == half_us
    assert locked.is_steady
    assert locked.exposure_us is not None
    assert locked.exposure_us % half_us <= 3
    assert locked.loose == frozenset()
    assert device.held == 0


def test_what_the_camera_found_itself_is_kept() -> None:
    device = LitDevice()
    lit(device).lock(None)
    assert device.controls["AeEnable"] is False
    assert device.controls["AwbEnable"] is False
    assert device.controls["ColourGains"] == (1.9, 1.6)
    assert device.controls["AfMode"] == 0
    assert device.controls["LensPosition"] == 1.7


def test_a_board_that_is_too_dark_gets_more_light() -> None:
    dark, fair = LitDevice(scene=4.0), LitDevice(scene=18.0)
    lit(dark).lock(None)
    lit(fair).lock(None)
    light = [device.controls["ExposureTime"] * device.controls["AnalogueGain"] for device in (dark, fair)]
    assert light[0] == pytest.approx(light[1] * 18.0 / 4.0, rel=0.1)


def test_daylight_too_bright_for_a_whole_half_period_is_exposed_for_less_and_said() -> None:
    device = LitDevice(scene=180.0, own=(4_000, 1.0))
    locked = lit(device).lock(None)
    assert device.controls["AnalogueGain"] == 1.0
    assert device.controls["ExposureTime"] < 10_000
    assert not locked.is_steady
    assert "lamps may flicker" in str(locked)


@pytest.mark.parametrize(
    ("control", "held"),
    [
        ("ExposureTime", Held.EXPOSURE),
        ("AnalogueGain", Held.EXPOSURE),
        ("ColourGains", Held.WHITE_BALANCE),
        ("LensPosition", Held.FOCUS),
    ],
)
def test_what_the_camera_does_not_keep_is_said(control: str, held: Held) -> None:
    class Drifting(LitDevice):
        def shown(self) -> dict[str, Any]:
            drifted = {"ExposureTime": 17_000, "AnalogueGain": 9.0, "ColourGains": (1.0, 1.0), "LensPosition": 4.0}
            return {**super().shown(), control: drifted[control]} if "ColourGains" in self.controls else super().shown()

    locked = lit(Drifting()).lock(None, timeout_s=0.3)
    assert locked.loose == {held}
    assert f"not locked: {held.value}" in str(locked)


def test_a_lens_that_cannot_move_is_no_complaint() -> None:
    device = LitDevice(has_lens=False)
    assert lit(device).lock(None).loose == frozenset()
    assert "AfMode" not in device.controls


def test_a_camera_that_fails_while_it_is_locked_is_lost() -> None:
    device = LitDevice()
    camera = lit(device)
    device.fails_at = "metadata"
    with pytest.raises(CameraLostError):
        camera.lock(None)
    assert device.held == 0
