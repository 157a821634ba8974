"""What the bench of a press prints, and that it measures every stage of two real presses; how fast is not asked."""

import pytest

from firmware.table.latency import PressPart
from tests.bench.press import Took, played, table, took

MS = 1_000_000
ANSWER = {
    "number": 3,
    "spent": {"press": 100 * MS, "detect": 30 * MS, "store": 5 * MS},
    "after_frame": 35 * MS,
    "stored_ns": 1_000 * MS,
}


def test_every_stage_is_told_and_the_way_to_the_page_is_measured_by_the_page_itself():
    assert took({**ANSWER, "stored_ns": None}, 1008.0, 1040.0) is None
    one = took(ANSWER, 1008.0, 1040.0)
    wall = {"press": 100.0, "detect": 30.0, "store": 5.0, "push": 8.0, "paint": 32.0}
    assert one == Took(wall=wall, stored=35.0, painted=40.0)
    assert "release" not in table([one])
    assert table([took(ANSWER, 1008.0, 1040.0, 990.0)] * 4).splitlines()[-1].split()[-3:] == ["4", "50.0", "50.0"]
    lines = table([one] * 4).splitlines()
    assert [line.split()[0] for line in lines[1:12]] == [stage.value for stage in PressPart]
    assert lines[4].split() == ["detect", "4", "30.0", "30.0"]
    assert [line.split()[-2:] for line in lines[-3:]] == [["35.0", "35.0"], ["40.0", "40.0"], ["175.0", "175.0"]]


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
