"""What the eye answers to pictures nobody should send: an answer or a plain refusal, never a guess."""

from __future__ import annotations

import shutil
from functools import cache

import cv2
import numpy as np
import pytest

from tests.endtoend.bad_input import FACES, PICTURES
from vision.errors import ModelContractError, ModelMissingError, PictureError
from vision.find.detect import DETECTOR_PATH, Detector
from vision.find.picture import load_picture
from vision.find.pose import POSE_PATH, PoseReader
from vision.frame import Frame
from vision.read.classify import FACES_PATH, FaceReader
from vision.read.load import load_board_reader, load_reader
from vision.reading import EyeDoubt, Verdict

RIGHT_TO_LEFT = {"upside down", "mirrored"}
FIVE_DICE = ["good", "dark", "blurred a little", "blurred", "upside down", "mirrored", "50 megapixels", "a screen"]


@cache
def frame(name):
    return Frame(PICTURES[name]())


@cache
def on_the_board(name):
    return load_board_reader().read([frame(name)])


@cache
def as_a_photograph(name):
    return load_reader().read_picture(frame(name))


def faces_of(name):
    return FACES[::-1] if name in RIGHT_TO_LEFT else FACES


def test_the_good_board_is_read_on_the_board_and_as_a_photograph():
    for reading in (on_the_board("good"), as_a_photograph("good")):
        assert tuple(die.label for die in reading.dice) == FACES
        assert reading.verdict in {Verdict.CLEAR, Verdict.NOT_SURE}


@pytest.mark.proof
@pytest.mark.parametrize("name", FIVE_DICE)
@pytest.mark.parametrize("read", [on_the_board, as_a_photograph])
def test_no_face_is_believed_that_is_wrong(read, name):
    believed = [die.label if die.doubt is EyeDoubt.NONE else None for die in read(name).dice]
    if len(believed) == len(FACES):
        assert all(got in (None, true) for got, true in zip(believed, faces_of(name), strict=True))
    else:
        assert set(believed) <= {None, *FACES}


@pytest.mark.proof
@pytest.mark.parametrize("name", ["good", "upside down", "50 megapixels"])
def test_which_way_up_and_how_large_a_picture_is_makes_no_difference(name):
    assert tuple(die.label for die in as_a_photograph(name).dice) == faces_of(name)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("dark", Verdict.TOO_DARK),
        ("black", Verdict.TOO_DARK),
        ("blown out", Verdict.TOO_BRIGHT),
        ("one pixel", Verdict.EMPTY),
        ("one row", Verdict.EMPTY),
        ("noise", Verdict.EMPTY),
        ("no dice", Verdict.EMPTY),
        ("thirty dice", Verdict.WRONG_COUNT),
    ],
)
def test_what_is_wrong_with_a_picture_is_said(name, verdict):
    assert on_the_board(name).verdict is verdict


@pytest.mark.proof
def test_of_thirty_dice_thirty_are_seen():
    assert len(on_the_board("thirty dice").dice) == 30


@pytest.mark.proof
def test_a_page_of_letters_is_never_five_dice():
    assert on_the_board("not a board").verdict not in {Verdict.CLEAR, Verdict.NOT_SURE}
    assert all(die.doubt is not EyeDoubt.NONE for die in as_a_photograph("not a board").dice)


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
def test_a_picture_cut_short_is_refused_in_a_sentence(tmp_path, suffix):
    path = tmp_path / f"cut{suffix}"
    content = cv2.imencode(suffix, PICTURES["good"]())[1].tobytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(PictureError, match="is cut short"):
        load_picture(path)


@pytest.mark.parametrize(("load", "path"), [
    (Detector.from_file, DETECTOR_PATH), (PoseReader.from_file, POSE_PATH), (FaceReader.from_file, FACES_PATH)
])  # fmt: skip
@pytest.mark.parametrize("share", [0.0, 0.5, 0.999])
def test_a_model_cut_short_is_refused_in_a_sentence(tmp_path, load, path, share):
    shutil.copy(path.with_suffix(".json"), tmp_path)
    content = path.read_bytes()
    (tmp_path / path.name).write_bytes(content[: int(share * len(content))])
    with pytest.raises(ModelContractError, match="install both files of one release"):
        load(tmp_path / path.name)


def test_a_contract_cut_short_is_refused_in_a_sentence(tmp_path):
    shutil.copy(FACES_PATH, tmp_path)
    contract = FACES_PATH.with_suffix(".json").read_bytes()
    (tmp_path / "faces.json").write_bytes(contract[: len(contract) // 2])
    with pytest.raises(ModelContractError, match=r"faces\.json cannot be read"):
        FaceReader.from_file(tmp_path / "faces.onnx")


def test_a_model_that_is_a_folder_is_refused_in_a_sentence(tmp_path):
    shutil.copy(FACES_PATH.with_suffix(".json"), tmp_path)
    (tmp_path / "faces.onnx").mkdir()
    with pytest.raises(ModelMissingError, match="Install Serviert again"):
        FaceReader.from_file(tmp_path / "faces.onnx")


@pytest.mark.proof
def test_pictures_that_are_none_are_told_apart():
    assert np.asarray(PICTURES["one pixel"]()).shape == (1, 1, 3)
    assert PICTURES["50 megapixels"]().shape[0] ** 2 >= 50e6
