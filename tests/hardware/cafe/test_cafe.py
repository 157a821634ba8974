"""The café's build: sway, weight and reach against sums by hand, its bill, and its three parts."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.cafe import plan
from hardware.errors import NumbersError
from hardware.mount import mast
from hardware.mount.mesh import mesh
from hardware.numbers import Build
from hardware.parts import made as bill
from tests.cases import cases
from tests.hardware.changes import NUMBERS, changed, offered

CAFE = replace(NUMBERS, build=Build.CAFE)


def test_the_mast_swings_as_beams_do_and_one_too_high_is_refused_with_the_highest_that_holds():
    # By hand: a tube 20 × 20 × 2 has (20⁴ - 16⁴) / 12 = 7872 mm⁴ and twists with 18³ · 2 = 11664 mm⁴; 709.15 mm high,
    # 254 mm out; sockets 28.3 × 40 mm less the tube, 40 mm long; the plate's 111 mm under the foot span 290 mm.
    high, out, e = 709.15, 254.0, 69e3
    tube = high**3 / (3 * e * 7872) + out**2 * high / (e / 2.66 * 11664) + out**3 / (3 * e * 7872)
    sockets = (high**2 + 2 * out**2) * 40 / (1900 * (28.3 * 40**3 - 20**4) / 12)
    plate = high**2 * 290 / (205e3 * (268.15 - 157.1757) * 4**3)
    kg = 0.3 + 0.1 + 144 * 2.7e-6 * (695 * 33 / 140 + 233 / 3)
    by_hand = math.sqrt(1000 / (tube + sockets + plate) / kg) / (2 * math.pi)
    assert plan.sway_hz(CAFE) == pytest.approx(by_hand, rel=1e-3)
    assert NUMBERS.cafe.wide_mm <= 420.0
    weak = changed({"cafe.height_mm": 1100.0, "cafe.plate_mm": 3.0, "dice.size_mm": 26.0}, CAFE)
    with pytest.raises(NumbersError, match=r"cafe\.height_mm = 1100 .* at \d\.\d Hz.* nearest is \d+$") as refused:
        plan.check(weak)
    (lower,) = offered(weak, str(refused.value))
    higher = lower.changed("cafe", height_mm=lower.cafe.height_mm + 5)
    assert plan.sway_hz(lower) >= plan.desk.LEAST_HZ > plan.sway_hz(higher)


def test_ten_newtons_at_the_boom_tip_it_to_no_side_and_what_is_carried_away_is_its_masses():
    # By hand: 420 × 320 × 4 mm of steel weigh 4.220 kg; tubes 0.361, head 0.3, elbow and foot 0.25, display 0.36.
    assert plan.kg(CAFE) == pytest.approx(4.220 + 0.361 + 0.3 + 0.25 + 0.36, abs=0.002)
    # Rubber stands 145 mm before and behind the middle, the boom 716.65 mm above the table.
    assert plan.tip_n(CAFE) == pytest.approx(plan.kg(CAFE) * 9.81 * 145 / 716.65, rel=1e-3)
    assert plan.tip_n(CAFE) >= 10.0
    long = changed({"cafe.wide_mm": 900.0, "cafe.deep_mm": 900.0}, CAFE)  # it leans to the left, where most of it is
    assert plan.tip_n(long) < plan.kg(long) * 9.81 * 435 / 716.65
    assert plan.cable_mm(CAFE) == 100 * math.ceil((233 + 695 + 300) / 100)


def test_the_bill_has_the_tube_as_long_as_it_is_cut_and_screws_as_long_as_what_they_hold():
    counts = {item.part.id: item.count for item in bill.items(Build.CAFE, NUMBERS)}
    assert (counts["square-tube"], counts["rubber-feet"]) == (1.0, 4.0)  # 695 and 233 mm
    assert mast.counts(changed({"cafe.height_mm": 800.0}))["tube"] == 1.1
    long, short = counts["clamp-bolts"], counts["plate-bolts"]
    assert (long, short, counts["lock-nuts"], counts["washers"]) == (8, 4, 8 + 4, 2 * 8 + 4)
    names = " ".join(part.name[0] for part in bill.PARTS.part)
    assert all(f"{mast.BOLT} × {mm:g}" in names for mm in (mast.CLAMP_BOLT_MM, mast.PLATE_BOLT_MM))
    # A nut is full where a millimetre of thread is seen behind it, or at the thickest plate just so.
    assert mast.WIDE_MM + 2 * mast.WASHER_MM + mast.NUT_MM + 1 <= mast.CLAMP_BOLT_MM
    assert 8.0 + mast.FLANGE_MM + mast.WASHER_MM + mast.NUT_MM <= mast.PLATE_BOLT_MM


@pytest.mark.proof
@pytest.mark.parametrize("changes", cases(__file__)["drawn"], ids=str)
def test_its_three_parts_print_and_everything_goes_together(changes):
    pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")
    from hardware.mount import mast_parts
    from tests.hardware.mount.surfaces import clashes, require_printable, shared_mm3

    numbers = changed(changes, CAFE)
    plan.check(numbers)
    drawn = {part.name: part.draw(numbers) for part in mast_parts.catalogue(numbers)}
    assert len(drawn) == 3
    for name, part in drawn.items():
        require_printable(name, part, mesh(part), bed_mm=220.0)
    placed = mast_parts.placed(numbers, drawn)
    assert clashes([one for one in placed if one.name != "clamp bolt"], least=8) == {}
    # Each of those bolts passes its part, and goes right through the middle of a tube.
    for bolt in (one for one in placed if one.name == "clamp bolt"):
        assert all(shared_mm3(bolt.solid, one.solid) < 0.5 for one in placed if one.name in drawn)
        inside = sum(shared_mm3(bolt.solid, one.solid) for one in placed if one.name in {"mast", "boom"})
        assert inside == pytest.approx(2 * mast.TUBE_WALL_MM * math.pi / 4 * 4.95**2, rel=0.02)
    lens, rim = mast.mast_layout(numbers).lens_z_mm, numbers.board.rim_height_mm
    for one in placed:  # nothing stands between the lens and the board
        x, _, z = mesh(one.solid, tolerance_mm=0.5, angle_rad=0.5).vertices_mm.T
        seen = (z < lens - 1) & (z > rim + 0.1)
        assert np.all(x[seen] * (lens - rim) / (lens - z[seen]) >= numbers.board.across_mm / 2), one.name
