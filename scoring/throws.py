"""A turn after what happened in it."""

from __future__ import annotations

from typing import assert_never

from scoring.events import ThrowBurned, ThrowCorrected, ThrowEvent, ThrowMade, ThrowWithdrawn
from scoring.turns.turn import Burn, Throw, Turn


def turn_after(turn: Turn, event: ThrowEvent) -> Turn:
    """Return the turn after a throw was made, burned, put right or withdrawn.

    Raises:
        IllegalEventError: As `Turn.thrown`, `burned`, `corrected` and `withdrawn`.
        WrongDiceCountError: If the event does not carry five dice.
    """
    match event:
        case ThrowMade():
            return turn.thrown(Throw(event.faces, event.held))
        case ThrowBurned():
            return turn.burned(Burn(event.burning, event.held_faces))
        case ThrowCorrected():
            return turn.corrected(Throw(event.faces, event.held))
        case ThrowWithdrawn():
            return turn.withdrawn()
        case _:
            assert_never(event)
