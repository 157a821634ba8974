import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.evaluate.board_set import read_board
from models.evaluate.boards import board_figures, count_figures, counts_table, is_countable, throw_figures, trust_in
from models.evaluate.workers import kept
from models.train.pictures.truth import true_boards
from tests.models.evaluate.synthetic import PlannedReader, counts, five, read, record, stated, true_die
from vision.reading import EyeDoubt, Verdict

SURE = 0.85


@pytest.fixture
def folder(tmp_path):
    cv2.imwrite(str(tmp_path / "one.jpg"), np.zeros((80, 300, 3), np.uint8))
    dice = [stated("9"), stated("K", 60), stated("10", 120, "cocked_rim", 30.0), stated("A", 900, "off")]
    (tmp_path / "truth.jsonl").write_text(json.dumps({"image": "one.jpg", "dice": dice}) + "\n")
    return tmp_path


def read_all(folder, *dice):
    boards, _ = true_boards(folder)
    reader = PlannedReader(*dice)
    return kept(folder, [board.image for board in boards], [read_board(reader, folder, board) for board in boards])


def board_counts(*records):
    found = board_figures(records, sure=SURE)
    return {name: counts(getattr(found, name)) for name in found.__slots__ if hasattr(getattr(found, name), "hits")}


def test_a_board_read_without_a_fault_is_right(folder):
    records, _ = read_all(folder, read(0), read(4, 60), read(1, 120, is_burning=True))
    said = board_counts(*records)
    assert (said["recall"], said["faces"], said["leaning"], said["boards_right"]) == ((3, 3), (2, 2), (1, 1), (1, 1))
    figures = board_figures(records, sure=SURE)  # the fourth die lies outside the picture
    assert figures.quad_error[0] == pytest.approx(0)
    assert figures.edge_px == pytest.approx((40, 40))


@pytest.mark.parametrize(
    ("dice", "figure", "share"),
    [
        ([read(0), read(3, 60), read(1, 120, is_burning=True)], "faces", (1, 2)),
        ([read(0), read(3, 60), read(1, 120, is_burning=True)], "sure_right", (1, 2)),
        ([read(0), read(3, 60, confidence=0.3), read(1, 120, is_burning=True)], "sure_right", (1, 1)),
        ([read(0), read(4, 60)], "recall", (2, 3)),
        ([read(0), read(4, 60), read(1, 120, is_burning=True), read(5, 200)], "precision", (3, 4)),
        ([read(0), read(4, 60), read(1, 120)], "burning", (0, 1)),
        ([read(0, is_burning=True), read(4, 60), read(1, 120, is_burning=True)], "false_burning", (1, 2)),
        ([read(0, doubt=EyeDoubt.FOREIGN_FACE), read(3, 60), read(1, 120)], "false_foreign", (1, 2)),
    ],
)
def test_each_fault_shows_in_its_figure_and_spoils_the_board(folder, dice, figure, share):
    said = board_counts(*read_all(folder, *dice)[0])
    assert (said[figure], said["boards_right"]) == (share, (0, 1))


@pytest.mark.parametrize(
    ("pairs", "wanted"),
    [
        # Hidden dice count neither found nor missed, nor does a lean below ten degrees, whatever is said of it.
        (
            [(true_die(0, visible=0.3), None), (true_die(1, 60), read(1, 60))],
            {"recall": (1, 1), "boards_right": (1, 1)},
        ),
        ([(true_die(0, visible=0.3), read(3)), (true_die(1, 60), read(1, 60))], {"faces": (1, 1), "precision": (1, 1)}),
        (
            [(true_die(0, state="leaning", tilt_deg=6.0), read(3, is_burning=True))],
            {"burning": (0, 0), "boards_right": (1, 1)},
        ),
        ([(true_die(0, state="leaning", tilt_deg=6.0), read(0))], {"faces": (0, 0), "boards_right": (1, 1)}),
        ([(true_die(0, state="leaning", tilt_deg=6.0), read(3))], {"false_burning": (0, 0), "boards_right": (0, 1)}),
        # No poker dice are to be refused; of unknown labels the face is not judged.
        (
            [(true_die(-1), read(0, doubt=EyeDoubt.FOREIGN_FACE))],
            {"foreign": (1, 1), "faces": (0, 0), "boards_right": (1, 1)},
        ),
        ([(true_die(-1), read(0))], {"foreign": (0, 1), "boards_right": (0, 1)}),
        ([(true_die(None), read(0))], {"recall": (1, 1), "faces": (0, 0), "foreign": (0, 0), "boards_right": (1, 1)}),
    ],
)
def test_dice_count_where_they_can_be_judged(pairs, wanted):
    said = board_counts(record(*pairs))
    assert {name: said[name] for name in wanted} == wanted


def test_confusions_come_most_frequent_first():
    queens = [(true_die(3, 60 * i), read(4, 60 * i)) for i in range(2)]
    figures = board_figures([record((true_die(0, 200), read(1, 200)), *queens)], sure=SURE)
    assert figures.confusions == ((("Q", "K"), 2), (("9", "10"), 1))


def test_pictures_that_are_missing_or_broken_are_said_and_the_rest_is_read(folder):
    line = (folder / "truth.jsonl").read_text()
    (folder / "truth.jsonl").write_text(line + line.replace("one.jpg", "gone.jpg") + line.replace("one.jpg", "bad.jpg"))
    (folder / "bad.jpg").write_bytes(b"no picture")
    records, (sentence,) = read_all(folder, read(0))
    assert [one.image for one in records] == ["one.jpg"]
    assert "2 of 3 pictures are missing or unreadable, gone.jpg first" in sentence


