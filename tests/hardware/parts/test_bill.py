"""Three builds, each complete, fed well and added up; what the drawings show is in the bill."""

import re

import pytest

from hardware.errors import NumbersError
from hardware.mount.fasteners import counts
from hardware.numbers import load
from hardware.optics.cameras import camera_named
from hardware.parts.bill import PARTS, Build, PartsError, items, missing, numbers_of, part_for, spare_amps, total
from hardware.parts.made import NAMES, bill, files
from hardware.wiring.circuit import AO3400A, BUTTON_SERIES_OHM, GATE_DOWN_OHM, GATE_OHM
from hardware.wiring.made import files as wiring_files
from hardware.wiring.pins import ohms
from hardware.wiring.power import RING_VOLTS, ring_amps
from hardware.words import PageLanguage

NUMBERS = load()


@pytest.mark.parametrize("build", Build)
def test_every_build_does_all_it_must_with_a_supply_and_a_cable_that_are_enough(build: Build) -> None:
    assert missing(build, NUMBERS) == frozenset()
    assert spare_amps(build, NUMBERS) >= 0


def test_a_build_is_reckoned_with_its_own_parts() -> None:
    cheapest, recommended = (numbers_of(build, NUMBERS) for build in (Build.CHEAPEST, Build.RECOMMENDED))
    assert (cheapest.wiring.computer, cheapest.supply.amps, cheapest.display.model) == ("pi-4", 3.0, "hdmi")
    assert camera_named(cheapest.camera.model).name.startswith("usb")
    assert (recommended.wiring.computer, recommended.supply.amps) == ("pi-5", 5.0)
    assert recommended.camera.model == NUMBERS.camera.model


def test_the_recommended_build_is_the_one_of_the_numbers() -> None:
    assert numbers_of(Build.RECOMMENDED, NUMBERS) == NUMBERS
    strip = part_for("light", Build.RECOMMENDED, NUMBERS)
    assert strip.watts == pytest.approx(ring_amps(NUMBERS) * RING_VOLTS)
    assert f"for {strip.watts:g} W" in strip.name[0]
    assert part_for("camera", Build.RECOMMENDED, NUMBERS).id.removeprefix("camera-") == NUMBERS.camera.model


def test_a_stronger_light_than_the_bills_supply_can_feed_is_refused() -> None:
    with pytest.raises(NumbersError, match=r"light_supply\.amps"):
        spare_amps(Build.RECOMMENDED, NUMBERS.changed("light", led_watts=12.0))


def test_sums_are_those_of_their_lines() -> None:
    for language, name in NAMES.items():
        text = files(NUMBERS)[name].decode()
        for build, section in zip(Build, text.split("\n## ")[1:4], strict=True):
            told = re.findall(r"\| (?:\*\*)?([\d.,]+)(?:\*\*)? \|$", section, re.MULTILINE)
            *prices, together = (float(price.replace(",", ".")) for price in told)
            assert sum(prices) == pytest.approx(together) == pytest.approx(total(build, NUMBERS))
        assert bill(NUMBERS, language) == text


def test_the_bill_takes_what_the_mount_counts() -> None:
    counted = counts(NUMBERS)
    taken = {item.part.mount: item.count for item in items(Build.RECOMMENDED, NUMBERS) if item.part.mount}
    assert taken == counted
    # Source: two masts of 620, a beam of 510, two feet of 412 mm; two bars of 412 and a piece of 60 mm; 4 + 4 feet.
    assert (counted["profile"], counted["steel"], counted["feet"]) == (2.6, 0.9, 8.0)
    ribbons = [part.name[0] for part in PARTS.part if part.mount.endswith("ribbon")]
    assert len(ribbons) == 2
    assert all(f"{NUMBERS.cables.ribbon_mm:g} mm" in name for name in ribbons)
    usb = NUMBERS.changed("camera", model="usb-2160p")
    assert counts(usb)["camera-ribbon"] == 0


def test_the_cheapest_is_cheapest_and_the_cafe_has_what_the_recommended_has_and_a_backup() -> None:
    assert total(Build.CHEAPEST, NUMBERS) < total(Build.RECOMMENDED, NUMBERS) < total(Build.CAFE, NUMBERS)
    recommended, cafe = ({item.part.id for item in items(build, NUMBERS)} for build in (Build.RECOMMENDED, Build.CAFE))
    assert cafe > recommended
    assert part_for("backup", Build.CAFE, NUMBERS).id not in recommended
    with pytest.raises(PartsError, match=r"recommended has no part for backup"):
        part_for("backup", Build.RECOMMENDED, NUMBERS)


def test_every_part_has_a_price_a_reason_and_an_alternative_in_both_languages_and_the_prices_a_month() -> None:
    assert re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", PARTS.priced)
    names = [part.id for part in PARTS.part]
    assert len(set(names)) == len(names)
    for part in PARTS.part:
        assert part.price > 0
        assert part.alternatives
        assert all((*part.name, *part.why, *(part.avoid or ())))
        assert any(part.counts) or part.mount


def test_what_to_avoid_is_said() -> None:
    text = bill(NUMBERS, PageLanguage.ENGLISH)
    for word in ("RPi.GPIO on a Pi 5", "protection against power loss", "Glossy wood", "dimmed by pulses", "5 V, 2 A"):
        assert word in text
    assert "sit on the header" in text


def test_what_the_drawings_show_is_in_the_recommended_bill() -> None:
    pytest.importorskip("schemdraw", reason="circuits are drawn at a desk; `make hardware` installs what does it")
    listed = " ".join(item.part.name[0] for item in items(Build.RECOMMENDED, NUMBERS))
    for value in (NUMBERS.wiring.lamp_ohm, BUTTON_SERIES_OHM, GATE_OHM, GATE_DOWN_OHM):
        assert ohms(value) in listed
    drawn = wiring_files(NUMBERS)["circuit-en.svg"].decode()
    transistors = len(set(re.findall(r"Q\d", drawn)))
    assert {item.part.id: item.count for item in items(Build.RECOMMENDED, NUMBERS)}["mosfet"] == transistors
    assert AO3400A.name in listed
    assert "1N4148" in listed
    assert "1N4148" in drawn
