"""Sentences chosen for a moment: the notice, what to do next, what is remarkable about the standings."""

from firmware.display import games
from firmware.display.games import advice, ten_by_ten
from firmware.display.games.common import throwing_player
from firmware.display.messages import Catalogue
from firmware.session.deciding import may_repeat
from firmware.session.log import resting_phase, sheet_of
from firmware.session.state import SessionState
from firmware.session.vocabulary import Notice, NoticeKey, Phase
from firmware.tables import table
from scoring.ruleset import RerollRule

_FOLLOWED_BY_HINT, TROUBLE, _LOUD = (frozenset(map(NoticeKey, keys)) for keys in table(__file__).values())
LOUD = TROUBLE | _LOUD

_OF_THE_GAME = frozenset({Phase.WAITING, Phase.READ, Phase.ENTERING, Phase.DECIDING})
"""Phases in which what to do next may depend on the game."""


def notice(state: SessionState, words: Catalogue) -> dict[str, object]:
    """Return the notice as a sentence that says what to do, and whether it must not be missed."""
    key = state.notice.key
    parts = [] if key is NoticeKey.THROWN else [_told(state, words)]
    if key in _FOLLOWED_BY_HINT or key is NoticeKey.THROWN:
        parts.append(hint(state, words))
    return {"key": key.value, "text": " ".join(filter(None, parts)), "is_loud": key in LOUD}


def hint(state: SessionState, words: Catalogue) -> str:
    """Return what to do next where the table stands."""
    if state.game is None:
        return words.text("hint.setup") if state.phase is Phase.SETUP else ""
    if state.phase is Phase.ASKING and state.pending is None:
        return words.text("notice.type-throw")
    if state.phase is Phase.ASKING and not state.has_camera:
        return words.text("hint.asking-blind")
    phase = resting_phase(state) if state.phase in {Phase.CORRECTED, Phase.THROWING} else state.phase
    if phase in _OF_THE_GAME and (own := games.hint(state, words)) is not None:
        return own
    if phase is Phase.GAME_OVER:
        return words.text("hint.game-over" if sheet_of(state) is not None else "hint.over")
    player = throwing_player(state.game)
    name = "" if player is None else state.game.players[player]
    return words.text(f"hint.{phase.value}", player=name)


def _told(state: SessionState, words: Catalogue) -> str:
    values = dict(state.notice.values)
    match state.notice.key:
        case NoticeKey.ENTERED:
            return ten_by_ten.entered(values, words)
        case NoticeKey.COMPANION_HOLDS:
            return advice.holds(values, words)
        case NoticeKey.GAME_OVER | NoticeKey.THROWS_USED_UP | NoticeKey.STANDINGS | NoticeKey.PLAYED:
            return _about_the_game(state, words)
        case NoticeKey.ILLEGAL:
            refusal = f"refusal.{values.get('reason')}"
            return words.text(refusal if refusal in words.message_ids else "notice.illegal")
        case NoticeKey.BURNING | NoticeKey.OFF_BOARD | NoticeKey.WRONG_COUNT if (
            state.game is not None and state.game.dice == 1
        ):
            return words.text(f"notice.{state.notice.key.value}-one")
        case NoticeKey.BURNING | NoticeKey.OFF_BOARD if may_repeat(state):
            return words.text("hidden.burning")
        case NoticeKey.BURNING if state.game is not None and state.game.reroll is RerollRule.DIE:
            return words.text("notice.burning-die")
        case _:
            return sentence_of(state.notice, words)


def _about_the_game(state: SessionState, words: Catalogue) -> str:
    match state.notice.key:
        case NoticeKey.GAME_OVER:
            return " ".join(filter(None, (games.ending(state, words), hint(state, words))))
        case NoticeKey.STANDINGS:
            return games.standing(state, words)
        case NoticeKey.PLAYED:
            return games.told(state, words)
        case _:
            return games.hint(state, words) or sentence_of(state.notice, words)


def sentence_of(notice: Notice, words: Catalogue) -> str:
    """Return a notice that says the same wherever the table stands."""
    return words.text(f"notice.{notice.key.value}", **dict(notice.values))
