"""A short version of `make power`: a few cuts, calls, pages and kills; the figures come from the long one."""

import pytest

from tests.power import cuts, faults, kills, recording

REASON = recording.why_not()
watched = pytest.mark.skipif(REASON is not None, reason=str(REASON))


@pytest.mark.proof
@watched
@pytest.mark.parametrize("scenario", cuts.scenarios(), ids=lambda scenario: scenario.name)
def test_after_a_power_cut_nothing_entered_is_lost(scenario):
    tally = cuts.cut_everywhere(scenario, draws=1, most_cuts=15)
    assert tally.examples == {}
    assert tally.looks > 10


@pytest.mark.proof
@watched
def test_when_calls_fail_nothing_is_believed_to_be_saved_that_is_not():
    tally = faults.fail_everywhere(stride=250)
    assert tally.examples == {}
    assert tally.unsaved > 0


def test_killed_at_random_moments_nothing_entered_is_lost():
    tally = kills.kill_often(6, seed=1, live=kills.play, longest_life_s=0.3)
    assert tally.examples == {}
    assert tally.points > 0
