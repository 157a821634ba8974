"""The bill of materials in English and German: three builds of the parts in `parts.toml`, and what each costs."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hardware import data
from hardware.errors import HardwareError
from hardware.mount import fasteners, mast
from hardware.mount.boards import standing
from hardware.numbers import Build, Computer, Numbers
from hardware.optics.table import lined
from hardware.wiring.budget import check
from hardware.wiring.power import HEADROOM, loads_on_pi, worst_a
from hardware.words import PageLanguage, decimal, word

NAMES = {PageLanguage.ENGLISH: "bill.md", PageLanguage.GERMAN: "stueckliste.md"}


class PartsError(HardwareError, ValueError):
    """The list of parts is not one."""


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
    watts_per_m: float = 0.0  # of a strip of light; the four above are a supply's
    sockets: dict[str, int] = field(default_factory=dict)  # what it has, and how many of each
    plugs: tuple[str, str] | None = None  # of a cable: both its ends


@dataclass(frozen=True, slots=True)
class Joint:
    """What is plugged into what."""

    parts: tuple[str, str]  # by their ids
    plugs: tuple[str, str]  # of the cable between them: a word ``socket-…`` each
    source: str
    by: str = ""  # id of that cable, where it is bought by itself
    builds: tuple[Build, ...] = tuple(Build)


@dataclass(frozen=True, slots=True)
class PartsList:
    """All parts."""

    priced: str  # month of the prices
    needed: frozenset[str]  # what every build does
    wired: frozenset[str]  # what one with the circuit diagram does beside
    part: tuple[BoughtPart, ...]
    joint: tuple[Joint, ...]


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
    counting = {Build.ARM: lambda _: {}, Build.CAFE: mast.counts, Build.STAND: fasteners.counts}[build]
    found, column = counting(standing(numbers)), tuple(Build).index(build)
    counted = (BillLine(part, found.get(part.mount, 0.0) or part.counts[column]) for part in PARTS.part)
    return tuple(item for item in counted if item.count)


def total(build: Build, numbers: Numbers) -> float:
    """Return what a build costs, EUR."""
    return sum(item.price for item in items(build, numbers))


def missing(build: Build, numbers: Numbers) -> frozenset[str]:
    """Return what a build cannot do for want of a part."""
    needed = PARTS.needed | PARTS.wired if build is Build.STAND else PARTS.needed
    return needed - {what for item in items(build, numbers) for what in item.part.does}


def part_for(what: str, build: Build, numbers: Numbers) -> BoughtPart:
    """Return the part that does something in a build; `PartsError` if none does."""
    found = [item.part for item in items(build, numbers) if what in item.part.does]
    if not found:
        raise PartsError(f"The build {build.value} has no part for {what}.")
    return found[0]


def numbers_of(build: Build, numbers: Numbers) -> Numbers:
    """Return the numbers with a build's computer, camera, display and supplies; `PartsError` if one is missing."""
    computer, display, supply = (part_for(what, build, numbers) for what in ("computer", "display", "pi-supply"))
    cable = {"cable_awg": supply.cable_awg, "cable_mm": supply.cable_mm}
    built = (
        numbers.changed("wiring", computer=Computer(computer.id))
        .changed("display", model=display.id)
        .changed("supply", volts=supply.volts, amps=supply.amps, **cable)
    )
    if build is not Build.STAND:  # where the Pi hangs at the display's back, by the lead in its box
        desk = replace(numbers, build=build).desk
        return built.changed("camera", model=desk.camera, height_mm=desk.height_mm).changed(
            "wiring", display_lead_mm=150.0, display_lead_awg=26
        )
    ring = part_for("ring-supply", build, numbers)
    ring_cable = {"cable_awg": ring.cable_awg, "cable_mm": ring.cable_mm}
    return built.changed("light_supply", amps=ring.amps, **ring_cable)


def joints(build: Build, numbers: Numbers) -> tuple[Joint, ...]:
    """Return what is plugged into what in a build; `PartsError` if a plug finds no socket, or a part no other."""
    there = {item.part.id: item.part for item in items(build, numbers)}
    found = tuple(
        joint
        for joint in PARTS.joint
        if build in joint.builds and {*joint.parts, joint.by or joint.parts[0]} <= {*there}
    )
    cables = [there[joint.by] for joint in found if joint.by]
    taken = Counter(end for joint in found for end in zip(joint.parts, joint.plugs, strict=True))
    wrong = [f"{joint.by} has no {joint.plugs}" for joint in found if joint.by and there[joint.by].plugs != joint.plugs]
    wrong += [f"{name} has no {plug} left" for (name, plug), n in taken.items() if n > there[name].sockets.get(plug, 0)]
    joined = {name for name, _ in taken} | {cable.id for cable in cables}
    wrong += [
        f"{part.id} is joined to nothing"
        for part in there.values()
        if (part.sockets or part.plugs) and part.id not in joined
    ]
    if wrong:
        raise PartsError(f"The build {build.value}: {'; '.join(wrong)}.")
    return found


