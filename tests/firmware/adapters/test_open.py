from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.adapters.gpio import GpioButton
from firmware.adapters.open import (
    BothSounds,
    Missing,
    Source,
    camera_source,
    open_attached,
    open_buttons,
    open_camera,
    open_lamp,
    open_light,
    open_sound,
    resolve_source,
    usb_devices,
)
from firmware.adapters.speaker import Speaker
from firmware.errors import (
    ButtonError,
    CameraBusyError,
    CameraMissingError,
    CameraTimeoutError,
    SoundError,
)
from firmware.ports import Camera, Signal
from firmware.settings.config import ButtonConfig, CameraConfig, Config, Gpio, LampConfig, LightConfig, SoundConfig
from tests.doubles.recorded import RecordedLight, RecordedSound


@dataclass
class Machine:
    """A machine with certain cameras."""

    cameras: frozenset[str]
    open_now: list[str] = field(default_factory=list)

    def open_source(self, source: str) -> Camera:
        if source not in self.cameras:
            raise CameraMissingError(source)
        self.open_now.append(source)
        return Closing(self, source)  # type: ignore[return-value]


@dataclass
class Closing:
    machine: Machine
    source: str

    def close(self) -> None:
        self.machine.open_now.remove(self.source)


def test_a_source_that_was_set_is_taken_as_it_is():
    assert resolve_source("usb:7") == ("usb:7", "the camera is usb:7, as set")


def test_the_pis_own_camera_comes_first_and_is_free_again():
    machine = Machine(frozenset({"picamera", "usb:0"}))
    assert resolve_source("auto", open_source=machine.open_source)[0] == "picamera"
    assert machine.open_now == []


def test_without_a_camera_the_board_is_simulated_and_it_is_said():
    source, reason = resolve_source("auto", open_source=Machine(frozenset()).open_source)
    assert source == "simulated"
    assert "no camera was found" in reason


@pytest.mark.parametrize("error", [CameraBusyError("another program has it"), CameraTimeoutError("it hangs")])
def test_a_camera_that_is_there_but_busy_is_no_reason_to_play_on_the_simulated_board(error):
    def open_source(source: str) -> Camera:
        raise error

    assert resolve_source("auto", open_source=open_source)[0] == "picamera"


def list_device(folder: Path, number: int, *, path: str, index: int) -> None:
    """List a video device as the kernel does under /sys/class/video4linux."""
    device = folder / "devices" / path
    listed = device / "video4linux" / f"video{number}"
    listed.mkdir(parents=True)
    (listed / "index").write_text(f"{index}\n")
    (listed / "device").symlink_to(device)
    (folder / "class").mkdir(exist_ok=True)
    (folder / "class" / f"video{number}").symlink_to(listed)


def test_usb_cameras_are_told_from_a_pis_decoders_and_from_their_own_metadata(tmp_path):
    list_device(tmp_path, 10, path="platform/xhci-hcd.0/usb1/1-2/1-2:1.0", index=0)
    list_device(tmp_path, 2, path="platform/xhci-hcd.0/usb1/1-1/1-1:1.0", index=0)
    list_device(tmp_path, 3, path="platform/xhci-hcd.0/usb1/1-1/1-1:1.0b", index=1)
    list_device(tmp_path, 19, path="platform/rpi-hevc-dec", index=0)
    list_device(tmp_path, 0, path="platform/rp1-cfe", index=0)
    assert usb_devices(tmp_path / "class") == (2, 10)
    assert usb_devices(tmp_path / "nothing") == ()


def test_a_device_that_vanishes_meanwhile_is_no_camera(tmp_path):
    list_device(tmp_path, 2, path="usb1", index=0)
    (tmp_path / "class" / "video2" / "index").unlink()
    assert usb_devices(tmp_path / "class") == ()


@pytest.mark.parametrize("source", ["usb:63", "folder:/nowhere/at/all", "webcam"])
def test_a_camera_that_is_not_there_is_refused_in_words(source):
    with pytest.raises(CameraMissingError, match=r"no camera|no folder"):
        open_camera(source)


def has_header() -> bool:
    try:
        GpioButton(17).close()
    except ButtonError:
        return False
    return True


@pytest.mark.skipif(has_header(), reason="this machine has a GPIO header")
def test_without_a_header_parts_are_left_out_unless_insisted_on():
    for gpio in (Gpio.AUTO, Gpio.OFF):
        assert open_buttons(ButtonConfig(gpio=gpio, keyboard=False)) == {}
        assert isinstance(open_lamp(LampConfig(gpio)), Missing)
        assert isinstance(open_light(LightConfig(gpio)), Missing)
        sound, voice = open_sound(SoundConfig(gpio, speaker=Gpio.OFF))
        assert isinstance(sound, Missing)
        assert isinstance(voice, Missing)
    for insisted in (
        lambda: open_buttons(ButtonConfig(gpio=Gpio.ON)),
        lambda: open_lamp(LampConfig(Gpio.ON)),
        lambda: open_light(LightConfig(Gpio.ON)),
        lambda: open_sound(SoundConfig(Gpio.ON)),
    ):
        with pytest.raises(ButtonError):
            insisted()


