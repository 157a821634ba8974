"""A whole game by one button and what is said, held against the true dice; the page is never looked at.

`python -m tests.endtoend.by_button` plays it through the simulated camera and the models, which takes minutes.
Here the eye reads what truly lies, with flaws put in, and the store is real.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from firmware.display.messages import LANGUAGES
from firmware.display.spoken import utterance
from firmware.ports import Saying
from firmware.session.effects import Append
from firmware.session.events import PressedForMenu, PressedLong
from firmware.session.state import EntryMode, Phase, SessionState
from firmware.simulated.ledger import differences
from firmware.simulated.listener import Listener
from firmware.simulated.signals import RecordedVoice
from firmware.store import SqliteStore
from scoring.events import GameBegan
from scoring.games import ten_by_ten
from scoring.ruleset import Ruleset
from scoring.strategy.par import ParAdvisor
from tests.firmware.simulated.perfect_eye import Desk, Flaw

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.session.events import SessionEvent
    from scoring.games.ten_by_ten import GameState
    from scoring.sheet import Cell

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


@dataclass(frozen=True)
class Stubborn(ParAdvisor):
    """Enters now and then where nobody would, so that every cell must be within reach; holds nothing."""

    chance: random.Random = field(default_factory=lambda: random.Random(5))

    def best_cell(self, state: GameState) -> Cell:
        free = state.sheet(state.to_move or 0).free_cells
        return self.chance.choice(free) if self.chance.random() < 0.5 else super().best_cell(state)


class SpokenDesk(Desk):
    """A desk that speaks, and keeps its log in a real store."""

    def __init__(self, folder: Path, *, seed: int, language: str, columns: int, mode: EntryMode) -> None:
        super().__init__(seed=seed)
        self.voice = RecordedVoice()
        self.store = SqliteStore.open(folder / "games.sqlite3")
        self.gestures: list[SessionEvent] = []
        self.state = SessionState(
            agreed=GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(columns=columns)),
            language=language,
            mode=mode,
        )

    def tell(self, event: SessionEvent) -> None:
        before = self.state
        super().tell(event)
        for effect in self.effects:
            if isinstance(effect, Append):
                self.store.append(effect.record)
        self.gestures.append(event)
        if (said := utterance(before, self.state, event, self.effects)) is not None:
            self.voice.say(said)


def play(folder: Path, *, seed: int = 1, columns: int = 1, language: str = "de", mode=EntryMode.SUGGEST, flaws=None):
    desk = SpokenDesk(folder, seed=seed, language=language, columns=columns, mode=mode)
    desk.flaws = flaws or {}
    player = Listener(desk.board, desk.voice.said, language=language, advisor=Stubborn())
    for _ in range(200_000):
        desk.pass_time()
        player.act(desk.state)
        if desk.state.phase is Phase.GAME_OVER:
            break
    else:
        raise AssertionError(f"the game hangs in {desk.state.phase}: {[said.text for said in desk.voice.said[-5:]]}")
    desk.store.close()
    reopened = SqliteStore.open(folder / "games.sqlite3")
    saved = ten_by_ten.replay(record.event for record in reopened.current_game())
    reopened.close()
    return desk, player, saved


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", [EntryMode.SUGGEST, EntryMode.ASK])
def test_a_whole_game_is_played_by_button_and_voice_alone(tmp_path: Path, language: str, mode: EntryMode) -> None:
    desk, player, saved = play(tmp_path, language=language, mode=mode)
    assert len(saved.entries) == 20
    assert differences(player.ledger, saved.entries) == ()
    assert saved.players == ("Elfriede", "Kurt")
    assert any(isinstance(event, PressedForMenu) for event in desk.gestures)  # cells nobody suggested
    assert sum(isinstance(event, PressedLong) for event in desk.gestures) >= 20
    assert {said.language for said in desk.voice.said} == {language}
    assert {Saying.THROW, Saying.ENTRY, Saying.DIAL} <= {said.kind for said in desk.voice.said}


@pytest.mark.parametrize("flaw", Flaw)
def test_what_the_eye_gets_wrong_is_answered_and_put_right_by_the_button(tmp_path: Path, flaw: Flaw) -> None:
    flaws = dict.fromkeys(range(3, 400, 3), flaw)
    _, player, saved = play(tmp_path, flaws=flaws)
    assert differences(player.ledger, saved.entries) == ()
    assert flaw is not Flaw.MISREAD or player.corrections > 3


def test_after_presses_in_vain_the_throw_is_named_by_the_button(tmp_path: Path) -> None:
    flaws = {first + i: Flaw.REFUSED for first in range(3, 400, 8) for i in range(4)}
    _, player, saved = play(tmp_path, flaws=flaws)
    assert differences(player.ledger, saved.entries) == ()


@pytest.mark.parametrize("seed", [2, 3])
def test_three_columns_by_other_dice(tmp_path: Path, seed: int) -> None:
    _, player, saved = play(tmp_path, seed=seed, columns=3)
    assert len(saved.entries) == 60
    assert differences(player.ledger, saved.entries) == ()
