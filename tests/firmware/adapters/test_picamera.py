"""The Pi's camera: its frames, and what is said when it fails; with a stand-in for picamera2."""

import importlib.util
import threading
import time
from typing import Any
from unittest.mock import Mock

import pytest

from firmware.adapters.errand import Errands
from firmware.adapters.pi_device import own_camera
from firmware.adapters.pi_lock import is_settled, locked_as, locking_controls
from firmware.adapters.picamera import PiCamera
from firmware.errors import CameraBusyError, CameraLostError, CameraMissingError, CameraTimeoutError
from firmware.ports import Lack
from tests.cases import cases
from tests.firmware.adapters.pi_device import EXPOSURE_US, MS, PICTURE_WH, SMALL_WH, Device, opened


@pytest.mark.parametrize(("model", "picture_wh", "small_wh", "whole_wh"), cases(__file__)["sensors"])
def test_each_sensor_is_asked_for_its_whole_view_in_one_shape_large_and_small(model, picture_wh, small_wh, whole_wh):
    device = Device(model=model)
    opened(device)
    assert device.streams["main"] == {"size": tuple(picture_wh), "format": "BGR888", "stride": 0}
    assert device.streams["lores"] == {"size": tuple(small_wh), "format": "YUV420", "stride": 0}
    assert device.asked["sensor"] == ({"output_size": tuple(whole_wh), "bit_depth": 10} if whole_wh else {})
    assert device.asked["raw"] is None
    wide, high = whole_wh or picture_wh  # in the shape of the picture: nothing of the view is cut off
    assert wide / high == pytest.approx(picture_wh[0] / picture_wh[1], rel=0.001)
    assert device.controls == {"AeFlickerMode": 1, "AeFlickerPeriod": 10_000}  # until it is locked lamps are steady


@pytest.mark.parametrize("tells_exposure", [True, False])
def test_an_exposure_counts_from_its_beginning_and_picamera2_is_told_the_press_where_it_can_compare(tells_exposure):
    device = Device(tells_exposure=tells_exposure)
    camera = opened(device)
    pressed_ns = time.monotonic_ns()
    frame = camera.capture(not_before_ns=pressed_ns)
    assert pressed_ns <= frame.exposed_ns <= time.monotonic_ns() - tells_exposure * EXPOSURE_US * 1_000
    assert (device.flushed_ns[-1], camera.lux()) == (pressed_ns if tells_exposure else None, None)
    device.shown = lambda: {"Lux": 312.5}
    assert (camera.lux(), device.flushed_ns[-1]) == (312.5, None)
    assert device.held == 0  # every request is given back
    device.fails_at = "stop"
    camera.close()
    assert device.calls == ["stop preview", "stop", "close"]


@pytest.mark.parametrize("pixels", ["RGB888", "BGR888"])
def test_formats_libcamera_may_choose_are_understood_and_padding_of_lines_never_shows(pixels):
    camera = opened(Device(main=pixels, padding=64, colour_rgb=(90, 190, 40)))
    for frame, size_wh in ((camera.preview(), SMALL_WH), (camera.capture(not_before_ns=0), PICTURE_WH)):
        assert frame.size_wh == size_wh
        assert (frame.pixels == frame.pixels[0, 0]).all()
        assert tuple(map(int, frame.pixels[0, 0])) == pytest.approx((90, 190, 40), abs=4)
    assert abs(int(opened(Device(main="NV12")).capture(not_before_ns=0).pixels.min()) - 128) < 4


def test_a_small_stream_that_came_out_large_is_made_small():
    device = Device()
    device.start = lambda: device.streams["lores"].update(size=(1280, 720))
    device.camera_configuration = lambda: device.streams | {"lores": device.streams["lores"] | {"size": (1280, 720)}}
    assert opened(device).preview().size_wh == SMALL_WH


def test_what_nobody_understands_is_refused_in_words_and_the_camera_given_back():
    short = Device()
    short.camera_configuration = lambda: short.streams | {"main": short.streams["main"] | {"stride": 640}}
    for device, told in (
        (Device(main="MJPEG"), "main comes as MJPEG; legal is RGB888"),
        (short, "main has lines of 640 bytes"),
    ):
        with pytest.raises(CameraMissingError, match=told):
            opened(device)
        assert device.calls == ["stop preview", "stop", "close"]


