"""The cameras are those of the makers' data sheets, and are asked for what the firmware asks them for."""

import math

import pytest

from firmware.adapters.pi_device import sensor_of
from hardware.errors import NumbersError
from hardware.optics.cameras import CAMERAS, CameraModel, Focus, camera_named
from hardware.optics.view import field_deg, focal_px, shortest_focal_px

OF_A_PI = [camera for camera in CAMERAS if camera.sensor is not None]


@pytest.mark.parametrize("camera", OF_A_PI, ids=lambda camera: camera.name)
def test_pictures_are_those_that_the_firmware_asks_for(camera: CameraModel) -> None:
    sensor = sensor_of(camera.sensor)  # type: ignore[arg-type]
    assert camera.picture_wh == sensor.picture_wh
    # All that the lens sees: the pictures have the shape of the whole sensor, to the even pixel that libcamera wants.
    (wide, high), (wide_mm, high_mm) = camera.picture_wh, camera.sensor_mm
    assert wide / high == pytest.approx(wide_mm / high_mm, rel=1e-3)
    assert camera.rows == sensor.mode_wh[1]  # type: ignore[index]
    assert camera.read_out_ms is None or camera.read_out_ms <= 1000.0 / camera.frames_per_s
    assert (camera.focus is Focus.MOTOR) == str(camera.sensor).startswith("imx708")


@pytest.mark.parametrize(
    ("name", "sensor_mm"), [("module-3", (6.45, 3.63)), ("hq-6mm", (6.287, 4.712)), ("v2", (3.68, 2.76))]
)
def test_pixels_times_pitch_are_the_image_area_of_the_data_sheet(name: str, sensor_mm: tuple[float, float]) -> None:
    """Source: Raspberry Pi documentation, "Hardware specifications", row "Sensor image area"."""
    assert camera_named(name).sensor_mm == pytest.approx(sensor_mm, abs=0.011)


@pytest.mark.parametrize(("name", "across_deg", "down_deg"), [("v2", 62.2, 48.8), ("hq-16mm", 22.2, 16.7)])
def test_the_field_follows_from_the_focal_length_where_data_sheets_agree(
    name: str, across_deg: float, down_deg: float
) -> None:
    """Source: Raspberry Pi documentation, "Hardware specifications" and "Recommended lenses"."""
    camera = camera_named(name)
    for size_mm, stated_deg in zip(camera.sensor_mm, (across_deg, down_deg), strict=True):
        assert 2 * math.degrees(math.atan(size_mm / 2 / camera.focal_mm)) == pytest.approx(stated_deg, abs=0.11)


def test_where_data_sheets_contradict_themselves_each_question_gets_the_worse_answer() -> None:
    """Source: the same tables: 4.74 mm on 6.45 mm would be 68.5°, 66° are stated; 2.75 mm 99.1°, 102° are stated."""
    usual, wide = camera_named("module-3"), camera_named("module-3-wide")
    assert field_deg(usual) == (66.0, 41.0)
    assert shortest_focal_px(usual) == focal_px(usual) == pytest.approx(4.74 / 6.4512 * 3456)
    assert field_deg(wide)[0] == pytest.approx(99.1, abs=0.05)
    assert shortest_focal_px(wide) == pytest.approx(1728 / math.tan(math.radians(51.0)))
    assert shortest_focal_px(wide) < focal_px(wide)


@pytest.mark.parametrize(("name", "frames_per_s", "extra_rows"), [("module-3", 14.35, 58), ("v2", 21.19, 32)])
def test_rows_and_blanking_make_the_frame_rate_of_the_data_sheet(
    name: str, frames_per_s: float, extra_rows: int
) -> None:
    """Source: vblank_min of Raspberry Pi's imx708.c, IMX219_VBLANK_MIN of imx219.c; rates of ``--list-cameras``."""
    camera = camera_named(name)
    assert camera.row_us is not None
    assert 1e6 / camera.row_us / (camera.rows + extra_rows) == pytest.approx(frames_per_s, abs=0.02)
    assert camera.frames_per_s == frames_per_s


def test_a_camera_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(NumbersError, match=r"'module-4' is not known: legal is module-3, module-3-wide"):
        camera_named("module-4")
