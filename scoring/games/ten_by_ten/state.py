"""A game at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.events import GameBegan
from scoring.game import OpenDice, Stage
from scoring.ruleset import Ruleset
from scoring.seats import Beginning
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Entry, Sheet
from scoring.turns.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.levels import Level
    from scoring.ruleset import RerollRule

PLAYERS = (0, 1)


class GamePhase(StrEnum):
    """Where the game stands."""

    BEGINNING = "beginning"  # it is thrown for who begins
    TURN = "turn"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState(OpenDice):
    """A game at one moment.

    Attributes:
        agreed: What it began with.
        beginning: Who begins.
        entries: All entries of both players as they read now, by turn.
        turn: The throws of the running turn; empty before its first throw and when the game is over.
        is_abandoned: Whether the players stopped before the end.
    """

    agreed: GameBegan
    beginning: Beginning
    entries: tuple[Entry, ...] = ()
    turn: Turn = field(default_factory=Turn)
    is_abandoned: bool = False

    @property
    def players(self) -> tuple[str, str]:
        """Return the names, player 0 first."""
        return self.agreed.players

    @property
    def level_to_move(self) -> Level | None:
        """Return how strongly the companion plays for who is to move; None for a person, or nobody."""
        return None if self.to_move is None else self.agreed.levels[self.to_move]

    @property
    def ruleset(self) -> Ruleset:
        """Return what they agreed on."""
        return self.agreed.ruleset

    @property
    def beginner(self) -> int | None:
        """Return 0 or 1; None until it was thrown for."""
        return self.beginning.beginner

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
    def stage(self) -> Stage:
        """Return what is done at the table now."""
        return Stage(self.phase.value)

    @property
    def reroll(self) -> RerollRule:
        """Return what is thrown again when a die burns."""
        return self.ruleset.reroll

    @property
    def is_beginner_throw_latest(self) -> bool:
        """Tell whether the newest dice were thrown for who begins, so that a correction means them."""
        is_untouched = not self.entries and not self.turn.throws and self.turn.burn is None
        return bool(self.beginning.throws) and is_untouched

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
    return opened(GameBegan(players=players, ruleset=ruleset or Ruleset(), beginner=beginner))


def opened(agreed: GameBegan) -> GameState:
    """Return the state of a game in which nothing has happened yet.

    Raises:
        UnknownPlayerError: If the beginner is neither.
    """
    return GameState(agreed=agreed, beginning=Beginning(PLAYERS, agreed=agreed.beginner))


def preview(state: GameState) -> Mapping[Category, int]:
    """Return what the dice on the table would score in each row with a free cell; empty without dice to enter."""
    if state.to_move is None or not state.turn.may_enter:
        return {}
    rows = dict.fromkeys(cell.category for cell in state.sheet(state.to_move).free_cells)
    return {row: points(row, state.turn.faces, is_served=state.is_served) for row in rows}
