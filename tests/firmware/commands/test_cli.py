"""The command line from outside: exit codes, sentences instead of tracebacks, options over settings."""

from __future__ import annotations

import io
import json
import logging
import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result
from typer.testing import CliRunner

from firmware.commands.cli import app, main
from firmware.commands.options import set_up_logging
from firmware.errors import FirmwareError
from tests.firmware.commands.guest import SETTINGS
from tests.ports import free_port

ROOT = Path(__file__).parents[3]


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


def test_doctor_ends_in_0_where_the_companion_can_work_and_in_1_where_a_part_fails(settings: Path, picture: Path):
    result = run("doctor", "--config", settings)
    assert result.exit_code == 0
    parts = [line.split()[1] for line in result.stdout.splitlines()]  # a line each where a program reads it
    assert len(parts) == len(set(parts)) > 10
    assert "FAIL" not in result.stdout
    picture.unlink()
    result = run("doctor", "--light", "--config", settings)
    assert (result.exit_code, "FAIL  camera" in result.stdout, len(result.stdout.splitlines())) == (1, True, 1)
    result = run("doctor", "--light", "--button", "--config", settings)
    assert (result.exit_code, "give one of --button and --light" in result.stderr) == (2, True)


def test_read_says_a_line_a_picture_and_ends_in_1_when_a_file_was_none(settings: Path, picture: Path, tmp_path: Path):
    result = run("read", "--json", "--config", settings, "--out", tmp_path / "read", picture, picture)
    assert result.exit_code == 0
    assert [json.loads(line)["picture"] for line in result.stdout.splitlines()] == [str(picture)] * 2
    assert len(list((tmp_path / "read").iterdir())) == 2
    result = run("read", "--config", settings, tmp_path / "nowhere.jpg", picture)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1] == f"{picture}: I see no dice in this picture."
    result = run("read")
    assert result.exit_code == 2
    assert "PICTURE" in result.stderr


@pytest.mark.parametrize(
    ("option", "value", "words"), [("--port", 80, "port"), ("--camera", "webcam", "usb:"), ("--seed", -1, "seed")]
)
def test_options_are_checked_like_settings(settings: Path, option: str, value: object, words: str):
    for command in ("play", "setup"):
        result = run(command, "--config", settings, option, value)
        assert isinstance(result.exception, FirmwareError)
        assert words in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("doctor", "--config", "{folder}/nowhere.toml"), "The settings in "),
        (("duel", "over-par", "best"), "got 'best'; strategies are "),
        (("read", "{folder}/pictures/felt.png", "--out", "{folder}/serviert.toml"), "The annotated picture"),
    ],
)
@pytest.mark.usefixtures("settings")
def test_a_mistake_is_one_sentence_on_stderr_and_no_traceback(arguments, words, tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["serviert", *(each.format(folder=tmp_path) for each in arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.startswith(f"serviert: {words}")


@pytest.mark.parametrize("is_journal", [False, True])
def test_logs_have_time_and_level_at_a_terminal_and_under_journald_a_priority_on_every_line(is_journal, tmp_path: Path):
    path = tmp_path / "log"
    with path.open("w", encoding="utf-8") as stream:
        identity = f"{path.stat().st_dev}:{path.stat().st_ino}"
        for _ in range(2):  # setting up again does not log twice
            set_up_logging(stream=stream, environ={"JOURNAL_STREAM": identity if is_journal else "1:1"})
        logging.getLogger("store").debug("not shown")
        logging.getLogger("store").warning("The disk is full.")
        try:
            int("seven dice")
        except ValueError:
            logging.getLogger("eye").exception("A frame could not be handled.")
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    if is_journal:
        assert (first, rest[0]) == ("<4>store: The disk is full.", "<3>eye: A frame could not be handled.")
        assert all(line.startswith("<3>") for line in rest)
    else:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} WARNING store: The disk is full.", first)
        set_up_logging(stream=io.StringIO(), environ={})  # a stream without a file is no journal
