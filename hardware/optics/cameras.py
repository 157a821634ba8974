"""Every camera that can be used, as its maker describes it; ``cameras.toml`` has their figures and sources."""

from dataclasses import dataclass
from pathlib import Path

from hardware import data
from hardware.errors import NumbersError


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraModel:
    """A camera with its lens."""

    name: str  # as ``numbers.toml`` calls it
    title: str  # as shops call it
    picture_wh: tuple[int, int]  # size of the pictures asked for, px; they show the whole sensor
    sensor_mm: tuple[float, float]  # width and height of what they show on the sensor
    focal_mm: float  # focal length, as stated
    f_number: float  # of the widest stop, as stated
    nearest_mm: float  # it focuses from here on
    frames_per_s: float  # in the mode that is asked for
    full_lx_s: float  # light on the sensor, lux times seconds, that just fills it at gain 1
    sensor: str | None = None  # libcamera's name of the sensor; None for a USB camera
    # across and down, as stated; None where nothing but the focal length is
    field_deg: tuple[float, float] | None = None

    @property
    def opening_mm(self) -> float:
        """Return the diameter through which light enters the lens."""
        return self.focal_mm / self.f_number


CAMERAS = data.load(Path(__file__).with_name("cameras.toml"), tuple[CameraModel, ...], under="camera")
_BY_NAME = {camera.name: camera for camera in CAMERAS}


def camera_named(name: str) -> CameraModel:
    """Return a camera by its name in ``numbers.toml``; `NumbersError`, with those that are known, if it is not."""
    if name not in _BY_NAME:
        raise NumbersError(f"camera.model = {name!r} is not known: legal is {', '.join(_BY_NAME)}")
    return _BY_NAME[name]