def spare_amps(build: Build, numbers: Numbers) -> float:
    """Return what is left of the Pi's supply when everything takes the most; `NumbersError` if it is not enough."""
    built = numbers_of(build, numbers)
    check(built)
    return HEADROOM * built.supply.amps - worst_a(loads_on_pi(built))


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return both bills; `PartsError` if a build lacks something, `NumbersError` if its supply or cable is too weak."""
    for build in Build:
        if lacking := missing(build, numbers):
            raise PartsError(f"The build {build.value} lacks {', '.join(sorted(lacking))}.")
    pieces = json.loads(made["mount"]["mount.json"])["fasteners"]
    return {name: bill(numbers, language, pieces).encode() for language, name in NAMES.items()}


def bill(numbers: Numbers, language: PageLanguage, pieces: Sequence[Mapping[str, object]]) -> str:
    """Return the bill as Markdown; `NumbersError` if a build's supply or cable is too weak."""
    builds = sorted(Build, key=lambda build: build is not numbers.build)  # the one that was chosen comes first
    sums = " | ".join(f"{total(build, numbers):.0f}" for build in builds)
    names = " | ".join(word(f"bill-{build.value}", language) for build in builds)
    prices = word("bill-prices", language).format(priced=PARTS.priced)
    head = f"# {word('bill-title', language)}\n\n{prices}\n"
    table = f"| | {names} |\n|---|--:|--:|--:|\n| **EUR, {word('bill-total', language)}** | {sums} |\n"
    avoided = [
        f"- **{language.of(part.name).partition(',')[0]}**: {language.of(part.avoid)}"
        for part in PARTS.part
        if part.avoid
    ]
    by_piece = lined(_heads(language, "count", "part"), ([f"{each['count']}", f"{each['name']}"] for each in pieces))
    pieces_ = f"## {word('bill-pieces', language)}\n\n{word('bill-pieces-told', language)}\n\n{by_piece}"
    sections = [*(_section(build, numbers, language) for build in builds), pieces_]
    return "\n".join([head, table, *sections, f"## {word('bill-avoid', language)}\n", *avoided]) + "\n"


def _section(build: Build, numbers: Numbers, language: PageLanguage) -> str:
    together = ("", f"**{word('bill-total', language)}**", "", "", f"**{_eur(total(build, numbers), language)}**")
    rows = lined(
        _heads(language, "count", "part", "why", "alternatives", "eur"),
        [*bill_rows(build, numbers, language), together],
    )
    spare = word("bill-spare", language).format(amps=decimal(spare_amps(build, numbers), language))
    title, told = word(f"bill-{build.value}", language), word(f"bill-{build.value}-told", language)
    plugged = f"### {word('bill-joints', language)}\n\n{joint_table(build, numbers, language)}"
    return f"## {title}\n\n{told} {spare}\n\n{rows}\n{plugged}"


def _heads(language: PageLanguage, *names: str) -> list[str]:
    return [word(f"bill-{name}", language) for name in names]


def bill_rows(build: Build, numbers: Numbers, language: PageLanguage) -> list[tuple[str, ...]]:
    """Return what a build takes as lines of a table: how many, the part, why, what instead, and EUR."""
    rows: list[tuple[str, ...]] = []
    for item in items(build, numbers):
        part, count = item.part, decimal(item.count, language)
        others = "; ".join(f"{language.of(other.name)} ({_eur(other.price, language)})" for other in part.alternatives)
        rows.append((count, language.of(part.name), language.of(part.why), others, _eur(item.price, language)))
    return rows


def joint_table(build: Build, numbers: Numbers, language: PageLanguage) -> str:
    """Return what is plugged into what as a table; `PartsError` as `joints` has it."""
    named, rows = {part.id: language.of(part.name).partition(",")[0] for part in PARTS.part}, []
    for joint in joints(build, numbers):
        ends = zip(joint.parts, joint.plugs, strict=True)
        cells = [f"{named[name]}: {word(f'socket-{plug}', language)}" for name, plug in ends]
        rows.append([*cells, named.get(joint.by, word("bill-own-cable", language)), joint.source])
    return lined(_heads(language, "from", "into", "by", "source"), rows)


def _eur(price: float, language: PageLanguage) -> str:
    return f"{price:.2f}".replace(".", language.of((".", ",")))
