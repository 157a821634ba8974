"""The kiosk's script with a browser that is not there: the page is as large as the display is far away."""

import os
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

SCRIPT = Path(__file__).parents[3] / "hardware" / "install" / "kiosk.sh"


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:  # noqa: N802 - the library's name
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(
    ("connector", "modes", "scaled"),
    [("card1-DSI-2", "720x1280\n", True), ("card1-DSI-1", "800x480\n", False), ("card1-HDMI-A-1", "720x1280\n", False)],
)
def test_a_page_on_a_small_display_of_many_points_is_drawn_larger(tmp_path, connector, modes, scaled):
    server = HTTPServer(("127.0.0.1", 0), Page)
    Thread(target=server.serve_forever, daemon=True).start()
    (tmp_path / "drm" / connector).mkdir(parents=True)
    (tmp_path / "drm" / connector / "modes").write_text(modes)
    told = tmp_path / "told"
    for name, does in (
        ("systemctl", f"echo at http://127.0.0.1:{server.server_port}"),
        ("chromium", f'echo "$@" > {told}; kill $PPID'),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    places = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "RUNTIME_DIRECTORY": str(tmp_path),
        "SERVIERT_DRM": str(tmp_path / "drm"),
    }
    subprocess.run(["sh", SCRIPT, "desktop"], env=os.environ | places, timeout=60, check=False)
    server.shutdown()
    assert "--kiosk" in told.read_text()
    assert ("--force-device-scale-factor=1.5" in told.read_text()) is scaled
