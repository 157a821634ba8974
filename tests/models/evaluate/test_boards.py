import json

import numpy as np
import pytest

from models.evaluate.boards import measured_boards, quad_error, true_boards
from models.evaluate.errors import TruthError
from vision.reading import Detection, DieReading, Reading, Verdict

QUAD = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))


def stated(label, x=0.0, st="ok", tilt=0.0):
    quad = [[px + x, py] for px, py in QUAD]
    return {"label": label, "tilt": tilt, "st": st, "quad": quad, "box": [8 + x, 8, 52 + x, 52]}


def read(label, x=0.0, *, is_burning=False, confidence=0.95):
    quad = tuple((px + x, py) for px, py in QUAD)
    detection = Detection(box_xyxy=(8 + x, 8, 52 + x, 52), quad=quad, tilt_deg=1.0, confidence=0.9)
    return DieReading(
        detection=detection,
        label=label,
        probabilities=tuple(float(i == label) for i in range(6)),
        confidence=confidence,
        is_burning=is_burning,
    )


class PlannedReader:
    """Reads what the test planned."""

    def __init__(self, *dice):
        self.dice = dice

    def read_picture(self, frame):
        return Reading(dice=self.dice, verdict=Verdict.CLEAR)


@pytest.fixture
def folder(tmp_path):
    import cv2

    cv2.imwrite(str(tmp_path / "one.jpg"), np.zeros((80, 300, 3), np.uint8))
    dice = [stated("9"), stated("K", 60), stated("10", 120, "cocked_rim", 30.0), stated("A", 900, "off")]
    (tmp_path / "truth.jsonl").write_text(json.dumps({"image": "one.jpg", "dice": dice}) + "\n")
    return tmp_path


def test_a_board_read_without_a_fault_is_right(folder):
    figures = measured_boards(folder, PlannedReader(read(0), read(4, 60), read(1, 120, is_burning=True)))
    assert (figures.recall.hits, figures.recall.n) == (3, 3)  # the fourth lies outside the picture
    assert (figures.faces.hits, figures.faces.n) == (2, 2)
    assert (figures.leaning.hits, figures.leaning.n) == (1, 1)
    assert figures.boards_right.hits == 1
    assert figures.quad_error[0] == pytest.approx(0)


@pytest.mark.parametrize(
    ("dice", "figure", "hits", "n"),
    [
        ([read(0), read(3, 60), read(1, 120, is_burning=True)], "faces", 1, 2),
        ([read(0), read(3, 60), read(1, 120, is_burning=True)], "sure_right", 1, 2),
        ([read(0), read(3, 60, confidence=0.3), read(1, 120, is_burning=True)], "sure_right", 1, 1),
        ([read(0), read(4, 60)], "recall", 2, 3),
        ([read(0), read(4, 60), read(1, 120), read(5, 200)], "precision", 3, 4),
        ([read(0), read(4, 60), read(1, 120)], "burning", 0, 1),
        ([read(0, is_burning=True), read(4, 60), read(1, 120, is_burning=True)], "false_burning", 1, 2),
    ],
)
def test_each_fault_shows_in_its_figure_and_spoils_the_board(folder, dice, figure, hits, n):
    figures = measured_boards(folder, PlannedReader(*dice))
    share = getattr(figures, figure)
    assert (share.hits, share.n) == (hits, n)
    assert figures.boards_right.hits == 0


def test_which_corner_a_quad_begins_with_is_no_error():
    quad = np.array(QUAD)
    assert quad_error(np.roll(quad, 1, axis=0), quad) == pytest.approx(0)
    assert quad_error(quad + np.array([3, 4]), quad) == pytest.approx(5 / 40)


@pytest.mark.parametrize("line", ["", "{", '{"image": "one.jpg"}', '{"image": "one.jpg", "dice": [{"label": "9"}]}'])
def test_truth_that_is_none_is_said_so(tmp_path, line):
    (tmp_path / "truth.jsonl").write_text(line)
    with pytest.raises(TruthError):
        true_boards(tmp_path)
