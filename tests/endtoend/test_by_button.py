"""A whole game by one button and what is said, held against the true dice; the page is never looked at.

The eye reads what truly lies, with flaws put in, and the store is real.
"""

import random
from dataclasses import dataclass, field, replace

import pytest

from firmware.display import messages, spoken
from firmware.log.store import SqliteStore
from firmware.ports import Saying
from firmware.session.effects import Append
from firmware.session.events import CameraBack, CameraLost, PressedForMenu, PressedLong
from firmware.session.state import SessionState
from firmware.session.vocabulary import EntryMode, Phase
from scoring.events import GameBegan
from scoring.ruleset import Ruleset
from tests.doubles import listener, prompt_advisor, recorded
from tests.doubles.perfect_eye import Desk, Flaw
from tests.doubles.player import differences
from tests.endtoend.playing import replayed

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")


@dataclass(frozen=True)
class Stubborn:
    """Enters now and then where nobody would, so that every cell must be within reach."""

    chance: random.Random = field(default_factory=lambda: random.Random(5))

    def __call__(self, state):
        advice = prompt_advisor.plain_advice(state)
        if self.chance.random() < 0.5:
            return advice
        return replace(advice, entries=tuple(self.chance.sample(advice.entries, len(advice.entries))))


class SpokenDesk(Desk):
    """A desk that speaks, and keeps its log in a real store."""

    def __init__(self, folder, *, seed, columns, **session):
        super().__init__(seed=seed)
        self.voice = recorded.RecordedVoice()
        self.store = SqliteStore.open(folder / "games.sqlite3")
        self.gestures = []
        began = GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(columns=columns))
        self.state = SessionState(agreed=began, **{"mode": EntryMode.SUGGEST, **session})

    def tell(self, event):
        before = self.state
        super().tell(event)
        for effect in self.effects:
            if isinstance(effect, Append):
                self.store.append(*effect.records)
        self.gestures.append(event)
        if (said := spoken.utterance(before, self.state, event, self.effects)) is not None:
            self.voice.say(said)


class LooseCable(SpokenDesk):
    """A desk whose camera is gone as soon as the eye has asked something, and back when the next turn begins."""

    def tell(self, event):
        was_asking = self.state.phase is Phase.ASKING
        super().tell(event)
        if self.state.phase is Phase.ASKING and not was_asking and self.state.has_camera:
            self.questions_lost += 1
            self.tell(CameraLost())
        elif not self.state.has_camera and self.state.phase in {Phase.WAITING, Phase.BEGINNING}:
            self.tell(CameraBack())

    questions_lost = 0


class Rueful(listener.Listener):
    """A listener who now and then finds that an earlier entry belongs elsewhere."""

    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)
        self.moved = []  # onto another entry each time, or to a free cell
        self._chance = random.Random(8)
        self._next = 4

    def _go_on(self, state, game):
        if self._is_unmarked or len(game.entries) < self._next:
            super()._go_on(state, game)
            return
        self._next += 4
        entry = self._chance.choice(game.entries[-10:])
        sheet = game.sheet(entry.player)
        filled = [each.cell for each in sheet.entries if each.cell != entry.cell]
        cell = self._chance.choice(filled if len(self.moved) % 2 else [*sheet.free_cells] or filled)
        other = sheet.entry_at(cell)
        self.moved.append(other is not None)
        for moving, to in ((entry, cell), (other, entry.cell)):
            if moving is not None:
                self.ledger[moving.turn_number - 1] = replace(self.ledger[moving.turn_number - 1], cell=to)
        self._plan = self._move(entry, cell)


def play(folder, *, flaws=None, at=SpokenDesk, by=listener.Listener, seed=1, columns=1, **session):
    desk = at(folder, seed=seed, columns=columns, **session)
    desk.flaws = flaws or {}
    player = by(desk.board, desk.voice.said, language=desk.state.language, advisor=Stubborn())
    for _ in range(200_000):
        desk.pass_time()
        player.act(desk.state)
        if desk.state.phase is Phase.GAME_OVER:
            break
    else:
        raise AssertionError(f"the game hangs in {desk.state.phase}: {[said.text for said in desk.voice.said[-5:]]}")
    desk.store.close()
    return desk, player, replayed(folder / "games.sqlite3")


@pytest.mark.parametrize(
    ("language", "mode"),
    [
        ("de", EntryMode.SUGGEST),  # the one short game that `make test` plays
        *(pytest.param(language, EntryMode.SUGGEST, marks=pytest.mark.proof) for language in messages.LANGUAGES[1:]),
        pytest.param("de", EntryMode.ASK, marks=pytest.mark.proof),
    ],
)
def test_a_whole_game_is_played_by_button_and_voice_alone(tmp_path, language, mode):
    desk, player, saved = play(tmp_path, language=language, mode=mode)
    assert len(saved.entries) == 20
    assert differences(player.ledger, saved.entries) == ()
    assert saved.players == ("Elfriede", "Kurt")
    assert any(isinstance(event, PressedForMenu) for event in desk.gestures)  # cells nobody suggested
    assert sum(isinstance(event, PressedLong) for event in desk.gestures) >= 20
    assert {said.language for said in desk.voice.said} == {language}
    assert {Saying.THROW, Saying.ENTRY, Saying.DIAL} <= {said.kind for said in desk.voice.said}


IN_VAIN = [first + more for first in range(3, 400, 8) for more in range(4)]
"""Presses refused one after the other, until the throw is named."""


@pytest.mark.proof
@pytest.mark.parametrize(("flaw", "readings"), [*((flaw, range(3, 400, 3)) for flaw in Flaw), (Flaw.REFUSED, IN_VAIN)])
def test_what_the_eye_gets_wrong_is_answered_and_put_right_by_the_button(tmp_path, flaw, readings):
    _, player, saved = play(tmp_path, flaws=dict.fromkeys(readings, flaw))
    assert differences(player.ledger, saved.entries) == ()
    assert flaw is not Flaw.MISREAD or player.corrections > 3


@pytest.mark.proof
@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_a_camera_lost_behind_a_question_stops_nobody_who_only_hears(tmp_path, language):
    flaws = dict.fromkeys(range(3, 400, 4), Flaw.UNSURE)
    desk, player, saved = play(tmp_path, flaws=flaws, language=language, at=LooseCable)
    assert desk.questions_lost > 5
    assert player.corrections == 0  # no guess was taken that had to be put right
    assert differences(player.ledger, saved.entries) == ()


@pytest.mark.proof
@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_earlier_entries_are_put_right_by_button_and_voice(tmp_path, language):
    _, player, saved = play(tmp_path, columns=2, language=language, by=Rueful)
    assert len(saved.entries) == 40
    assert {True, False} == set(player.moved)
    assert len(player.moved) >= 8
    assert differences(player.ledger, saved.entries) == ()
