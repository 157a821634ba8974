"""Analyses and studies as the page asks for them."""

from collections.abc import Callable
from datetime import datetime

from firmware.analysis.analyst import AnalysisProgress, Analyst, Researcher
from firmware.display.about import about_view
from firmware.display.analysis import analysis_view
from firmware.display.kept import KeptGames
from firmware.display.messages import catalogue
from firmware.display.study import study_view
from firmware.display.take_away import TakeAway
from firmware.log.store import SqliteStore
from firmware.log.wall_clock import LATEST, wall_utc
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.strategy.entry_worths import Strategy

_READING = frozenset({Phase.THROWING, Phase.READING})


def _now() -> datetime:
    return (wall_utc() or LATEST).astimezone()  # by a clock that is wrong no game was played today


class PagedAnalyst:
    """Answers the page: of the game that is over, and of all games."""

    def __init__(self, evaluator: Callable[[], Strategy], store: SqliteStore, sheet_pdf: Callable[..., bytes]) -> None:
        """Take the parts; nothing is analysed before a game is over."""
        self._state = SessionState()
        self._shown: tuple[object, dict[str, object]] = (None, {})
        self._analyst = Analyst(evaluator)
        self._store, self.kept = store, KeptGames(store)
        self.take_away = TakeAway(self.kept, lambda: catalogue(self._state.language), sheet_pdf)
        self._researcher = Researcher(store, evaluator, is_busy=lambda: self._state.phase in _READING)

    def watch(self, state: SessionState) -> None:
        """Take the newest state, and return at once."""
        self._state = state
        self._analyst.answer(state)

    def page(self) -> dict[str, object]:
        """Return what a page shows of the newest game's analysis now, plain JSON data."""
        language = self._state.language
        progress, game = self._analyst.answer(self._state)
        if game is None:
            return {"progress": progress.value}
        weighed, costs = self._analyst.costs(game)
        if self._shown[0] != (about := (game, weighed, language)):  # many phones ask; it is drawn once
            is_weighed = weighed is not AnalysisProgress.WORKING
            self._shown = about, analysis_view(game, catalogue(language), costs, is_weighed=is_weighed)
        return {"progress": progress.value, **self._shown[1]}

    def study_page(self) -> dict[str, object]:
        """Return what a page shows of all games now, plain JSON data."""
        progress, study = self._researcher.ask()
        shown = {} if study is None else study_view(study, catalogue(self._state.language))
        return {"progress": progress.value, "looked_at": self._researcher.looked_at, **shown}

    def games_page(self, most: int) -> dict[str, object]:
        """Return what a page shows of so many of the newest games, plain JSON data."""
        return self.kept.page(most, _now(), catalogue(self._state.language))

    def about_page(self) -> dict[str, object]:
        """Return what a page says of what runs here, plain JSON data."""
        return about_view(self._store.path, self._store.newest[1], catalogue(self._state.language))

    def evening_page(self) -> dict[str, object]:
        """Return what a page shows of the evening of those who just ended a game, plain JSON data."""
        return self.kept.evening(_now(), catalogue(self._state.language))

    def replay_page(self, number: int) -> dict[str, object] | None:
        """Return what a page shows of a game of before by and by, plain JSON data; None where there is none."""
        return self.kept.replay(number, catalogue(self._state.language))

    def phone_page(self, number: int | None = None) -> dict[str, object] | None:
        """Return what a phone is shown of this evening, or of one of its games by and by, plain JSON data."""
        return self.kept.phone_page(_now(), catalogue(self._state.language), number)

    def close(self) -> None:
        """Stop."""
        self._analyst.close()
        self._researcher.close()
