"""The bench of a press measures every stage of two real presses; how fast is not asked."""

import pytest

from firmware.table.latency import PressPart
from tests.bench.press import played


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("at_rest", [False, True])
def test_every_stage_of_a_real_press_is_measured(browser, at_rest):
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    presses, unsure_ms = played(browser, 2, speed=20.0, seed=3, at_rest=at_rest)
    assert unsure_ms > 0
    assert presses
    for press in presses:
        assert (press.released is not None) == at_rest
        assert at_rest or set(press.wall) == {stage.value for stage in PressPart}
        assert min(press.wall.values()) >= -unsure_ms
        assert 0 < press.stored < sum(press.wall.values())
