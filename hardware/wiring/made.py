"""What `make hardware` makes of the wiring: drawings, pin table, budget and the files that the device reads.

A test holds those against what the firmware itself reads there, so that table and drawings say what the device does.
"""

from pathlib import Path

from hardware.numbers import Computer, Numbers
from hardware.wiring.budget import budget
from hardware.wiring.header_picture import header_picture
from hardware.wiring.pins import pin_table
from hardware.wiring.power import display_in
from hardware.wiring.schematic import schematic
from hardware.words import PageLanguage, word

PAGES = Path(__file__).with_name("pages")
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


BEGIN, END = "# Serviert: from here …", "# Serviert: … to here"
"""Between these lines `hardware/install/boot.sh` puts what stands in ``config.txt``, and takes out what it once put."""


def settings_text(numbers: Numbers) -> str:
    """Return the settings of what hangs on the header, for ``/etc/serviert/serviert.toml``."""
    return (PAGES / "settings.in").read_text(encoding="utf-8").format(pins=numbers.pins)


def boot_text(numbers: Numbers) -> str:
    """Return the lines for ``/boot/firmware/config.txt``; `NumbersError` if the display is not known."""
    overlay = display_in(numbers).overlay
    wakes = "# A Pi 5 is woken by its own button beside the USB-C socket, or by one on J2."
    if numbers.wiring.computer is Computer.PI_4 and numbers.pins.shutdown == 3:
        wakes = "# GPIO 3 also wakes a Pi 4 that was shut down."
    lines = [
        BEGIN,
        "[all]",
        "# Camera and display on their ribbon cables are found by themselves.",
        "camera_auto_detect=1",
        "display_auto_detect=1",
        *([overlay] if overlay else []),
        "# A button between this pin and ground shuts down; the kernel and logind do it.",
        wakes,
        f"dtoverlay=gpio-shutdown,gpio_pin={numbers.pins.shutdown},active_low=1,gpio_pull=up,debounce=100",
        END,
    ]
    return "\n".join(lines) + "\n"
