"""Every camera that can be used, as its maker describes it; ``cameras.toml`` has their figures and sources."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hardware import data
from hardware.errors import NumbersError


class Focus(StrEnum):
    """How a lens is focused."""

    MOTOR = "motor"
    BY_HAND = "by hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraModel:
    """A camera with its lens.

    Attributes:
        name: As ``numbers.toml`` calls it.
        title: As shops call it.
        sensor: libcamera's name of the sensor; None for a USB camera.
        picture_wh: Size of the pictures asked for, px; they show the whole sensor.
        sensor_mm: Width and height of what they show on the sensor.
        focal_mm: Focal length, as stated.
        f_number: Of the widest stop, as stated.
        field_deg: Across and down, as stated; None where nothing but the focal length is.
        focus: How it is focused.
        nearest_mm: It focuses from here on.
        frames_per_s: In the mode that is asked for.
        row_us: From the beginning of a row's exposure to that of the next, of the sensor's rows; None where unknown.
        rows: Of the sensor that are read, of that mode.
        full_lx_s: Light on the sensor, lux times seconds, that just fills it at gain 1.
    """

    name: str
    title: str
    picture_wh: tuple[int, int]
    sensor_mm: tuple[float, float]
    focal_mm: float
    f_number: float
    focus: Focus
    nearest_mm: float
    frames_per_s: float
    rows: int
    full_lx_s: float
    sensor: str | None = None
    field_deg: tuple[float, float] | None = None
    row_us: float | None = None

    @property
    def read_out_ms(self) -> float | None:
        """Return by how much later the last row of a picture is exposed than the first, ms."""
        return None if self.row_us is None else self.row_us * self.rows / 1000.0


CAMERAS = data.load(Path(__file__).with_name("cameras.toml"), tuple[CameraModel, ...], under="camera")
_BY_NAME = {camera.name: camera for camera in CAMERAS}


def camera_named(name: str) -> CameraModel:
    """Return a camera.

    Args:
        name: As ``numbers.toml`` calls it.

    Raises:
        NumbersError: If it is not known; the message names those that are.
    """
    if name not in _BY_NAME:
        raise NumbersError(f"camera.model = {name!r} is not known: legal is {', '.join(_BY_NAME)}")
    return _BY_NAME[name]
