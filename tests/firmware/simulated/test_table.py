import sys
from itertools import pairwise

import numpy as np
import pytest

from firmware.errors import SimulationError
from firmware.simulated.cast import LEAST_SHAKE_S, Pace
from firmware.simulated.setting import BoardName, Setting
from firmware.simulated.sight import free_pose
from firmware.simulated.table import DICE, MOST_DICE, SimulatedTable
from models.render.throws import Force
from models.render.world import DesignFace, DieState
from tests.doubles.clock import ManualClock
from tests.firmware.simulated.seat import ROYAL, SETTING, Seat

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


def test_the_dice_begin_in_the_cup_and_a_throw_takes_as_long_as_a_player_takes_and_none_comes_meanwhile(seat):
    assert seat.table.sight().poses == ()
    seat.throw()
    assert [die.number for die in seat.table.truth()] == list(range(DICE))
    began_ns = seat.clock.now_ns()
    ends_ns = seat.table.throw()
    assert 1.5 < (ends_ns - began_ns) * 1e-9 < 4.0
    seat.clock.sleep(0.3)
    assert seat.table.throw() == ends_ns
    fast = Seat(pace=Pace(speed=10.0))
    fast.throw()
    assert LEAST_SHAKE_S < (fast.table.throw() - fast.clock.now_ns()) * 1e-9 < LEAST_SHAKE_S + 0.4


def test_dice_are_thrown_again_unless_they_are_held(seat):
    seat.throw(faces=ROYAL, force=Force.GENTLE)
    seat.hold(1, 3)
    before = {die.number: die.place_xy for die in seat.table.truth()}
    seat.throw(faces=[DesignFace.NINE] * 3)
    assert seat.faces == [DesignFace.NINE, DesignFace.JACK, DesignFace.NINE, DesignFace.KING, DesignFace.NINE]
    after = {die.number: die.place_xy for die in seat.table.truth()}
    moved = {number for number in before if np.hypot(*np.subtract(before[number], after[number])) > 0.04}
    assert moved >= {0, 2, 4}
    assert [die.is_held for die in seat.table.truth()] == [False, True, False, True, False]
    seat.hold(1)  # a second tap lets it go
    assert [die.is_held for die in seat.table.truth()] == [False, False, False, True, False]
    seat.table.new_turn()
    assert not any(die.is_held for die in seat.table.truth())
    assert len(seat.faces) == DICE


def test_a_tap_beside_the_dice_or_while_they_roll_holds_nothing(seat):
    seat.throw()
    places = [die.place_xy for die in seat.table.truth()]
    assert seat.table.tap(0.01, 0.01) is None
    seat.table.throw()
    assert [seat.table.tap(*place) for place in places] == [None] * DICE


def test_of_two_dice_the_one_under_the_finger_is_held_and_marked_and_holding_all_throws_none(seat):
    seat.table.lay([DesignFace.ACE] * MOST_DICE)
    assert seat.table.marks() == ()
    places = [die.place_xy for die in seat.table.truth()]
    for number, place in enumerate(places):
        assert seat.table.tap(*place) == number
        assert [mark[:2] for mark in seat.table.marks()] == places[: number + 1]
    assert seat.table.throw() == seat.clock.now_ns()
    assert not seat.table.is_busy


def test_a_hand_takes_the_dice_and_throws_and_meanwhile_only_the_held_ones_lie_still_on_the_board(seat):
    seat.throw()
    seat.hold(4)
    seat.table.throw()
    calm, hands = [], [False]
    while seat.table.is_busy:
        seat.clock.sleep(0.02)
        sight = seat.table.sight()
        hands.append(bool(sight.hands))
        if not sight.is_moving and len(sight.poses) == 1:
            calm.append(sight.key)
    assert len(calm) * 0.02 > 0.5
    assert len(set(calm)) == 1
    assert sum(now and not before for before, now in pairwise(hands)) == 2
    assert not hands[-1]


def test_the_same_seed_throws_the_same_dice_however_often_anyone_looks():
    quick, curious, other = Seat(seed=4), Seat(seed=4), Seat(seed=5)
    quick.throw()
    other.throw()
    curious.table.throw()
    while curious.table.is_busy:
        curious.table.sight()
        curious.clock.sleep(0.007)
    assert quick.table.truth() == curious.table.truth()
    assert quick.table.truth() != other.table.truth()


def test_none_to_nine_dice_may_lie_with_the_faces_asked_for_and_those_in_the_cup_are_thrown_too(seat):
    for faces in ([], ROYAL, [*ROYAL, *ROYAL[:4]], ROYAL[:3]):
        seat.table.lay(faces)
        assert seat.faces == faces
        assert {die.state for die in seat.table.truth()} <= {DieState.OK}
    seat.throw()
    assert len(seat.faces) == DICE
    with pytest.raises(ValueError, match="At most 9 dice"):
        seat.table.lay([DesignFace.NINE] * 10)


def test_a_die_can_be_turned_over_where_it_lies_or_taken_away(seat):
    seat.table.lay(ROYAL)
    before = seat.table.truth()[1].place_xy
    seat.table.turn_over(1, DesignFace.NINE)
    assert seat.faces == [ROYAL[0], DesignFace.NINE, *ROYAL[2:]]
    assert seat.table.truth()[1].place_xy == pytest.approx(before, abs=1e-3)
    seat.table.take_away(2)
    assert [die.number for die in seat.table.truth()] == [0, 1, 3, 4]


