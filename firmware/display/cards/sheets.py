"""The rules of the games that are written on a sheet: Würfelpoker 10×10 and Escalero."""

from __future__ import annotations

from collections.abc import Callable

from firmware.display.cards.tables import ACE, JACK, KING, LARGE, QUEEN, SMALL, TEN, row, table
from firmware.display.messages import Catalogue
from firmware.display.names import escalero_row, row_name
from scoring.dice import DICE_COUNT, Face, Faces
from scoring.events import GameBegan
from scoring.games.escalero import EscaleroBegan, Row
from scoring.games.escalero import points as escalero_points
from scoring.games.standings import standings
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import ServedRule, TiedColumnRule
from scoring.sheets.category import Category
from scoring.sheets.category import points as points_of
from scoring.turns.turn import THROWS_A_TURN

FULL = (KING, KING, KING, ACE, ACE)
POKER = (ACE, ACE, ACE, ACE, TEN)
GRANDE = (JACK,) * DICE_COUNT
QUEENS = (QUEEN, QUEEN, QUEEN)
"""The sources' own examples."""

_TEN_BY_TEN = (
    (Category.STRAIGHT, SMALL),
    (Category.STRAIGHT, LARGE),
    (Category.FULL, FULL),
    (Category.POKER, POKER),
    (Category.GRANDE, GRANDE),
)
_ESCALERO = (
    (Row.QUINT, LARGE),
    (Row.FULL_HAND, FULL),
    (Row.POKER, POKER),
    (Row.GRANDE, GRANDE),
    (Row.GRANDE_SERVED, GRANDE),
)


def ten_by_ten(agreed: GameBegan, words: Catalogue) -> tuple[list[str], list[dict[str, object]]]:
    """Return the card of Würfelpoker 10×10."""
    ruleset = agreed.ruleset
    standing = standings(GameState.begin(agreed))
    tied = words.text("card.tied-split" if ruleset.tied_column is TiedColumnRule.SPLIT else "card.tied-none")
    told = [
        words.text("card.up-to-throws", throws=THROWS_A_TURN),
        words.text("card.enter-anywhere"),
        words.text("card.column", last=ruleset.columns, total=ruleset.points_at_stake),
        tied,
        words.text("card.to-win", points=standing.points_to_win),
        _served(agreed.ruleset.served, words),
    ]
    faces = [
        row(row_name(category, words), shown, _both(points_of, category, shown)) for category, shown in _TEN_BY_TEN
    ]
    return told, [_upper(words), table(faces, heads=_heads(words))]


def escalero(agreed: EscaleroBegan, words: Catalogue) -> tuple[list[str], list[dict[str, object]]]:
    """Return the card of Escalero."""
    told = [
        words.text("card.up-to-throws", throws=THROWS_A_TURN),
        words.text("card.rows", rows=len(Row)),
        words.text("card.upper-too"),
        words.text("card.five-alike", points=escalero_points(Row.GRANDE, GRANDE, is_served=True)),
        words.text("card.difference"),
        _served(agreed.served, words),
    ]
    faces = [row(escalero_row(each, words), shown, _both(escalero_points, each, shown)) for each, shown in _ESCALERO]
    return told, [_upper(words), table(faces, heads=_heads(words))]


def _upper(words: Catalogue) -> dict[str, object]:
    """Return the upper rows: what each face counts, and an example."""
    count, value = len(QUEENS), int(QUEENS[0])
    total = points_of(Category.QUEENS, (*QUEENS, TEN, ACE), is_served=False)
    example = row(words.text("card.times", count=count, value=value), QUEENS, (total,))
    worth = row("", tuple(Face), ())
    return table([{**worth, "values": [str(int(face)) for face in Face], "is_scale": True}, example])


def _both(points: Callable[..., int], place: Category | Row, faces: Faces) -> tuple[str, str]:
    """Return what a hand scores and what it scores served; nothing is a dash."""
    both = (points(place, faces, is_served=False), points(place, faces, is_served=True))
    return str(both[0] or "–"), str(both[1] or "–")


def _heads(words: Catalogue) -> list[str]:
    return [words.text("card.points"), words.text("card.served")]


def _served(rule: ServedRule, words: Catalogue) -> str:
    return words.text("card.served-first" if rule is ServedRule.FIRST_THROW else "card.served-any")
