"""``serviert duel``: matches between two strategies, with a bar while they are played."""

import json
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from firmware.errors import PlotError
from models.duel.duel import Tally, require_strategies, tallies
from models.duel.settings import DuelSettings
from models.spread import WorkError
from scoring.statistics.share import Z_95

LINE_EVERY_S = 60.0
FEWEST_PAIRS = 10
"""Of games from which it is said how far something may be off."""


class LineAMinute(AbstractContextManager[Any]):
    """A bar where nobody would see one: how many games were played, a line a minute."""

    def __init__(self, clock_s: Callable[[], float], say: Callable[[str], None], *, length: int, label: str) -> None:
        """Take a clock and what says a line, how many games there are, and whose."""
        self._clock_s, self._say, self._length, self._label = clock_s, say, length, label
        self._played, self._next_s = 0, clock_s() + LINE_EVERY_S

    def __exit__(self, *_: object) -> None:
        """Say nothing more."""

    def update(self, n_steps: int) -> None:
        """Note that so many more games were played."""
        self._played += n_steps
        if self._clock_s() >= self._next_s:
            self._say(f"{self._label}: {self._played:,} of {self._length:,} games")
            self._next_s = self._clock_s() + LINE_EVERY_S


def play_duel(
    settings: DuelSettings,
    *,
    jobs: int,
    cluster: str | None,
    json_path: Path | None,
    bar: Callable[..., AbstractContextManager[Any]],
    say: Callable[[str], None],
) -> bool:
    """Play a duel, say what it came to by its end or when it was stopped, and return whether all was played.

    Raises:
        StrategyError: If a strategy does what none may, after the rest was said.
        WorkError: If processes or cluster do not work, likewise.
        PlotError: If the file cannot be written.
    """
    if json_path is not None and not _is_writable(json_path):  # before hours are played for it
        raise PlotError(f"{json_path} cannot be written; --json takes a file in a folder that you may write to")
    tally, error = Tally(settings=settings), None
    try:
        require_strategies(settings)
        with bar(length=settings.games, label=" – ".join(settings.labels)) as shown:
            for now in tallies(settings, jobs=jobs, cluster=cluster):
                before, tally = tally, now
                shown.update(len(now.matches) - len(before.matches))
    except KeyboardInterrupt:
        say(_stopped(tally))
    except WorkError as lost:  # what was played until then may have taken hours
        if not tally.matches:
            raise
        say(_stopped(tally))
        error = lost
    _tell(tally, say, json_path)
    if tally.end is not None:
        raise tally.end.raised
    if error is not None:
        raise error
    return tally.is_complete


def _stopped(tally: Tally) -> str:
    return f"Stopped after {len(tally.matches):,} of {tally.settings.games:,} games."


def _tell(tally: Tally, say: Callable[[str], None], json_path: Path | None) -> None:
    """Say and write what a duel came to; what cannot be done of the one does not hinder the other."""
    try:
        if json_path is not None:
            json_path.write_text(json.dumps(tally.as_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise PlotError(f"{json_path} cannot be written ({error.strerror})") from error
    finally:
        for line in lines_of(tally):
            say(line)


def lines_of(tally: Tally) -> list[str]:
    """Return what a duel came to, in words."""
    one, other = tally.settings.labels
    played = len(tally.matches)
    if not played:
        return [f"{one} – {other}: no game was finished.", *_ended(tally)]
    won, lost, drawn, seed = tally.won_by(0), tally.won_by(1), tally.drawn, tally.settings.seed
    low, high = tally.interval
    (first_won, first), (second_won, second) = [(tally.won_by(0, beginner=n), tally.begun_by(n)) for n in (0, 1)]
    lines = [
        f"{one} – {other}: {won:,} won, {lost:,} lost, {drawn:,} drawn of {played:,} games (seed {seed})",
        f"{one} has {100 * tally.share:.1f} % (95 %: {100 * low:.1f}–{100 * high:.1f}), a draw counting half; "
        f"won {first_won:,} of {first:,} begun, {second_won:,} of {second:,} not begun",
    ]
    lines += _without_luck(tally)
    for side, name in enumerate(tally.settings.labels):  # each strategy that did what none may, and the game went on
        if failures := [failure for failure in tally.failures if failure.side == side]:
            lines.append(f"{name} forfeited {tally.forfeited_by(side):,} of them; first: {failures[0].sentence}")
    return lines + _ended(tally)


def _without_luck(tally: Tally) -> list[str]:
    """Return a line where the luck of the dice is known: the share is the same on average, from far fewer games."""
    known = [match.without_luck for match in tally.matches if match.without_luck is not None]
    pairs = [sum(pair) / 2 for pair in zip(known[::2], known[1::2], strict=False)]  # with the same dice
    if len(pairs) < FEWEST_PAIRS:
        return []
    mean, about = fmean(pairs), Z_95 * stdev(pairs) / len(pairs) ** 0.5
    return [
        f"Without the luck of the dice {tally.settings.labels[0]} has {100 * mean:.1f} % (95 %: ± {100 * about:.1f})."
    ]


def _ended(tally: Tally) -> list[str]:
    """Return a line where a strategy ended the duel that had begun."""
    if tally.end is None or not tally.end.games:
        return []
    played = f"{len(tally.matches):,} of {tally.settings.games:,} games"
    return [f"Ended after {played}; with --forfeit a strategy that fails loses that game, and the duel goes on."]


def _is_writable(path: Path) -> bool:
    folder = path.parent
    return not path.is_dir() and folder.is_dir() and os.access(path if path.exists() else folder, os.W_OK)
