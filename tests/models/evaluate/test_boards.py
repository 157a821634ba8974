from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.evaluate.boards import board_figures, count_figures, counts_table, is_countable, throw_figures, trust_in
from models.evaluate.records import brightness_of, find_picture, is_in_picture, loaded, matched, quad_error, record_of
from models.train.pictures.truth import TrueBoard, board_of
from tests.cases import cases
from tests.models.evaluate.synthetic import LEANING, QUAD, SLIGHT, counts, five, read, record, stated, true_die
from vision.frame import Frame
from vision.reading import EyeDoubt, Reading, Verdict

SURE = 0.85
FRAME = Frame(np.full((80, 300, 3), 90, np.uint8))
DICE = [stated("9"), stated("K", 60), stated("10", 120, "cocked_rim", 30.0), stated("A", 900, "off")]
BOARD = board_of({"image": "one.jpg", "dice": DICE})


def board_read(*dice, board=BOARD):
    return record_of(board, FRAME, Reading(dice=dice, verdict=Verdict.CLEAR))


def assert_said(found, wanted):
    assert {name: [*counts(getattr(found, name))] for name in wanted} == {name: [*of] for name, of in wanted.items()}


def test_which_corner_a_quad_begins_with_and_which_way_it_goes_is_no_error():
    quad = np.array(QUAD)
    assert quad_error(np.roll(quad, 1, axis=0), quad) == pytest.approx(0)
    assert quad_error(np.roll(quad[::-1], 1, axis=0), quad) == pytest.approx(0)
    assert quad_error(quad + np.array([3, 4]), quad) == pytest.approx(5 / 40)


def test_each_true_die_gets_what_was_read_there_and_the_rest_is_extra():
    found = board_read(read(5, 200), read(2), board=TrueBoard(image="a", dice=(true_die(2), true_die(3, 100))))
    assert [(die.true.label, die.read and die.read.label) for die in found.dice] == [(2, 2), (3, None)]
    assert [die.label for die in found.extra] == [5]
    assert [die.quad_error for die in found.dice] == pytest.approx([0, np.nan], nan_ok=True)
    (unstated,) = board_read(read(2), board=TrueBoard(image="a", dice=(true_die(2, quad=()),))).dice
    assert (unstated.true.edge_px, unstated.quad_error) == pytest.approx((44, np.nan), nan_ok=True)
    inside = [is_in_picture(true_die(0, x), (300, 80)) for x in (-31, -29, 269, 271)]  # by its middle
    assert inside == [False, True, True, False]


SQUARE, BESIDE = (0.0, 0.0, 10.0, 10.0), (2.0, 0.0, 12.0, 10.0)


@pytest.mark.parametrize(
    ("found", "true", "pairs"),
    [
        ([SQUARE, (1.0, 1.0, 11.0, 11.0)], [SQUARE], {0: 0}),  # once, and by the most confident
        ([(5.0, 5.0, 15.0, 15.0)], [SQUARE], {}),
        ([BESIDE, SQUARE], [SQUARE, BESIDE], {0: 1, 1: 0}),
    ],
)
def test_each_found_box_takes_the_free_true_one_it_overlaps_most(found, true, pairs):
    assert matched(found, true) == pairs


def test_brightness_is_the_mean_lightness():
    for halves in ((119, 119), (0, 255)):  # Source: CIE 15: L* of sRGB 119 is 50.0, of 0 it is 0, of 255 it is 100.
        pixels = np.repeat(np.uint8(halves), 25)[:, None, None].repeat(60, 1).repeat(3, 2)
        assert brightness_of(Frame(pixels)) == pytest.approx(50, abs=0.3)


