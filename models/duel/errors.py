"""Errors of duels.

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
    ├── StrategyKilledError (ChildProcessError)   its process was killed
    └── StrategyMemoryError (MemoryError)         it wants more memory than it may have
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.duel.failure import Failure


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


class StrategyKilledError(StrategyError, ChildProcessError):
    """The process of a strategy was killed."""


class StrategyMemoryError(StrategyError, MemoryError):
    """A strategy wants more memory than it may have."""
