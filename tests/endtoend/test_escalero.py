"""A whole short game of Escalero by taps on the page alone, and one that is killed; the eye reads what truly lies.

`python -m tests.endtoend.escalero` plays the long one, with the models.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.endtoend.escalero import act, play, standing
from tests.endtoend.killed import SETTINGS, Standing
from tests.endtoend.running import Running
from tests.endtoend.test_by_touch import TruthReader

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

PATIENCE_S = 240.0
"""A shared machine may be slow; it is not waited for otherwise."""

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


def test_a_game_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    settings = tmp_path / "serviert.toml"
    settings.write_text(SETTINGS.format(port=9740, store=tmp_path / "games.sqlite3", seed=2))
    entered = Standing()
    for entries in (2, 4):  # the second start goes on with the game of the first
        running = Running(settings)
        assert standing(running.view).entries == entered.entries
        deadline = time.monotonic() + PATIENCE_S
        while len((entered := standing(running.newest())).entries) < entries:
            assert time.monotonic() < deadline, f"only {entered} in {running.view['phase']}: {running.view['notice']}"
            act(running, running.view)
            time.sleep(0.05)
        running.press()  # the plug is pulled while dice roll, or are being read
        running.kill()
        running.stop()
    again = Running(settings)
    assert standing(again.view).entries == entered.entries
    assert again.view["to_move"] == 1  # of three, after four entries
    again.stop()
