"""What of the installation can be seen without installing; the rest is `make test-install`."""

import configparser
import hashlib
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from typer.testing import CliRunner

from firmware.commands.cli import app
from firmware.log.durable import REMOVABLE
from firmware.log.store import SqliteStore
from firmware.settings import config as settings
from firmware.share.networks import PRIVATE
from tests.cases import cases
from tests.firmware.commands.guest import SETTINGS
from tests.install import checks
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
INSTALL = ROOT / "hardware/install"
START_S = 60.0
LOOPBACK = "127.0.0.0/8 ::1/128"
CASES = cases(__file__)


def pins(file: str) -> set[str]:
    return {line.rstrip(" \\").lower() for line in (ROOT / file).read_text().splitlines() if "==" in line}


def test_all_that_the_device_needs_is_locked_by_hash_and_as_it_is_pinned_and_that_are_no_tools_of_ours():
    lock = (INSTALL / "requirements.lock").read_text()
    assert re.fullmatch(r"# .*\n(\S+==\S+( \\\n    --hash=sha256:[0-9a-f]{64})+\n)+", lock)
    locked = pins("hardware/install/requirements.lock")
    assert locked < pins("hardware/constraints.txt")
    wanted = {canonicalize_name(pin.partition("==")[0]) for pin in locked}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    needed += [line for name in wanted for line in requires(name) or ()]
    for python, machine in itertools.product(("3.11", "3.13"), ("aarch64", "x86_64")):
        device = {"python_version": python, "platform_machine": machine, "extra": ""}
        there = [need for need in map(Requirement, needed) if need.marker is None or need.marker.evaluate(device)]
        assert {canonicalize_name(need.name) for need in there} <= wanted
    assert not {"torch", "mujoco-core", "pytest"} & wanted


def test_the_installed_settings_can_be_used_and_wait_for_a_camera():
    config = settings.load(INSTALL / "serviert.toml")
    assert (config.camera.source, config.display.open_browser) == ("attached", False)
    assert config.store.file == Path("/var/lib/serviert/games.sqlite3")


def unit(path: Path) -> configparser.SectionProxy:
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(path)
    return found["Service"]


def test_the_unit_starts_what_the_command_line_knows():
    service = unit(INSTALL / "systemd/serviert.service")
    program, command, *options = service["ExecStart"].split()
    assert program == "/opt/serviert/current/bin/serviert"
    told = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200", "TERM": "dumb"}).output
    assert all(option in told for option in options if option.startswith("--"))
    assert (service["Type"], "StateDirectory" in service) == ("notify", False)  # it would require the disk's mount


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze, which rates units, is not here")
@pytest.mark.parametrize("path", sorted(INSTALL.glob("systemd/*.service")), ids=lambda path: path.name)
def test_no_unit_is_exposed_more_than_its_mark(path):
    rated = subprocess.run([*checks.RATE.split(), "--offline=true", path], capture_output=True, text=True)
    assert checks.rating(rated.stdout + rated.stderr) <= checks.MOST_EXPOSED[path.stem], rated.stdout


def test_where_logind_moves_the_browser_it_may_open_and_reach_no_more_than_in_its_unit():
    bounds = r"(?m)^(?:IPAddress|Device)\w+=.*"
    names = ("serviert-kiosk.service", "kiosk-slice.conf")
    kiosk, moved = (re.findall(bounds, (INSTALL / "systemd" / name).read_text()) for name in names)
    assert kiosk == moved != []


def test_a_stick_is_mounted_where_the_companion_may_write_and_looks_and_goes_with_it():
    stick, companion = (unit(INSTALL / f"systemd/{name}.service") for name in ("serviert-stick@", "serviert"))
    folder = Path(companion["ReadWritePaths"].removeprefix("-"))
    assert stick["ExecStart"].endswith(f" /dev/%I {folder}")
    assert set(REMOVABLE) & set(folder.parents)
    rule = (INSTALL / "systemd/serviert-stick.rules").read_text()
    assert 'ENV{ID_BUS}=="usb", ENV{ID_FS_TYPE}=="vfat|exfat"' in rule  # a disk with the games: by fstab alone
    for installed in ("/etc/systemd/system/serviert-stick@.service", "/etc/udev/rules.d/90-serviert-stick.rules"):
        assert all(installed in (INSTALL / f"{script}.sh").read_text() for script in ("install", "uninstall"))


