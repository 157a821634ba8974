"""Every game that can be played, and one way into each: what a log opens with says which rules it follows."""

from collections.abc import Iterable
from functools import reduce
from typing import Any

from scoring.errors import ForeignEventError, GameAlreadyBegunError, GameNotBegunError
from scoring.game import Game
from scoring.games import al_capone, escalero, hidden_poker, open_poker, rock_and_roll, ten_by_ten

GAMES: tuple[type[Game], ...] = (
    ten_by_ten.GameState,
    open_poker.OpenPokerState,
    hidden_poker.HiddenPokerState,
    al_capone.AlCaponeState,
    rock_and_roll.RockAndRollState,
    escalero.EscaleroState,
)
OPENINGS = tuple(game.opening for game in GAMES)


def rules_of(agreed: object) -> type[Game]:
    """Return the game that a log opens with.

    Raises:
        GameNotBegunError: If no log opens so.
    """
    for game in GAMES:
        if type(agreed) is game.opening:
            return game
    raise GameNotBegunError(f"the log opens with {agreed!r}; what a game begins with comes first")


def replay(events: Iterable[Any]) -> Any:
    """Return the state a log amounts to, a `Game`, whichever it is.

    Args:
        events: Oldest first.

    Raises:
        GameNotBegunError: If the log does not open with a game.
        GameAlreadyBegunError: If a game begins in it once more.
        ScoringError: If an event does not fit what came before it.
    """
    log = iter(events)
    first = next(log, None)
    return reduce(apply, log, rules_of(first).begin(first))


def apply(game: Game, event: Any) -> Any:
    """Return the state after one more event.

    Raises:
        GameAlreadyBegunError: If it begins a game.
        IllegalEventError: If the event does not fit the state, or belongs to another game.
        WrongDiceCountError: If it does not carry as many dice as it should.
    """
    if isinstance(event, OPENINGS):
        raise GameAlreadyBegunError("the game has begun; a new one needs a new log")
    if type(event) not in game.handlers:
        raise ForeignEventError(f"got {event!r}; {game.name} knows nothing of that")
    return game.after(event)


def legal_actions(game: Game) -> tuple[Any, ...]:
    """Return all that may be done now."""
    return game.legal_actions()
