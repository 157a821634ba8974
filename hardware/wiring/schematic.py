"""The wiring as a circuit diagram, drawn at fixed places by schemdraw, as SVG that is the same everywhere."""

import itertools
import re
from dataclasses import dataclass
from typing import Any, Self
from xml.etree import ElementTree

from hardware.numbers import Computer, Feed, Numbers
from hardware.wiring.circuit import AO3400A, BUTTON_SERIES_OHM, GATE_DOWN_OHM, GATE_OHM
from hardware.wiring.displays import display_in
from hardware.wiring.pins import BLACK, COLOURS, RED, Part, Wire, ohms, wires
from hardware.wiring.power import RING_VOLTS, USB_CAMERA, ring_amps
from hardware.words import PageLanguage, decimal, word

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
INK, QUIET, PALE = BLACK.rgb, "#6b6b70", "#f3f7f3"

Place = tuple[float, float]
_PI_LEFT, _PI_RIGHT, _START = 0.0, 4.8, 6.2
_SHUTDOWN_Y, _SHUTDOWN_GROUND_Y = 25.2, 22.8
_BUTTON_Y, _LAMP_Y, _BOX_GROUND_Y = 20.0, 17.8, 14.8
_BUZZER_Y, _BOARD_GROUND_Y, _LIGHT_Y = 8.0, 4.6, 1.2
_RAIL_TOP_Y, _RAIL_BOTTOM_Y, _BOARD_TOP_Y, _BOARD_BOTTOM_Y = 12.0, -3.6, 12.7, -0.6
_GATE_X, _DIODE_X, _SUPPLY_X = 12.0, 16.2, 20.6
_DASH = " – "


@dataclass(frozen=True, slots=True)
class CircuitSheet:
    """A drawing under way; places are in schemdraw's units, y upwards."""

    drawing: Any  # schemdraw's
    parts: Any  # schemdraw's elements

    @classmethod
    def empty(cls) -> Self:
        """Return an empty sheet."""
        import schemdraw
        from schemdraw import elements

        schemdraw.use("svg")
        drawing = schemdraw.Drawing(show=False)
        drawing.config(unit=2.6, fontsize=13, font=FONT, lw=2.2, margin=0.5, bgcolor="white", color=INK)
        return cls(drawing, elements)

    def line(self, *points: Place, colour: str = INK) -> None:
        """Draw a wire from place to place."""
        for start, end in itertools.pairwise(points):
            self.drawing.add(self.parts.Line().at(start).to(end).color(colour))

    def dot(self, place: Place, colour: str = INK) -> None:
        """Draw where wires meet."""
        self.drawing.add(self.parts.Dot().at(place).color(colour))

    def text(self, place: Place, text: str, *, size: float = 13, colour: str = INK, align: str = "left") -> None:
        """Write a text whose lower edge is at a place."""
        label = self.parts.Label().theta(0).at(place)
        self.drawing.add(label.label(text, fontsize=size, halign=align, valign="bottom", color=colour))

    def box(self, corner: Place, far: Place, *lines: str, fill: str = PALE) -> None:
        """Draw a box with lines of text in its middle, the first of them larger."""
        body = self.parts.Rect(corner1=corner, corner2=far, fill=fill).theta(0).at((0, 0))
        self.drawing.add(body.linewidth(1.6).color(INK))
        x, top = (corner[0] + far[0]) / 2, (corner[1] + far[1]) / 2 + 0.32 * len(lines) - 0.5
        for row, line in enumerate(lines):
            self.text((x, top - 0.64 * row), line[:1].upper() + line[1:], size=13 if row == 0 else 11, align="center")

    def frame(self, corner: Place, far: Place, title: str) -> None:
        """Draw a dashed frame round what sits in one housing or on one board."""
        edge = self.parts.Rect(corner1=corner, corner2=far).theta(0).at((0, 0))
        self.drawing.add(edge.linestyle("--").linewidth(1.2).color(QUIET))
        self.text((corner[0] + 0.1, far[1] + 0.1), title, colour=QUIET)

    def resistor(self, start: Place, end: Place, colour: str = INK) -> None:
        """Draw a resistor from place to place."""
        self.drawing.add(self.parts.ResistorIEC().at(start).to(end).color(colour))

    def transistor(self, gate: Place, *, is_upright: bool) -> tuple[Place, Place]:
        """Draw an n-channel transistor, its gate to the left, its source below or above; return source and drain."""
        body = self.parts.NFet().reverse()
        body = (body if is_upright else body.flip()).theta(0).anchor("gate").at(gate)
        placed = self.drawing.add(body).absanchors
        return (placed["source"][0], placed["source"][1]), (placed["drain"][0], placed["drain"][1])

    def svg(self) -> bytes:
        """Return the drawing, with two decimals and a size in pixels, which every program understands."""
        ElementTree.register_namespace("", "http://www.w3.org/2000/svg")  # other libraries call it otherwise
        svg = self.drawing.get_imagedata("svg").decode()
        short = re.sub(r"-?\d+\.\d+(?:e-?\d+)?", lambda found: f"{float(found[0]):z.2f}".rstrip("0").rstrip("."), svg)
        sized = re.sub(r'(height|width)="([\d.]+)pt"', r'\1="\2"', short, count=2)
        return (sized.replace("stroke-dasharray:-;", "") + "\n").encode()


