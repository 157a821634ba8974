"""Where frames come from, as the settings say, and the light that shines there."""

import cv2
import numpy as np
import pytest

from firmware.adapters.cameras import Source, camera_source
from firmware.errors import CameraMissingError
from firmware.settings.config import CameraConfig, Config, LightConfig
from tests.doubles.recorded import RecordedLight


@pytest.mark.parametrize(("wanted", "opened"), [("auto", "attached"), ("attached", "attached"), ("usb:3", "usb:3")])
def test_a_camera_that_was_found_is_looked_for_anew_and_one_that_was_named_is_not(wanted, opened):
    asked: list[tuple[str, int]] = []
    source = camera_source(
        Config(camera=CameraConfig(source=wanted, mains_hz=60)),
        resolve=lambda source: ("usb:0" if source == "auto" else source, "as found"),
        open_named=lambda source, *, mains_hz: asked.append((source, mains_hz)),
    )
    source.open_camera()
    assert source.name == ("usb:0" if wanted == "auto" else wanted)
    assert asked == [(opened, 60)]


def lit_by(light: RecordedLight, asked: list[int], seen: list[bool], camera: str = "usb:0") -> Source:
    """Return a source whose camera is missing, and which tells whether it was light when that was found out."""

    def open_named(source: str, *, mains_hz: int) -> None:
        seen.append(light.is_lit)
        raise CameraMissingError("gone")

    def light_of(config: LightConfig) -> RecordedLight:
        asked.append(config.pin)
        return light

    return camera_source(
        Config(camera=CameraConfig(camera), light=LightConfig(pin=24)), open_named=open_named, light_of=light_of
    )


def test_the_light_shines_before_the_camera_is_opened_stays_when_it_is_lost_and_goes_out_in_the_end():
    light, asked, seen = RecordedLight(), list[int](), list[bool]()
    source = lit_by(light, asked, seen)
    assert (asked, light.switched) == ([24], [])
    for _ in range(2):
        with pytest.raises(CameraMissingError):
            source.open_camera()
    assert seen == [True, True]
    assert False not in light.switched
    source.close()
    assert not light.is_lit


def test_pictures_of_a_folder_need_no_light(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    light, asked = RecordedLight(), list[int]()
    source = lit_by(light, asked, [], camera=f"folder:{tmp_path}")
    source.open_camera()
    source.close()
    assert (asked, light.switched) == ([], [])
