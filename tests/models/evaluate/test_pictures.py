from models.evaluate.pictures import find_picture, missing_sentence


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
