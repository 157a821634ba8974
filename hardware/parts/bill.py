"""Three builds: what each takes, what it costs, and whether its supply is enough."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardware.mount.fasteners import counts
from hardware.numbers import Computer, Feed
from hardware.parts.catalogue import Build, Part, PartsError, catalogue
from hardware.wiring.budget import check
from hardware.wiring.power import HEADROOM, loads_on_pi, worst_a

if TYPE_CHECKING:
    from hardware.numbers import Numbers

NEEDED = frozenset(
    ("computer", "cooling", "pi-supply", "ring-supply", "camera", "storage", "display", "button", "lamp", "light")
) | frozenset(("switch", "resistors", "board", "wires", "stand", "tray", "dice", "paper"))
"""What every build does."""

NEEDED_BY_WIRING = NEEDED | {"shutdown", "buzzer", "diode"}
"""What a build does that has everything in the circuit diagram."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the bill.

    Attributes:
        part: What.
        count: How many, or how many metres.
    """

    part: Part
    count: float

    @property
    def price(self) -> float:
        """Return what the line costs, EUR."""
        return self.part.price * self.count


def items(build: Build, numbers: Numbers) -> tuple[Item, ...]:
    """Return what a build takes, in the order of `parts.toml`."""
    stand = {} if build is Build.CHEAPEST else counts(numbers)  # that one hangs its camera on an arm
    counted = (Item(part, stand.get(part.mount, 0.0) or part.count_in(build)) for part in catalogue().part)
    return tuple(item for item in counted if item.count)


def total(build: Build, numbers: Numbers) -> float:
    """Return what a build costs, EUR."""
    return sum(item.price for item in items(build, numbers))


def missing(build: Build, numbers: Numbers) -> frozenset[str]:
    """Return what a build cannot do for want of a part."""
    needed = NEEDED if build is Build.CHEAPEST else NEEDED_BY_WIRING
    return needed - {what for item in items(build, numbers) for what in item.part.does}


def part_for(what: str, build: Build, numbers: Numbers) -> Part:
    """Return the part that does something in a build.

    Raises:
        PartsError: If none does.
    """
    found = [item.part for item in items(build, numbers) if what in item.part.does]
    if not found:
        raise PartsError(f"The build {build.value} has no part for {what}.")
    return found[0]


def numbers_of(build: Build, numbers: Numbers) -> Numbers:
    """Return the numbers as a build has them: its computer, camera, display and supplies.

    Raises:
        PartsError: If one of them is missing.
    """

    def named(what: str) -> Part:
        return part_for(what, build, numbers)

    supply, ring = named("pi-supply"), named("ring-supply")
    is_usb = named("camera").id == "usb-camera"
    return replace(
        numbers,
        camera=replace(numbers.camera, model="usb-2160p") if is_usb else numbers.camera,
        wiring=replace(
            numbers.wiring,
            computer=Computer(named("computer").id),
        ),
        display=replace(numbers.display, model={"own-screen": "hdmi"}.get(named("display").id, named("display").id)),
        supply=replace(
            numbers.supply,
            volts=supply.volts,
            amps=supply.amps,
            cable_awg=supply.cable_awg,
            cable_mm=supply.cable_mm,
        ),
        light_supply=replace(
            numbers.light_supply, feed=Feed.OWN, amps=ring.amps, cable_awg=ring.cable_awg, cable_mm=ring.cable_mm
        ),
    )


def spare_amps(build: Build, numbers: Numbers) -> float:
    """Return what is left of the Pi's supply when everything takes the most.

    Raises:
        NumbersError: If it is nothing, or too little voltage arrives; see `hardware.wiring.power`.
    """
    built = numbers_of(build, numbers)
    check(built)
    return HEADROOM * built.supply.amps - worst_a(loads_on_pi(built))
