from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pytest

from firmware.session.advising import Question
from firmware.session.events import Advised
from firmware.table.advisor import BY_LEVEL, AdviceWorker
from scoring.dice import Face
from scoring.events import ThrowMade
from scoring.games.ten_by_ten import begin
from scoring.rules import apply
from scoring.ruleset import Level
from scoring.strategy.advice import advise
from scoring.strategy.baselines import MostPoints, OverPar

LONG_S = 20.0


@pytest.fixture
def question() -> Question:
    state = apply(begin(("M", "E"), beginner=0), ThrowMade((Face.KING,) * 3 + (Face.ACE,) * 2))
    return Question(state, Level.BEGINNER)


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


@dataclass
class Slow:
    """A strategy that thinks until it is told to go on."""

    goes_on: threading.Event = field(default_factory=threading.Event)

    def entry_worths(self, positions):
        assert self.goes_on.wait(LONG_S)
        return MostPoints().entry_worths(positions)


class Broken:
    def entry_worths(self, positions):
        raise RuntimeError("no idea")


def test_every_level_has_its_strategy():
    assert set(BY_LEVEL) == set(Level)
    assert len(set(BY_LEVEL.values())) == len(Level)


def test_each_level_answers_as_it_plays(question):
    worker = AdviceWorker(patience_s=LONG_S)
    try:
        for level, make in BY_LEVEL.items():
            answer = worker.answer(Question(question.game, level), print)
            assert answer.game is question.game
            assert answer.advice == advise(make(), question.game)
        best = worker.answer(Question(question.game, None), print)
        assert best.advice == advise(BY_LEVEL[Level.JUNKIE](), question.game)
    finally:
        worker.close()


def test_the_table_goes_on_while_it_thinks_and_hears_of_it_later(question, worker_of):
    slow, told, come = Slow(), [], threading.Event()
    worker = worker_of(slow, patience_s=0.01)

    def late(event):
        told.append(event)
        come.set()

    assert worker.answer(question, late) is None
    slow.goes_on.set()
    assert come.wait(LONG_S)
    assert isinstance(told[0], Advised)
    assert told[0].game is question.game
    assert told[0].advice == advise(MostPoints(), question.game)


def test_where_a_strategy_fails_a_plain_one_answers(question, worker_of, caplog):
    answer = worker_of(Broken()).answer(question, print)
    assert answer.advice == advise(OverPar(is_thrifty=True), question.game)
    assert "no idea" in caplog.text


def test_a_closed_worker_tells_nothing_more(question, worker_of):
    slow = Slow()
    worker = worker_of(slow, patience_s=0.01)
    told = []
    assert worker.answer(question, told.append) is None
    assert worker.answer(question, told.append) is None
    worker.close()
    slow.goes_on.set()
    worker._thread.shutdown(wait=True)
    assert len(told) <= 1  # the one under way, not the one behind it
