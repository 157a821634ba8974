import json
import os
from pathlib import Path

import numpy as np
import pytest

from firmware.board.calibration import Calibration, calibration_file, forget, kept_board, load, save
from firmware.errors import CalibrationCorruptError, CalibrationNotSavedError, CalibrationTooNewError
from firmware.settings.config import Config, StoreConfig
from tests.vision.board_pictures import CAMERA, board_picture, five_dice, outline_of
from vision.find.board import BoardKind
from vision.watch.standing import Standing

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


def config_in(folder: Path) -> Config:
    return Config(store=StoreConfig(str(folder / "games.sqlite3")))


def of_the_rendered_board() -> Calibration:
    outline = outline_of(five_dice())
    return Calibration(
        made_utc="2026-01-02T03:04:05+00:00",
        camera="usb:0",
        size_wh=outline.size_wh,
        outline=outline.polygon,
        kind=outline.kind,
        felt_lab=outline.felt_lab,
    )


def test_what_was_saved_is_loaded(tmp_path):
    save(tmp_path / "deep" / "calibration.json", FOUND, SEEN)

    assert load(tmp_path / "deep" / "calibration.json") == FOUND


def test_the_file_can_be_read_by_people(tmp_path):
    save(tmp_path / "calibration.json", FOUND, SEEN)

    plain = json.loads((tmp_path / "calibration.json").read_text(encoding="utf-8"))

    assert plain["format"] == 1
    assert plain["focal_px"] == 1500.0
    assert plain["outline"][1] == [400.5, 12.0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["calibration.json", "calibration.png"]


def test_without_a_file_there_is_no_calibration(tmp_path):
    assert load(tmp_path / "calibration.json") is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 1}', '{"format": 1, "outline": "round"}'])
def test_a_damaged_file_is_said_with_what_to_do(tmp_path, text):
    (tmp_path / "calibration.json").write_text(text)

    with pytest.raises(CalibrationCorruptError, match="Calibrate again"):
        load(tmp_path / "calibration.json")


def test_a_file_of_a_newer_serviert_is_said(tmp_path):
    (tmp_path / "calibration.json").write_text('{"format": 2, "lens": {}}')

    with pytest.raises(CalibrationTooNewError, match="format 2"):
        load(tmp_path / "calibration.json")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_said(tmp_path):
    tmp_path.chmod(0o500)

    with pytest.raises(CalibrationNotSavedError, match="Make room"):
        save(tmp_path / "calibration.json", FOUND, SEEN)


def test_a_file_where_the_folder_should_be_is_said(tmp_path):
    (tmp_path / "data").write_text("")

    with pytest.raises(CalibrationNotSavedError, match="Make room"):
        save(tmp_path / "data" / "calibration.json", FOUND, SEEN)


def test_what_is_forgotten_is_gone(tmp_path):
    path = tmp_path / "calibration.json"
    save(path, FOUND, SEEN)

    assert forget(path)
    assert not forget(path)
    assert list(tmp_path.iterdir()) == []


def test_the_board_is_known_from_the_start_and_a_move_since_is_noticed(tmp_path):
    config = config_in(tmp_path)
    save(calibration_file(config), of_the_rendered_board(), SEEN)
    moved = board_picture(five_dice(), camera=type(CAMERA)(size_wh=(480, 480), f_px=750.0, target_mm=(5.0, 0.0)))[0]

    board, _ = kept_board(config, "usb:0")

    assert board.board == of_the_rendered_board().board
    assert board.check(board_picture(five_dice())[0]) is Standing.SAME
    assert board.check(moved) is Standing.FOLLOWED


def test_how_a_calibrated_camera_looks_at_the_board_is_known_from_the_start(tmp_path):
    config = config_in(tmp_path)
    save(calibration_file(config), FOUND, SEEN)

    _, view = kept_board(config, "usb:0")

    assert view is not None
    assert FOUND.view is not None
    assert view.mean == pytest.approx(FOUND.view.mean)


def test_another_camera_has_another_calibration(tmp_path):
    config = config_in(tmp_path)
    save(calibration_file(config), of_the_rendered_board(), SEEN)

    board, view = kept_board(config, "picamera")

    assert board.board is None
    assert view is None


@pytest.mark.parametrize("lost", ["calibration.png", "calibration.json"])
def test_where_a_file_is_damaged_the_board_is_looked_for(tmp_path, lost, caplog):
    config = config_in(tmp_path)
    save(calibration_file(config), of_the_rendered_board(), SEEN)
    (tmp_path / lost).write_bytes(b"\x89PNG\r\n\x1a\n")

    board, view = kept_board(config, "usb:0")

    assert board.board is None
    assert view is None
    assert "looked for" in caplog.text


def test_lens_and_plane_become_the_view_of_lying_dice():
    view = FOUND.view

    assert view is not None
    assert view.mean == pytest.approx(np.array([-0.05, 0.02, -0.9985 * 240 / 1500]))
    assert of_the_rendered_board().view is None
