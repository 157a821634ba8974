"""Pages to print: for ``serviert print``, and those that are the same at every table in ``hardware/made/paper``.

``python -m firmware.printing.papers`` writes them there, in German and English; `make hardware` calls it.
"""

from collections.abc import Callable
from pathlib import Path

from firmware.analysis.finding import kept_game
from firmware.display.messages import Catalogue, catalogue
from firmware.errors import PrintError
from firmware.printing import sheets, wall
from hardware.numbers import FILE, Numbers, load
from scoring.rules import replay
from scoring.ruleset import MOST_COLUMNS

SUFFIX = ".pdf"

FOLDER = FILE.with_name("made") / "paper"
LANGUAGES = ("de", "en")
"""Others are one command away: ``serviert print … --language``."""


def pages(words: Catalogue, numbers: Numbers) -> dict[str, Callable[[], bytes]]:
    """Return what makes each page, by its name.

    It raises `NumbersError` if the printer's scale leaves no room for what must be true, or labels cannot be printed.
    """
    scale = numbers.printer.paper_scale
    return {
        "spielplan": lambda: sheets.empty_pdf(words, columns=MOST_COLUMNS),
        "escalero": lambda: sheets.empty_escalero_pdf(words),
        "calibration": lambda: wall.calibration_sheet_pdf(words, paper_scale=scale),
        "rules": lambda: wall.rules_pdf(words),
        "quickstart": lambda: wall.wall_pdf(words),
        "labels": lambda: wall.labels_pdf(words, numbers, paper_scale=scale),
    }


def files(numbers: Numbers) -> dict[str, bytes]:
    """Return the pages by the names of their files; it raises as they do."""
    made = {language: pages(catalogue(language), numbers) for language in LANGUAGES}
    return {f"{name}.{language}.pdf": make() for language in LANGUAGES for name, make in made[language].items()}


def print_sheet(wanted: str | None, log: Path, out: Path, *, language: str, columns: int | None) -> None:
    """Write a sheet: an empty one, or that of a game.

    Wanted may be a number, ``last``, or ``escalero`` for its empty sheet; None for the empty Spielplan.

    Raises:
        PrintError: If it cannot be printed so, or not written.
        AnalysisError: If there is no such game, or it does not replay.
        StoreError: If a log cannot be read.
    """
    _require_pdf(out)
    if columns is not None and wanted is not None:
        raise PrintError(
            "Only an empty Spielplan can have as many columns as you like; leave out --columns or the game."
        )
    words = catalogue(language)
    if wanted is None:
        _write(out, sheets.empty_pdf(words, columns=columns or MOST_COLUMNS))
    elif wanted == sheets.ESCALERO:
        _write(out, sheets.empty_escalero_pdf(words))
    else:
        found = kept_game(wanted, log, suits=lambda records: replay(record.event for record in records))
        events = [record.event for record in found.records]
        _write(out, sheets.game_pdf(events, words, number=found.number, begun_utc=found.begun_utc))


def print_page(
    page: str, out: Path, *, language: str, paper_scale: float | None = None, game: str | None = None
) -> None:
    """Write a page that is the same at every table.

    A line of 100 mm on paper measures ``paper_scale`` times 100 mm; None as the numbers have it.

    Raises:
        PrintError: If there are no rules of that game, or the page cannot be written.
        NumbersError: If what must be true does not fit the page at that scale.
    """
    _require_pdf(out)
    words, numbers = catalogue(language), load()
    if game is not None:
        _write(out, wall.rules_pdf(words, wanted=game))
        return
    if paper_scale is not None:
        numbers = numbers.changed("printer", paper_scale=paper_scale)
    _write(out, pages(words, numbers)[page]())


def _write(out: Path, pdf: bytes) -> None:
    try:
        out.write_bytes(pdf)
    except OSError as error:
        raise PrintError(f"{out} cannot be written: {error.strerror}. Choose another place.") from error


def _require_pdf(out: Path) -> None:
    if out.suffix.lower() != SUFFIX:
        raise PrintError(f'Pages are printed as PDF; got "{out.name}", which does not end in {SUFFIX}.')


if __name__ == "__main__":
    for file_name, page in files(load()).items():
        (FOLDER / file_name).write_bytes(page)
