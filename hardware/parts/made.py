"""What `make hardware` makes of the parts: the bill of materials in English and German."""

from hardware.numbers import Numbers
from hardware.parts.bill import PARTS, BillLine, Build, PartsError, items, missing, spare_amps, total
from hardware.words import PageLanguage, decimal, word

NAMES = {PageLanguage.ENGLISH: "bill.md", PageLanguage.GERMAN: "stueckliste.md"}


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
    prices = word("bill-prices", language).format(priced=PARTS.priced)
    head = f"# {word('bill-title', language)}\n\n{prices}\n"
    table = f"| | {names} |\n|---|--:|--:|--:|\n| **EUR, {word('bill-total', language)}** | {sums} |\n"
    sections = [_section(build, numbers, language) for build in Build]
    avoided = [
        f"- **{language.of(part.name).partition(',')[0]}**: {language.of(part.avoid)}"
        for part in PARTS.part
        if part.avoid
    ]
    return "\n".join([head, table, *sections, f"## {word('bill-avoid', language)}\n", *avoided]) + "\n"


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
    others = "; ".join(f"{language.of(other.name)} ({_eur(other.price, language)})" for other in part.alternatives)
    count, price = decimal(item.count, language), _eur(item.price, language)
    return f"| {count} | {language.of(part.name)} | {language.of(part.why)} | {others} | {price} |"


def _eur(price: float, language: PageLanguage) -> str:
    return f"{price:.2f}".replace(".", language.of((".", ",")))