@pytest.mark.parametrize("step", ["configure", "hang", "request", "metadata", "array", "release"])
def test_a_camera_that_fails_at_the_start_is_refused_and_given_back_and_in_play_lost(step):
    device = Device(fails_at=step)
    with pytest.raises(CameraMissingError, match="Check its cable"):
        opened(device)
    assert (device.calls[-2:], device.held) == (["stop", "close"], 0)
    device = Device()
    camera = opened(device)
    device.fails_at = step
    if step not in ("configure", "hang"):
        with pytest.raises(CameraLostError, match=f"{step} failed"):
            camera.preview()
    assert device.held == 0


@pytest.mark.parametrize("fault", ["hang", "late"])
def test_a_camera_that_hangs_times_out_and_keeps_no_request(fault):
    device = Device()
    camera = opened(device)
    device.fails_at = fault  # late: the request comes just as its wait is given up
    with pytest.raises(CameraTimeoutError):
        camera.preview(timeout_s=0.05)
    assert (device.calls, device.held) == (["cancel"], 0)
    device.fails_at = ""
    camera.preview()


def test_a_camera_that_hangs_keeps_nobody_waiting_and_is_given_back_when_it_lets_go():
    class Stuck(Device):
        def failing(self, step: str) -> None:
            assert step != self.fails_at or let_go.wait(20.0)

        def close(self) -> None:
            is_closed.set()

    let_go, is_closed, errands, other = threading.Event(), threading.Event(), Errands("The Pi's camera"), Device()
    device = Stuck(fails_at="start")
    with pytest.raises(CameraTimeoutError, match=r"camera hangs while opening, after 0\.05 s"):
        PiCamera(open_device=lambda: device, open_timeout_s=0.05, errands=errands)
    with pytest.raises(CameraTimeoutError, match="still hangs while opening: restart Serviert"):
        PiCamera(open_device=lambda: other, errands=errands)
    assert other.streams == {}  # one that hangs is not opened again and again, a thread each time
    let_go.set()
    assert is_closed.wait(5.0)
    device.fails_at = "stop"
    camera = PiCamera(open_device=lambda: device, close_timeout_s=0.05, errands=errands)
    let_go.clear()
    camera.close()
    with pytest.raises(CameraLostError):
        camera.preview()
    with pytest.raises(CameraTimeoutError, match="still hangs while closing"):
        PiCamera(open_device=lambda: other, errands=errands)
    let_go.set()


def test_a_camera_that_another_program_has_is_said_to_be_busy():
    failed = RuntimeError("Camera __init__ sequence did not complete.")
    failed.__cause__ = RuntimeError("Failed to acquire camera: Device or resource busy")
    with pytest.raises(CameraBusyError, match="Another program uses the Pi's camera"):
        PiCamera(open_device=Mock(side_effect=failed))


def test_pictures_of_another_size_than_announced_are_refused_in_words():
    device = Device()
    camera = opened(device)
    device.streams["main"]["size"] = (3456, 1942)
    with pytest.raises(CameraLostError, match="main was announced as BGR888 of 3456×1944 and came as uint"):
        camera.capture(not_before_ns=0)
    assert device.held == 0


@pytest.mark.parametrize(
    ("ahead_ns", "error", "told"),
    [
        (-1_000 * MS, CameraTimeoutError, "sent no frame"),  # never taken for one after the press
        (5_000 * MS, CameraLostError, "ahead of this machine's clock"),  # nobody knows how old it is
    ],
)
def test_a_picture_of_another_moment_is_never_taken_for_one_after_the_press(ahead_ns, error, told):
    device = Device()
    camera = opened(device)
    device.shown = lambda: {"SensorTimestamp": time.monotonic_ns() + ahead_ns}
    with pytest.raises(error, match=told):
        camera.capture(not_before_ns=time.monotonic_ns(), timeout_s=0.1)
    assert device.held == 0


