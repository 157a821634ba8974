"""Summaries of games that were studied before, in a file beside the games: no game is analysed twice.

The file may be deleted at any time. One that is damaged, or of another Serviert, is made anew.
"""

import json
import logging
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import cattrs
import numpy as np

from firmware.analysis.kept_games import KeptGame
from firmware.analysis.study import Summary, summary
from firmware.errors import AnalysisError, StoreCorruptError
from firmware.log.converter import strict_converter
from firmware.log.whole_file import write_whole
from scoring.ruleset import MOST_COLUMNS
from scoring.strategy.entry_worths import Strategy
from scoring.strategy.position import Positions

log = logging.getLogger(__name__)

VERSION = 2  # of what a summary says; counted up when the same game would be summed up otherwise
# So finely is told what an evaluator says: finer than anything shown, coarser than rounding on another processor.
MARK_STEPS = 1e5
MARK_SUM = 60
MARK_COLUMNS = (2, MOST_COLUMNS)
SAVED_EVERY = 20  # so many new summaries are saved at once, lest an hour's work be lost


def summaries_of(log: Path) -> Path:
    """Return where summaries of a log's games are kept."""
    return log.with_name(f"{log.name}.study.json")


def evaluator_mark(evaluator: Strategy) -> str:
    """Return what tells an evaluator from others: a check sum of what it says of some positions.

    Its file alone would not tell: what is reckoned from it belongs to it, too.
    """
    checksum = 0
    for columns in MARK_COLUMNS:
        # A fresh match of so many columns, and one in which each row has been begun.
        positions = Positions.fresh(2, columns)
        positions.free[1, 0, :, 0] = positions.free[1, 1, :, -1] = False
        positions.sums[1, :, 0] = MARK_SUM
        worths = np.rint(evaluator.entry_worths(positions) * MARK_STEPS)
        checksum = zlib.crc32(worths.astype("<i4").tobytes(), checksum)
    return f"{checksum:08x}"


class Known:
    """Summaries by what the game's log says, its check sum."""

    def __init__(self, path: Path, mark: str) -> None:
        """Read what is kept."""
        self._path = path
        self._mark = f"{VERSION} {mark}"
        self._converter = strict_converter()
        self._kept: dict[str, Any] = {}
        with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
            data = json.loads(path.read_bytes())
            if data["mark"] == self._mark and isinstance(data["games"], dict):
                self._kept = data["games"]
        self._unsaved = 0

    def summaries(
        self, games: Iterable[KeptGame], evaluator: Callable[[], Strategy], watch: Callable[[int], bool]
    ) -> tuple[list[Summary], int]:
        """Return the summaries of all games of Würfelpoker 10×10 that were begun, and how many could not be read.

        The games come oldest first. The watch is told how many were looked at; where it returns False, no more are.
        """
        found: dict[int, Summary] = {}
        unreadable = 0
        try:
            for looked_at, game in enumerate(games, start=1):
                # Of a damaged one nobody knows which game it is, and reading it says so.
                if not game.stored or game.stored[0].body.startswith('{"event":{"type":"game-began"'):
                    try:
                        if (summed := self._summary(game, evaluator)) is not None:
                            found[game.number] = summed
                        found.pop(game.continues or 0, None)  # it went on, and is summed up with all that followed
                    except (AnalysisError, StoreCorruptError) as error:
                        log.warning("Game %d is left out: %s", game.number, error)
                        unreadable += 1
                if not watch(looked_at):
                    break
        finally:  # by Ctrl-C, too
            self.save()
        return list(found.values()), unreadable

    def save(self) -> None:
        """Save what is new; where that is impossible it is made anew the next time."""
        if self._unsaved:
            self._unsaved = 0
            try:
                write_whole(self._path, json.dumps({"mark": self._mark, "games": self._kept}).encode())
            except OSError as error:
                log.info("The study's summaries cannot be kept: %s", error)

    def _summary(self, game: KeptGame, evaluator: Callable[[], Strategy]) -> Summary | None:
        checksum = reduce(lambda kept, each: zlib.crc32(each.body.encode(), kept), game.stored, 0)
        key = f"{game.number}-{len(game.stored)}-{checksum:08x}"
        if key in self._kept:
            try:
                data = self._kept[key]
                return None if data is None else self._converter.structure(data, Summary)
            except (cattrs.BaseValidationError, ValueError, TypeError, LookupError):
                log.info("What was kept of game %d cannot be read; it is analysed again.", game.number)
        if (found := summary(game.records, evaluator())) is not None:
            found = replace(found, ended_utc=game.stored[-1].written_utc)
        self._kept[key] = self._converter.unstructure(found)
        self._unsaved += 1
        if self._unsaved >= SAVED_EVERY:
            self.save()
        return found
