"""Players at the page: they see the dice, do all else by taps, and hold every throw in the log against what lies."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from firmware.faces import FACES
from firmware.session.log import sheet_of
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from firmware.simulated.player import PLAYING
from scoring.events import BeginnerThrown, ThrowBurned, ThrowCorrected, ThrowMade
from tests.doubles.player import WholePlayer
from tests.endtoend.finger import Finger
from tests.endtoend.playing import Playing


class SeatedPlayer(WholePlayer):
    """All players of a game.

    Attributes:
        misread: Throws that came into the log otherwise than they lay.
        wrong: What else is not as it ought to be.
        counts: What happened, how often.
    """

    def __init__(self, at: Playing, *, seed: int = 1, is_watchful: bool = True, **how: Any) -> None:
        """Sit down."""
        self.at, self.finger = at, Finger(at)
        super().__init__(self.finger, self.finger.touch, is_watchful=is_watchful, **how)  # type: ignore[arg-type]
        self.misread: list[str] = []
        self.wrong: list[str] = []
        self.counts: Counter[str] = Counter()
        self._chance = random.Random(seed)
        self._asked = -1
        self._noted = 0

    def act(self, state: SessionState) -> bool:
        """Do the next thing once the page shows the table as it stands."""
        return self.finger.sees(state) and super().act(state)

    def _play(self, state: SessionState, *, is_patient: bool) -> bool:
        if state.phase is Phase.ASKING and self._asked != state.reading_number:
            self._asked = state.reading_number
            self.counts["questions"] += 1
        game: Any = sheet_of(state) or state.game
        if state.phase not in PLAYING or game is None:
            return super()._play(state, is_patient=is_patient)
        self._note_throw(state)
        self._go_on(state, game)
        return True

    def _note_throw(self, state: SessionState) -> None:
        """Hold the newest throw in the log against the dice, before anybody puts it right."""
        events = [record.event for record in state.records]
        made = [i for i, event in enumerate(events) if isinstance(event, ThrowMade | BeginnerThrown | ThrowCorrected)]
        if not made or made[-1] < self._noted or self._is_anothers(state, events[made[-1]]):
            return
        self._noted = len(events)
        event, truth = events[made[-1]], self._board.table.truth()
        self.counts["throws"] += not isinstance(event, ThrowCorrected)
        taken, true = sorted(event.faces), sorted(FACES[die.face] for die in truth)
        if taken != true or self._burns():
            self.misread.append(f"record {made[-1]}: {taken} for {true}{', burning' * self._burns()}")
        elif isinstance(event, ThrowMade) and not isinstance(events[made[-1] - 1], ThrowBurned):
            held = sorted(face for face, is_held in zip(event.faces, event.held, strict=True) if is_held)
            truly = sorted(FACES[die.face] for die in truth if die.number not in self._thrown)
            self.misread += [f"record {made[-1]}: held {held} for {truly}"] * (held != truly)

    @staticmethod
    def _is_anothers(state: SessionState, event: object) -> bool:
        """Return whether a throw is of a turn that is over: the companion's own, which nobody here made."""
        return state.phase in {Phase.BEGINNING, Phase.WAITING} and not isinstance(event, BeginnerThrown)
