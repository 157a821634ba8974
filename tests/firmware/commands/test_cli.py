"""The command line from outside: exit codes, sentences instead of tracebacks, options over settings."""

import io
import json
import logging
import os
import re
import sys
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result
from typer.testing import CliRunner

from firmware.commands import cli, logs
from firmware.commands.options import ReadOptions
from firmware.commands.read import read_pictures, sentence_of
from firmware.errors import FirmwareError
from firmware.session.vocabulary import Language
from firmware.settings.config import Config, DisplayConfig, ReaderConfig
from tests.cases import cases
from tests.firmware.commands.guest import SETTINGS
from tests.firmware.session.table_talk import reading
from tests.ports import free_port
from vision.errors import ModelMissingError, PictureError
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.read.reader import ReaderPolicy
from vision.reading import EyeDoubt, Reading, Verdict


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    return photograph(tmp_path / "pictures" / "felt.png")


@pytest.fixture
def settings(tmp_path: Path, picture: Path) -> Path:
    path = tmp_path / "serviert.toml"
    path.write_text(SETTINGS.format(folder=tmp_path, port=free_port()), encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli.app, [str(argument) for argument in arguments])


def test_doctor_ends_in_0_where_the_companion_can_work_and_in_1_where_a_part_fails(settings, picture):
    result = run("doctor", "--config", settings)
    assert result.exit_code == 0
    parts = [line.split()[1] for line in result.stdout.splitlines()]  # a line each where a program reads it
    assert len(parts) == len(set(parts)) > 10
    assert "FAIL" not in result.stdout
    picture.unlink()
    result = run("doctor", "--light", "--config", settings)
    assert (result.exit_code, "FAIL  camera" in result.stdout, len(result.stdout.splitlines())) == (1, True, 2)
    result = run("doctor", "--light", "--report", "--config", settings)
    assert result.exit_code == 1
    assert re.match(r"## Serviert\n[^$]*FAIL  camera", result.stdout)


def test_read_says_a_line_a_picture_and_ends_in_1_when_a_file_was_none(settings, picture, tmp_path):
    result = run("read", "--json", "--config", settings, "--out", tmp_path / "read", picture, picture)
    assert result.exit_code == 0
    assert [json.loads(line)["picture"] for line in result.stdout.splitlines()] == [str(picture)] * 2
    assert len(list((tmp_path / "read").iterdir())) == 2
    result = run("read", "--config", settings, tmp_path / "nowhere.jpg", picture)
    assert (result.exit_code, result.stdout.splitlines()[1]) == (1, f"{picture}: I see no dice in this picture.")
    result = run("read")
    assert result.exit_code == 2
    assert "PICTURE" in result.stderr


@pytest.mark.parametrize(
    ("option", "value", "words"), [("--port", 80, "port"), ("--camera", "webcam", "usb:"), ("--seed", -1, "seed")]
)
def test_options_are_checked_like_settings(settings, option, value, words):
    for command in ("play", "setup"):
        result = run(command, "--config", settings, option, value)
        assert isinstance(result.exception, FirmwareError)
        assert words in str(result.exception)


