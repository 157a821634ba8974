"""The rules on one page a game, as plain data: sentences whose every number comes from the rules, and drawn dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware.display.cards import rounds, sheets
from firmware.display.messages import Catalogue
from firmware.display.names import form_name
from firmware.session.choosing import Choice, choice_of, form_of
from scoring.game import Opening

PAGES: dict[Choice, Callable[[Any, Catalogue], tuple[list[str], list[dict[str, object]]]]] = {
    Choice.TEN_BY_TEN: sheets.ten_by_ten,
    Choice.ESCALERO: sheets.escalero,
    Choice.OPEN_POKER: rounds.open_poker,
    Choice.HIDDEN_POKER: rounds.hidden_poker,
    Choice.JOKER_POKER: rounds.joker_poker,
    Choice.AL_CAPONE: rounds.al_capone,
    Choice.ROCK_AND_ROLL: rounds.rock_and_roll,
}
"""Makes the sentences of a card, and its tables."""


def card(agreed: Opening, words: Catalogue) -> dict[str, object]:
    """Return a game's rules as they hold at this table.

    Args:
        agreed: Which game, and what was agreed on: stakes, jokers, the columns of the sheet.
        words: In the players' language.
    """
    choice = choice_of(agreed)
    told, tables = PAGES[choice](agreed, words)
    return {
        "title": form_name(choice, form_of(agreed), words),
        "told": [*told, words.text("card.burning"), words.text("card.loser")],
        "tables": tables,
    }
