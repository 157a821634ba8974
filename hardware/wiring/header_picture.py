"""The header as a picture for the person who solders: where each wire goes, in its own colour."""

from html import escape
from pathlib import Path

from hardware.header import FIVE_VOLTS, GROUND, HEADER, THREE_VOLTS, HeaderPin
from hardware.numbers import Numbers
from hardware.wiring.pins import Part, Wire, target, through, wires
from hardware.wiring.power import display_in
from hardware.words import WORDS, PageLanguage, decimal, word

FRAME = Path(__file__).with_name("header.svg")  # around pins and wires: title, the Pi's board, legend
_TOP, _PITCH = 190, 42
_LEFT_X, _RIGHT_X = 596, 644
_CARD_WIDTH, _CARD_HEIGHT = 400, 36
_LEFT_CARD, _RIGHT_CARD = 30, 810
_INK, _QUIET = "#1d1d1f", "#77777c"
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


def _text(
    at: Place, said: str, *, size: int = 15, fill: str = _INK, anchor: str = "start", weight: str = "normal"
) -> str:
    """Return a text, its size in px, its anchor and weight as SVG calls them."""
    style = f'font-size="{size}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}"'
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
    return [
        f'<rect x="{_RIGHT_X - 19}" y="{min(ys) - 19}" width="38" height="{height}" rx="6" fill="none" '
        'stroke="#fff" stroke-width="2.5" stroke-dasharray="5 4"/>'
    ]


def _pin(pin: HeaderPin, wire: Wire | None) -> str:
    """Return a pin with its number: the first square, with an arrow to it, those with a wire in its colour."""
    x, y = _place(pin)
    fill, ink, edge = (_PIN_FILL[pin.supply], "#55555a", "none") if wire is None else (wire.colour.rgb, "#fff", "#fff")
    shape = (
        f'<rect x="{x - 15}" y="{y - 15}" width="30" height="30"'
        if pin.number == 1
        else f'<circle cx="{x}" cy="{y}" r="15"'
    )
    number = _text((x, y + 5), f"{pin.number}", size=13, fill=ink, anchor="middle", weight="bold")
    drawn = f'{shape} fill="{fill}" stroke="{edge}" stroke-width="2"/>{number}'
    if pin.number != 1:
        return drawn
    arrow = f'<path d="M {x - 48} {y - 9} L {x - 24} {y} L {x - 48} {y + 9} Z" fill="#fff"/>'
    return drawn + arrow + _text((x - 60, y + 6), "1", size=20, anchor="end", weight="bold")


def _wire(wire: Wire, numbers: Numbers, language: PageLanguage) -> str:
    """Return a wire and the card at its end that says where it goes."""
    x, y = _place(wire.pin)
    is_left = x == _LEFT_X
    card_x, begin = (_LEFT_CARD, x - 15) if is_left else (_RIGHT_CARD, x + 15)
    end = card_x + _CARD_WIDTH * is_left
    card = (
        f'<rect x="{card_x}" y="{y - _CARD_HEIGHT / 2:g}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="8" '
        f'fill="#fff" stroke="{wire.colour.rgb}" stroke-width="2.5"/>'
    )
    way = f'<path d="M {begin} {y} H {end}" stroke-linecap="round"'
    line = f'{way} stroke="#fff" stroke-width="10"/>{way} stroke="{wire.colour.rgb}" stroke-width="7"/>'
    title = _text((card_x + 14, y - 1), target(wire, language), size=14, weight="bold")
    under = _text((card_x + 14, y + 13), _under(wire, numbers, language), size=11, fill=_QUIET)
    return line + card + title + under


def _under(wire: Wire, numbers: Numbers, language: PageLanguage) -> str:
    said = [f"{word('pin', language)} {wire.pin.number}", wire.pin.name, word(wire.colour.name, language)]
    if wire.role != "signal":
        said[1] = word(wire.role, language)
    elif wire.part is not Part.SHUTDOWN:
        said.append(f"{word('through', language).lower()} {through(wire.part, numbers, language)}")
    return " · ".join(said)
