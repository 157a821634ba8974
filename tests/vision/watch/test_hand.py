from dataclasses import replace

import numpy as np
import pytest

from tests.vision.board_pictures import SPOTS_MM, board_picture, die_mm, five_dice, lit, outline_of, with_hand
from vision.watch.hand import backdrop_of, is_hand_in_view

ELSEWHERE = tuple(die_mm(y, x, face=2) for x, y in SPOTS_MM)
SKINS = [(255, 219, 190), (224, 172, 140), (198, 134, 100), (141, 85, 36), (90, 56, 37)]
MIDDLE = (240.0, 240.0)


@pytest.fixture(scope="module")
def at_rest():
    """Return a frame of five dice on their board, the dice, the board and how it looks at rest."""
    frame, dice = board_picture(five_dice())
    return frame, dice, outline_of(five_dice()), backdrop_of(frame, dice)


@pytest.mark.parametrize(("skin", "from_deg"), list(zip(SKINS, (0.0, 135.0, 250.0, 30.0, 60.0), strict=True)))
def test_a_hand_is_seen_by_the_felts_colour_alone_and_against_the_board_at_rest(at_rest, skin, from_deg):
    frame, dice, board, backdrop = at_rest
    reached = with_hand(frame, MIDDLE, from_deg, skin=skin)
    assert is_hand_in_view(reached, dice, board=board)
    assert is_hand_in_view(reached, dice, backdrop=backdrop)
    assert not is_hand_in_view(reached, dice)  # with neither outline nor past


def test_dice_thrown_elsewhere_and_a_change_of_light_are_no_hand(at_rest):
    frame, dice, board, backdrop = at_rest
    assert not is_hand_in_view(frame, dice, board=board)
    after, lie = board_picture(ELSEWHERE)
    assert not is_hand_in_view(after, lie, board=board, backdrop=backdrop)
    for gain in (0.75, 1.2):
        assert not is_hand_in_view(lit(frame, gain, noise=3.0), dice, board=board, backdrop=backdrop)


def test_a_missed_die_a_cluster_and_the_bare_felt_it_leaves_are_no_hand(at_rest):
    frame, dice, _, _ = at_rest
    empty, _ = board_picture()
    board, bare = outline_of(), backdrop_of(empty, ())
    assert not is_hand_in_view(frame, dice[:4], board=board, backdrop=bare)
    cluster, lie = board_picture(tuple(die_mm(17.0 * (i % 3) - 17, 17.0 * (i // 3), turn_deg=0.0) for i in range(5)))
    assert not is_hand_in_view(cluster, lie, board=board)
    assert not is_hand_in_view(cluster, lie, backdrop=bare)
    assert not is_hand_in_view(empty, (), board=board, backdrop=backdrop_of(cluster, lie))
    assert not is_hand_in_view(empty, (), board=board)
    assert is_hand_in_view(with_hand(empty, MIDDLE, 60.0, skin=SKINS[1]), (), board=board)


def test_a_board_of_another_colour_than_expected_is_no_hand_and_a_hand_over_it_is_seen_once_it_was_at_rest(at_rest):
    frame, dice, board, backdrop = at_rest
    mistaken = replace(board, felt_lab=(17.0, 160.0, 160.0))
    assert not is_hand_in_view(frame, dice, board=mistaken)
    assert is_hand_in_view(with_hand(frame, MIDDLE, 60.0, skin=SKINS[1]), dice, board=mistaken, backdrop=backdrop)


def test_a_rim_inside_the_outline_and_a_hand_beside_the_board_do_not_count(at_rest):
    frame, dice, board, _ = at_rest
    middle = np.mean(board.polygon, axis=0)
    wide = replace(board, polygon=tuple(tuple(middle + 1.12 * (np.array(each) - middle)) for each in board.polygon))
    assert not is_hand_in_view(frame, dice, board=wide)
    assert not is_hand_in_view(with_hand(frame, (452.0, 30.0), -45.0, skin=SKINS[1]), dice, board=board)


def test_where_dice_lay_the_backdrop_learns_from_later_frames(at_rest):
    begun = at_rest[3]
    known = backdrop_of(*board_picture(ELSEWHERE), before=begun)
    assert not begun.known.all()
    assert known.known.sum() > begun.known.sum()
