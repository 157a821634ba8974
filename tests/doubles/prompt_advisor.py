"""Advice at once, in the caller's own thread: the same at the same moment, every time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from firmware.session.advising import question
from firmware.session.events import Advised, SessionEvent
from firmware.session.log import Step
from firmware.session.state import SessionState
from firmware.session.step import step
from scoring.games.ten_by_ten import GameState
from scoring.strategy import baselines, entry_worths
from scoring.strategy.advice import Advice, advise

Advisor: TypeAlias = Callable[[GameState], Advice]


def plain_advice(game: GameState) -> Advice:
    """Return quick advice that a fair player would follow."""
    return advise(baselines.ColumnNormal(), game)


@dataclass(frozen=True, slots=True)
class PromptAdvisor:
    """Answers every question by one strategy, whatever level is asked for."""

    strategy: entry_worths.Strategy = field(default_factory=baselines.ColumnNormal)

    def answer(self, game: GameState, late: Callable[[SessionEvent], None]) -> Advised | None:
        return Advised(game, advise(self.strategy, game)) if game.turn.throws_made else None


def with_advice(state: SessionState, event: SessionEvent, advisor: PromptAdvisor) -> Step:
    """Return the step that an event makes, with the advice taken that is wanted then."""
    before = state
    state, effects = step(state, event)
    asked = question(state)
    if asked is None or (asked is before.game and before.advice is not None):
        return state, effects
    state, more = step(state, Advised(asked, advise(advisor.strategy, asked)))
    return state, (*effects, *more)
