"""A game of before, step by step: each entry of a sheet with its throws; of other games what was thrown and done."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from firmware.display import games
from firmware.display.games import escalero, ten_by_ten
from firmware.display.messages import Catalogue
from firmware.display.names import escalero_row_short, row_name
from firmware.display.touches import name_of
from firmware.log.record import Record
from firmware.session.state import SessionState
from scoring import rules
from scoring.dice import NOTHING_HELD
from scoring.events import EntryTakenBack, ThrowCorrected
from scoring.games.escalero import EscaleroState, Row
from scoring.games.ten_by_ten import GameState
from scoring.sheets.category import Category

Step = dict[str, Any]

REMEMBERED = 20  # events that what was done may be told from


def replay_view(events: Sequence[Any], words: Catalogue, pictured: Collection[int] = ()) -> dict[str, object]:
    """Return what the page shows of a game by and by, and of which of its events a picture is kept, plain JSON data.

    Raises:
        ScoringError: If the events are no game.
    """
    game, turns = _played(events)
    sheet: dict[str, object] | None = None
    if isinstance(game, GameState):
        sheet = {"columns": game.ruleset.columns, "rows": [row_name(category, words) for category in Category]}
    elif isinstance(game, EscaleroState):
        sheet = {"players": game.players, "rows": [escalero_row_short(row, words) for row in Row]}
    steps = [_of_turn(game, *each, words) for each in turns] if sheet else list(_happened(events, words))
    for step in steps:
        step["pictures"] = [at if at in pictured else None for at in step.pop("seen")]
    return {"players": list(game.players), "sheet": sheet, "steps": steps}


def _played(events: Sequence[Any]) -> tuple[Any, list[tuple[Any, list[int]]]]:
    """Return a game as it stands, and each entry of its sheet with the places of the events that were its throws."""
    game: Any = rules.replay(events[:1])
    thrown: list[int] = []
    entered: list[list[int]] = []
    for at, event in enumerate(events[1:], start=1):
        game = rules.apply(game, event)
        if isinstance(event, EntryTakenBack):
            thrown = entered.pop()
        elif len(getattr(game, "entries", ())) > len(entered):
            entered, thrown = [*entered, thrown], []
        else:  # one more, or the newest withdrawn, or none any more as its player left
            thrown = [*thrown, at][: len(game.turn.throws)]
    return game, list(zip(getattr(game, "entries", ()), entered, strict=True))


def _of_turn(game: Any, entry: Any, seen: list[int], words: Catalogue) -> Step:
    is_ten = isinstance(game, GameState)
    return {
        "said": (ten_by_ten if is_ten else escalero).entry_text(game, entry, words),
        "player": entry.player,
        "points": entry.points,
        "row": int(entry.cell.category) if is_ten else list(Row).index(entry.row),
        "column": entry.cell.column - 1 if is_ten else entry.player,
        "throws": [_thrown(throw.faces, throw.held) for throw in entry.throws],
        "seen": seen,
        "is_served": entry.is_served and entry.points > 0,
    }


def _thrown(faces: Sequence[Any], held: Sequence[bool]) -> list[dict[str, object]]:
    return [{"face": name_of(face), "is_held": is_held} for face, is_held in zip(faces, held, strict=False)]


def _happened(events: Sequence[Any], words: Catalogue) -> Iterator[Step]:
    """Yield what was thrown and done, in the words of the game, in the order in which it was."""
    game: Any = None
    lay = 0
    for at, event in enumerate(events):
        lay = lay if isinstance(event, ThrowCorrected) else at
        seat = getattr(event, "player", None if game is None else game.to_move)
        game = rules.replay(events[:1]) if game is None else rules.apply(game, event)
        records = tuple(map(Record, events[max(0, at + 1 - REMEMBERED) : at + 1]))
        said = games.told(SessionState(game=game, records=records), words)
        faces = getattr(event, "faces", ())
        if said or faces:
            throws = [_thrown(faces, getattr(event, "held", NOTHING_HELD))] if faces else []
            yield {"said": said or ("" if seat is None else game.players[seat]), "throws": throws, "seen": [lay]}
