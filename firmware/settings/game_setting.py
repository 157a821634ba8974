"""The settings of what a new game begins with."""

from dataclasses import dataclass
from typing import Any

from firmware.errors import ConfigError
from firmware.session.choosing import FORMS, TWO_PLAYERS, Choice, habits, with_habits
from firmware.session.vocabulary import EntryMode
from scoring.errors import PlayersError
from scoring.events import GameBegan
from scoring.ruleset import MOST_COLUMNS, RerollRule, Ruleset, ServedRule, TiedColumnRule
from scoring.seats import require_players


@dataclass(frozen=True, slots=True, kw_only=True)
class GameConfig:
    """What a new game begins with."""

    ready: Choice = Choice.TEN_BY_TEN  # which game stands ready, before any was played
    players: tuple[str, ...] = ("Spieler 1", "Spieler 2")  # their names, 2–12; Würfelpoker 10×10 is for two
    mode: EntryMode = EntryMode.ASK
    hints: bool = False  # show what every choice does to the chance of winning
    served: ServedRule = ServedRule.FIRST_THROW  # when a combination counts as served
    tied_column: TiedColumnRule = TiedColumnRule.NONE  # who gets the points of a tied column
    reroll: RerollRule = RerollRule.THROW
    columns: int = MOST_COLUMNS  # columns played, 1–10

    def __post_init__(self) -> None:
        """Refuse players that nobody could tell apart, too many of them, and sheets that could not be drawn."""
        try:
            require_players(self.players)
        except PlayersError as error:
            raise ConfigError(f"players: {error}") from error
        if self.ready in TWO_PLAYERS and len(self.players) > 2:
            raise ConfigError(f'players: got {len(self.players)} names; the game "{self.ready}" is for two')
        if not 1 <= self.columns <= MOST_COLUMNS:
            raise ConfigError(f"columns: got {self.columns}; legal is 1 to {MOST_COLUMNS}")

    @property
    def ruleset(self) -> Ruleset:
        """Return the house rules as the rules take them."""
        return Ruleset(served=self.served, tied_column=self.tied_column, reroll=self.reroll, columns=self.columns)

    @property
    def agreed(self) -> Any:
        """Return what the game that stands ready begins with."""
        if self.ready is Choice.TEN_BY_TEN:
            return GameBegan(players=(self.players[0], self.players[1]), ruleset=self.ruleset)
        return with_habits(FORMS[self.ready][0](players=self.players), habits(self.ruleset))
