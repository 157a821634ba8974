"""Advice, reckoned in a thread of its own."""

import threading
from contextlib import closing
from dataclasses import replace

from firmware.session.events import Advised
from firmware.table.advisor import BY_LEVEL, AdviceWorker
from scoring.dice import Face
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.games.ten_by_ten import GameState
from scoring.rules import apply
from scoring.ruleset import Level
from scoring.sheets import category, sheet
from scoring.strategy.advice import advise
from scoring.strategy.baselines import ColumnNormal, MostPoints

LONG_S = 20.0


def game(level: Level | None = Level.BEGINNER) -> GameState:
    return apply(GameState.begin(GameBegan(players=("M", "E"), beginner=0, levels=(level, None))), THROWN)


THROWN = ThrowMade((Face.KING,) * 3 + (Face.ACE,) * 2)
GAME = game()


class Slow:
    """A strategy that thinks until it is told to go on, and counts how often it is asked."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.asked = 0

    def entry_worths(self, positions):
        self.asked += 1
        assert self.goes_on.wait(LONG_S)
        return MostPoints().entry_worths(positions)


def test_each_level_answers_as_it_plays_and_where_a_strategy_fails_a_plain_one_does(caplog):
    assert set(BY_LEVEL) == set(Level)
    with closing(AdviceWorker(patience_s=LONG_S)) as worker:
        for level, make in (*BY_LEVEL.items(), (None, BY_LEVEL[Level.JUNKIE])):
            answer = worker.answer(asked := game(level), print)
            assert (answer.game is asked, answer.advice) == (True, advise(make(), asked))
    with closing(AdviceWorker({Level.BEGINNER: object}, patience_s=LONG_S)) as worker:
        plain = worker.answer(GAME, print)
    assert plain == Advised(GAME, advise(ColumnNormal(), GAME), is_plain=True)
    assert all(0.2 < each.worth < 0.8 for each in (*plain.advice.holds, *plain.advice.entries))  # shown as chances
    assert "The strategy failed" in caplog.text


def test_the_table_goes_on_while_it_thinks_and_hears_of_it_later_but_not_once_it_is_closed():
    slow, told, come = Slow(), [], threading.Event()
    worker = AdviceWorker({Level.BEGINNER: lambda: slow}, patience_s=0.01)
    assert worker.answer(GAME, lambda event: (told.append(event), come.set())) is None
    assert worker.answer(GAME, told.append) is None
    worker.close()  # the one under way is told, not the one behind it
    slow.goes_on.set()
    assert come.wait(LONG_S)
    worker._thread.shutdown(wait=True)
    (advised,) = told
    assert (advised.game is GAME, advised.advice) == (True, advise(MostPoints(), GAME))


def test_what_does_not_depend_on_the_dice_is_reckoned_once_a_turn_before_they_are_thrown():
    counting = Slow()
    counting.goes_on.set()
    with closing(AdviceWorker({Level.BEGINNER: lambda: counting}, patience_s=LONG_S)) as worker:
        for nothing_lies in (GameState.begin(replace(GAME.agreed, beginner=None)), GameState.begin(GAME.agreed)):
            assert worker.answer(nothing_lies, print) is None
        worker._thread.submit(int).result(LONG_S)
        assert counting.asked == 1
        for game in (GAME, apply(GAME, ThrowMade((Face.KING,) * 4 + (Face.ACE,), (True,) * 3 + (False,) * 2))):
            assert worker.answer(game, print).advice == advise(MostPoints(), game)
        assert counting.asked == 1
        entered = apply(GAME, Entered(sheet.Cell(category.Category.KINGS, 1)))
        other = apply(replace(entered, agreed=replace(GAME.agreed, levels=(Level.BEGINNER,) * 2)), THROWN)
        assert worker.answer(other, print).advice == advise(MostPoints(), other)
    assert counting.asked == 2
