from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.table import board_at, boxed
from vision.find import detect
from vision.frame import Frame

POLICY = detect.DetectorPolicy()


TURNS, CORNERS = st.floats(0, 2 * np.pi), st.floats(np.radians(50), np.radians(130))


@given(edge=st.floats(4, 60), turn=TURNS, longer=st.floats(0.55, 1.8), corner=CORNERS, side=st.sampled_from((-1, 1)))
def test_a_quad_comes_back_clockwise_from_what_the_model_is_taught_of_it(edge, turn, longer, corner, side):
    p = edge * np.array([np.cos(turn), np.sin(turn)])
    q = side * longer * edge * np.array([np.cos(turn + corner), np.sin(turn + corner)])
    quad = np.stack([-p - q, p - q, p + q, q - p])
    middle, half_edge, total, product = detect.cell_from_quad(quad)
    cells = np.zeros((detect.SHAPE_CHANNELS, 1))
    cells[4:6, 0], cells[6] = middle, half_edge
    cells[7], cells[8], cells[9], cells[10] = total.real, total.imag, product.real, product.imag
    back = detect.quads_from_cells(cells)[0]
    turns = [np.roll(other, turn, axis=0) for turn in range(4) for other in (quad, quad[::-1])]
    assert min(np.abs(back - other).max() for other in turns) < 1e-6 * edge
    x, y = back.T
    assert np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) > 0  # the shoelace sum: clockwise, for y points down


def raw_length(px):
    """What the model says for a length: its softplus, in units, is that length."""
    return np.log(np.expm1(px / detect.UNIT_PX))


def maps_with(row, column, *, half_edge=10.0, heat=0.8):
    shape = np.zeros((detect.SHAPE_CHANNELS, 20, 24), np.float32)
    shape[0:4, row, column] = raw_length(np.array([12.0, 13, 14, 15]))
    shape[4:, row, column] = 1 / detect.UNIT_PX, -2 / detect.UNIT_PX, raw_length(half_edge), 0, 0, -1, 0
    hot = np.zeros((20, 24), np.float32)
    hot[row, column] = heat
    hot[row, column + 1] = heat * 0.9
    return hot, shape


def test_a_peak_becomes_one_die_in_frame_pixels_and_its_box_is_given_a_little_air():
    (die,) = detect.decode(*maps_with(7, 9), zoom_xy=(0.5, 0.25), policy=detect.DetectorPolicy(box_air=0.0))
    assert die.box_xyxy == pytest.approx(((38 - 12) * 2, (30 - 13) * 4, (38 + 14) * 2, (30 + 15) * 4))
    assert (die.centre_xy, die.confidence) == (pytest.approx(((38 + 1) * 2, (30 - 2) * 4)), pytest.approx(0.8))
    (airy,) = detect.decode(*maps_with(7, 9), zoom_xy=(0.5, 0.25), policy=detect.DetectorPolicy(box_air=0.1))
    assert np.subtract(airy.box_xyxy, die.box_xyxy) == pytest.approx([-5.2, -11.2, 5.2, 11.2])
    assert airy.quad == die.quad


@pytest.mark.parametrize(("heat", "half_edge"), [(0.05, 10.0), (0.8, 1.0), (0.8, 300.0)])
def test_faint_tiny_and_huge_ones_are_left_out(heat, half_edge):
    assert detect.decode(*maps_with(7, 9, heat=heat, half_edge=half_edge), zoom_xy=(1, 1), policy=POLICY) == []
    assert len(detect.distinct(in_a_row(30, 20.0, 15), detect.DetectorPolicy(most_dice=7))) == 7
    odds = np.array([[-200.0, 1.0, 200.0]], np.float32)
    assert detect.calibrated(odds, 2.0, 1.0)[0] == pytest.approx([0, 1 / (1 + np.exp(-3.0)), 1], abs=1e-6)


WIDE, OF_34 = Frame(np.zeros((1000, 1600, 3), np.uint8)), boxed(10, 10, 34, 0.9)  # 400 = 1600 · 17 / 68
SURE, PIP = boxed(10, 10, 40, 0.9), boxed(20, 20, 10, 0.6)
SAME, BESIDE = boxed(12, 12, 41, 0.6), boxed(48, 12, 40, 0.8)


@pytest.mark.parametrize(("other", "kept"), [(SAME, (SURE,)), (PIP, (SURE,)), (BESIDE, (SURE, BESIDE))])
def test_of_two_boxes_of_one_die_or_a_pip_the_more_confident_stays_and_dice_that_touch_stay_two(other, kept):
    assert detect.distinct([other, SURE], POLICY) == kept


def in_a_row(count, apart, edge, confidence=0.9, top=0.0):
    return [boxed(i * apart, top, edge, confidence) for i in range(count)]


@pytest.mark.parametrize("long_side", [1, 33, 100, 640, 4608, 20000])
def test_no_picture_is_too_small_or_too_large_to_be_looked_at(long_side):
    sides = detect.usable_long_sides(long_side, POLICY)
    assert sides
    assert max(sides) <= max(POLICY.long_sides_px)
    assert max(sides) <= max(long_side * POLICY.most_enlargement, long_side)


def test_dice_of_a_known_size_are_looked_for_in_the_one_that_suits_and_in_several_where_none_of_it_are_seen():
    detector = detect.Detector(Mock(contract=Mock(number=Mock(return_value=1.0))))
    for there, sides in (({400.0}, [400.0]), ({192, 800.0}, [400.0, 96, 192, 384, 768, 800.0])):
        detector._detect_at = Mock(side_effect=lambda _, side, __, there=there: [OF_34] * (side in there))
        assert detector.detect(WIDE, edge_px=68.0) == (OF_34,)
        assert [look.args[1] for look in detector._detect_at.call_args_list] == sides


@pytest.mark.parametrize(("top", "side"), [(500, 680), (530, 680), (700, POLICY.most_long_side_px)])
def test_how_large_dice_are_is_told_by_those_on_the_floor_or_near_it_if_there_are_any(top, side):
    detector = detect.Detector(Mock(contract=Mock(number=Mock(return_value=1.0))))
    checks, dice = in_a_row(25, 30.0, 20), in_a_row(3, 100.0, 40, 0.6, 480.0)  # of a tablecloth
    detector._detect_at = Mock(return_value=[*checks, *dice])
    detector.detect(WIDE, board_at(0, top, 1600, 1000, size_wh=WIDE.size_wh))
    assert detector._detect_at.call_args[0][1] == side


@pytest.mark.parametrize(
    ("seen", "edge_px"),
    [
        # the board taken for a die
        ([*((die, 1.5) for die in in_a_row(5, 60.0, 20)), (boxed(0.0, 0.0, 320.0, 0.95), 0.125)], 20),
        # their pips
        ([(pip, 2.0) for pip in in_a_row(8, 40.0, 18, 0.6, 20.0)] + [(die, 0.4) for die in in_a_row(3, 200.0, 90)], 90),
        ([], None),
    ],
)
def test_how_large_dice_are_is_told_by_dice_alone(seen, edge_px):
    assert detect.usual_edge_px(seen, POLICY) == (None if edge_px is None else pytest.approx(edge_px))