def lying_on(lying, said, *, beside=0, extra=0):
    """Return a board of so many dice and how many of them were read, so many beside it, and so many invented."""
    on = [(true_die(0, 60 * i), read(0, 60 * i) if i < said else None) for i in range(lying)]
    off = [(true_die(0, 900, state="off"), read(0, 900, doubt=EyeDoubt.OFF_BOARD)) for _ in range(beside)]
    return record(*on, *off, extra=[read(0, 700 + 60 * i) for i in range(extra)])


@pytest.mark.parametrize(
    ("board", "noticed", "mistaken", "exact"),
    [
        *((lying_on(number, number), (1, 1), (0, 0), (1, 1)) for number in (0, 4, 6)),
        (lying_on(6, 5), (0, 1), (0, 0), (0, 1)),
        (lying_on(4, 4, extra=1), (0, 1), (0, 0), (0, 1)),
        (lying_on(7, 6), (1, 1), (0, 0), (0, 1)),
        (lying_on(5, 5), (0, 0), (0, 1), (1, 1)),
        (lying_on(5, 4), (0, 0), (1, 1), (0, 1)),
        (lying_on(5, 5, extra=1), (0, 0), (1, 1), (0, 1)),
        (lying_on(5, 5, beside=1), (0, 0), (0, 1), (1, 1)),  # a spare die beside the board is not counted
        (lying_on(4, 4, beside=1), (1, 1), (0, 0), (1, 1)),
        (replace(lying_on(4, 4, extra=1), verdict=Verdict.HAND_IN_VIEW), (1, 1), (0, 0), (0, 1)),
    ],
)
def test_another_number_than_five_is_noticed_unless_five_are_read(board, noticed, mistaken, exact):
    found = count_figures([board])
    assert (counts(found.noticed), counts(found.mistaken), counts(found.exact)) == (noticed, mistaken, exact)


def test_the_table_has_a_row_for_each_number_many_together_and_half_hidden_dice_left_out():
    half = record((true_die(0, visible=0.4), None))
    found = count_figures([lying_on(4, 4, extra=1), lying_on(3, 3), lying_on(9, 9), lying_on(12, 11), half])
    assert counts(found.noticed_by["9 and more"]) == (2, 2)
    assert counts(found.exact_by["9 and more"]) == (1, 2)
    lines = {line[:20].strip(): line for line in counts_table("x", found).splitlines()}
    assert "(3 of 4)" in lines["other than five"]
    assert "0.000  [0.000, 0.793]  (0 of 1)" in lines["4"]
    assert "–  (0 of 0)" in lines["8"]


def throw_counts(*records):
    found = throw_figures(records, sure=SURE)
    return {name: counts(getattr(found, name)) for name in found.__slots__}


def four_and(*pairs, extra=()):
    """Return a throw of four dice read right, and others."""
    return record(*((die.true, die.read) for die in five().dice[1:]), *pairs, extra=extra)


LEANING = true_die(0, state="leaning", tilt_deg=20.0)
SLIGHT = true_die(0, state="leaning", tilt_deg=7.0)


@pytest.mark.parametrize(
    ("board", "wanted"),
    [
        (five(), {"five_right": (1, 1), "asked": (0, 1), "wrong": (0, 5), "alarms": (0, 1)}),
        (five(wrong=2), {"five_right": (0, 1), "asked": (0, 1), "wrong": (2, 5)}),
        (five(wrong=2, confidence=0.5), {"five_right": (0, 1), "asked": (1, 1), "wrong": (0, 0)}),
        # A false alarm is asked about; a leaning die believed is wrong, one not found is a miss.
        (
            four_and((true_die(0), read(0, is_burning=True, doubt=EyeDoubt.LEANING))),
            {"alarms": (1, 1), "asked": (1, 1)},
        ),
        (four_and((LEANING, read(0, is_burning=True, doubt=EyeDoubt.LEANING))), {"burning": (1, 1), "wrong": (0, 0)}),
        (four_and((LEANING, read(0))), {"burning": (0, 1), "wrong": (1, 5), "five_right": (0, 0), "alarms": (0, 0)}),
        (four_and((LEANING, None)), {"burning": (0, 1)}),
        (four_and((SLIGHT, read(0))), {"burning": (0, 0), "wrong": (0, 5)}),
        (four_and((true_die(0, state="stacked"), read(0))), {"burning": (0, 1)}),
        # Of six read nothing is accepted; refused as a whole it is asked about and never wrong.
        (four_and((true_die(0), read(0)), (true_die(5, 400), read(5, 400))), {"wrong": (0, 0)}),
        (four_and((true_die(0), read(0)), extra=[read(5, 400)]), {"wrong": (0, 0)}),
        (replace(five(wrong=1), verdict=Verdict.HAND_IN_VIEW), {"asked": (1, 1), "wrong": (0, 0), "refused": (1, 1)}),
        (replace(five(wrong=1), verdict=Verdict.NO_BOARD), {"asked": (1, 1), "refused": (1, 1)}),
        (four_and(extra=[read(5, 400)]), {"wrong": (1, 5)}),
        (four_and((true_die(0), read(0)), (true_die(5, 400, visible=0.01), None)), {"five_right": (1, 1)}),
        (record(*((true_die(None, 60 * i), read(0, 60 * i)) for i in range(5))), {"wrong": (0, 0)}),
    ],
)
def test_throws_are_right_asked_about_or_wrong(board, wanted):
    said = throw_counts(board)
    assert {name: said[name] for name in wanted} == wanted


def test_boards_with_half_hidden_dice_are_no_throws_and_spare_dice_do_not_count():
    assert not is_countable(four_and((true_die(5, 400, visible=0.5), None)))
    spare = true_die(5, 400), read(5, 400, doubt=EyeDoubt.OFF_BOARD)
    assert trust_in(four_and((true_die(0), read(0)), spare)) == pytest.approx(0.95)
