from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.adapters.gpio import GpioButton
from firmware.adapters.open import (
    BothSounds,
    Missing,
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
from firmware.errors import ButtonError, CameraBusyError, CameraMissingError, CameraTimeoutError, SoundError
from firmware.ports import Camera, Signal
from firmware.settings.config import ButtonConfig, CameraConfig, Config, Gpio, LampConfig, LightConfig, SoundConfig
from tests.doubles.recorded import RecordedLight, RecordedSound


@dataclass
class Machine:
    """A machine with certain cameras, one open at a time, and with those that cannot be used, by why."""

    cameras: set[str]
    unusable: dict[str, Exception] = field(default_factory=dict)
    opened: str | None = None

    def open_source(self, source: str) -> Camera:
        if source in self.unusable:
            raise self.unusable[source]
        if source not in self.cameras:
            raise CameraMissingError(source)
        self.opened = source
        return self  # type: ignore[return-value]

    def close(self) -> None:
        self.opened = None


@pytest.mark.parametrize(
    ("wanted", "machine", "found", "reason"),
    [
        ("usb:7", Machine(set()), "usb:7", "the camera is usb:7, as set"),
        ("auto", Machine({"picamera", "usb:0"}), "picamera", "the camera is the Pi's own"),
        ("auto", Machine(set()), "simulated", "no camera was found: playing on the simulated board"),
        # What is there but busy is no reason to play on the simulated board.
        ("auto", Machine(set(), {"picamera": CameraBusyError("another program has it")}), "picamera", ""),
        ("auto", Machine(set(), {"picamera": CameraTimeoutError("it hangs")}), "picamera", ""),
    ],
)
def test_the_pis_own_camera_comes_first_and_is_free_again_and_without_any_the_board_is_simulated(
    wanted, machine, found, reason
):
    source, why = resolve_source(wanted, open_source=machine.open_source)
    assert source == found
    assert why.startswith(reason)
    assert machine.opened is None


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
    list_device(tmp_path, 4, path="platform/usb1/1-4", index=0)
    (tmp_path / "class" / "video4" / "index").unlink()  # it vanishes meanwhile
    assert usb_devices(tmp_path / "class") == (2, 10)
    assert usb_devices(tmp_path / "nothing") == ()


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


def test_a_speaker_plays_and_speaks_where_there_is_one_and_what_is_insisted_on_must_be_there(loud):
    sound, voice = open_sound(SoundConfig(Gpio.OFF))
    assert sound is voice
    assert isinstance(sound, Speaker)
    sound.close()
    sound, voice = open_sound(SoundConfig(Gpio.OFF, speech=Gpio.OFF))
    assert isinstance(voice, Missing)
    sound.close()
    with pytest.raises(SoundError, match="apt install espeak-ng"):
        open_sound(SoundConfig(Gpio.OFF, speech=Gpio.ON))
    _program(loud, "espeak-ng")
    sound, _ = open_sound(SoundConfig(Gpio.OFF, speech=Gpio.ON))
    sound.close()
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
    machine = Machine(cameras)
    open_attached(machine.open_source, usb=(2, 4))
    assert machine.opened == opened


BUSY = CameraBusyError("another program uses it")
CLOSED = CameraMissingError("The camera /dev/video2 may not be used.")


@pytest.mark.parametrize(
    ("unusable", "usb", "told"),
    [
        ({}, (), "Plug it in; the throws are typed until then"),  # none is simulated
        ({"picamera": BUSY}, (), "another program uses it"),
        ({"usb:2": CLOSED}, (2,), "may not be used"),
        ({"picamera": BUSY, "usb:2": CLOSED}, (2,), "another program uses it"),
    ],
)
def test_a_camera_that_is_there_and_cannot_be_used_is_not_called_missing(unusable, usb, told):
    with pytest.raises(CameraMissingError, match=told):
        open_attached(Machine(set(), unusable).open_source, usb=usb)


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


@pytest.mark.parametrize("is_folder", [False, True])
def test_the_light_shines_from_before_the_camera_is_opened_until_the_end_and_never_for_pictures(tmp_path, is_folder):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    light, asked, seen = RecordedLight(), list[int](), list[bool]()

    def open_named(source: str, *, mains_hz: int) -> None:
        seen.append(light.is_lit)
        raise CameraMissingError("gone")

    source = camera_source(
        Config(camera=CameraConfig(f"folder:{tmp_path}" if is_folder else "usb:0"), light=LightConfig(pin=24)),
        open_named=open_named,
        light_of=lambda config: asked.append(config.pin) or light,
    )
    assert light.switched == []
    for _ in range(2):  # it stays on when the camera is lost
        with nullcontext() if is_folder else pytest.raises(CameraMissingError):
            source.open_camera()
    assert (asked, seen) == (([], []) if is_folder else ([24], [True, True]))
    assert False not in light.switched
    source.close()
    assert not light.is_lit
