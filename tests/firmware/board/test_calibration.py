import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware.board.calibration import Calibration, calibration_file, kept_board, load, save
from firmware.errors import CalibrationNotSavedError, CalibrationUnreadableError
from firmware.settings.config import Config, StoreConfig
from tests.vision.board_pictures import CAMERA, board_picture, five_dice, outline_of
from vision.find.board import BoardKind
from vision.watch.standing import Standing, StandingBoard

FOUND = Calibration(
    made_utc="2026-01-02T03:04:05+00:00",
    camera="usb:0",
    size_wh=(480, 480),
    outline=((10.0, 10.0), (400.5, 12.0), (380.0, 420.0)),
    kind=BoardKind.OTHER,
    mm_per_px=0.7,
    felt_lab=(90.0, 110.0, 140.0),
    focal_px=1500.0,
    k1=-0.1,
    error_px=0.2,
    views=8,
    normal=(0.05, -0.02, -0.9985),
    height_mm=610.0,
)
SEEN = board_picture()[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "deep" / "calibration.json"
    save(path, FOUND, SEEN)
    return path


@pytest.fixture
def config(path: Path) -> Config:
    return Config(store=StoreConfig(str(path.with_name("games.sqlite3"))))


def without_sheet() -> Calibration:
    """Return the calibration of the board that is drawn, as its outline alone tells it."""
    outline = outline_of(five_dice())
    found = replace(FOUND, size_wh=outline.size_wh, outline=outline.polygon, kind=outline.kind)
    return replace(found, felt_lab=outline.felt_lab, mm_per_px=None, focal_px=None, normal=None)


def test_what_was_saved_is_loaded_can_be_read_by_people(path):
    assert load(path) == FOUND
    plain = json.loads(path.read_text(encoding="utf-8"))
    assert (plain["format"], plain["focal_px"], plain["outline"][1]) == (1, 1500.0, [400.5, 12.0])
    assert sorted(each.name for each in path.parent.iterdir()) == ["calibration.json", "calibration.png"]


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 1, "outline": "round"}'])
def test_a_damaged_file_is_said_with_what_to_do(path, text):
    path.write_text(text)
    with pytest.raises(CalibrationUnreadableError, match="Calibrate again"):
        load(path)


def test_a_file_of_a_newer_serviert_and_one_where_the_folder_should_be_are_said(path):
    path.write_text('{"format": 2, "lens": {}}')
    with pytest.raises(CalibrationUnreadableError, match="format 2"):
        load(path)
    with pytest.raises(CalibrationNotSavedError, match="Make room"):
        save(path / "calibration.json", FOUND, SEEN)


def test_the_board_is_known_from_the_start_and_a_move_since_is_noticed(config):
    save(calibration_file(config), without_sheet(), SEEN)
    moved = board_picture(five_dice(), camera=type(CAMERA)(size_wh=(480, 480), f_px=750.0, target_mm=(5.0, 0.0)))[0]
    *known, view = kept_board(config, "usb:0")
    board = StandingBoard(*known)
    assert (board.board, view) == (without_sheet().board, None)
    assert (board.check(board_picture(five_dice())[0]), board.check(moved)) == (Standing.SAME, Standing.FOLLOWED)


def test_how_the_calibrated_camera_alone_looks_at_lying_dice_is_known_from_the_start(config):
    *_, view = kept_board(config, "usb:0")
    assert view.mean == pytest.approx(np.array([-0.05, 0.02, -0.9985 * 240 / 1500]))
    assert kept_board(config, "picamera") == (None, None, None)


@pytest.mark.parametrize("lost", ["calibration.png", "calibration.json"])
def test_where_a_file_is_damaged_the_board_is_looked_for(config, path, lost, caplog):
    path.with_name(lost).write_bytes(b"\x89PNG\r\n\x1a\n")
    assert kept_board(config, "usb:0") == (None, None, None)
    assert "looked for" in caplog.text
