"""What an advisor is: it says where to enter and what to hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from scoring.dice import Flags
    from scoring.games.ten_by_ten import GameState
    from scoring.sheet import Cell


class Advisor(Protocol):
    """Advice for the player to move, of dice that lie and can be entered.

    All methods raise `NoThrowError` where no dice lie that can be entered, `GameOverError` when the game is over.
    """

    def best_cell(self, state: GameState) -> Cell:
        """Return the free cell in which the dice on the table do best."""

    def ranked_cells(self, state: GameState) -> tuple[Cell, ...]:
        """Return all free cells for the dice on the table, best first."""

    def best_hold(self, state: GameState) -> Flags:
        """Return which dice to leave lying, as flags over the faces on the table; all five: enter now."""
