"""A short version of `make power`: a few cuts, calls, pages and kills; the figures come from the long one."""

import pytest

from tests.power import recording
from tests.power.cuts import cut_everywhere, scenarios
from tests.power.faults import fail_everywhere
from tests.power.imports import take_in
from tests.power.kills import kill_often, play, share
from tests.power.rot import rot_everywhere

REASON = recording.why_not()
watched = pytest.mark.skipif(REASON is not None, reason=str(REASON))


@pytest.mark.proof
@watched
@pytest.mark.parametrize("scenario", scenarios(), ids=lambda scenario: scenario.name)
def test_after_a_power_cut_nothing_entered_is_lost(scenario):
    tally = cut_everywhere(scenario, draws=1, most_cuts=15)
    assert tally.examples == {}
    assert tally.looks > 10


@pytest.mark.proof
@watched
def test_when_calls_fail_nothing_is_believed_to_be_saved_that_is_not():
    tally = fail_everywhere(stride=250)
    assert tally.examples == {}
    assert tally.unsaved > 0


@pytest.mark.proof
def test_rot_is_never_silent():
    tally = rot_everywhere(draws=1, stride=40)
    assert tally.examples == {}
    assert tally.looks > 10


def test_killed_at_random_moments_nothing_entered_is_lost():
    for life, life_s in ((play, 0.3), (share, 1.0), (take_in, 3.0)):
        tally = kill_often(6, seed=1, live=life, longest_life_s=life_s)
        assert tally.examples == {}
        assert tally.points > 0
