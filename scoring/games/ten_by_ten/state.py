"""A game at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.category import Category, points
from scoring.errors import UnknownPlayerError
from scoring.events import BeginnerThrown
from scoring.ruleset import Ruleset
from scoring.sheet import Entry, Sheet
from scoring.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAYERS = (0, 1)


class GamePhase(StrEnum):
    """Where the game stands."""

    BEGINNING = "beginning"  # it is thrown for who begins
    TURN = "turn"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """A game at one moment.

    Attributes:
        players: Names, player 0 first.
        ruleset: What they agreed on.
        beginner: 0 or 1; None until it was thrown for.
        beginner_throws: What was thrown for it, in order, ties included.
        entries: All entries of both players as they read now, by turn.
        turn: The throws of the running turn; empty before its first throw and when the game is over.
        is_abandoned: Whether the players stopped before the end.
    """

    players: tuple[str, str]
    ruleset: Ruleset = field(default_factory=Ruleset)
    beginner: int | None = None
    beginner_throws: tuple[BeginnerThrown, ...] = ()
    entries: tuple[Entry, ...] = ()
    turn: Turn = field(default_factory=Turn)
    is_abandoned: bool = False

    @property
    def phase(self) -> GamePhase:
        """Return where the game stands."""
        if self.is_abandoned or len(self.entries) == self.turns:
            return GamePhase.OVER
        return GamePhase.BEGINNING if self.beginner is None else GamePhase.TURN

    @property
    def turns(self) -> int:
        """Return how many turns the game has: 200 with ten columns."""
        return len(PLAYERS) * len(Category) * self.ruleset.columns

    @property
    def turn_number(self) -> int:
        """Return the number of the running turn, counted from 1; the last one's when the game is over."""
        return min(len(self.entries) + 1, self.turns)

    @property
    def to_move(self) -> int | None:
        """Return whose turn it is; None when the game is over or it is still thrown for who begins."""
        if self.beginner is None or self.phase is GamePhase.OVER:
            return None
        return (self.beginner + len(self.entries)) % len(PLAYERS)

    @property
    def may_throw_for_beginning(self) -> tuple[int, ...]:
        """Return who may throw for who begins; empty once that is settled."""
        if self.phase is not GamePhase.BEGINNING:
            return ()
        # Two throws are a round; after a tie the next round is open to both again.
        if len(self.beginner_throws) % len(PLAYERS):
            return (1 - self.beginner_throws[-1].player,)
        return PLAYERS

    @property
    def is_beginner_throw_latest(self) -> bool:
        """Tell whether the newest dice were thrown for who begins, so that a correction means them."""
        return bool(self.beginner_throws) and not self.entries and not self.turn.throws and self.turn.burn is None

    @property
    def is_served(self) -> bool:
        """Tell whether the dice on the table lie served under the agreed rule."""
        return self.turn.is_served(self.ruleset)

    @property
    def sheets(self) -> tuple[Sheet, Sheet]:
        """Return both sheets, player 0's first."""
        return self.sheet(0), self.sheet(1)

    def sheet(self, player: int) -> Sheet:
        """Return one player's sheet."""
        return Sheet(self.ruleset.columns, tuple(entry for entry in self.entries if entry.player == player))


def begin(players: tuple[str, str], ruleset: Ruleset | None = None, *, beginner: int | None = None) -> GameState:
    """Return the state of a game in which nothing has happened yet.

    Args:
        players: Names, player 0 first.
        ruleset: What they agreed on; the defaults of `Ruleset` when None.
        beginner: 0 or 1 where it is known who begins, None to throw for it.

    Raises:
        UnknownPlayerError: If the beginner is neither.
    """
    if beginner is not None:
        require_player(beginner)
    return GameState(players=players, ruleset=ruleset or Ruleset(), beginner=beginner)


def preview(state: GameState) -> Mapping[Category, int]:
    """Return what the dice on the table would score in each row with a free cell; empty without dice to enter."""
    if state.to_move is None or not state.turn.may_enter:
        return {}
    rows = dict.fromkeys(cell.category for cell in state.sheet(state.to_move).free_cells)
    return {row: points(row, state.turn.faces, is_served=state.is_served) for row in rows}


def require_player(player: int) -> None:
    """Refuse players that no game has.

    Raises:
        UnknownPlayerError: If the player is neither 0 nor 1.
    """
    if player not in PLAYERS:
        raise UnknownPlayerError(f"got player {player}; there are {PLAYERS}")