def test_a_camera_on_the_pis_own_connector_is_preferred_to_usb_ones():
    usb = {"Model": "C920", "Id": r"/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1:1.0-046d:0825", "Num": 0}
    own = {"Model": "imx708", "Id": "/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a", "Num": 1}
    assert own_camera([own, usb]) == 0  # picamera2 counts by this list, not by libcamera's numbers
    assert own_camera([usb, own]) == 1
    for none in ([], [usb]):
        with pytest.raises(CameraMissingError, match="rpicam-hello"):
            own_camera(none)


@pytest.mark.skipif(importlib.util.find_spec("picamera2") is not None, reason="picamera2 is installed")
def test_without_picamera2_it_is_said_how_to_install_it():
    with pytest.raises(CameraMissingError, match="sudo apt install python3-picamera2") as raised:
        PiCamera()
    assert "cable" not in str(raised.value)  # no cable mends it


def test_whatever_the_deadline_a_result_is_either_returned_or_given_back():
    """Nothing may fall between: a camera that is opened and forgotten stays busy for good."""
    for wait_s in [0.0, 1e-6, 1e-5, 1e-4] * 50:
        do, given_back = Errands("The camera").do, threading.Event()
        try:
            returned = do("opening", lambda: 1, timeout_s=wait_s, too_late=lambda _, back=given_back: back.set())
        except CameraTimeoutError:
            assert given_back.wait(20.0)
        else:
            assert returned == 1


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
    assert (camera.lacks(), opened(ObeyingDevice()).lacks()) == ({Lack.LENS}, frozenset())
    assert camera.lock(None).loose == frozenset()
    assert "AfMode" not in device.controls


def test_a_board_that_is_too_dark_gets_more_light():
    dark, fair = (ObeyingDevice(colour_rgb=(grey,) * 3) for grey in (140, 200))
    opened(dark).lock(None)
    opened(fair).lock(None)
    light = [device.controls["ExposureTime"] * device.controls["AnalogueGain"] for device in (dark, fair)]
    assert light[0] == pytest.approx(light[1] * (200 / 140) ** 2.2, rel=0.1)


def test_one_frame_is_exposed_otherwise_once_the_sensor_obeys_and_the_next_as_locked():
    device, light = ObeyingDevice(), []
    camera = opened(device)
    assert camera.expose(0.3) is None  # exposures are libcamera's own until it is locked
    camera.lock(None)
    usual, take = dict(device.controls), device.capture_request

    def noting(**asked: Any) -> Any:
        told = FOUND | device.shown()
        light.append(told["ExposureTime"] * told["AnalogueGain"])
        return take(**asked)

    device.capture_request = noting
    for times in (0.3, 3.0):
        light.clear()
        camera.expose(times)
        wanted = usual["ExposureTime"] * usual["AnalogueGain"] * times
        assert any(one == pytest.approx(wanted, rel=0.05) for one in light)
        assert (device.controls, light[-1]) == (usual, pytest.approx(wanted / times, rel=0.05))


def test_daylight_too_bright_for_a_whole_half_period_is_exposed_for_less_and_said():
    found = {"ExposureTime": 4_000, "AnalogueGain": 1.0}
    controls = locking_controls(found, factor=1.0, half_period_us=10_000, gains=(1.0, 16.0))
    assert (controls["ExposureTime"], controls["AnalogueGain"]) == (4_000, 1.0)
    locked = locked_as(controls, controls, 10_000)
    assert not locked.is_steady
    assert "lamps may flicker" in str(locked)


@pytest.mark.parametrize(("control", "drifted", "held"), cases(__file__)["drifted"])
def test_what_the_camera_does_not_keep_is_said(control, drifted, held):
    controls = locking_controls(FOUND, factor=1.0, half_period_us=10_000, gains=(1.0, 16.0))
    assert locked_as(controls, controls, 10_000).loose == frozenset()
    locked = locked_as(controls, {**controls, control: drifted}, 10_000)
    assert locked.loose == {Lack[held]}
    assert f"not locked: {Lack[held].value}" in str(locked)


def test_exposure_and_focus_are_found_once_the_camera_says_so_as_far_as_it_does():
    found = [{}, {"AeState": 2, "AfState": 3}, {"AeState": 1}, {"AeLocked": False}, {"AeState": 2, "AfState": 1}]
    assert [is_settled(metadata) for metadata in found] == [True, True, False, False, False]


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
