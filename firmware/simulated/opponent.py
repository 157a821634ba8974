"""Throws for the companion on the simulated board, where it plays and nobody has real dice to throw for it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from firmware.session.advising import companion_throws
from firmware.session.state import SessionState
from firmware.session.touches import Touch
from firmware.session.vocabulary import Phase
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.player import Player
from scoring.games.ten_by_ten import GameState

log = logging.getLogger(__name__)

PAUSE_NS = 1_300_000_000
"""So long everything stands before he goes on: the players want to see what he does."""
LOOK_S = 0.05
LEFT_ALONE = frozenset({Phase.ENTERING, Phase.CORRECTED})
"""Where he waits for the players, or the companion enters by itself."""


class Opponent(Player):
    """Throws, holds what the companion says, and says what the dice show where it asks; it enters nothing."""

    def __init__(self, board: SimulatedBoard, touch: Callable[[Touch], None]) -> None:
        """Sit down; `start` lets him play by himself."""
        super().__init__(board, touch)
        self._clock = board.clock
        self._shown: SessionState | None = None
        self._shown_ns = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="simulated-opponent", daemon=True)

    def start(self) -> None:
        """Play in a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """Stop; closing twice does nothing."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def show(self, state: SessionState) -> None:
        """Take what the display shows now."""
        if state is not self._shown:
            self._shown, self._shown_ns = state, self._clock.now_ns()

    def look(self) -> bool:
        """Do the next thing, if it is his move and everybody has seen the last; return whether he did something."""
        state = self._shown
        if (
            state is None
            or state.dial is not None
            or state.teaching is not None
            or state.wizard is not None
            or not companion_throws(state)
        ):
            return False
        if state.phase in LEFT_ALONE or self._clock.now_ns() - self._shown_ns < PAUSE_NS:
            return False
        return self.act(state)

    def _watch(self) -> None:
        while not self._stop.wait(LOOK_S):
            try:
                self.look()
            except Exception:
                log.exception("The simulated opponent could not go on.")

    def _hold_or_enter(self, state: SessionState, game: GameState) -> None:
        """Hold what the companion says and throw the others; it enters by itself."""
        if state.advice is not None and not state.advice.is_to_be_entered:
            self._hold_and_throw(state, game, state.advice.flags)
