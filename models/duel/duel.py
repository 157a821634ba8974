"""A duel: its parts played wherever there is room, and what it came to, or has come to so far."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from models.duel.errors import Failure
from models.duel.part import Match, parts_of, play_part, side_of
from models.duel.settings import DuelSettings
from models.spread import spread
from scoring.statistics.share import grouped_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The matches of a duel as far as they were played."""

    settings: DuelSettings  # Of the duel
    matches: tuple[Match, ...] = ()  # By number
    failures: tuple[Failure, ...] = ()  # What strategies did that none may, where it cost a match
    end: Failure | None = None  # What ended the duel before its time, if anything did

    @property
    def is_complete(self) -> bool:
        """Tell whether all was played."""
        return len(self.matches) == self.settings.games

    def won_by(self, side: int, *, beginner: int | None = None) -> int:
        """Return how many matches a side won, of all or of those that one of the two began."""
        return sum(match.winner == side and beginner in (None, match.beginner) for match in self.matches)

    def begun_by(self, side: int) -> int:
        """Return how many matches a side began."""
        return sum(match.beginner == side for match in self.matches)

    def forfeited_by(self, side: int) -> int:
        """Return how many matches a side lost by doing what none may."""
        return sum(match.forfeited_by == side for match in self.matches)

    @property
    def drawn(self) -> int:
        """Return how many matches nobody won."""
        return sum(match.winner is None for match in self.matches)

    @property
    def share(self) -> float:
        """Return the first strategy's share of the matches, a draw counting half; NaN of none."""
        if not self.matches:
            return math.nan
        return sum(match.won for match in self.matches) / len(self.matches)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of the share at 95 %; that pairs are played with the same dice is in it."""
        pairs: defaultdict[int, list[float]] = defaultdict(list)
        for match in self.matches:
            pairs[(match.game - 1) // 2].append(match.won)
        return grouped_interval([(sum(won), len(won)) for won in pairs.values()])

    def as_json(self) -> dict[str, Any]:
        """Return all that is known of the duel as plain data."""
        settings = self.settings
        return {
            "strategies": list(settings.entrants),
            "games": settings.games,
            "seed": settings.seed,
            "columns": settings.ruleset.columns,
            "served": settings.ruleset.served.value,
            "tied_column": settings.ruleset.tied_column.value,
            "is_complete": self.is_complete,
            "played": len(self.matches),
            "won": [self.won_by(0), self.won_by(1)],
            "drawn": self.drawn,
            "forfeited": [self.forfeited_by(0), self.forfeited_by(1)],
            "share": self.share if self.matches else None,
            "interval_95": list(self.interval),
            "failures": [_failure_as_json(failure) for failure in self.failures],
            "end": None if self.end is None else _failure_as_json(self.end),
            "matches": [asdict(match) for match in self.matches],
        }


def _failure_as_json(failure: Failure) -> dict[str, Any]:
    return {
        "error": failure.error.__name__,
        "strategy": failure.strategy,
        "side": failure.side,
        "games": list(failure.games),
        "turn": failure.turn,
        "sentence": failure.sentence,
    }


def require_strategies(settings: DuelSettings) -> None:
    """Load both strategies once, so that a mistake in naming one is said at once.

    Raises:
        StrategyError: If one cannot be loaded.
    """
    with ExitStack() as opened:
        for side in range(len(settings.entrants)):
            side_of(settings, side, opened)


def tallies(settings: DuelSettings, *, jobs: int, cluster: str | None = None) -> Iterator[Tally]:
    """Play a duel; yield what it has come to whenever a part is finished.

    The results are the same wherever the parts are played. After a tally with an `end` comes no other.

    Raises:
        WorkError: If processes or cluster do not work.
    """
    tally = Tally(settings=settings)
    with closing(spread(partial(play_part, settings), parts_of(settings), jobs=jobs, cluster=cluster)) as played:
        for part in played:
            matches, failures = tally.matches + part.matches, tally.failures + part.failures
            tally = replace(tally, matches=matches, failures=failures, end=part.end)
            yield tally
            if tally.end is not None:
                return
