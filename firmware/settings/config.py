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
from typing import Annotated, Any, TypeAlias

import cattrs
import platformdirs

from firmware.errors import ConfigError
from firmware.log.converter import strict_converter
from firmware.ports import DEFAULT_MAINS_HZ, MAINS_HZ
from firmware.session.choosing import FORMS, TWO_PLAYERS, Choice, habits, with_habits
from firmware.session.vocabulary import EntryMode, Language
from firmware.settings.address import LEGAL, is_address, shown
from firmware.signals.press import PressTiming
from firmware.simulated.setting import BoardName, DiceName, LightName
from hardware.header import PinUse, taken_twice
from scoring.errors import PlayersError
from scoring.events import GameBegan
from scoring.ruleset import MOST_COLUMNS, RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.seats import require_players
from vision.read.reader import ReaderPolicy

_NAME = "serviert"
_EYE = ReaderPolicy()
MOST_KEPT = 200  # crops of a set on the disk; those out of use the longest go first
_CAMERA_SOURCE = re.compile(r"auto|attached|simulated|picamera|usb:\d+|folder:.+")


class Gpio(StrEnum):
    """Whether something beside the board is used, most of it on the GPIO header."""

    AUTO = "auto"  # used where there is one, silently left out elsewhere
    ON = "on"  # used; a missing one is an error
    OFF = "off"


class Night(StrEnum):
    """Whether the page is dark, for a dark room."""

    AUTO = "auto"  # by the light on the board, where the camera measures it
    ON = "on"
    OFF = "off"


def require(name: str, value: float, low: float, high: float) -> None:
    """Refuse a value out of range.

    Raises:
        ConfigError: If it is.
    """
    if not low <= value <= high:
        raise ConfigError(f"{name}: got {value}; legal is {low:g} to {high:g}")


Pin: TypeAlias = Annotated[int, (0, 27)]  # BCM number on the header of a Pi
Port: TypeAlias = Annotated[int, (1024, 65535)]  # none that only root may open


@dataclass(frozen=True, slots=True)
class ConfigSection:
    """Some of the settings; numbers are annotated with the least and the most that is legal."""

    def __post_init__(self) -> None:
        """Refuse numbers out of range, and what can be in no path and no name."""
        for each in fields(self):
            if "\0" in str(getattr(self, each.name)):
                raise ConfigError(f"{each.name}: got a NUL character; legal is any text without one")
            for low, high in getattr(each.type, "__metadata__", ()):
                require(each.name, getattr(self, each.name), low, high)


@dataclass(frozen=True, slots=True)
class SignalConfig(ConfigSection):
    """Something on the GPIO header that is switched on by its pin."""

    gpio: Gpio = Gpio.AUTO
    pin: Pin = 0


@dataclass(frozen=True, slots=True)
class LampConfig(SignalConfig):
    """The lamp beside the button."""

    pin: Pin = 27


@dataclass(frozen=True, slots=True)
class LightConfig(SignalConfig):
    """The light over the board."""

    pin: Pin = 23


@dataclass(frozen=True, slots=True)
class SoundConfig(SignalConfig):
    """What is to be heard: a buzzer, and a speaker for tones and speech."""

    pin: Pin = 22
    speaker: Gpio = Gpio.AUTO
    speech: Gpio = Gpio.AUTO  # whether it speaks; espeak-ng does
    volume: Annotated[int, (1, 100)] = 75  # per cent
    muted: bool = False


