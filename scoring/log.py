"""A game's log, from its first event on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from scoring.errors import GameAlreadyBegunError, GameNotBegunError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

State = TypeVar("State")


def replayed(
    events: Iterable[object],
    opening: type[Any] | tuple[type[Any], ...],
    begin: Callable[[Any], State],
    apply: Callable[[State, Any], State],
) -> State:
    """Return the state a log amounts to.

    Args:
        events: Oldest first.
        opening: What the log opens with, and never holds again.
        begin: Makes the first state of it.
        apply: Makes the next state of each other event.

    Raises:
        GameNotBegunError: If it opens with something else.
        GameAlreadyBegunError: If the opening comes again.
        ScoringError: If an event does not fit what came before it.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, opening):
        raise GameNotBegunError(f"the log opens with {first!r}; what a game begins with comes first")
    state = begin(first)
    for event in log:
        if isinstance(event, opening):
            raise GameAlreadyBegunError("the game has begun; a new one needs a new log")
        state = apply(state, event)
    return state
