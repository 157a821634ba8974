"""Every camera that can be used, as its maker describes it, with the pictures that it is asked for here.

Source:
    Raspberry Pi documentation, "Camera", tables "Hardware specifications" and "Recommended lenses" (sensor, pixel,
    focal length, f-number, field of view, nearest distance); "Camera software", ``rpicam-hello --list-cameras`` (frames
    a second); Raspberry Pi's Linux drivers imx708.c, imx477.c, imx219.c (pixel rate and line length, hence the time
    from row to row); libcamera's tuning files, ``rpi.lux`` (how much light fills a sensor, see `exposure`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

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
        source: Where these stand, and what of them is assumed.
    """

    name: str
    title: str
    sensor: str | None
    picture_wh: tuple[int, int]
    sensor_mm: tuple[float, float]
    focal_mm: float
    f_number: float
    field_deg: tuple[float, float] | None
    focus: Focus
    nearest_mm: float
    frames_per_s: float
    row_us: float | None
    rows: int
    full_lx_s: float
    source: str

    @property
    def read_out_ms(self) -> float | None:
        """Return by how much later the last row of a picture is exposed than the first, ms."""
        return None if self.row_us is None else self.row_us * self.rows / 1000.0


IMX708_MM = (4608 * 0.0014, 2592 * 0.0014)
IMX477_MM = (4056 * 0.00155, 3040 * 0.00155)
IMX219_MM = (3280 * 0.00112, 2464 * 0.00112)
ISO_100_FULL_LX_S = 0.78
"""Source: ISO 12232, saturation-based speed: 78 lx·s over the speed; gain 1 is taken for ISO 100."""

_MODULE_3 = CameraModel(
    name="module-3",
    title="Camera Module 3",
    sensor="imx708",
    picture_wh=(3456, 1944),
    sensor_mm=IMX708_MM,
    focal_mm=4.74,
    f_number=1.8,
    field_deg=(66.0, 41.0),
    focus=Focus.MOTOR,
    nearest_mm=100.0,
    frames_per_s=14.35,
    row_us=15648 / 595.2,
    rows=2592,
    full_lx_s=1.11,
    source="Raspberry Pi documentation, Camera Module 3",
)
_MODULE_3_WIDE = replace(
    _MODULE_3,
    name="module-3-wide",
    title="Camera Module 3 Wide",
    sensor="imx708_wide",
    focal_mm=2.75,
    f_number=2.2,
    field_deg=(102.0, 67.0),
    nearest_mm=50.0,
    full_lx_s=0.79,
)
_HQ_6MM = CameraModel(
    name="hq-6mm",
    title="HQ Camera, 6 mm CS lens",
    sensor="imx477",
    picture_wh=(2028, 1520),
    sensor_mm=IMX477_MM,
    focal_mm=6.0,
    f_number=1.2,
    field_deg=(55.0, 45.0),
    focus=Focus.BY_HAND,
    nearest_mm=200.0,
    frames_per_s=40.01,
    row_us=12740 / 840.0,
    rows=1520,
    full_lx_s=ISO_100_FULL_LX_S,
    source="Raspberry Pi documentation, HQ Camera and its recommended lenses",
)
_HQ_8MM = replace(
    _HQ_6MM,
    name="hq-8mm",
    title="HQ Camera, 8 mm M12 lens",
    focal_mm=8.0,
    f_number=1.8,
    field_deg=(49.0, 36.0),
    source=f"{_HQ_6MM.source}; its nearest distance is not stated, 0.2 m as the others have is assumed",
)
_HQ_16MM = replace(
    _HQ_6MM,
    name="hq-16mm",
    title="HQ Camera, 16 mm C lens",
    focal_mm=16.0,
    f_number=1.4,
    field_deg=(22.2, 16.7),
)
_V2 = CameraModel(
    name="v2",
    title="Camera Module 2",
    sensor="imx219",
    picture_wh=(2624, 1972),
    sensor_mm=IMX219_MM,
    focal_mm=3.04,
    f_number=2.0,
    field_deg=(62.2, 48.8),
    focus=Focus.BY_HAND,
    nearest_mm=100.0,
    frames_per_s=21.19,
    row_us=3448 / 182.4,
    rows=2464,
    full_lx_s=1.44,
    source="Raspberry Pi documentation, Camera Module 2",
)
_USB_1080P = CameraModel(
    name="usb-1080p",
    title="USB camera, 1080p",
    sensor=None,
    picture_wh=(1920, 1080),
    sensor_mm=(5.57, 3.13),
    focal_mm=4.82,
    f_number=2.0,
    field_deg=None,
    focus=Focus.BY_HAND,
    nearest_mm=100.0,
    frames_per_s=30.0,
    row_us=None,
    rows=1080,
    full_lx_s=ISO_100_FULL_LX_S,
    source="assumed of any such camera: 60° across, f/2.0, a sensor of type 1/2.8, 30 frames a second",
)
_USB_2160P = replace(_USB_1080P, name="usb-2160p", title="USB camera, 4K", picture_wh=(3840, 2160), rows=2160)

CAMERAS = (_MODULE_3, _MODULE_3_WIDE, _HQ_6MM, _HQ_8MM, _HQ_16MM, _V2, _USB_1080P, _USB_2160P)

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
