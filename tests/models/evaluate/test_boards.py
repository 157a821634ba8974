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


@pytest.fixture
def folder(tmp_path):
    cv2.imwrite(str(tmp_path / "one.jpg"), np.zeros((80, 300, 3), np.uint8))
    dice = [stated("9"), stated("K", 60), stated("10", 120, "cocked_rim", 30.0), stated("A", 900, "off")]
    (tmp_path / "truth.jsonl").write_text(json.dumps({"image": "one.jpg", "dice": dice}) + "\n")
    return tmp_path


def read_all(folder, reader):
    boards, _ = true_boards(folder)
    return kept(folder, [board.image for board in boards], [read_board(reader, folder, board) for board in boards])


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


def lying_on(lying, said, *, beside=0, said_beside=0, extra=0):
    """Return a board of so many dice and how many of them were read; each beside it likewise."""
    on = [(true_die(0, 60 * i), read(0, 60 * i) if i < said else None) for i in range(lying)]
    off = [(true_die(0, 900, state="off"), read(0, 900, doubt=EyeDoubt.OFF_BOARD) if i < said_beside else None)
           for i in range(beside)]  # fmt: skip
    return record(*on, *off, extra=[read(0, 700 + 60 * i) for i in range(extra)])


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 6, 7, 8])
def test_every_other_number_than_five_is_noticed_where_all_are_read(number):
    found = count_figures([lying_on(number, number)])
    assert counts(found.noticed) == counts(found.exact) == (1, 1)
    assert counts(found.noticed_by[str(number)]) == counts(found.exact_by[str(number)]) == (1, 1)
    assert found.mistaken.n == 0


@pytest.mark.parametrize(("lying", "said", "extra"), [(6, 5, 0), (4, 4, 1), (0, 0, 5)])
def test_five_read_where_another_number_lies_is_not_noticed(lying, said, extra):
    found = count_figures([lying_on(lying, said, extra=extra)])
    assert counts(found.noticed) == (0, 1)
    assert counts(found.exact) == (0, 1)


def test_another_wrong_number_is_noticed_but_not_exact():
    found = count_figures([lying_on(7, 6)])
    assert (counts(found.noticed), counts(found.exact)) == ((1, 1), (0, 1))


@pytest.mark.parametrize(("said", "extra", "hits"), [(5, 0, 0), (4, 0, 1), (5, 1, 1)])
def test_five_are_mistaken_where_another_number_is_read(said, extra, hits):
    found = count_figures([lying_on(5, said, extra=extra)])
    assert counts(found.mistaken) == (hits, 1)
    assert found.noticed.n == 0


def test_a_spare_die_beside_the_board_is_not_counted():
    assert counts(count_figures([lying_on(5, 5, beside=1, said_beside=1)]).mistaken) == (0, 1)
    assert counts(count_figures([lying_on(4, 4, beside=1, said_beside=1)]).noticed) == (1, 1)


def test_what_is_refused_as_a_whole_is_no_five_believed():
    assert counts(count_figures([replace(lying_on(4, 4, extra=1), verdict=Verdict.HAND_IN_VIEW)]).noticed) == (1, 1)


def test_many_dice_are_counted_together_and_half_hidden_ones_are_left_out():
    half = record((true_die(0, visible=0.4), None))
    found = count_figures([lying_on(9, 9), lying_on(12, 11), half])
    assert counts(found.noticed_by["9 and more"]) == (2, 2)
    assert counts(found.exact_by["9 and more"]) == (1, 2)


def test_the_table_has_a_row_for_each_number_with_its_interval():
    text = counts_table("x", count_figures([lying_on(4, 4, extra=1), lying_on(3, 3)]))
    lines = {line[:20].strip(): line for line in text.splitlines()}
    assert "0.500  [0.095, 0.905]  (1 of 2)" in lines["other than five"]
    assert "0.000  [0.000, 0.793]  (0 of 1)" in lines["4"]
    assert "–  (0 of 0)" in lines["8"]


SURE = 0.85


def figures(*records):
    return throw_figures(records, sure=SURE)


def with_sixth(board, *, is_there, doubt=EyeDoubt.NONE):
    """Return a throw with one reading more, of a die that is there or of none."""
    sixth = read(5, 400, doubt=doubt)
    pairs = [(die.true, die.read) for die in board.dice]
    return record(*pairs, (true_die(5, 400), sixth)) if is_there else record(*pairs, extra=[sixth])


