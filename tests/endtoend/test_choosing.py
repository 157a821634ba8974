"""Games chosen on the page of a running companion; `python -m tests.endtoend.choosing` begins all of them."""

from __future__ import annotations

import pytest

from firmware.session.choosing import Choice
from tests.endtoend.choosing import play
from tests.endtoend.running import written

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.proof, pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_a_game_is_chosen_in_three_touches_and_thrown_for_with_the_camera(tmp_path, browser):
    choices = (Choice.ESCALERO, Choice.ROCK_AND_ROLL)
    outcome = play(written(tmp_path, seed=2), browser, choices=choices, players=3)
    assert outcome.touches == {"escalero": 3, "rock-and-roll": 3}
    assert outcome.throws >= 3
    assert outcome.kills >= 1
