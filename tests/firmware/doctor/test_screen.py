"""The page and its screen, by files as they were recorded."""

import socket
from contextlib import closing

import pytest

from firmware.doctor.finding import Health
from firmware.doctor.screen import display, screen_on
from tests.firmware.doctor.recorded import expect, lay

DRM = "sys/class/drm"
NONE = {
    f"{DRM}/card1-HDMI-A-1/status": "disconnected\n",
    f"{DRM}/card1-HDMI-A-1/modes": "",
    f"{DRM}/card1-HDMI-A-2/status": "disconnected\n",
    f"{DRM}/card1-Writeback-1/status": "unknown\n",
    f"{DRM}/version": "drm 1.1.0 20060810\n",
}
TV = "1920x1080\n1920x1080i\n1280x720\n"
KIOSK = "/usr/lib/chromium/chromium\0--kiosk\0--user-data-dir=/run/serviert-kiosk/serviert-browser\0http://127.0.0.1/"


def plugged(connector: str, modes: str) -> dict[str, str]:
    return {f"{DRM}/{connector}/status": "connected\n", f"{DRM}/{connector}/modes": modes}


@pytest.mark.parametrize(
    ("files", "health", "words"),
    [
        (plugged("card0-DSI-1", "800x480\n"), Health.GOOD, "800×480 px on DSI-1; chromium can show the page"),
        (plugged("card0-DSI-2", "720x1280\n"), Health.GOOD, "720×1280 px on DSI-2"),
        (plugged("card1-HDMI-A-1", TV), Health.GOOD, "1920×1080 px on HDMI-A-1"),
        (plugged("card0-DSI-1", "640x480\n"), Health.DOUBTFUL, "640×480 px on DSI-1: the sheet is made for 800×480"),
        (plugged("card0-DSI-1", "400x1280\n"), Health.DOUBTFUL, "take a larger one"),
        ({}, Health.DOUBTFUL, "no screen is connected. Plug one in (HDMI-A-1, HDMI-A-2)"),
        (plugged("card1-HDMI-A-1", ""), Health.GOOD, "a screen of unknown size on HDMI-A-1"),
        (plugged("card1-HDMI-A-1", "\xff\xfe"), Health.GOOD, "a screen of unknown size"),
        (
            plugged("card0-DSI-1", "480x320\n") | plugged("card1-HDMI-A-1", TV),
            Health.GOOD,
            "480×320 px on DSI-1, 1920×1080 px on HDMI-A-1",
        ),
    ],
)
def test_the_screen_is_judged_by_its_size(files, health, words, tmp_path):
    expect(screen_on(lay(tmp_path, NONE, files), "chromium"), health, words)


def test_a_computer_that_tells_no_screens_is_no_trouble_and_one_without_a_browser_is(tmp_path):
    assert "this computer does not tell" in screen_on(tmp_path, "firefox").sentence
    assert screen_on(tmp_path, None).health is Health.DOUBTFUL


def test_a_browser_that_shows_the_page_and_nothing_else_is_found(tmp_path):
    other = {"proc/17/cmdline": "/usr/bin/chromium\0--kiosk\0https://example.org", "proc/self/cmdline": KIOSK}
    lay(tmp_path, NONE, plugged("card1-HDMI-A-1", TV), other)
    assert screen_on(tmp_path, "chromium").sentence.endswith("chromium can show the page")
    lay(tmp_path, {"proc/4711/cmdline": KIOSK})
    assert screen_on(tmp_path, "chromium").sentence.endswith("the page is shown there")


def test_a_port_in_use_is_told_unless_a_companion_serves_there_and_a_free_one_is_good(config):
    host, port = config.display.host, config.display.port
    expect(display(config), Health.GOOD, "")
    with closing(socket.create_server((host, port))):
        expect(display(config), Health.DOUBTFUL, f"port {port} is in use")
        expect(display(config, is_served=True), Health.GOOD, f"a companion serves the page on port {port}")
