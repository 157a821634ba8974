"""What `make hardware` makes of the parts: the bill of materials in English and German."""

from __future__ import annotations

from hardware.numbers import Numbers
from hardware.parts.bill import BillLine, items, missing, spare_amps, total
from hardware.parts.catalogue import BoughtPart, Build, PartsError, catalogue
from hardware.words import PageLanguage, decimal, word

_EN, _DE = PageLanguage.ENGLISH, PageLanguage.GERMAN
NAMES = {_EN: "bill.md", _DE: "stueckliste.md"}


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


def bill(numbers: Numbers, language: PageLanguage) -> str:
    """Return the bill as Markdown; `NumbersError` if a build's supply or cable is too weak."""
    sums = " | ".join(f"{total(build, numbers):.0f}" for build in Build)
    names = " | ".join(word(f"bill-{build.value}", language) for build in Build)
    prices = word("bill-prices", language).format(priced=catalogue().priced)
    head = f"# {word('bill-title', language)}\n\n{prices}\n"
    table = f"| | {names} |\n|---|--:|--:|--:|\n| **EUR, {word('bill-total', language)}** | {sums} |\n"
    sections = [_section(build, numbers, language) for build in Build]
    return "\n".join([head, table, *sections, _avoided(language)])


def _section(build: Build, numbers: Numbers, language: PageLanguage) -> str:
    heads = [word(f"bill-{head}", language) for head in ("count", "part", "why", "alternatives", "eur")]
    together, price = word("bill-total", language), _eur(total(build, numbers), language)
    lines = [f"| {' | '.join(heads)} |", "|--:|---|---|---|--:|"]
    lines += [_line(item, language) for item in items(build, numbers)]
    lines.append(f"| | **{together}** | | | **{price}** |")
    spare = word("bill-spare", language).format(amps=decimal(spare_amps(build, numbers), language))
    title, told = word(f"bill-{build.value}", language), word(f"bill-{build.value}-told", language)
    return "\n".join([f"## {title}\n\n{told} {spare}\n", *lines]) + "\n"


def _line(item: BillLine, language: PageLanguage) -> str:
    part = item.part
    name, why = (part.en, part.why_en) if language is _EN else (part.de, part.why_de)
    others = "; ".join(f"{other.in_(language)} ({_eur(other.price, language)})" for other in part.alternatives)
    return f"| {decimal(item.count, language)} | {name} | {why} | {others} | {_eur(item.price, language)} |"


def _avoided(language: PageLanguage) -> str:
    told = [f"- **{_short(part, language)}**: {said}" for part in catalogue().part if (said := _avoid(part, language))]
    return "\n".join([f"## {word('bill-avoid', language)}\n", *told]) + "\n"


def _avoid(part: BoughtPart, language: PageLanguage) -> str:
    return part.avoid_en if language is _EN else part.avoid_de


def _short(part: BoughtPart, language: PageLanguage) -> str:
    return (part.en if language is _EN else part.de).partition(",")[0]


def _eur(price: float, language: PageLanguage) -> str:
    said = f"{price:.2f}"
    return said if language is _EN else said.replace(".", ",")
