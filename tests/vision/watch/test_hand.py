from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.board_pictures import SPOTS_MM, board_picture, die_mm, five_dice, lit, outline_of, with_hand
from vision.watch.hand import backdrop_of, is_hand_in_view

ELSEWHERE = tuple(die_mm(y, x, face=2) for x, y in SPOTS_MM)
SKINS = [(255, 219, 190), (224, 172, 140), (198, 134, 100), (141, 85, 36), (90, 56, 37)]


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("from_deg", [0.0, 135.0, 250.0])
def test_a_hand_over_the_felt_is_seen_by_the_felts_colour_alone(skin, from_deg):
    frame, dice = board_picture(five_dice())
    board = outline_of(five_dice())
    assert is_hand_in_view(with_hand(frame, (240.0, 240.0), from_deg, skin=skin), dice, board=board)


@pytest.mark.parametrize("skin", SKINS)
def test_a_hand_is_seen_against_the_board_as_it_was_without_any_outline(skin):
    frame, dice = board_picture(five_dice())
    backdrop = backdrop_of(frame, dice)
    assert is_hand_in_view(with_hand(frame, (240.0, 240.0), 30.0, skin=skin), dice, backdrop=backdrop)


def test_dice_alone_are_no_hand():
    frame, dice = board_picture(five_dice())
    assert not is_hand_in_view(frame, dice, board=outline_of(five_dice()))


def test_dice_thrown_elsewhere_are_no_hand():
    before, lay = board_picture(five_dice())
    after, lie = board_picture(ELSEWHERE)
    assert not is_hand_in_view(after, lie, board=outline_of(five_dice()), backdrop=backdrop_of(before, lay))


@pytest.mark.parametrize("gain", [0.75, 1.2])
def test_a_change_of_light_is_no_hand(gain):
    frame, dice = board_picture(five_dice())
    changed = lit(frame, gain, noise=3.0)
    assert not is_hand_in_view(changed, dice, board=outline_of(five_dice()), backdrop=backdrop_of(frame, dice))


def test_one_die_the_detector_missed_is_no_hand():
    empty, _ = board_picture(())
    frame, dice = board_picture(five_dice())
    assert not is_hand_in_view(frame, dice[:4], board=outline_of(), backdrop=backdrop_of(empty, ()))


def test_a_cluster_of_dice_and_the_bare_felt_it_leaves_are_no_hand():
    cluster = tuple(die_mm(17.0 * (i % 3) - 17, 17.0 * (i // 3), turn_deg=0.0) for i in range(5))
    frame, lie = board_picture(cluster)
    collected, _ = board_picture()
    assert not is_hand_in_view(frame, lie, board=outline_of())
    assert not is_hand_in_view(frame, lie, backdrop=backdrop_of(collected, ()))
    assert not is_hand_in_view(collected, (), board=outline_of(), backdrop=backdrop_of(frame, lie))


def test_a_board_of_another_colour_than_expected_is_no_hand_and_a_hand_over_it_is_seen_once_it_was_at_rest():
    frame, dice = board_picture(five_dice())
    mistaken = replace(outline_of(five_dice()), felt_lab=(17.0, 160.0, 160.0))
    reached = with_hand(frame, (240.0, 240.0), 60.0, skin=SKINS[1])
    assert not is_hand_in_view(frame, dice, board=mistaken)
    assert is_hand_in_view(reached, dice, board=mistaken, backdrop=backdrop_of(frame, dice))


def test_a_rim_inside_the_outline_is_no_hand_and_a_hand_within_it_is():
    frame, dice = board_picture(five_dice())
    found = outline_of(five_dice())
    middle = np.mean(found.polygon, axis=0)
    wide = replace(found, polygon=tuple(tuple(middle + 1.12 * (np.array(each) - middle)) for each in found.polygon))
    assert not is_hand_in_view(frame, dice, board=wide)
    assert is_hand_in_view(with_hand(frame, (240.0, 240.0), 60.0, skin=SKINS[1]), dice, board=found)


def test_a_hand_on_an_empty_board_is_seen():
    frame, _ = board_picture(())
    board = outline_of()
    assert is_hand_in_view(with_hand(frame, (240.0, 240.0), 60.0, skin=SKINS[1]), (), board=board)
    assert not is_hand_in_view(frame, (), board=board)


def test_a_hand_beside_the_board_does_not_count():
    frame, dice = board_picture(five_dice())
    board = outline_of(five_dice())
    assert not is_hand_in_view(with_hand(frame, (452.0, 30.0), -45.0, skin=SKINS[1]), dice, board=board)


def test_with_neither_outline_nor_past_nothing_is_called_a_hand():
    frame, dice = board_picture(five_dice())
    assert not is_hand_in_view(with_hand(frame, (240.0, 240.0), 0.0, skin=SKINS[0]), dice)


def test_where_dice_lay_the_backdrop_learns_from_later_frames():
    first, lay = board_picture(five_dice())
    second, lie = board_picture(ELSEWHERE)
    begun = backdrop_of(first, lay)
    known = backdrop_of(second, lie, before=begun)
    assert not begun.known.all()
    assert known.known.sum() > begun.known.sum()
