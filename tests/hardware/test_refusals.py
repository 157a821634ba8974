"""What cannot be built, seen, wired or fed is refused by its name, and every number that is offered instead works."""

import pytest

from hardware.arm.plan import check as held
from hardware.errors import NumbersError
from hardware.mount.boards import display_board
from hardware.mount.cables import HIGHEST_MM, cables, free_mm
from hardware.mount.layout import layout
from hardware.mount.light import light
from hardware.numbers import FILE, Feed, Numbers, load, parse
from hardware.optics.check import check_light as lit
from hardware.optics.check import check_view as seen
from hardware.wiring.budget import check as fed
from hardware.wiring.pins import wires
from tests.hardware.changes import changed, offered

HEADER = {"light_supply.feed": Feed.HEADER}
PIXELS = r"camera.height_mm = 900 .* is 45 px wide for Camera Module 3, the eye needs 55; the nearest is \d+$"
WHOLE = "camera.height_mm = 400 .* the whole board of 300 mm with its rim from 506 mm on; the nearest is 506$"
SMALL = "the nearest board.across_mm is 236, or the nearest dice.size_mm is 20, or it can be seen by"
EDGE = "that are 1.4° off level, and 2° must do no harm; the nearest is 224; light.ring_diameter_mm = .* as well"
UNEVEN = {"light.lit_sides": 2, "light.ring_height_mm": 60.0, "light.tilt_deg": 80.0, "light.strip_watts_per_m": 60.0}
HIDING = {"board.rim_width_mm": 50.0, "light.ring_diameter_mm": 330.0, "light.ring_height_mm": 100.0}


def cabled(numbers: Numbers) -> None:
    found = cables(numbers)
    assert found.low_z_mm <= HIGHEST_MM
    assert found.camera_mm <= free_mm(numbers)


def display_case(numbers: Numbers) -> None:
    display_board(numbers.display.model)


