"""Where frames come from, as the settings say."""

from __future__ import annotations

import pytest

from firmware.cameras import camera_source
from firmware.config import CameraConfig, Config


@pytest.mark.parametrize(("wanted", "opened"), [("auto", "attached"), ("attached", "attached"), ("usb:3", "usb:3")])
def test_a_camera_that_was_found_is_looked_for_anew_and_one_that_was_named_is_not(wanted: str, opened: str) -> None:
    asked: list[tuple[str, int]] = []
    source = camera_source(
        Config(camera=CameraConfig(source=wanted, mains_hz=60)),
        resolve=lambda source: ("usb:0" if source == "auto" else source, "as found"),
        open_named=lambda source, *, mains_hz: asked.append((source, mains_hz)),
    )
    source.open_camera()
    assert source.name == ("usb:0" if wanted == "auto" else wanted)
    assert asked == [(opened, 60)]
