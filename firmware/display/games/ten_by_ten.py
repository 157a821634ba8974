"""The sheet as the page draws it: both players in one grid, column sums, previews, standings, the result."""

from collections.abc import Mapping

from firmware.display.games import advice
from firmware.display.games.common import beginners, entry_view
from firmware.display.messages import Catalogue
from firmware.display.names import format_points, listed, pays_round, row_name
from firmware.display.touches import name_of
from firmware.session.deciding import ENTERABLE
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.dice import Faces
from scoring.events import GameBegan
from scoring.games.standings import ColumnStanding, Standings, standings
from scoring.games.ten_by_ten import GameState, preview
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell, Entry


def game_view(state: SessionState, game: GameState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills."""
    standing = standings(game)
    scores = preview(game) if state.phase in ENTERABLE | {Phase.STILL} else {}
    cell = state.suggestion if state.dial is None else state.dial.cell_in_view or state.suggestion
    return {
        "players": [
            {
                "name": name,
                "points": format_points(standing.points[player]),
                "total": standing.totals[player],
                "is_winner": standing.winner == player,
            }
            for player, name in enumerate(game.players)
        ],
        "points_to_win": standing.points_to_win,
        "turn_number": game.turn_number,
        "turns": game.turns,
        **_sheet(game, standing, scores, words),
        "suggestion": None if cell is None else {"category": name_of(cell.category), "column": cell.column},
        **advice.advice_view(state, words),
        "remarks": [*beginners(game, words), *remarks(game, standing, words)],
        "result": result(game, standing, words) if state.phase is Phase.GAME_OVER else None,
    }


def empty_sheet(words: Catalogue) -> dict[str, object]:
    """Return what the page draws without a game."""
    game = GameState.begin(GameBegan(players=("1", "2")))
    return _sheet(game, standings(game), {}, words)


def _sheet(game: GameState, standing: Standings, scores: Mapping[Category, int], words: Catalogue) -> dict[str, object]:
    return {
        "at_stake": game.ruleset.points_at_stake,
        "rows": [_row(category, words, scores.get(category)) for category in Category],
        "columns": [_column(column, game, words) for column in standing.columns],
        "cells": _cells(game),
    }


def _row(category: Category, words: Catalogue, points: int | None) -> dict[str, object]:
    return {
        "category": name_of(category),
        "name": row_name(category, words),
        "preview": points,
        "is_lower": not category.is_upper,
    }


def _column(column: ColumnStanding, game: GameState, words: Catalogue) -> dict[str, object]:
    """Return a column's sums and whether it can still change hands."""
    secured = next((p for p in (0, 1) if column.cannot_lose(p)), None)
    if column.is_decided:
        state, player = ("tied", None) if column.is_tied else ("won", column.winner)
    else:
        state, player = ("open", None) if secured is None else ("secured", secured)
    name = "" if player is None else game.players[player]
    written = {entry.player for entry in game.entries if entry.cell.column == column.column}
    sums = [str(column.sums[p]) if p in written else "" for p in (0, 1)]
    said = words.text(f"column.{state}", column=column.column, player=name)
    return {"column": column.column, "sums": sums, "state": state, "player": player, "said": said}


def _cells(game: GameState) -> list[list[list[dict[str, object] | None]]]:
    """Return row by row, column by column, what stands there for player 0 and player 1."""
    found = {(entry.player, entry.cell): entry_view(entry, newest=len(game.entries)) for entry in game.entries}
    columns = range(1, game.ruleset.columns + 1)
    return [
        [[found.get((player, Cell(category, column))) for player in (0, 1)] for column in columns]
        for category in Category
    ]


def result(game: GameState, standing: Standings, words: Catalogue) -> dict[str, object]:
    """Return how the game ended, in sentences."""
    more = max((0, 1), key=lambda player: standing.totals[player])
    won = [[str(column.column) for column in standing.columns if column.winner == player] for player in (0, 1)]
    return {
        "headline": headline(game, standing, words),
        "details": [words.text("result.columns", columns=", ".join(each)) if each else "–" for each in won],
        "lines": [_thrown(game, standing, more, words)],
        "round": pays_round([] if standing.winner is None else [game.players[1 - standing.winner]], words),
    }


def _thrown(game: GameState, standing: Standings, more: int, words: Catalogue) -> str:
    totals = standing.totals
    if totals[0] == totals[1]:
        return words.text("result.thrown-same", points=totals[0])
    message = "result.thrown-more-lost" if standing.winner == 1 - more else "result.thrown-more"
    return words.text(message, player=game.players[more], points=totals[more], other=totals[1 - more])


def headline(game: GameState, standing: Standings, words: Catalogue) -> str:
    """Return who won."""
    if standing.winner is None:
        return words.text("result.draw")
    return words.text("result.won", player=game.players[standing.winner])


def told(state: SessionState, game: GameState, words: Catalogue) -> str:  # noqa: ARG001 - as every game's
    """Return what the newest event was: nothing, for each has its own notice."""
    return ""


def hint(state: SessionState, game: GameState, words: Catalogue) -> str | None:
    """Return what to do next for the companion; for a person the usual words for the phase say it."""
    return advice.to_do(state, game, words)


def hand(faces: Faces, words: Catalogue) -> str:
    """Return what five dice make, in the words of the lower rows; empty where they make none of them."""
    row = next((row for row in Category if not row.is_upper and points(row, faces, is_served=False)), None)
    return "" if row is None else row_name(row, words)


def ending(state: SessionState, game: GameState, words: Catalogue) -> str:  # noqa: ARG001 - as every game's
    """Return who won, as it is said."""
    return headline(game, standings(game), words)


def standing(game: GameState, words: Catalogue) -> str:
    """Return how it stands."""
    (first, second), (points, other) = game.players, map(format_points, standings(game).points)
    return words.text("notice.standings", first=first, second=second, points=points, other=other)


def entry_text(game: GameState, entry: Entry, words: Catalogue) -> str:
    """Return an entry that stands in words."""
    cell, player = entry.cell, game.players[entry.player]
    return entered(
        {"player": player, "category": cell.category.name, "column": cell.column, "points": entry.points}, words
    )


def entered(values: Mapping[str, str | int], words: Catalogue) -> str:
    """Return an entry in words, from the values of its notice: player, category by name, column and points."""
    category = Category[str(values["category"])]
    told = {**values, "category": row_name(category, words)}
    message = "notice.entered" if values["points"] else "notice.struck"
    said = words.text(message, count=values["points"], **told)
    return " ".join(filter(None, (said, advice.why(values, words))))


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
            numbers = listed(columns, words)
            said.append(words.text("remark.columns-secured", player=name, columns=numbers, count=len(columns)))
    return said
