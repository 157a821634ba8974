"""What a duel came to, or has come to so far."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from models.duel.errors import Failure
from models.duel.part import Match, PartPlayed
from models.duel.settings import DuelSettings
from scoring.statistics.share import grouped_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The matches of a duel as far as they were played."""

    settings: DuelSettings  # Of the duel
    matches: tuple[Match, ...] = ()  # By number
    failures: tuple[Failure, ...] = ()  # What strategies did that none may, where it cost a match
    end: Failure | None = None  # What ended the duel before its time, if anything did

    def with_part(self, played: PartPlayed) -> Tally:
        """Return it with one more part."""
        return Tally(
            settings=self.settings,
            matches=(*self.matches, *played.matches),
            failures=(*self.failures, *played.failures),
            end=played.end,
        )

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
        return sum(map(_hit, self.matches)) / len(self.matches)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of the share at 95 %; that pairs are played with the same dice is in it."""
        hits: Counter[int] = Counter()
        cases: Counter[int] = Counter()
        for match in self.matches:
            pair = (match.game - 1) // 2
            hits[pair] += _hit(match)  # type: ignore[assignment]  # halves count as well
            cases[pair] += 1
        return grouped_interval([(hits[pair], cases[pair]) for pair in cases])

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
            "matches": [_match_as_json(match) for match in self.matches],
        }


def _hit(match: Match) -> float:
    return 0.5 if match.winner is None else float(match.winner == 0)


def _match_as_json(match: Match) -> dict[str, Any]:
    return {
        "game": match.game,
        "beginner": match.beginner,
        "points": None if match.points is None else list(match.points),
        "winner": match.winner,
        "forfeited_by": match.forfeited_by,
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
