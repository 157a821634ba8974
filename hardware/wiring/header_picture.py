"""The header as a picture for the person who solders: where each wire goes, in its own colour."""

from html import escape
from pathlib import Path

from hardware.header import FIVE_VOLTS, GROUND, HEADER, THREE_VOLTS, HeaderPin
from hardware.numbers import Numbers
from hardware.wiring.pins import Part, Wire, target, through, wires
from hardware.wiring.power import display_in
from hardware.words import WORDS, PageLanguage, decimal, word

FRAME = Path(__file__).with_name("header.svg")  # around pins and wires: title, the Pi's board, legend, and each shape
_TOP, _PITCH = 190, 42
_LEFT_X, _RIGHT_X = 596, 644
_LEFT_SAID, _RIGHT_SAID = 44, 824
_PIN_FILL = {FIVE_VOLTS: "#f6c9c5", THREE_VOLTS: "#fbe2c0", GROUND: "#c9c9ce", "": "#eef1ee"}
Place = tuple[float, float]


def header_picture(numbers: Numbers, language: PageLanguage) -> bytes:
    """Return the picture as SVG; `NumbersError` if it cannot be wired."""
    by_pin = {wire.pin.number: wire for wire in wires(numbers)}
    drawn = [*_plug(numbers), *(_pin(pin, by_pin.get(pin.number)) for pin in HEADER)]
    drawn += [_wire(wire, numbers, language) for wire in by_pin.values()]
    words = {name: escape(word(name, language)) for name in WORDS}
    frame = FRAME.read_text(encoding="utf-8")
    return frame.format(words=words, volts=decimal(3.3, language), drawn="\n".join(drawn)).encode()


def svg_text(at: Place, said: str, style: str) -> str:
    """Return a text at a place, its style as SVG has it."""
    return f'<text x="{at[0]:g}" y="{at[1]:g}" {style}>{escape(said)}</text>'


def _place(pin: HeaderPin) -> tuple[int, int]:
    row, column = pin.place
    return (_RIGHT_X if column else _LEFT_X), _TOP + row * _PITCH


def _plug(numbers: Numbers) -> list[str]:
    """Return the outline of the display's plug, where it has one that is not the whole header."""
    covered = [pin for pin in HEADER if pin.number in display_in(numbers).plugs]
    if not covered or len(covered) > 3:
        return []
    ys = [_place(pin)[1] for pin in covered]
    height = max(ys) - min(ys) + 38
    return [f'<rect class="plug" x="{_RIGHT_X - 19}" y="{min(ys) - 19}" width="38" height="{height}" rx="6"/>']


def _pin(pin: HeaderPin, wire: Wire | None) -> str:
    """Return a pin with its number, those with a wire in its colour."""
    x, y = _place(pin)
    fill, ink, edge = (_PIN_FILL[pin.supply], "#55555a", "none") if wire is None else (wire.colour.rgb, "#fff", "#fff")
    shape = f'<use href="#{"first" if pin.number == 1 else "pin"}" x="{x}" y="{y}" fill="{fill}" stroke="{edge}"/>'
    return shape + svg_text((x, y + 5), f"{pin.number}", f'class="number" fill="{ink}"')


def _wire(wire: Wire, numbers: Numbers, language: PageLanguage) -> str:
    """Return a wire and the card at its end that says where it goes."""
    x, y = _place(wire.pin)
    side, said = ("left", _LEFT_SAID) if x == _LEFT_X else ("right", _RIGHT_SAID)
    drawn = f'<use href="#{side}" y="{y}" stroke="{wire.colour.rgb}"/>'
    drawn += svg_text((said, y - 1), target(wire, language), 'class="title"')
    return drawn + svg_text((said, y + 13), _under(wire, numbers, language), 'class="under"')


def _under(wire: Wire, numbers: Numbers, language: PageLanguage) -> str:
    said = [f"{word('pin', language)} {wire.pin.number}", wire.pin.name, word(wire.colour.name, language)]
    if wire.role != "signal":
        said[1] = word(wire.role, language)
    elif wire.part is not Part.SHUTDOWN:
        said.append(f"{word('through', language).lower()} {through(wire.part, numbers, language)}")
    return " · ".join(said)
