"""The cameras are those of the makers' data sheets and of the firmware; the command answers and refuses."""

import math

import pytest

from firmware.adapters.pi_device import PICTURES_WH
from hardware.optics.__main__ import main
from hardware.optics.cameras import CAMERAS, camera_named
from hardware.optics.view import field_deg, focal_px, shortest_focal_px
from tests.cases import cases


def test_pictures_are_those_that_the_firmware_asks_for():
    for camera in (each for each in CAMERAS if each.sensor is not None):
        sensor = camera.sensor.partition("_")[0]  # of all its variants, and with any lens
        assert camera.picture_wh == PICTURES_WH[sensor], camera.name
        # All that the lens sees: they have the shape of the whole sensor, to the even pixel that libcamera wants.
        (wide, high), (wide_mm, high_mm) = camera.picture_wh, camera.sensor_mm
        assert wide / high == pytest.approx(wide_mm / high_mm, rel=1e-3)


def test_pixels_lenses_and_rows_are_those_of_the_data_sheets():
    """Source: Raspberry Pi documentation, "Hardware specifications" (image area, field) and "Recommended lenses"."""
    for name, sensor_mm in (("module-3", (6.45, 3.63)), ("hq-6mm", (6.287, 4.712)), ("v2", (3.68, 2.76))):
        assert camera_named(name).sensor_mm == pytest.approx(sensor_mm, abs=0.011)
    for name, fields_deg in (("v2", (62.2, 48.8)), ("hq-16mm", (22.2, 16.7))):
        camera = camera_named(name)
        found = [2 * math.degrees(math.atan(size_mm / 2 / camera.focal_mm)) for size_mm in camera.sensor_mm]
        assert found == pytest.approx(fields_deg, abs=0.11)


def test_where_data_sheets_contradict_themselves_each_question_gets_the_worse_answer():
    """Source: the same tables: 4.74 mm on 6.45 mm would be 68.5°, 66° are stated; 2.75 mm 99.1°, 102° are stated."""
    usual, wide = camera_named("module-3"), camera_named("module-3-wide")
    assert field_deg(usual) == (66.0, 41.0)
    assert shortest_focal_px(usual) == focal_px(usual) == pytest.approx(4.74 / 6.4512 * 3456)
    assert field_deg(wide)[0] == pytest.approx(99.1, abs=0.05)
    assert focal_px(wide) > shortest_focal_px(wide) == pytest.approx(1728 / math.tan(math.radians(51.0)))


@pytest.mark.parametrize(("arguments", "code", "words"), [each.values() for each in cases(__file__)["command"]])
def test_the_command_answers_or_refuses_in_a_sentence(arguments, code, words, capsys):
    assert main(arguments.split()) == code
    said = capsys.readouterr()
    assert words in said.out + said.err
    assert bool(said.out) != bool(said.err)
