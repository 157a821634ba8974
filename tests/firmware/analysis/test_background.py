"""Analyses in the background: ready soon after a game, never in the table's way, and never dead."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.analysis.analyst import AnalysisProgress, Analyst, Researcher
from firmware.analysis.kept_games import games_of_store
from firmware.analysis.known import Known
from firmware.display.paged_analyst import PagedAnalyst
from firmware.errors import StoreError
from firmware.log.store import SqliteStore
from firmware.session.state import SessionState
from firmware.session.step import resume
from scoring.strategy.baselines import ColumnNormal
from scoring.strategy.entry_worths import Strategy
from tests.firmware.analysis.conftest import ESCALERO
from tests.firmware.analysis.played import game

PATIENCE_S = 60.0
PAUSE = threading.Event()


def until(is_so: Callable[[], bool]) -> None:
    """Wait for another thread."""
    for _ in range(round(PATIENCE_S / 0.02)):
        if is_so():
            return
        PAUSE.wait(0.02)
    pytest.fail("it did not come")


OVER = resume(SessionState(), game(1))
RUNNING = resume(SessionState(), game(1)[:20])


class Broken:
    """An evaluator that fails, the first time it is loaded."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Strategy:
        self.times += 1
        if self.times == 1:
            raise RuntimeError("no networks")
        return ColumnNormal()


@pytest.fixture
def analyst() -> Iterator[Analyst]:
    made = Analyst(ColumnNormal)
    yield made
    made.close()


def test_a_game_is_analysed_once_it_is_over_and_an_analysis_belongs_to_its_game(analyst: Analyst) -> None:
    assert analyst.answer().progress is AnalysisProgress.NONE
    analyst.watch(RUNNING)
    assert analyst.answer().progress is AnalysisProgress.NONE
    analyst.watch(OVER)
    assert analyst.answer().progress in (AnalysisProgress.WORKING, AnalysisProgress.READY)
    until(lambda: analyst.answer().progress is AnalysisProgress.READY)
    found = analyst.answer().game
    assert found is not None
    assert abs(found.account.remainder()) <= 1e-9
    analyst.watch(replace(OVER, language="nl"))
    assert (analyst.answer().progress, analyst.answer().language) == (AnalysisProgress.READY, "nl")
    analyst.watch(RUNNING)
    assert analyst.answer().progress is AnalysisProgress.NONE
    analyst.watch(resume(SessionState(), game(2)))
    until(lambda: analyst.answer().progress is AnalysisProgress.READY)
    other = analyst.answer().game
    assert other is not None
    assert other.state.entries != OVER.game.entries
    analyst.watch(resume(SessionState(), ESCALERO))
    assert analyst.answer().progress is AnalysisProgress.NONE


def test_an_analysis_that_fails_is_told_and_the_next_one_is_made() -> None:
    with closing(Analyst(Broken())) as analyst:
        analyst.watch(OVER)
        until(lambda: analyst.answer().progress is AnalysisProgress.FAILED)
        analyst.watch(resume(SessionState(), game(2)))
        until(lambda: analyst.answer().progress is AnalysisProgress.READY)


# ---- all games


def researcher(store: SqliteStore, **parts) -> Researcher:
    usual = {
        "newest": lambda: store.newest,
        "known": lambda: Known(None, "a"),
        "evaluator": ColumnNormal,
        "is_busy": lambda: False,
    }
    return Researcher(lambda: games_of_store(store), **{**usual, **parts})


def test_all_games_are_studied_when_somebody_asks_and_again_when_there_are_more(log: Path) -> None:
    with closing(SqliteStore.open(log)) as store, closing(researcher(store)) as found:
        assert found.ask().progress is AnalysisProgress.WORKING
        until(lambda: found.ask().progress is AnalysisProgress.READY)
        assert found.ask().study.games == 3
        for record in game(4):
            store.append(record)
        assert found.ask().progress is AnalysisProgress.WORKING
        until(lambda: found.ask().progress is AnalysisProgress.READY)
        assert found.ask().study.games == 4


def test_a_study_waits_while_dice_are_read(log: Path) -> None:
    is_over, asked = threading.Event(), []

    def is_busy() -> bool:
        asked.append(1)
        return not is_over.is_set()

    with closing(SqliteStore.open(log)) as store, closing(researcher(store, is_busy=is_busy)) as found:
        found.ask()
        until(lambda: len(asked) >= 5)
        assert found.ask().looked_at == 1
        is_over.set()
        until(lambda: found.ask().progress is AnalysisProgress.READY)


def test_a_study_that_fails_is_told(log: Path) -> None:
    def fails() -> Known:
        raise StoreError("the disk is gone")

    with closing(SqliteStore.open(log)) as store, closing(researcher(store, known=fails)) as found:
        until(lambda: found.ask().progress is AnalysisProgress.FAILED)
    with closing(SqliteStore.open(log.with_name("none.sqlite3"))) as store, closing(researcher(store)) as found:
        until(lambda: found.ask().progress is AnalysisProgress.FAILED)  # without games there is nothing to study


def test_closing_ends_a_study_and_begins_no_other(log: Path) -> None:
    with closing(SqliteStore.open(log)) as store:
        found = researcher(store, is_busy=lambda: True)
        found.ask()
        found.close()
        assert found.ask().progress is not AnalysisProgress.READY


def test_the_page_is_told_of_both(log: Path) -> None:
    with closing(SqliteStore.open(log)) as store, closing(PagedAnalyst(ColumnNormal, store)) as analyst:
        assert analyst.page() == {"progress": "none"}
        analyst.watch(OVER)
        until(lambda: analyst.page()["progress"] == "ready")
        assert [player["name"] for player in analyst.page()["players"]] == ["Anna", "Ben"]
        until(lambda: analyst.study_page()["progress"] == "ready")
        assert analyst.study_page()["games"] == "3 Spiele ausgewertet."
