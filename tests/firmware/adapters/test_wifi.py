"""Wi-Fi as NetworkManager tells of it: what `nmcli` 1.42 and 1.52 printed on simulated radios, played by a script."""

import json
import logging
import shutil
from pathlib import Path

import pytest

from firmware.adapters.wifi import HOTSPOT, MAY, Wifi

INSTALL = Path(__file__).parents[3] / "hardware/install"
RADIO = "02:00:00:00:01:"
CAFE = "Café: zum\\Würfel"
LAN = "Iface\tDestination\tGateway\nwlan0\t002A0A00\t00000000\n"
ROUTES = f"{LAN}wlan0\t00000000\t0101A8C0\n"


@pytest.fixture(params=["1.42", "1.52"])
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return faked(tmp_path, request.param)


def faked(folder: Path, version: str = "1.52") -> Path:
    """Return a folder with an `nmcli.sh` of a version, and what there is to hear."""
    shutil.copytree(Path(__file__).with_name("wifi"), folder, dirs_exist_ok=True)
    for name, text in {"version": version, "password": "pass:word\\8", "silent": f"{RADIO}01", "routes": LAN}.items():
        (folder / name).write_text(text)
    return folder


def wifi_of(machine: Path) -> Wifi:
    return Wifi(str(machine / "nmcli.sh"), routes=machine / "routes")


def names(wifi: Wifi, **wanted: bool) -> list[object]:
    found = wifi.look(is_anew=True)["networks"]
    assert isinstance(found, list)
    return [each["name"] for each in found if all(each[key] is value for key, value in wanted.items())]


def test_each_name_is_listed_once_the_strongest_first_whatever_it_is_and_never_the_own_one(machine):
    wifi = wifi_of(machine)
    weak = [
        "\N{REPLACEMENT CHARACTER}" * 3 + "A",
        "Nebenan 5 GHz mit 32 Zeichen !!!",
        "Zwei·*:99:Infra",
        "Ganz weit weg",
    ]
    assert names(wifi) == ["--ask", CAFE, "Firma", "-w <script>alert(1)", "🎲" * 8, *weak]
    assert names(wifi, is_locked=False) == ["-w <script>alert(1)", "Zwei·*:99:Infra"]
    assert names(wifi, is_legal=False) == ["Firma", "Ganz weit weg"]
    assert wifi.look(is_anew=False)["is_online"] is False
    (machine / "routes").write_text(ROUTES)
    assert wifi.look(is_anew=False)["is_online"] is True


def test_a_network_is_joined_and_its_password_stands_in_no_argument_profile_or_log(machine, caplog):
    caplog.set_level(logging.DEBUG)
    wifi, password = wifi_of(machine), "pass:word\\8"
    assert names(wifi, is_joined=True) == []
    heard = (machine / "heard").read_text()
    (machine / "heard").write_text(heard.replace(":62:", ":99:"))  # its other radio: while a password is typed
    assert names(wifi)
    assert (wifi.join(f"{RADIO}0B", password), (machine / "said").read_text()) == (None, f"{password}\n")
    assert names(wifi, is_joined=True) == [CAFE]
    assert wifi.join(f"{RADIO}0D", "") is None  # an open one
    assert names(wifi, is_joined=True) == ["Zwei·*:99:Infra"]
    assert (machine / "profiles").read_text().splitlines() == [f"Serviert: {CAFE}", "Serviert: Zwei·*:99:Infra"]
    assert password.strip() not in (machine / "calls").read_text() + (machine / "profiles").read_text() + caplog.text


def test_what_went_wrong_is_told_apart_and_leaves_no_profile(machine):
    wifi = wifi_of(machine)
    assert names(wifi)
    assert (wifi.join(f"{RADIO}02", "wrong"), wifi.join(f"{RADIO}01", None)) == ("wrong-password", "silent")
    (machine / "heard").write_text("")  # switched off meanwhile
    assert (wifi.join(f"{RADIO}03", "any"), (machine / "profiles").read_text()) == ("gone", "")
    calls = (machine / "calls").read_text()
    for never_heard in ("--help", f"{RADIO}08", None, ["x"]):
        assert wifi.join(never_heard, "any") == "gone"
    assert (machine / "calls").read_text() == calls


@pytest.mark.parametrize(("file", "there"), [("version", "1.52"), ("devices", "wifi\n"), ("permissions", "system:yes")])
def test_where_it_does_not_run_has_no_radio_or_may_not_be_asked_nothing_is_offered(tmp_path, file, there):
    machine = faked(tmp_path)
    assert wifi_of(machine).look(is_anew=False) != Wifi(None).look(is_anew=True) == {}
    (machine / file).write_text((machine / file).read_text().replace(there, "", 1))
    assert (wifi_of(machine).look(is_anew=False), Wifi(None).join(f"{RADIO}00", "any")) == ({}, "gone")


def test_the_installed_rule_allows_what_is_asked_for_and_the_hotspot_is_the_one_left_out():
    rule = (INSTALL / "serviert-wifi.rules").read_text()
    assert f"var may = {json.dumps(MAY)};" in rule
    assert 'subject.user == "serviert" && ' in rule
    for script in ("install", "uninstall"):
        for what in ('"$polkit/50-serviert-wifi.rules"', "/etc/systemd/system/serviert-wifi.service"):
            assert what in (INSTALL / f"{script}.sh").read_text()
    assert f"\nssid={HOTSPOT}\n" in (INSTALL / "hotspot.sh").read_text()
