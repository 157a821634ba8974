from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from firmware.adapters.gpio import GpioButton
from firmware.adapters.open import (
    open_buttons,
    open_camera,
    open_lamp,
    open_sound,
    resolve_source,
    usb_devices,
)
from firmware.adapters.silent import DarkLamp, SilentSound
from firmware.config import ButtonConfig, Gpio, LampConfig, SoundConfig
from firmware.errors import ButtonError, CameraMissingError

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.ports import Camera


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


def test_a_source_that_was_set_is_taken_as_it_is() -> None:
    assert resolve_source("usb:7") == ("usb:7", "the camera is usb:7, as set")


def test_the_pis_own_camera_comes_first_and_is_free_again() -> None:
    machine = Machine(frozenset({"picamera", "usb:0"}))
    assert resolve_source("auto", open_source=machine.open_source)[0] == "picamera"
    assert machine.open_now == []


def test_without_a_camera_the_board_is_simulated_and_it_is_said() -> None:
    source, reason = resolve_source("auto", open_source=Machine(frozenset()).open_source)
    assert source == "simulated"
    assert "no camera was found" in reason


def list_device(folder: Path, number: int, *, path: str, index: int) -> None:
    """List a video device as the kernel does under /sys/class/video4linux."""
    device = folder / "devices" / path
    listed = device / "video4linux" / f"video{number}"
    listed.mkdir(parents=True)
    (listed / "index").write_text(f"{index}\n")
    (listed / "device").symlink_to(device)
    (folder / "class").mkdir(exist_ok=True)
    (folder / "class" / f"video{number}").symlink_to(listed)


def test_usb_cameras_are_told_from_a_pis_decoders_and_from_their_own_metadata(tmp_path: Path) -> None:
    list_device(tmp_path, 10, path="platform/xhci-hcd.0/usb1/1-2/1-2:1.0", index=0)
    list_device(tmp_path, 2, path="platform/xhci-hcd.0/usb1/1-1/1-1:1.0", index=0)
    list_device(tmp_path, 3, path="platform/xhci-hcd.0/usb1/1-1/1-1:1.0b", index=1)
    list_device(tmp_path, 19, path="platform/rpi-hevc-dec", index=0)
    list_device(tmp_path, 0, path="platform/rp1-cfe", index=0)
    assert usb_devices(tmp_path / "class") == (2, 10)
    assert usb_devices(tmp_path / "nothing") == ()


def test_a_device_that_vanishes_meanwhile_is_no_camera(tmp_path: Path) -> None:
    list_device(tmp_path, 2, path="usb1", index=0)
    (tmp_path / "class" / "video2" / "index").unlink()
    assert usb_devices(tmp_path / "class") == ()


@pytest.mark.parametrize("source", ["usb:63", "folder:/nowhere/at/all", "webcam"])
def test_a_camera_that_is_not_there_is_refused_in_words(source: str) -> None:
    with pytest.raises(CameraMissingError, match=r"no camera|no folder"):
        open_camera(source)


def has_header() -> bool:
    try:
        GpioButton(17).close()
    except ButtonError:
        return False
    return True


@pytest.mark.skipif(has_header(), reason="this machine has a GPIO header")
def test_without_a_header_parts_are_left_out_unless_insisted_on() -> None:
    for gpio in (Gpio.AUTO, Gpio.OFF):
        assert open_buttons(ButtonConfig(gpio=gpio, keyboard=False)) == {}
        assert isinstance(open_lamp(LampConfig(gpio)), DarkLamp)
        assert isinstance(open_sound(SoundConfig(gpio)), SilentSound)
    with pytest.raises(ButtonError):
        open_buttons(ButtonConfig(gpio=Gpio.ON))
    with pytest.raises(ButtonError):
        open_lamp(LampConfig(Gpio.ON))
    with pytest.raises(ButtonError):
        open_sound(SoundConfig(Gpio.ON))


def test_without_a_terminal_there_is_no_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert open_buttons(ButtonConfig(gpio=Gpio.OFF)) == {}
