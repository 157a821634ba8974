"""A duel: its parts played wherever there is room, and put together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing

from models.duel.part import parts_of, play_part, side_of
from models.duel.settings import DuelSettings
from models.duel.tally import Tally
from models.spread import spread


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
    with closing(spread(play_part, parts_of(settings), jobs=jobs, cluster=cluster)) as played:
        for part in played:
            tally = tally.with_part(part)
            yield tally
            if tally.end is not None:
                return
