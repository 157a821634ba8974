"""The settings: one TOML file, every setting with a default, every mistake told with the key and what is legal.

`firmware/serviert.toml` documents them all; a test holds it against the defaults here.
"""

import difflib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path

import cattrs
import platformdirs

from firmware.errors import ConfigError
from firmware.log.converter import strict_converter
from firmware.ports import DEFAULT_MAINS_HZ, MAINS_HZ
from firmware.session.vocabulary import Language
from firmware.settings.game_setting import GameConfig
from firmware.signals.press import PressTiming
from firmware.simulated.setting import BoardName, DiceName, LightName
from hardware.header import PinUse, taken_twice
from vision.read.reader import ReaderPolicy

_NAME = "serviert"
_EYE = ReaderPolicy()
MOST_KEPT = 200  # crops of a set on the disk; those out of use the longest go first
_CAMERA_SOURCE = re.compile(r"auto|attached|simulated|picamera|usb:\d+|folder:.+")
PORTS = (1024, 65535)
MOST_PIN = 27  # BCM numbers on the header of a Pi begin at 0
FEWEST_CROPS = 50  # so many of a set are in use


class Gpio(StrEnum):
    """Whether something beside the board is used, most of it on the GPIO header."""

    AUTO = "auto"  # used where there is one, silently left out elsewhere
    ON = "on"  # used; a missing one is an error
    OFF = "off"


def require(name: str, value: float, low: float, high: float) -> None:
    """Refuse a value out of range.

    Raises:
        ConfigError: If it is.
    """
    if not low <= value <= high:
        raise ConfigError(f"{name}: got {value}; legal is {low:g} to {high:g}")


@dataclass(frozen=True, slots=True)
class SignalConfig:
    """Something on the GPIO header that is switched on by its pin."""

    gpio: Gpio = Gpio.AUTO
    pin: int = 0  # BCM number

    def __post_init__(self) -> None:
        """Refuse a pin that no Pi has."""
        require("pin", self.pin, 0, MOST_PIN)


@dataclass(frozen=True, slots=True)
class LampConfig(SignalConfig):
    """The lamp beside the button."""

    pin: int = 27


@dataclass(frozen=True, slots=True)
class LightConfig(SignalConfig):
    """The light over the board."""

    pin: int = 23


