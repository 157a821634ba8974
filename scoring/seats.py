"""Who sits at the table, who begins, and to whom the dice go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from scoring.dice import Faces, require_five
from scoring.errors import (
    AlreadyThrownError,
    FirstThrowHeldError,
    NoThrowError,
    PlayersError,
    UnknownPlayerError,
    WrongPhaseError,
)
from scoring.events import BeginnerThrown, ThrowBurned, ThrowCorrected, ThrowWithdrawn
from scoring.turns.turn import Burn, Throw

BeginningMended: TypeAlias = ThrowCorrected | ThrowWithdrawn | ThrowBurned
FEWEST_PLAYERS, MOST_PLAYERS = 2, 12


def require_players(players: tuple[str, ...]) -> None:
    """Refuse a table that cannot play.

    Raises:
        PlayersError: If there are fewer than two or more than twelve, or two have one name, or one has none.
    """
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise PlayersError(f"got {len(players)} players; {FEWEST_PLAYERS} to {MOST_PLAYERS} can play")
    names = [folded(player) for player in players]
    if not all(names):
        raise PlayersError("a player has no name; each needs one to be called by")
    if len(set(names)) < len(names):
        raise PlayersError(f"got {', '.join(players)}; two players have one name, which nobody could tell apart")


def folded(name: str) -> str:
    """Return what tells a player from others: not how his name was typed."""
    return name.strip().casefold()


def clockwise(seats: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Return the seats in the order the dice go round, from one on; they go to the left neighbour, the next number.

    Args:
        seats: Ascending.
        first: The seat to begin with; if it is empty, the next one that is not.
    """
    return tuple(seat for seat in seats if seat >= first) + tuple(seat for seat in seats if seat < first)


def without(seats: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    """Return the seats but some, in their order."""
    return tuple(seat for seat in seats if seat not in gone)


@dataclass(frozen=True, slots=True)
class Beginning:
    """Who begins, thrown for: the highest sum does, the highest equal ones throw again.

    Raises:
        UnknownPlayerError: If somebody is to begin who does not play.
    """

    seats: tuple[int, ...]  # Who throws, ascending
    throws: tuple[BeginnerThrown, ...] = ()  # What was thrown for it, oldest first, ties included
    agreed: int | None = None  # Who begins where that needs no throw

    def __post_init__(self) -> None:
        """Refuse a beginner nobody knows."""
        if self.agreed is not None and self.agreed not in self.seats:
            raise UnknownPlayerError(f"got player {self.agreed} to begin; there are {self.seats}")

    @property
    def beginner(self) -> int | None:
        """Return who begins; None until that is settled."""
        if self.agreed is not None:
            return self.agreed
        running, _ = self._rounds()[-1]
        return running[0] if len(running) == 1 else None

    @property
    def to_throw(self) -> tuple[int, ...]:
        """Return who may throw, in any order; empty once it is settled."""
        if self.beginner is not None:
            return ()
        running, thrown = self._rounds()[-1]
        return without(running, *(throw.player for throw in thrown))

    @property
    def is_tied(self) -> bool:
        """Tell whether equal highest throws have just sent those who made them into another round."""
        return bool(self.throws) and self.beginner is None and not self._rounds()[-1][1]

    @property
    def latest(self) -> tuple[BeginnerThrown, ...]:
        """Return the throws of the running round, or of the round before while nobody has thrown in it."""
        thrown = [throws for _, throws in self._rounds() if throws]
        return tuple(thrown[-1]) if thrown else ()

    def thrown(self, event: BeginnerThrown) -> Beginning:
        """Return the same after one more throw.

        Raises:
            WrongPhaseError: If it is settled.
            UnknownPlayerError: If the player does not play.
            AlreadyThrownError: If the player waits for the others, or is out of it.
            WrongDiceCountError: If it were not five dice.
        """
        require_five(event.faces)
        if not self.to_throw:
            raise WrongPhaseError("who begins is settled; the next throw belongs to the game")
        if event.player not in self.seats:
            raise UnknownPlayerError(f"got player {event.player}; there are {self.seats}")
        if event.player not in self.to_throw:
            waiting = ", ".join(map(str, self.to_throw))
            raise AlreadyThrownError(f"player {event.player} does not throw for who begins now; one of {waiting} does")
        return replace(self, throws=(*self.throws, event))

    def mended(self, event: BeginningMended) -> Beginning:
        """Return the same with its latest throw put right or withdrawn; one that burned is simply made again.

        Raises:
            NoThrowError: If nobody has thrown for it.
            FirstThrowHeldError: If dice are marked held.
            WrongDiceCountError: If it were not five dice.
        """
        if isinstance(event, ThrowBurned):
            _require_none_held(Burn(event.burning, event.held_faces).held_faces)
            return self
        if not self.throws:
            raise NoThrowError("nobody has thrown for who begins yet")
        earlier = replace(self, throws=self.throws[:-1])
        if isinstance(event, ThrowWithdrawn):
            return earlier
        corrected = Throw(event.faces, event.held)
        _require_none_held(corrected.held_faces)
        return earlier.thrown(replace(self.throws[-1], faces=corrected.faces))

    def without(self, seat: int) -> Beginning:
        """Return the same after somebody left: what he threw is forgotten, and the next one begins in his place."""
        seats = without(self.seats, seat)
        throws = tuple(throw for throw in self.throws if throw.player != seat)
        agreed = clockwise(seats, seat)[0] if self.agreed == seat and seats else self.agreed
        return Beginning(seats, throws, agreed)

    def _rounds(self) -> list[tuple[tuple[int, ...], list[BeginnerThrown]]]:
        """Return who takes part in each round, and what was thrown in it; those who tie open another."""
        rounds: list[tuple[tuple[int, ...], list[BeginnerThrown]]] = [(self.seats, [])]
        for throw in self.throws:
            running, thrown = rounds[-1]
            thrown.append(throw)
            if len(thrown) == len(running):
                highest = max(sum(each.faces) for each in thrown)
                rounds.append((tuple(sorted(each.player for each in thrown if sum(each.faces) == highest)), []))
        return rounds


def _require_none_held(held: Faces | None) -> None:
    if held:
        raise FirstThrowHeldError("dice are marked held in a throw for who begins; all five are thrown")
