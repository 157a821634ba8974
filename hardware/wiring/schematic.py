"""The wiring as a circuit diagram: what ``circuit.toml`` says, drawn by schemdraw; the same SVG everywhere."""

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hardware import data
from hardware.numbers import Computer, Numbers
from hardware.wiring.circuit import TRANSISTOR, resistors_ohm
from hardware.wiring.pins import BLACK, COLOURS, RED, ohms, wires
from hardware.wiring.power import RING_VOLTS, USB_CAMERA, display_in, ring_amps
from hardware.words import WORDS, PageLanguage, decimal, word

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
RGB = {"ink": BLACK.rgb, "red": RED.rgb, "quiet": "#6b6b70", **{part.value: of.rgb for part, of in COLOURS.items()}}
PALE = "#f3f7f3"

Place = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitMark:
    """Something that is drawn."""

    draw: str  # "text", "box", "frame" or an element of schemdraw
    at: tuple[Place, ...]  # its ends, its corners, or its place: of a text the lower edge, of a transistor the gate
    says: tuple[str, ...] = ()  # its lines; of a box the first is larger
    colour: str = "ink"  # one of `RGB`
    fill: str = ""  # likewise, or as CSS writes it
    size: float = 13.0  # of a text
    align: str = "left"  # likewise
    is_flipped: bool = False  # whether a transistor has its source above
    only: str = ""  # drawn only where this holds
    name: str = ""  # of a part; of a line: of what it begins or ends at


MARKS = data.load(Path(__file__).with_name("circuit.toml"), tuple[CircuitMark, ...], under="mark")


def schematic(numbers: Numbers, language: PageLanguage) -> bytes:
    """Return the circuit diagram as SVG; `NumbersError` if it cannot be wired."""
    import schemdraw

    schemdraw.use("svg")
    drawing = schemdraw.Drawing(show=False)
    drawing.config(unit=2.6, fontsize=13, font=FONT, lw=2.2, margin=0.5, bgcolor="white", color=RGB["ink"])
    texts, holds = texts_in(numbers, language), _holds(numbers)
    for mark in MARKS:
        if not mark.only or holds[mark.only]:
            _draw(drawing, mark, [line.format_map(texts) for line in mark.says])
    return _svg(drawing)


def _holds(numbers: Numbers) -> Mapping[str, bool]:
    plugs = display_in(numbers).plugs
    plugged, fed = bool(plugs), 2 in plugs
    return {"display plugged": plugged, "display fed": fed, "display not fed": plugged and not fed}


def texts_in(numbers: Numbers, language: PageLanguage) -> Mapping[str, Any]:
    """Return what is put in: every word, the name and number of each wire's pin, and the numbers."""
    supply, is_usb = numbers.supply, numbers.camera.model.startswith(USB_CAMERA)
    found: dict[str, Any] = {name: word(name, language) for name in WORDS}
    for wire in wires(numbers):
        found[f"{wire.part}-{wire.role}-pin"] = wire.pin.name
        found[f"{wire.part}-{wire.role}-number"] = wire.pin.number
    return found | {
        "numbers": numbers,
        "display": display_in(numbers),
        "computer": {Computer.PI_4: "Raspberry Pi 4", Computer.PI_5: "Raspberry Pi 5"}[numbers.wiring.computer],
        "pi-volts": decimal(supply.volts, language),
        "pi-metres": decimal(supply.cable_mm / 1000, language),
        "camera-port": "USB" if is_usb else "CSI",
        "camera-cable": found["usb-cable" if is_usb else "ribbon"],
        **{f"{name}-ohm": ohms(ohm) for name, ohm in resistors_ohm(numbers).items()},
        "transistor": TRANSISTOR,
        "ring-amps": decimal(ring_amps(numbers), language),
        "ring-watts": decimal(RING_VOLTS * ring_amps(numbers), language),
        "note-gate": found["note-gate"].format(down="R4, R6"),
    }


def _draw(drawing: Any, mark: CircuitMark, lines: list[str]) -> None:
    """Draw a mark with its lines of text."""
    from schemdraw import elements

    colour, fill = RGB[mark.colour], RGB.get(mark.fill, mark.fill)
    match mark.draw:
        case "text":
            _text(drawing, mark.at[0], lines[0], size=mark.size, colour=colour, align=mark.align)
        case "box":
            box = elements.Rect(corner1=mark.at[0], corner2=mark.at[1], fill=fill or PALE).theta(0).at((0, 0))
            drawing.add(box.linewidth(1.6).color(colour))
            x, y = ((low + high) / 2 for low, high in zip(*mark.at, strict=True))
            for row, line in enumerate(lines):
                place = (x, y + 0.32 * len(lines) - 0.5 - 0.64 * row)
                _text(drawing, place, line[:1].upper() + line[1:], size=11 if row else 13, align="center")
        case "frame":
            frame = elements.Rect(corner1=mark.at[0], corner2=mark.at[1]).theta(0).at((0, 0))
            drawing.add(frame.linestyle("--").linewidth(1.2).color(RGB["quiet"]))
            _text(drawing, (mark.at[0][0] + 0.1, mark.at[1][1] + 0.1), lines[0], colour=RGB["quiet"])
        case "NFet":
            body = elements.NFet().reverse()
            drawing.add((body.flip() if mark.is_flipped else body).theta(0).anchor("gate").at(mark.at[0]))
        case "Dot":
            drawing.add(elements.Dot().at(mark.at[0]).color(colour))
        case name:
            for start, end in itertools.pairwise(mark.at):
                element = getattr(elements, name)().at(start).to(end).color(colour)
                drawing.add(element.fill(fill) if fill else element)


def _text(
    drawing: Any, at: Place, text: str, *, size: float = 13, colour: str = RGB["ink"], align: str = "left"
) -> None:
    from schemdraw.elements import Label

    label = Label().theta(0).at(at)
    drawing.add(label.label(text, fontsize=size, halign=align, valign="bottom", color=colour))


def _svg(drawing: Any) -> bytes:
    """Return a drawing, with two decimals and a size in pixels, which every program understands."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")  # other libraries call it otherwise
    svg = drawing.get_imagedata("svg").decode()
    short = re.sub(r"-?\d+\.\d+(?:e-?\d+)?", lambda found: f"{float(found[0]):z.2f}".rstrip("0").rstrip("."), svg)
    sized = re.sub(r'(height|width)="([\d.]+)pt"', r'\1="\2"', short, count=2)
    return (sized.replace("stroke-dasharray:-;", "") + "\n").encode()
