"""Which pictures each of the Pi's cameras is asked for: all that its lens sees, dice wide enough, ten frames a second.

Left to itself picamera2 takes the sensor's mode that is nearest to the size asked for. On a v2 that is one that shows
the middle of the view only, in which no board fits.
"""

from __future__ import annotations

from dataclasses import dataclass

PREVIEW_PX = 640
"""Long side of the stream for stillness."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """How a sensor is used."""

    picture_wh: tuple[int, int]  # size of the pictures to read, px; libcamera scales to it
    mode_wh: tuple[int, int] | None = None  # the sensor's own mode, px; None to let libcamera choose
    bit_depth: int = 10  # of that mode

    @property
    def preview_wh(self) -> tuple[int, int]:
        """Return the size of the small stream, of the same shape; libcamera wants even numbers."""
        width, height = self.picture_wh
        return PREVIEW_PX, 2 * round(PREVIEW_PX * height / width / 2)

    @property
    def mode(self) -> dict[str, object]:
        """Return the mode as picamera2 takes it; nothing where libcamera chooses."""
        return {} if self.mode_wh is None else {"output_size": self.mode_wh, "bit_depth": self.bit_depth}


SENSORS = {
    # Module 3 and 3 Wide, 14 frames/s: binned, a 16 mm die is 47 px wide from 60 cm, so the whole sensor is read.
    "imx708": Sensor(mode_wh=(4608, 2592), picture_wh=(3456, 1944)),
    # HQ, 40 frames/s: binned, since all its pixels come at 10 frames/s only.
    "imx477": Sensor(mode_wh=(2028, 1520), bit_depth=12, picture_wh=(2028, 1520)),
    # v2, 21 frames/s: of the faster modes one crops the view and the other is too coarse.
    "imx219": Sensor(mode_wh=(3280, 2464), picture_wh=(2624, 1972)),
}
"""By libcamera's name of the sensor.

Source:
    Raspberry Pi documentation, "Camera software", `rpicam-hello --list-cameras` of each; the widths of dice by
    ``python -m hardware.optics``. The same pictures stand in `hardware.optics.cameras`, a test says.
"""

UNKNOWN = Sensor(picture_wh=(2304, 1296))


def sensor_of(model: str) -> Sensor:
    """Return how a camera is used.

    libcamera's names of variants end in ``_wide`` or ``_noir``.
    """
    return SENSORS.get(model.partition("_")[0], UNKNOWN)