@pytest.mark.parametrize("state", [DieState.LEANING, DieState.STACKED, DieState.OFF])
def test_a_die_can_be_made_to_burn(seat, state):
    seat.table.lay(ROYAL)
    seat.table.unsettle(3, state)
    assert [die.state for die in seat.table.truth()] == [*[DieState.OK] * 3, state, DieState.OK]
    seat.table.unsettle(1, DieState.STACKED)  # beside the first
    assert [die.state for die in seat.table.truth()] == [DieState.OK, DieState.STACKED, DieState.OK, state, DieState.OK]


def test_hand_and_board_come_and_go(seat):
    seat.table.lay(ROYAL)
    calm = seat.table.sight()
    seat.table.show_hand(is_in_view=True)
    seat.table.show_board(is_in_view=False)
    faulty = seat.table.sight()
    assert (len(faulty.hands), faulty.has_board) == (1, False)
    seat.clock.sleep(0.05)
    trembled = np.linalg.norm(np.subtract(seat.table.sight().hands[0].tip_mm, faulty.hands[0].tip_mm))
    assert 0.0 < trembled < 3.0
    seat.table.show_hand(is_in_view=False)
    seat.table.show_board(is_in_view=True)
    mended = seat.table.sight()
    assert (mended.hands, mended.has_board) == ((), True)
    assert len({calm.key, faulty.key, mended.key}) == 3


def test_what_cannot_be_laid_down_so_is_said(seat):
    seat.table.lay([DesignFace.ACE])
    with pytest.raises(SimulationError, match="Die 0 cannot be made to lie stacked"):  # it is alone
        seat.table.unsettle(0, DieState.STACKED)
    assert [die.state for die in seat.table.truth()] == [DieState.OK]
    rng, dice = np.random.default_rng(1), {}

    def crowd() -> None:
        for number in range(400):
            dice[number] = free_pose(SETTING, rng, dice, DesignFace.NINE)

    with pytest.raises(SimulationError, match="no room"):
        crowd()
    for count in (0, 6, -1):
        with pytest.raises(ValueError, match=f"got {count} to play with"):
            seat.table.use(count)


@pytest.mark.parametrize("board", BoardName)
def test_every_board_keeps_most_throws(board):
    clock = ManualClock()
    table = SimulatedTable(Setting.for_session(2, board=board), seed=2, clock=clock)
    states = []
    for _ in range(8):
        table.throw()
        clock.sleep(10.0)
        states += [die.state for die in table.truth()]
    assert states.count(DieState.OK) >= 0.8 * len(states)


def test_without_mujoco_the_board_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(SimulationError, match=r"serviert\[simulated\].*or play with a camera"):
        SimulatedTable(SETTING, seed=1, clock=ManualClock())


# -- lent dice -------------------------------------------------------------------------------------------------


def test_lent_dice_are_put_back_as_they_lay(seat):
    seat.throw(faces=ROYAL)
    seat.hold(1, 3)
    before, seen = seat.table.truth(), seat.table.sight()
    seat.table.lend()
    assert not any(die.is_held for die in seat.table.truth())
    seat.throw(faces=[DesignFace.NINE] * DICE)
    seat.table.lend()  # said again with every view
    seat.table.put_back()
    assert seat.table.truth() == before
    np.testing.assert_array_equal(seat.table.sight().poses, seen.poses)
    seat.throw(faces=[DesignFace.NINE] * 3)  # the two that were held still are
    assert sorted(seat.faces) == sorted([DesignFace.NINE] * 3 + [ROYAL[1], ROYAL[3]])
    seat.table.put_back()  # nothing is lent any more
    assert seat.faces.count(DesignFace.NINE) == 3


def test_dice_lent_from_the_cup_go_back_into_it_and_in_flight_where_they_come_to_lie(seat):
    seat.table.lend()
    seat.throw()
    seat.table.put_back()
    assert seat.table.truth() == ()
    seat.table.throw(faces=ROYAL)
    seat.table.lend()
    seat.table.put_back()
    assert not seat.table.is_busy
    assert seat.faces == ROYAL


# -- one die ---------------------------------------------------------------------------------------------------


def test_one_die_is_played_with_from_the_next_throw_on_and_then_five_again(seat):
    seat.throw(faces=ROYAL)
    seat.hold(0, 3)
    seat.table.use(1)
    assert seat.faces == ROYAL
    seat.throw(faces=[DesignFace.QUEEN])
    assert [(die.number, die.face, die.is_held) for die in seat.table.truth()] == [(0, DesignFace.QUEEN, False)]
    assert len(seat.table.sight().poses) == 1
    seat.throw(faces=[DesignFace.NINE])
    assert seat.faces == [DesignFace.NINE]
    seat.table.use(5)
    assert seat.faces == [DesignFace.NINE]
    seat.throw(faces=ROYAL)
    assert seat.faces == ROYAL


def test_dice_that_are_put_by_are_taken_by_the_hand_and_not_thrown(seat):
    seat.throw(faces=ROYAL)
    seat.table.use(1)
    seat.table.throw()
    counts = []
    while seat.table.is_busy:
        counts.append(len(seat.table.sight().poses))
        seat.clock.sleep(0.05)
    assert counts[0] == DICE
    assert set(counts[: counts.index(0)]) == {1, 2, 3, 4, 5}
    assert set(counts[counts.index(0) :]) == {0, 1}


def test_a_lesson_has_all_five_dice_and_gives_one_back(seat):
    seat.table.use(1)
    seat.throw(faces=[DesignFace.KING])
    seat.table.lend()
    seat.throw()
    assert len(seat.faces) == DICE
    seat.table.put_back()
    assert seat.faces == [DesignFace.KING]
    seat.throw(hidden=True, faces=[DesignFace.TEN])
    assert seat.table.peek() == (DesignFace.TEN,)
