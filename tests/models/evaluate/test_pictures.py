import cv2
import numpy as np

from models.evaluate.pictures import find_picture, loaded, missing_sentence


def test_the_stated_file_is_found(tmp_path):
    for name in ("a.jpg", "a.png"):
        (tmp_path / name).touch()
    assert find_picture(tmp_path, "a.png") == tmp_path / "a.png"


def test_a_picture_saved_as_another_kind_is_found_by_its_stem(tmp_path):
    for name in ("a[1].PNG", "a[1].txt", "a1.png", "ab.png"):
        (tmp_path / name).touch()
    assert find_picture(tmp_path, "a[1].jpg") == tmp_path / "a[1].PNG"


def test_where_nothing_is_nothing_is_found(tmp_path):
    (tmp_path / "a.txt").touch()
    assert find_picture(tmp_path, "a.jpg") is None
    assert find_picture(tmp_path, "nowhere/a.jpg") is None


def test_missing_pictures_are_counted_in_a_sentence():
    assert missing_sentence("x", ["a", "b"], 9) == (
        "x: 2 of 9 pictures are missing or unreadable, a first; the rest counts."
    )


def test_a_picture_is_loaded_from_the_first_folder_that_has_it(tmp_path):
    for folder, level in (("images", 10), ("whole", 200)):
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "a.png"), np.full((4, 6, 3), level, np.uint8))
    frame = loaded("a.png", tmp_path / "none", tmp_path / "whole", tmp_path / "images")
    assert frame.size_wh == (6, 4)
    assert frame.pixels.max() == 200


def test_a_picture_that_is_absent_or_broken_is_none(tmp_path):
    (tmp_path / "broken.png").write_bytes(b"no picture")
    assert loaded("broken.png", tmp_path) is None
    assert loaded("gone.png", tmp_path) is None
