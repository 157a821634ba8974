"""The first install says in a sentence what is in the way: the network, a folder, or a machine without a wheel."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import cases

ROOT = Path(__file__).parents[3]
INSTALL = ROOT / "hardware/install"


def run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    # pip's own settings of this machine must not find what shall be missing.
    without = {"PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "1", "PIP_FIND_LINKS": "", "PIP_NO_INDEX": ""}
    environment = {**os.environ, **without, "PIP_INDEX_URL": "http://127.0.0.1:9/simple", **more}
    asked = [str(part) for part in command]
    return subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100, check=False)


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    pytest.importorskip("pip", reason="nothing is fetched without pip")
    python = tmp_path / "bin/python"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(("asked", "status", "said"), cases(__file__)["troubles"])
def test_a_missing_network_a_missing_version_and_pips_own_trouble_are_told_apart(venv, asked, status, said):
    done = run("sh", INSTALL / "fetch.sh", venv, *asked)
    assert done.returncode == status
    assert re.fullmatch(said, done.stderr, re.DOTALL)


@pytest.mark.parametrize("script", ["venv.sh", "fetch.sh"])
def test_a_folder_that_cannot_be_written_is_a_sentence(script):
    done = run("sh", INSTALL / script, "/proc/serviert/.venv", PYTHON=sys.executable)
    assert done.returncode == 1
    assert "/proc/serviert/.venv, where nothing can be written" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(("status", "is_told"), [(0, False), (1, False), (3, False), (4, True)])
def test_the_physics_are_given_up_only_where_they_do_not_exist(tmp_path, status, is_told):
    (tmp_path / ".venv").touch()
    # Stands in for the script: ends so for the physics, well for all else.
    fetch = tmp_path / "fetch.sh"
    fetch.write_text(f'case "$*" in *simulated*) exit {status};; esac\n')
    done = run("make", f"VENV={tmp_path}", f"FETCH=sh {fetch}", tmp_path / ".play")
    assert ("The simulated board's physics do not exist" in done.stdout) == is_told
    assert (tmp_path / ".play").exists() == (status in (0, 4))


def test_the_device_gets_all_of_hardware_that_it_asks_for():
    copied = re.search(r"cp -R (__init__\.py .*) \"\$new/hardware/\"", (INSTALL / "install.sh").read_text())
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "firmware").rglob("*.py"))
    pattern = re.compile(r"^\s*(?:from|import) hardware\.(\w+)", re.MULTILINE)
    asked = {"data"} | {name for source in sources for name in pattern.findall(source)}
    beside = {"__init__", "header.toml", "numbers.toml"}
    assert asked == {name.removesuffix(".py") for name in copied[1].split()} - beside


def test_what_is_installed_starts_without_the_rest_of_the_repository(tmp_path):
    lines = (INSTALL / "install.sh").read_text(encoding="utf-8").splitlines()
    copying = [line for line in lines if "cp -R " in line or 'mkdir "$new/' in line]
    run("sh", "-ec", "\n".join([f"tree={ROOT} new={tmp_path}", *copying]))
    done = run(sys.executable, "-m", "firmware", "--help", PYTHONPATH=str(tmp_path), PYTHONSAFEPATH="1")
    assert (done.returncode, done.stderr) == (0, "")
