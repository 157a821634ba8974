"""An evening with one die: it is never silently wrong."""

from dataclasses import replace

import pytest

from models.render.world import DesignFace
from tests.bench.evening import Evening, ThrowOutcome, outcome_of

THROWS = 20


@pytest.mark.proof
def test_one_die_is_read_right_or_asked_about_and_never_silently_wrong(tmp_path):
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    table = Evening(0, tmp_path, dice=1)
    seen = [table.throw()[1:] for _ in range(THROWS)]
    outcomes = [outcome_of(*each) for each in seen]
    assert set(outcomes) <= {ThrowOutcome.RIGHT, ThrowOutcome.ASKED, ThrowOutcome.THROWN_AGAIN}
    assert outcomes.count(ThrowOutcome.RIGHT) >= 0.8 * THROWS
    assert len({truth[0].face for _, truth in seen}) > 3
    reading, (die,) = seen[outcomes.index(ThrowOutcome.RIGHT)]
    strangers = [(replace(die, face=face),) for face in DesignFace if face != die.face]
    assert {outcome_of(reading, truth) for truth in strangers} == {ThrowOutcome.WRONG}
