"""A whole short game of Escalero by taps on the page alone, and one that is killed; the eye reads what truly lies.

`python -m tests.endtoend.escalero` plays the long one, with the models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.endtoend.escalero import ESCALERO, play
from tests.endtoend.killed import kill_often
from tests.endtoend.test_by_touch import TruthReader

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_whole_game_is_played_by_touch_alone(tmp_path: Path, browser: Browser) -> None:
    outcome = play(tmp_path, browser, players=2, seed=4, speed=20.0, reader=TruthReader, hasty=True)
    assert len(outcome.game.entries) == 22
    assert outcome.game.is_filled
    assert (outcome.misread, outcome.differences, outcome.page_differs) == ([], [], [])
    assert any(len(entry.turn.throws) > 1 for entry in outcome.game.entries)
    assert sum(outcome.game.chips.stacks) == 1000


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    tally = kill_often(3, seed=2, folder=tmp_path, longest_life_s=8.0, kind=ESCALERO)
    assert (tally.kills, tally.lost) == (3, [])
