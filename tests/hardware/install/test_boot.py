"""The wiring's lines in config.txt, nothing else in it changes; the kiosk's page, as large as the display is far."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.settings.boot_config import claims_of
from firmware.share import server

ROOT = Path(__file__).parents[3]
KIOSK = ROOT / "hardware/install/kiosk.sh"  # with a browser that is not there
DOES = {"systemctl": "echo at http://127.0.0.1:9", "python3": "exit 0", "chromium": 'echo "$@" > $0.told; kill $PPID'}
SCRIPT, LINES = ROOT / "hardware/install/boot.sh", ROOT / "hardware/made/wiring/config.txt"
BEFORE = "# For more options see the documentation\ndtparam=audio=on\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"


def boot(*arguments: str | Path, script: Path = SCRIPT) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.txt"
    path.write_text(BEFORE, encoding="utf-8")
    return path


def test_the_lines_go_in_once_and_what_was_there_is_kept(config):
    for _ in range(3):
        assert boot("on", LINES, config).returncode == 0
    text = config.read_text(encoding="utf-8")
    assert text == BEFORE + LINES.read_text(encoding="utf-8")
    assert config.with_name("config.txt.before-serviert").read_text(encoding="utf-8") == BEFORE
    assert {path.name for path in config.parent.iterdir()} == {"config.txt", "config.txt.before-serviert"}
    assert [claim.bcm for claim in claims_of(text, model="Raspberry Pi 5")] == [3]


def test_new_lines_take_the_place_of_old_ones_and_a_last_line_without_an_end_gets_one(config, tmp_path):
    config.write_text("dtparam=audio=on", encoding="utf-8")
    boot("on", LINES, config)
    assert config.read_text(encoding="utf-8").startswith("dtparam=audio=on\n# Serviert")
    changed = tmp_path / "changed"
    changed.write_text(LINES.read_text(encoding="utf-8").replace("gpio_pin=3,", "gpio_pin=26,"), encoding="utf-8")
    boot("on", changed, config)
    assert [claim.bcm for claim in claims_of(config.read_text(encoding="utf-8"))] == [26]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_lines_come_out_again(config, newline):
    boot("on", LINES, config)
    config.write_bytes((config.read_text(encoding="utf-8") + "dtparam=spi=on\n").replace("\n", newline).encode())
    assert boot("off", config).returncode == 0
    assert config.read_bytes().decode() == (BEFORE + "dtparam=spi=on\n").replace("\n", newline)


def test_half_of_our_lines_and_a_missing_file_are_refused_and_nothing_changes(config, tmp_path):
    damaged = BEFORE + LINES.read_text(encoding="utf-8").splitlines()[0] + "\n"
    config.write_text(damaged, encoding="utf-8")
    for action in (("on", LINES, config), ("off", config)):
        done = boot(*action)
        assert done.returncode == 1
        assert "is missing" in done.stderr
        assert config.read_text(encoding="utf-8") == damaged
    assert "no Raspberry Pi OS" in boot("off", tmp_path / "nowhere").stderr
    assert boot().returncode == 1


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
    subprocess.run(["sh", KIOSK, "desktop"], env=os.environ | places, timeout=60, check=False)
    assert "--kiosk" in (tmp_path / "chromium.told").read_text()
    kept = "".join(each.read_text() for each in tmp_path.glob("serviert-browser/Default/Preferences"))
    levels = re.findall(r'{"default_zoom_level": {"x": ([\d.]+)}}', kept)
    assert [1.2 ** float(level) for level in levels] == [pytest.approx(1.5)] * is_larger


def test_a_hotspot_keeps_its_password_and_goes_without_a_trace(tmp_path):
    shutil.copy(ROOT / "hardware/install/serviert.toml", tmp_path)

    def told(wanted: str) -> dict[str, str]:
        assert boot(wanted, tmp_path, tmp_path, script=SCRIPT.with_name("hotspot.sh")).returncode == 0
        return {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}

    first = told("yes")
    assert told("yes") == first
    password = re.fullmatch(r"WIFI:T:WPA;S:Serviert;P:([a-z2-9]{10});;\n", first["hotspot"])[1]
    assert {f"psk={password}", f"address1={server.HOTSPOT_IP}/24"} <= set(first["serviert.nmconnection"].splitlines())
    assert (tmp_path / "serviert.nmconnection").stat().st_mode & 0o77 == 0
    assert re.search(r"\[share\]\n(#.*\n)*on = true\n", first["serviert.toml"])
    assert set(told("no")) == {"serviert.toml"}
    assert set(told("shared")) == set(first)  # phones are still let in
    shutil.copy(ROOT / "hardware/install/serviert.toml", tmp_path)
    assert set(told("shared")) == {"serviert.toml"}