@dataclass(frozen=True, slots=True)
class SoundConfig(SignalConfig):
    """What is to be heard: a buzzer, and a speaker for tones and speech."""

    pin: int = 22
    speaker: Gpio = Gpio.AUTO
    speech: Gpio = Gpio.AUTO  # whether it speaks; espeak-ng does
    volume: int = 75  # per cent
    muted: bool = False

    def __post_init__(self) -> None:
        """Refuse a pin that no Pi has, and a volume that is none."""
        require("pin", self.pin, 0, MOST_PIN)
        require("volume", self.volume, 1, 100)


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """Where frames come from."""

    source: str = "auto"  # ``auto``, ``attached``, ``simulated``, ``picamera``, ``usb:0``, ``folder:DIR``
    # Of the lamps' electricity, 50 or 60: exposures last whole half-periods, in which lamps do not flicker.
    mains_hz: int = DEFAULT_MAINS_HZ

    def __post_init__(self) -> None:
        """Refuse a source that no adapter knows, and mains that nobody has."""
        if self.mains_hz not in MAINS_HZ:
            raise ConfigError(f"mains_hz: got {self.mains_hz}; legal is 50 (most of the world) or 60 (the Americas)")
        if not _CAMERA_SOURCE.fullmatch(self.source):
            raise ConfigError(
                f'source: got "{self.source}"; legal is "auto", "attached", "simulated", "picamera", "usb:" and a '
                f'number, or "folder:" and a folder'
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonConfig:
    """The button beside the board."""

    gpio: Gpio = Gpio.AUTO
    pin: int = 17  # BCM number; the button connects it to ground
    keyboard: bool = True  # whether Space and Enter in the terminal press, too
    debounce_ms: int = 20  # a level counts once it has lasted this long
    long_press_s: float = 1.0  # held this long is a long press
    menu_press_s: float = 5.0  # held this long opens the menu
    stuck_after_s: float = 30.0  # held this long is a stuck button

    def __post_init__(self) -> None:
        """Refuse a pin that no Pi has and times that no finger could keep."""
        require("pin", self.pin, 0, MOST_PIN)
        require("debounce_ms", self.debounce_ms, 0, 200)
        require("long_press_s", self.long_press_s, 0.3, 5)
        require("menu_press_s", self.menu_press_s, self.long_press_s + 1, 20)
        require("stuck_after_s", self.stuck_after_s, self.menu_press_s + 1, 600)

    @property
    def timing(self) -> PressTiming:
        """Return the times as `firmware.signals.press` takes them."""
        return PressTiming(
            debounce_ns=self.debounce_ms * 1_000_000,
            long_ns=round(self.long_press_s * 1e9),
            menu_ns=round(self.menu_press_s * 1e9),
            stuck_ns=round(self.stuck_after_s * 1e9),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayConfig:
    """The page with the sheet."""

    host: str = "127.0.0.1"  # loopback only: the page is for this machine's own screen
    port: int = 8440
    language: Language = Language.GERMAN  # of the sentences and of the letters on the dice
    night: bool = False  # dark, for a dark room; the menu changes it for the evening
    open_browser: bool = True

    def __post_init__(self) -> None:
        """Refuse what would show the game to the network, and ports that only root may open."""
        if self.host not in ("127.0.0.1", "localhost", "::1"):
            raise ConfigError(f'host: got "{self.host}"; legal is "127.0.0.1", "localhost" or "::1"')
        require("port", self.port, *PORTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareConfig:
    """What phones nearby may see."""

    on: bool = False  # whether they may follow the sheet; without it nothing listens beyond loopback
    port: int = 8450
    interface: str = ""  # the only network interface to share on; empty for every cable and radio in a private network

    def __post_init__(self) -> None:
        """Refuse ports that only root may open."""
        require("port", self.port, *PORTS)


@dataclass(frozen=True, slots=True)
class StoreConfig:
    """Where the games are kept."""

    path: str = ""  # a file; empty for the usual place of this system
    copy: str = ""  # a second file that follows it, on another disk if there is one; empty for beside the first
    crops: int = MOST_KEPT  # pictures kept of each taught set of dice; 0 keeps none

    def __post_init__(self) -> None:
        """Refuse fewer pictures than a set is read by; none at all is possible."""
        if self.crops:
            require("crops", self.crops, FEWEST_CROPS, 1000)
        if self.copy_file == self.file:
            raise ConfigError(f"copy: got the file of the games itself, {self.file}; legal is any other file")

    @property
    def file(self) -> Path:
        """Return the file of the games."""
        if self.path:
            return Path(self.path).expanduser().absolute()
        return platformdirs.user_data_path(_NAME) / "games.sqlite3"

    @property
    def copy_file(self) -> Path:
        """Return the file that follows the file of the games."""
        if self.copy:
            return Path(self.copy).expanduser().absolute()
        return self.file.with_name(f"{self.file.name}.copy")

    @property
    def dice_folder(self) -> Path:
        """Return the folder of the taught dice, beside the games."""
        return self.file.parent / "dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderConfig:
    """When a reading is believed; see `vision.read.reader.ReaderPolicy`."""

    sure_confidence: float = _EYE.sure_confidence  # below this a die is not sure and the players are asked
    unsure_tilt_deg: float = _EYE.unsure_tilt_deg  # from this lean on a die may burn: the players are asked
    burning_tilt_deg: float = _EYE.burning_tilt_deg  # from this lean on a die burns
    frames: int = 2  # still frames fused into one reading
    patience_s: float = 10.0  # a press waits this long for the dice to lie still

    def __post_init__(self) -> None:
        """Refuse thresholds that would believe everything or nothing."""
        require("sure_confidence", self.sure_confidence, 0.2, 0.999)
        require("unsure_tilt_deg", self.unsure_tilt_deg, 1, 45)
        require("burning_tilt_deg", self.burning_tilt_deg, self.unsure_tilt_deg, 45)
        require("frames", self.frames, 1, 10)
        require("patience_s", self.patience_s, 1, 60)

    @property
    def policy(self) -> ReaderPolicy:
        """Return the thresholds as the reader takes them."""
        return ReaderPolicy(
            sure_confidence=self.sure_confidence,
            unsure_tilt_deg=self.unsure_tilt_deg,
            burning_tilt_deg=self.burning_tilt_deg,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedConfig:
    """The simulated board."""

    seed: int = 0  # of everything that happens by chance; 0 for another one each time
    speed: float = 1.0  # how fast player and dice are; 1 is real
    board: BoardName = BoardName.GREEN_OCTAGON
    light: LightName = LightName.EVENING
    dice: DiceName = DiceName.SUITS

    def __post_init__(self) -> None:
        """Refuse a seed below zero and a time that stands still."""
        require("seed", self.seed, 0, 2**32 - 1)
        require("speed", self.speed, 0.1, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings."""

    camera: CameraConfig = field(default_factory=CameraConfig)
    button: ButtonConfig = field(default_factory=ButtonConfig)
    lamp: LampConfig = field(default_factory=LampConfig)
    light: LightConfig = field(default_factory=LightConfig)
    sound: SoundConfig = field(default_factory=SoundConfig)
    display: DisplayConfig = field(default_factory=DisplayConfig)
    share: ShareConfig = field(default_factory=ShareConfig)
    store: StoreConfig = field(default_factory=StoreConfig)
    game: GameConfig = field(default_factory=GameConfig)
    reader: ReaderConfig = field(default_factory=ReaderConfig)
    simulated: SimulatedConfig = field(default_factory=SimulatedConfig)

    def __post_init__(self) -> None:
        """Refuse a pin that is used twice."""
        if said := taken_twice(self.pins):
            raise ConfigError(f'{said}. What is not there at all is left out with gpio = "off"')

    @property
    def pins(self) -> tuple[PinUse, ...]:
        """Return the pins of the header that are used, where there is one."""
        parts = ((name, getattr(self, name)) for name in ("button", "lamp", "light", "sound"))
        return tuple(PinUse(f"{name}.pin", part.pin) for name, part in parts if part.gpio is not Gpio.OFF)


def user_file() -> Path:
    """Return where this user's settings are looked for."""
    return platformdirs.user_config_path(_NAME) / "serviert.toml"


def load(path: Path | None = None) -> Config:
    """Return the settings of a file.

    Raises:
        ConfigError: If the file cannot be read, is no TOML, or holds a wrong key or value.
    """
    if path is None:
        path = user_file()
        if not path.exists():
            return Config()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "they are no text in UTF-8"
        raise ConfigError(f"The settings in {path} cannot be read: {why}.") from error
    return parse(text, source=str(path))


def parse(text: str, *, source: str = "settings") -> Config:
    """Return the settings of a TOML text.

    Raises:
        ConfigError: If it is no TOML, or holds a wrong key or value.
    """
    converter = strict_converter()
    converter.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _names_from)
    try:
        return converter.structure(_tables(tomllib.loads(text)), Config)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source} is no TOML file: {error}.") from error
    except ConfigError as error:
        raise ConfigError(f"{source}: {error}.") from error
    except cattrs.ClassValidationError as error:
        raise ConfigError("\n".join(f"{source}: {line}." for line in _complaints(error, ""))) from error


def _names_from(value: object, _: object) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return tuple(value)
    raise TypeError(f'got {value!r}; a list of names is wanted, like ["Anna", "Ben"]')


def _tables(data: dict[str, object]) -> dict[str, object]:
    """Refuse a section that is no section, which cattrs would stumble over."""
    for name, value in data.items():
        if name in Config.__dataclass_fields__ and not isinstance(value, dict):
            raise ConfigError(f"{name}: got {value!r}; a section [{name}] with its settings is wanted")
    return data


def _complaints(error: cattrs.ClassValidationError, prefix: str) -> Iterator[str]:
    """Yield a sentence for each wrong key or value, with its full name."""
    named, unnamed = error.group_exceptions()
    for inner, note in named:
        key = f"{prefix}.{note.name}".lstrip(".")
        yield from _complaints(inner, key) if isinstance(inner, cattrs.ClassValidationError) else [f"{key}: {inner}"]
    for inner in unnamed:
        if isinstance(inner, cattrs.ForbiddenExtraKeysError):
            yield from (_unknown(key, inner.cl, prefix) for key in sorted(inner.extra_fields))
        else:
            yield f"{prefix}.{inner}".lstrip(".")


def _unknown(key: str, section: type, prefix: str) -> str:
    """Return a sentence about a key that does not exist, and the one that may have been meant."""
    legal = [known.name for known in fields(section)]
    close = difflib.get_close_matches(key, legal, n=1)
    meant = f'; did you mean "{close[0]}"?' if close else ";"
    return f'there is no setting "{f"{prefix}.{key}".lstrip(".")}"{meant} Legal here: {", ".join(legal)}'
