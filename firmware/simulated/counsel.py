"""A counsel that answers at once, in the caller's own thread: the same advice at the same moment, every time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from firmware.session.advising import question
from firmware.session.events import Advised
from firmware.session.step import step
from scoring.strategy.advice import Advice, advise
from scoring.strategy.baselines import ColumnNormal

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.session.advising import Question
    from firmware.session.events import SessionEvent
    from firmware.session.log import Step
    from firmware.session.state import SessionState
    from scoring.games.ten_by_ten import GameState
    from scoring.strategy.entry_worths import Strategy

    Advisor: TypeAlias = Callable[[GameState], Advice]


def plain_advice(game: GameState) -> Advice:
    """Return quick advice that a fair player would follow.

    Raises:
        NoThrowError: If no dice lie that can be entered.
        GameOverError: If the game is over.
    """
    return advise(ColumnNormal(), game)


@dataclass(frozen=True, slots=True)
class PromptCounsel:
    """Answers every question by one strategy, whatever level is asked for.

    Attributes:
        strategy: That it answers by.
    """

    strategy: Strategy = field(default_factory=ColumnNormal)

    def answer(self, question: Question, late: Callable[[SessionEvent], None]) -> Advised:  # noqa: ARG002 - the port's
        """Return advice."""
        return Advised(question.game, advise(self.strategy, question.game))


def counselled(state: SessionState, event: SessionEvent, counsel: PromptCounsel) -> Step:
    """Return the step that an event makes, with the advice taken that is wanted then."""
    before = state
    state, effects = step(state, event)
    asked = question(state)
    if asked is None or (asked.game is before.game and before.advice is not None):
        return state, effects
    state, more = step(state, counsel.answer(asked, _nobody))
    return state, (*effects, *more)


def _nobody(_: SessionEvent) -> None:
    """Hear nothing: nothing comes late."""
