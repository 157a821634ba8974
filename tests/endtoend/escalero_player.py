"""Players of Escalero at the simulated board: they see the dice, and do all else on the page."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.faces import FACES
from firmware.session.events import Decide, TakeBack
from firmware.session.state import Phase
from firmware.simulated.player import PLAYING, Player
from scoring.events import BeginnerThrown, ThrowMade
from scoring.games.escalero import EscaleroState, Row, RowEntered, preview
from tests.endtoend.by_touch import Finger

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.session.events import Touch
    from firmware.session.state import SessionState
    from firmware.simulated.board import SimulatedBoard
    from scoring.dice import Faces


class RowFinger(Finger):
    """Taps on the page of Escalero."""

    def choose(self, players: int) -> None:
        """Choose the game, how many play it, and begin: three touches."""
        self._tap(self._page.locator(".tile[data-game=escalero] .tile-choose"))
        self._tap(self._page.locator(".count .segment").nth(players - 2))
        self._tap(self._page.locator("#front .begin"))

    def touch(self, touch: Touch) -> None:
        """Tap what makes up a touch."""
        match touch:
            case Decide(RowEntered(row)):
                self._close_board()
                place = f"[data-row='{row.value}']"
                self._tap(
                    self._page.locator(f".is-beside .own-cell{place}, :not(.is-beside) > .paper .is-to-move{place}")
                )
            case TakeBack():
                self._close_board()
                self._tap(self._page.locator(".action.take-back"))
            case _:
                super().touch(touch)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueThrow:
    """A throw as it came into the log, and as it was.

    Attributes:
        taken: Faces in the log, ascending.
        true: Faces on the table, ascending.
        held: Dice that lay held by the log.
        truly_held: Dice that were left lying.
        is_burning: A die leaned, lay on another or was off the board, and nobody had asked.
    """

    taken: Faces
    true: Faces
    held: int
    truly_held: int
    is_burning: bool


class RowPlayer(Player):
    """All players of a game.

    Attributes:
        throws: Every throw in the log as it was when it came into it, beside the dice.
        rows: What was truly entered: seat, row, faces ascending and whether they lay served; by turn.
        asked: Questions that were answered.
    """

    def __init__(
        self, board: SimulatedBoard, touch: Callable[[Touch], None], *, seed: int, hasty: bool = False
    ) -> None:
        """Sit down.

        Args:
            board: What they throw on.
            touch: Touches the page.
            seed: Of their moods: now and then an entry is taken back.
            hasty: They throw once, seldom twice.
        """
        super().__init__(board, touch, is_watchful=True)
        self.throws: list[TrueThrow] = []
        self.rows: list[tuple[int, Row, Faces, bool]] = []
        self.asked: set[int] = set()
        self._mood = random.Random(seed)
        self._is_hasty = hasty
        self._seen = 0

    def _play(self, state: SessionState, *, is_patient: bool) -> bool:
        """Do what the phase calls for."""
        if state.phase is Phase.ASKING:
            self.asked.add(state.reading_number)
        if state.phase not in PLAYING:
            return super()._play(state, is_patient=is_patient)
        game = state.game
        if not isinstance(game, EscaleroState):
            return False
        self._compare(state)
        if state.phase is Phase.WAITING and self._takes_back(game):
            return True
        self._go_on(state, game)  # type: ignore[arg-type]
        return True

    def _compare(self, state: SessionState) -> None:
        """Hold the newest throw in the log against the dice, before anybody puts it right."""
        made = [record.event for record in state.records if isinstance(record.event, ThrowMade | BeginnerThrown)]
        if len(made) == self._seen:
            return
        self._seen = len(made)
        event, truth = made[-1], self._board.table.truth()
        self.throws.append(
            TrueThrow(
                taken=tuple(sorted(event.faces)),
                true=tuple(sorted(FACES[die.face] for die in truth)),
                held=sum(event.held) if isinstance(event, ThrowMade) else 0,
                truly_held=len(truth) - len(self._thrown),
                is_burning=self._burns(),
            )
        )

    def _takes_back(self, game: EscaleroState) -> bool:
        """Take the entry that was just made back, now and then."""
        if len(game.entries) != len(self.rows) or not self.rows or self._mood.random() > 0.06:
            return False
        self.rows.pop()
        self._touch(TakeBack())
        return True

    def _hold_or_enter(self, state: SessionState, game: EscaleroState) -> None:  # type: ignore[override]
        """Keep the faces there are most of and throw the others, or enter where it brings most."""
        flags = self._keeps(game)
        if not game.throws_left or all(flags):
            self._enter(game)
            return
        wanted = self._numbers(state, game, flags)  # type: ignore[arg-type]
        for die in self._board.table.truth():
            if die.is_held != (die.number in wanted):
                self._board.tap(*die.place_xy)
        self._throw(state)

    def _keeps(self, game: EscaleroState) -> tuple[bool, ...]:
        faces, scores = game.turn.faces, preview(game)
        is_enough = max(scores.values()) >= 25 or (self._is_hasty and len(game.entries) % 5 > 0)
        if is_enough:
            return (True,) * len(faces)
        favourite = max(Counter(faces).items(), key=lambda pair: (pair[1], pair[0]))[0]
        return tuple(face is favourite for face in faces)

    def _enter(self, game: EscaleroState) -> None:
        scores = preview(game)
        row = max(scores, key=lambda each: (scores[each], -each))
        truth = tuple(sorted(FACES[die.face] for die in self._board.table.truth()))
        assert game.to_move is not None
        self.rows.append((game.to_move, row, truth, game.turn.throws_made == 1))
        self._touch(Decide(RowEntered(row)))