def schematic(numbers: Numbers, language: PageLanguage) -> bytes:
    """Return the circuit diagram as SVG; `NumbersError` if it cannot be wired."""
    found = {(wire.part, wire.role): wire for wire in wires(numbers)}
    sheet = CircuitSheet.empty()
    _computer(sheet, numbers, found, language)
    _around(sheet, numbers, language)
    _shutdown(sheet, language)
    _button_box(sheet, numbers, language)
    _switch_board(sheet, language)
    _light(sheet, numbers, found, language)
    for row, name in enumerate(("note-never", "note-common", "note-gate", "note-colours")):
        note = word(name, language).format(down="R4, R6")
        sheet.text((-10.0, _BOARD_BOTTOM_Y - 1.0 - 0.8 * row), note, size=12)
    return sheet.svg()


def _computer(
    sheet: CircuitSheet, numbers: Numbers, found: dict[tuple[Part, str], Wire], language: PageLanguage
) -> None:
    title = {Computer.PI_4: "Raspberry Pi 4", Computer.PI_5: "Raspberry Pi 5"}[numbers.wiring.computer]
    sheet.box((_PI_LEFT, _LIGHT_Y - 1.4), (_PI_RIGHT, _SHUTDOWN_Y + 2.4), fill="#e4f1e6")
    sheet.text((2.4, _SHUTDOWN_Y + 1.2), title, size=17, align="center")
    for (part, role), y in _ROWS.items():
        wire = found[part, role]
        name = wire.pin.name if role == "signal" else word("ground", language)
        sheet.text((_PI_RIGHT - 0.25, y - 0.25), name, align="right")
        sheet.line((_PI_RIGHT, y), (_START, y), colour=wire.colour.rgb)
        number = f"{word('pin', language)} {wire.pin.number}"
        sheet.text((_PI_RIGHT + 0.15, y + 0.1), number, size=11, colour=wire.colour.rgb)


_ROWS = {
    (Part.SHUTDOWN, "signal"): _SHUTDOWN_Y,
    (Part.SHUTDOWN, "ground"): _SHUTDOWN_GROUND_Y,
    (Part.BUTTON, "signal"): _BUTTON_Y,
    (Part.LAMP, "signal"): _LAMP_Y,
    (Part.BUTTON, "ground"): _BOX_GROUND_Y,
    (Part.BUZZER, "signal"): _BUZZER_Y,
    (Part.SWITCHES, "ground"): _BOARD_GROUND_Y,
    (Part.LIGHT, "signal"): _LIGHT_Y,
}


def _around(sheet: CircuitSheet, numbers: Numbers, language: PageLanguage) -> None:
    supply, display = numbers.supply, display_in(numbers)
    volts, metres = decimal(supply.volts, language), decimal(supply.cable_mm / 1000, language)
    title = f"{word('pi-supply', language)}: {volts} V, {supply.amps:g} A"
    port, cable = ("USB", "usb-cable") if numbers.camera.model.startswith(USB_CAMERA) else ("CSI", "ribbon")
    rows: tuple[tuple[float, str, tuple[str, ...], str], ...] = (
        (21.4, "USB-C", (title, f"AWG {supply.cable_awg}, {metres} m"), RED.rgb),
        (15.4, port, (word("camera", language), word(cable, language)), QUIET),
        (9.4, "DSI", (display.title, *_display_lines(numbers, language)), QUIET),
    )
    for y, port, lines, colour in rows:
        if port == "DSI" and not display.plugs:
            continue
        sheet.line((-2.0, y), (_PI_LEFT, y), colour=colour)
        sheet.text((0.25, y - 0.25), port, size=12)
        sheet.box((-10.0, y - 1.3), (-2.0, y + 1.3), *lines)


