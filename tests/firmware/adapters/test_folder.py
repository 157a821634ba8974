from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.adapters.folder import FolderCamera
from firmware.errors import CameraLostError, CameraMissingError


def picture(path: Path, grey: int) -> None:
    cv2.imwrite(str(path), np.full((60, 80, 3), grey, np.uint8))


def seen(camera: FolderCamera) -> int:
    shown = int(camera.capture(not_before_ns=0).pixels[30, 40, 0])
    assert int(camera.preview().pixels[30, 40, 0]) == shown
    return shown


def test_each_press_shows_the_next_picture_by_name(tmp_path):
    for name, grey in (("b.png", 20), ("a.PNG", 10), ("c.bmp", 30)):
        picture(tmp_path / name.lower(), grey)
    (tmp_path / "a.png").rename(tmp_path / "a.PNG")
    (tmp_path / "notes.txt").write_text("no picture")
    camera = FolderCamera(tmp_path)
    assert [seen(camera), seen(camera)] == [10, 10]
    camera.turn_page()
    assert seen(camera) == 20
    camera.turn_page()
    assert seen(camera) == 30
    camera.turn_page()
    with pytest.raises(CameraLostError, match="all 3 pictures were read"):
        camera.preview()


def test_a_picture_that_is_none_is_left_out_and_told(tmp_path, caplog):
    (tmp_path / "a.jpg").write_text("not a picture")
    picture(tmp_path / "b.png", 20)
    assert seen(FolderCamera(tmp_path)) == 20
    assert "a.jpg" in caplog.text
    assert "It is left out." in caplog.text


def test_a_folder_that_is_none_or_empty_is_refused_in_words(tmp_path):
    with pytest.raises(CameraMissingError, match=r"holds no pictures; legal endings are \.bmp, \.jpeg"):
        FolderCamera(tmp_path)
    with pytest.raises(CameraMissingError, match="is no folder"):
        FolderCamera(tmp_path / "missing")


def test_previews_come_at_the_pace_of_a_camera(tmp_path):
    picture(tmp_path / "a.png", 20)
    slept: list[float] = []
    FolderCamera(tmp_path, sleep=slept.append).preview(timeout_s=0.5)
    assert slept == [pytest.approx(1 / 15)]
