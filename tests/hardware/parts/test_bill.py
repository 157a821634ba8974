"""Three builds, each complete, fed well and added up; what the drawings show is in the bill."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hardware import make, numbers
from hardware.arm.plan import ARMS
from hardware.mount.fasteners import counts
from hardware.optics.cameras import CAMERAS
from hardware.parts import made as bill
from hardware.wiring import circuit, pins, power
from hardware.wiring.budget import check
from hardware.words import PageLanguage
from tests.cases import cases
from tests.hardware.changes import NUMBERS, changed


def test_every_build_does_all_it_must_with_its_own_parts_and_a_supply_and_a_cable_that_are_enough():
    for build in bill.Build:
        assert bill.missing(build, NUMBERS) == frozenset()
        check(bill.numbers_of(build, NUMBERS))
    assert bill.numbers_of(bill.Build.STAND, NUMBERS) == replace(NUMBERS, build=bill.Build.STAND)
    light = NUMBERS.light
    # By hand: six sides of a ring of 440 mm, 2 · 213 · tan 15° - 4 = 110.1 mm each, cut at a mark of 10 mm; 12 W/m.
    assert power.ring_amps(NUMBERS) * power.RING_VOLTS == pytest.approx(6 * 0.110 * 12.0)
    assert light.led_watts == NUMBERS.changed("light", strip_cut_mm=55.0).light.led_watts
    assert NUMBERS.changed("light", strip_cut_mm=60.0).light.piece_mm == 60.0
    (fuse,) = (part.name[0] for part in bill.PARTS.part if "fuse" in part.does)
    assert power.ring_amps(NUMBERS) < float(re.search(r"of ([\d.]+) A", fuse)[1]) < NUMBERS.light_supply.amps


def test_every_plug_has_a_socket_that_it_fits_and_what_does_not_is_named(monkeypatch):
    joined = {build: bill.joints(build, NUMBERS) for build in bill.Build}
    displays = [(joint.by, joint.plugs) for joint in joined[bill.Build.STAND] if "touch-display-2" in joint.parts]
    assert displays == [("display-ribbon", ("ffc-15", "ffc-22")), ("", ("power-3", "header"))]
    assert all(not each.by.endswith("ribbon") for each in (*joined[bill.Build.ARM], *joined[bill.Build.CAFE]))

    as_sold = bill.PARTS
    assert all(all((*joint.source, *joint.plugs)) for joint in as_sold.joint)
    for name, changes, said in (
        # which the bill once bought
        ("display-ribbon", {"plugs": ("ffc-22", "ffc-22")}, r"stand: display-ribbon has no \('ffc-15', 'ffc-22'\)"),
        ("display-ribbon", {"id": "ribbon-nobody-joins"}, "ribbon-nobody-joins is joined to nothing"),
        ("power-strip", {"sockets": {"mains": 1}}, "power-strip has no mains left"),
        ("power-strip", {"sockets": {"mains": 2}}, "arm: power-strip has no mains left"),  # two lamps are two plugs
    ):
        parts = tuple(replace(part, **changes) if part.id == name else part for part in as_sold.part)
        monkeypatch.setattr(bill, "PARTS", replace(as_sold, part=parts))
        with pytest.raises(bill.PartsError, match=said):
            bill.joints(bill.Build.ARM if said.startswith("arm") else bill.Build.STAND, NUMBERS)


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
    assert {item.part.mount: item.count for item in bill.items(bill.Build.STAND, NUMBERS) if item.part.mount} == counted
    # Source: two masts of 620, a beam of 510, two feet of 412 mm; two bars of 412 and a piece of 60 mm; 4 + 4 feet.
    assert (counted["profile"], counted["steel"], counted["feet"]) == (2.6, 0.9, 8.0)
    assert counts(NUMBERS.changed("camera", model="usb-2160p"))["camera-ribbon"] == 0


def test_the_arm_is_cheapest_and_whatever_numbers_may_choose_is_sold_or_refused_with_a_reason():
    cheapest, usual, dearest = (bill.total(build, NUMBERS) for build in bill.Build)
    assert cheapest < usual < dearest
    known = {"arm.model": ARMS, "display.model": power.DISPLAYS, "camera.model": {each.name for each in CAMERAS}}
    for place, names in known.items():
        for build in bill.Build if place != "arm.model" else (bill.Build.ARM,):
            sold = bill.sold(place, build)
            assert {*sold} <= {*names} <= {*sold, *bill.PARTS.refused}
            assert all(all(part.search) for part in sold.values())


def pages(built: numbers.Numbers, folder: Path) -> str:
    """Return its section of the bill, and its guide, but the café's, which is drawn, in both languages."""
    folder.mkdir()
    made = make.make(built, folder, rooms=("parts",) if built.build is bill.Build.CAFE else ("parts", "arm"), say=str)
    found = [(folder / change.name).read_text(encoding="utf-8") for change in made if change.name.endswith(".md")]
    return "\n".join("\n".join(page.split("\n## ")[:2] if "### " in page else [page]) for page in found)


@pytest.mark.parametrize("case", cases(__file__)["followed"], ids=lambda case: f"{case['changes']}")
def test_a_number_that_is_changed_changes_its_lines_in_guide_and_bill(case, tmp_path):
    usual = replace(NUMBERS, build=bill.Build(case.get("build", "arm")))
    before, after = pages(usual, tmp_path / "before"), pages(changed(case["changes"], usual), tmp_path / "after")
    assert [line for line in case["now"] if line not in after or line in before] == []
    assert [line for line in case["gone"] if line in after or line not in before] == []


def test_every_part_is_one_of_a_build_with_a_reason_and_an_alternative_in_both_languages():
    assert len({part.id for part in bill.PARTS.part}) == len(bill.PARTS.part)
    for part in bill.PARTS.part:
        assert part.price > 0 or part.does in {("light",), ("display",)}, part.id  # the room's, another computer's
        assert part.alternatives
        assert re.findall(r"\{.*?\}", part.name[0]) == re.findall(r"\{.*?\}", part.name[1])
        assert all((*part.name, *part.why, *(part.avoid or ())))
        assert any(part.counts) or part.mount
    # What the circuit shows.
    listed = " ".join(name for _, name, *_ in bill.bill_rows(bill.Build.STAND, NUMBERS, PageLanguage.ENGLISH))
    assert f"{NUMBERS.light.strip_watts_per_m:g} W/m" in listed
    for value in (NUMBERS.wiring.lamp_ohm, circuit.BUTTON_SERIES_OHM, circuit.GATE_OHM, circuit.GATE_DOWN_OHM):
        assert pins.ohms(value) in listed
    assert circuit.TRANSISTOR in listed
    assert "1N4148" in listed
