"""What the players may decide now in a game of rounds, rows or bets: one entry a button, from the rules alone."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from scoring.actions import Leave
from scoring.events import PlayerLeft
from scoring.game import Game
from scoring.games.escalero import EnterRow, EscaleroState, Row, RowEntered, preview
from scoring.games.hidden_poker import Announce, Announced, DoubtClaim, Doubted
from scoring.games.pot import Answer, BeginRound, HandKept, KeepHand, Passed, RoundBegan, WentAlong
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, Field, GiveNotice, NoticeGiven, PlaceBet, TakeBetsBack
from scoring.games.ten_by_ten import GameState
from scoring.hands.ranking import Claim
from scoring.rules import legal_actions

_MANY_STAKES = 10

Value: TypeAlias = str | int | Claim | Row | Field


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that can be decided."""

    key: str  # its words; the catalogues have them
    event: Any  # what goes into the log
    # what fills the places in its words; the display finds the words of what is no plain data
    values: tuple[tuple[str, Value], ...] = ()


def decisions(game: Game | None) -> tuple[Decision, ...]:
    """Return all that may be decided now, in the order the rules name it; none in Würfelpoker 10×10.

    Of bets each is offered with one chip: more are put down one by one, or as the page counts them.
    """
    if game is None or isinstance(game, GameState):
        return ()
    return tuple(decision for action in legal_actions(game) for decision in _of(action, game))


def claim_of(decision: Decision | None) -> Claim | None:
    """Return what a decision announces, None where it announces nothing."""
    return decision.event.claim if decision is not None and isinstance(decision.event, Announced) else None


def _of(action: Any, game: Game) -> tuple[Decision, ...]:
    match action:
        case BeginRound():
            return (Decision("begin-round", RoundBegan()),)
        case KeepHand():
            stakes = _raises(action.least, action.most)
            raises = (Decision("raise", HandKept(stake), (("stake", stake),)) for stake in stakes)
            return Decision("keep-hand", HandKept(action.least)), *raises
        case Answer(player, chips):
            name = ("player", game.players[player])
            along = () if chips is None else (Decision("go-along", WentAlong(), (name, ("count", chips))),)
            return *along, Decision("pass", Passed(), (name,))
        case Announce(claims):
            return tuple(Decision("announce", Announced(claim), (("claim", claim),)) for claim in claims)
        case DoubtClaim(players):
            return tuple(Decision("doubt", Doubted(seat), (("player", game.players[seat]),)) for seat in players)
        case EnterRow(row):
            assert isinstance(game, EscaleroState)
            points = preview(game).get(row, 0)
            key = "enter-row" if points else "strike-row"
            return (Decision(key, RowEntered(row), (("row", row), ("points", points))),)
        case Leave(players):
            return tuple(Decision("leave", PlayerLeft(seat), (("player", game.players[seat]),)) for seat in players)
        case _:
            return _of_bets(action, game)


def _raises(least: int, most: int) -> tuple[int, ...]:
    """Return what is offered to raise to: each stake while they are few, else those people say, and the highest."""
    if most - least <= _MANY_STAKES:
        return tuple(range(least + 1, most + 1))
    round_ones = (first * 10**zeros for zeros in range(len(str(most))) for first in (1, 2, 5))
    return (*(stake for stake in round_ones if least < stake < most), most)


def _of_bets(action: Any, game: Game) -> tuple[Decision, ...]:
    match action:
        case PlaceBet(player, most):
            name = ("player", game.players[player])
            open_fields = (each for each, chips in most if chips)
            return tuple(
                Decision("bet", BetPlaced(player, field, 1), (name, ("field", field))) for field in open_fields
            )
        case TakeBetsBack(players):
            named = ((seat, game.players[seat]) for seat in players)
            return tuple(Decision("take-bets-back", BetsTakenBack(seat), (("player", name),)) for seat, name in named)
        case GiveNotice():
            return (Decision("give-notice", NoticeGiven()),)
        case _:  # what is done with dice, or by a touch that every game has
            return ()
