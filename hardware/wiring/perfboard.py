"""The switch board as it is soldered: what ``perfboard.toml`` says, from the side of the parts and from below."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from hardware import data
from hardware.numbers import Numbers
from hardware.optics.table import lined
from hardware.wiring.circuit import resistors_ohm
from hardware.wiring.header_picture import Place, svg_text
from hardware.wiring.pins import WireColour
from hardware.wiring.schematic import RGB, texts_in
from hardware.words import PageLanguage, word

FRAME = Path(__file__).with_suffix(".svg")  # titles, the bare board of both sides, and the shape of each kind of part
PITCH, LINE = 30, 22  # from hole to hole, and from label to label, in its units


@dataclass(frozen=True, slots=True, kw_only=True)
class SolderedPart:
    """A part on the board."""

    draw: str  # its shape
    legs: dict[str, str]  # the hole of each, by what it is in the circuit
    name_at: Place  # middle of its name
    says: str = ""  # what is printed on it
    ohms: str = ""  # of a resistor: its name in `resistors_ohm`
    letters: float = 0.0  # how far below their holes its legs are named; 0 where they are not


@dataclass(frozen=True, slots=True, kw_only=True)
class Perfboard:
    """What is in its holes, and what joins them."""

    columns: int
    rows: int
    rings: tuple[WireColour, ...]  # of resistors, by their digits
    part: dict[str, SolderedPart]
    wire: dict[str, tuple[str, str]]  # what leaves the board, by its leg: one of `RGB`, and where it goes
    link: dict[str, tuple[str, ...]]  # bare wires on the solder side, from hole to hole, by one of `RGB`


BOARD = data.load(Path(__file__).with_suffix(".toml"), Perfboard)


def place(hole: str) -> tuple[int, int]:
    """Return column and row of a hole, both from 1.

    >>> place("B14")
    (14, 2)
    """
    return int(hole[1:]), ord(hole[0]) - ord("A") + 1


def rings(ohm: float, digits: int) -> tuple[WireColour, ...]:
    """Return the rings of a resistance: so many digits, and by what they are multiplied.

    >>> [ring.name for ring in rings(330.0, 2)], [ring.name for ring in rings(10e3, 3)]
    (['orange', 'orange', 'brown'], ['brown', 'black', 'black', 'red'])
    """
    shown, _, power = f"{ohm:.{digits - 1}e}".partition("e")
    numbers = [*map(int, shown.replace(".", "")), int(power) - digits + 1]
    return tuple(BOARD.rings[number] for number in numbers)


def perfboard(numbers: Numbers, language: PageLanguage) -> bytes:
    """Return both sides of the board as SVG; `NumbersError` if it cannot be wired."""
    texts = texts_in(numbers, language)
    front = "\n".join((*_links("under", is_back=False), *_wires(texts), *_parts(numbers)))
    back = "\n".join(_links("link", is_back=True))
    names = ["\n".join(_names(texts, is_back=is_back)) for is_back in (False, True)]
    words = {name: escape(str(text)) for name, text in texts.items()}
    return FRAME.read_text(encoding="utf-8").format(words=words, front=front, back=back, names=names).encode()


def solder_table(numbers: Numbers, language: PageLanguage) -> str:
    """Return what each part is known by, and its holes, as a table."""
    texts, values, rows = texts_in(numbers, language), resistors_ohm(numbers), list[tuple[str, ...]]()
    for name, part in BOARD.part.items():
        told = (part.says or f"{{solder-{part.draw}}}").format_map(texts)
        if part.ohms:
            coloured = (rings(values[part.ohms], digits) for digits in (2, 3))
            four, five = ("–".join(word(ring.name, language) for ring in each) for each in coloured)
            told += texts["solder-rings"].format(four=four, five=five)
        holes = (f"{leg} {hole}" if part.letters else hole for leg, hole in part.legs.items())
        rows.append((name, told, ", ".join(holes)))
    return lined([texts["part"], texts["solder-print"], texts["solder-holes"]], rows)


def _at(where: Place, *, is_back: bool) -> Place:
    """Return a column and row in the units of `FRAME`; on the back columns run the other way."""
    return PITCH * (BOARD.columns + 1 - where[0] if is_back else where[0]), PITCH * where[1]


def _links(kind: str, *, is_back: bool) -> Iterator[str]:
    for colour, ways in BOARD.link.items():
        for way in ways:
            path = " L".join("{} {}".format(*_at(place(hole), is_back=is_back)) for hole in way.split())
            yield f'<path class="{kind}" d="M{path}" stroke="{RGB[colour]}"/>'


def _wires(texts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the wires that leave the board, each with where it goes: of the first one it stands farthest away."""
    holes = {leg: place(hole) for part in BOARD.part.values() for leg, hole in part.legs.items()}
    for is_up, edge, away in ((True, -26, -LINE), (False, 606, LINE)):
        there = [leg for leg in BOARD.wire if (holes[leg][1] < BOARD.rows / 2) is is_up]
        for number, leg in enumerate(reversed(there)):
            (x, y), end, (colour, says) = _at(holes[leg], is_back=False), edge + number * away, BOARD.wire[leg]
            yield f'<path class="wire" d="M{x} {y}V{end}" stroke="{RGB[colour]}"/>'
            yield svg_text((x + 8, end + 6 * (not is_up)), says.format_map(texts), "")


def _parts(numbers: Numbers) -> Iterator[str]:
    """Yield each part over its legs, a resistor with its rings."""
    for part in BOARD.part.values():
        (x, y), *_, (end_x, end_y) = (_at(place(hole), is_back=False) for hole in part.legs.values())
        colours = [*rings(resistors_ohm(numbers)[part.ohms], 2), BOARD.rings[-1]] if part.ohms else []
        drawn = [f'<use href="#ring" x="{13 * n}" fill="{ring.rgb}"/>' for n, ring in enumerate(colours)]
        turned = f"translate({(x + end_x) / 2:g} {(y + end_y) / 2:g}) rotate({90 * (x == end_x)})"
        yield f'<g transform="{turned}"><use href="#{part.draw}"/>{"".join(drawn)}</g>'


def _names(texts: Mapping[str, Any], *, is_back: bool) -> Iterator[str]:
    """Yield parts' legs and names; on the front, too, what is printed on a part."""
    for name, part in BOARD.part.items():
        for leg, (x, y) in ((leg, _at(place(hole), is_back=is_back)) for leg, hole in part.legs.items()):
            yield f'<circle class="pin" cx="{x}" cy="{y}" r="5"/>'
            yield from [svg_text((x, y + part.letters), leg, 'class="name"')] if part.letters else []
        x, y = _at(part.name_at, is_back=is_back)
        yield svg_text((x, y), name, 'class="name"')
        yield from [svg_text((x, y + 20), part.says.format_map(texts), 'class="name"')] if not is_back else []
