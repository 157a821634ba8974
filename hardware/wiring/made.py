"""What `make hardware` makes of the wiring: drawings, pin table, budget and the files that the device reads.

A test holds those against what the firmware itself reads there, so that table and drawings say what the device does.
"""

from pathlib import Path

from hardware.numbers import Computer, Numbers
from hardware.wiring.budget import budget
from hardware.wiring.header_picture import header_picture
from hardware.wiring.perfboard import perfboard, solder_table
from hardware.wiring.pins import pin_table
from hardware.wiring.power import display_in
from hardware.wiring.schematic import schematic
from hardware.words import WORDS, PageLanguage, word

PAGES = Path(__file__).with_name("pages")
NAMES = {
    PageLanguage.ENGLISH: ("wiring.md", "circuit-en.svg", "header-en.svg", "perfboard-en.svg"),
    PageLanguage.GERMAN: ("verdrahtung.md", "circuit-de.svg", "header-de.svg", "perfboard-de.svg"),
}
"""Page, circuit, header and switch board in each language."""


def files(numbers: Numbers) -> dict[str, bytes]:
    """Return every file by its name; `NumbersError` if something cannot be wired, or is fed too weakly."""
    made = {"serviert.toml": settings_text(numbers).encode(), "config.txt": boot_text(numbers).encode()}
    for language, (page, circuit, header, board) in NAMES.items():
        made[page] = wiring_page(numbers, language).encode()
        made[circuit] = schematic(numbers, language)
        made[header] = header_picture(numbers, language)
        made[board] = perfboard(numbers, language)
    return made


def wiring_page(numbers: Numbers, language: PageLanguage) -> str:
    """Return pin table, drawings and budget as Markdown; `NumbersError` as `files` has it."""
    _, circuit, header, board = NAMES[language]
    words = {name: word(name, language) for name in WORDS}
    drawn, told = {"circuit": circuit, "header": header, "board": board}, budget(numbers, language).rstrip("\n")
    drawn |= {"pins": pin_table(numbers, language), "solder": solder_table(numbers, language)}
    return _page("wiring.in", words=words, told=told, **drawn)


BEGIN, END = "# Serviert: from here …", "# Serviert: … to here"
"""Between these lines `hardware/install/boot.sh` puts what stands in ``config.txt``, and takes out what it once put."""


def settings_text(numbers: Numbers) -> str:
    """Return the settings of what hangs on the header, for ``/etc/serviert/serviert.toml``."""
    return _page("settings.in", pins=numbers.pins)


def boot_text(numbers: Numbers) -> str:
    """Return the lines for ``/boot/firmware/config.txt``; `NumbersError` if the display is not known."""
    overlay = display_in(numbers).overlay
    wakes = "# A Pi 5 is woken by its own button beside the USB-C socket, or by one on J2."
    if numbers.wiring.computer is Computer.PI_4 and numbers.pins.shutdown == 3:
        wakes = "# GPIO 3 also wakes a Pi 4 that was shut down."
    overlay = f"{overlay}\n" if overlay else ""
    return _page("boot.in", begin=BEGIN, end=END, overlay=overlay, wakes=wakes, pins=numbers.pins)


def _page(name: str, **values: object) -> str:
    return (PAGES / name).read_text(encoding="utf-8").format(**values)
