"""Errors of duels, and what a strategy did that none may, as it travels between processes.

```
DuelError
├── DuelSettingError (ValueError)            what a duel cannot be played with
├── UnknownStrategyError (LookupError)       no strategy has that name
└── StrategyError                            a strategy did what none may
    ├── StrategyNotImportedError (ImportError)    its module is not there, or raises
    ├── StrategyMissingError (LookupError)        its module has no such class
    ├── NoStrategyError (TypeError)               what is there is no strategy
    ├── StrategyNotBuiltError (RuntimeError)      its constructor raises
    ├── StrategyRaisedError (RuntimeError)        it raises instead of deciding
    ├── StrategyNonsenseError (ValueError)        it answers with no decision, or with one against the rules
    ├── StrategyHungError (TimeoutError)          it does not answer in time
    ├── StrategyExitedError (ChildProcessError)   it ends its process
    └── StrategyMemoryError (MemoryError)         it wants more memory than it may have
```
"""

from __future__ import annotations

from dataclasses import dataclass


class DuelError(Exception):
    """Root of everything this package raises."""


class DuelSettingError(DuelError, ValueError):
    """A duel cannot be played so."""


class UnknownStrategyError(DuelError, LookupError):
    """No strategy has that name."""


class StrategyError(DuelError):
    """A strategy did what none may.

    Attributes:
        failure: What it did, and where.
    """

    def __init__(self, failure: Failure) -> None:
        """Say what it did, and where."""
        super().__init__(failure.sentence)
        self.failure = failure


class StrategyNotImportedError(StrategyError, ImportError):
    """The module of a strategy is not there, or raises."""


class StrategyMissingError(StrategyError, LookupError):
    """The module of a strategy has no such class."""


class NoStrategyError(StrategyError, TypeError):
    """What was named is no strategy."""


class StrategyNotBuiltError(StrategyError, RuntimeError):
    """The constructor of a strategy raises."""


class StrategyRaisedError(StrategyError, RuntimeError):
    """A strategy raises instead of deciding."""


class StrategyNonsenseError(StrategyError, ValueError):
    """A strategy answers with no decision, or with one against the rules."""


class StrategyHungError(StrategyError, TimeoutError):
    """A strategy does not answer in time."""


class StrategyExitedError(StrategyError, ChildProcessError):
    """A strategy ends its process."""


class StrategyMemoryError(StrategyError, MemoryError):
    """A strategy wants more memory than it may have."""


class FaultError(Exception):
    """A strategy did what none may; it becomes a `Failure` where it is known in which game.

    Args:
        error: What it ends in.
        what: As a sentence goes on after the strategy's name: "raised ValueError: …".
    """

    def __init__(self, error: type[StrategyError], what: str) -> None:
        """Keep what it did."""
        super().__init__(error, what)
        self.error, self.what = error, what


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What a strategy did that none may, and where."""

    strategy: str  # Its name, as given
    side: int  # 0 for the duel's first strategy, 1 for its second
    error: type[StrategyError]  # What it ends in
    what: str  # As a sentence goes on after the strategy's name
    seed: int  # Of the duel
    # In which games, from 1; several where it was asked about them together; none while it was loaded
    games: tuple[int, ...] = ()
    turn: int | None = None  # In which turn, from 1; None while it was loaded

    @property
    def raised(self) -> StrategyError:
        """Return it as it is raised."""
        return self.error(self)

    @property
    def sentence(self) -> str:
        """Return what it did, where, and with which seed it does it again; nothing in it commands a terminal."""
        where = f" ({_span(self.games)}, turn {self.turn}, seed {self.seed})" if self.games else ""
        return "".join(_shown(letter) for letter in f"{self.strategy}{where} {self.what}")


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
