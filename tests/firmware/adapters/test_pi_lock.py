"""What the Pi's camera keeps as it is: exposure, white balance and focus."""

from typing import Any

import pytest

from firmware.adapters.pi_lock import locked_as, locking_controls
from firmware.adapters.picamera import PiCamera
from firmware.board.calibration_lock import FocusingCamera, Lockable
from tests.firmware.adapters.pi_device import Device, opened

FOUND = {"ExposureTime": 17_345, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.6), "LensPosition": 1.7}


class ObeyingDevice(Device):
    """Finds its exposure itself until told otherwise, and obeys two frames late; some have a lens that moves."""

    def __init__(self, *, has_lens: bool = True, **kind: Any) -> None:
        super().__init__(**kind)
        names = "AeEnable AwbEnable ExposureTime AnalogueGain ColourGains AeFlickerPeriod AeFlickerMode"
        self.camera_controls = dict.fromkeys(f"{names} {'AfMode LensPosition' if has_lens else ''}".split(), (0, 1, 0))
        self.camera_controls["AnalogueGain"] = (1.0, 16.0, None)
        self.frames_since = 0

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls)
        super().set_controls(controls)
        self.frames_since = 0

    def shown(self) -> dict[str, Any]:
        self.frames_since += 1
        is_told = not self.controls.get("AeEnable", True) and self.frames_since > 2
        told = FOUND | self.controls if is_told else FOUND
        shown = {name: told[name] for name in FOUND if name in self.camera_controls}
        return {**shown, "AfState": 2, "AeState": 2 if self.frames_since > 2 else 1}


@pytest.mark.parametrize(("mains_hz", "half_us"), [(50, 10_000), (60, 8_333)])
def test_exposures_are_locked_to_whole_half_periods_of_the_mains_and_the_rest_as_the_camera_found_it(mains_hz, half_us):
    device = ObeyingDevice()
    locked = PiCamera(open_device=lambda: device, timeout_s=0.2, mains_hz=mains_hz).lock(None)
    assert device.controls["AeFlickerPeriod"] == half_us
    assert locked.is_steady
    assert locked.exposure_us % half_us <= 3
    assert locked.loose == frozenset()
    kept = {"AeEnable": False, "AwbEnable": False, "ColourGains": (1.9, 1.6), "AfMode": 0, "LensPosition": 1.7}
    assert device.controls.items() >= kept.items()
    assert device.held == 0


def test_a_camera_with_a_motor_at_its_lens_says_so_and_a_lens_that_cannot_move_is_no_complaint():
    device = ObeyingDevice(has_lens=False)
    camera = opened(device)
    assert isinstance(camera, FocusingCamera)
    assert (camera.focuses_itself(), opened(ObeyingDevice()).focuses_itself()) == (False, True)
    assert camera.lock(None).loose == frozenset()
    assert "AfMode" not in device.controls


def test_a_board_that_is_too_dark_gets_more_light():
    dark, fair = (ObeyingDevice(colour_rgb=(grey,) * 3) for grey in (140, 200))
    opened(dark).lock(None)
    opened(fair).lock(None)
    light = [device.controls["ExposureTime"] * device.controls["AnalogueGain"] for device in (dark, fair)]
    assert light[0] == pytest.approx(light[1] * (200 / 140) ** 2.2, rel=0.1)


def test_daylight_too_bright_for_a_whole_half_period_is_exposed_for_less_and_said():
    found = {"ExposureTime": 4_000, "AnalogueGain": 1.0}
    controls = locking_controls(found, factor=1.0, half_period_us=10_000, gains=(1.0, 16.0))
    assert (controls["ExposureTime"], controls["AnalogueGain"]) == (4_000, 1.0)
    locked = locked_as(controls, controls, 10_000)
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
    controls = locking_controls(FOUND, factor=1.0, half_period_us=10_000, gains=(1.0, 16.0))
    assert locked_as(controls, controls, 10_000).loose == frozenset()
    locked = locked_as(controls, {**controls, control: drifted}, 10_000)
    assert locked.loose == {held}
    assert f"not locked: {held.value}" in str(locked)


def test_what_was_kept_before_is_not_taken_for_what_the_camera_found_anew():
    class Slow(ObeyingDevice):
        """Obeys six frames late, and until then says that what it kept is found."""

        def shown(self) -> dict[str, Any]:
            shown = super().shown()
            before = {"AeState": 2, "ExposureTime": 30_000, "AnalogueGain": 12.0}
            return {**shown, **before} if self.frames_since <= 6 else shown

    device = Slow()
    opened(device).lock(None)
    assert device.controls["ExposureTime"] * device.controls["AnalogueGain"] < 200_000


def test_how_much_light_there_is_is_told_where_libcamera_reckons_it():
    class Reckoning(Device):
        def shown(self) -> dict[str, Any]:
            return {"Lux": 312.5}

    assert (opened(Reckoning()).lux(), opened(Device()).lux()) == (312.5, None)
