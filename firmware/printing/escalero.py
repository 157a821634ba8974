"""Escalero's sheet, empty or with what was entered in a game."""

from __future__ import annotations

from firmware.display.cards.sheets import FULL, GRANDE, POKER
from firmware.display.cards.tables import LARGE
from firmware.display.games.escalero import remarks, slip
from firmware.display.messages import Catalogue
from firmware.display.names import escalero_row
from firmware.printing.names import begins, date_on_paper, game_title, number_on_paper, points_mark, row_heads
from hardware.paper.marks import Written
from hardware.paper.scoresheet import Scoresheet
from scoring.games.escalero import EscaleroState, Row, points

EMPTY_COLUMNS = 6
_EXAMPLES = {Row.QUINT: LARGE, Row.FULL_HAND: FULL, Row.POKER: POKER, Row.GRANDE: GRANDE, Row.GRANDE_SERVED: GRANDE}
_ROW_MM = 16.5
_LEAST_ROW_MM = 6.4
_HEAVY = frozenset({int(Row.QUINT)})


def empty_sheet(words: Catalogue) -> Scoresheet:
    """Return an empty sheet."""
    return Scoresheet(
        title=words.text("game.escalero"),
        date_word=words.text("paper.date"),
        names=("",) * EMPTY_COLUMNS,
        rows=row_heads(Row, words, name=escalero_row, hint=_hint),
        below=((words.text("ui.sum"), (Written(),) * EMPTY_COLUMNS),),
        heavy_before=_HEAVY,
        row_mm=_ROW_MM,
        told=(words.text("paper.rows"), words.text("card.difference"), words.text("paper.black")),
    )


def filled_sheet(game: EscaleroState, words: Catalogue, *, number: int | None, begun_utc: str | None) -> Scoresheet:
    """Return a game's sheet as it stands."""
    seats = range(len(game.players))
    best = max(map(game.sum_of, game.seats), default=0) if game.is_filled else None
    sums = [Written(text=str(game.sum_of(s)), is_ringed=s in game.seats and game.sum_of(s) == best) for s in seats]
    chips = [Written(text=str(game.chips.stacks[seat])) for seat in seats]
    paid = ((words.text("ui.chips"), tuple(chips)),) if game.is_filled else ()
    return Scoresheet(
        title=game_title(game.agreed, words),
        date_word=words.text("paper.date"),
        date=date_on_paper(begun_utc, words),
        number=number_on_paper(number, words),
        names=game.players,
        rows=row_heads(Row, words, name=escalero_row, hint=_hint),
        cells={(int(entry.row), entry.player): points_mark(entry.points) for entry in game.entries},
        below=((words.text("ui.sum"), tuple(sums)), *paid),
        heavy_before=_HEAVY,
        row_mm=_ROW_MM,
        least_row_mm=_LEAST_ROW_MM,
        told=begins(game, words),
        ending=_ending(game, words),
    )


def _hint(row: Row, words: Catalogue) -> str:
    plain, served = (points(row, _EXAMPLES[row], is_served=is_served) for is_served in (False, True))
    return str(served) if plain in (0, served) else words.text("paper.points-served", points=plain, served=served)


def _ending(game: EscaleroState, words: Catalogue) -> tuple[str, ...]:
    if game.is_filled:
        ended = slip(game, words)
        lines = ended["lines"]
        said = [str(line["said"]) for line in lines] if isinstance(lines, list) else []
        return str(ended["headline"]), " ".join(said), str(ended["round"])
    done = words.text("paper.unfinished", done=len(game.entries), of=len(Row) * len(game.players))
    if game.is_abandoned:
        return done, words.text("paper.stopped")
    return (done, *remarks(game, words)) if game.seats else (done,)