ONE_CHANGE_MENDS = [
    (seen, {"camera.height_mm": 400.0}, WHOLE),
    (seen, {"camera.height_mm": 900.0}, PIXELS),
    (lit, {"light.ring_height_mm": 240.0}, EDGE),
    (lit, {"light.tilt_deg": 10.0}, "tilt_deg = 10 .* shines into the lens; the nearest is 29"),
    (lit, {"light.strip_watts_per_m": 0.45}, "strip_watts_per_m = 0.45 cannot be built: it makes 34 lux"),
    (layout, {"light.ring_diameter_mm": 360.0}, "360 of 12 sides leaves no .* nearest is 390"),
    (light, {"light.ring_sides": 8, "light.lit_sides": 8}, "light.lit_sides = 8 .* nearest is 6"),
    (cabled, {"camera.height_mm": 900.0}, r"camera.height_mm = 900 .*nearest is \d+"),
    (cabled, {"light.ring_diameter_mm": 520.0}, r"light.ring_diameter_mm = 520 .*nearest is \d+"),
    (cabled, {"cables.ribbon_mm": 400.0}, r"cables.ribbon_mm = 400 .*nearest is \d+"),
    (wires, {"pins.button": 2}, "pins.button = 2 .*I²C; the nearest is 17"),
    (wires, {"pins.light": 1}, "pins.light = 1 .*HAT EEPROM"),
    (wires, {"pins.buzzer": 5}, "pins.buzzer = 5 .*pulled up at the start.*nearest is 12"),
    (fed, {"supply.cable_awg": 24}, "supply.cable_awg = 24, .* V arrive"),
    (fed, {"supply.cable_mm": 2000.0}, "supply.cable_awg = 17, supply.cable_mm = 2000 .* V arrive"),
    (fed, {"supply.volts": 5.0}, r"supply.volts = 5\.1"),
    (fed, {"light.strip_watts_per_m": 21.0}, r"light_supply.amps = 3 .*nearest is 4"),
    (fed, {"light_supply.cable_awg": 28}, "light_supply.cable_awg = 28"),
    (fed, {"wiring.display_lead_awg": 30}, "wiring.display_lead_awg = .* V arrive at the display"),
    (fed, {"wiring.lamp_ohm": 100.0}, "wiring.lamp_ohm = 100 .*nearest is 220$"),
    (fed, {"wiring.lamp_volts": 3.0, "wiring.lamp_ohm": 2200.0}, "wiring.lamp_ohm = 2200 .*nearest is 560$"),
    (fed, {"wiring.button_cable_mm": 20_000.0}, r"wiring.button_cable_mm = 20000 .*nearest is \d+$"),
]
ONE_CHANGE_MENDS += [
    (held, {"arm.height_mm": 400.0}, r"arm\.height_mm = 400 .* the nearest is 584$"),
    (held, {"arm.height_mm": 940.0}, r"arm\.height_mm = 940 .* the nearest is 932$"),
    (held, {"arm.edge_mm": 340.0}, r"arm\.edge_mm = 340 .* nearest is 330$"),
    (held, {"arm.edge_mm": 140.0}, r"arm\.edge_mm = 140 .* nearest is 150$"),
    (held, {"arm.display_mm": 150.0}, r"arm\.display_mm = 150 .* nearest is 210$"),
    (held, {"arm.cable_mm": 1500.0}, r"arm\.cable_mm = 1500 .* nearest is 1900$"),
    (held, {"arm.lamp_mm": 200.0}, r"arm\.lamp_mm = 200 .* mirrors the lamp .* nearest is \d+$"),
    (held, {"arm.lamp_lumens": 50.0, "arm.lamp_mm": 500.0}, r"arm\.lamp_lumens = 50 .* nearest is \d+$"),
]
NAMED = [
    (seen, {"dice.size_mm": 9.0}, "board.across_mm = 300 with dice.size_mm = 9 cannot be built"),
    (seen, {"board.across_mm": 500.0}, "across_mm = 500 with dice.size_mm = 16 .*: Camera Module 3 .*across_mm is 419"),
    (seen, {"camera.model": "usb-1080p"}, SMALL),
    (seen, {"camera.model": "hq-8mm"}, "it can be seen by camera.model = module-3, module-3-wide, hq-6mm"),
    (seen, {"camera.model": "box"}, "camera.model = 'box' is not known: legal is module-3, module-3-wide"),
    (lit, {"light.ring_height_mm": 600.0}, "ring_height_mm = 600 .* a ring of 440 mm mirrors there in dice"),
    (lit, HIDING, r"it hides the rim of the board from the camera; the nearest is \d+"),
    (lit, UNEVEN, "× as much light as the darkest, the eye can do with 5 ×; the nearest is"),
    (layout, {"camera.height_mm": 200.0}, r"camera.height_mm = 200 leaves no room .* nearest is \d+"),
    (layout, {"camera.height_mm": 320.0}, r"light.ring_height_mm = 220 does not go .* nearest is \d+"),
    (layout, {"board.across_mm": 600.0}, r"light.ring_diameter_mm = 440 hangs too far .* nearest is \d+"),
    (layout, {"camera.model": "pinhole"}, 'camera.model = "pinhole" has no plate'),
    (wires, {"pins.lamp": 17}, r"button and pins\.lamp: both got GPIO 17 .*nearest free one is GPIO 27"),
    (wires, HEADER, 'light_supply.feed = "header" .*covers both pins.*"own"'),
    (wires, {"display.model": "goodix-dsi"}, "pins.button = 17 .*takes GPIO 17; the nearest is 24"),
    (wires, {"display.model": "spi-3.5"}, "pins.lamp = 27 .*covers pin 13"),
    (wires, {"display.model": "hyperpixel-4"}, "pins.light = 23 .*takes GPIO 23; no other is free"),
    (held, {"arm.model": "string"}, r'arm.model = "string" is not known: legal is desk-pole, '),
    (held, {"arm.camera": "module-3"}, 'arm.camera = "module-3" .* flat cable .* nearest is usb-2160p'),
    (held, {"arm.camera": "usb-1080p"}, "it can be seen by arm.camera = usb-2160p, usb-8mp, usb-2160p-wide$"),
    (display_case, {"display.model": "hdmi"}, 'display.model = "hdmi" has no case on the stand; the nearest is touch-'),
    (wires, {"display.model": "oled"}, "oled.*legal is touch-display-2"),
    (fed, {"supply.volts": 5.0, "supply.amps": 2.0, "supply.cable_awg": 28}, r"3\.45 A .*nearest is 4$"),
    (fed, HEADER, 'supply.amps = 5 .*nearest is 6, or light_supply.feed = "own"'),
    (fed, {**HEADER, "supply.amps": 6.0}, 'light_supply.feed = "own"'),
    (str, {"pins.light": 28}, "pins.light = 28 .* nearest is 27"),
    (str, {"cables.ribbon_mm": 1000.0}, "cables.ribbon_mm = 1000 .* the nearest is 500"),
    (str, {"cables.slack_mm": 2.0}, "cables.slack_mm = 2 .* the nearest is 10"),
]
"""What needs more than one change, and at the end what nobody sells: that is refused before anybody looks at it."""


