import sys

import numpy as np
import pytest

from firmware.errors import SimulationError
from firmware.simulated import cast, setting
from firmware.simulated.table import DICE, SimulatedTable
from models.render.world import DesignFace, DieState
from tests.doubles.clock import ManualClock
from tests.firmware.simulated.conftest import ROYAL, SETTING, Seat

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


def test_the_dice_begin_in_the_cup_and_a_throw_takes_as_long_as_a_player_takes_and_none_comes_meanwhile(seat):
    assert seat.table.sight().poses == ()
    seat.throw()
    assert [die.number for die in seat.table.truth()] == list(range(DICE))
    began_ns = seat.clock.now_ns()
    ends_ns = seat.table.throw()
    assert 1.5 < (ends_ns - began_ns) * 1e-9 < 4.0
    seat.clock.sleep(0.3)
    assert (seat.table.throw(), seat.table.places()) == (ends_ns, [])  # nobody knows where they will lie
    assert [seat.table.tap(*die.place_xy) for die in seat.table.truth()] == [None] * DICE
    fast = Seat(pace=cast.Pace(speed=10.0))
    fast.throw()
    assert cast.LEAST_SHAKE_S < (fast.table.throw() - fast.clock.now_ns()) * 1e-9 < cast.LEAST_SHAKE_S + 0.4


def test_dice_are_thrown_again_unless_they_are_held(seat):
    seat.table.lay(ROYAL)
    seat.hold(1, 3)
    before = {die.number: die.place_xy for die in seat.table.truth()}
    seat.throw()
    assert seat.faces[1::2] == ROYAL[1::2]
    after = {die.number: die.place_xy for die in seat.table.truth()}
    moved = {number for number in before if np.hypot(*np.subtract(before[number], after[number])) > 0.04}
    assert (moved >= {0, 2, 4}, sorted(seat.table.places())) == (True, sorted([*place] for place in after.values()))
    assert [die.is_held for die in seat.table.truth()] == [False, True, False, True, False]
    seat.hold(1)  # a second tap lets it go
    assert [die.is_held for die in seat.table.truth()] == [False, False, False, True, False]
    assert seat.table.tap(0.01, 0.01) is None
    seat.table.new_turn()
    assert not any(die.is_held for die in seat.table.truth())
    assert len(seat.faces) == DICE


def test_of_two_dice_the_one_under_the_finger_is_held_and_marked_and_holding_all_throws_none(seat):
    seat.table.lay([DesignFace.ACE] * 9)
    assert seat.table.marks() == ()
    places = [die.place_xy for die in seat.table.truth()]
    for number, place in enumerate(places):
        assert seat.table.tap(*place) == number
        assert [mark[:2] for mark in seat.table.marks()] == places[: number + 1]
    assert seat.table.throw() == seat.clock.now_ns()
    assert not seat.table.is_busy


def test_a_throw_can_be_taken_back_and_the_dice_lie_as_before_and_can_be_held(seat):
    seat.table.lay(ROYAL)
    before, version = seat.table.truth(), seat.table.sight().key
    seat.throw()
    seat.table.take_back()
    assert seat.table.truth() == before
    assert seat.table.sight().key > version
    seat.hold(1, 3)
    seat.throw()
    assert seat.faces[1::2] == ROYAL[1::2]


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


def test_none_to_nine_dice_may_lie_and_those_in_the_cup_are_thrown_too(seat):
    for faces in ([], [*ROYAL, *ROYAL[:4]], ROYAL[:3]):
        seat.table.lay(faces)
        assert seat.faces == faces
        assert {die.state for die in seat.table.truth()} <= {DieState.OK}
    seat.throw()
    assert len(seat.faces) == DICE


def test_a_table_without_mujoco_or_with_other_numbers_of_dice_says_so(seat, monkeypatch):
    for count in (0, 6):
        with pytest.raises(ValueError, match=f"got {count} to play with"):
            seat.table.use(count)
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(SimulationError, match=r"serviert\[simulated\].*or play with a camera"):
        SimulatedTable(SETTING, seed=1, clock=seat.clock)


def test_every_board_keeps_most_throws():
    states = []
    for board in setting.BoardName:
        clock = ManualClock()
        table = SimulatedTable(setting.Setting.for_session(2, board=board), seed=2, clock=clock)
        for _ in range(3):
            table.throw()
            clock.sleep(10.0)
            states += [die.state for die in table.truth()]
    assert states.count(DieState.OK) >= 0.8 * len(states)


