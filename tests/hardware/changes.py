"""Numbers with some of them changed, by the names that messages have for them, and what a refusal offers instead."""

import re
from collections.abc import Mapping

from hardware.numbers import BoardShape, Computer, Numbers, load

NUMBERS = load()
KINDS = {"wiring.computer": Computer, "board.shape": BoardShape}


def changed(changes: Mapping[str, object], numbers: Numbers = NUMBERS) -> Numbers:
    """Return numbers with others for some, as a file or a refusal has them: ``{"camera.height_mm": 400.0}``."""
    for name, value in changes.items():
        section, field = name.split(".")
        numbers = numbers.changed(section, **{field: read(name, value)})
    return numbers


def offered(numbers: Numbers, said: str) -> list[Numbers]:
    """Return the numbers with each change that a refusal offers, one at a time."""
    subject, _, told = said.partition(" = ")
    named = re.findall(r"(?:nearest|or|is) (\w+\.\w+)(?: is| =) \"?([\w.-]+\w)", told)
    named += [(subject, value) for value in re.findall(r"nearest is (?!\w+\.\w+ =)([\w.-]*\w)", told)]
    sets = [re.findall(r'(\w+\.\w+) = "?([\w.-]+)', each) for each in re.findall(r"; ([^;]+) would do", told)]
    return [changed(dict(each), numbers) for each in [*([one] for one in named), *sets]]


def read(name: str, value: object) -> object:
    """Return a number as its section has it: a word of a kind, or whole where pins, gauges and sides are counted."""
    if name in KINDS:
        return KINDS[name](value)
    if not re.fullmatch(r"[\d.]+", str(value)):
        return value
    return int(str(value)) if any(part in name for part in ("pins.", "_awg", "_sides")) else float(str(value))