def test_a_picture_is_found_by_name_or_else_stem_in_the_first_folder_that_has_it_absent_or_broken_it_is_none(tmp_path):
    for folder, level in (("images", 10), ("whole", 200)):
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "a.png"), np.full((4, 6, 3), level, np.uint8))
    frame = loaded("a.png", tmp_path / "none", tmp_path / "whole", tmp_path / "images")
    assert (frame.size_wh, frame.pixels.max()) == ((6, 4), 200)
    for name in ("a[1].PNG", "a[1].txt", "a1.png", "b.txt"):
        (tmp_path / name).write_bytes(b"no picture")
    found = [find_picture(tmp_path, name) for name in ("a[1].jpg", "b.jpg", "nowhere/a.jpg", "a1.png")]
    assert found == [tmp_path / "a[1].PNG", None, None, tmp_path / "a1.png"]  # one of them saved as another kind
    assert (loaded("a1.png", tmp_path), loaded("gone.png", tmp_path)) == (None, None)


def test_a_board_read_without_a_fault_is_right_and_confusions_come_most_frequent_first():
    figures = board_figures([board_read(read(0), read(4, 60), read(1, 120, is_burning=True))], sure=SURE)
    assert_said(figures, {"recall": (3, 3), "faces": (2, 2), "leaning": (1, 1), "boards_right": (1, 1)})
    assert figures.quad_error[0] == pytest.approx(0)  # the fourth die lies outside the picture
    assert figures.edge_px == pytest.approx((40, 40))
    queens = [(true_die(3, 60 * i), read(4, 60 * i)) for i in range(2)]
    figures = board_figures([record((true_die(0, 200), read(1, 200)), *queens)], sure=SURE)
    assert figures.confusions == ((("Q", "K"), 2), (("9", "10"), 1))


@pytest.mark.parametrize(("dice", "wanted"), cases(__file__)["faults"])
def test_each_fault_shows_in_its_figure_and_spoils_the_board(dice, wanted):
    seen = board_read(*(read(label, x, **more) for label, x, more in dice))
    assert_said(board_figures([seen], sure=SURE), wanted | {"boards_right": [0, 1]})


HIDDEN = true_die(0, visible=0.3)


@pytest.mark.parametrize(
    ("pairs", "wanted"),
    [
        # Hidden dice count neither found nor missed, nor does a lean below ten degrees, whatever is said of it.
        ([(HIDDEN, None), (true_die(1, 60), read(1, 60))], {"recall": (1, 1), "boards_right": (1, 1)}),
        ([(HIDDEN, read(3)), (true_die(1, 60), read(1, 60))], {"faces": (1, 1), "precision": (1, 1)}),
        ([(SLIGHT, read(3, is_burning=True))], {"burning": (0, 0), "boards_right": (1, 1)}),
        ([(SLIGHT, read(3))], {"false_burning": (0, 0), "boards_right": (0, 1)}),
        # No poker dice are to be refused; of unknown labels the face is not judged.
        ([(true_die(-1), read(0, doubt=EyeDoubt.FOREIGN_FACE))], {"foreign": (1, 1), "boards_right": (1, 1)}),
        ([(true_die(-1), read(0))], {"foreign": (0, 1), "faces": (0, 0), "boards_right": (0, 1)}),
        ([(true_die(None), read(0))], {"recall": (1, 1), "faces": (0, 0), "foreign": (0, 0), "boards_right": (1, 1)}),
    ],
)
def test_dice_count_where_they_can_be_judged(pairs, wanted):
    assert_said(board_figures([record(*pairs)], sure=SURE), wanted)


def lying_on(lying, said, *, beside=0, extra=0, verdict=Verdict.CLEAR):
    """Return a board of so many dice and how many of them were read, so many beside it, and so many invented."""
    on = [(true_die(0, 60 * i), read(0, 60 * i) if i < said else None) for i in range(lying)]
    off = [(true_die(0, 900, state="off"), read(0, 900, doubt=EyeDoubt.OFF_BOARD)) for _ in range(beside)]
    return replace(record(*on, *off, extra=[read(0, 700 + 60 * i) for i in range(extra)]), verdict=Verdict(verdict))


