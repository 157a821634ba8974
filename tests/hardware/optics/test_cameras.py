"""The cameras are those of the makers' data sheets and of the firmware; the command answers and refuses."""

import math

import pytest

from firmware.adapters.pi_device import MODES, PICTURES_WH
from hardware.optics.__main__ import main
from hardware.optics.cameras import CAMERAS, Focus, camera_named
from hardware.optics.view import field_deg, focal_px, shortest_focal_px


def test_pictures_and_rows_are_those_that_the_firmware_asks_for():
    for camera in (each for each in CAMERAS if each.sensor is not None):
        sensor = camera.sensor.partition("_")[0]  # of all its variants, and with any lens
        assert camera.picture_wh == PICTURES_WH[sensor], camera.name
        # All that the lens sees: they have the shape of the whole sensor, to the even pixel that libcamera wants.
        (wide, high), (wide_mm, high_mm) = camera.picture_wh, camera.sensor_mm
        assert wide / high == pytest.approx(wide_mm / high_mm, rel=1e-3)
        assert camera.rows == MODES[sensor]["output_size"][1]
        assert camera.read_out_ms is None or camera.read_out_ms <= 1000.0 / camera.frames_per_s
        assert (camera.focus is Focus.MOTOR) == camera.sensor.startswith("imx708")


def test_pixels_lenses_and_rows_are_those_of_the_data_sheets():
    """Source: Raspberry Pi documentation, "Hardware specifications" (image area, field) and "Recommended lenses".

    vblank_min of Raspberry Pi's imx708.c, IMX219_VBLANK_MIN of imx219.c; rates of ``--list-cameras``.
    """
    for name, sensor_mm in (("module-3", (6.45, 3.63)), ("hq-6mm", (6.287, 4.712)), ("v2", (3.68, 2.76))):
        assert camera_named(name).sensor_mm == pytest.approx(sensor_mm, abs=0.011)
    for name, fields_deg in (("v2", (62.2, 48.8)), ("hq-16mm", (22.2, 16.7))):
        camera = camera_named(name)
        found = [2 * math.degrees(math.atan(size_mm / 2 / camera.focal_mm)) for size_mm in camera.sensor_mm]
        assert found == pytest.approx(fields_deg, abs=0.11)
    for name, frames_per_s, extra_rows in (("module-3", 14.35, 58), ("v2", 21.19, 32)):
        camera = camera_named(name)
        assert 1e6 / camera.row_us / (camera.rows + extra_rows) == pytest.approx(frames_per_s, abs=0.02)
        assert camera.frames_per_s == frames_per_s


def test_where_data_sheets_contradict_themselves_each_question_gets_the_worse_answer():
    """Source: the same tables: 4.74 mm on 6.45 mm would be 68.5°, 66° are stated; 2.75 mm 99.1°, 102° are stated."""
    usual, wide = camera_named("module-3"), camera_named("module-3-wide")
    assert field_deg(usual) == (66.0, 41.0)
    assert shortest_focal_px(usual) == focal_px(usual) == pytest.approx(4.74 / 6.4512 * 3456)
    assert field_deg(wide)[0] == pytest.approx(99.1, abs=0.05)
    assert focal_px(wide) > shortest_focal_px(wide) == pytest.approx(1728 / math.tan(math.radians(51.0)))


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("", 0, "506–724 mm"),
        ("--camera module-3 --height 620", 0, "works: the board fits"),
        ("--camera module-3 --height 400", 2, "the nearest is 506"),
        ("--camera module-3 --die 10", 0, "Width of a die of 10 mm"),
        ("--height 620", 0, "the nearest is 360"),
        ("--board 900", 2, "board.across_mm = 900 cannot be built: legal is 150 to 600; the nearest is 600"),
    ],
)
def test_the_command_answers_or_refuses_in_a_sentence(arguments, code, words, capsys):
    assert main(arguments.split()) == code
    said = capsys.readouterr()
    assert words in said.out + said.err
    assert bool(said.out) != bool(said.err)
