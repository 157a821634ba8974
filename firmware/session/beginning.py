"""A new game, and who begins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from firmware.ports import Signal
from firmware.record import Record
from firmware.session.effects import Append, Tell
from firmware.session.log import Step, at_rest, game_of, logged, notice
from firmware.session.state import Notice, NoticeKey, SessionState
from scoring.events import BeginnerThrown, GameAbandoned, GameBegan
from scoring.games import ten_by_ten
from scoring.games.ten_by_ten import GamePhase

if TYPE_CHECKING:
    from firmware.session.events import NewGame
    from scoring.dice import Faces
    from scoring.games.ten_by_ten import GameState
    from vision.reading import Reading


def new_game(state: SessionState, event: NewGame) -> Step:
    """Begin a game; one that runs is put away first, and stays in the log."""
    state, put_away = end_game(state)
    began = GameBegan(players=event.players, ruleset=event.ruleset, beginner=event.beginner)
    record = Record(began)
    fresh = replace(state, game=ten_by_ten.replay((began,)), records=(record,), dice=(), suggestion=None, reading=None)
    fresh = replace(at_rest(fresh), players=event.players, ruleset=event.ruleset, dial=None)
    effects = (*put_away, Append(record), Tell(Signal.READY))
    if event.beginner is None:
        return replace(fresh, notice=notice(NoticeKey.THROW_TO_BEGIN, player=event.players[0])), effects
    return replace(fresh, notice=notice(NoticeKey.BEGINS, player=event.players[event.beginner])), effects


def end_game(state: SessionState) -> Step:
    """Put the game away; an unfinished one is marked as abandoned."""
    effects: tuple[Append, ...] = ()
    if state.game is not None and state.game.phase is not GamePhase.OVER:
        record = Record(GameAbandoned())
        effects = (Append(record),)
    state = replace(state, game=None, records=(), dice=(), suggestion=None, reading=None, dial=None)
    return replace(at_rest(state), notice=notice(NoticeKey.WELCOME)), effects


def beginner_thrown(state: SessionState, faces: Faces, reading: Reading | None) -> Step:
    """Log a throw for who begins: the higher sum does, a tie throws again."""
    state, effects = logged(state, BeginnerThrown(_next_to_throw(game_of(state)), faces), reading)
    return replace(at_rest(state), notice=_beginning_notice(game_of(state))), (*effects, Tell(Signal.DONE))


def _next_to_throw(game: GameState) -> int:
    """Return who throws for the beginning now: the players take turns."""
    return len(game.beginner_throws) % 2


def _beginning_notice(game: GameState) -> Notice:
    if game.beginner is not None:
        return notice(NoticeKey.BEGINS, player=game.players[game.beginner])
    is_tied = len(game.beginner_throws) % 2 == 0
    key = NoticeKey.TIE_THROW_AGAIN if is_tied else NoticeKey.THROW_TO_BEGIN
    return notice(key, player=game.players[_next_to_throw(game)])
