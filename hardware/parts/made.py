"""The bill of materials in English and German: three builds of the parts in `parts.toml`, and what each costs."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hardware import data
from hardware.errors import HardwareError
from hardware.mount.fasteners import counts
from hardware.numbers import Computer, Feed, Numbers
from hardware.wiring.budget import check
from hardware.wiring.power import HEADROOM, loads_on_pi, worst_a
from hardware.words import PageLanguage, decimal, word

NAMES = {PageLanguage.ENGLISH: "bill.md", PageLanguage.GERMAN: "stueckliste.md"}

NEEDED = frozenset(
    ("computer", "cooling", "pi-supply", "ring-supply", "camera", "storage", "display", "button", "lamp", "light")
) | frozenset(("switch", "resistors", "board", "wires", "stand", "tray", "dice", "paper"))
"""What every build does."""

NEEDED_BY_WIRING = NEEDED | {"shutdown", "buzzer", "diode"}  # of a build that has all of the circuit diagram


class PartsError(HardwareError, ValueError):
    """The list of parts is not one."""


class Build(StrEnum):
    """A way to build one."""

    CHEAPEST = "cheapest"
    RECOMMENDED = "recommended"
    CAFE = "cafe"


@dataclass(frozen=True, slots=True)
class Alternative:
    """What does as well."""

    name: tuple[str, str]  # as shops call it, or in English and German
    price: float  # EUR


@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtPart:
    """A part; what is said of it is in English and German."""

    id: str  # its name in code
    name: tuple[str, str]
    why: tuple[str, str]  # it is needed
    price: float  # EUR a piece
    does: tuple[str, ...]  # what for
    alternatives: tuple[Alternative, ...]  # every part has one
    counts: tuple[int, int, int] = (0, 0, 0)  # how many each build takes, in the order of `Build`
    mount: str = ""  # what the mount calls it, where that counts it
    avoid: tuple[str, str] | None = None  # what not to take and why
    volts: float = 0.0
    amps: float = 0.0
    cable_awg: int = 0
    cable_mm: float = 0.0
    watts: float = 0.0  # of a light; the four above are a supply's


@dataclass(frozen=True, slots=True)
class PartsList:
    """All parts."""

    priced: str  # month of the prices
    part: tuple[BoughtPart, ...]


PARTS = data.load(Path(__file__).with_name("parts.toml"), PartsList)


@dataclass(frozen=True, slots=True)
class BillLine:
    """A line of the bill."""

    part: BoughtPart
    count: float  # how many, or how many metres

    @property
    def price(self) -> float:
        """Return what the line costs, EUR."""
        return self.part.price * self.count


def items(build: Build, numbers: Numbers) -> tuple[BillLine, ...]:
    """Return what a build takes, in the order of `parts.toml`."""
    stand = {} if build is Build.CHEAPEST else counts(numbers)  # that one hangs its camera on an arm
    column = tuple(Build).index(build)
    counted = (BillLine(part, stand.get(part.mount, 0.0) or part.counts[column]) for part in PARTS.part)
    return tuple(item for item in counted if item.count)


def total(build: Build, numbers: Numbers) -> float:
    """Return what a build costs, EUR."""
    return sum(item.price for item in items(build, numbers))


def missing(build: Build, numbers: Numbers) -> frozenset[str]:
    """Return what a build cannot do for want of a part."""
    needed = NEEDED if build is Build.CHEAPEST else NEEDED_BY_WIRING
    return needed - {what for item in items(build, numbers) for what in item.part.does}


def part_for(what: str, build: Build, numbers: Numbers) -> BoughtPart:
    """Return the part that does something in a build; `PartsError` if none does."""
    found = [item.part for item in items(build, numbers) if what in item.part.does]
    if not found:
        raise PartsError(f"The build {build.value} has no part for {what}.")
    return found[0]


def numbers_of(build: Build, numbers: Numbers) -> Numbers:
    """Return the numbers with a build's computer, camera, display and supplies; `PartsError` if one is missing."""
    computer, camera, display, supply, ring = (
        part_for(what, build, numbers) for what in ("computer", "camera", "display", "pi-supply", "ring-supply")
    )
    if camera.id == "usb-camera":
        numbers = numbers.changed("camera", model="usb-2160p")
    cable = {"cable_awg": supply.cable_awg, "cable_mm": supply.cable_mm}
    ring_cable = {"cable_awg": ring.cable_awg, "cable_mm": ring.cable_mm}
    return (
        numbers.changed("wiring", computer=Computer(computer.id))
        .changed("display", model={"own-screen": "hdmi"}.get(display.id, display.id))
        .changed("supply", volts=supply.volts, amps=supply.amps, **cable)
        .changed("light_supply", feed=Feed.OWN, amps=ring.amps, **ring_cable)
    )


def spare_amps(build: Build, numbers: Numbers) -> float:
    """Return what is left of the Pi's supply when everything takes the most; `NumbersError` if it is not enough."""
    built = numbers_of(build, numbers)
    check(built)
    return HEADROOM * built.supply.amps - worst_a(loads_on_pi(built))


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
    for item in items(build, numbers):
        part, count = item.part, decimal(item.count, language)
        others = "; ".join(f"{language.of(other.name)} ({_eur(other.price, language)})" for other in part.alternatives)
        said = f"{language.of(part.name)} | {language.of(part.why)} | {others}"
        lines.append(f"| {count} | {said} | {_eur(item.price, language)} |")
    lines.append(f"| | **{together}** | | | **{price}** |")
    spare = word("bill-spare", language).format(amps=decimal(spare_amps(build, numbers), language))
    title, told = word(f"bill-{build.value}", language), word(f"bill-{build.value}-told", language)
    return "\n".join([f"## {title}\n\n{told} {spare}\n", *lines]) + "\n"


def _eur(price: float, language: PageLanguage) -> str:
    return f"{price:.2f}".replace(".", language.of((".", ",")))
