"""What a strategy did that none may, as it travels between processes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from models.duel import errors

if TYPE_CHECKING:
    from collections.abc import Mapping


class FailureKind(StrEnum):
    """What went wrong."""

    NOT_IMPORTED = "not-imported"
    MISSING = "missing"
    NO_STRATEGY = "no-strategy"
    NOT_BUILT = "not-built"
    RAISED = "raised"
    NONSENSE = "nonsense"
    HUNG = "hung"
    EXITED = "exited"
    KILLED = "killed"
    MEMORY = "memory"


_ERRORS: Mapping[FailureKind, type[errors.StrategyError]] = {
    FailureKind.NOT_IMPORTED: errors.StrategyNotImportedError,
    FailureKind.MISSING: errors.StrategyMissingError,
    FailureKind.NO_STRATEGY: errors.NoStrategyError,
    FailureKind.NOT_BUILT: errors.StrategyNotBuiltError,
    FailureKind.RAISED: errors.StrategyRaisedError,
    FailureKind.NONSENSE: errors.StrategyNonsenseError,
    FailureKind.HUNG: errors.StrategyHungError,
    FailureKind.EXITED: errors.StrategyExitedError,
    FailureKind.KILLED: errors.StrategyKilledError,
    FailureKind.MEMORY: errors.StrategyMemoryError,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong, wherever that was.

    Attributes:
        kind: In one word.
        what: As a sentence goes on after the strategy's name: "raised ValueError: …".
    """

    kind: FailureKind
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What a strategy did that none may, and where.

    Attributes:
        strategy: Its name, as given.
        side: 0 for the duel's first strategy, 1 for its second.
        fault: What it did.
        seed: Of the duel.
        games: In which games, from 1; several where it was asked about them together; none while it was loaded.
        turn: In which turn, from 1; None while it was loaded.
    """

    strategy: str
    side: int
    fault: Fault
    seed: int
    games: tuple[int, ...] = ()
    turn: int | None = None

    @property
    def sentence(self) -> str:
        """Return what it did, where, and with which seed it does it again; nothing in it commands a terminal."""
        where = f" ({_span(self.games)}, turn {self.turn}, seed {self.seed})" if self.games else ""
        return "".join(_shown(letter) for letter in f"{self.strategy}{where} {self.fault.what}")

    @property
    def error(self) -> errors.StrategyError:
        """Return it as it is raised."""
        return _ERRORS[self.fault.kind](self)

    @property
    def name(self) -> str:
        """Return the name of its error."""
        return _ERRORS[self.fault.kind].__name__


def _shown(letter: str) -> str:
    """Return a letter, or its number in brackets where it would not be seen.

    >>> _shown("ü"), _shown(chr(27))
    ('ü', '<1b>')
    """
    return letter if letter.isprintable() else f"<{ord(letter):x}>"


def _span(games: tuple[int, ...]) -> str:
    """Return numbers of games in words.

    >>> _span((7,)), _span((1, 3, 5))
    ('game 7', '3 games from 1 to 5, asked about together')
    """
    if len(games) == 1:
        return f"game {games[0]}"
    return f"{len(games)} games from {min(games)} to {max(games)}, asked about together"
