"""A new game, and who begins."""

from __future__ import annotations

from dataclasses import replace

from firmware.log.record import Record
from firmware.ports import Signal
from firmware.session.effects import Append, Tell
from firmware.session.log import Step, at_rest, game_of, logged, notice
from firmware.session.state import SessionState
from firmware.session.touches import NewGame
from firmware.session.vocabulary import Notice, NoticeKey
from scoring import rules
from scoring.events import BeginnerThrown, GameAbandoned
from scoring.game import Game, Stage
from vision.reading import Reading


def new_game(state: SessionState, event: NewGame) -> Step:
    """Begin a game; one that runs is put away first, and stays in the log."""
    game, record = rules.replay((event.agreed,)), Record(event.agreed)
    state, put_away = end_game(state)
    said = _beginning_notice(game) if game.stage in {Stage.BEGINNING, Stage.TURN} else notice(NoticeKey.PLAYED)
    fresh = replace(state, game=game, records=(record,), dice=(), suggestion=None, reading=None)
    fresh = replace(at_rest(fresh), agreed=event.agreed, dial=None, notice=said)
    return fresh, (*put_away, Append(record), Tell(Signal.READY))


def end_game(state: SessionState) -> Step:
    """Put the game away; an unfinished one is marked as abandoned."""
    effects: tuple[Append, ...] = ()
    if state.game is not None and state.game.stage is not Stage.OVER:
        record = Record(GameAbandoned())
        effects = (Append(record),)
    state = replace(state, game=None, records=(), dice=(), suggestion=None, reading=None, dial=None)
    return replace(at_rest(state), notice=notice(NoticeKey.WELCOME)), effects


def beginner_thrown(state: SessionState, event: BeginnerThrown, reading: Reading | None) -> Step:
    """Log a throw for who begins: the highest sum does, equal highest ones throw again."""
    state, effects = logged(state, event, reading)
    return replace(at_rest(state), notice=_beginning_notice(game_of(state))), (*effects, Tell(Signal.DONE))


def _beginning_notice(game: Game) -> Notice:
    beginning = game.beginning
    if beginning.beginner is not None:
        return notice(NoticeKey.BEGINS, player=game.players[beginning.beginner])
    key = NoticeKey.TIE_THROW_AGAIN if beginning.is_tied else NoticeKey.THROW_TO_BEGIN
    return notice(key, player=game.players[beginning.to_throw[0]])
