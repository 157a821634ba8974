"""Advice, reckoned in a thread of its own; the table waits for it a moment and no longer."""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, TimeoutError
from typing import TypeAlias

from firmware.session.events import Advised
from firmware.table.parts import Post
from models.strategies import LEVELS, STRATEGIES
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Level
from scoring.strategy.advice import advise
from scoring.strategy.baselines import OverPar
from scoring.strategy.entry_worths import Strategy

log = logging.getLogger(__name__)

Make: TypeAlias = Callable[[], Strategy]

PATIENCE_S = 0.3
"""An answer that takes longer comes as an event of its own; the table has gone on by then."""

BY_LEVEL: Mapping[Level, Make] = {level: STRATEGIES[name] for level, name in LEVELS.items()}


class AdviceWorker:
    """Answers questions, one after the other."""

    def __init__(self, strategies: Mapping[Level, Make] = BY_LEVEL, *, patience_s: float = PATIENCE_S) -> None:
        """Take the strategies; none is loaded before it is asked."""
        self._strategies = strategies
        self._patience_s = patience_s
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="advice")

    def answer(self, game: GameState, late: Post) -> Advised | None:
        """Return advice, or None where it takes too long; then ``late`` is told as soon as it is there."""
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
            advice = advise(self._strategies[game.level_to_move or Level.JUNKIE](), game)
        except Exception:
            log.exception("The strategy failed; a plain one answers in its place.")
            return Advised(game, advise(OverPar(is_thrifty=True), game), is_plain=True)
        return Advised(game, advice)
