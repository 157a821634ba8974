"""Sentences chosen for a moment: the notice, what to do next, what is remarkable about the standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.session.state import NoticeKey, Phase
from scoring.category import Category
from scoring.ruleset import RerollRule
from scoring.standings import standings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from firmware.display.messages import Catalogue
    from firmware.session.state import Notice, SessionState
    from scoring.games.ten_by_ten import GameState
    from scoring.standings import Standings

_FOLLOWED_BY_HINT = frozenset(
    {
        NoticeKey.NOT_NOW,
        NoticeKey.ILLEGAL,
        NoticeKey.RESUMED,
        NoticeKey.CORRECTED,
        NoticeKey.THROW_CORRECTED,
        NoticeKey.TAKEN_BACK,
        NoticeKey.CAMERA_BACK,
        NoticeKey.STORE_RECOVERED,
        NoticeKey.ENTERED,
        NoticeKey.DICE_KNOWN,
        NoticeKey.NOTHING_TO_TAKE_BACK,
        NoticeKey.BUTTON_FREED,
        NoticeKey.STANDINGS,
    }
)
"""Notices that tell only what happened; what to do next depends on where the table stands."""

_TROUBLE = frozenset(
    {
        NoticeKey.CAMERA_LOST,
        NoticeKey.STORE_FULL,
        NoticeKey.STORE_READ_ONLY,
        NoticeKey.STORE_FAILED,
        NoticeKey.STORE_TOO_NEW,
        NoticeKey.BUTTON_STUCK,
        NoticeKey.STORE_REPLACED,
        NoticeKey.STORE_RESTORED,
        NoticeKey.STORE_LOST,
        NoticeKey.GAME_UNREADABLE,
        NoticeKey.MODEL_BROKEN,
    }
)

_LOUD = _TROUBLE | frozenset(
    {
        NoticeKey.BURNING,
        NoticeKey.OFF_BOARD,
        NoticeKey.HELD_CHANGED,
        NoticeKey.HOLDS_UNSURE,
        NoticeKey.NOT_SURE,
        NoticeKey.WRONG_COUNT,
        NoticeKey.FOREIGN_DIE,
        NoticeKey.DICE_BACK,
    }
)


def row_name(category: Category, words: Catalogue) -> str:
    """Return what a row is called."""
    return words.text(f"row.{category.name.lower()}")


def throwing_player(game: GameState) -> int | None:
    """Return who throws next, for the beginning too; None when the game is over."""
    if game.to_move is None and game.beginner is None:
        return len(game.beginner_throws) % len(game.players)
    return game.to_move


def notice(state: SessionState, words: Catalogue) -> dict[str, object]:
    """Return the notice as a sentence that says what to do, and whether it must not be missed."""
    key = state.notice.key
    parts = [] if key is NoticeKey.THROWN else [_told(state, words)]
    if key in _FOLLOWED_BY_HINT or key is NoticeKey.THROWN:
        parts.append(hint(state, words))
    return {"key": key.value, "text": " ".join(filter(None, parts)), "is_loud": is_loud(key)}


def is_loud(key: NoticeKey) -> bool:
    """Return whether a notice must not be missed."""
    return key in _LOUD


def is_trouble(key: NoticeKey) -> bool:
    """Return whether a notice tells of something wrong with the device, which no throw outdates."""
    return key in _TROUBLE


def hint(state: SessionState, words: Catalogue) -> str:
    """Return what to do next where the table stands."""
    if state.phase in {Phase.SETUP, Phase.GAME_OVER} or state.game is None:
        return words.text(f"hint.{state.phase.value}") if state.game is not None or state.phase is Phase.SETUP else ""
    phase = state.phase
    if phase is Phase.ASKING and state.pending is None:
        return words.text("notice.type-throw")
    if phase is Phase.ASKING and not state.has_camera:
        return words.text("hint.asking-blind")
    if phase in {Phase.CORRECTED, Phase.THROWING}:
        made = state.game.turn.throws_made
        phase = Phase.WAITING if not made else Phase.READ if state.game.turn.throws_left else Phase.ENTERING
    player = throwing_player(state.game)
    name = "" if player is None else state.game.players[player]
    return words.text(f"hint.{phase.value}", player=name)


def _told(state: SessionState, words: Catalogue) -> str:
    values = dict(state.notice.values)
    match state.notice.key:
        case NoticeKey.ENTERED:
            return entered(values, words)
        case NoticeKey.GAME_OVER:
            return _over(state, words)
        case NoticeKey.STANDINGS:
            return "" if state.game is None else _standings(state.game, words)
        case NoticeKey.ILLEGAL:
            refusal = f"refusal.{values.get('reason')}"
            return words.text(refusal if refusal in words.message_ids else "notice.illegal")
        case NoticeKey.BURNING if state.game is not None and state.game.ruleset.reroll is RerollRule.DIE:
            return words.text("notice.burning-die")
        case _:
            return sentence_of(state.notice, words)


def _over(state: SessionState, words: Catalogue) -> str:
    """Return how the game ended, and what to do next."""
    hint = words.text("hint.game-over")
    return hint if state.game is None else f"{headline(state.game, standings(state.game), words)} {hint}"


def _standings(game: GameState, words: Catalogue) -> str:
    (first, second), (points, other) = game.players, map(format_points, standings(game).points)
    return words.text("notice.standings", first=first, second=second, points=points, other=other)


def headline(game: GameState, standing: Standings, words: Catalogue) -> str:
    """Return who won."""
    if standing.winner is None:
        return words.text("result.draw")
    return words.text("result.won", player=game.players[standing.winner])


def sentence_of(notice: Notice, words: Catalogue) -> str:
    """Return a notice that says the same wherever the table stands."""
    return words.text(f"notice.{notice.key.value}", **dict(notice.values))


def entered(values: Mapping[str, str | int], words: Catalogue) -> str:
    """Return an entry in words, from the values of its notice: player, category by name, column and points."""
    category = Category[str(values["category"])]
    told = {**values, "category": row_name(category, words)}
    if not values["points"]:
        return words.text("notice.struck", **told)
    return words.text("notice.entered", count=values["points"], **told)


def format_points(points: float) -> str:
    """Return points as they are written on paper: halves occur where a tied column is split.

    >>> format_points(4.5), format_points(12.0)
    ('4½', '12')
    """
    whole = int(points)
    return str(whole) if points == whole else f"{whole or ''}½"


def remarks(game: GameState, standing: Standings, words: Catalogue) -> list[str]:
    """Return what is worth knowing about the standings, the weightiest first."""
    said = []
    if standing.secured_by is not None and standing.winner is None:
        said.append(words.text("remark.match-secured", player=game.players[standing.secured_by]))
    if standing.thrown_more_but_behind is not None:
        said.append(words.text("remark.thrown-more", player=game.players[standing.thrown_more_but_behind]))
    for player, name in enumerate(game.players):
        columns = [c.column for c in standing.columns if not c.is_decided and c.cannot_lose(player)]
        if columns:
            listed = _listed(columns, words)
            said.append(words.text("remark.columns-secured", player=name, columns=listed, count=len(columns)))
    return said


def beginning(game: GameState, words: Catalogue) -> list[str]:
    """Return what was thrown for who begins, this round."""
    if game.beginner is not None:
        return []
    newest = game.beginner_throws[-1:] if len(game.beginner_throws) % 2 else game.beginner_throws[-2:]
    return [
        words.text("remark.beginner-throw", player=game.players[throw.player], points=sum(throw.faces))
        for throw in newest
    ]


def _listed(numbers: Sequence[int], words: Catalogue) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    head = ", ".join(map(str, numbers[:-1]))
    return words.text("list.and", head=head, last=numbers[-1])
