"""The games to choose from, and what each begins with where nothing else was agreed."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from scoring.events import GameBegan
from scoring.game import Opening
from scoring.games.al_capone import AlCaponeBegan
from scoring.games.escalero import EscaleroBegan
from scoring.games.hidden_poker import HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.hands.ranking import Ranking
from scoring.ruleset import RerollRule, ServedRule
from scoring.seats import folded


class Choice(StrEnum):
    """A game as players choose it, in the order it is offered; Joker Poker is played openly or under the cup."""

    TEN_BY_TEN = "ten-by-ten"
    ESCALERO = "escalero"
    OPEN_POKER = "open-poker"
    HIDDEN_POKER = "hidden-poker"
    JOKER_POKER = "joker-poker"
    AL_CAPONE = "al-capone"
    ROCK_AND_ROLL = "rock-and-roll"


TWO_PLAYERS = frozenset({Choice.TEN_BY_TEN})
"""Games for exactly two; all others seat as many as `scoring.seats` allows."""

HABITS = (ServedRule, RerollRule)
"""What a table is used to whichever game it plays: it holds for the next game as well."""


FORMS: dict[Choice, tuple[Callable[..., Any], ...]] = {
    Choice.TEN_BY_TEN: (GameBegan,),
    Choice.ESCALERO: (EscaleroBegan,),
    Choice.OPEN_POKER: (OpenPokerBegan,),
    Choice.HIDDEN_POKER: (HiddenPokerBegan,),
    Choice.JOKER_POKER: (partial(OpenPokerBegan, jokers=True), partial(HiddenPokerBegan, ranking=Ranking(jokers=True))),
    Choice.AL_CAPONE: (AlCaponeBegan,),
    Choice.ROCK_AND_ROLL: (RockAndRollBegan,),
}
"""Makes what the log of each game opens with, by ``players=``; Joker Poker's openly first, then under the cup."""


def choice_of(agreed: Opening) -> Choice:
    """Return which game was agreed on."""
    match agreed:
        case OpenPokerBegan(jokers=True) | HiddenPokerBegan(ranking=Ranking(jokers=True)):
            return Choice.JOKER_POKER
    return next(choice for choice, forms in FORMS.items() if type(agreed) in forms)


def form_of(agreed: Opening) -> int:
    """Return how it is played, where its game can be played in several ways: index of its `FORMS`."""
    forms = FORMS[choice_of(agreed)]
    return next(form for form, make in enumerate(forms) if type(make(players=agreed.players[:2])) is type(agreed))


def opening(choice: Choice, like: Opening, *, form: int = 0) -> Any:
    """Return what a game begins with for the players of another one, the first two in a game for two."""
    players = like.players[:2] if choice in TWO_PLAYERS else like.players
    return with_habits(FORMS[choice][form](players=players), habits(like))


def remembered(people: tuple[str, ...], agreed: Opening) -> tuple[str, ...]:
    """Return who played here, newest first, once these sat down: as they were typed last, without the companion."""
    levels = dict(enumerate(getattr(agreed, "levels", ())))
    seated = {folded(name): name for seat, name in enumerate(agreed.players) if levels.get(seat) is None}
    return *seated.values(), *(name for name in people if folded(name) not in seated)


def habits(agreed: Any) -> dict[type, Any]:
    """Return what a table is used to, by kind."""
    found: dict[type, Any] = {}
    for each in fields(agreed):
        value = getattr(agreed, each.name)
        if isinstance(value, HABITS):
            found[type(value)] = value
        elif is_dataclass(value):
            found.update(habits(value))
    return found


def with_habits(agreed: Any, known: dict[type, Any]) -> Any:
    """Return what a game begins with, as the table is used to play."""
    changes: dict[str, Any] = {}
    for each in fields(agreed):
        value = getattr(agreed, each.name)
        if type(value) in known:
            changes[each.name] = known[type(value)]
        elif is_dataclass(value):
            changes[each.name] = with_habits(value, known)
    return replace(agreed, **changes)
