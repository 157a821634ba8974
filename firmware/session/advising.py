"""Advice at the table: when it is asked for, and what is made of the answer.

Asked is where the players want hints or suggestions, and where the companion plays for who is to move. The session
does not reckon: the companion has advice reckoned and tells the session what was said.
"""

from dataclasses import replace
from itertools import compress

from firmware.ports import Signal
from firmware.session.deciding import enter, may_enter
from firmware.session.events import Advised
from firmware.session.log import Step, notice, sheet_of, told
from firmware.session.state import SessionState
from firmware.session.vocabulary import EntryMode, NoticeKey, Phase
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Level
from scoring.sheets.sheet import ChosenBy
from scoring.strategy.advice import Advice, reason

PLAYS_ON = frozenset({Phase.READ, Phase.ENTERING})
"""Where the companion goes on by itself; what was taken back waits for the players."""

PER_MILLE = 1000


def companion_throws(state: SessionState) -> bool:
    """Tell whether the next throw is one for the companion's own seat."""
    game = sheet_of(state)
    if game is None or state.phase is Phase.GAME_OVER:
        return False
    thrower = game.to_move if game.beginner is not None else next(iter(game.beginning.to_throw), None)
    return thrower is not None and game.agreed.levels[thrower] is not None


def question(state: SessionState, *, is_ahead: bool = False) -> GameState | None:
    """Return the game on which advice is wanted now, or ahead of the first throw of a turn; None where none is."""
    game = sheet_of(state)
    if game is None or not (not game.turn.throws_made if is_ahead else may_enter(state)):
        return None
    is_wanted = state.is_hinting or state.mode is not EntryMode.ASK or game.level_to_move is not None
    return game if is_wanted else None


def advised(state: SessionState, event: Advised) -> Step:
    """Take advice on the dice that lie; where the companion plays, it says what it leaves lying."""
    if event.game is not state.game:  # the table went on meanwhile
        return state, ()
    game = event.game
    state = replace(state, advice=event.advice, is_advice_plain=event.is_plain)
    is_playing = game.level_to_move is not None and state.phase in PLAYS_ON and not event.advice.is_to_be_entered
    if game.to_move is None or not is_playing:
        return state, ()
    values = {"player": game.players[game.to_move], **_disregard(state, game)}
    wish = tuple(sorted(compress(game.turn.faces, event.advice.flags)))
    values["held"] = ",".join(face.name.lower() for face in wish)
    return told(replace(state, wish=wish), NoticeKey.COMPANION_HOLDS, Signal.DONE, **values)


def _disregard(state: SessionState, game: GameState) -> dict[str, str | int]:
    """Return for a notice whether other dice were left lying than the companion wanted; nothing where not."""
    held = tuple(sorted(game.turn.throws[-1].held_faces))
    is_disregarded = state.wish is not None and len(game.turn.throws) > 1 and held != state.wish
    return {"disregarded": 1} if is_disregarded else {}


def with_suggestion(state: SessionState) -> SessionState:
    """Return the state with the best cell marked where one is wanted."""
    if (asked := question(state)) is None or state.advice is None:
        return replace(state, suggestion=None)
    throws_on = asked.level_to_move is not None and state.phase in PLAYS_ON and not state.advice.is_to_be_entered
    is_marked = state.mode is not EntryMode.ASK if asked.level_to_move is None else not throws_on
    return replace(state, suggestion=state.advice.entries[0].cell if is_marked else None)


def played_on(state: SessionState) -> Step:
    """Enter by itself, where the players want that after the last throw, or where the companion plays."""
    if state.suggestion is None or state.advice is None or state.dial is not None:  # the menu turns past this mode
        return state, ()
    game, may_play = sheet_of(state), state.phase in PLAYS_ON and state.advice.is_to_be_entered
    if game is not None and game.level_to_move is not None and may_play:
        after, effects = enter(state, state.suggestion, ChosenBy.AUTO)
        if after.notice.key is not NoticeKey.ENTERED:  # who won at the end needs no reason
            return after, effects
        why = {**dict(after.notice.values), **_disregard(state, game), **_reason(state.advice, game.level_to_move)}
        return replace(after, notice=notice(NoticeKey.ENTERED, **why)), effects
    if state.mode is EntryMode.AUTO and state.phase is Phase.ENTERING:
        return enter(state, state.suggestion, ChosenBy.AUTO)
    return state, ()


def _reason(advice: Advice, level: Level) -> dict[str, str | int]:
    """Return for a notice why an entry was made: points as they are, chances per mille."""
    found, unit = reason(advice, level), 1 if level is Level.REGULAR else PER_MILLE
    values: dict[str, str | int] = {"why": found.why.value, "worth": round(unit * found.worth)}
    if found.instead is None:
        return values
    cell = found.instead.cell
    return {**values, "row": cell.category.name, "at": cell.column, "instead": round(unit * found.instead.worth)}
