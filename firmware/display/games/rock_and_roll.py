"""Rock and Roll as the page shows it: the cloth with everybody's chips, the bank, what the latest throw paid."""

from collections import Counter
from collections.abc import Sequence

from firmware.display.games.common import chips_text, highest, lowest, players_view
from firmware.display.messages import Catalogue
from firmware.display.names import field_name, listed, pays_round
from firmware.display.touches import name_of
from firmware.log.codec import plain_event
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.dice import Face
from scoring.events import EntryTakenBack, PlayerLeft
from scoring.games import rock_and_roll as rock

standing = chips_text

LATEST_THROWS = 12
"""So many of the newest throws are shown."""

_CLOSED = frozenset({Phase.READING, Phase.ASKING, Phase.BURNING, Phase.GAME_OVER})
"""Nothing can be bet while a throw is looked at, or once all is over."""


def game_view(state: SessionState, game: rock.RockAndRollState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills."""
    return {"players": _players(game), "cloth": _cloth(state, game, words)}


def _players(game: rock.RockAndRollState) -> list[dict[str, object]]:
    """Return everybody with the chips before him, what he has on the fields, and what he won or lost so far."""
    chips, won = game.chips, gains(game)
    is_won = game.is_over and not game.is_abandoned and lowest(won)
    return [
        {
            **player,
            "staked": chips.staked[seat],
            "gain": f"{gain:+}".replace("-", "−") if (gain := won.get(seat, 0)) else "0",
            "is_bank": seat == game.agreed.bank,
        }
        for seat, player in enumerate(players_view(game, chips.stacks.__getitem__, highest(won) if is_won else ()))
    ]


def _cloth(state: SessionState, game: rock.RockAndRollState, words: Catalogue) -> dict[str, object]:
    is_paid = game.before is not None
    latest = game.throws[-1] if game.throws and is_paid else None
    left = game.throws_to_end
    return {
        "bank": game.agreed.bank,
        "guests": [seat for seat in game.seats if seat != game.agreed.bank],
        "round": len(game.throws),
        "is_open": state.phase not in _CLOSED,
        "paid_for": None if latest is None else name_of(latest),
        "fields": [_field(game, field, latest, words) for field in rock.Field],
        "throws": [name_of(face) for face in game.throws[-LATEST_THROWS:]],
        "left": left,
        "left_label": "" if not left else words.text("rock.left-throws", count=left),
        "notice": plain_event(rock.NoticeGiven()) if left is None and not game.is_over else None,
        "outcome": outcome(game, words) if game.is_over and not game.is_abandoned else "",
    }


def _field(game: rock.RockAndRollState, field: rock.Field, latest: Face | None, words: Catalogue) -> dict[str, object]:
    """Return a field with the chips on it: those that lie there, or those that the latest throw won or lost."""
    winning = [face for face in Face if field.is_won_by(face)]
    bets = [(bet.player, bet.chips, None) for bet in game.bets if bet.field is field]
    paid = [(each.bet.player, each.bet.chips, each.chips) for each in game.payouts if each.bet.field is field]
    chips: list[tuple[int, int, int | None]] = sorted(bets if latest is None else paid)
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


MOST_NAMED = 3
"""So many players are named in one sentence; of more only their number is said."""


def hint(state: SessionState, game: rock.RockAndRollState, words: Catalogue) -> str | None:
    """Return what to do next, None once nothing is."""
    if game.is_over:
        return None
    is_back = isinstance(state.records[-1].event, EntryTakenBack)
    left = "" if game.throws_to_end is None else words.text("rock.left-throws", count=game.throws_to_end)
    return _joined(words.text("rock.lie-again") if is_back else "", _next(game, words), left)


def ending(state: SessionState, game: rock.RockAndRollState, words: Catalogue) -> str:
    """Return what ended the game, who won most chips, and who pays the round."""
    return _joined(told(state, game, words), outcome(game, words))


def outcome(game: rock.RockAndRollState, words: Catalogue) -> str:
    """Return who won most chips, and who pays the round; whoever went home does neither."""
    won = gains(game)
    winners, losers = highest(won), lowest(won)
    if len(won) == 1:
        return words.text("rock.alone", player=game.players[game.agreed.bank])
    if not losers:
        return _joined(words.text("result.draw"), pays_round((), words))
    names = [game.players[seat] for seat in losers]
    many = words.text("result.rounds", players=named(game, losers, words)) if len(losers) > MOST_NAMED else ""
    won_by = words.text("rock.won", players=named(game, winners, words), count=len(winners))
    return _joined(won_by, many or pays_round(names, words))


def gains(game: rock.RockAndRollState) -> dict[int, int]:
    """Return what everybody who is still there has won; less than nothing where he lost."""
    agreed, chips = game.agreed, game.chips
    begun = {seat: agreed.bank_stack if seat == agreed.bank else agreed.stack for seat in game.seats}
    return {seat: chips.stacks[seat] + chips.staked[seat] - begun[seat] for seat in game.seats}


def named(game: rock.RockAndRollState, seats: Sequence[int], words: Catalogue) -> str:
    """Return players by name, or how many they are."""
    if len(seats) > MOST_NAMED:
        return words.text("rock.so-many", count=len(seats))
    return listed([game.players[seat] for seat in seats], words)


def told(state: SessionState, game: rock.RockAndRollState, words: Catalogue) -> str:
    """Return what the newest event was."""
    match state.records[-1].event:
        case rock.RockAndRollBegan(players=players, bank=bank, bank_stack=chips):
            return words.text("rock.began", player=players[bank], count=chips)
        case rock.BetPlaced(seat, field):
            lying = next(bet.chips for bet in game.bets if (bet.player, bet.field) == (seat, field))
            return words.text("rock.bet", player=game.players[seat], count=lying, field=field_name(field, words))
        case rock.BetsTakenBack(seat):
            return words.text("rock.took-back", player=game.players[seat])
        case rock.BankThrew():
            return _paid(game, words)
        case rock.NoticeGiven():
            return words.text("rock.gave-notice", player=game.players[game.agreed.bank])
        case PlayerLeft(seat):
            return words.text("rock.went-home", player=game.players[seat], count=game.chips.stacks[seat])
        case _:
            return ""


def _paid(game: rock.RockAndRollState, words: Catalogue) -> str:
    thrown = words.text("rock.threw", face=words.text(f"face.{name_of(game.throws[-1])}"))
    if not game.payouts:
        return _joined(thrown, words.text("rock.no-bets"))
    won: Counter[int] = Counter()
    for payout in game.payouts:
        if payout.chips:
            won[payout.bet.player] += payout.chips - payout.bet.chips
    lost = sum(payout.bet.chips for payout in game.payouts if not payout.chips)
    taken = words.text("rock.bank-takes", count=lost) if lost else ""
    wins = [words.text("rock.wins", player=game.players[seat], count=won[seat]) for seat in sorted(won)]
    if len(won) > MOST_NAMED:
        wins = [words.text("rock.many-win", players=len(won), count=won.total())]
    return _joined(thrown, *wins, taken)


def _next(game: rock.RockAndRollState, words: Catalogue) -> str:
    bank = game.players[game.agreed.bank]
    if game.bets:
        return words.text("hint.waiting", player=bank)
    can_bet = any(game.most_on(seat, field) for seat in game.seats for field in rock.Field)
    return words.text("rock.place-bets", player=bank) if can_bet else words.text("rock.nobody-can-bet", player=bank)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
