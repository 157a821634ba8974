"""What the newest decision did to a round: which hands lay there, who took the pot, who goes on to a decider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.events import EntryTakenBack
from scoring.pot import HandKept, ShownHand, WentAlong

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.log.record import Record
    from scoring.pot import PotState


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """The end of a round.

    Attributes:
        winner: Who took the pot.
        chips: How many lay in it.
        hands: What was shown in it.
        folded: Who put something in and was out of it before.
    """

    winner: int
    chips: int
    hands: tuple[ShownHand, ...]
    folded: tuple[int, ...]


def latest(records: Sequence[Record]) -> Any:
    """Return the newest event that was not taken back."""
    undone = 0
    for record in reversed(records):
        if isinstance(record.event, EntryTakenBack):
            undone += 1
        elif not undone:
            return record.event
        else:
            undone -= 1
    return None


def last_hand(game: PotState, event: Any) -> ShownHand | None:
    """Return the hand that the newest event kept, None where it kept none."""
    before = game.before
    if not isinstance(event, HandKept) or before is None or before.to_move is None:
        return None
    return ShownHand(before.to_move, before.turn.faces)


def showdown(game: PotState, event: Any) -> Showdown | None:
    """Return how the newest event ended a round, None where it ended none.

    Args:
        game: After it.
        event: The newest event that counts.
    """
    before = game.before
    if before is None or before.round is None or game.round is not None or game.is_abandoned:
        return None
    winner, kept = game.results[-1], last_hand(game, event)
    hands = (*before.round.hands, *(() if kept is None else (kept,)))
    staked = range(len(game.players))
    return Showdown(
        winner=winner,
        chips=before.chips.pot + _paid(before, event),
        hands=tuple(hand for hand in hands if hand.player in game.seats),
        folded=tuple(seat for seat in staked if before.chips.staked[seat] and seat not in before.round.entrants),
    )


def _paid(before: PotState, event: Any) -> int:
    """Return what the newest event put into the pot."""
    running, player = before.round, before.to_move
    if running is None or player is None:
        return 0
    if isinstance(event, HandKept):
        return event.stake - running.stake
    return running.stake - before.chips.staked[player] if isinstance(event, WentAlong) else 0