@dataclass(frozen=True, slots=True)
class CameraConfig(ConfigSection):
    """Where frames come from."""

    source: str = "auto"  # ``auto``, ``attached``, ``simulated``, ``picamera``, ``usb:0``, ``folder:DIR``, ``http://…``
    # Of the lamps' electricity, 50 or 60: exposures last whole half-periods, in which lamps do not flicker.
    mains_hz: int = DEFAULT_MAINS_HZ

    def __post_init__(self) -> None:
        """Refuse a source that no adapter knows, and mains that nobody has."""
        ConfigSection.__post_init__(self)
        if self.mains_hz not in MAINS_HZ:
            raise ConfigError(f"mains_hz: got {self.mains_hz}; legal is 50 (most of the world) or 60 (the Americas)")
        if not (_CAMERA_SOURCE.fullmatch(self.source) or is_address(self.source)):
            raise ConfigError(f'source: got "{shown(self.source)}"; legal is {LEGAL}')


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonConfig(ConfigSection):
    """The button beside the board."""

    gpio: Gpio = Gpio.AUTO
    pin: Pin = 17  # the button connects it to ground
    debounce_ms: Annotated[int, (0, 200)] = 20  # a level counts once it has lasted this long
    long_press_s: Annotated[float, (0.3, 5)] = 1.0  # held this long is a long press
    menu_press_s: float = 5.0  # held this long opens the menu
    stuck_after_s: float = 30.0  # held this long is a stuck button

    def __post_init__(self) -> None:
        """Refuse a pin that no Pi has and times that no finger could keep."""
        ConfigSection.__post_init__(self)
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
class DisplayConfig(ConfigSection):
    """The page with the sheet."""

    host: str = "127.0.0.1"  # loopback only: the page is for this machine's own screen
    port: Port = 8440
    language: Language = Language.GERMAN  # of the sentences and of the letters on the dice
    night: Night = Night.AUTO  # the menu changes it for the evening
    open_browser: bool = True

    def __post_init__(self) -> None:
        """Refuse what would show the game to the network."""
        ConfigSection.__post_init__(self)
        if self.host not in ("127.0.0.1", "localhost", "::1"):
            raise ConfigError(f'host: got "{self.host}"; legal is "127.0.0.1", "localhost" or "::1"')


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareConfig(ConfigSection):
    """What phones nearby may see."""

    on: bool = False  # whether they may follow the sheet; without it nothing listens beyond loopback
    port: Port = 8450
    interface: str = ""  # the only network interface to share on; empty for every cable and radio in a private network


