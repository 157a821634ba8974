"""Escalero as the page shows it: a sheet of eleven rows, a column a player, and at the end who pays whom."""

from collections.abc import Sequence

from firmware.display.games.common import beginners, decisions_view, entry_view, highest, lowest, named, players_view
from firmware.display.messages import Catalogue
from firmware.display.names import escalero_row, escalero_row_short, pays_round
from firmware.log.codec import plain_event
from firmware.session.deciding import ENTERABLE
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.dice import Faces
from scoring.events import PlayerLeft
from scoring.games.escalero import EscaleroState, Row, RowEntered, RowEntry, points, preview

_SERVED_PAYS = frozenset({Row.QUINT, Row.FULL_HAND, Row.POKER})
"""Rows in which served is worth more; what stands in the last one lay served anyhow."""

MOST_TOLD = 2
"""Payments that a sentence beside the sheet has room for; more are read on the slip, and heard."""


def game_view(state: SessionState, game: EscaleroState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills."""
    is_over = state.phase is Phase.GAME_OVER
    return {
        "players": players_view(game, game.sum_of, _winners(game) if game.is_filled else ()),
        "rows": _rows(state, game, words),
        "cells": _cells(game),
        "decisions": decisions_view(game, words),
        "remarks": [*beginners(game, words), *remarks(game, words)],
        "ending": slip(game, words) if is_over else None,
    }


def _rows(state: SessionState, game: EscaleroState, words: Catalogue) -> list[dict[str, object]]:
    """Return the rows with what the throw on the table would bring there, None where it may not be entered."""
    scores = preview(game) if state.phase in ENTERABLE | {Phase.STILL} else {}
    event = None if state.dial is None or (shown := state.dial.shown.decision) is None else shown.event
    return [
        {
            "row": plain_event(RowEntered(row))["row"],
            "name": escalero_row(row, words),
            "short": escalero_row_short(row, words),
            "is_lower": row.face is None,
            "preview": scores.get(row),
            "is_in_view": isinstance(event, RowEntered) and event.row is row,
        }
        for row in Row
    ]


def _cells(game: EscaleroState) -> list[list[dict[str, object] | None]]:
    """Return row by row what stands there for each player."""
    found: dict[tuple[Row, int], dict[str, object]] = {}
    for entry in game.entries:
        is_marked = entry.row in _SERVED_PAYS and entry.is_served and entry.points > 0
        shown = entry_view(entry, newest=len(game.entries))
        found[entry.row, entry.player] = {**shown, "is_marked_served": is_marked}
    return [[found.get((row, seat)) for seat in range(len(game.players))] for row in Row]


def remarks(game: EscaleroState, words: Catalogue) -> list[str]:
    """Return what is worth knowing about the sheet: the only row that is left, and who leads."""
    said = []
    player = game.to_move
    if player is not None and len(free := game.free_rows(player)) == 1:
        said.append(words.text("escalero.last-row", player=game.players[player], row=escalero_row(free[0], words)))
    leaders = _winners(game)
    if game.entries and len(leaders) == 1 and not game.is_filled:
        leader = leaders[0]
        said.append(words.text("escalero.leads", player=game.players[leader], count=game.sum_of(leader)))
    return said


def told(state: SessionState, game: EscaleroState, words: Catalogue) -> str:
    """Return what the newest event was; empty where its notice says it."""
    match state.records[-1].event:
        case RowEntered():
            return entry_text(game, game.entries[-1], words)
        case PlayerLeft(player):
            return words.text("notice.left", player=game.players[player])
        case _:
            return ""


def entry_text(game: EscaleroState, entry: RowEntry, words: Catalogue) -> str:
    """Return an entry that stands in words."""
    message = "escalero.entered" if entry.points else "escalero.struck"
    return words.text(
        message, player=game.players[entry.player], row=escalero_row(entry.row, words), count=entry.points
    )


def hint(state: SessionState, game: EscaleroState, words: Catalogue) -> str | None:  # noqa: ARG001 - as every game's
    """Return what to do next: the usual words for the phase say it."""
    return None


def hand(faces: Faces, words: Catalogue) -> str:
    """Return what five dice make, in the words of the lower rows; empty where they make none of them."""
    row = next((row for row in Row if row.face is None and points(row, faces, is_served=False)), None)
    return "" if row is None else escalero_row(row, words)


def standing(game: EscaleroState, words: Catalogue) -> str:
    """Return everybody's sum, the highest first."""
    sums = ", ".join(f"{game.players[seat]} {game.sum_of(seat)}" for seat in _ranked(game))
    return words.text("escalero.standing", sums=sums)


def ending(state: SessionState, game: EscaleroState, words: Catalogue) -> str:  # noqa: ARG001 - as every game's
    """Return who won, who pays whom, and who pays the round."""
    paid = [_paid(game, seat, words) for seat in _ranked(game) if seat not in _winners(game)] if game.is_filled else []
    payments = " ".join(paid)
    if len(paid) > MOST_TOLD:
        payments = words.text("escalero.payments", payments=payments)
    return " ".join(filter(None, (headline(game, words), payments, _round(game, words))))


def headline(game: EscaleroState, words: Catalogue) -> str:
    """Return who won; several who have the same, or whoever is left when the others went home."""
    winners = _winners(game)
    if not game.is_filled:
        return words.text("escalero.alone", player=game.players[game.seats[0]])
    names, most = named(game, winners, words), game.sum_of(winners[0])
    if len(winners) > 1:
        return words.text("escalero.shared", players=names, count=most)
    return words.text("escalero.won", player=names, count=most)


def slip(game: EscaleroState, words: Catalogue) -> dict[str, object]:
    """Return how the game ended, with a line for each player who saw the end, the highest sum first."""
    chips = game.chips.stacks
    return {
        "headline": headline(game, words),
        "lines": [
            {
                "points": game.sum_of(seat),
                "said": _line(game, seat, words),
                "chips": chips[seat],
                "is_winner": seat in _winners(game),
            }
            for seat in (_ranked(game) if game.is_filled else ())
        ],
        "round": _round(game, words),
    }


def _line(game: EscaleroState, seat: int, words: Catalogue) -> str:
    if seat not in _winners(game):
        return _paid(game, seat, words)
    count = sum(payment.chips for payment in game.payments if payment.payee == seat)
    if not count:
        return words.text("escalero.is-paid-nothing", player=game.players[seat])
    return words.text("escalero.is-paid", player=game.players[seat], count=count)


def _paid(game: EscaleroState, seat: int, words: Catalogue) -> str:
    mine, player = [payment for payment in game.payments if payment.payer == seat], game.players[seat]
    if not mine:
        return words.text("escalero.pays-nothing", player=player)
    message = "escalero.pays-each" if len(mine) > 1 else "escalero.pays"
    winners = named(game, [payment.payee for payment in mine], words)
    return words.text(message, player=player, winners=winners, count=mine[0].chips)


def _round(game: EscaleroState, words: Catalogue) -> str:
    """Return who pays the round of drinks: whoever has least; nobody where all have the same or went home."""
    losers = lowest({seat: game.sum_of(seat) for seat in game.seats}) if game.is_filled else []
    return pays_round([game.players[seat] for seat in losers], words)


def _winners(game: EscaleroState) -> list[int]:
    return highest({seat: game.sum_of(seat) for seat in game.seats})


def _ranked(game: EscaleroState) -> Sequence[int]:
    return sorted(game.seats, key=game.sum_of, reverse=True)
