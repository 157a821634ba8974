from __future__ import annotations

import threading

import pytest

from firmware.session.advising import Question
from firmware.session.events import Advised
from firmware.table.parts import BY_LEVEL, AdviceWorker
from scoring.dice import Face
from scoring.events import ThrowMade
from scoring.games.ten_by_ten import begin
from scoring.rules import apply
from scoring.ruleset import Level
from scoring.strategy.advice import advise
from scoring.strategy.baselines import MostPoints, OverPar

LONG_S = 20.0
QUESTION = Question(apply(begin(("M", "E"), beginner=0), ThrowMade((Face.KING,) * 3 + (Face.ACE,) * 2)), Level.BEGINNER)


@pytest.fixture
def worker_of():
    """Return what makes a worker of one strategy for all levels; all are closed in the end."""
    made = []

    def make(strategy, *, patience_s=LONG_S) -> AdviceWorker:
        made.append(AdviceWorker({level: lambda: strategy for level in Level}, patience_s=patience_s))
        return made[-1]

    yield make
    for worker in made:
        worker.close()


class Slow:
    """A strategy that thinks until it is told to go on."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()

    def entry_worths(self, positions):
        assert self.goes_on.wait(LONG_S)
        return MostPoints().entry_worths(positions)


class Broken:
    def entry_worths(self, positions):
        raise RuntimeError("no idea")


def test_each_level_answers_as_it_plays():
    assert set(BY_LEVEL) == set(Level)
    worker = AdviceWorker(patience_s=LONG_S)
    try:
        for level, make in (*BY_LEVEL.items(), (None, BY_LEVEL[Level.JUNKIE])):
            answer = worker.answer(Question(QUESTION.game, level), print)
            assert answer.game is QUESTION.game
            assert answer.advice == advise(make(), QUESTION.game)
    finally:
        worker.close()


def test_the_table_goes_on_while_it_thinks_and_hears_of_it_later(worker_of):
    slow, told, come = Slow(), [], threading.Event()
    assert worker_of(slow, patience_s=0.01).answer(QUESTION, lambda event: (told.append(event), come.set())) is None
    slow.goes_on.set()
    assert come.wait(LONG_S)
    (advised,) = told
    assert (type(advised), advised.advice) == (Advised, advise(MostPoints(), QUESTION.game))
    assert advised.game is QUESTION.game


def test_where_a_strategy_fails_a_plain_one_answers(worker_of, caplog):
    answer = worker_of(Broken()).answer(QUESTION, print)
    assert answer.advice == advise(OverPar(is_thrifty=True), QUESTION.game)
    assert "no idea" in caplog.text


def test_a_closed_worker_tells_nothing_more(worker_of):
    slow, told = Slow(), []
    worker = worker_of(slow, patience_s=0.01)
    assert [worker.answer(QUESTION, told.append) for _ in range(2)] == [None, None]
    worker.close()
    slow.goes_on.set()
    worker._thread.shutdown(wait=True)
    assert len(told) <= 1  # the one under way, not the one behind it
