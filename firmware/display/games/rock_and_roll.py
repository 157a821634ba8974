"""Rock and Roll as the page shows it: the cloth with everybody's chips, the bank, what the latest throw paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.display.games.common import chips_text, throwing_player
from firmware.display.games.rock_and_roll_told import ending, gains, hint, outcome, told
from firmware.display.names import field_name
from firmware.display.touches import name_of
from firmware.log.codec import plain_event
from firmware.session.state import Phase
from scoring.dice import Face
from scoring.games.rock_and_roll import Field, NoticeGiven

if TYPE_CHECKING:
    from firmware.display.messages import Catalogue
    from firmware.session.state import SessionState
    from scoring.games.rock_and_roll import RockAndRollState

__all__ = ["ending", "game_view", "hint", "standing", "told"]

LATEST_THROWS = 12
"""So many of the newest throws are shown."""

_CLOSED = frozenset({Phase.READING, Phase.ASKING, Phase.BURNING, Phase.GAME_OVER})
"""Nothing can be bet while a throw is looked at, or once all is over."""


def game_view(state: SessionState, game: RockAndRollState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills."""
    return {
        "players": _players(game),
        "to_move": throwing_player(game),
        "remarks": [],
        "suggestion": None,
        "advised": None,
        "hint": None,
        "result": None,
        "cloth": _cloth(state, game, words),
    }


def standing(game: RockAndRollState, words: Catalogue) -> str:
    """Return how many chips everybody has."""
    return chips_text(game, words)


def _players(game: RockAndRollState) -> list[dict[str, object]]:
    """Return everybody with the chips before him, what he has on the fields, and what he won or lost so far."""
    chips, bank = game.chips, game.agreed.bank
    won = gains(game)
    best = {seat for seat, gain in won.items() if gain == max(won.values())} if len(set(won.values())) > 1 else set()
    is_over = game.is_over and not game.is_abandoned
    return [
        {
            "name": name,
            "points": str(chips.stacks[seat]),
            "staked": chips.staked[seat],
            "gain": _signed(won.get(seat, 0)),
            "is_bank": seat == bank,
            "is_gone": seat not in game.seats,
            "is_winner": is_over and seat in best,
        }
        for seat, name in enumerate(game.players)
    ]


def _signed(chips: int) -> str:
    return f"+{chips}" if chips > 0 else str(chips).replace("-", "−")


def _cloth(state: SessionState, game: RockAndRollState, words: Catalogue) -> dict[str, object]:
    is_paid = game.before is not None
    latest = game.throws[-1] if game.throws and is_paid else None
    left = game.throws_to_end
    return {
        "bank": game.agreed.bank,
        "guests": [seat for seat in game.seats if seat != game.agreed.bank],
        "round": len(game.throws),
        "is_open": state.phase not in _CLOSED,
        "paid_for": None if latest is None else name_of(latest),
        "fields": [_field(game, field, latest, words) for field in Field],
        "throws": [name_of(face) for face in game.throws[-LATEST_THROWS:]],
        "left": left,
        "left_label": "" if not left else words.text("rock.left-throws", count=left),
        "notice": plain_event(NoticeGiven()) if left is None and not game.is_over else None,
        "outcome": outcome(game, words) if game.is_over and not game.is_abandoned else "",
    }


def _field(game: RockAndRollState, field: Field, latest: Face | None, words: Catalogue) -> dict[str, object]:
    """Return a field with the chips on it: those that lie there, or those that the latest throw won or lost."""
    winning = [face for face in Face if field.is_won_by(face)]
    chips = _chips(game, field, is_paid=latest is not None)
    lying = "".join(f"; {game.players[seat]}: {count}" for seat, count, _ in chips)
    return {
        "field": field.value,
        "name": field_name(field, words),
        "colour": winning[0].colour.value,
        "faces": [name_of(face) for face in winning],
        "pays": f"{field.pays}:1",
        "is_won": latest is not None and field.is_won_by(latest),
        "most": [game.most_on(seat, field) for seat in range(len(game.players))],
        "chips": [{"seat": seat, "count": count, "back": back} for seat, count, back in chips],
        "said": f"{field_name(field, words)}, {field.pays}:1{lying}",
    }


def _chips(game: RockAndRollState, field: Field, *, is_paid: bool) -> list[tuple[int, int, int | None]]:
    """Return who has how many chips on a field, and how many came back for them; None while that is open."""
    if is_paid:
        return sorted((p.bet.player, p.bet.chips, p.chips) for p in game.payouts if p.bet.field is field)
    return [(seat, count, None) for seat, count in sorted((b.player, b.chips) for b in game.bets if b.field is field)]