@pytest.mark.parametrize(("lying", "more", "noticed", "mistaken", "exact"), cases(__file__)["counts"])
def test_another_number_than_five_is_noticed_unless_five_are_read(lying, more, noticed, mistaken, exact):
    found = count_figures([lying_on(*lying, **more)])
    assert list(map(list, map(counts, (found.noticed, found.mistaken, found.exact)))) == [noticed, mistaken, exact]


def test_the_table_has_a_row_for_each_number_many_together_and_half_hidden_dice_left_out():
    half = record((true_die(0, visible=0.4), None))
    found = count_figures([lying_on(4, 4, extra=1), lying_on(3, 3), lying_on(9, 9), lying_on(12, 11), half])
    assert (counts(found.noticed_by["9 and more"]), counts(found.exact_by["9 and more"])) == ((2, 2), (1, 2))
    lines = {line[:20].strip(): line for line in counts_table("x", found).splitlines()}
    assert "(3 of 4)" in lines["other than five"]
    assert "0.000  [0.000, 0.793]  (0 of 1)" in lines["4"]
    assert "–  (0 of 0)" in lines["8"]


def four_and(*pairs, extra=()):
    """Return a throw of four dice read right, and others."""
    return record(*((die.true, die.read) for die in five().dice[1:]), *pairs, extra=extra)


BURNING = read(0, is_burning=True, doubt=EyeDoubt.LEANING)


@pytest.mark.parametrize(
    ("board", "wanted"),
    [
        (five(), {"five_right": (1, 1), "asked": (0, 1), "wrong": (0, 5), "alarms": (0, 1)}),
        (five(wrong=2), {"five_right": (0, 1), "asked": (0, 1), "wrong": (2, 5)}),
        (five(wrong=2, confidence=0.5), {"five_right": (0, 1), "asked": (1, 1), "wrong": (0, 0)}),
        # A false alarm is asked about; a leaning die believed is wrong, one not found is a miss.
        (four_and((true_die(0), BURNING)), {"alarms": (1, 1), "asked": (1, 1)}),
        (four_and((LEANING, BURNING)), {"burning": (1, 1), "wrong": (0, 0)}),
        (four_and((LEANING, read(0))), {"burning": (0, 1), "wrong": (1, 5), "five_right": (0, 0), "alarms": (0, 0)}),
        (four_and((LEANING, None)), {"burning": (0, 1)}),
        (four_and((SLIGHT, read(0))), {"burning": (0, 0), "wrong": (0, 5)}),
        (four_and((true_die(0, state="stacked"), read(0))), {"burning": (0, 1)}),
        # Of six read nothing is accepted; refused as a whole it is asked about and never wrong.
        (four_and((true_die(0), read(0)), extra=[read(5, 400)]), {"wrong": (0, 0)}),
        (replace(five(wrong=1), verdict=Verdict.HAND_IN_VIEW), {"asked": (1, 1), "wrong": (0, 0), "refused": (1, 1)}),
        (four_and(extra=[read(5, 400)]), {"wrong": (1, 5)}),
        (four_and((true_die(0), read(0)), (true_die(5, 400, visible=0.01), None)), {"five_right": (1, 1)}),
        (record(*((true_die(None, 60 * i), read(0, 60 * i)) for i in range(5))), {"wrong": (0, 0)}),
    ],
)
def test_throws_are_right_asked_about_or_wrong(board, wanted):
    assert_said(throw_figures([board], sure=SURE), wanted)


def test_boards_with_half_hidden_dice_are_no_throws_and_spare_dice_do_not_count():
    assert not is_countable(four_and((true_die(5, 400, visible=0.5), None)))
    spare = true_die(5, 400), read(5, 400, doubt=EyeDoubt.OFF_BOARD)
    assert trust_in(four_and((true_die(0), read(0)), spare)) == pytest.approx(0.95)
