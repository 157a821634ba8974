"""Advice, reckoned in a thread of its own; the table waits for it a moment and no longer."""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, TimeoutError
from functools import cache
from typing import TypeAlias

from firmware.session.events import Advised
from firmware.table.parts import Post
from models.strategies import LEVELS, STRATEGIES
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Level
from scoring.strategy.advice import advise, foresee
from scoring.strategy.baselines import ColumnNormal
from scoring.strategy.entry_worths import Remembering, Strategy

log = logging.getLogger(__name__)

Make: TypeAlias = Callable[[], Strategy]

PATIENCE_S = 0.3
"""An answer that takes longer comes as an event of its own; the table has gone on by then."""

BY_LEVEL: Mapping[Level, Make] = {level: STRATEGIES[name] for level, name in LEVELS.items()}


class AdviceWorker:
    """Answers questions, one after the other."""

    def __init__(self, strategies: Mapping[Level, Make] = BY_LEVEL, *, patience_s: float = PATIENCE_S) -> None:
        """Take the strategies; none is loaded before it is asked."""
        self._strategy = cache(lambda level: Remembering(strategies[level or Level.JUNKIE]()))
        self._patience_s = patience_s
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="advice")

    def answer(self, game: GameState, late: Post) -> Advised | None:
        """Return advice; None where no dice lie yet, or where it takes long: then ``late`` is told once it is there."""
        if not game.turn.throws_made:
            self._thread.submit(lambda: foresee(self._strategy(game.level_to_move), game))
            return None
        future = self._thread.submit(self._reckon, game)
        try:
            return future.result(self._patience_s)
        except TimeoutError:
            future.add_done_callback(lambda done: None if done.cancelled() else late(done.result()))
            return None

    def close(self) -> None:
        """Stop; what is still reckoned is not waited for."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _reckon(self, game: GameState) -> Advised:
        try:
            advice = advise(self._strategy(game.level_to_move), game)
        except Exception:
            log.exception("The strategy failed; a plain one answers in its place.")
            return Advised(game, advise(ColumnNormal(), game), is_plain=True)
        return Advised(game, advice)
