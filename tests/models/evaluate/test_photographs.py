import json
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from models.evaluate import photographs
from models.evaluate.report import plain
from models.evaluate.workers import Models, kept
from models.render.designs import core_design
from models.render.world import SceneCamera
from models.train.errors import TruthError
from models.train.pictures.truth import labelled
from tests.models.evaluate.synthetic import counts, read
from tests.models.outside import SHARED, needs
from tests.vision.board_pictures import board_picture, die_mm
from tests.vision.shown_dice import PIPS, PlainReader, shown
from tests.vision.table import KnownDice
from vision.read.classify import FaceReader

HEAD = "image,x0,y0,x1,y1,label\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "images").mkdir()
    cv2.imwrite(str(tmp_path / "images" / "one.png"), np.zeros((80, 300, 3), np.uint8))
    (tmp_path / "labels.csv").write_text(HEAD + "one.jpg,8,8,52,52,six\none.jpg,68,8,112,52,two\n")
    return tmp_path


def test_dice_found_and_missed_and_invented_are_counted_wherever_the_picture_lies_and_missing_ones_said(folder):
    truth, _ = labelled(folder / "labels.csv")
    for found, both, right in (((read(0), read(0, 200)), (1, 2), (0, 1)), ((read(0), read(0, 60)), (2, 2), (1, 1))):
        look = partial(photographs.look_at, KnownDice([one.detection for one in found]), PlainReader(), folder)
        figures = photographs.photograph_figures([look(*one) for one in truth.items()])
        assert counts(figures.recall) == counts(figures.precision) == both
        assert counts(figures.pictures_right) == right
    (folder / "images" / "one.png").rename(folder / "one.png")
    (folder / "images" / "bad.jpg").write_bytes(b"no picture")
    names = ("one.jpg", "bad.jpg", "gone.jpg")
    look = partial(photographs.look_at, KnownDice([]), PlainReader(), folder)
    (one,), (sentence,) = kept(folder, names, [look(name, []) for name in names])
    assert (one.true, one.found, one.labels) == (0, 0, ())
    assert "2 of 3 pictures are missing or unreadable, bad.jpg first" in sentence


def test_a_row_that_is_no_box_is_named_and_one_without_a_box_is_a_picture_without_dice(folder):
    rows = "one.jpg,8,8,52,52,six\none.jpg,a,8,52,52,six\none.jpg,9,8,3,52,six\ntwo.jpg,,,,,\n"
    (folder / "labels.csv").write_text(HEAD + rows)
    boxes, sentences = labelled(folder / "labels.csv")
    assert boxes == {"one.jpg": [((8, 8, 52, 52), "six")], "two.jpg": []}
    assert ["line 3" in sentences[0], "line 4" in sentences[1]] == [True, True]


@pytest.mark.parametrize(
    ("text", "said"), [("", "lacks the columns"), ("image,x0,y0\n", "lacks the columns x1, y1"), (HEAD, "no boxes")]
)
def test_labels_that_are_none_are_said_so(tmp_path, text, said):
    (tmp_path / "labels.csv").write_text(text)
    with pytest.raises(TruthError, match=said):
        labelled(tmp_path / "labels.csv")


SIX_TIMES = tuple(range(6)) * 6


def faces_of(numbers):
    labels, count = tuple(PIPS[number] for number in numbers), len(numbers)
    return photographs.FoundFaces(shown("pips", numbers), labels, count + 1, count)


def test_wrong_readings_are_told_with_what_was_read_and_a_seed_chooses_what_is_shown():
    faces = faces_of(SIX_TIMES)  # Every three was labelled one, every one a three, but not those that may be shown.
    crops = faces.crops.copy()
    for number, face in enumerate(SIX_TIMES):
        if face in (0, 2) and number >= 18:
            crops[number] = shown("pips", (2 - face,), seed=number)[0]
    mixed = replace(faces, crops=crops)
    figures = photographs.measured_teaching(mixed, PlainReader(), shots=3, seed=4)
    assert figures.accuracy.hits < 18
    assert figures.confusions
    assert sum(count for _, count in figures.confusions) == figures.accuracy.n - figures.accuracy.hits
    measured = partial(photographs.measured_teaching, mixed, PlainReader(), shots=1)
    first, again, other = (plain(measured(seed=seed)) for seed in (0, 0, 5))
    assert first == again != other


@pytest.mark.parametrize(
    ("numbers", "shots", "words"), [((0, 0, 0), 1, "found were 1"), ((0, 0, 0, 1, 1), 2, "'two' was found 2 times")]
)
def test_too_few_dice_are_said(numbers, shots, words):
    with pytest.raises(TruthError, match=words):
        photographs.measured_teaching(faces_of(numbers), PlainReader(), shots=shots, seed=0)


CLOSE = SceneCamera(height_mm=500.0, f_px=1500.0, size_wh=(480, 400))


@pytest.fixture
def pip_folder(tmp_path):
    """Seven photographs of six pip dice each, every face once, and one that is not there."""
    rows = ["gone.png,1,1,9,9,six"]
    for number in range(7):
        flat = (die_mm(23 * face - 57, 23 * (face % 2) - 11, face, 50.0 * number + 31.0 * face) for face in range(6))
        frame, found = board_picture(tuple(replace(die, design=core_design("pips")) for die in flat), camera=CLOSE)
        cv2.imwrite(str(tmp_path / f"{number}.png"), frame.pixels[..., ::-1])
        boxes = [",".join(f"{edge:.1f}" for edge in die.box_xyxy) for die in found]
        rows += [f"{number}.png,{box},{label}" for box, label in zip(boxes, PIPS, strict=True)]
    (tmp_path / "labels.csv").write_text(HEAD + "\n".join(rows))
    return tmp_path


def test_the_command_teaches_from_a_folder_and_says_which_label_is_too_rare(pip_folder, evaluated):
    words = ("--teach-photos", pip_folder, "--out", pip_folder / "out")
    result = evaluated(*words, "--shots", "2", "--seed", "1", "--json")
    assert "1 of 8 pictures are missing or unreadable, gone.png first" in result.stderr
    data = json.loads(result.stdout)
    taught = data[f"taught {pip_folder.name}"]
    assert (taught["shots"], taught["seed"], taught["found"]["n"]) == (2, 1, 42)
    read = taught["accuracy"]["n"]
    assert read == taught["found"]["hits"] - 2 * len(PIPS) == sum(share["n"] for share in taught["by_label"].values())
    assert read >= 26
    assert read - taught["sure_right"]["n"] == taught["asked"]["hits"]
    assert taught["accuracy"]["value"] > 0.9
    assert {mark["mark"]: mark["on"] for mark in data["marks"]}["photographs read after teaching"] == pip_folder.name
    rare = evaluated(*words, "--shots", "7")
    assert rare.exit_code == 2
    assert "too few to show 7" in rare.stderr


@pytest.mark.proof
@pytest.mark.shared
def test_strange_dice_in_photographs_are_read_after_two_of_each_face_were_shown():
    folder = needs(SHARED / "real" / "nellbyler_d6")
    some = dict(list(labelled(folder / "labels.csv")[0].items())[::5])
    faces, notices = photographs.found_faces(folder, some, Models(), jobs=1)
    measured = partial(photographs.measured_teaching, faces, FaceReader.from_file(threads=1), shots=2)
    figures = [measured(seed=seed) for seed in range(3)]
    assert notices == ()
    assert faces.true > 250
    assert min(one.accuracy.value for one in figures) > 0.85
    assert min(one.sure_right.value for one in figures) > 0.95
