from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.board.calibration import Calibration, calibration_file, load
from firmware.doctor.calibrating import calibrate, gathered_through
from firmware.errors import CalibrationError
from firmware.settings.config import CameraConfig, Config, StoreConfig
from tests.firmware.doctor.recorded import STEP_NS, PictureCamera
from tests.vision.board_pictures import board_picture
from tests.vision.sheet_pictures import LENS, TILTED, Pose, pose, sheet_picture
from vision.frame import Frame

STRAIGHT = replace(LENS, size_wh=(720, 540), focal_px=750.0, k1=0.0, k2=0.0)
S = 1_000_000_000
LYING = pose(4.0, 30.0, high_mm=600.0)
PLAIN = Frame(np.full((270, 360, 3), 128, np.uint8))


def config_in(folder: Path) -> Config:
    return Config(camera=CameraConfig("usb:0"), store=StoreConfig(str(folder / "games.sqlite3")))


@cache
def empty_tray() -> Frame:
    small = board_picture()[0].pixels
    wide = cv2.copyMakeBorder(small, 0, 0, 80, 80, cv2.BORDER_REPLICATE)
    return Frame(np.asarray(cv2.resize(wide, STRAIGHT.size_wh, interpolation=cv2.INTER_CUBIC), np.uint8))


def shown(*places: Pose) -> list[Frame]:
    return [sheet_picture(place, STRAIGHT) for place in places]


def calibrated(folder: Path, *frames: Frame, **options) -> tuple[Calibration | None, str]:
    said: list[str] = []
    paths = [folder / f"{number:02}.png" for number in range(len(frames))]
    for path, frame in zip(paths, frames, strict=True):
        cv2.imwrite(str(path), frame.pixels[..., ::-1])
    calibrate(config_in(folder), pictures=paths, say=said.append, **options)
    return load(calibration_file(config_in(folder))), "\n".join(said)


def test_photographs_of_the_sheet_and_the_tray_tell_lens_plane_and_board(tmp_path):
    found, said = calibrated(tmp_path, *shown(*TILTED, LYING), empty_tray(), ruler_mm=103.0)
    assert found.focal_px == pytest.approx(STRAIGHT.focal_px, rel=0.01)
    # The line was measured longer, so that everything is larger.
    assert found.height_mm == pytest.approx(1.03 * 600.0 * np.cos(np.radians(4.0)), rel=0.01)
    assert found.mm_per_px == pytest.approx(1.03 * 600.0 / STRAIGHT.focal_px, rel=0.01)
    assert found.camera == "usb:0"
    assert "miss their places by" in said
    assert "leans by 4." in said or "leans by 3.9" in said


def test_without_a_sheet_the_trays_outline_will_do(tmp_path):
    found, said = calibrated(tmp_path, empty_tray())
    assert (found.focal_px, found.mm_per_px, found.normal) == (None, None, None)
    assert len(found.outline) > 8
    assert "not needed to play" in said


def test_what_does_not_tell_is_refused_and_nothing_is_kept(tmp_path):
    with pytest.raises(CalibrationError, match=r"3 pictures with \d+ corners; at least 4"):
        calibrated(tmp_path, *shown(*TILTED[:3]), empty_tray())
    for ruler_mm in (79.0, 121.0):
        with pytest.raises(CalibrationError, match="100 mm long on paper"):
            calibrated(tmp_path, ruler_mm=ruler_mm)
    assert load(calibration_file(config_in(tmp_path))) is None


# -- watching --------------------------------------------------------------------------------------------------


def watched(*pictures: Frame, step_ns: int = STEP_NS):
    """Return what is gathered of pictures shown one after the other, the last one for ever, and what is said."""
    said: list[str] = []
    early = shown(TILTED[2])  # before the camera has found its exposure: it does not count
    camera = PictureCamera([*early, *pictures], step_ns=step_ns)
    return gathered_through(camera, said.append), said, camera.now_ns


def test_watching_ends_when_the_sheet_lay_still_and_was_taken_away():
    tray = empty_tray()
    gathered, said, _ = watched(*shown(*TILTED[:3]), PLAIN, *shown(*TILTED[3:], *[LYING] * 5), tray, PLAIN)
    assert len(gathered.views) == 9
    assert np.array_equal(gathered.bare.pixels, tray.pixels)
    assert gathered.lying is not None
    assert (said[0], said[-1]) == ("Seen 1 of 8.", "The sheet lies still. Now take it away.")


@pytest.mark.parametrize(("picture", "views", "step_ns", "until_s"), [(PLAIN, 0, STEP_NS, 10), (None, 1, S, 60)])
def test_watching_ends_soon_where_nobody_shows_a_sheet_and_after_a_minute_in_any_case(picture, views, step_ns, until_s):
    gathered, _, now_ns = watched(picture or shown(TILTED[0])[0], step_ns=step_ns)
    assert (len(gathered.views), gathered.lying is not None) == (views, views > 0)
    assert now_ns / S == pytest.approx(until_s + 1, abs=3.0)
