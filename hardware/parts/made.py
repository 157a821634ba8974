"""The bill of materials in English and German: three builds of the parts in `parts.toml`, and what each costs."""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from pathlib import Path
from string import Formatter
from typing import Any

from hardware import data
from hardware.errors import HardwareError, NumbersError
from hardware.mount import fasteners, mast
from hardware.numbers import Build, Numbers
from hardware.optics.cameras import camera_named
from hardware.optics.table import lined
from hardware.wiring.budget import check
from hardware.wiring.power import HEADROOM, area_mm2, loads_on_pi, worst_a
from hardware.words import PageLanguage, decimal, word

NAMES = {PageLanguage.ENGLISH: "bill.md", PageLanguage.GERMAN: "stueckliste.md"}
OWN_CABLE_MM = 1000.0  # of a USB camera: most bring no less


class PartsError(HardwareError, ValueError):
    """The list of parts is not one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtPart:
    """A part; what is said of it is in English and German, with numbers as `Wording` puts them in."""

    id: str  # its name in code
    name: tuple[str, str]
    why: tuple[str, str]  # it is needed
    price: float  # EUR a piece
    does: tuple[str, ...]  # what for
    alternatives: tuple[tuple[str, str, float], ...]  # in English, in German, EUR; every part has one
    counts: tuple[int, int, int] = (0, 0, 0)  # how many each build takes, in the order of `Build`
    mount: str = ""  # what the mount calls it, where that counts it
    where: dict[str, tuple[str, ...]] = field(default_factory=dict)  # for which of `choice` it is bought, else for all
    search: tuple[str, str] = ("", "")  # what a shop is asked for
    avoid: tuple[str, str] | None = None  # what not to take and why
    sockets: dict[str, int] = field(default_factory=dict)  # what it has, and how many of each
    plugs: tuple[str, str] | None = None  # of a cable: both its ends


@dataclass(frozen=True, slots=True)
class Joint:
    """What is plugged into what."""

    parts: tuple[str, str]  # by their ids, or by what they do
    plugs: tuple[str, str]  # of the cable between them: a word ``socket-…`` each
    source: tuple[str, str]  # who says so, in English and German
    by: str = ""  # id of that cable, where it is bought by itself
    builds: tuple[Build, ...] = tuple(Build)
    where: dict[str, tuple[str, ...]] = field(default_factory=dict)  # as of a part
    count: int = 1  # how many of the first part are plugged in


@dataclass(frozen=True, slots=True)
class PartsList:
    """All parts."""

    priced: str  # month of the prices
    needed: frozenset[str]  # what every build does
    wired: frozenset[str]  # what one with the circuit diagram does beside
    refused: dict[str, str]  # why none is sold of what somebody may choose
    part: tuple[BoughtPart, ...]
    joint: tuple[Joint, ...]


PARTS = data.load(Path(__file__).with_name("parts.toml"), PartsList)


@dataclass(frozen=True, slots=True)
class BillLine:
    """A line of the bill."""

    part: BoughtPart
    count: float  # how many, or how many metres


def sold(place: str, build: Build) -> dict[str, BoughtPart]:
    """Return what a build may choose of its computer, display, camera or arm, and which part that is."""
    column = tuple(Build).index(build)
    parts = [part for part in PARTS.part if PLACES[place] in part.does and part.counts[column]]
    return {value: part for part in parts for value in part.where.get(place, ())}


PLACES = {"wiring.computer": "computer", "display.model": "display", "camera.model": "camera", "arm.model": "arm"}
"""Numbers that choose a part, and what it does."""


def numbers_of(build: Build, numbers: Numbers) -> Numbers:
    """Return the numbers by which a build is bought; `NumbersError` if the bill has none of what they choose.

    A build that is not the chosen one is told beside it: what it cannot have of this is its usual one there.
    """
    built = replace(numbers, build=build)
    if build is not Build.STAND:  # where the Pi hangs at the display's back, by the lead in its box
        built = built.changed("camera", model=built.desk.camera, height_mm=built.desk.height_mm)
        built = built.changed("wiring", display_lead_mm=150.0, display_lead_awg=26)
    for place, what in PLACES.items():
        legal, value = sold(place, build), attrgetter(place)(built)
        if not legal or value in legal:
            continue
        if build is numbers.build:
            named = f"{build}.camera" if what == "camera" and build is not Build.STAND else place
            why = PARTS.refused.get(value, f"the bill has no such {what}")
            raise NumbersError(f'{named} = "{value}" cannot be built: {why}; the nearest is {next(iter(legal))}')
        section, name = place.split(".")
        built = built.changed(section, **{name: next(iter(legal))})
    return built


def extension_m(built: Numbers) -> int:
    """Return how long an extension the camera's cable takes; at the stand, whose Pi hangs near, none."""
    return 0 if built.build is Build.STAND else max(0, math.ceil((built.desk.cable_mm - OWN_CABLE_MM) / 1000))