@dataclass(frozen=True, slots=True)
class StoreConfig(ConfigSection):
    """Where the games are kept."""

    path: str = ""  # a file; empty for the usual place of this system
    copy: str = ""  # a second file that follows it, on another disk if there is one; empty for beside the first
    crops: int = MOST_KEPT  # pictures kept of each taught set of dice; 0 keeps none
    pictures: bool = True  # one is kept of each throw, beside the games

    def __post_init__(self) -> None:
        """Refuse fewer pictures than a set is read by; none at all is possible."""
        ConfigSection.__post_init__(self)
        if self.crops and not 50 <= self.crops <= 1000:  # 50 of a set are in use
            raise ConfigError(f"crops: got {self.crops}; legal is 0, or 50 to 1000")
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
class GameConfig(ConfigSection):
    """What a new game begins with."""

    ready: Choice = Choice.TEN_BY_TEN  # which game stands ready, before any was played
    players: tuple[str, ...] = ("Spieler 1", "Spieler 2")  # their names, 2–12; Würfelpoker 10×10 is for two
    mode: EntryMode = EntryMode.ASK
    hints: bool = False  # show what every choice does to the chance of winning
    served: ServedRule = ServedRule.FIRST_THROW  # when a combination counts as served
    tied_column: TiedColumnRule = TiedColumnRule.NONE  # who gets the points of a tied column
    reroll: RerollRule = RerollRule.THROW
    columns: Annotated[int, (1, MOST_COLUMNS)] = MOST_COLUMNS  # columns played

    def __post_init__(self) -> None:
        """Refuse players that nobody could tell apart, and too many of them."""
        ConfigSection.__post_init__(self)
        try:
            require_players(self.players)
        except PlayersError as error:
            raise ConfigError(f"players: {error}") from error
        if self.ready in TWO_PLAYERS and len(self.players) > 2:
            raise ConfigError(f'players: got {len(self.players)} names; the game "{self.ready}" is for two')

    @property
    def ruleset(self) -> Ruleset:
        """Return the house rules as the rules take them."""
        return Ruleset(served=self.served, tied_column=self.tied_column, reroll=self.reroll, columns=self.columns)

    @property
    def agreed(self) -> Any:
        """Return what the game that stands ready begins with."""
        if self.ready is Choice.TEN_BY_TEN:
            return GameBegan(players=(self.players[0], self.players[1]), ruleset=self.ruleset)
        return with_habits(FORMS[self.ready][0](players=self.players), habits(self.ruleset))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderConfig(ConfigSection):
    """When a reading is believed; see `vision.read.reader.ReaderPolicy`."""

    sure_confidence: Annotated[float, (0.2, 0.999)] = _EYE.sure_confidence  # below this the players are asked
    unsure_tilt_deg: Annotated[float, (1, 45)] = _EYE.unsure_tilt_deg  # from this lean on a die may burn: likewise
    burning_tilt_deg: float = _EYE.burning_tilt_deg  # from this lean on a die burns
    frames: Annotated[int, (1, 10)] = 2  # still frames fused into one reading
    patience_s: Annotated[float, (1, 60)] = 10.0  # a press waits this long for the dice to lie still

    def __post_init__(self) -> None:
        """Refuse thresholds that would believe everything or nothing."""
        ConfigSection.__post_init__(self)
        require("burning_tilt_deg", self.burning_tilt_deg, self.unsure_tilt_deg, 45)

    @property
    def policy(self) -> ReaderPolicy:
        """Return the thresholds as the reader takes them."""
        return ReaderPolicy(
            sure_confidence=self.sure_confidence,
            unsure_tilt_deg=self.unsure_tilt_deg,
            burning_tilt_deg=self.burning_tilt_deg,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedConfig(ConfigSection):
    """The simulated board."""

    seed: Annotated[int, (0, 2**32 - 1)] = 0  # of everything that happens by chance; 0 for another one each time
    speed: Annotated[float, (0.1, 100)] = 1.0  # how fast player and dice are; 1 is real
    board: BoardName = BoardName.GREEN_OCTAGON
    light: LightName = LightName.EVENING
    dice: DiceName = DiceName.SUITS


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
        if path.exists() and not path.is_dir() and not (path.is_file() and path.stat().st_size <= 1_000_000):
            raise ConfigError(f"{path} is no file of settings: a text of at most 1 MB.")
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a text with a mark
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
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{source} is no TOML file: {error}.") from error
    except ConfigError as error:
        raise ConfigError(f"{source}: {error}.") from error
    except cattrs.ClassValidationError as error:
        raise ConfigError("\n".join(f"{source}: {line}." for line in _complaints(error, ""))) from error


def _names_from(value: object, _: object) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return tuple(value)
    raise TypeError(f'got {value!r}; a list of names is wanted, like ["Anna", "Ben"]')


def _tables(data: dict[str, Any]) -> dict[str, Any]:
    """Refuse a section that is no section, which cattrs would stumble over."""
    for name, value in data.items():
        if name in Config.__dataclass_fields__ and not isinstance(value, dict):
            raise ConfigError(f"{name}: got {value!r}; a section [{name}] with its settings is wanted")
    data.get("button", {}).pop("keyboard", None)  # settings of before have it: keys in the terminal pressed, too
    return data


def _complaints(error: cattrs.ClassValidationError, prefix: str) -> Iterator[str]:
    """Yield a sentence for each wrong key or value, with its full name."""
    named, unnamed = error.group_exceptions()
    for inner, note in named:
        key = f"{prefix}.{note.name}".lstrip(".")
        yield from _complaints(inner, key) if isinstance(inner, cattrs.ClassValidationError) else [f"{key}: {inner}"]
    for inner in unnamed:
        if isinstance(inner, cattrs.ForbiddenExtraKeysError):
            legal = [known.name for known in fields(inner.cl)]
            for key in sorted(inner.extra_fields):
                close = difflib.get_close_matches(key, legal, n=1)
                meant = f'; did you mean "{close[0]}"?' if close else ";"
                name = f"{prefix}.{key}".lstrip(".")
                yield f'there is no setting "{name}"{meant} Legal here: {", ".join(legal)}'
        else:
            yield f"{prefix}.{inner}".lstrip(".")
