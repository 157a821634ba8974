"""What `make hardware` makes of the wiring: drawings, pin table, budget and the device's files."""

from __future__ import annotations

from hardware.numbers import Numbers
from hardware.wiring.budget import budget
from hardware.wiring.header_picture import header_picture
from hardware.wiring.schematic import schematic
from hardware.wiring.settings import boot_text, settings_text
from hardware.wiring.table import pin_table
from hardware.words import PageLanguage, word

NAMES = {
    PageLanguage.ENGLISH: ("wiring.md", "circuit-en.svg", "header-en.svg"),
    PageLanguage.GERMAN: ("verdrahtung.md", "circuit-de.svg", "header-de.svg"),
}
"""Page, circuit and header in each language."""


def files(numbers: Numbers) -> dict[str, bytes]:
    """Return every file by its name; `NumbersError` if something cannot be wired, or is fed too weakly."""
    made = {"serviert.toml": settings_text(numbers).encode(), "config.txt": boot_text(numbers).encode()}
    for language, (page, circuit, header) in NAMES.items():
        made[page] = wiring_page(numbers, language).encode()
        made[circuit] = schematic(numbers, language)
        made[header] = header_picture(numbers, language)
    return made


def wiring_page(numbers: Numbers, language: PageLanguage) -> str:
    """Return pin table, drawings and budget as Markdown; `NumbersError` as `files` has it."""
    _, circuit, header = NAMES[language]
    return f"""# {word("title", language)}

{word("made-by", language)}

![{word("header-title", language)}]({header})

## {word("pin-table", language)}

{pin_table(numbers, language)}
![{word("title", language)}]({circuit})

## {word("budget", language)}

{budget(numbers, language)}"""
