"""The kiosk's script with a browser that is not there: the page is as large as the display is far away."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "hardware" / "install" / "kiosk.sh"
DOES = {"systemctl": "echo at http://127.0.0.1:9", "python3": "exit 0", "chromium": 'echo "$@" > $0.told; kill $PPID'}


@pytest.mark.parametrize(
    ("connector", "modes", "is_larger"),
    [("card1-DSI-2", "720x1280", True), ("card1-DSI-1", "800x480", False), ("card1-HDMI-A-1", "720x1280", False)],
)
def test_a_page_on_a_small_display_of_many_points_is_drawn_larger(tmp_path, connector, modes, is_larger):
    drm = tmp_path / "drm"
    (drm / connector).mkdir(parents=True)
    (drm / connector / "modes").write_text(f"{modes}\n")
    for name, does in DOES.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    places = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "RUNTIME_DIRECTORY": f"{tmp_path}", "SERVIERT_DRM": f"{drm}"}
    subprocess.run(["sh", SCRIPT, "desktop"], env=os.environ | places, timeout=60, check=False)
    told = (tmp_path / "chromium.told").read_text()
    assert "--kiosk" in told
    assert ("--force-device-scale-factor=1.5" in told) is is_larger
