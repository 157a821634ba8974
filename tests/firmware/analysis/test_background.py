"""Analyses in the background: ready soon after a game, never in the table's way, and never dead."""

import threading
from contextlib import closing
from dataclasses import replace

from firmware.analysis.analyst import AnalysisProgress, Analyst, Researcher
from firmware.display.messages import catalogue
from firmware.display.paged_analyst import PagedAnalyst
from firmware.errors import StoreError
from firmware.log.store import SqliteStore
from firmware.printing.sheets import game_pdf
from firmware.session.state import SessionState
from firmware.session.step import resume
from scoring.strategy.baselines import ColumnNormal
from tests.doubles.patience import until
from tests.firmware.analysis import conftest, played

OVER, OTHER = resume(SessionState(), played.game(1)), resume(SessionState(), played.game(2))
RUNNING = resume(SessionState(), played.game(1)[:20])


def test_a_game_is_analysed_once_it_is_over_and_an_analysis_belongs_to_its_game():
    analyst = Analyst(ColumnNormal)
    for state in (OVER, OTHER):
        until(lambda state=state: analyst.answer(state)[0] is AnalysisProgress.READY)
        assert analyst.answer(state)[1].state.entries == state.game.entries
        until(lambda state=state: analyst.costs(analyst.answer(state)[1])[0] is AnalysisProgress.READY)
        assert len(analyst.costs(analyst.answer(state)[1])[1]) == 3
    for state in (SessionState(), RUNNING, resume(SessionState(), conftest.ESCALERO)):
        assert analyst.answer(state) == (AnalysisProgress.NONE, None)
    analyst.close()


def test_an_analysis_that_fails_is_told_and_the_next_one_is_made():
    loads = iter((RuntimeError, ColumnNormal))  # no networks, the first time
    with closing(Analyst(lambda: next(loads)())) as analyst:  # type: ignore[arg-type,return-value]
        until(lambda: analyst.answer(OVER)[0] is AnalysisProgress.FAILED)
        until(lambda: analyst.answer(OTHER)[0] is AnalysisProgress.READY)


def researcher(store: SqliteStore, *, evaluator=ColumnNormal, is_busy=lambda: False) -> Researcher:
    return Researcher(store, evaluator, is_busy=is_busy)


def test_all_games_are_studied_when_somebody_asks_and_again_when_there_are_more(log):
    with closing(SqliteStore.open(log)) as store, closing(researcher(store)) as found:
        for games, more in ((3, ()), (4, played.game(4))):
            for record in more:
                store.append(record)
            assert found.ask()[0] is AnalysisProgress.WORKING
            until(lambda: found.ask()[0] is AnalysisProgress.READY)
            assert found.ask()[1].games == games


def test_a_study_waits_while_dice_are_read(log):
    is_over, asked = threading.Event(), []

    def is_busy() -> bool:
        asked.append(1)
        return not is_over.is_set()

    with closing(SqliteStore.open(log)) as store, closing(researcher(store, is_busy=is_busy)) as found:
        found.ask()
        until(lambda: len(asked) >= 5)
        assert found.looked_at == 1
        is_over.set()
        until(lambda: found.ask()[0] is AnalysisProgress.READY)


def test_a_study_that_fails_is_told_and_closing_ends_one_and_begins_no_other(log):
    def fails() -> ColumnNormal:
        raise StoreError("the disk is gone")

    with closing(SqliteStore.open(log)) as store, closing(researcher(store, evaluator=fails)) as found:
        until(lambda: found.ask()[0] is AnalysisProgress.FAILED)
        busy = researcher(store, is_busy=lambda: True)
        busy.ask()
        busy.close()
        assert busy.ask()[0] is not AnalysisProgress.READY
    with closing(SqliteStore.open(log.with_name("none.sqlite3"))) as store, closing(researcher(store)) as found:
        until(lambda: found.ask()[0] is AnalysisProgress.FAILED)  # without games there is nothing to study


def test_the_page_is_told_of_both(log):
    with closing(SqliteStore.open(log)) as store, closing(PagedAnalyst(ColumnNormal, store, game_pdf)) as analyst:
        assert analyst.page() == {"progress": "none"}
        analyst.watch(OVER)
        until(lambda: analyst.page()["progress"] == "ready")
        assert [player["name"] for player in analyst.page()["players"]] == ["Anna", "Ben"]
        assert analyst.page()["told"] is analyst.page()["told"]  # drawn once, but for each language
        analyst.watch(replace(OVER, language="nl"))
        assert analyst.page()["title"] == catalogue("nl").text("analysis.title")
        analyst.watch(OVER)
        until(lambda: analyst.study_page()["progress"] == "ready")
        assert analyst.study_page()["games"] == "3 Spiele ausgewertet."
