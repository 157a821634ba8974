"""What dice on the table are to a game, and a turn after what happened in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scoring.events import BeginnerThrown, ThrowBurned, ThrowCorrected, ThrowEvent, ThrowMade, ThrowWithdrawn
from scoring.turns.turn import Burn, Throw

if TYPE_CHECKING:
    from scoring.dice import Faces, Flags
    from scoring.seats import Beginning
    from scoring.turns.turn import Turn


def shown(beginning: Beginning, faces: Faces, held: Flags) -> BeginnerThrown | ThrowMade:
    """Return the throw that five dice on the table are: for who begins, while that is open, else of the turn.

    Where several may throw for it, they do so by their seats.
    """
    if beginning.to_throw:
        return BeginnerThrown(beginning.to_throw[0], faces)
    return ThrowMade(faces, held)


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
