from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.board.calibration import calibration_file, load
from firmware.doctor.calibrating import calibrate, draw, gathered_through
from firmware.errors import CalibrationError
from firmware.settings.config import CameraConfig, Config, StoreConfig
from tests.firmware.doctor.cameras import STEP_NS, PictureCamera
from tests.vision.board_pictures import board_picture
from tests.vision.sheet_pictures import LENS, TILTED, Pose, pose, sheet_picture
from vision.frame import Frame

STRAIGHT = replace(LENS, size_wh=(720, 540), focal_px=750.0, k1=0.0, k2=0.0)
S = 1_000_000_000
LYING = pose(4.0, 30.0, high_mm=600.0)


def config_in(folder: Path) -> Config:
    return Config(camera=CameraConfig("usb:0"), store=StoreConfig(str(folder / "games.sqlite3")))


@cache
def empty_tray() -> Frame:
    small = board_picture()[0].pixels
    wide = cv2.copyMakeBorder(small, 0, 0, 80, 80, cv2.BORDER_REPLICATE)
    return Frame(np.asarray(cv2.resize(wide, STRAIGHT.size_wh, interpolation=cv2.INTER_CUBIC), np.uint8))


def written(folder: Path, *frames: Frame) -> list[Path]:
    paths = [folder / f"{number:02}.png" for number in range(len(frames))]
    for path, frame in zip(paths, frames, strict=True):
        cv2.imwrite(str(path), frame.pixels[..., ::-1])
    return paths


def shown(*places: Pose) -> list[Frame]:
    return [sheet_picture(place, STRAIGHT) for place in places]


def test_photographs_of_the_sheet_and_the_tray_tell_lens_plane_and_board(tmp_path):
    pictures = written(tmp_path, *shown(*TILTED, LYING), empty_tray())
    said: list[str] = []

    calibrate(config_in(tmp_path), pictures=pictures, say=said.append)

    found = load(calibration_file(config_in(tmp_path)))
    assert found is not None
    assert found.focal_px == pytest.approx(STRAIGHT.focal_px, rel=0.01)
    assert found.height_mm == pytest.approx(600.0 * np.cos(np.radians(4.0)), rel=0.01)
    assert found.mm_per_px == pytest.approx(600.0 / STRAIGHT.focal_px, rel=0.01)
    assert found.camera == "usb:0"
    text = "\n".join(said)
    assert "miss their places by" in text
    assert "leans by 4." in text or "leans by 3.9" in text


def test_a_line_measured_longer_makes_everything_larger(tmp_path):
    pictures = written(tmp_path, *shown(*TILTED, LYING), empty_tray())

    calibrate(config_in(tmp_path), pictures=pictures, ruler_mm=103.0, say=lambda _: None)

    found = load(calibration_file(config_in(tmp_path)))
    assert found is not None
    assert found.mm_per_px == pytest.approx(1.03 * 600.0 / STRAIGHT.focal_px, rel=0.01)


def test_without_a_sheet_the_trays_outline_will_do(tmp_path):
    said: list[str] = []

    calibrate(config_in(tmp_path), pictures=written(tmp_path, empty_tray()), say=said.append)

    found = load(calibration_file(config_in(tmp_path)))
    assert found is not None
    assert (found.focal_px, found.mm_per_px, found.normal) == (None, None, None)
    assert len(found.outline) > 8
    assert "not needed to play" in "\n".join(said)


def test_a_sheet_that_only_lies_there_gives_the_scale(tmp_path):
    calibrate(config_in(tmp_path), pictures=written(tmp_path, *shown(LYING), empty_tray()), say=lambda _: None)

    found = load(calibration_file(config_in(tmp_path)))
    assert found is not None
    assert found.mm_per_px == pytest.approx(600.0 / STRAIGHT.focal_px, rel=0.03)


def test_too_few_pictures_are_refused_and_nothing_is_kept(tmp_path):
    pictures = written(tmp_path, *shown(*TILTED[:3]), empty_tray())

    with pytest.raises(CalibrationError, match=r"3 pictures with \d+ corners; at least 4"):
        calibrate(config_in(tmp_path), pictures=pictures, say=lambda _: None)
    assert load(calibration_file(config_in(tmp_path))) is None


def test_a_picture_of_neither_is_refused(tmp_path):
    plain = Frame(np.full((480, 640, 3), 128, np.uint8))

    with pytest.raises(CalibrationError, match="neither tray nor sheet"):
        calibrate(config_in(tmp_path), pictures=written(tmp_path, plain), say=lambda _: None)


@pytest.mark.parametrize("ruler_mm", [10.0, 1000.0])
def test_a_line_that_cannot_be_so_long_is_refused(tmp_path, ruler_mm):
    with pytest.raises(CalibrationError, match="100 mm long on paper"):
        calibrate(config_in(tmp_path), pictures=(), ruler_mm=ruler_mm, say=lambda _: None)


@pytest.mark.parametrize(("name", "begins"), [("sheet.pdf", b"%PDF-1.4"), ("sheet.PNG", b"\x89PNG")])
def test_the_sheet_is_written_as_pdf_or_png(tmp_path, name, begins):
    draw(tmp_path / name, language="de")

    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize("name", ["sheet.jpg", "no/such/folder/sheet.pdf"])
def test_a_sheet_that_cannot_be_written_so_is_refused(tmp_path, name):
    with pytest.raises(CalibrationError, match="sheet"):
        draw(tmp_path / name, language="de")


# -- watching --------------------------------------------------------------------------------------------------

PLAIN = Frame(np.full((270, 360, 3), 128, np.uint8))


def watched(*pictures: Frame, step_ns: int = STEP_NS):
    """Return what is gathered of pictures shown one after the other, the last one for ever, and what is said."""
    said: list[str] = []
    early = shown(TILTED[2])  # before the camera has found its exposure: it does not count
    camera = PictureCamera([*early, *pictures], step_ns=step_ns)
    return gathered_through(camera, said.append), said, camera.now_ns


def test_watching_ends_when_the_sheet_lay_still_and_was_taken_away():
    tray = empty_tray()
    gathered, said, _ = watched(*shown(*TILTED, *[LYING] * 5), tray, PLAIN)
    assert len(gathered.views) == 9
    assert np.array_equal(gathered.bare.pixels, tray.pixels)
    assert gathered.lying is not None
    assert (said[0], said[-1]) == ("Seen 1 of 8.", "The sheet lies still. Now take it away.")


@pytest.mark.parametrize(("picture", "views", "step_ns", "until_s"), [(PLAIN, 0, STEP_NS, 10), (None, 1, S, 60)])
def test_watching_ends_soon_where_nobody_shows_a_sheet_and_after_a_minute_in_any_case(picture, views, step_ns, until_s):
    gathered, _, now_ns = watched(picture or shown(TILTED[0])[0], step_ns=step_ns)
    assert (len(gathered.views), gathered.lying is not None) == (views, views > 0)
    assert now_ns / S == pytest.approx(until_s + 1, abs=3.0)