def _display_lines(numbers: Numbers, language: PageLanguage) -> tuple[str, ...]:
    ribbon = word("ribbon", language)
    if 2 not in display_in(numbers).plugs:
        return (ribbon,)
    pin, red, black = (word(name, language) for name in ("pin", RED.name, BLACK.name))
    return (f"{ribbon};", f"{pin} 2 (5 V, {red}), {pin} 6 ({word('ground', language)}, {black})")


def _shutdown(sheet: CircuitSheet, language: PageLanguage) -> None:
    colour, x = COLOURS[Part.SHUTDOWN].rgb, 12.0
    sheet.frame((10.2, _SHUTDOWN_GROUND_Y - 0.6), (16.6, _SHUTDOWN_Y + 0.6), word("off-button", language))
    sheet.line((_START, _SHUTDOWN_Y), (x, _SHUTDOWN_Y), colour=colour)
    sheet.drawing.add(sheet.parts.Button().at((x, _SHUTDOWN_Y)).to((x, _SHUTDOWN_GROUND_Y)))
    sheet.line((x, _SHUTDOWN_GROUND_Y), (_START, _SHUTDOWN_GROUND_Y))
    sheet.text((x + 0.9, (_SHUTDOWN_Y + _SHUTDOWN_GROUND_Y) / 2 - 0.25), "S2")


def _button_box(sheet: CircuitSheet, numbers: Numbers, language: PageLanguage) -> None:
    """Draw button and lamp, which share a box, a cable and a ground."""
    lamp_x, button_x, parts = 12.0, 16.2, sheet.parts
    button, lamp = COLOURS[Part.BUTTON].rgb, COLOURS[Part.LAMP].rgb
    sheet.frame((6.9, _BOX_GROUND_Y - 0.6), (20.4, _BUTTON_Y + 1.3), word("button-box", language))
    _in_wire(sheet, _BUTTON_Y, button, f"R1{_DASH}{ohms(BUTTON_SERIES_OHM)}", button_x)
    sheet.line((button_x, _BUTTON_Y), (button_x, _LAMP_Y), colour=button)
    sheet.drawing.add(parts.Button().at((button_x, _LAMP_Y)).to((button_x, _BOX_GROUND_Y)))
    sheet.text((button_x + 0.8, 16.05), f"S1{_DASH}{word('button', language)}")
    _in_wire(sheet, _LAMP_Y, lamp, f"R2{_DASH}{ohms(numbers.wiring.lamp_ohm)}", lamp_x)
    sheet.drawing.add(parts.LED().at((lamp_x, _LAMP_Y)).to((lamp_x, _BOX_GROUND_Y)).fill(lamp))
    sheet.text((lamp_x + 0.6, 15.2), f"D1{_DASH}{word('lamp', language)}")
    sheet.line((button_x, _BOX_GROUND_Y), (_START, _BOX_GROUND_Y))
    sheet.dot((lamp_x, _BOX_GROUND_Y))


def _in_wire(sheet: CircuitSheet, y: float, colour: str, text: str, end_x: float) -> None:
    """Draw the wire from a pin with a resistor in it, the name above that, to where it ends."""
    sheet.line((_START, y), (7.4, y), colour=colour)
    sheet.resistor((7.4, y), (10.4, y), colour)
    sheet.text((8.9, y + 0.4), text, size=12, align="center")
    sheet.line((10.4, y), (end_x, y), colour=colour)


def _switch_board(sheet: CircuitSheet, language: PageLanguage) -> None:
    """Draw both transistors: the buzzer's above the common ground, the light's below it, so that no wires cross."""
    sheet.frame((6.9, _BOARD_BOTTOM_Y), (18.6, _BOARD_TOP_Y), word("switch-board", language))
    sheet.line((_START, _BOARD_GROUND_Y), (_SUPPLY_X - 1.6, _BOARD_GROUND_Y))
    _channel(sheet, Part.BUZZER, _BUZZER_Y, ("R3", "R4", "Q1"))
    _channel(sheet, Part.LIGHT, _LIGHT_Y, ("R5", "R6", "Q2"))
    drain = (_GATE_X + 4.1 / 3, _BUZZER_Y + 0.75)
    low, high, x = drain[1] + 0.5, _RAIL_TOP_Y, drain[0]
    sheet.line(drain, (x, low), (_DIODE_X, low), colour=COLOURS[Part.BUZZER].rgb)
    sheet.line((x, low), (x, low + 0.75), colour=COLOURS[Part.BUZZER].rgb)
    sheet.line((x, high - 0.75), (x, high), colour=RED.rgb)
    sheet.dot((x, low), COLOURS[Part.BUZZER].rgb)
    sheet.box((x - 1.8, low + 0.75), (x + 1.8, high - 0.75), f"BZ1{_DASH}{word('buzzer', language)}")
    sheet.text((x - 2.0, (low + high) / 2 - 0.25), word("in-button-box", language), size=11, align="right")
    sheet.drawing.add(sheet.parts.Diode().at((_DIODE_X, low)).to((_DIODE_X, high)).fill(True))
    sheet.text((_DIODE_X + 0.45, low + 0.9), "D2", size=12)
    sheet.text((_DIODE_X + 0.45, low + 0.3), "1N4148", size=11)
    sheet.dot((_DIODE_X, high), RED.rgb)
    sheet.line((x, high), (_SUPPLY_X, high), colour=RED.rgb)


