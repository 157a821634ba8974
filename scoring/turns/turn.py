"""A turn: up to three throws, with dice left lying in between."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import compress, product

from scoring.dice import DICE_COUNT, NOTHING_HELD, Face, Faces, Flags, require_five
from scoring.errors import (
    FirstThrowHeldError,
    HeldDieChangedError,
    HoldChangedError,
    NothingBurningError,
    NothingThrownError,
    NoThrowError,
    ThrowsUsedUpError,
)
from scoring.ruleset import RerollRule, ServedRule

THROWS_A_TURN = 3


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw as it lies.

    Raises:
        WrongDiceCountError: If faces or held are not five.
        NothingThrownError: If all five were held.
    """

    faces: Faces  # Five faces in the order the camera saw them; the order means nothing.
    held: Flags  # held[i] says that die i was left lying before this throw

    def __post_init__(self) -> None:
        """Refuse what is no throw."""
        require_five(self.faces)
        require_five(self.held)
        if all(self.held):
            raise NothingThrownError("all five dice were held; at least one is thrown")

    @property
    def held_faces(self) -> Faces:
        """Return the faces that were left lying, in camera order."""
        return tuple(face for face, is_held in zip(self.faces, self.held, strict=True) if is_held)


@dataclass(frozen=True, slots=True)
class Burn:
    """A throw that burned and waits to be repeated.

    Raises:
        WrongDiceCountError: If burning is not five flags.
        NothingBurningError: If none of them is set.
    """

    burning: Flags  # burning[i] says that die i burns; a die fallen off the table burns, too.
    held_faces: Faces | None = None  # What was left lying before the burned throw, None where nobody could tell

    def __post_init__(self) -> None:
        """Refuse what does not burn."""
        require_five(self.burning)
        if not any(self.burning):
            raise NothingBurningError("no die burns; a burning throw has one at least")


