import json

import cv2
import numpy as np
import pytest

from models.evaluate.boards import board_figures, kept_records, read_board
from models.evaluate.truth import true_boards
from tests.models.evaluate.synthetic import PlannedReader, read, record, stated, true_die
from vision.reading import EyeDoubt


@pytest.fixture
def folder(tmp_path):
    cv2.imwrite(str(tmp_path / "one.jpg"), np.zeros((80, 300, 3), np.uint8))
    dice = [stated("9"), stated("K", 60), stated("10", 120, "cocked_rim", 30.0), stated("A", 900, "off")]
    (tmp_path / "truth.jsonl").write_text(json.dumps({"image": "one.jpg", "dice": dice}) + "\n")
    return tmp_path


def read_all(folder, reader):
    boards, _ = true_boards(folder)
    return kept_records(folder, boards, [read_board(folder, board, reader) for board in boards])


def test_a_board_read_without_a_fault_is_right(folder):
    records, _ = read_all(folder, PlannedReader(read(0), read(4, 60), read(1, 120, is_burning=True)))
    figures = board_figures(records, sure=0.85)
    assert (figures.recall.hits, figures.recall.n) == (3, 3)  # the fourth lies outside the picture
    assert (figures.faces.hits, figures.faces.n) == (2, 2)
    assert (figures.leaning.hits, figures.leaning.n) == (1, 1)
    assert figures.boards_right.hits == 1
    assert figures.quad_error[0] == pytest.approx(0)
    assert figures.edge_px == pytest.approx((40, 40))


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
        ([read(0, doubt=EyeDoubt.FOREIGN_FACE), read(3, 60), read(1, 120)], "false_foreign", 1, 2),
    ],
)
def test_each_fault_shows_in_its_figure_and_spoils_the_board(folder, dice, figure, hits, n):
    figures = board_figures(read_all(folder, PlannedReader(*dice))[0], sure=0.85)
    share = getattr(figures, figure)
    assert (share.hits, share.n) == (hits, n)
    assert figures.boards_right.hits == 0


def test_dice_that_are_hidden_count_neither_found_nor_missed():
    hidden = true_die(0, visible=0.3)
    for read_of_it in (None, read(3)):
        figures = board_figures([record((hidden, read_of_it), (true_die(1, 60), read(1, 60)))], sure=0.85)
        assert (figures.recall.hits, figures.recall.n) == (1, 1)
        assert (figures.precision.hits, figures.precision.n) == (1, 1)
        assert (figures.faces.hits, figures.faces.n) == (1, 1)
        assert figures.boards_right.hits == 1


def test_a_die_that_is_no_poker_die_is_to_be_refused():
    refused = record((true_die(-1), read(0, doubt=EyeDoubt.FOREIGN_FACE)))
    taken = record((true_die(-1), read(0)))
    figures = board_figures([refused, taken], sure=0.85)
    assert (figures.foreign.hits, figures.foreign.n) == (1, 2)
    assert figures.faces.n == 0
    assert figures.boards_right.hits == 1


def test_a_die_of_unknown_label_is_looked_for_but_its_face_is_not_judged():
    figures = board_figures([record((true_die(None), read(0)))], sure=0.85)
    assert (figures.recall.hits, figures.faces.n, figures.foreign.n, figures.boards_right.hits) == (1, 0, 0, 1)


def test_confusions_come_most_frequent_first():
    queens = [(true_die(3, 60 * i), read(4, 60 * i)) for i in range(2)]
    figures = board_figures([record((true_die(0, 200), read(1, 200)), *queens)], sure=0.85)
    assert figures.confusions == ((("Q", "K"), 2), (("9", "10"), 1))


def test_pictures_that_are_missing_or_broken_are_said_and_the_rest_is_read(folder):
    line = (folder / "truth.jsonl").read_text()
    (folder / "truth.jsonl").write_text(line + line.replace("one.jpg", "gone.jpg") + line.replace("one.jpg", "bad.jpg"))
    (folder / "bad.jpg").write_bytes(b"no picture")
    records, (sentence,) = read_all(folder, PlannedReader(read(0)))
    assert [one.image for one in records] == ["one.jpg"]
    assert "2 of 3 pictures are missing or unreadable, gone.jpg first" in sentence


@pytest.mark.parametrize(("is_burning", "label", "right"), [(True, 3, 1), (False, 0, 1), (False, 3, 0)])
def test_a_die_that_leans_a_little_may_be_read_or_called_burning(is_burning, label, right):
    slight = true_die(0, state="leaning", tilt_deg=6.0)
    figures = board_figures([record((slight, read(label, is_burning=is_burning)))], sure=0.85)
    assert (figures.burning.n, figures.false_burning.n, figures.faces.n) == (0, 0, 0)
    assert figures.boards_right.hits == right