@pytest.mark.parametrize(("arguments", "words"), cases(__file__)["mistakes"])
@pytest.mark.usefixtures("settings")
def test_a_mistake_is_one_sentence_on_stderr_and_no_traceback(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["serviert", *(each.format(folder=tmp_path) for each in arguments)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.startswith(f"serviert: {words}")


@pytest.mark.parametrize("is_journal", [False, True])
def test_logs_have_time_and_level_at_a_terminal_and_under_journald_a_priority_a_line(is_journal, tmp_path, monkeypatch):
    path = tmp_path / "log"
    with path.open("w", encoding="utf-8") as stream:
        identity = f"{path.stat().st_dev}:{path.stat().st_ino}"
        for _ in range(2):  # setting up again does not log twice
            logs.set_up_logging(stream=stream, environ={"JOURNAL_STREAM": identity if is_journal else "1:1"})
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
        logs.set_up_logging(stream=(shown := io.StringIO()), environ={})  # a stream without a file is no journal
        monkeypatch.setattr(time, "time", lambda: 1e18)  # a clock beyond all dates
        monkeypatch.setattr(time, "time_ns", lambda: 10**27)
        logging.getLogger("store").warning("The disk is full.")
        assert shown.getvalue() == "1000000000000000000.000 s WARNING store: The disk is full.\n"


ENGLISH = Config(display=DisplayConfig(language=Language.ENGLISH))
SIDE_PX = 320
TWO = replace(reading("Q9", at=((20.0, 30.0), (150.0, 40.0)), doubts={1: EyeDoubt.LEANING}), size_wh=(SIDE_PX, SIDE_PX))
"""A queen lying well and a nine leaning."""


class RehearsedReader:
    """Says the same of every photograph, and remembers which it saw."""

    def __init__(self, said: Reading = TWO) -> None:
        self.said = said
        self.seen: list[Frame] = []
        self.policy: ReaderPolicy | None = None

    def load(self, policy: ReaderPolicy) -> "RehearsedReader":
        self.policy = policy
        return self

    def read_picture(self, frame: Frame) -> Reading:
        self.seen.append(frame)
        return self.said


def read(
    pictures: list[Path], reader: RehearsedReader | None = None, *, config: Config = ENGLISH, **options
) -> tuple[bool, list[str]]:
    said: list[str] = []
    load = (reader or RehearsedReader()).load
    chosen = ReadOptions(**{"as_json": True, **options})
    return read_pictures(pictures, config, chosen, say=said.append, load=load), said


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    return photograph(tmp_path / "dice.png")


def photograph(path: Path, grey: int = 90) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    _, encoded = cv2.imencode(path.suffix, np.full((SIDE_PX, SIDE_PX, 3), grey, np.uint8))
    path.write_bytes(encoded.tobytes())
    return path


def test_the_json_of_a_picture_is_one_line_of_the_agreed_shape(photo):
    # Source: issue 2, point 8.
    all_read, (line,) = read([photo])
    assert all_read
    assert "\n" not in line
    agreed = json.loads(Path(__file__).with_name("read.json").read_text(encoding="utf-8"))
    assert json.loads(line) == {"picture": str(photo)} | agreed
    _, (line,) = read([photo], RehearsedReader(reading("")), config=Config())
    assert "Würfel" in line  # umlauts stay umlauts


def test_the_text_is_the_message_and_a_line_a_die_in_the_language_of_the_display(photo):
    _, (text,) = read([photo], as_json=False)
    assert text.splitlines() == [
        f"{photo}: 2 dice, 1 of them leaning: cocked!",
        "   Q   99.0%  20,30–80,90",
        "   9   50.0%  150,40–210,100  cocked, leaning 30°",
    ]
    _, (text,) = read([photo], as_json=False, config=Config())
    assert "2 Würfel, 1 davon schief: Es brennt!" in text
    assert "brennt, 30° schief" in text


@pytest.mark.parametrize("verdict", Verdict)
def test_there_is_a_sentence_for_every_verdict_and_number_of_dice(verdict):
    for dice in ("", "Q", "QQ9"):
        sentence = sentence_of(reading(dice, verdict=verdict), "de")
        assert sentence[-1] in ".!"
        assert "{" not in sentence


def test_what_is_no_picture_is_said_and_the_others_are_read_in_the_order_given(tmp_path):
    text, empty = tmp_path / "notes.jpg", tmp_path / "empty.jpg"
    text.write_text("9 10 J Q K A", encoding="utf-8")
    empty.touch()
    bad = {"is not a picture": text, "is empty": empty, "no such file": tmp_path / "none.jpg", "is a folder": tmp_path}
    good = [photograph(tmp_path / name, grey) for name, grey in (("b.png", 10), ("a.png", 200))]
    reader = RehearsedReader()
    all_read, lines = read([*bad.values(), *good], reader)
    reports = [json.loads(line) for line in lines]
    assert not all_read
    assert [report["picture"] for report in reports] == [str(path) for path in (*bad.values(), *good)]
    assert [len(report["dice"]) for report in reports] == [0, 0, 0, 0, 2, 2]
    for wanted, report in zip(bad, reports, strict=False):
        assert wanted in report["message"]
    assert [int(frame.pixels.mean()) for frame in reader.seen] == [10, 200]


def test_a_file_name_that_is_no_utf_8_can_still_be_said(tmp_path):
    all_read, (line,) = read([photograph(tmp_path / os.fsdecode(b"w\xfcrfel.png"))])
    assert all_read
    assert line.encode()  # a lone surrogate could not be printed
    assert json.loads(line)["picture"].endswith("w\N{REPLACEMENT CHARACTER}rfel.png")


def test_annotated_pictures_are_written_into_a_folder_that_is_made_none_over_another(tmp_path):
    same = [photograph(tmp_path / name, grey) for name, grey in (("a/1.png", 10), ("b/1.png", 200), ("1.jpg", 100))]
    read(same, out=tmp_path / "deep" / "out")
    frames = {path.name: load_picture(path) for path in (tmp_path / "deep" / "out").iterdir()}
    greys = {name: int(frame.pixels[300, 300].mean()) for name, frame in frames.items()}
    assert greys == {"1.read.jpg": 10, "1-2.read.jpg": 200, "1-3.read.jpg": 100}
    written = frames["1-3.read.jpg"]
    assert written.size_wh == (SIDE_PX, SIDE_PX)
    # A green box around the sure die, a red one around the burning die, the picture itself between them.
    sure, burning, felt = (written.pixels[y, x].astype(int) for x, y in ((50, 90), (150, 70), (115, 150)))
    assert sure[1] - max(sure[0], sure[2]) > 60
    assert burning[0] - max(burning[1], burning[2]) > 60
    assert np.ptp(felt) < 20


def test_an_annotated_picture_that_cannot_be_written_is_said(tmp_path, photo):
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    with pytest.raises(PictureError, match=r"dice\.read\.jpg cannot be written"):
        read([photo], out=in_the_way)
    path = tmp_path / "strip.png"
    path.write_bytes(cv2.imencode(".png", np.zeros((1, 65_600), np.uint8))[1].tobytes())
    with pytest.raises(PictureError, match="65,500 pixels"):
        read([path], RehearsedReader(reading("")), out=tmp_path)


def test_the_thresholds_of_the_settings_are_the_readers_and_missing_models_no_bad_picture(photo):
    reader = RehearsedReader()
    read([photo], reader, config=Config(reader=ReaderConfig(sure_confidence=0.7)))
    assert reader.policy.sure_confidence == 0.7

    def load(_: ReaderPolicy) -> RehearsedReader:
        raise ModelMissingError("There is no model.")

    with pytest.raises(ModelMissingError):
        read_pictures([photo], ENGLISH, ReadOptions(), say=[].append, load=load)