@dataclass(frozen=True, slots=True)
class Turn:
    """The throws of one turn so far; immutable, every change makes a new one."""

    throws: tuple[Throw, ...] = ()  # None to three throws, oldest first
    burn: Burn | None = None  # Set while the newest throw burned and is to be repeated; it is not among `throws`.

    @property
    def faces(self) -> Faces:
        """Return the five faces on the table.

        Raises:
            NoThrowError: If nothing was thrown yet.
        """
        return self._latest.faces

    @property
    def throws_made(self) -> int:
        """Return how many throws were used up; burned ones are not."""
        return len(self.throws)

    @property
    def throws_left(self) -> int:
        """Return how many throws may still be made."""
        return THROWS_A_TURN - len(self.throws)

    @property
    def may_enter(self) -> bool:
        """Tell whether five dice lie that can be entered."""
        return bool(self.throws) and self.burn is None

    def is_served(self, rule: ServedRule) -> bool:
        """Tell whether the dice on the table lie served; whether they make a combination is another matter."""
        if rule is ServedRule.FIRST_THROW:
            return len(self.throws) == 1
        return bool(self.throws) and not any(self.throws[-1].held)

    def dice_to_throw(self, reroll: RerollRule) -> tuple[int, ...]:
        """Return how many dice may go into the cup for the next throw; empty when none are left."""
        if not self.throws_left:
            return ()
        if self.burn is not None and reroll is RerollRule.DIE:
            # A held die that a thrown one leans on stays where it is.
            return (min(sum(self.burn.burning), DICE_COUNT - len(self.burn.held_faces or ())),)
        if self.burn is not None and self.burn.held_faces is not None:
            return (DICE_COUNT - len(self.burn.held_faces),)
        return tuple(range(1, DICE_COUNT + 1)) if self.throws else (DICE_COUNT,)

    def thrown(self, throw: Throw) -> Turn:
        """Return the turn after one more throw, or after the repetition of a burned one.

        Raises:
            ThrowsUsedUpError: After the third throw.
            FirstThrowHeldError: If dice were held before the first throw.
            HeldDieChangedError: If a held face did not lie there before.
            HoldChangedError: If the repetition holds other dice than the burned throw.
        """
        self._require_throw_left()
        self._require_holdable(throw.held_faces)
        return Turn((*self.throws, throw))

    def burned(self, burn: Burn) -> Turn:
        """Return the turn waiting for the throw to be repeated; no throw is used up.

        Raises:
            ThrowsUsedUpError: After the third throw.
            FirstThrowHeldError: If dice were held before the first throw.
            NothingThrownError: If all five dice were held.
            HeldDieChangedError: If a held face did not lie there before.
            HoldChangedError: If a repetition burns again and holds other dice.
        """
        self._require_throw_left()
        if burn.held_faces is None:
            return replace(self, burn=Burn(burn.burning, self.burn.held_faces if self.burn else None))
        if len(burn.held_faces) >= DICE_COUNT:
            raise NothingThrownError(f"{len(burn.held_faces)} dice were held; at least one is thrown")
        self._require_holdable(burn.held_faces)
        return replace(self, burn=burn)

    def corrected(self, throw: Throw) -> Turn:
        """Return the turn with its latest throw put right.

        A held die has one face only: where a corrected one did not lie there before, it was misread before as
        well, and the earlier throws are put right with it.

        Raises:
            NoThrowError: If nothing was thrown yet.
            FirstThrowHeldError: If the first throw is said to have held dice.
        """
        was_held = self._latest.held_faces
        if len(self.throws) == 1 and any(throw.held):
            raise FirstThrowHeldError("dice are marked held before the first throw; none can be")
        earlier, burn = _put_right(self.throws[:-1], throw.held_faces, was_held), self.burn
        if burn is not None and Counter(burn.held_faces or ()) - Counter(throw.faces):
            burn = Burn(burn.burning)  # What it held is forgotten when the correction says it cannot have lain there.
        return Turn((*earlier, throw), burn)

    def withdrawn(self) -> Turn:
        """Return the turn as it was before its latest throw: it burned after all, or was none.

        Raises:
            NoThrowError: If nothing was thrown yet.
        """
        _ = self._latest
        return Turn(self.throws[:-1])

    @property
    def _latest(self) -> Throw:
        if not self.throws:
            raise NoThrowError("no dice were thrown in this turn yet")
        return self.throws[-1]

    def _require_throw_left(self) -> None:
        if not self.throws_left:
            raise ThrowsUsedUpError(f"{THROWS_A_TURN} throws were made; the dice must be entered now")

    def _require_holdable(self, held: Faces) -> None:
        if held and not self.throws:
            raise FirstThrowHeldError(f"{len(held)} dice are marked held before the first throw; none can be")
        if changed := Counter(held) - Counter(self.throws[-1].faces if self.throws else ()):
            raise HeldDieChangedError(tuple(sorted(changed.elements())), tuple(sorted(self.faces)))
        wanted = self.burn.held_faces if self.burn else None
        if wanted is not None and sorted(held) != sorted(wanted):
            raise HoldChangedError(held, wanted)


def legal_holds(turn: Turn, *, fewest: int = 0) -> tuple[Flags, ...]:
    """Return every choice of dice to leave lying before the next throw, one a multiset of faces, fewest first.

    The flags are over the turn's faces; ``fewest`` dice must be left lying at least.
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


def _put_right(earlier: tuple[Throw, ...], held: Faces, was_held: Faces) -> tuple[Throw, ...]:
    """Return earlier throws in which the held faces did lie.

    Args:
        earlier: Throws before the corrected one, oldest first.
        held: Faces held after the newest of them, as put right.
        was_held: The same as first read; these are changed before any other die.
    """
    if not earlier:
        return ()
    latest = earlier[-1]
    missing = sorted((Counter(held) - Counter(latest.faces)).elements())
    if not missing:
        return earlier
    faces = _with_faces(latest.faces, missing, spare=Counter(latest.faces) - Counter(held), first=was_held)
    throw = Throw(faces, latest.held)
    return (*_put_right(earlier[:-1], throw.held_faces, latest.held_faces), throw)


def _with_faces(faces: Faces, missing: list[Face], *, spare: Counter[Face], first: Faces) -> Faces:
    # At most four dice are held, so there are always more spare dice than missing faces.
    changed = list(faces)
    for i in sorted(range(DICE_COUNT), key=lambda i: faces[i] not in first):
        if missing and spare[faces[i]]:
            spare[faces[i]] -= 1
            changed[i] = missing.pop()
    return tuple(changed)
