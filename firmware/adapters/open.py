"""Which hardware is there: the settings made into open ports, and the simulated board where there is no camera."""

import json
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from firmware.adapters.folder import FolderCamera
from firmware.adapters.gpio import GpioButton, GpioBuzzer, GpioLamp, GpioLight
from firmware.adapters.speaker import Speaker, find_programs
from firmware.adapters.video4linux import usb_devices
from firmware.errors import ButtonError, CameraBusyError, CameraMissingError, CameraTimeoutError, SoundError
from firmware.ports import DEFAULT_MAINS_HZ, Button, Camera, Lamp, Light, Signal, Sound, Voice
from firmware.settings.address import is_address, shown
from firmware.settings.config import ButtonConfig, Config, Gpio, LampConfig, LightConfig, SignalConfig, SoundConfig
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.cast import Pace
from firmware.simulated.setting import Setting

Part = TypeVar("Part")

log = logging.getLogger(__name__)

SIMULATED, AUTO, ATTACHED = "simulated", "auto", "attached"
FOLDER = "folder:"


def resolve_source(source: str, *, open_source: Callable[[str], Camera] | None = None) -> tuple[str, str]:
    """Return the source that ``auto`` comes to, any other as it is, and a sentence why."""
    if source != AUTO:
        return source, f"the camera is {shown(source)}, as set"
    try:
        camera = open_attached(open_source or open_camera)
    except (CameraBusyError, CameraTimeoutError) as error:
        log.warning("%s", error)
        return ATTACHED, "a camera is there, and is waited for"  # throws are typed meanwhile
    except CameraMissingError as error:
        log.debug("%s", error)
        return SIMULATED, "no camera was found: playing on the simulated board"
    camera.close()
    return camera.name, f"the camera is {camera.name}, which was found"


def open_camera(source: str, *, mains_hz: int = DEFAULT_MAINS_HZ) -> Camera:
    """Open a camera.

    Args:
        source: ``attached``, ``picamera``, ``usb:`` and a number, ``folder:`` and a folder, or an address.
        mains_hz: Of the lamps' electricity.

    Raises:
        CameraMissingError: If there is no such camera.
        CameraTimeoutError: If it hangs.
    """
    kind, _, where = source.partition(":")
    match kind:
        case "attached":
            return open_attached(partial(open_camera, mains_hz=mains_hz))
        case "picamera":
            from firmware.adapters.picamera import PiCamera

            return PiCamera(mains_hz=mains_hz)
        case "usb":
            from firmware.adapters.usb import UsbCamera

            return UsbCamera(int(where), mains_hz=mains_hz)
        case "http" | "https" | "rtsp":
            from firmware.adapters.network import NetworkCamera

            return NetworkCamera(source)
        case "folder":
            return FolderCamera(Path(where).expanduser())
        case _:
            legal = "picamera, usb:0, folder:DIR or an address"
            raise CameraMissingError(f'There is no camera "{shown(source)}"; legal is {legal}.')


def open_attached(open_source: Callable[[str], Camera], *, usb: tuple[int, ...] | None = None) -> Camera:
    """Open the Pi's own camera where there is one, else the first USB camera that answers.

    A device in a café waits for its camera: it must not come up with simulated dice because a plug sat loose.

    Raises:
        CameraMissingError: If there is neither, or none of those that are there can be used.
        CameraTimeoutError: If one hangs.
    """
    unusable: CameraMissingError | None = None
    for source in ("picamera", *(f"usb:{device}" for device in (usb_devices() if usb is None else usb))):
        try:
            return open_source(source)
        except CameraMissingError as error:
            log.debug("%s", error)
            if source != "picamera" or isinstance(error, CameraBusyError):  # it is there, and says what to do about it
                unusable = unusable or error
    raise unusable or CameraMissingError(
        "No camera is there, neither the Pi's own nor one on USB. Plug it in; the throws are typed until then."
    )


def open_buttons(config: ButtonConfig) -> dict[str, Button]:
    """Return the buttons there are, by source.

    Raises:
        ButtonError: If one is insisted on and there is none.
    """
    button = _if_there(config.gpio, lambda: GpioButton(config.pin))
    return {} if button is None else {"gpio": button}


def _on_pin(adapter: Callable[[int], Part], config: SignalConfig) -> "Part | Missing":
    return _if_there(config.gpio, lambda: adapter(config.pin)) or Missing()


open_lamp: Callable[[LampConfig], Lamp] = partial(_on_pin, GpioLamp)
open_light: Callable[[LightConfig], Light] = partial(_on_pin, GpioLight)
"""Return what is on the pin, or what stays dark; a `ButtonError` says that it is insisted on and there is none."""


