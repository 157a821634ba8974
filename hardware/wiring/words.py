"""Words of table, budget and drawings, in English and German."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """A language of what is made here."""

    ENGLISH = "en"
    GERMAN = "de"


WORDS: dict[str, tuple[str, str]] = {
    "title": ("Serviert: wiring", "Serviert: Verdrahtung"),
    "header-title": ("The header, seen from above", "Die Stiftleiste, von oben gesehen"),
    "header-hint": (
        "Pin 1 is the corner with the square solder pad, away from the USB sockets.",
        "Stift 1 ist die Ecke mit dem eckigen Lötauge, von den USB-Buchsen weg.",
    ),
    "usb-end": ("USB sockets on this side", "auf dieser Seite die USB-Buchsen"),
    "card-end": ("card on this side", "auf dieser Seite die Karte"),
    "edge": ("edge of the board", "Rand der Platine"),
    "pin": ("Pin", "Stift"),
    "gpio": ("GPIO", "GPIO"),
    "goes-to": ("Goes to", "Geht zu"),
    "wire": ("Wire", "Draht"),
    "through": ("Through", "Über"),
    "setting": ("Setting", "Einstellung"),
    "current": ("Current", "Strom"),
    "ground": ("ground", "Masse"),
    "supply": ("5 V", "5 V"),
    "button": ("button", "Taster"),
    "button-long": ("push button beside the board", "Taster neben dem Brett"),
    "lamp": ("lamp", "Lampe"),
    "lamp-long": ("lamp in the button box", "Lampe im Tasterkästchen"),
    "light": ("light", "Licht"),
    "light-long": ("light over the board", "Licht über dem Brett"),
    "buzzer": ("buzzer", "Summer"),
    "buzzer-long": ("active buzzer, 5 V", "aktiver Summer, 5 V"),
    "shutdown": ("shutdown", "Ausschalter"),
    "shutdown-long": ("shutdown button", "Taster zum Herunterfahren"),
    "display": ("display", "Anzeige"),
    "display-long": ("display, its own plug", "Anzeige, eigener Stecker"),
    "switches": ("switch board", "Schaltplatine"),
    "switches-long": ("switch board (both transistors)", "Schaltplatine (beide Transistoren)"),
    "box-ground": ("ground of the button box", "Masse des Tasterkästchens"),
    "computer": ("Raspberry Pi", "Raspberry Pi"),
    "camera": ("camera", "Kamera"),
    "cooling": ("fan", "Lüfter"),
    "disk": ("USB stick", "USB-Stick"),
    "pi-supply": ("supply of the Pi", "Netzteil des Pi"),
    "ring-supply": ("supply of the light", "Netzteil des Lichts"),
    "from-ring-supply": ("from the light's supply", "vom Netzteil des Lichts"),
    "from-header": ("from the header", "von der Stiftleiste"),
    "yellow": ("yellow", "gelb"),
    "green": ("green", "grün"),
    "orange": ("orange", "orange"),
    "blue": ("blue", "blau"),
    "violet": ("violet", "violett"),
    "black": ("black", "schwarz"),
    "red": ("red", "rot"),
    "button-box": ("Button box", "Tasterkästchen"),
    "switch-board": ("Switch board", "Schaltplatine"),
    "off-button": ("Shutdown button", "Ausschalter"),
    "kernel": ("config.txt: gpio-shutdown", "config.txt: gpio-shutdown"),
    "direct": ("directly", "direkt"),
    "diode": ("1N4148", "1N4148"),
    "free": ("free", "frei"),
    "note-common": (
        "All grounds are one: the light's supply meets the Pi only there.",
        "Alle Massen sind eine: nur dort berührt das Netzteil des Lichts den Pi.",
    ),
    "note-never": (
        "Never 5 V on a GPIO pin: it destroys the Pi.",
        "Nie 5 V an einen GPIO-Stift: das zerstört den Pi.",
    ),
    "note-gate": (
        "{down} keep both transistors off while nothing drives their gates.",
        "{down} halten beide Transistoren aus, solange nichts ihre Gates treibt.",
    ),
    "part": ("Part", "Teil"),
    "typical": ("In play", "Im Spiel"),
    "worst": ("At the worst", "Schlimmstenfalls"),
    "source": ("Source", "Quelle"),
    "together": ("together", "zusammen"),
    "pin-table": ("Pins", "Stifte"),
    "budget": ("Power", "Strom"),
}
"""Each word in English, in German."""


def word(name: str, language: Language) -> str:
    """Return a word in a language.

    >>> word("button", Language.GERMAN)
    'Taster'
    """
    english, german = WORDS[name]
    return english if language is Language.ENGLISH else german