@pytest.mark.parametrize(
    ("is_mended", "check", "changes", "words"),
    [*((True, *each) for each in ONE_CHANGE_MENDS), *((False, *each) for each in NAMED)],
)
def test_what_is_refused_is_named_and_what_is_offered_works(is_mended, check, changes, words):
    with pytest.raises(NumbersError, match=words) as refused:
        check(changed(changes))
    if is_mended:
        said = str(refused.value)
        assert "\n" not in said
        instead = offered(changed(changes), said)
        assert instead
        for numbers in instead:
            check(numbers)


def test_a_board_too_wide_for_its_cable_is_refused_with_the_widest_that_is_not():
    wide = changed({"board.across_mm": 480.0, "light.ring_diameter_mm": 480.0})
    with pytest.raises(NumbersError, match=r"board.across_mm = 480 .*nearest is \d+$") as refused:
        cables(wide)
    (narrower,) = offered(wide, str(refused.value))
    cabled(changed({"light.ring_diameter_mm": 440.0}, narrower))


def test_a_light_fed_through_the_header_has_no_supply_of_its_own_and_takes_a_free_pin():
    through = changed({**HEADER, "display.model": "hdmi"})
    assert [wire.pin.number for wire in wires(through) if wire.role == "supply"] == [4]


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("across_mm = 300.0", "across_mm = 900.0", "board.across_mm = 900 .* nearest is 600"),
        ("size_mm = 16.0", "size_mm = 5.0", "dice.size_mm = 5 .* nearest is 8"),
        ("ring_sides = 12", "ring_sides = 11", "light.ring_sides = 11 .* nearest is 12"),
        ("lit_sides = 6", "lit_sides = 14", "light.lit_sides = 14 .* nearest is 12"),
        ("tilt_deg = 50.0              #", "tilt_deg = 95.0 #", "light.tilt_deg = 95 .* nearest is 90"),
        ("tilt_deg = 50.0         #", "tilt_deg = 95.0 #", "display.tilt_deg = 95 .* nearest is 60"),
        ("lamp = 27", "", r"^numbers\.toml: pins\.lamp: it is missing$"),
        ("ribbon_mm = 500.0", "ribbon_mm = 1.0", r"^cables\.ribbon_mm = 1 [^@]* nearest is 100$"),
        ("button = 17", "buton = 17", "buton"),
        ('shape = "octagon"', 'shape = "oval"', "shape"),
        ("[dice]", "[dice", "no TOML"),
    ],
)
def test_a_file_of_what_cannot_be_built_is_refused_by_name(written, instead, said):
    text = FILE.read_text(encoding="utf-8")
    assert written in text
    with pytest.raises(NumbersError, match=said):
        parse(text.replace(written, instead, 1))


def test_an_unknown_display_and_a_file_that_is_not_there_are_named():
    with pytest.raises(NumbersError, match=r'display.model = "crt" has no case'):
        display_board("crt")
    with pytest.raises(NumbersError, match=r"nowhere\.toml"):
        load(FILE.with_name("nowhere.toml"))
