"""Players of any game at the page, who decide by lot: they throw, hold dice, and tap whatever the page offers them."""

from pathlib import Path
from typing import Any

from firmware.commands.simulated_player import NOTHING_HELD
from firmware.session.deciding import by_press
from firmware.session.state import SessionState
from firmware.session.throwing import is_looked_away
from firmware.session.touches import NewGame, RepeatThrow
from firmware.session.vocabulary import Phase
from firmware.simulated.player import PLAYING
from models.render.world import DieState
from scoring.games import al_capone, escalero, hidden_poker, open_poker, pot, rock_and_roll
from tests.endtoend.finger import THROWN, SeatedPlayer
from tests.endtoend.playing import Playing

PLAYERS = ("Elfriede", "Kurt", "Franz")
FEW = pot.Stakes(minimum=1, maximum=2, stack=3)
"""Few chips, so that a game ends soon."""
BEGAN: dict[str, Any] = {
    "escalero": escalero.EscaleroBegan(players=PLAYERS[:2]),
    "open-poker": open_poker.OpenPokerBegan(players=PLAYERS, stakes=FEW, sequences=True),
    "joker-poker": open_poker.OpenPokerBegan(players=PLAYERS, stakes=FEW, jokers=True),
    "al-capone": al_capone.AlCaponeBegan(players=PLAYERS, stakes=FEW, table=al_capone.Table.B),
    "hidden-poker": hidden_poker.HiddenPokerBegan(players=PLAYERS, stack=3),
    "rock-and-roll": rock_and_roll.RockAndRollBegan(players=PLAYERS, stack=100, bank_stack=1000),
}
OFFERED = Path(__file__).with_name("offered.js").read_text(encoding="utf-8")
"""Where buttons can be tapped: in what lies above all else."""
SELDOM = ".bank-ends, .goes-home, .end-game, .chips-back, :is(.cell, .own-cell):not(:has(.is-open))"
"""What ends a game early or undoes what was done."""
THROWN_ON, HELD, UNDONE = 0.3, 0.5, 0.1
"""So often they throw where they could do something else, leave a die lying, and tap what is tapped seldom."""


class AnyGame(SeatedPlayer):
    """Everybody at the table; they see the dice, and never put right what nobody asks."""

    SHOWN = """() => ({phase: document.body.dataset.phase})"""

    def __init__(self, at: Playing, *, began: Any, seed: int = 1, leaver: str | None = None) -> None:
        """Sit down; a leaver goes home after the first round."""
        super().__init__(at, seed=seed, is_watchful=False)
        self._began, self._leaver = began, leaver
        self._has_tapped = False

    def begin(self) -> None:
        self.at.table.companion.post(NewGame(self._began))

    def act(self, state: SessionState) -> bool:
        """Do the next thing; what was tapped last may have changed nothing that is seen."""
        if self._has_tapped:
            self._has_tapped, self._acted_on = False, ()
        return super().act(state)

    def _play(self, state: SessionState, *, is_patient: bool) -> bool:
        game: Any = state.game
        if state.phase is Phase.ASKING and state.notice == NOTHING_HELD:
            self.finger.press()  # the throw is void, and the dice lie as before it
        elif state.phase is Phase.BURNING and game.is_hidden:
            self.finger.touch(RepeatThrow())  # the cup was lifted off them: not thrown again at once
        elif state.phase not in PLAYING | {Phase.DECIDING}:
            return super()._play(state, is_patient=is_patient)
        else:
            self._note_throw(state)
            self._go_on(state, game)
        return True

    def _go_on(self, state: SessionState, game: Any) -> None:
        if self._leaver is not None and getattr(game, "results", ()):
            self.finger.go_home(self._leaver)
            self._leaver = None
        elif state.dial is not None or self.at.page.locator("dialog[open]").count():
            self._tap_something()
        elif self._is_still_unmarked(state):
            self._mark_again(state)
        elif state.phase is Phase.READ and game.throws_left and self._chance.random() < THROWN_ON:
            middle = (self._chance.random() < HELD for _ in game.turn.faces[1:-1])
            self._hold_and_throw(state, game, (True, *middle, False))  # one at least is held, one thrown
        elif (is_bare := self.finger.says("ui.cup-under")) or by_press(state) is not None:  # or doubt
            if is_bare or not self._tap_something():
                self.finger.press()
                self._has_tapped = True
        elif (state.phase in {Phase.BEGINNING, Phase.WAITING} and self._chance.random() < THROWN_ON) or (
            not self._tap_something() and self.finger.sees(state)
        ):
            self._throw(state)

    def _throw(self, state: SessionState) -> None:
        super()._throw(state)
        self._throws_before = _throws_in(state)

    def _is_still_unmarked(self, state: SessionState) -> bool:
        is_awaited = _throws_in(state) == self._throws_before and not is_looked_away(state)  # a cup hides it for good
        self._is_unmarked = self._is_unmarked and is_awaited
        return self._is_unmarked

    def _tap_something(self) -> bool:
        """Tap one of the buttons that are shown, and return whether there was any."""
        offered = self.at.page.evaluate(OFFERED, SELDOM)
        is_seldom = self._chance.random() < UNDONE
        wanted = [each for each in offered if each["isSeldom"] == is_seldom] or offered
        if wanted:
            chosen = self._chance.choice(wanted)
            self.at.page.touchscreen.tap(chosen["x"], chosen["y"])
            self._has_tapped = True
            self.finger.taps += 1
            self.counts["decisions"] += 1
        return bool(wanted)

    def _burns(self) -> bool:
        game: Any = self.at.state.game
        truth = self._board.table.truth()
        return len(truth) != game.dice or any(die.state is not DieState.OK for die in truth)

    def ought(self, game: Any) -> dict[str, Any]:
        return {"phase": "game-over"}

    def compare(self, game: Any) -> list[str]:
        return self.misread + super().compare(game)


def _throws_in(state: SessionState) -> int:
    return sum(isinstance(record.event, THROWN) for record in state.records)
