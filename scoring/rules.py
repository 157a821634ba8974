"""Every game that can be played, and one way into each: what a log opens with says which rules it follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoring.errors import ForeignEventError, GameNotBegunError
from scoring.games import al_capone, escalero, hidden_poker, open_poker, rock_and_roll, ten_by_ten
from scoring.log import replayed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.game import Game, Rules

GAMES: tuple[Rules, ...] = (
    ten_by_ten.RULES,
    open_poker.RULES,
    hidden_poker.RULES,
    al_capone.RULES,
    rock_and_roll.RULES,
    escalero.RULES,
)
OPENINGS = tuple(rules.opening for rules in GAMES)


def rules_of(agreed: object) -> Rules:
    """Return the rules that a log follows.

    Args:
        agreed: What it opens with.

    Raises:
        GameNotBegunError: If no log opens so.
    """
    for rules in GAMES:
        if type(agreed) is rules.opening:
            return rules
    raise GameNotBegunError(f"the log opens with {agreed!r}; what a game begins with comes first")


def replay(events: Iterable[Any]) -> Game:
    """Return the state a log amounts to, whichever game it is.

    Raises:
        GameNotBegunError: If the log does not open with a game.
        ScoringError: If an event does not fit what came before it.
    """
    log = list(events)
    if not log:
        raise GameNotBegunError("the log is empty; what a game begins with comes first")
    game: Game = replayed(log, OPENINGS, rules_of(log[0]).begin, apply)
    return game


def apply(game: Game, event: Any) -> Game:
    """Return the state after one more event.

    Raises:
        IllegalEventError: If the event does not fit the state, or belongs to another game.
        WrongDiceCountError: If it does not carry as many dice as it should.
    """
    rules = rules_of(game.agreed)
    if not isinstance(event, rules.events):
        raise ForeignEventError(f"got {event!r}; {rules.name} knows nothing of that")
    after: Game = rules.apply(game, event)
    return after


def legal_actions(game: Game) -> tuple[Any, ...]:
    """Return all that may be done now."""
    return rules_of(game.agreed).legal_actions(game)
