"""Which dice may be left lying before the next throw."""

from __future__ import annotations

from itertools import compress, product

from scoring.actions import ThrowDice
from scoring.dice import DICE_COUNT, NOTHING_HELD, Faces, Flags
from scoring.ruleset import RerollRule
from scoring.turns.turn import Turn


def throw_action(turn: Turn, reroll: RerollRule, *, fewest: int = 0) -> ThrowDice:
    """Return how the next throw may be made.

    Args:
        turn: A turn with throws left.
        reroll: What is thrown again when a die burns.
        fewest: So many dice must be left lying at least, before a second or third throw.
    """
    dice = turn.dice_to_throw(reroll)
    if turn.throws_made and turn.burn is None:
        dice = tuple(count for count in dice if count <= DICE_COUNT - fewest)
    number, holds = turn.throws_made + 1, legal_holds(turn, fewest=fewest)
    return ThrowDice(throw_number=number, dice=dice, holds=holds, is_repeat=turn.burn is not None)


def legal_holds(turn: Turn, *, fewest: int = 0) -> tuple[Flags, ...]:
    """Return every choice of dice to leave lying before the next throw, one a multiset of faces, fewest first.

    Args:
        turn: A turn with throws left; the flags are over its faces.
        fewest: So many dice must be left lying at least, before a second or third throw.
    """
    if not turn.throws:
        return (NOTHING_HELD,)
    wanted = None if turn.burn is None else turn.burn.held_faces
    holds: dict[Faces, Flags] = {}
    for flags in sorted(product((False, True), repeat=DICE_COUNT), key=lambda flags: (sum(flags), flags)):
        faces = tuple(sorted(compress(turn.faces, flags)))
        if fewest <= len(faces) < DICE_COUNT and (wanted is None or faces == tuple(sorted(wanted))):
            holds.setdefault(faces, flags)
    return tuple(holds.values())
