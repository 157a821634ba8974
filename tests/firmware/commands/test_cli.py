"""The command line from outside: exit codes, sentences instead of tracebacks, options over settings."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result
from typer.testing import CliRunner

from firmware.commands.cli import app, main
from firmware.errors import ConfigError, FirmwareError
from firmware.log.store import SqliteStore
from tests.firmware.commands.guest import SETTINGS
from tests.ports import free_port

ROOT = Path(__file__).parents[3]
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
DEADLINE_S = 60.0


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "pictures" / "felt.png"
    path.parent.mkdir()
    path.write_bytes(cv2.imencode(".png", np.full((1080, 1440, 3), 110, np.uint8))[1].tobytes())
    return path


@pytest.fixture
def settings(tmp_path: Path, picture: Path) -> Path:
    path = tmp_path / "serviert.toml"
    path.write_text(SETTINGS.format(folder=tmp_path, port=free_port()), encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def start(*arguments: object) -> subprocess.Popen[str]:
    """Run ``serviert`` as a process of its own."""
    command = [sys.executable, "-m", "firmware", *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def said_by(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Return exit status, stdout and stderr of a process that ends by itself."""
    with process:
        try:
            out, err = process.communicate(timeout=DEADLINE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return process.returncode, out, err


# -- doctor ----------------------------------------------------------------------------------------------------


def test_doctor_ends_well_where_the_companion_can_work(settings: Path):
    result = run("doctor", "--config", settings)
    assert result.exit_code == 0
    parts = [line.split()[1] for line in result.stdout.splitlines()]  # a line each where a program reads it
    assert len(parts) == len(set(parts)) > 10
    assert {"camera", "light", "flicker", "focus", "store", "card", "power", "clock"} <= set(parts)
    assert "FAIL" not in result.stdout


def test_doctor_ends_in_1_where_a_part_fails(settings: Path, picture: Path):
    picture.unlink()
    result = run("doctor", "--config", settings)
    assert result.exit_code == 1
    (failed,) = (line for line in result.stdout.splitlines() if line.startswith("FAIL"))
    assert "camera" in failed
    assert "holds no pictures" in failed


def test_doctor_measures_light_alone(settings: Path):
    result = run("doctor", "--light", "--config", settings)
    assert result.exit_code == 0
    assert [line.split()[1] for line in result.stdout.splitlines()][:4] == ["camera", "brightness", "evenness", "glare"]


def test_doctor_measures_one_thing_at_a_time(settings: Path):
    result = run("doctor", "--light", "--button", "--config", settings)
    assert result.exit_code == 2
    assert "give one of --button and --light" in result.stderr


# -- read ------------------------------------------------------------------------------------------------------


def test_read_says_a_line_of_json_a_picture_and_ends_well(settings: Path, picture: Path):
    result = run("read", "--json", "--config", settings, picture, picture)
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["picture"] for line in lines] == [str(picture)] * 2


def test_read_ends_in_1_when_a_file_was_no_picture_and_reads_the_others(settings: Path, picture: Path, tmp_path: Path):
    result = run("read", "--config", settings, settings, tmp_path / "nowhere.jpg", tmp_path, picture)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert len(lines) == 4
    assert "is not a picture" in lines[0]
    assert "no such file" in lines[1]
    assert "is a folder" in lines[2]
    assert lines[3] == f"{picture}: I see no dice in this picture."


def test_read_writes_annotated_pictures_where_it_is_told_to(settings: Path, picture: Path, tmp_path: Path):
    assert run("read", "--config", settings, "--out", tmp_path / "read", picture).exit_code == 0
    assert [path.name for path in (tmp_path / "read").iterdir()] == ["felt.read.jpg"]


def test_read_without_a_picture_says_how_it_is_used():
    result = run("read")
    assert result.exit_code == 2
    assert "PICTURE" in result.stderr


# -- settings and mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["play", "setup", "doctor"])
def test_settings_that_cannot_be_used_are_an_error_of_ours(command: str, tmp_path: Path):
    path = tmp_path / "serviert.toml"
    path.write_text("[display]\nport = 80\n", encoding="utf-8")
    result = run(command, "--config", path)
    assert isinstance(result.exception, ConfigError)
    assert "port" in str(result.exception)


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [("--port", "80", "port"), ("--camera", "webcam", "usb:"), ("--seed", "-1", "seed")],
)
def test_options_are_checked_like_settings(settings: Path, option: str, value: str, words: str):
    result = run("play", "--config", settings, option, value)
    assert isinstance(result.exception, FirmwareError)
    assert words in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("doctor", "--config", "{folder}/nowhere.toml"), "The settings in "),
        (("read", "{folder}/pictures/felt.png", "--out", "{folder}/serviert.toml"), "The annotated picture"),
    ],
)
@pytest.mark.usefixtures("settings")
def test_a_mistake_is_one_sentence_on_stderr_and_no_traceback(
    arguments: tuple[str, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setattr(sys, "argv", ["serviert", *(each.format(folder=tmp_path) for each in arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.startswith(f"serviert: {words}")


def test_without_a_command_it_says_what_there_is():
    result = run()
    assert all(command in result.output for command in ("play", "read", "doctor"))


# -- play ------------------------------------------------------------------------------------------------------


def test_it_says_where_the_display_is_takes_its_options_and_ends_well_on_ctrl_c(settings: Path, tmp_path: Path):
    port, store = free_port(), tmp_path / "elsewhere" / "games.sqlite3"
    options = ("--port", port, "--store", store, "--camera", f"folder:{tmp_path / 'pictures'}", "--no-browser")
    process = start("setup", "--config", settings, *options)
    assert process.stdout is not None
    line = process.stdout.readline()
    kept, deadline = store.with_name("setup.json"), time.monotonic() + DEADLINE_S
    while not kept.exists() and time.monotonic() < deadline:
        process.poll()
    process.send_signal(2)  # SIGINT
    status, _, err = said_by(process)
    assert (status, "Traceback" in err) == (0, False), err
    address = ADDRESS.search(line)
    assert address is not None
    assert port <= int(address[1]) <= port + 5
    assert "camera: folder:" in line
    assert json.loads(kept.read_text(encoding="utf-8"))["is_open"] is True  # cut off, it goes on next time
    with closing(SqliteStore.open(store)) as reopened:
        assert reopened.games() == ()
    assert not (tmp_path / "games.sqlite3").exists()
