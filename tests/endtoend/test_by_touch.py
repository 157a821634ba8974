"""A whole short game by taps on the page alone, each throw entered at once; the eye reads what truly lies.

`python -m tests.endtoend.by_touch` plays the long one, with the models.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from scoring.strategy.par import ParAdvisor
from tests.endtoend.by_touch import play
from tests.firmware.simulated.perfect_eye import reading_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from firmware.simulated.board import SimulatedBoard
    from scoring.dice import Flags
    from scoring.games.ten_by_ten import GameState

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
]


class Hasty(ParAdvisor):
    """Throws once more at most, and holds what the better advisor would."""

    def best_hold(self, state: GameState) -> Flags:
        enters_now = state.turn.throws_made > 1 or state.turn_number % 5
        return (True,) * 5 if enters_now else super().best_hold(state)


@dataclass
class TruthReader:
    """Reads what truly lies."""

    board: SimulatedBoard

    def read(self, frames, board, *, backdrop=None, dice=None):
        return reading_of(self.board, frames[-1].exposed_ns)


def test_a_whole_game_is_played_by_touch_alone(tmp_path: Path, browser: Browser) -> None:
    outcome = play(tmp_path, browser, columns=1, seed=4, speed=20.0, reader=TruthReader, advisor=Hasty())
    assert len(outcome.game.entries) == 20
    assert outcome.differences == ()
    assert any(len(entry.throws) > 1 and any(entry.throws[-1].held) for entry in outcome.game.entries)
    assert outcome.taps > 40
