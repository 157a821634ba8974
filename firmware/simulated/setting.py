"""What stands on the simulated table: tray, dice, light and camera, a little different every session."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from firmware.errors import SimulationError
from firmware.tables import table
from hardware.errors import NumbersError
from hardware.numbers import Numbers, load
from hardware.optics.cameras import camera_named
from hardware.optics.view import focal_px
from models.render import world
from models.render.designs import core_design
from models.render.light import kelvin_rgb
from models.render.throws import Bodies
from vision.light.exposure import GAMMA

CAPTURE_PX = 1440  # a square from the middle of what the real camera shows
PREVIEW_PX = 640
USUAL_NOISE = 1.8
USUAL_EXPOSURE = 0.95
_TABLES = table(__file__, "tables")


class BoardName(StrEnum):
    """Boards to play on."""

    GREEN_OCTAGON = "green-octagon"
    RED_ROUND = "red-round"
    BLUE_SQUARE = "blue-square"
    LEATHER_HEXAGON = "leather-hexagon"


class LightName(StrEnum):
    """Lights to play in."""

    EVENING = "evening"
    WINDOW = "window"
    BRIGHT = "bright"
    DARK = "dark"
    CANDLE = "candle"
    GLARE = "glare"
    FLICKER = "flicker"


class DiceName(StrEnum):
    """Dice to play with; the names are those of `models.render.designs`."""

    SUITS = "suits"
    ENGRAVED = "suits-engraved"
    CARDS = "suits-cards"
    NIGHT = "suits-night"
    LETTERS = "letters"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wavering:
    """How the light goes up and down."""

    waves: Sequence[tuple[float, float]]  # each with its frequency in Hz and its peak's share of the mean light
    read_out_s: float = 0.0  # so much later than the first row the last one of a frame is exposed

    def gains(self, at_s: float, rows: int) -> NDArray[np.float64]:
        """Return by how much brighter each row is than usual, float64 (rows,), or (1,) where all are alike."""
        times_s = at_s + np.linspace(0.0, self.read_out_s, rows if self.read_out_s else 1)
        light = 1.0 + sum(swing * np.sin(2 * np.pi * hz * times_s) for hz, swing in self.waves)
        return np.asarray(light ** (1 / GAMMA), np.float64)


MAINS_LAMPS = Wavering(waves=((100.0, 0.0175),))
"""What is left of lamps on European mains in exposures that nearly suit them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Setting:
    """A table as it stands for a session."""

    board: world.Board
    light: world.SceneLight
    camera: world.SceneCamera  # for the full picture
    film: world.Film
    design: world.Design
    bodies: Bodies
    wavering: Wavering = MAINS_LAMPS
    noise: float = USUAL_NOISE  # standard deviation of the frames' noise, 0–255 scale
    skin_rgb: tuple[int, int, int] = (205, 150, 122)
    sleeve_rgb: tuple[int, int, int] = (60, 66, 84)

    @classmethod
    def for_session(
        cls,
        seed: int,
        *,
        board: BoardName = BoardName.GREEN_OCTAGON,
        light: LightName = LightName.EVENING,
        dice: DiceName = DiceName.SUITS,
        numbers: Numbers | None = None,
    ) -> "Setting":
        """Return a table set for a session; its seed shifts camera, light and board a little.

        The camera hangs as in ``numbers``; those in ``hardware/numbers.toml`` if None.

        Raises:
            SimulationError: If these numbers cannot be read, or their camera is not known.
        """
        rng = np.random.default_rng([seed, 1])
        design = core_design(dice.value)
        tray, lit = _board(**_TABLES["boards"][board.value]), _TABLES["lights"][light.value]
        lamp = _light(lit)
        turn_deg = tray.turn_deg + float(rng.normal(0.0, 2.0))
        # The lamp was put a hand's breadth elsewhere.
        x, y, z = (float(part) for part in np.array(lamp.lamp_mm) + rng.normal(0.0, 40.0, 3))
        return cls(
            board=replace(tray, turn_deg=turn_deg),
            light=replace(lamp, lamp_mm=(x, y, z)),
            camera=_camera(rng, numbers),
            film=world.Film(
                exposure=lit.get("exposure", USUAL_EXPOSURE), blur_px=0.6, noise=0.0, vignette=0.12, sharpen=0.3
            ),
            design=design,
            wavering=Wavering(**lit["wavering"]) if "wavering" in lit else MAINS_LAMPS,
            noise=lit.get("noise", USUAL_NOISE),
            bodies=Bodies(size_mm=round(float(rng.uniform(16.0, 18.0)), 1), rounding=design.rounding),
            skin_rgb=_SKINS[rng.integers(len(_SKINS))],
            sleeve_rgb=_SLEEVES[rng.integers(len(_SLEEVES))],
        )

    def camera_of(self, size_px: int) -> world.SceneCamera:
        """Return the same camera with a square picture of another size."""
        scale = size_px / self.camera.size_wh[0]
        return replace(self.camera, size_wh=(size_px, size_px), f_px=self.camera.f_px * scale)


_SKINS = ((205, 150, 122), (224, 176, 150), (168, 112, 82), (120, 78, 56))
_SLEEVES = ((60, 66, 84), (110, 40, 44), (180, 178, 170), (44, 70, 60))


def _board(shape: str, **parts: Any) -> world.Board:
    surfaces: dict[str, Any] = {name: _surface(**parts.pop(name)) for name in ("floor", "rim", "table")}
    return world.Board(shape=world.RimShape(shape), **parts, **surfaces)


def _surface(material: str, rgb: Iterable[int], **more: Any) -> world.Surface:
    red, green, blue = rgb
    return world.Surface(material=world.Material(material), rgb=(red, green, blue), **more)


def _light(lit: dict[str, Any]) -> world.SceneLight:
    scene: dict[str, Any] = {f"{name}_rgb": _coloured(*lit[name]) for name in ("lamp", "window", "room")}
    scene |= {name: tuple(value) if isinstance(value, list) else value for name, value in lit["scene"].items()}
    return world.SceneLight(**scene)


def _coloured(kelvin: float, strength: float) -> world.Rgb:
    """Return light of a colour temperature, half way to the white the camera balances for."""
    red, green, blue = kelvin_rgb(kelvin)
    return strength * (0.5 + 0.5 * red), strength * (0.5 + 0.5 * green), strength * (0.5 + 0.5 * blue)


def _camera(rng: np.random.Generator, numbers: Numbers | None) -> world.SceneCamera:
    """Return the camera of the numbers, hung over the tray by hand: not quite level, not quite centred."""
    try:
        hung = (numbers or load()).camera
        focal = focal_px(camera_named(hung.model))
    except NumbersError as error:
        raise SimulationError(f"The simulated camera hangs as hardware/numbers.toml says: {error}.") from error
    x, y = rng.normal(0.0, 3.0, 2)
    return world.SceneCamera(
        height_mm=hung.height_mm,
        tilt_deg=float(rng.uniform(0.5, 4.0)),
        azimuth_deg=float(rng.normal(-90.0, 4.0)),
        roll_deg=float(rng.normal(0.0, 1.5)),
        target_mm=(float(x), float(y)),
        f_px=focal,
        size_wh=(CAPTURE_PX, CAPTURE_PX),
        k1=float(rng.uniform(-0.04, 0.0)),
    )
