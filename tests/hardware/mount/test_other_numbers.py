"""Other boards, cameras and displays are built as well; what cannot be is refused by name with the nearest that can."""

import pytest

pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")

from hardware.mount.assembly import assembly, drawn
from hardware.mount.fasteners import cuts, fasteners
from hardware.mount.layout import hands_mm, layout
from hardware.mount.light import light
from hardware.mount.mesh import check_bed, mesh
from hardware.mount.screws import screws
from hardware.mount.steps import STEPS
from hardware.numbers import BoardShape, Numbers, load
from tests.hardware.changes import changed

ROUND = {"board.across_mm": 240.0, "board.shape": BoardShape.ROUND, "camera.model": "hq-6mm", "camera.height_mm": 500.0}
USB = {"board.across_mm": 400.0, "dice.size_mm": 20.0, "camera.model": "usb-1080p", "camera.height_mm": 700.0}
LOW = {"camera.model": "module-3-wide", "camera.height_mm": 420.0}
BARE = {"mount.ballast_mm": 0.0, "mount.button_hole_mm": 22.0}


@pytest.mark.proof
@pytest.mark.parametrize("numbers", [changed(ROUND), changed(USB), changed({**LOW, **BARE})])
def test_corners_of_what_is_legal_are_built(numbers: Numbers) -> None:
    parts = drawn(numbers)
    assert all(part.is_valid for part in parts.values())
    for name, part in parts.items():
        check_bed(name, mesh(part, tolerance_mm=0.3, angle_rad=0.5), 220.0)
    assert len(assembly(numbers, parts)) > 100
    assert fasteners(numbers, (screw.place for screw in screws(numbers)))
    assert cuts(numbers)


def test_the_nearest_ring_has_room_for_straps_and_holder() -> None:
    nearest = changed({"light.ring_diameter_mm": 390.0})
    assert light(nearest).length_mm(7.0) >= 108.0
    assert layout(nearest).wing_gap_mm >= 0


def test_an_octagon_leaves_less_room_for_hands_than_twelve_sides() -> None:
    width, _ = hands_mm(load())
    narrow, _ = hands_mm(changed({"light.ring_sides": 8}))
    # Source: the octagon's wings end at 67.5° from the right: 2 · (220 - 12.8) / cos 22.5° · cos 67.5° less two plates.
    assert narrow < 175 < 280 < width


def test_steps_name_every_part_in_both_languages() -> None:
    assert [step.number for step in STEPS] == list(range(1, len(STEPS) + 1))
    assert all(all(said) and len(said) == 4 for step in STEPS for said in (step.english, step.german))