def _channel(sheet: CircuitSheet, part: Part, y: float, names: tuple[str, str, str]) -> None:
    """Draw a transistor with its two resistors; its source looks to the common ground."""
    colour, node = COLOURS[part].rgb, 10.8
    _in_wire(sheet, y, colour, f"{names[0]}{_DASH}{ohms(GATE_OHM)}", _GATE_X)
    sheet.dot((node, y), colour)
    sheet.resistor((node, y), (node, _BOARD_GROUND_Y))
    sheet.text((node - 0.5, (y + _BOARD_GROUND_Y) / 2 + 0.1), names[1], size=12, align="right")
    sheet.text((node - 0.5, (y + _BOARD_GROUND_Y) / 2 - 0.5), ohms(GATE_DOWN_OHM), size=12, align="right")
    sheet.dot((node, _BOARD_GROUND_Y))
    source, _ = sheet.transistor((_GATE_X, y), is_upright=y > _BOARD_GROUND_Y)
    sheet.line(source, (source[0], _BOARD_GROUND_Y))
    sheet.dot((source[0], _BOARD_GROUND_Y))
    sheet.text((source[0] + 0.3, y - 0.25), f"{names[2]}{_DASH}{AO3400A.name}", size=12)


def _light(sheet: CircuitSheet, numbers: Numbers, found: dict[tuple[Part, str], Wire], language: PageLanguage) -> None:
    x, top, colour = _GATE_X + 4.1 / 3, _LIGHT_Y - 0.75, COLOURS[Part.LIGHT].rgb
    ring, pin = numbers.light_supply, word("pin", language)
    sheet.line((x, top), (x, _BOARD_BOTTOM_Y - 0.4), colour=colour)
    sheet.drawing.add(sheet.parts.LED().at((x, _RAIL_BOTTOM_Y)).to((x, _BOARD_BOTTOM_Y - 0.4)).fill("#ffe08a"))
    amps, watts = (decimal(each * ring_amps(numbers), language) for each in (1.0, RING_VOLTS))
    sheet.text((x - 0.9, -2.0), f"D3{_DASH}{word('strip', language)}", align="right")
    sheet.text((x - 0.9, -2.65), f"5 V, {watts} W, {amps} A", size=11, align="right")
    sheet.line((x, _RAIL_BOTTOM_Y), (_SUPPLY_X, _RAIL_BOTTOM_Y), colour=RED.rgb)
    lines = [word("ring-supply", language), f"5 V, {ring.amps:g} A", f"AWG {ring.cable_awg}"]
    if ring.feed is Feed.HEADER:
        lines = [word("from-header", language), f"{pin} {found[Part.SWITCHES, 'supply'].pin.number}: 5 V"]
    sheet.box((_SUPPLY_X - 1.6, _BOARD_GROUND_Y - 1.5), (_SUPPLY_X + 4.0, _BOARD_GROUND_Y + 1.5), *lines)
    sheet.line((_SUPPLY_X, _RAIL_TOP_Y), (_SUPPLY_X, _BOARD_GROUND_Y + 1.5), colour=RED.rgb)
    sheet.line((_SUPPLY_X, _RAIL_BOTTOM_Y), (_SUPPLY_X, _BOARD_GROUND_Y - 1.5), colour=RED.rgb)
    for y in (_BOARD_GROUND_Y + 1.7, _BOARD_GROUND_Y - 2.2):
        sheet.text((_SUPPLY_X + 0.25, y), "+ 5 V", size=11, colour=RED.rgb)
    sheet.text((_SUPPLY_X - 1.8, _BOARD_GROUND_Y + 0.1), "–", size=13, align="right")
