import numpy as np
import pytest

from models.evaluate.records import is_in_picture, quad_error, record_of
from models.evaluate.truth import TrueBoard
from tests.models.evaluate.synthetic import QUAD, PlannedReader, read, true_die
from vision.frame import Frame

FRAME = Frame(np.full((80, 300, 3), 90, np.uint8))


def planned(*dice):
    return lambda: PlannedReader(*dice).read_picture(FRAME)


def test_which_corner_a_quad_begins_with_and_which_way_it_goes_is_no_error():
    quad = np.array(QUAD)
    assert quad_error(np.roll(quad, 1, axis=0), quad) == pytest.approx(0)
    assert quad_error(np.roll(quad[::-1], 1, axis=0), quad) == pytest.approx(0)
    assert quad_error(quad + np.array([3, 4]), quad) == pytest.approx(5 / 40)


def test_each_true_die_gets_what_was_read_there_and_the_rest_is_extra():
    board = TrueBoard(image="a", dice=(true_die(2), true_die(3, 100), true_die(4, 900)))
    record = record_of(board, FRAME, planned(read(5, 200), read(2)))
    assert [(die.true.label, die.read and die.read.label) for die in record.dice] == [(2, 2), (3, None)]
    assert [die.label for die in record.extra] == [5]
    assert record.dice[0].quad_error == pytest.approx(0)
    assert np.isnan(record.dice[1].quad_error)
    assert record.light.contrast == pytest.approx(0, abs=1e-3)


def test_a_die_whose_top_face_is_not_stated_has_the_size_of_its_box():
    board = TrueBoard(image="a", dice=(true_die(2, quad=()),))
    (die,) = record_of(board, FRAME, planned(read(2))).dice
    assert die.size_px == 44
    assert np.isnan(die.quad_error)


@pytest.mark.parametrize(("x", "inside"), [(-31, False), (-29, True), (269, True), (271, False)])
def test_a_die_is_in_the_picture_if_its_middle_is(x, inside):
    assert is_in_picture(true_die(0, x), (300, 80)) is inside
