"""A game of before, step by step: each entry of a sheet with its throws; of other games what was thrown and done."""

from collections.abc import Iterator, Sequence
from typing import Any

from firmware.display import games
from firmware.display.games import escalero, ten_by_ten
from firmware.display.messages import Catalogue
from firmware.display.names import row_name
from firmware.display.touches import name_of
from firmware.log.record import Record
from firmware.session.state import SessionState
from scoring import rules
from scoring.dice import NOTHING_HELD
from scoring.game import Game
from scoring.games.escalero import EscaleroState
from scoring.games.ten_by_ten import GameState
from scoring.sheets.category import Category

Step = dict[str, object]

REMEMBERED = 20  # events that what was done may be told from


def replay_view(events: Sequence[Any], words: Catalogue) -> dict[str, object]:
    """Return what the page shows of a game by and by, plain JSON data.

    Raises:
        ScoringError: If the events are no game.
    """
    game: Game = rules.replay(events)
    sheet: dict[str, object] | None = None
    if isinstance(game, GameState):
        sheet = {"columns": game.ruleset.columns, "rows": [row_name(category, words) for category in Category]}
        steps = [_of_ten_by_ten(game, entry, words) for entry in game.entries]
    elif isinstance(game, EscaleroState):
        steps = [_of_turn(entry, escalero.entry_text(game, entry, words)) for entry in game.entries]
    else:
        steps = list(_happened(events, words))
    return {"players": list(game.players), "sheet": sheet, "steps": steps}


def _of_ten_by_ten(game: GameState, entry: Any, words: Catalogue) -> Step:
    of_sheet = {"player": entry.player, "points": entry.points, "row": int(entry.cell.category)}
    said = ten_by_ten.entry_text(game, entry, words)
    return {**_of_turn(entry, said), **of_sheet, "column": entry.cell.column - 1}


def _of_turn(entry: Any, said: str) -> Step:
    return {
        "said": said,
        "throws": [_thrown(throw.faces, throw.held) for throw in entry.throws],
        "is_served": entry.is_served and entry.points > 0,
    }


def _thrown(faces: Sequence[Any], held: Sequence[bool]) -> list[dict[str, object]]:
    return [{"face": name_of(face), "is_held": is_held} for face, is_held in zip(faces, held, strict=False)]


def _happened(events: Sequence[Any], words: Catalogue) -> Iterator[Step]:
    """Yield what was thrown and done, in the words of the game, in the order in which it was."""
    game: Any = None
    for at, event in enumerate(events):
        seat = getattr(event, "player", None if game is None else game.to_move)
        game = rules.replay(events[:1]) if game is None else rules.apply(game, event)
        records = tuple(map(Record, events[max(0, at + 1 - REMEMBERED) : at + 1]))
        said = games.told(SessionState(game=game, records=records), words)
        faces = getattr(event, "faces", ())
        if said or faces:
            throws = [_thrown(faces, getattr(event, "held", NOTHING_HELD))] if faces else []
            yield {"said": said or ("" if seat is None else game.players[seat]), "throws": throws, "is_served": False}
