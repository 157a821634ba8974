import pytest

from firmware.simulated.measure import measure_pictures, measure_throws
from firmware.simulated.setting import BoardName
from models.render.throws import Force
from models.render.world import DieState

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

LEAST_FRAMES_PER_CORE_S = 12


def test_moving_dice_and_hands_come_at_twelve_frames_a_second_on_one_core():
    costs = measure_pictures(1, throws=2)
    assert costs.frames > 60
    assert costs.moving_s < 1 / LEAST_FRAMES_PER_CORE_S
    assert costs.still_s < costs.moving_s


def test_throws_are_counted_by_how_they_burn():
    falls = measure_throws(1, BoardName.GREEN_OCTAGON, Force.HARD, throws=30)
    assert falls.throws == 30
    assert falls.with_state[DieState.OFF] > 0.1
    assert max(falls.with_state.values()) <= falls.burning <= sum(falls.with_state.values())
