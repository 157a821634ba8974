"""What the Pi's camera keeps as it is: exposure, white balance and focus."""

from typing import Any

import numpy as np
import pytest

from firmware.adapters.picamera import PiCamera
from firmware.board.calibration_lock import FocusingCamera, Lockable
from firmware.errors import CameraLostError
from tests.firmware.adapters.pi_device import Device, Request


class LitRequest(Request):
    def get_metadata(self) -> dict[str, Any]:
        return {**super().get_metadata(), **self._device.shown()}  # type: ignore[attr-defined]

    def make_array(self, name: str) -> Any:
        device, (width, height) = self._device, self._device.streams[name]["size"]
        assert isinstance(device, LitDevice)
        shown = device.shown()
        light = device.scene * shown["ExposureTime"] * shown["AnalogueGain"]
        level = min(255, round(255 * (light / 1e6) ** (1 / 2.2)))
        return np.full((height * 3 // 2, width) if name == "lores" else (height, width, 3), level, np.uint8)


class LitDevice(Device):
    """A camera over a board: finds its exposure itself until told otherwise, and obeys two frames late."""

    def __init__(self, scene: float = 10.0, *, own: tuple[int, float] = (17_345, 2.0), has_lens: bool = True) -> None:
        super().__init__()
        self.scene = scene
        names = "AeEnable AwbEnable ExposureTime AnalogueGain ColourGains AeFlickerPeriod AeFlickerMode"
        lens = "AfMode LensPosition" if has_lens else ""
        self.camera_controls = dict.fromkeys(f"{names} {lens}".split(), (0, 1, 0))
        self.camera_controls["AnalogueGain"] = (1.0, 16.0, None)
        self._own = own
        self._has_lens = has_lens
        self._frames_since = 0

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls)
        self.controls |= controls
        self._frames_since = 0

    def request(self) -> Request:
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
def test_exposures_are_locked_to_whole_half_periods_of_the_mains_and_the_rest_as_the_camera_found_it(mains_hz, half_us):
    device = LitDevice()
    locked = lit(device, mains_hz=mains_hz).lock(None)
    assert device.controls["AeFlickerPeriod"] == half_us
    assert locked.is_steady
    assert locked.exposure_us % half_us <= 3
    assert locked.loose == frozenset()
    kept = {"AeEnable": False, "AwbEnable": False, "ColourGains": (1.9, 1.6), "AfMode": 0, "LensPosition": 1.7}
    assert device.controls.items() >= kept.items()
    assert device.held == 0


def test_a_camera_with_a_motor_at_its_lens_says_so_and_a_lens_that_cannot_move_is_no_complaint():
    device = LitDevice(has_lens=False)
    camera = lit(device)
    assert isinstance(camera, FocusingCamera)
    assert (camera.focuses_itself(), lit(LitDevice()).focuses_itself()) == (False, True)
    assert camera.lock(None).loose == frozenset()
    assert "AfMode" not in device.controls


def test_a_board_that_is_too_dark_gets_more_light():
    dark, fair = LitDevice(scene=4.0), LitDevice(scene=18.0)
    lit(dark).lock(None)
    lit(fair).lock(None)
    light = [device.controls["ExposureTime"] * device.controls["AnalogueGain"] for device in (dark, fair)]
    assert light[0] == pytest.approx(light[1] * 18.0 / 4.0, rel=0.1)


def test_daylight_too_bright_for_a_whole_half_period_is_exposed_for_less_and_said():
    device = LitDevice(scene=180.0, own=(4_000, 1.0))
    locked = lit(device).lock(None)
    assert device.controls["AnalogueGain"] == 1.0
    assert device.controls["ExposureTime"] < 10_000
    assert not locked.is_steady
    assert "lamps may flicker" in str(locked)


@pytest.mark.parametrize(
    ("control", "drifted", "held"),
    [
        ("ExposureTime", 17_000, Lockable.EXPOSURE),
        ("AnalogueGain", 9.0, Lockable.EXPOSURE),
        ("ColourGains", (1.0, 1.0), Lockable.WHITE_BALANCE),
        ("LensPosition", 4.0, Lockable.FOCUS),
    ],
)
def test_what_the_camera_does_not_keep_is_said(control, drifted, held):
    class Drifting(LitDevice):
        def shown(self) -> dict[str, Any]:
            return {**super().shown(), **({control: drifted} if "ColourGains" in self.controls else {})}

    locked = lit(Drifting()).lock(None, timeout_s=0.3)
    assert locked.loose == {held}
    assert f"not locked: {held.value}" in str(locked)


def test_what_was_kept_before_is_not_taken_for_what_the_camera_found_anew():
    class Slow(LitDevice):
        """Obeys six frames late, and until then says that what it kept is found."""

        def shown(self) -> dict[str, Any]:
            if self._frames_since <= 6:
                return {**super().shown(), "AeState": 2, "ExposureTime": 30_000, "AnalogueGain": 12.0}
            return super().shown()

    device = Slow(scene=10.0)
    lit(device).lock(None)
    assert device.controls["ExposureTime"] * device.controls["AnalogueGain"] < 200_000


def test_a_camera_that_fails_while_it_is_locked_is_lost():
    device = LitDevice()
    camera = lit(device)
    device.fails_at = "metadata"
    with pytest.raises(CameraLostError):
        camera.lock(None)
    assert device.held == 0


def test_how_much_light_there_is_is_told_where_libcamera_reckons_it():
    class Reckoning(LitDevice):
        def shown(self) -> dict[str, Any]:
            return {**super().shown(), "Lux": 312.5}

    assert PiCamera(open_device=Reckoning).lux() == 312.5
    assert PiCamera(open_device=Device).lux() is None
