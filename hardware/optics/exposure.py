"""How long a camera exposes in how much light: an estimate from photometry, good to a factor of about 1.5.

    light on the sensor = reflectance · transmission · lux / (4 · f-number²), for far things in the middle
    filled             = light on the sensor · seconds · gain / what fills the sensor at gain 1

What fills a sensor is known from libcamera's tuning files: at ``reference_lux``, ``reference_shutter_speed`` and
``reference_gain`` the mean of a colour chart came out as ``reference_Y`` of 65536. Such a chart is taken to reflect
18 %. Where the lens of that measurement is not known, or there is none, gain 1 is taken for ISO 100.

Source:
    ISO 12232 (saturation-based speed); libcamera, ``imx708.json``, ``imx708_wide.json``, ``imx219.json``, ``rpi.lux``.
"""

import math
from dataclasses import dataclass

from hardware.optics.cameras import CameraModel

WHITE = 0.8  # reflectance of a white die: assumed
GLASS = 0.9  # what of the light comes through a lens: assumed
DICE_LEVEL, GAMMA = 215.0, 2.2
"""What the firmware exposes white dice to; the same stand in `vision.light.exposure`, a test says."""

HALF_PERIOD_MS = 10.0  # of 50 Hz mains: the room's lamps, not the ring's, flicker, so that whole ones are exposed
MOST_PERIODS = 3  # as `firmware.adapters.pi_lock` has it, a test says
MOST_GAIN = 8.0  # half of what these sensors have (libcamera, ``exposure_modes``): beyond it noise, not light, is added


@dataclass(frozen=True, slots=True)
class Exposure:
    """How long the shutter is open, and how much the sensor amplifies."""

    shutter_ms: float  # whole half-periods of the mains, or less where the light is too bright for one
    gain: float  # 1 and more


def light_ms(camera: CameraModel, lux: float) -> float:
    """Return exposure times gain by which white dice are as bright as the firmware wants them, ms."""
    on_sensor_lux = WHITE * GLASS * lux / (4 * camera.f_number**2)
    filled = math.pow(DICE_LEVEL / 255.0, GAMMA)
    return 1000.0 * filled * camera.full_lx_s / on_sensor_lux


def exposure(camera: CameraModel, lux: float) -> Exposure:
    """Return how the firmware exposes: whole half-periods of the mains, as many as the light allows up to three."""
    needed_ms = light_ms(camera, lux)
    periods = min(MOST_PERIODS, int(needed_ms / HALF_PERIOD_MS))
    shutter_ms = periods * HALF_PERIOD_MS if periods else needed_ms
    return Exposure(shutter_ms, max(1.0, needed_ms / shutter_ms))


def least_lux(camera: CameraModel) -> float:
    """Return the light below which even the longest exposure needs too much gain."""
    return light_ms(camera, 1.0) / (MOST_PERIODS * HALF_PERIOD_MS * MOST_GAIN)
