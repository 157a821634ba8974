"""Three builds, each complete, fed well and added up; what the drawings show is in the bill."""

import re
from dataclasses import replace

import pytest

from hardware import make, numbers
from hardware.mount.fasteners import counts
from hardware.parts import made as bill
from hardware.wiring import circuit, pins, power

NUMBERS = numbers.load()


def test_every_build_does_all_it_must_with_its_own_parts_and_a_supply_and_a_cable_that_are_enough():
    for build in bill.Build:
        assert bill.missing(build, NUMBERS) == frozenset()
        assert bill.spare_amps(build, NUMBERS) >= 0
    other = NUMBERS.changed("cafe", camera="usb-8mp", height_mm=500.0)
    arm, cafe = (bill.numbers_of(build, other).camera for build in (bill.Build.ARM, bill.Build.CAFE))
    assert (arm.model, arm.height_mm) == (NUMBERS.arm.camera, NUMBERS.arm.height_mm)
    assert (cafe.model, cafe.height_mm) == ("usb-8mp", 500.0)
    assert bill.numbers_of(bill.Build.STAND, NUMBERS) == NUMBERS
    assert bill.part_for("camera", bill.Build.STAND, NUMBERS).id.removeprefix("camera-") == NUMBERS.camera.model
    strip, light = bill.part_for("light", bill.Build.STAND, NUMBERS), NUMBERS.light
    assert strip.watts_per_m == light.strip_watts_per_m
    assert f"{strip.watts_per_m:g} W/m" in strip.name[0]
    # By hand: six sides of a ring of 440 mm, 2 · 213 · tan 15° - 4 = 110.1 mm each, cut at a mark of 10 mm; 12 W/m.
    assert power.ring_amps(NUMBERS) * power.RING_VOLTS == pytest.approx(6 * 0.110 * 12.0)
    assert light.led_watts == NUMBERS.changed("light", strip_cut_mm=55.0).light.led_watts
    assert NUMBERS.changed("light", strip_cut_mm=60.0).light.piece_mm == 60.0
    fuse_a = float(re.search(r"of ([\d.]+) A", bill.part_for("fuse", bill.Build.STAND, NUMBERS).name[0])[1])
    assert power.ring_amps(NUMBERS) < fuse_a < NUMBERS.light_supply.amps


def test_every_plug_has_a_socket_that_it_fits_and_what_does_not_is_named(monkeypatch):
    joined = {build: bill.joints(build, NUMBERS) for build in bill.Build}
    displays = [(joint.by, joint.plugs) for joint in joined[bill.Build.STAND] if "touch-display-2" in joint.parts]
    assert displays == [("display-ribbon", ("ffc-15", "ffc-22")), ("", ("power-3", "header"))]
    assert all(not each.by.endswith("ribbon") for each in (*joined[bill.Build.ARM], *joined[bill.Build.CAFE]))

    stand, as_sold = bill.Build.STAND, bill.PARTS
    for name, changes, said in (
        # which the bill once bought
        ("display-ribbon", {"plugs": ("ffc-22", "ffc-22")}, r"stand: display-ribbon has no \('ffc-15', 'ffc-22'\)"),
        ("display-ribbon", {"id": "ribbon-nobody-joins"}, "ribbon-nobody-joins is joined to nothing"),
        ("power-strip", {"sockets": {"mains": 1}}, "power-strip has no mains left"),
    ):
        parts = tuple(replace(part, **changes) if part.id == name else part for part in as_sold.part)
        monkeypatch.setattr(bill, "PARTS", replace(as_sold, part=parts))
        with pytest.raises(bill.PartsError, match=said):
            bill.joints(stand, NUMBERS)


def test_sums_are_those_of_their_lines():
    made = bill.files(NUMBERS, {"mount": {"mount.json": (make.FOLDER / "mount" / "mount.json").read_bytes()}})
    assert "| 46 | ISO 7380-1 M5 × 10 |" in made["bill.md"].decode()
    for name in bill.NAMES.values():
        for build, section in zip(bill.Build, made[name].decode().split("\n## ")[1:4], strict=True):
            section = section.partition("\n### ")[0]
            told = re.findall(r"\| (?:\*\*)?([\d.,]+)(?:\*\*)? \|$", section, re.MULTILINE)
            *prices, together = (float(price.replace(",", ".")) for price in told)
            assert sum(prices) == pytest.approx(together) == pytest.approx(bill.total(build, NUMBERS))


def test_the_bill_takes_what_the_mount_counts():
    counted = counts(NUMBERS)
    taken = {item.part.mount: item.count for item in bill.items(bill.Build.STAND, NUMBERS) if item.part.mount}
    assert taken == counted
    # Source: two masts of 620, a beam of 510, two feet of 412 mm; two bars of 412 and a piece of 60 mm; 4 + 4 feet.
    assert (counted["profile"], counted["steel"], counted["feet"]) == (2.6, 0.9, 8.0)
    ribbons = [part.name[0] for part in bill.PARTS.part if part.mount.endswith("ribbon")]
    assert [f"{NUMBERS.cables.ribbon_mm:g} mm" in name for name in ribbons] == [True] * 2
    assert counts(NUMBERS.changed("camera", model="usb-2160p"))["camera-ribbon"] == 0


def test_the_arm_is_cheapest_and_then_the_cafes_build_and_what_none_has_is_named():
    cheapest, usual, dearest = (bill.total(build, NUMBERS) for build in bill.Build)
    assert cheapest < usual < dearest
    with pytest.raises(bill.PartsError, match=r"cafe has no part for switch"):
        bill.part_for("switch", bill.Build.CAFE, NUMBERS)


def test_every_part_is_one_of_a_build_with_a_reason_and_an_alternative_in_both_languages():
    assert len({part.id for part in bill.PARTS.part}) == len(bill.PARTS.part)
    for part in bill.PARTS.part:
        assert part.price > 0
        assert part.alternatives
        assert all((*part.name, *part.why, *(part.avoid or ())))
        assert any(part.counts) or part.mount
    # What the circuit shows.
    listed = " ".join(item.part.name[0] for item in bill.items(bill.Build.STAND, NUMBERS))
    for value in (NUMBERS.wiring.lamp_ohm, circuit.BUTTON_SERIES_OHM, circuit.GATE_OHM, circuit.GATE_DOWN_OHM):
        assert pins.ohms(value) in listed
    assert circuit.TRANSISTOR in listed
    assert "1N4148" in listed
