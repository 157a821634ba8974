import cv2
import numpy as np
import pytest

from models.evaluate.photographs import PhotographRecord, look_at, photograph_figures
from models.evaluate.workers import kept
from models.train.errors import TruthError
from models.train.pictures.truth import labelled
from tests.models.evaluate.synthetic import read

HEAD = "image,x0,y0,x1,y1,label\n"


class PlannedDetector:
    """Finds what the test planned."""

    def __init__(self, *found):
        self.found = found

    def detect(self, frame):
        return tuple(one.detection for one in self.found)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "images").mkdir()
    cv2.imwrite(str(tmp_path / "images" / "one.png"), np.zeros((80, 300, 3), np.uint8))
    (tmp_path / "labels.csv").write_text(HEAD + "one.jpg,8,8,52,52,six\none.jpg,68,8,112,52,two\n")
    return tmp_path


def figures_of(folder, finder):
    truth, _ = labelled(folder / "labels.csv")
    return photograph_figures(filter(None, (look_at(finder, folder, *one) for one in truth.items())))


def test_dice_found_and_missed_and_invented_are_counted(folder):
    figures = figures_of(folder, PlannedDetector(read(0), read(0, 200)))
    assert (figures.pictures, figures.recall.hits, figures.recall.n) == (1, 1, 2)
    assert (figures.precision.hits, figures.precision.n) == (1, 2)
    assert figures.pictures_right.hits == 0


def test_a_photograph_with_all_dice_and_nothing_else_is_right(folder):
    assert figures_of(folder, PlannedDetector(read(0), read(0, 60))).pictures_right.hits == 1


def test_pictures_may_lie_beside_their_labels(folder):
    (folder / "images" / "one.png").rename(folder / "one.png")
    assert look_at(PlannedDetector(), folder, "one.jpg", []) == PhotographRecord(true=0, found=0, hits=0)


def test_missing_and_broken_photographs_are_said_and_the_rest_counts(folder):
    (folder / "images" / "bad.jpg").write_bytes(b"no picture")
    truth = {"one.jpg": [], "bad.jpg": [], "gone.jpg": []}
    looked = [look_at(PlannedDetector(), folder, *one) for one in truth.items()]
    records, (sentence,) = kept(folder, truth, looked)
    assert len(records) == 1
    assert "2 of 3 pictures are missing or unreadable, bad.jpg first" in sentence


def test_a_row_that_is_no_box_is_named_and_the_rest_is_kept(folder):
    rows = "one.jpg,8,8,52,52,six\none.jpg,a,8,52,52,six\none.jpg,9,8,3,52,six\n"
    (folder / "labels.csv").write_text(HEAD + rows)
    boxes, sentences = labelled(folder / "labels.csv")
    assert boxes == {"one.jpg": [((8, 8, 52, 52), "six")]}
    assert ["line 3" in sentences[0], "line 4" in sentences[1]] == [True, True]


def test_a_row_without_a_box_is_a_picture_without_dice(folder):
    (folder / "labels.csv").write_text(HEAD + "one.jpg,,,,,\n")
    assert labelled(folder / "labels.csv")[0] == {"one.jpg": []}


@pytest.mark.parametrize(
    ("text", "said"), [("", "lacks the columns"), ("image,x0,y0\n", "lacks the columns x1, y1"), (HEAD, "no boxes")]
)
def test_labels_that_are_none_are_said_so(tmp_path, text, said):
    (tmp_path / "labels.csv").write_text(text)
    with pytest.raises(TruthError, match=said):
        labelled(tmp_path / "labels.csv")


def test_labels_that_are_absent_are_said_so(tmp_path):
    with pytest.raises(TruthError, match="is not a table of boxes"):
        labelled(tmp_path / "labels.csv")


def test_of_no_photographs_nothing_is_known():
    assert photograph_figures([]).recall.n == 0
