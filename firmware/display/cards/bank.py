"""The rules of the game against a bank: Rock and Roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.display.cards.tables import row, table
from firmware.display.names import field_name
from scoring.dice import Face
from scoring.games.rock_and_roll import COLOUR_PAYS, THROWS_AFTER_NOTICE, VALUE_PAYS, Field

if TYPE_CHECKING:
    from firmware.display.messages import Catalogue
    from scoring.games.rock_and_roll import RockAndRollBegan


def rock_and_roll(agreed: RockAndRollBegan, words: Catalogue) -> tuple[list[str], list[dict[str, object]]]:
    """Return the card of Rock and Roll."""
    told = [
        words.text("card.bank", bank=agreed.bank_stack, stack=agreed.stack),
        words.text("card.bets"),
        words.text("card.bank-throws"),
        words.text("card.pays", colour=1 + COLOUR_PAYS, value=1 + VALUE_PAYS),
        words.text("card.covered"),
        words.text("card.bank-ends", throws=THROWS_AFTER_NOTICE),
    ]
    colours = [
        row(field_name(field, words), [face for face in Face if field.is_won_by(face)], [f"{field.pays}:1"])
        for field in Field
        if field.is_colour
    ]
    values = row(words.text("card.each-value"), tuple(Face), [f"{Field.ACE.pays}:1"])
    return told, [table(colours, title=words.text("card.pays-out")), table([values])]