def open_sound(config: SoundConfig) -> tuple[Sound, Voice]:
    """Return what plays and what speaks, or what stays silent where there is neither buzzer nor speaker.

    Raises:
        ButtonError: If a buzzer is insisted on and there is none.
        SoundError: If a speaker, or speech, is insisted on and there is none.
    """
    buzzer = _on_pin(GpioBuzzer, config)
    try:
        speaker = _speaker(config)
    except SoundError:
        buzzer.close()
        raise
    if speaker is None:
        return buzzer, Missing()
    voice = Missing() if config.speech is Gpio.OFF else speaker
    return (speaker if isinstance(buzzer, Missing) else BothSounds(buzzer, speaker)), voice


def _speaker(config: SoundConfig) -> Speaker | None:
    if config.speaker is Gpio.OFF:
        return None
    try:
        programs = find_programs()
    except SoundError as error:
        if Gpio.ON in {config.speaker, config.speech}:
            raise
        log.debug("%s", error)
        return None
    if programs.speaker is None and config.speech is Gpio.ON:
        raise SoundError("espeak-ng is missing: nothing can be said. Install it: sudo apt install espeak-ng.")
    return Speaker(programs)


def _if_there(wish: Gpio, open_part: Callable[[], Part]) -> Part | None:
    """Return a part; None where it is not wished for, or not there and not insisted on."""
    if wish is Gpio.OFF:
        return None
    try:
        return open_part()
    except ButtonError as error:
        if wish is Gpio.ON:
            raise
        log.debug("%s", error)
        return None


class Missing:
    """A lamp, light, sound or voice that is not there: whatever it is told, nothing happens."""

    def close(self, *told: object, **how: object) -> None:
        """Do nothing."""

    show = switch = play = say = hush = close


class BothSounds:
    """Two `firmware.ports.Sound` at once: a buzzer, and a speaker that may be one of a screen nobody hears."""

    def __init__(self, first: Sound, second: Sound) -> None:
        """Take both."""
        self._both = (first, second)

    def play(self, signal: Signal, *, volume: int = 100) -> None:
        """Play ``signal`` on both."""
        for sound in self._both:
            sound.play(signal, volume=volume)

    def close(self) -> None:
        """Be silent."""
        for sound in self._both:
            sound.close()


def address_file(config: Config) -> Path:
    """Return where the address is kept that was typed while setting up."""
    return config.store.file.parent / "camera.json"


def chosen(config: Config) -> str:
    """Return the source of frames: as set, but where any camera will do, the address that was typed at the page."""
    if config.camera.source in {AUTO, ATTACHED}:
        with suppress(OSError, ValueError, TypeError, LookupError):
            if is_address(kept := json.loads(address_file(config).read_text(encoding="utf-8"))["source"]):
                return str(kept)
    return config.camera.source


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where frames come from."""

    name: str  # such as ``simulated`` or ``usb:0``
    open_camera: Callable[[], Camera]  # opens its camera, again after it was lost
    board: SimulatedBoard | None = None  # the simulated board, if it is that
    # Called when a press was answered: a folder goes on to its next picture.
    after_reading: Callable[[], None] = lambda: None
    # Gives back what belongs to it and to no camera of it: the light over the board.
    close: Callable[[], None] = lambda: None


def camera_source(
    config: Config,
    *,
    resolve: Callable[[str], tuple[str, str]] = resolve_source,
    open_named: Callable[..., Camera] = open_camera,
    light_of: Callable[[LightConfig], Light] = open_light,
) -> Source:
    """Return where frames come from.

    Raises:
        ButtonError: If a light is insisted on and there is none.
        CameraMissingError: If it is a folder and holds no pictures.
        SimulationError: If the simulated board is to be played on and cannot run.
    """
    name, reason = resolve(chosen(config))
    log.log(logging.WARNING if is_address(name) else logging.INFO, "%s", reason)
    if name == SIMULATED:
        simulated = config.simulated
        seed = simulated.seed or secrets.randbits(32)
        log.info("the simulated board is thrown with seed %d", seed)
        setting = Setting.for_session(seed, board=simulated.board, light=simulated.light, dice=simulated.dice)
        board = SimulatedBoard.for_play(seed, setting, pace=Pace(speed=simulated.speed))
        return Source(name=name, open_camera=board.open_camera, board=board)
    if name.startswith(FOLDER):
        folder = FolderCamera(Path(name.removeprefix(FOLDER)).expanduser())
        return Source(name=name, open_camera=folder.reopened, after_reading=folder.turn_page)
    # One that was found may come back under another number after its plug was out.
    again = ATTACHED if config.camera.source == AUTO and not is_address(name) else name
    light = light_of(config.light)

    def open_lit() -> Camera:
        """Open the camera with the board's light on: it measures and locks its exposure by that.

        The light stays on when the camera is lost, which is opened again every few seconds: nobody wants it to blink.
        """
        light.switch(is_on=True)
        return open_named(again, mains_hz=config.camera.mains_hz)

    return Source(name=shown(name), open_camera=open_lit, close=light.close)