def test_without_a_terminal_there_is_no_keyboard(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert open_buttons(ButtonConfig(gpio=Gpio.OFF)) == {}


@pytest.fixture
def loud(tmp_path, monkeypatch) -> Path:
    """Make a machine with PipeWire, whose programs lie in the folder returned."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("PIPEWIRE_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "pipewire-0").touch()
    _program(tmp_path, "pw-play")
    return tmp_path


def _program(folder: Path, name: str) -> None:
    (folder / name).write_text("#!/bin/sh\n")
    (folder / name).chmod(0o755)


def test_a_speaker_plays_and_speaks_where_there_is_one(loud):
    sound, voice = open_sound(SoundConfig(Gpio.OFF))
    assert sound is voice
    assert isinstance(sound, Speaker)
    sound.close()
    sound, voice = open_sound(SoundConfig(Gpio.OFF, speech=Gpio.OFF))
    assert isinstance(voice, Missing)
    sound.close()


def test_speech_that_is_insisted_on_wants_espeak_ng(loud):
    with pytest.raises(SoundError, match="apt install espeak-ng"):
        open_sound(SoundConfig(Gpio.OFF, speech=Gpio.ON))
    _program(loud, "espeak-ng")
    sound, _ = open_sound(SoundConfig(Gpio.OFF, speech=Gpio.ON))
    sound.close()


def test_a_speaker_that_is_insisted_on_and_missing_is_an_error(loud):
    (loud / "pipewire-0").unlink()
    (loud / "pw-play").unlink()
    with pytest.raises(SoundError):
        open_sound(SoundConfig(Gpio.OFF, speaker=Gpio.ON))


def test_two_sounds_at_once_are_closed_together():
    first, second = RecordedSound(), RecordedSound()
    both = BothSounds(first, second)
    both.play(Signal.DONE)
    both.close()
    assert (first.played, second.played) == ([Signal.DONE], [Signal.DONE])
    assert not first.is_open
    assert not second.is_open


@pytest.mark.parametrize(
    ("cameras", "opened"), [({"picamera", "usb:2"}, "picamera"), ({"usb:2"}, "usb:2"), ({"usb:4", "usb:2"}, "usb:2")]
)
def test_of_the_cameras_that_are_attached_the_pis_own_comes_first(cameras, opened):
    machine = Machine(frozenset(cameras))
    open_attached(machine.open_source, usb=(2, 4))
    assert machine.open_now == [opened]


def test_without_an_attached_camera_none_is_simulated():
    with pytest.raises(CameraMissingError, match="Plug it in; the throws are typed until then"):
        open_attached(Machine(frozenset()).open_source, usb=())


@pytest.mark.parametrize(
    ("picamera", "usb", "told"),
    [
        (CameraBusyError("another program uses it"), (), "another program uses it"),
        (CameraMissingError("no picamera2"), (2,), "may not be used"),
        (CameraBusyError("another program uses it"), (2,), "another program uses it"),
    ],
)
def test_a_camera_that_is_there_and_cannot_be_used_is_not_called_missing(picamera, usb, told):
    def open_source(source: str) -> Camera:
        raise picamera if source == "picamera" else CameraMissingError("The camera /dev/video2 may not be used.")

    with pytest.raises(CameraMissingError, match=told):
        open_attached(open_source, usb=usb)


@pytest.mark.parametrize(("wanted", "opened"), [("auto", "attached"), ("attached", "attached"), ("usb:3", "usb:3")])
def test_a_camera_that_was_found_is_looked_for_anew_and_one_that_was_named_is_not(wanted, opened):
    asked: list[tuple[str, int]] = []
    source = camera_source(
        Config(camera=CameraConfig(source=wanted, mains_hz=60)),
        resolve=lambda source: ("usb:0" if source == "auto" else source, "as found"),
        open_named=lambda source, *, mains_hz: asked.append((source, mains_hz)),
    )
    source.open_camera()
    assert source.name == ("usb:0" if wanted == "auto" else wanted)
    assert asked == [(opened, 60)]


def lit_by(light: RecordedLight, asked: list[int], seen: list[bool], camera: str = "usb:0") -> Source:
    """Return a source whose camera is missing, and which tells whether it was light when that was found out."""

    def open_named(source: str, *, mains_hz: int) -> None:
        seen.append(light.is_lit)
        raise CameraMissingError("gone")

    def light_of(config: LightConfig) -> RecordedLight:
        asked.append(config.pin)
        return light

    return camera_source(
        Config(camera=CameraConfig(camera), light=LightConfig(pin=24)), open_named=open_named, light_of=light_of
    )


def test_the_light_shines_before_the_camera_is_opened_stays_when_it_is_lost_and_goes_out_in_the_end():
    light, asked, seen = RecordedLight(), list[int](), list[bool]()
    source = lit_by(light, asked, seen)
    assert (asked, light.switched) == ([24], [])
    for _ in range(2):
        with pytest.raises(CameraMissingError):
            source.open_camera()
    assert seen == [True, True]
    assert False not in light.switched
    source.close()
    assert not light.is_lit


def test_pictures_of_a_folder_need_no_light(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    light, asked = RecordedLight(), list[int]()
    source = lit_by(light, asked, [], camera=f"folder:{tmp_path}")
    source.open_camera()
    source.close()
    assert (asked, light.switched) == ([], [])
