"""The rules cards of the display on paper."""

from __future__ import annotations

from typing import Any

from firmware.display.cards import card
from firmware.display.messages import Catalogue
from firmware.display.names import form_name
from firmware.errors import PrintError
from firmware.session.choosing import FORMS, Choice
from hardware.paper.rules_card import DiceRow, DiceTable, RulesCard, cards_pdf


def rules_pdf(words: Catalogue, *, wanted: str | None = None) -> bytes:
    """Return the rules on cards of A5, two a page.

    Raises:
        PrintError: If there is no such game.
    """
    choices = tuple(Choice) if wanted is None else (_choice(wanted),)
    cards = [rules_card(make(players=("1", "2")), words) for choice in choices for make in FORMS[choice]]
    title = words.text("paper.rules") if wanted is None else form_name(choices[0], 0, words)
    return cards_pdf(title, cards, language=words.language)


def rules_card(agreed: Any, words: Catalogue) -> RulesCard:
    """Return the rules of what was agreed, as a card on paper."""
    found: dict[str, Any] = card(agreed, words)
    return RulesCard(
        title=found["title"], told=tuple(found["told"]), tables=tuple(_table(each, words) for each in found["tables"])
    )


def _choice(wanted: str) -> Choice:
    try:
        return Choice(wanted)
    except ValueError as error:
        raise PrintError(f'There are no rules of "{wanted}"; the games are {", ".join(Choice)}.') from error


def _table(table: dict[str, Any], words: Catalogue) -> DiceTable:
    rows = tuple(
        DiceRow(
            letters=tuple(words.text(f"letter.{face}") for face in row["faces"]),
            text=row["text"],
            values=tuple(row["values"]),
            is_scale=bool(row.get("is_scale")),
        )
        for row in table["rows"]
    )
    return DiceTable(title=table["title"], heads=tuple(table["heads"]), rows=rows, marked=table.get("marked"))
