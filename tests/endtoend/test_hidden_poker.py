"""Verdecktes Würfelpoker to its end by touch, the eye reading what truly lies; then killed in each of its phases.

`python -m tests.endtoend.hidden_poker` plays longer ones with the models, and kills at random moments.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.doubles.perfect_eye import reading_of
from tests.endtoend.hidden_poker import play
from tests.endtoend.killed import SETTINGS
from tests.endtoend.running import Running
from tests.ports import free_port

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from firmware.simulated.board import SimulatedBoard

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

KINGS = {"type": "announced", "claim": {"hand": "pair", "values": ["king"]}}


@dataclass
class TruthReader:
    """Reads what truly lies, and remembers when it was asked to while the cup stood over it."""

    board: SimulatedBoard
    through_the_cup: list[int] = field(default_factory=list)

    def read(self, frames, board, *, backdrop=None, dice=None):
        if self.board.is_covered:
            self.through_the_cup.append(frames[-1].exposed_ns)
        return reading_of(self.board, frames[-1].exposed_ns)


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_whole_game_is_played_and_nobody_looks_under_a_cup(tmp_path: Path, browser: Browser) -> None:
    readers: list[TruthReader] = []

    def made(board: SimulatedBoard) -> TruthReader:
        readers[:] = readers or [TruthReader(board)]
        return readers[0]

    outcome = play(
        tmp_path, browser, seed=4, stack=2, players=("Elfriede", "Kurt"), speed=20.0, doubting=1.0, reader=made
    )
    assert outcome.game.results
    assert (outcome.differing, outcome.leaks, outcome.page_differs) == ([], [], [])
    assert outcome.throws >= 3
    assert readers[0].through_the_cup == []


def test_killed_in_each_phase_it_goes_on_there_and_shows_no_dice(tmp_path: Path) -> None:
    settings = tmp_path / "serviert.toml"
    settings.write_text(SETTINGS.format(port=free_port(), store=tmp_path / "games.sqlite3", seed=3))
    running = Running(settings)
    running.touch("new-game", game="hidden-poker", players=["Elfriede", "Kurt"], agreed={"beginner": 0})
    running.until(lambda view: view["phase"] == "deciding")
    doubted = {"type": "doubted", "player": 1}
    for event, stage in (({"type": "round-began"}, "hidden"), (KINGS, "doubting"), (doubted, "lifting")):
        if stage == "doubting":
            httpx.post(f"{running.url}simulated/cover", json={}).raise_for_status()
        assert running.touch("decide", event=event, moment=running.newest()["moment"])
        shown = running.until(lambda view, wanted=stage: view["hidden"]["stage"] == wanted)
        assert _nothing_is_seen(running, shown)
        running.kill()
        running.stop()
        running = Running(settings)
        shown = running.view
        assert shown["hidden"]["stage"] == stage
        assert (shown["seconds_left"] is not None) == (stage == "doubting")
        assert _nothing_is_seen(running, shown)
    running.press()  # the simulated dice did not survive; at a table they still lie there
    running.until(lambda view: view["hidden"]["stage"] == "hidden" and view["hidden"]["pot"] == 4)
    running.kill()
    running.stop()


def _nothing_is_seen(running: Running, shown: dict[str, Any]) -> bool:
    """Tell whether neither a view nor any picture that can be asked for knows of dice."""
    number = int(shown["moment"].split(".")[1])
    asked = [f"dice/{each}/{die}.jpg" for each in range(number + 2) for die in range(5)]
    answers = {httpx.get(f"{running.url}{path}").status_code for path in asked}
    return shown["dice"] == [] and answers == {404}