@pytest.mark.parametrize("script", sorted(INSTALL.glob("*.sh")), ids=lambda path: path.name)
def test_scripts_are_posix_and_clean(script):
    subprocess.run(["sh", "-n", str(script)], check=True)
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed here: only the syntax was checked (apt install shellcheck)")
    checked = subprocess.run(["shellcheck", "-x", str(script)], cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def program(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(("script", "word"), [("install.sh", "install"), ("uninstall.sh", "uninstall")])
def test_whoever_is_not_root_is_told_so(script, word, tmp_path):
    program(tmp_path / "id", "echo 1000")
    command, path = ["sh", str(INSTALL / script)], f"{tmp_path}:/usr/bin:/bin"
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": path})
    assert done.returncode == 1
    assert done.stderr == f"serviert: {word} changes the system and needs root. Run: sudo make {word}\n"


@pytest.mark.parametrize("case", CASES["reach"], ids=lambda case: case.get("text", "no settings"))
def test_private_networks_are_reached_only_while_the_settings_say_so_and_a_camera_in_one_alone(case, tmp_path):
    text, reach = case.get("text"), " ".join([LOOPBACK, *case["reach"]]).replace("PRIVATE", " ".join(map(str, PRIVATE)))
    kept = tmp_path / "camera.json"
    kept.write_text('{"source": "https://10.0.0.7:8080/video"}' if text and "#" in text else "{")
    file = tmp_path / "serviert.toml"
    if text is not None:
        file.write_text(text)
    program(tmp_path / "systemctl", "printf '%s\\n' \"$@\"")
    path = f"{tmp_path}:{Path(sys.executable).parent}:/usr/bin:/bin"
    command = ["sh", str(INSTALL / "reach.sh"), str(file), str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PATH": path})
    expected = ["set-property", "--runtime", "serviert.service", "IPAddressAllow=", f"IPAddressAllow={reach}"]
    assert done.stdout.splitlines() == expected


@pytest.mark.skipif(shutil.which("xz") is None, reason="xz, which packs images, is not installed here")
@pytest.mark.parametrize("url", ["", "https://example.org/dice/"])
def test_the_imager_is_told_by_whole_addresses_where_the_files_are_and_what(url, tmp_path):
    (folder := tmp_path / "a b").mkdir()
    (folder / "x.img").write_bytes(image := bytes(range(256)) * 99)
    pack = 'tree=$0 && cd "$1" && . "$tree/hardware/image/pack.sh" && pack x.img Name Words none pi5-64bit pi4-64bit'
    subprocess.run(["bash", "-euc", pack, ROOT, folder], check=True, env=os.environ | {"IMAGE_URL": url})
    told, packed = json.loads((folder / "x.rpi-imager-manifest").read_text()), (folder / "x.img.xz").read_bytes()
    wanted = CASES["words"] | {name: f"{url or folder.as_uri() + '/'}{file}" for name, file in CASES["files"].items()}
    for kind, content in (("extract", image), ("image_download", packed)):
        wanted |= {f"{kind}_size": len(content), f"{kind}_sha256": hashlib.sha256(content).hexdigest()}
    assert told["os_list"] == [wanted | {"release_date": told["os_list"][0]["release_date"]}]
    assert [device["tags"] for device in told["imager"]["devices"]] == [["pi5-64bit"], ["pi4-64bit"]]
    assert (folder / "serviert.svg").exists()


# -- as systemd starts it ----------------------------------------------------------------------------------------


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[socket.socket]:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as opened:
        opened.bind(str(tmp_path / "notify"))
        opened.settimeout(START_S)
        yield opened


def start(tmp_path: Path, ear: socket.socket, command: str, *options: object) -> subprocess.Popen[str]:
    settings, pipe = tmp_path / "serviert.toml", subprocess.PIPE
    settings.write_text(SETTINGS.format(folder=tmp_path, port=free_port()))
    environ = {"NOTIFY_SOCKET": ear.getsockname(), "WATCHDOG_USEC": "1000000", "OMP_NUM_THREADS": "1", "PATH": ""}
    words = [sys.executable, "-m", "firmware", command, "--config", settings, *options]
    return subprocess.Popen(list(map(str, words)), cwd=ROOT, env=environ, stdout=pipe, stderr=pipe, text=True)


def heard(ear: socket.socket, begin: str) -> str:
    """Return the next word that begins so; the socket's time-out ends the wait."""
    while not (word := ear.recv(4096).decode()).startswith(begin):
        pass
    return word


def test_it_takes_its_options_says_that_it_is_ready_that_it_lives_and_that_it_ends(tmp_path, ear):
    is_settled = CliRunner().invoke(app, ["check-folder", str(tmp_path)]).exit_code == 0
    port, store = free_port(), tmp_path / "elsewhere" / "games.sqlite3"
    options = ["--port", port, "--store", store, "--camera", "attached", *(["--durable"] if is_settled else [])]
    with start(tmp_path, ear, "setup", *options) as process:
        try:
            assert int(heard(ear, "EXTEND_TIMEOUT_USEC=").partition("=")[2].splitlines()[0]) >= 180_000_000
            address = re.fullmatch(r"READY=1\nSTATUS=Ready at (http://127\.0\.0\.1:(\d+)/)", heard(ear, "READY"))
            assert port <= int(address[2]) <= port + 5
            assert f"open {address[1]} (camera: attached;" in process.stdout.readline()
            for _ in range(2):
                assert heard(ear, "WATCHDOG") == "WATCHDOG=1"
            for number in (signal.SIGINT, signal.SIGTERM):
                process.send_signal(number)
            assert heard(ear, "STOPPING") == "STOPPING=1"
            _, err = process.communicate(timeout=START_S)
        finally:
            process.kill()
    assert (process.returncode, "Traceback" in err) == (0, False), err
    assert json.loads(store.with_name("setup.json").read_text())["is_open"] is True  # cut off, it goes on next time
    with closing(SqliteStore.open(store)) as reopened:
        assert reopened.games() == ()
    assert not (tmp_path / "games.sqlite3").exists()


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="there is no /dev/shm here, the folder in memory to refuse")
def test_in_memory_it_refuses_to_start_and_says_so_to_systemd(ear, tmp_path):
    store = Path("/dev/shm/serviert-test/games.sqlite3")
    with start(tmp_path, ear, "play", "--durable", "--store", store) as process:
        _, said = process.communicate(timeout=START_S)
    store.parent.rmdir()
    assert (process.returncode, "Traceback" in said) == (1, False)
    assert "is kept in memory (tmpfs on /dev/shm)" in said
    assert "is kept in memory" in heard(ear, "STATUS")
