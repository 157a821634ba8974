"""What players, games and dates are called on paper."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import TypeVar

from babel.dates import format_date

from firmware.display.messages import Catalogue
from firmware.display.names import form_name, letter
from firmware.log.wall_clock import shown_date
from firmware.session.choosing import choice_of, form_of
from hardware.paper.marks import Written
from hardware.paper.spielplan import RowHead
from hardware.paper.typefaces import Typeface, printable
from scoring.game import Game, Opening
from scoring.games.rock_and_roll import RockAndRollState
from scoring.sheets.category import SheetRow

Row = TypeVar("Row", bound=SheetRow)


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


def row_heads(
    rows: Iterable[Row],
    words: Catalogue,
    *,
    name: Callable[[Row, Catalogue], str],
    hint: Callable[[Row, Catalogue], str],
) -> tuple[RowHead, ...]:
    """Return what stands before a sheet's rows; `hint` says what a lower one scores, an upper one counts its face."""
    return tuple(
        RowHead(
            name=name(row, words),
            letter="" if row.face is None else letter(row.face, words),
            hint=hint(row, words) if row.face is None else f"× {int(row.face)}",
        )
        for row in rows
    )


def points_mark(points: int) -> Written:
    """Return what is written into a cell: points, or the stroke of a strike."""
    return Written(text=str(points)) if points else Written(is_struck=True)
