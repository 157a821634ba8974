"""Three builds, each complete, fed well and added up; what the drawings show is in the bill."""

import re

import pytest

from hardware.mount.fasteners import counts
from hardware.numbers import load
from hardware.parts import made as bill
from hardware.wiring.circuit import AO3400A, BUTTON_SERIES_OHM, GATE_DOWN_OHM, GATE_OHM
from hardware.wiring.pins import ohms
from hardware.wiring.power import RING_VOLTS, ring_amps

NUMBERS = load()


def test_every_build_does_all_it_must_with_its_own_parts_and_a_supply_and_a_cable_that_are_enough():
    for build in bill.Build:
        assert bill.missing(build, NUMBERS) == frozenset()
        assert bill.spare_amps(build, NUMBERS) >= 0
    cheapest = bill.numbers_of(bill.Build.CHEAPEST, NUMBERS)
    assert (cheapest.wiring.computer, cheapest.supply.amps, cheapest.display.model) == ("pi-4", 3.0, "hdmi")
    assert cheapest.camera.model.startswith("usb")
    assert bill.numbers_of(bill.Build.RECOMMENDED, NUMBERS) == NUMBERS
    assert bill.part_for("camera", bill.Build.RECOMMENDED, NUMBERS).id.removeprefix("camera-") == NUMBERS.camera.model
    strip = bill.part_for("light", bill.Build.RECOMMENDED, NUMBERS)
    assert strip.watts == pytest.approx(ring_amps(NUMBERS) * RING_VOLTS)
    assert f"for {strip.watts:g} W" in strip.name[0]


def test_sums_are_those_of_their_lines():
    made = bill.files(NUMBERS)
    for name in bill.NAMES.values():
        for build, section in zip(bill.Build, made[name].decode().split("\n## ")[1:4], strict=True):
            told = re.findall(r"\| (?:\*\*)?([\d.,]+)(?:\*\*)? \|$", section, re.MULTILINE)
            *prices, together = (float(price.replace(",", ".")) for price in told)
            assert sum(prices) == pytest.approx(together) == pytest.approx(bill.total(build, NUMBERS))


def test_the_bill_takes_what_the_mount_counts():
    counted = counts(NUMBERS)
    taken = {item.part.mount: item.count for item in bill.items(bill.Build.RECOMMENDED, NUMBERS) if item.part.mount}
    assert taken == counted
    # Source: two masts of 620, a beam of 510, two feet of 412 mm; two bars of 412 and a piece of 60 mm; 4 + 4 feet.
    assert (counted["profile"], counted["steel"], counted["feet"]) == (2.6, 0.9, 8.0)
    ribbons = [part.name[0] for part in bill.PARTS.part if part.mount.endswith("ribbon")]
    assert [f"{NUMBERS.cables.ribbon_mm:g} mm" in name for name in ribbons] == [True] * 2
    assert counts(NUMBERS.changed("camera", model="usb-2160p"))["camera-ribbon"] == 0


def test_the_cheapest_is_cheapest_and_the_cafe_has_what_the_recommended_has_and_a_backup():
    builds = bill.Build.CHEAPEST, bill.Build.RECOMMENDED, bill.Build.CAFE
    cheapest, usual, dearest = (bill.total(build, NUMBERS) for build in builds)
    assert cheapest < usual < dearest
    recommended, cafe = ({item.part.id for item in bill.items(build, NUMBERS)} for build in builds[1:])
    assert cafe > recommended
    with pytest.raises(bill.PartsError, match=r"recommended has no part for backup"):
        bill.part_for("backup", bill.Build.RECOMMENDED, NUMBERS)


def test_every_part_is_one_of_a_build_with_a_reason_and_an_alternative_in_both_languages():
    assert len({part.id for part in bill.PARTS.part}) == len(bill.PARTS.part)
    for part in bill.PARTS.part:
        assert part.price > 0
        assert part.alternatives
        assert all((*part.name, *part.why, *(part.avoid or ())))
        assert any(part.counts) or part.mount
    # What the circuit shows.
    listed = " ".join(item.part.name[0] for item in bill.items(bill.Build.RECOMMENDED, NUMBERS))
    for value in (NUMBERS.wiring.lamp_ohm, BUTTON_SERIES_OHM, GATE_OHM, GATE_DOWN_OHM):
        assert ohms(value) in listed
    assert AO3400A.name in listed
    assert "1N4148" in listed
