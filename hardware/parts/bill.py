"""Three builds: what each takes, what it costs, and whether its supply is enough."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.mount.fasteners import counts
from hardware.numbers import Computer, Feed, Numbers
from hardware.parts.catalogue import BoughtPart, Build, PartsError, catalogue
from hardware.wiring.budget import check
from hardware.wiring.power import HEADROOM, loads_on_pi, worst_a

NEEDED = frozenset(
    ("computer", "cooling", "pi-supply", "ring-supply", "camera", "storage", "display", "button", "lamp", "light")
) | frozenset(("switch", "resistors", "board", "wires", "stand", "tray", "dice", "paper"))
"""What every build does."""

NEEDED_BY_WIRING = NEEDED | {"shutdown", "buzzer", "diode"}
"""What a build does that has everything in the circuit diagram."""


@dataclass(frozen=True, slots=True)
class BillLine:
    """A line of the bill."""

    part: BoughtPart
    count: float  # how many, or how many metres

    @property
    def price(self) -> float:
        """Return what the line costs, EUR."""
        return self.part.price * self.count


def items(build: Build, numbers: Numbers) -> tuple[BillLine, ...]:
    """Return what a build takes, in the order of `parts.toml`."""
    stand = {} if build is Build.CHEAPEST else counts(numbers)  # that one hangs its camera on an arm
    counted = (BillLine(part, stand.get(part.mount, 0.0) or part.count_in(build)) for part in catalogue().part)
    return tuple(item for item in counted if item.count)


def total(build: Build, numbers: Numbers) -> float:
    """Return what a build costs, EUR."""
    return sum(item.price for item in items(build, numbers))


def missing(build: Build, numbers: Numbers) -> frozenset[str]:
    """Return what a build cannot do for want of a part."""
    needed = NEEDED if build is Build.CHEAPEST else NEEDED_BY_WIRING
    return needed - {what for item in items(build, numbers) for what in item.part.does}


def part_for(what: str, build: Build, numbers: Numbers) -> BoughtPart:
    """Return the part that does something in a build; `PartsError` if none does."""
    found = [item.part for item in items(build, numbers) if what in item.part.does]
    if not found:
        raise PartsError(f"The build {build.value} has no part for {what}.")
    return found[0]


def numbers_of(build: Build, numbers: Numbers) -> Numbers:
    """Return the numbers with a build's computer, camera, display and supplies; `PartsError` if one is missing."""

    def named(what: str) -> BoughtPart:
        return part_for(what, build, numbers)

    supply, ring = named("pi-supply"), named("ring-supply")
    if named("camera").id == "usb-camera":
        numbers = numbers.changed("camera", model="usb-2160p")
    display = named("display").id
    cable = {"cable_awg": supply.cable_awg, "cable_mm": supply.cable_mm}
    ring_cable = {"cable_awg": ring.cable_awg, "cable_mm": ring.cable_mm}
    return (
        numbers.changed("wiring", computer=Computer(named("computer").id))
        .changed("display", model={"own-screen": "hdmi"}.get(display, display))
        .changed("supply", volts=supply.volts, amps=supply.amps, **cable)
        .changed("light_supply", feed=Feed.OWN, amps=ring.amps, **ring_cable)
    )


def spare_amps(build: Build, numbers: Numbers) -> float:
    """Return what is left of the Pi's supply when everything takes the most.

    Raises:
        NumbersError: If it is nothing, or too little voltage arrives; see `hardware.wiring.power`.
    """
    built = numbers_of(build, numbers)
    check(built)
    return HEADROOM * built.supply.amps - worst_a(loads_on_pi(built))
