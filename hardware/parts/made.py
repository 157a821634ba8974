"""What `make hardware` makes of the parts: the bill of materials in English and German."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.parts.bill import items, missing, spare_amps, total
from hardware.parts.catalogue import Build, PartsError, catalogue
from hardware.words import Language, decimal

if TYPE_CHECKING:
    from hardware.numbers import Numbers
    from hardware.parts.bill import Item
    from hardware.parts.catalogue import Part

_EN, _DE = Language.ENGLISH, Language.GERMAN
NAMES = {_EN: "bill.md", _DE: "stueckliste.md"}

_TITLE = {_EN: "Bill of materials", _DE: "Stückliste"}
_BUILDS = {
    _EN: {Build.CHEAPEST: "Cheapest", Build.RECOMMENDED: "Recommended", Build.CAFE: "Café"},
    _DE: {Build.CHEAPEST: "Am billigsten", Build.RECOMMENDED: "Empfohlen", Build.CAFE: "Café"},
}
_ABOUT = {
    _EN: {
        Build.CHEAPEST: "What lies about is used: a USB camera on an arm, a screen that is there; no 3D printer.",
        Build.RECOMMENDED: "Everything in the drawings, on the printed stand.",
        Build.CAFE: "The same, for every evening: the games on a disk of their own, a second card in the drawer.",
    },
    _DE: {
        Build.CHEAPEST: "Was herumliegt, wird benutzt: USB-Kamera am Arm, vorhandener Bildschirm. Ohne 3D-Drucker.",
        Build.RECOMMENDED: "Alles aus den Zeichnungen, auf dem gedruckten Gestell.",
        Build.CAFE: "Dasselbe für jeden Abend: die Spiele auf eigener Platte, eine zweite Karte in der Lade.",
    },
}
_HEADS = {
    _EN: ("How many", "Part", "Why", "Alternatives", "EUR"),
    _DE: ("Wie viele", "Teil", "Warum", "Alternativen", "EUR"),
}
_NOTE = {
    _EN: "Prices in EUR with VAT, {priced}: rough, as known to us, checked by nobody since.",
    _DE: "Preise in EUR mit MwSt., {priced}: grob, nach unserem Wissen, seither von niemandem geprüft.",
}
_SPARE = {
    _EN: "When all take the most at once, {amps} A are left of the Pi's supply (of 90 % of what is printed on it).",
    _DE: "Wenn alles zugleich am meisten zieht, bleiben vom Netzteil des Pi {amps} A (von 90 % des Aufgedruckten).",
}
_AVOID = {_EN: "What to avoid, and why", _DE: "Was man meidet und warum"}
_TOTAL = {_EN: "together", _DE: "zusammen"}


def files(numbers: Numbers) -> dict[str, bytes]:
    """Return both bills by their names.

    Raises:
        PartsError: If a build lacks something.
        NumbersError: If a build's supply or cable is too weak.
    """
    for build in Build:
        if lacking := missing(build, numbers):
            raise PartsError(f"The build {build.value} lacks {', '.join(sorted(lacking))}.")
    return {name: bill(numbers, language).encode() for language, name in NAMES.items()}


def bill(numbers: Numbers, language: Language) -> str:
    """Return the bill as Markdown.

    Raises:
        NumbersError: If a build's supply or cable is too weak.
    """
    sums = " | ".join(f"{total(build, numbers):.0f}" for build in Build)
    names = " | ".join(_BUILDS[language].values())
    head = f"# {_TITLE[language]}\n\n{_NOTE[language].format(priced=catalogue().priced)}\n"
    table = f"| | {names} |\n|---|--:|--:|--:|\n| **EUR, {_TOTAL[language]}** | {sums} |\n"
    sections = [_section(build, numbers, language) for build in Build]
    return "\n".join([head, table, *sections, _avoided(language)])


def _section(build: Build, numbers: Numbers, language: Language) -> str:
    heads = _HEADS[language]
    lines = [f"| {' | '.join(heads)} |", "|--:|---|---|---|--:|"]
    lines += [_row(item, language) for item in items(build, numbers)]
    lines.append(f"| | **{_TOTAL[language]}** | | | **{_eur(total(build, numbers), language)}** |")
    spare = _SPARE[language].format(amps=decimal(spare_amps(build, numbers), language))
    title = _BUILDS[language][build]
    return "\n".join([f"## {title}\n\n{_ABOUT[language][build]} {spare}\n", *lines]) + "\n"


def _row(item: Item, language: Language) -> str:
    part = item.part
    name, why = (part.en, part.why_en) if language is _EN else (part.de, part.why_de)
    others = "; ".join(f"{other.in_(language)} ({_eur(other.price, language)})" for other in part.alternatives)
    return f"| {decimal(item.count, language)} | {name} | {why} | {others} | {_eur(item.price, language)} |"


def _avoided(language: Language) -> str:
    rows = [f"- **{_short(part, language)}**: {said}" for part in catalogue().part if (said := _avoid(part, language))]
    return "\n".join([f"## {_AVOID[language]}\n", *rows]) + "\n"


def _avoid(part: Part, language: Language) -> str:
    return part.avoid_en if language is _EN else part.avoid_de


def _short(part: Part, language: Language) -> str:
    return (part.en if language is _EN else part.de).partition(",")[0]


def _eur(price: float, language: Language) -> str:
    said = f"{price:.2f}"
    return said if language is _EN else said.replace(".", ",")
