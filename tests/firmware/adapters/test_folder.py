import cv2
import numpy as np
import pytest

from firmware.adapters.folder import FolderCamera
from firmware.adapters.open import camera_source
from firmware.errors import CameraLostError, CameraMissingError
from firmware.settings.config import CameraConfig, Config


def seen(camera: FolderCamera) -> int:
    shown = int(camera.capture(not_before_ns=0).pixels[30, 40, 0])
    assert int(camera.preview().pixels[30, 40, 0]) == shown
    return shown


def test_each_press_shows_the_next_picture_by_name_and_what_is_none_is_left_out(tmp_path, caplog):
    for name, grey in (("c.png", 20), ("a.PNG", 10), ("d.bmp", 30)):
        cv2.imwrite(str(tmp_path / name), np.full((60, 80, 3), grey, np.uint8))
    (tmp_path / "b.jpg").write_text("not a picture")
    (tmp_path / "notes.txt").write_text("no picture")
    slept: list[float] = []
    camera = FolderCamera(tmp_path, sleep=slept.append)
    assert [seen(camera), seen(camera)] == [10, 10]
    assert slept == [pytest.approx(1 / 15)] * 2  # previews come at the pace of a camera
    for grey in (20, 30):
        camera.turn_page()
        assert seen(camera) == grey
    assert "It is left out." in caplog.text
    camera.turn_page()
    with pytest.raises(CameraLostError, match="all 4 pictures were read"):
        camera.preview()


def test_a_folder_that_is_gone_was_not_read(tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    for number in range(2):
        cv2.imwrite(str(folder / f"{number}.png"), np.zeros((8, 8, 3), np.uint8))
    source = camera_source(Config(camera=CameraConfig(source=f"folder:{folder}")))
    camera = source.open_camera()
    folder.rename(tmp_path / "elsewhere")
    with pytest.raises(CameraLostError, match="is gone; put it back"):
        camera.preview()
    camera.close()  # as one that was lost is
    (tmp_path / "elsewhere").rename(folder)
    assert source.open_camera().preview().size_wh == (8, 8)


def test_a_folder_that_is_none_or_empty_is_refused_in_words(tmp_path):
    with pytest.raises(CameraMissingError, match=r"holds no pictures; legal endings are \.bmp, \.jpeg"):
        FolderCamera(tmp_path)
    with pytest.raises(CameraMissingError, match="is no folder"):
        FolderCamera(tmp_path / "missing")
