"""The power budget in words: who takes what, and what follows from it."""

from collections.abc import Sequence

from hardware.numbers import Numbers
from hardware.optics.table import lined
from hardware.wiring import circuit, power
from hardware.wiring.power import Load, display_in, longest_mm, thinnest
from hardware.words import PageLanguage, decimal, word


def check(numbers: Numbers) -> None:
    """Refuse what is too weak, too thin or too long: `NumbersError`, with the nearest that works."""
    power.check_supply(numbers)
    power.check_cables(numbers)
    circuit.check_lamp(numbers)
    circuit.check_button(numbers.wiring.button_cable_mm)


def budget(numbers: Numbers, language: PageLanguage) -> str:
    """Return the budget as Markdown; `NumbersError` if something is too weak, too thin or too long."""
    check(numbers)
    tables = (("budget-pi", power.loads_on_pi(numbers)), ("budget-ring", power.loads_on_ring_supply(numbers)))
    parts = [f"### {word(title, language)}\n\n{_table(loads, language)}" for title, loads in tables]
    follows = (*_of_supplies(numbers), *_of_circuit(numbers))
    verdicts = ""
    for name, values in follows:  # three digits that count: nothing here is known better
        told = {key: decimal(float(f"{value:.3g}"), language) for key, value in values.items()}
        verdicts += f"- {word(name, language).format(**told)}\n"
    return "\n".join([*parts, f"### {word('verdicts', language)}\n\n{verdicts}"])


def _table(loads: Sequence[Load], language: PageLanguage) -> str:
    heads = [word(name, language) for name in ("part", "typical", "worst", "source")]
    lines = [heads, ["---", "--:", "--:", "---"]]
    for load in loads:
        amps = (f"{decimal(each, language)} A" for each in (load.typical_a, load.worst_a))
        lines.append([word(load.name, language), *amps, word(load.source, language)])
    sums = (f"{decimal(each(loads), language)} A" for each in (power.typical_a, power.worst_a))
    together = word("together", language), *sums
    return lined((), [*lines, [*(f"**{each}**" for each in together), ""]]) + "\n"


def _of_supplies(numbers: Numbers) -> list[tuple[str, dict[str, float]]]:
    supply, ring, need_a = numbers.supply, numbers.light_supply, power.worst_a(power.loads_on_pi(numbers))
    most_ohm = (supply.volts - power.LEAST_V) / need_a - power.CONTACTS_OHM
    volts = {
        "metres": supply.cable_mm / 1000,
        "awg": supply.cable_awg,
        "volts": power.volts_at_pi(numbers),
        "least": power.LEAST_V,
        "longest": longest_mm(supply.cable_awg, most_ohm) / 1000,
        "thinnest": thinnest(supply.cable_mm, most_ohm) or supply.cable_awg,
    }
    shown = {
        "metres": numbers.wiring.display_lead_mm / 1000,
        "awg": numbers.wiring.display_lead_awg,
        "volts": power.volts_at_display(numbers),
        "least": power.LEAST_DISPLAY_VOLTS,
    }
    arriving = {"metres": ring.cable_mm / 1000, "awg": ring.cable_awg, "volts": power.volts_at_ring(numbers)}
    return [
        ("verdict-supply", {"amps": supply.amps, "counted": power.HEADROOM * supply.amps, "need": need_a}),
        ("verdict-volts", volts),
        ("verdict-ring", {"amps": ring.amps, "need": power.worst_a(power.loads_on_ring_supply(numbers))}),
        ("verdict-ring-volts", arriving),
        *([("verdict-display-volts", shown)] if display_in(numbers).plugs else []),
    ]


def _of_circuit(numbers: Numbers) -> list[tuple[str, dict[str, float]]]:
    wiring, currents = numbers.wiring, circuit.pin_currents_ma(numbers)
    loss_w = circuit.loss_w(power.ring_amps(numbers))
    button = {
        "metres": wiring.button_cable_mm / 1000,
        "volts": circuit.released_volts(wiring.button_cable_mm),
        "longest": circuit.longest_button_mm() / 1000,
    }
    white_ma = circuit.lamp_ma(3.0, wiring.lamp_ohm)
    return [
        ("verdict-mosfet", {"mw": loss_w * 1000, "warm": loss_w * circuit.HEAT_C_PER_W}),
        ("verdict-pins", {"total": sum(currents.values()), "lamp": currents["lamp"], "white": white_ma}),
        ("verdict-button", button),
    ]
