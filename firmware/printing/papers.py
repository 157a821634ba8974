"""Every page that is the same at every table, in German and English, as it lies in ``hardware/made/paper``.

``python -m firmware.printing.papers`` writes them there; `make hardware` calls it.
"""

from collections.abc import Callable

from firmware.display.messages import Catalogue, catalogue
from firmware.printing import calibration, sheets, wall
from hardware.numbers import FILE, Numbers, load
from scoring.ruleset import MOST_COLUMNS

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
        "calibration": lambda: calibration.sheet_pdf(words, paper_scale=scale),
        "rules": lambda: wall.rules_pdf(words),
        "quickstart": lambda: wall.wall_pdf(words),
        "labels": lambda: wall.labels_pdf(words, numbers, paper_scale=scale),
    }


def files(numbers: Numbers) -> dict[str, bytes]:
    """Return the pages by the names of their files; it raises as they do."""
    made = {language: pages(catalogue(language), numbers) for language in LANGUAGES}
    return {f"{name}.{language}.pdf": make() for language in LANGUAGES for name, make in made[language].items()}


if __name__ == "__main__":
    for file_name, page in files(load()).items():
        (FOLDER / file_name).write_bytes(page)
