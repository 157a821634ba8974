"""Which hardware is there: the settings made into open ports."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from firmware.adapters.silent import DarkLamp, SilentSound
from firmware.config import Gpio
from firmware.errors import ButtonError, CameraMissingError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from firmware.adapters.folder import FolderCamera
    from firmware.config import ButtonConfig, LampConfig, SoundConfig
    from firmware.ports import Button, Camera, Lamp, Sound

Part = TypeVar("Part")

log = logging.getLogger(__name__)

SIMULATED = "simulated"
USB_DEVICES = 4
"""How many ``/dev/video…`` are tried in the search for a USB camera; a Pi's own decoders have higher numbers."""


def resolve_source(source: str) -> tuple[str, str]:
    """Return the source that ``auto`` comes to, any other as it is, and a sentence why.

    Args:
        source: As in the settings.
    """
    if source != "auto":
        return source, f"the camera is {source}, as set"
    if _answers("picamera"):
        return "picamera", "the camera is the Pi's own"
    for device in range(USB_DEVICES):
        if Path(f"/dev/video{device}").exists() and _answers(f"usb:{device}"):
            return f"usb:{device}", f"the camera is the USB camera /dev/video{device}"
    return SIMULATED, "no camera was found: playing on the simulated board"


def _answers(source: str) -> bool:
    try:
        open_camera(source).close()
    except CameraMissingError as error:
        log.debug("%s", error)
        return False
    return True


def open_camera(source: str) -> Camera:
    """Open a camera.

    Args:
        source: ``picamera``, ``usb:`` and a number, or ``folder:`` and a folder.

    Raises:
        CameraMissingError: If there is no such camera.
    """
    kind, _, where = source.partition(":")
    match kind:
        case "picamera":
            from firmware.adapters.picamera import PiCamera

            return PiCamera()
        case "usb":
            from firmware.adapters.usb import UsbCamera

            return UsbCamera(int(where))
        case "folder":
            return open_folder(where)
        case _:
            raise CameraMissingError(f'There is no camera "{source}"; legal is picamera, usb:0 or folder:DIR.')


def open_folder(where: str) -> FolderCamera:
    """Open a folder of pictures as a camera.

    Raises:
        CameraMissingError: If it is no folder or holds no pictures.
    """
    from firmware.adapters.folder import FolderCamera

    return FolderCamera(Path(where).expanduser())


def open_buttons(config: ButtonConfig) -> dict[str, Button]:
    """Return the buttons there are, by source.

    Raises:
        ButtonError: If one is insisted on and there is none.
    """
    buttons: dict[str, Button] = {}
    if (gpio := _on_gpio(config.gpio, lambda: _gpio().GpioButton(config.pin))) is not None:
        buttons["gpio"] = gpio
    if config.keyboard and sys.stdin is not None and sys.stdin.isatty():
        from firmware.adapters.keyboard import KeyboardButton

        buttons["keyboard"] = KeyboardButton()
    return buttons


def open_lamp(config: LampConfig) -> Lamp:
    """Return the lamp, or one that stays dark where there is none.

    Raises:
        ButtonError: If one is insisted on and there is none.
    """
    return _on_gpio(config.gpio, lambda: _gpio().GpioLamp(config.pin)) or DarkLamp()


def open_sound(config: SoundConfig) -> Sound:
    """Return the buzzer, or one that stays silent where there is none.

    Raises:
        ButtonError: If one is insisted on and there is none.
    """
    return _on_gpio(config.gpio, lambda: _gpio().GpioBuzzer(config.pin)) or SilentSound()


def _gpio() -> ModuleType:
    from firmware.adapters import gpio

    return gpio


def _on_gpio(wish: Gpio, open_part: Callable[[], Part]) -> Part | None:
    """Return a part on the header; None where it is not wished for, or not there and not insisted on."""
    if wish is Gpio.OFF:
        return None
    try:
        return open_part()
    except ButtonError as error:
        if wish is Gpio.ON:
            raise
        log.debug("%s", error)
        return None
