"""Numbers that cannot be built are refused by name, with the nearest that works."""

from __future__ import annotations

import pytest

from hardware.errors import NumbersError
from hardware.numbers import FILE, load, parse

TEXT = FILE.read_text(encoding="utf-8")


def test_the_numbers_in_the_tree_can_be_built() -> None:
    assert load().board.across_mm > 0


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("across_mm = 300.0", "across_mm = 900.0", "board.across_mm = 900 .* nearest is 600"),
        ("size_mm = 16.0", "size_mm = 5.0", "dice.size_mm = 5 .* nearest is 8"),
        ("height_mm = 620.0", "height_mm = 60.0", "camera.height_mm = 60 .* nearest is 150"),
        ("bed_mm = 220.0", "bed_mm = 80.0", "printer.bed_mm = 80 .* nearest is 100"),
        ("rim_width_mm = 14.0", "rim_width_mm = 0.0", "board.rim_width_mm = 0 .* nearest is 1"),
        ("ring_sides = 12", "ring_sides = 11", "light.ring_sides = 11 .* nearest is 12"),
        ("lit_sides = 6", "lit_sides = 14", "light.lit_sides = 14 .* nearest is 12"),
        ("lit_sides = 6", "lit_sides = 4", "light.lit_sides = 4 .* nearest is 6"),
        ("tilt_deg = 50.0              #", "tilt_deg = 95.0 #", "light.tilt_deg = 95 .* nearest is 90"),
        ("tilt_deg = 50.0         #", "tilt_deg = 95.0 #", "display.tilt_deg = 95 .* nearest is 60"),
        ("ribbon_mm = 500.0", "ribbon_mm = 1000.0", "cables.ribbon_mm = 1000 .* nearest is 500"),
        ("lamp = 27", "", "lamp is missing"),
        ("button = 17", "buton = 17", "buton"),
        ('shape = "octagon"', 'shape = "oval"', "shape"),
        ("[dice]", "[dice", "no TOML"),
    ],
)
def test_what_cannot_be_built_is_refused_by_name(written: str, instead: str, said: str) -> None:
    assert written in TEXT
    with pytest.raises(NumbersError, match=said):
        parse(TEXT.replace(written, instead, 1))


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(NumbersError, match=r"nowhere\.toml"):
        load(FILE.with_name("nowhere.toml"))
