"""Every page that is the same at every table, in German and English, as it lies in ``hardware/made/paper``.

``python -m firmware.printing.papers`` writes them there; `make hardware` calls it.
"""

from firmware.display.messages import catalogue
from firmware.printing import calibration, sheets, wall
from hardware.numbers import FILE, Numbers, load
from scoring.ruleset import MOST_COLUMNS

FOLDER = FILE.with_name("made") / "paper"
LANGUAGES = ("de", "en")
"""Others are one command away: ``serviert print … --language``."""


def files(numbers: Numbers) -> dict[str, bytes]:
    """Return the pages by name.

    Raises:
        NumbersError: If the printer's scale leaves no room for what must be true, or the labels cannot be printed.
    """
    return {name: pdf for language in LANGUAGES for name, pdf in _in_language(language, numbers).items()}


def _in_language(language: str, numbers: Numbers) -> dict[str, bytes]:
    words, scale = catalogue(language), numbers.printer.paper_scale
    pages = {
        "spielplan": sheets.empty_pdf(words, columns=MOST_COLUMNS),
        "escalero": sheets.empty_escalero_pdf(words),
        "calibration": calibration.sheet_pdf(words, paper_scale=scale),
        "rules": wall.rules_pdf(words),
        "quickstart": wall.wall_pdf(words),
        "labels": wall.labels_pdf(words, numbers, paper_scale=scale),
    }
    return {f"{name}.{language}.pdf": pdf for name, pdf in pages.items()}


if __name__ == "__main__":
    for file_name, page in files(load()).items():
        (FOLDER / file_name).write_bytes(page)