def test_lent_dice_are_put_back_as_they_lay(seat):
    seat.table.lay(ROYAL)
    seat.hold(1, 3)
    before, seen = seat.table.truth(), seat.table.sight()
    seat.table.lend()
    assert not any(die.is_held for die in seat.table.truth())
    seat.throw()
    seat.table.lend()  # said again with every view
    seat.table.put_back()
    assert seat.table.truth() == before
    np.testing.assert_array_equal(seat.table.sight().poses, seen.poses)
    seat.throw()  # the two that were held still are
    assert seat.faces[1::2] == ROYAL[1::2]
    thrown = seat.table.truth()
    seat.table.put_back()  # nothing is lent any more
    assert seat.table.truth() == thrown


def test_one_die_is_played_with_from_the_next_throw_on_and_a_lesson_has_all_five(seat):
    seat.table.lay(ROYAL)
    seat.hold(0, 3)
    seat.table.use(1)
    assert seat.faces == ROYAL
    seat.table.throw()
    counts, hands = [], []
    while seat.table.is_busy:  # the others are taken by the hand and not thrown
        counts.append(len(seat.table.sight().poses))
        hands.append(len(seat.table.sight().hands))
        seat.clock.sleep(0.05)
    assert (counts[0], set(hands), set(counts[: counts.index(0)])) == (DICE, {0, 1}, {1, 2, 3, 4, 5})
    assert set(counts[counts.index(0) :]) == {0, 1}
    alone = seat.table.truth()
    assert [(die.number, die.is_held) for die in alone] == [(0, False)]
    seat.table.lend()
    seat.throw()
    assert len(seat.faces) == DICE
    seat.table.put_back()
    assert seat.table.truth() == alone
    for count, hidden in ((1, True), (DICE, False)):
        seat.table.use(count)
        seat.throw(hidden=hidden)
        assert len(seat.faces) == count


def test_dice_thrown_under_the_cup_are_not_to_be_seen_until_it_is_lifted(seat):
    seat.table.lay(ROYAL)
    seat.hold(1, 3)  # these go under the cup with the others
    seat.table.throw(hidden=True)
    while seat.table.is_busy:
        assert not seat.table.is_covered
        seat.table.lift_cup()  # it is under way
        seat.clock.sleep(0.05)
    assert seat.table.is_covered
    sight = seat.table.sight()
    assert (sight.poses, sight.cover is None, sight.is_moving) == ((), False, False)
    under = seat.table.truth()
    assert not any(die.is_held for die in under)
    assert [seat.table.tap(*die.place_xy) for die in under] == [None] * DICE
    assert seat.table.marks() == ()
    seat.table.lift_cup()
    assert not seat.table.is_covered
    assert (len(seat.table.sight().poses), seat.table.sight().cover, seat.table.truth()) == (DICE, None, under)
    seat.hold(2)
    assert len(seat.table.marks()) == 1


def test_all_dice_lie_flat_inside_the_cup_and_none_in_another_and_their_faces_are_chance():
    faces = set()
    for seed in range(8):
        seat = Seat(seed)
        seat.throw(hidden=True)
        cover = seat.table.sight().cover
        faces.update(seat.faces)
        seat.table.lift_cup()
        poses = np.array(seat.table.sight().poses)
        size_mm = SETTING.bodies.size_mm
        assert (np.hypot(*(poses[:, :2] - cover.place_mm).T) + size_mm / np.sqrt(2) <= cover.inside_mm + 1e-6).all()
        gaps = np.hypot(*(poses[:, None, :2] - poses[None, :, :2]).transpose(2, 0, 1))
        assert gaps[~np.eye(DICE, dtype=bool)].min() >= size_mm * np.sqrt(2)
        assert {die.state for die in seat.table.truth()} == {DieState.OK}
    assert faces == set(DesignFace)


@pytest.mark.parametrize("hidden", [True, False])
def test_dice_under_the_cup_are_shaken_again_and_nobody_sees_them_meanwhile(seat, hidden):
    seat.throw(hidden=True)
    before = seat.table.truth()
    seat.table.throw(hidden=hidden)
    assert seat.table.sight().cover is None
    while seat.table.is_busy:
        assert not (hidden and seat.table.sight().poses)
        seat.clock.sleep(0.05)
    assert seat.table.truth() != before
    assert seat.table.is_covered is hidden


@pytest.mark.parametrize(("hidden", "is_under_way"), [(True, True), (True, False), (False, True)])
def test_dice_lent_under_way_or_under_the_cup_are_put_back_as_they_come_to_lie(seat, hidden, is_under_way):
    left_alone = Seat()
    left_alone.throw(hidden=hidden)
    seat.table.throw(hidden=hidden)
    if not is_under_way:
        seat.wait()
    seat.table.lend()
    assert not seat.table.is_covered
    assert not hidden or (seat.table.truth(), seat.table.sight().poses) == ((), ())
    seat.throw()
    seat.table.put_back()
    assert not seat.table.is_busy
    assert (seat.table.is_covered, seat.table.truth()) == (hidden, left_alone.table.truth())