def choice(name: str, built: Numbers) -> str:
    """Return what the numbers of a build choose, by a name that `where` has: a number's own, or one of these."""
    supply = built.supply
    told = f"{supply.volts:g} V, {supply.amps:g} A, AWG {supply.cable_awg}, {supply.cable_mm:g} mm"
    chosen = {
        "lamps": "two" if built.desk.lamp_mm else "none",
        "extension": "needed" if extension_m(built) else "none",
        "supply": told if any(told in part.where.get("supply", ()) for part in PARTS.part) else "other",
    }
    return chosen.get(name) or str(attrgetter(name)(built))


def _is_for(where: Mapping[str, tuple[str, ...]], built: Numbers) -> bool:
    return all(choice(name, built) in values for name, values in where.items())


class Wording(Formatter):
    """A build's numbers in what is said of its parts in a language: ``{board.across_mm:10}`` is a tenth of one."""

    def __init__(self, build: Build, numbers: Numbers, language: PageLanguage) -> None:
        """Take the numbers by which the build is bought."""
        built, self.language = numbers_of(build, numbers), language
        self.values = {each.name: getattr(built, each.name) for each in fields(built)} | {
            "desk": built.desk,
            "shape": word(f"shape-{built.board.shape}", language),
            "board_said": word(f"board-{built.board.shape}", language).format(decimal(built.board.across_mm, language)),
            "camera_title": camera_named(built.camera.model).title,
            "priced": PARTS.priced,
            "extension_m": extension_m(built),
            "lamp_cm": round((built.board.floor_mm + built.desk.lamp_height_mm) / 10),
            "lead_mm2": round(area_mm2(built.wiring.display_lead_awg), 1),
        }

    def of(self, text: tuple[str, str] | Path) -> str:
        """Return a text in the language, or a file's, with the numbers put in."""
        said = text.read_text(encoding="utf-8") if isinstance(text, Path) else self.language.of(text)
        return self.vformat(said, (), self.values)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a word as it is, and a number, divided as it is asked for."""
        if isinstance(value, str):
            return value
        return decimal(round(value / float(format_spec), 1) if format_spec else value, self.language)


def items(build: Build, numbers: Numbers) -> tuple[BillLine, ...]:
    """Return what a build takes, in the order of `parts.toml`; `NumbersError` as `numbers_of` has it."""
    counting = {Build.ARM: lambda _: {}, Build.CAFE: mast.counts, Build.STAND: fasteners.counts}[build]
    built, column = numbers_of(build, numbers), tuple(Build).index(build)
    found, parts = counting(built), [part for part in PARTS.part if _is_for(part.where, built)]
    counted = (BillLine(part, found.get(part.mount, 0.0) or part.counts[column]) for part in parts)
    return tuple(item for item in counted if item.count)


def total(build: Build, numbers: Numbers) -> float:
    """Return what a build costs, EUR."""
    return sum(item.part.price * item.count for item in items(build, numbers))


def missing(build: Build, numbers: Numbers) -> frozenset[str]:
    """Return what a build cannot do for want of a part."""
    needed = PARTS.needed | PARTS.wired if build is Build.STAND else PARTS.needed
    return needed - {what for item in items(build, numbers) for what in item.part.does}


def joints(build: Build, numbers: Numbers) -> tuple[Joint, ...]:
    """Return what is plugged into what in a build; `PartsError` if a plug finds no socket, or a part no other."""
    lines = {item.part.id: item for item in items(build, numbers)}
    there, built = {name: item.part for name, item in lines.items()}, numbers_of(build, numbers)
    does = {what: part.id for part in there.values() for what in part.does} | {name: name for name in there}
    found = tuple(
        replace(joint, parts=(does[a], does[b]), count=int(lines[does[a]].count))
        for joint in PARTS.joint
        for a, b in (joint.parts,)
        if build in joint.builds and {a, b, joint.by or a} <= {*does} and _is_for(joint.where, built)
    )
    taken = Counter[tuple[str, str]]()
    for joint in found:
        for end in zip(joint.parts, joint.plugs, strict=True):
            taken[end] += joint.count
    wrong = [f"{joint.by} has no {joint.plugs}" for joint in found if joint.by and there[joint.by].plugs != joint.plugs]
    sockets = {(name, plug): lines[name].count * there[name].sockets.get(plug, 0) for name, plug in taken}
    wrong += [f"{name} has no {plug} left" for (name, plug), n in taken.items() if n > sockets[name, plug]]
    joined = {name for name, _ in taken} | {joint.by for joint in found}
    alone = [part.id for part in there.values() if (part.sockets or part.plugs) and part.id not in joined]
    wrong += [f"{name} is joined to nothing" for name in alone]
    if wrong:
        raise PartsError(f"The build {build.value}: {'; '.join(wrong)}.")
    return found


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return both bills; `PartsError` if a build lacks something, `NumbersError` if the chosen is fed too weakly."""
    check(numbers_of(numbers.build, numbers))
    for build in Build:
        if lacking := missing(build, numbers):
            raise PartsError(f"The build {build.value} lacks {', '.join(sorted(lacking))}.")
    pieces = json.loads(made["mount"]["mount.json"])["fasteners"]
    return {name: bill(numbers, language, pieces).encode() for language, name in NAMES.items()}


