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
    "free": ("no wire: GPIO", "kein Draht: GPIO"),
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
    "note-colours": (
        "Wires have the colours of the drawing.",
        "Die Drähte haben die Farben der Zeichnung.",
    ),
    "ribbon": ("ribbon cable", "Flachbandkabel"),
    "usb-cable": ("USB cable", "USB-Kabel"),
    "strip": ("light over the board", "Licht über dem Brett"),
    "part": ("Part", "Teil"),
    "typical": ("In play", "Im Spiel"),
    "worst": ("At the worst", "Schlimmstenfalls"),
    "source": ("Source", "Quelle"),
    "source-pi-4": (
        "Raspberry Pi documentation, Power supply: Pi 4B, bare board active; under stress at the most",
        "Raspberry Pi documentation, Power supply: Pi 4B, Platine allein; unter Last höchstens",
    ),
    "source-pi-5": (
        "Raspberry Pi: 0.8 A bare board active, about 12 W at the most; as known to us, not looked up again",
        "Raspberry Pi: 0,8 A Platine allein, höchstens etwa 12 W; nach unserem Wissen, nicht nachgeschlagen",
    ),
    "source-camera": (
        "Raspberry Pi documentation, Power supply: a Camera Module requires 250 mA",
        "Raspberry Pi documentation, Power supply: ein Camera Module braucht 250 mA",
    ),
    "source-usb-camera": ("USB 2.0: a device takes 500 mA at the most", "USB 2.0: ein Gerät zieht höchstens 500 mA"),
    "source-fan": ("a fan of 5 V, 1 W at the most: assumed", "ein Lüfter für 5 V, höchstens 1 W: angenommen"),
    "source-disk": ("a USB stick with the games: assumed", "ein USB-Stick mit den Spielen: angenommen"),
    "source-light": ("numbers.toml, at 5 V", "numbers.toml, bei 5 V"),
    "source-buzzer": (
        "data sheet of the CUI CT-1205CL: 30 mA at the most",
        "Datenblatt des CUI CT-1205CL: höchstens 30 mA",
    ),
    "source-touch-display-2": (
        "assumed: its maker says nothing; a first Touch Display took 0.51 A (Raspberry Pi forum, t=216821)",
        "angenommen: der Hersteller sagt nichts; ein erstes Touch Display zog 0,51 A (Raspberry-Pi-Forum, t=216821)",
    ),
    "source-touch-display": (
        "measured: 0.065 to 0.505 A by brightness (Raspberry Pi forum, t=216821)",
        "gemessen: 0,065 bis 0,505 A je nach Helligkeit (Raspberry-Pi-Forum, t=216821)",
    ),
    "source-hdmi": (
        "Raspberry Pi documentation, Power supply: the HDMI port uses 50 mA",
        "Raspberry Pi documentation, Power supply: die HDMI-Buchse braucht 50 mA",
    ),
    "source-none": ("nothing is there", "nichts ist da"),
    "source-assumed": ("assumed", "angenommen"),
    "budget-pi": ("What the Pi's supply feeds", "Was das Netzteil des Pi speist"),
    "budget-ring": ("What the light's supply feeds", "Was das Netzteil des Lichts speist"),
    "verdicts": ("What follows", "Was daraus folgt"),
    "verdict-supply": (
        "The Pi's supply gives {amps} A, of which {counted} A are counted on; {need} A are taken at the worst.",
        "Das Netzteil des Pi gibt {amps} A, gerechnet wird mit {counted} A; schlimmstenfalls fließen {need} A.",
    ),
    "verdict-ring": (
        "The light's supply gives {amps} A; {need} A are taken. It is not fed through the Pi, whose voltage it would lower.",
        "Das Netzteil des Lichts gibt {amps} A; {need} A fließen. Es läuft nicht über den Pi, dessen Spannung es senken würde.",
    ),
    "verdict-volts": (
        "Over {metres} m of AWG {awg} {volts} V arrive at the Pi at the worst; none warns from {least} V on "
        "(4.63 V, ± 5 %). Of this cable {longest} m would do, at this length AWG {thinnest}.",
        "Über {metres} m AWG {awg} kommen schlimmstenfalls {volts} V beim Pi an; ab {least} V warnt keiner "
        "(4,63 V, ± 5 %). Von diesem Kabel genügten noch {longest} m, bei dieser Länge AWG {thinnest}.",
    ),
    "verdict-ring-volts": (
        "Over {metres} m of AWG {awg} {volts} V arrive at the light.",
        "Über {metres} m AWG {awg} kommen {volts} V beim Licht an.",
    ),
    "verdict-header": (
        'Fed from the header (ring.feed = "header") the same light would leave {volts} V to the Pi.',
        'Von der Stiftleiste gespeist (ring.feed = "header") ließe dasselbe Licht dem Pi {volts} V.',
    ),
    "verdict-mosfet": (
        "The transistor turns {mw} mW into heat and becomes {warm} °C warmer than the air: no heat sink. "
        "It is promised to switch at 2.5 V; an IRLZ44N only at 4 V, and a pin gives 3.3 V.",
        "Der Transistor macht {mw} mW zu Wärme und wird {warm} °C wärmer als die Luft: kein Kühlkörper. "
        "Zugesagt ist, dass er bei 2,5 V schaltet; ein IRLZ44N erst bei 4 V, und ein Stift gibt 3,3 V.",
    ),
    "verdict-gate": (
        "10 kΩ hold a floating gate at {volts} V, below the {least} V at which it may begin to switch; "
        "100 kΩ would leave {loose} V. 220 Ω keep the pin below 16 mA while the gate is charged.",
        "10 kΩ halten ein freies Gate auf {volts} V, unter den {least} V, ab denen es schalten kann; "
        "100 kΩ ließen {loose} V. 220 Ω halten den Stift unter 16 mA, während das Gate geladen wird.",
    ),
    "verdict-pins": (
        "All pins together carry {total} mA (50 mA are allowed), the lamp {lamp} mA (16 mA a pin; a Pi 4 keeps its level "
        "up to 7 mA). With a white or blue LED of 3 V it is {white} mA: still bright.",
        "Alle Stifte zusammen führen {total} mA (50 mA sind erlaubt), die Lampe {lamp} mA (16 mA je Stift; ein Pi 4 hält "
        "den Pegel bis 7 mA). Mit weißer oder blauer LED mit 3 V sind es {white} mA: noch hell.",
    ),
    "verdict-button": (
        "The button needs no pull-up and no capacitor of its own: over {metres} m the pin sees {volts} V when released "
        "(high begins at 2 V) and rises in {rise} µs, against 20 ms of debouncing. With the Pi's own pull-up the cable may be "
        "{longest} m long. 10 kΩ to 3.3 V help where coffee does: then a wet contact reads as pressed below {wet} kΩ "
        "instead of {dry} kΩ.",
        "Der Taster braucht keinen eigenen Pull-up und keinen Kondensator: über {metres} m sieht der Stift losgelassen "
        "{volts} V (hoch ist ab 2 V) und steigt in {rise} µs, gegen 20 ms Entprellen. Mit dem Pull-up des Pi darf das Kabel "
        "{longest} m lang sein. 10 kΩ nach 3,3 V helfen gegen Kaffee: ein nasser Kontakt gilt dann unter {wet} kΩ als "
        "gedrückt statt unter {dry} kΩ.",
    ),
    "verdict-series": (
        "1 kΩ before the button protects the pin and leaves {volts} V when pressed (low ends at 0.8 V). The shutdown "
        "button has none: GPIO 3 is pulled up by 1.8 kΩ, and 1 kΩ would leave {off} V.",
        "1 kΩ vor dem Taster schützt den Stift und lässt gedrückt {volts} V (tief endet bei 0,8 V). Der Ausschalter hat "
        "keinen: GPIO 3 wird mit 1,8 kΩ hochgezogen, 1 kΩ ließe {off} V.",
    ),
    "together": ("together", "zusammen"),
    "made-by": (
        "Made by `make hardware` from `hardware/numbers.toml`; `python -m hardware.wiring` prints it.",
        "Von `make hardware` aus `hardware/numbers.toml` gemacht; `python -m hardware.wiring de` gibt es aus.",
    ),
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


def decimal(number: float, language: Language) -> str:
    """Return a number with up to two decimals.

    >>> decimal(5.1, Language.GERMAN)
    '5,1'
    """
    said = f"{number:.2f}".rstrip("0").rstrip(".")
    return said.replace(".", decimal_point(language))


def decimal_point(language: Language) -> str:
    """Return what stands before the decimals."""
    return "." if language is Language.ENGLISH else ","