def test_five_dice_read_right_and_surely_are_accepted_without_fault():
    found = figures(five())
    assert counts(found.five_right) == (1, 1)
    assert counts(found.asked) == (0, 1)
    assert counts(found.wrong) == (0, 5)
    assert counts(found.alarms) == (0, 1)


def test_a_wrong_face_believed_is_wrong_and_one_asked_about_is_not():
    silent, asked = figures(five(wrong=2)), figures(five(wrong=2, confidence=0.5))
    assert counts(silent.five_right) == counts(asked.five_right) == (0, 1)
    assert (counts(silent.wrong), counts(silent.asked)) == ((2, 5), (0, 1))
    assert (counts(asked.wrong), counts(asked.asked)) == ((0, 0), (1, 1))


def test_a_false_alarm_is_asked_about():
    alarmed = five(is_burning=True)
    dice = [(die.true, read(die.read.label, 60 * i, is_burning=not i, doubt=EyeDoubt.NONE if i else EyeDoubt.LEANING))
            for i, die in enumerate(alarmed.dice)]  # fmt: skip
    found = figures(record(*dice))
    assert counts(found.alarms) == (1, 1)
    assert counts(found.asked) == (1, 1)


@pytest.mark.parametrize(("is_burning", "hits"), [(True, 1), (False, 0)])
def test_a_leaning_die_is_to_be_called_burning_and_a_silent_one_is_wrong(is_burning, hits):
    pairs = [(die.true, die.read) for die in five().dice[1:]]
    doubt = EyeDoubt.LEANING if is_burning else EyeDoubt.NONE
    leaning = (true_die(0, state="leaning", tilt_deg=20.0), read(0, is_burning=is_burning, doubt=doubt))
    found = figures(record(leaning, *pairs))
    assert counts(found.burning) == (hits, 1)
    assert counts(found.wrong) == ((0, 0) if is_burning else (1, 5))
    assert found.five_right.n == 0
    assert found.alarms.n == 0


def test_a_leaning_die_that_is_not_found_is_a_miss():
    assert counts(figures(record((true_die(0, state="leaning", tilt_deg=20.0), None))).burning) == (0, 1)


def test_a_die_that_leans_a_little_is_not_asked_to_burn_but_a_stacked_one_is():
    slight, stacked = true_die(0, state="leaning", tilt_deg=7.0), true_die(0, state="stacked")
    assert figures(record((slight, read(0)))).burning.n == 0
    pairs = [(die.true, die.read) for die in five().dice[1:]]
    assert counts(figures(record((slight, read(0)), *pairs)).wrong) == (0, 5)
    assert figures(record((stacked, read(0)))).burning.n == 1


@pytest.mark.parametrize("is_there", [True, False])
def test_of_six_dice_read_nothing_is_accepted(is_there):
    assert figures(with_sixth(five(), is_there=is_there)).wrong.n == 0


@pytest.mark.parametrize("verdict", [Verdict.HAND_IN_VIEW, Verdict.NO_BOARD])
def test_what_is_refused_as_a_whole_is_asked_about_and_never_wrong(verdict):
    found = figures(replace(five(wrong=1), verdict=verdict))
    assert counts(found.asked) == (1, 1)
    assert found.wrong.n == 0


def test_a_spare_die_beside_the_board_does_not_count():
    assert trust_in(with_sixth(five(), is_there=True, doubt=EyeDoubt.OFF_BOARD)) == pytest.approx(0.95)


def test_boards_with_half_hidden_dice_are_no_throws():
    half, gone = true_die(5, 400, visible=0.5), true_die(5, 400, visible=0.01)
    pairs = [(die.true, die.read) for die in five().dice]
    assert not is_countable(record(*pairs, (half, None)))
    assert counts(figures(record(*pairs, (gone, None))).five_right) == (1, 1)


def test_dice_of_unknown_label_are_never_called_wrong():
    pairs = [(true_die(None, 60 * i), read(0, 60 * i)) for i in range(5)]
    assert figures(record(*pairs)).wrong.n == 0


def test_five_found_of_which_one_is_no_die_are_wrong_by_one():
    pairs = [(die.true, die.read) for die in five().dice[:4]]
    found = figures(record(*pairs, extra=[read(5, 400)]))
    assert counts(found.wrong) == (1, 5)