def bill(numbers: Numbers, language: PageLanguage, pieces: Sequence[Mapping[str, object]]) -> str:
    """Return the bill as Markdown."""
    builds = sorted(Build, key=lambda build: build is not numbers.build)  # the one that was chosen comes first
    sums = " | ".join(f"{total(build, numbers):.0f}" for build in builds)
    names = " | ".join(word(f"bill-{build.value}", language) for build in builds)
    prices = word("bill-prices", language).format(priced=PARTS.priced)
    head = f"# {word('bill-title', language)}\n\n{prices}\n"
    table = f"| | {names} |\n|---|--:|--:|--:|\n| **EUR, {word('bill-total', language)}** | {sums} |\n"
    bought = {item.part.id: (item.part, build) for build in reversed(builds) for item in items(build, numbers)}
    avoided = [
        f"- **{told.of(part.name).partition(',')[0]}**: {told.of(part.avoid)}"
        for part, build in (bought[part.id] for part in PARTS.part if part.id in bought)
        for told in (Wording(build, numbers, language),)
        if part.avoid
    ]
    by_piece = lined(_heads(language, "count", "part"), ([f"{each['count']}", f"{each['name']}"] for each in pieces))
    pieces_ = f"## {word('bill-pieces', language)}\n\n{word('bill-pieces-told', language)}\n\n{by_piece}"
    sections = [*(_section(build, numbers, language) for build in builds), pieces_]
    return "\n".join([head, table, *sections, f"## {word('bill-avoid', language)}\n", *avoided]) + "\n"


def _section(build: Build, numbers: Numbers, language: PageLanguage) -> str:
    together = ("", f"**{word('bill-total', language)}**", "", "", f"**{_eur(total(build, numbers), language)}**")
    heads = _heads(language, "count", "part", "why", "alternatives", "eur")
    rows = lined(heads, [*bill_rows(build, numbers, language), together])
    built = numbers_of(build, numbers)
    left_a = HEADROOM * built.supply.amps - worst_a(loads_on_pi(built))  # less than 0 where it is not enough
    spare = word("bill-spare", language).format(amps=decimal(left_a, language))
    title, told = word(f"bill-{build.value}", language), word(f"bill-{build.value}-told", language)
    plugged = f"### {word('bill-joints', language)}\n\n{joint_table(build, numbers, language)}"
    return f"## {title}\n\n{told} {spare}\n\n{rows}\n{plugged}"


def _heads(language: PageLanguage, *names: str) -> list[str]:
    return [word(f"bill-{name}", language) for name in names]


def bill_rows(build: Build, numbers: Numbers, language: PageLanguage) -> list[tuple[str, ...]]:
    """Return what a build takes as lines of a table: how many, the part, why, what instead, and EUR."""
    rows, told, search = list[tuple[str, ...]](), Wording(build, numbers, language), word("bill-search", language)
    for item in items(build, numbers):
        part = item.part
        why = f"{told.of(part.why)} {search.format(language.of(part.search)) if part.search[0] else ''}".rstrip()
        others = "; ".join(f"{told.of((en, de))} ({_eur(price, language)})" for en, de, price in part.alternatives)
        price = _eur(part.price * item.count, language)
        rows.append((decimal(item.count, language), told.of(part.name), why, others, price))
    return rows


def bought_rows(build: Build, numbers: Numbers, language: PageLanguage) -> str:
    """Return what a build takes as lines of a guide's table: how many, the part, and EUR, with their sum and month."""
    together = f"**{word('bill-total', language)}, {PARTS.priced}**"
    rows = [(count, name, eur) for count, name, *_, eur in bill_rows(build, numbers, language)]
    return lined((), [*rows, ("", together, f"**{_eur(total(build, numbers), language)}**")])


def joint_table(build: Build, numbers: Numbers, language: PageLanguage) -> str:
    """Return what is plugged into what as a table; `PartsError` as `joints` has it."""
    told, rows = Wording(build, numbers, language), []
    named = {part.id: told.of(part.name).partition(",")[0] for part in PARTS.part}
    for joint in joints(build, numbers):
        ends = zip(joint.parts, joint.plugs, strict=True)
        cells = [f"{named[name]}: {word(f'socket-{plug}', language)}" for name, plug in ends]
        cells[0] = f"{joint.count} × {cells[0]}" if joint.count > 1 else cells[0]
        rows.append([*cells, named.get(joint.by, word("bill-own-cable", language)), language.of(joint.source)])
    return lined(_heads(language, "from", "into", "by", "source"), rows)


def _eur(price: float, language: PageLanguage) -> str:
    return f"{price:.2f}".replace(".", language.of((".", ",")))
