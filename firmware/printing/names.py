"""What players, games and dates are called on paper."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from babel.dates import format_date

from firmware.display.names import form_name
from firmware.display.touches import name_of
from firmware.log.wall_clock import shown_date
from firmware.session.choosing import choice_of, form_of
from hardware.paper.typefaces import Typeface, printable
from scoring.dice import Face
from scoring.games.rock_and_roll import RockAndRollState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.display.messages import Catalogue
    from scoring.game import Game, Opening


def names_on_paper(players: Sequence[str], words: Catalogue) -> tuple[str, ...]:
    """Return names as they can be printed, each still another; one of emoji alone becomes a number."""
    found: list[str] = []
    for seat, name in enumerate(players, start=1):
        plain = printable(name, Typeface.HAND) or words.text("setup.stranger", number=seat)
        while plain.casefold() in map(str.casefold, found):
            plain = f"{plain} {seat}"
        found.append(plain)
    return tuple(found)


def game_title(agreed: Opening, words: Catalogue) -> str:
    """Return what a game is called."""
    return form_name(choice_of(agreed), form_of(agreed), words)


def begins(game: Game, words: Catalogue) -> tuple[str, ...]:
    """Return who begins, or holds the bank; nothing where that is not known yet."""
    seat = game.beginning.beginner
    if seat is None:
        return ()
    message = "paper.bank" if isinstance(game, RockAndRollState) else "paper.begins"
    return (words.text(message, player=game.players[seat]),)


def date_on_paper(begun_utc: str | None, words: Catalogue) -> str:
    """Return when a game began, as it is written; empty where nobody knows it."""
    day = shown_date(begun_utc or "")
    return format_date(date.fromisoformat(day), format="long", locale=words.language) if day else ""


def number_on_paper(number: int | None, words: Catalogue) -> str:
    """Return which game of the log it is; empty for one from elsewhere."""
    return "" if number is None else words.text("paper.game", number=number)


def letter(face: Face, words: Catalogue) -> str:
    """Return what is on a die."""
    return words.text(f"letter.{name_of(face)}")
