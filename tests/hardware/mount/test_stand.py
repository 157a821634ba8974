"""It stands, its cables reach, and other boards, cameras and displays are built as well."""

import numpy as np
import pytest

pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")

from hardware.errors import NumbersError
from hardware.mount import pi_size, steps
from hardware.mount.assembly import assembly, drawn
from hardware.mount.cables import BOX_AWAY_MM, cables, free_mm, mast_clips_mm
from hardware.mount.fasteners import cuts, fasteners
from hardware.mount.layout import cap_width_mm, hands_mm, layout
from hardware.mount.mesh import check_bed, mesh
from hardware.mount.screws import screws
from hardware.mount.stability import LEAST_N, Mass, check, stability
from tests.cases import cases
from tests.hardware.changes import NUMBERS, changed

CASES = cases(__file__)


def test_both_cables_are_half_a_metre_with_slack_at_both_ends_and_the_buttons_reaches_its_box():
    found = cables(NUMBERS)
    assert max(found.camera_mm, found.display_mm) <= free_mm(NUMBERS) == 500 - 2 * 40
    # Source: by hand over the drawing: 3 out of the connector, 29 up, 255 + 3.5 along the beam, 15.5 round its end,
    # 105 down to the sockets, 8 into them.
    assert found.camera_mm == pytest.approx(3 + 29 + 258.5 + 15.5 + 105.2 + 8, abs=1)
    # Source: the same: 15 out of the Pi's case, 270 down the mast, 67 over to the slot, 69 to the display's middle.
    assert found.display_mm == pytest.approx(15 + 270 + 66 + 69, abs=2)
    over_the_foot = cap_width_mm(NUMBERS) / 2 + BOX_AWAY_MM
    assert found.pi_z_mm + over_the_foot + 2 * NUMBERS.cables.slack_mm <= NUMBERS.wiring.button_cable_mm


def test_the_pi_hangs_below_the_beams_end_and_above_the_display():
    found, (above, below) = cables(NUMBERS), pi_size.reach_mm(NUMBERS)
    assert found.pi_z_mm + above < layout(NUMBERS).beam_z_mm
    assert found.pi_z_mm - below > found.low_z_mm + 115
    clips = mast_clips_mm(NUMBERS)
    assert len(clips) >= 3
    assert all(found.leave_z_mm < z < found.pi_z_mm - below for z in clips)
    assert max(np.diff(sorted(clips))) <= 90


def test_the_cables_drawn_are_as_long_as_reckoned(stand):
    found = cables(stand.numbers)
    for name, long in (("ribbon camera", found.camera_mm), ("ribbon display", found.display_mm)):
        one = next(p for p in stand.placed if p.name == name)
        # A strip of 16 × 0.6 mm; drawn corners overlap or stand off by half its width.
        assert one.solid.volume / (16.0 * 0.6) == pytest.approx(long, abs=35)


def test_ten_newtons_at_the_beam_tip_it_in_no_direction(stand):
    found = check(stand.numbers, stand.masses)
    assert min(found.tip_n.values()) >= LEAST_N
    assert (found.press_margin > 2, found.sway_hz > 5) == (True, True)


def test_a_mass_in_the_middle_tips_by_the_lever_rule():
    found = stability(NUMBERS, [Mass("all", 4.0, (0.0, 0.0, 100.0))])
    # Source: 4 kg · 9.81 m/s² · 193 mm / 667.2 mm; the rubber feet stand 17 mm behind the caps' ends.
    assert found.tip_n["front"] == pytest.approx(found.tip_n["back"]) == pytest.approx(11.351, abs=0.001)


@pytest.mark.parametrize(("changes", "kg", "said", "nearest", "side"), [each.values() for each in CASES["tipping"]])
def test_feet_too_short_or_too_near_each_other_are_refused_with_the_nearest_that_work(changes, kg, said, nearest, side):
    numbers = changed(changes)
    light = [Mass("all", kg, (0.0, 0.0, 150.0))]
    with pytest.raises(NumbersError, match=said):
        check(numbers, light)
    assert check(changed(nearest, numbers), light).tip_n[side] >= LEAST_N


@pytest.mark.proof
@pytest.mark.parametrize("changes", CASES["corners"], ids=str)
def test_corners_of_what_is_legal_are_built(changes):
    numbers = changed(changes)
    parts = drawn(numbers)
    assert all(part.is_valid for part in parts.values())
    for name, part in parts.items():
        check_bed(name, mesh(part, tolerance_mm=0.3, angle_rad=0.5), 220.0)
    assert len(assembly(numbers, parts)) > 100
    assert fasteners(numbers, (screw.place for screw in screws(numbers)))
    assert cuts(numbers)


def test_other_rings_have_room_for_straps_and_holder_and_leave_it_for_hands():
    nearest = changed({"light.ring_diameter_mm": 390.0})
    assert nearest.light.length_mm(7.0) >= 108.0
    assert layout(nearest).wing_gap_mm >= 0
    # Source: an octagon's wings end at 67.5° from the right: 2 · (220 - 12.8) / cos 22.5° · cos 67.5° less two plates.
    assert hands_mm(changed({"light.ring_sides": 8}))[0] < 175 < 280 < hands_mm(NUMBERS)[0]


def test_steps_name_every_part_in_both_languages():
    assert [step.number for step in steps.STEPS] == list(range(1, len(steps.STEPS) + 1))
    assert all(all(said) and len(said) == 4 for step in steps.STEPS for said in (step.english, step.german))
