"""A few minutes of the day that `make soak` plays: what leaks much at every throw or picture shows in them.

The whole day, with the page in a browser, is `make soak`.
"""

import pytest

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated): the simulated board cannot run")


from tests.soak.day import Day
from tests.soak.measures import MEASURES
from tests.soak.trend import Verdict

HOURS = 0.09
SPEED = 20.0
WARM_UP_HOURS = 0.03


@pytest.mark.proof
def test_nothing_grows_in_the_first_minutes_at_the_café(tmp_path):
    day = Day(tmp_path, hours=HOURS, speed=SPEED, seed=2, browser=None, nights=())
    record = day.spend()
    assert record.trouble == []
    assert record.done["presses"] >= 2
    trends = record.trends(warm_up_hours=WARM_UP_HOURS)
    assert trends.keys() == {name for name in MEASURES if name not in {"heap", "nodes", "listeners"}}
    assert {name: trend for name, trend in trends.items() if trend.verdict is Verdict.GROWS} == {}
