"""``serviert read``: what is said of photographs, and that one bad file does not stop the others."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.commands.options import ReadOptions
from firmware.commands.read import read_pictures, sentence_of
from firmware.settings.config import Config, DisplayConfig, Language, ReaderConfig
from tests.firmware.session.table_talk import reading
from vision.errors import ModelMissingError, PictureError
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.read.reader import ReaderPolicy
from vision.reading import EyeDoubt, Reading, Verdict

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

    def load(self, policy: ReaderPolicy) -> RehearsedReader:
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
def picture(tmp_path: Path) -> Path:
    return photograph(tmp_path / "dice.png")


def photograph(path: Path, grey: int = 90) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    _, encoded = cv2.imencode(path.suffix, np.full((SIDE_PX, SIDE_PX, 3), grey, np.uint8))
    path.write_bytes(encoded.tobytes())
    return path


def test_the_json_of_a_picture_is_one_line_of_the_agreed_shape(picture: Path):
    # Source: issue 2, point 8.
    all_read, (line,) = read([picture])
    assert all_read
    assert "\n" not in line
    assert json.loads(line) == {
        "picture": str(picture),
        "dice": [
            {
                "box_xyxy": [20.0, 30.0, 80.0, 90.0],
                "quad": [[20.0, 30.0], [80.0, 30.0], [80.0, 90.0], [20.0, 90.0]],
                "label": "Q",
                "confidence": 0.99,
                "burning": False,
                "tilt_deg": 0.0,
            },
            {
                "box_xyxy": [150.0, 40.0, 210.0, 100.0],
                "quad": [[150.0, 40.0], [210.0, 40.0], [210.0, 100.0], [150.0, 100.0]],
                "label": "9",
                "confidence": 0.5,
                "burning": True,
                "tilt_deg": 30.0,
            },
        ],
        "message": "2 dice, 1 of them leaning: cocked!",
    }
    _, (line,) = read([picture], RehearsedReader(reading("")), config=Config())
    assert "Würfel" in line  # umlauts stay umlauts


def test_the_text_is_the_message_and_a_line_a_die_in_the_language_of_the_display(picture: Path):
    _, (text,) = read([picture], as_json=False)
    assert text.splitlines() == [
        f"{picture}: 2 dice, 1 of them leaning: cocked!",
        "   Q   99.0%  20,30–80,90",
        "   9   50.0%  150,40–210,100  cocked, leaning 30°",
    ]
    _, (text,) = read([picture], as_json=False, config=Config())
    assert "2 Würfel, 1 davon schief: Es brennt!" in text
    assert "brennt, 30° schief" in text


@pytest.mark.parametrize("verdict", Verdict)
def test_there_is_a_sentence_for_every_verdict_and_number_of_dice(verdict: Verdict):
    for dice in ("", "Q", "QQ9"):
        sentence = sentence_of(reading(dice, verdict=verdict), "de")
        assert sentence[-1] in ".!"
        assert "{" not in sentence


def test_what_is_no_picture_is_said_and_the_others_are_read_in_the_order_given(tmp_path: Path):
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


def test_a_file_name_that_is_no_utf_8_can_still_be_said(tmp_path: Path):
    all_read, (line,) = read([photograph(tmp_path / os.fsdecode(b"w\xfcrfel.png"))])
    assert all_read
    assert line.encode()  # a lone surrogate could not be printed
    assert json.loads(line)["picture"].endswith("w\N{REPLACEMENT CHARACTER}rfel.png")


def test_annotated_pictures_are_written_into_a_folder_that_is_made_none_over_another(tmp_path: Path):
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


def test_an_annotated_picture_that_cannot_be_written_is_said(tmp_path: Path, picture: Path):
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    with pytest.raises(PictureError, match=r"dice\.read\.jpg cannot be written"):
        read([picture], out=in_the_way)
    path = tmp_path / "strip.png"
    path.write_bytes(cv2.imencode(".png", np.zeros((1, 65_600), np.uint8))[1].tobytes())
    with pytest.raises(PictureError, match="65,500 pixels"):
        read([path], RehearsedReader(reading("")), out=tmp_path)


def test_the_thresholds_of_the_settings_are_the_readers_and_missing_models_no_bad_picture(picture: Path):
    reader = RehearsedReader()
    read([picture], reader, config=Config(reader=ReaderConfig(sure_confidence=0.7)))
    assert reader.policy is not None
    assert reader.policy.sure_confidence == 0.7

    def load(_: ReaderPolicy) -> RehearsedReader:
        raise ModelMissingError("There is no model.")

    with pytest.raises(ModelMissingError):
        read_pictures([picture], ENGLISH, ReadOptions(), say=[].append, load=load)
