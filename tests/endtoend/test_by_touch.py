"""A whole short game by taps on the page alone, each throw entered at once; the eye reads what truly lies.

`python -m tests.endtoend.by_touch` plays the long one, with the models.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from firmware.simulated.counsel import plain_advice
from scoring.levels import Level
from scoring.sheets.sheet import ChosenBy
from scoring.strategy.advice import Advice
from tests.doubles.perfect_eye import reading_of
from tests.endtoend.by_touch import play

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from firmware.simulated.board import SimulatedBoard
    from scoring.games.ten_by_ten import GameState

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
]


def hasty(state: GameState) -> Advice:
    """Throw once more at most, and hold what the better advisor would."""
    advice = plain_advice(state)
    enters_now = state.turn.throws_made > 1 or state.turn_number % 5
    return replace(advice, is_to_be_entered=advice.is_to_be_entered or bool(enters_now))


@dataclass
class TruthReader:
    """Reads what truly lies."""

    board: SimulatedBoard

    def read(self, frames, board, *, backdrop=None, dice=None):
        return reading_of(self.board, frames[-1].exposed_ns)


def test_a_whole_game_is_played_by_touch_alone(tmp_path: Path, browser: Browser) -> None:
    outcome = play(tmp_path, browser, columns=1, seed=4, speed=20.0, reader=TruthReader, advisor=hasty)
    assert len(outcome.game.entries) == 20
    assert outcome.differences == ()
    assert any(len(entry.throws) > 1 and any(entry.throws[-1].held) for entry in outcome.game.entries)
    assert outcome.taps > 40


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.JUNKIE])
def test_who_is_alone_plays_a_whole_game_against_the_companion(tmp_path: Path, browser: Browser, level: Level) -> None:
    outcome = play(tmp_path, browser, columns=1, seed=6, speed=20.0, reader=TruthReader, advisor=hasty, against=level)
    assert len(outcome.game.entries) == 20
    assert outcome.differences == ()
    chosen = {entry.player: entry.chosen_by for entry in outcome.game.entries}
    assert chosen == {0: ChosenBy.PLAYER, 1: ChosenBy.AUTO}
