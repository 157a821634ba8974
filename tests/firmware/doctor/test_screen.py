"""The page and its screen, by files as they were recorded."""

import socket
from contextlib import closing

import pytest

from firmware.doctor.finding import Health
from firmware.doctor.screen import Connector, connectors, display, kiosk_runs, screen_on
from tests.firmware.doctor.recorded import expect, lay

DRM = "sys/class/drm"
NONE = {
    f"{DRM}/card1-HDMI-A-1/status": "disconnected\n",
    f"{DRM}/card1-HDMI-A-1/modes": "",
    f"{DRM}/card1-HDMI-A-2/status": "disconnected\n",
    f"{DRM}/card1-Writeback-1/status": "unknown\n",
    f"{DRM}/version": "drm 1.1.0 20060810\n",
}
SEVEN_INCHES = {f"{DRM}/card0-DSI-1/status": "connected\n", f"{DRM}/card0-DSI-1/modes": "800x480\n"}
TOUCH_2 = {f"{DRM}/card0-DSI-2/status": "connected\n", f"{DRM}/card0-DSI-2/modes": "720x1280\n"}
TINY = {f"{DRM}/card0-DSI-1/status": "connected\n", f"{DRM}/card0-DSI-1/modes": "480x320\n"}
TV = {
    f"{DRM}/card1-HDMI-A-1/status": "connected\n",
    f"{DRM}/card1-HDMI-A-1/modes": "1920x1080\n1920x1080i\n1280x720\n",
}
KIOSK = "/usr/lib/chromium/chromium\0--kiosk\0--user-data-dir=/run/serviert-kiosk/serviert-browser\0http://127.0.0.1/"


def test_connectors_are_read_with_their_best_mode(tmp_path):
    assert connectors(lay(tmp_path, NONE, TV, SEVEN_INCHES)) == (
        Connector(name="DSI-1", is_connected=True, size_wh=(800, 480)),
        Connector(name="HDMI-A-1", is_connected=True, size_wh=(1920, 1080)),
        Connector(name="HDMI-A-2", is_connected=False, size_wh=None),
    )


@pytest.mark.parametrize(
    ("plugged", "health", "words"),
    [
        (SEVEN_INCHES, Health.GOOD, "800×480 px on DSI-1; chromium can show the page"),
        (TOUCH_2, Health.GOOD, "720×1280 px on DSI-2"),
        (TV, Health.GOOD, "1920×1080 px on HDMI-A-1"),
        (TINY, Health.DOUBTFUL, "480×320 px on DSI-1: the sheet is made for 800×480 and more"),
        ({}, Health.DOUBTFUL, "no screen is connected. Plug one in (HDMI-A-1, HDMI-A-2)"),
        ({f"{DRM}/card1-HDMI-A-1/status": "connected\n"}, Health.GOOD, "a screen of unknown size on HDMI-A-1"),
        ({**TV, f"{DRM}/card1-HDMI-A-1/modes": "\xff\xfe"}, Health.GOOD, "a screen of unknown size"),
    ],
)
def test_the_screen_is_judged_by_its_size(plugged, health, words, tmp_path):
    expect(screen_on(lay(tmp_path, NONE, plugged), "chromium"), health, words)


def test_a_computer_that_tells_no_screens_is_no_trouble_and_one_without_a_browser_is(tmp_path):
    assert "this computer does not tell" in screen_on(tmp_path, "firefox").sentence
    assert screen_on(tmp_path, None).health is Health.DOUBTFUL


def test_a_browser_that_shows_the_page_and_nothing_else_is_found(tmp_path):
    other = {"proc/17/cmdline": "/usr/bin/chromium\0--kiosk\0https://example.org", "proc/self/cmdline": KIOSK}
    assert not kiosk_runs(lay(tmp_path, other))
    assert kiosk_runs(lay(tmp_path, {"proc/4711/cmdline": KIOSK}))
    assert screen_on(lay(tmp_path, NONE, TV), "chromium").sentence.endswith("the page is shown there")


@pytest.mark.parametrize(
    ("is_served", "health", "words"),
    [(False, Health.DOUBTFUL, "port {} is in use"), (True, Health.GOOD, "a companion serves the page on port {}")],
)
def test_a_port_in_use_is_told_unless_a_companion_serves_there_and_a_free_one_is_good(config, is_served, health, words):
    host, port = config.display.host, config.display.port
    assert display(config).health is Health.GOOD
    with closing(socket.create_server((host, port))):
        expect(display(config, is_served=is_served), health, words.format(port))
