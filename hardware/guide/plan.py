"""Whether the stand can be built, before anything is drawn, and else which numbers, changed together, make it one.

Each number that mends what is refused first is tried, then with it each that mends what is refused next, until nothing
is: the fewest changes are offered. Where light, height and cables cannot mend it, board, dice or camera must change.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from operator import attrgetter
from typing import Any

from hardware.errors import NumbersError
from hardware.mount.boards import display_board
from hardware.mount.cables import cables
from hardware.mount.layout import check_channels, layout
from hardware.numbers import Numbers, ranges
from hardware.optics import check as optics
from hardware.optics.cameras import CAMERAS
from hardware.parts.made import numbers_of
from hardware.wiring import budget
from hardware.wiring.pins import wires

Check = Callable[[Numbers], object]
Changes = dict[str, float | str]

HEIGHT, RING, RING_HEIGHT, TILT = "camera.height_mm", "light.ring_diameter_mm", "light.ring_height_mm", "light.tilt_deg"
MOST_CHANGES = 5
NEEDS: tuple[tuple[Check, tuple[str, ...]], ...] = (
    (optics.check_view, (HEIGHT,)),
    (optics.check_mirrors, (RING_HEIGHT, RING)),
    (optics.check_rim, (RING,)),
    (optics.check_dazzle, (TILT,)),
    (optics.check_lux, ("light.strip_watts_per_m",)),
    (optics.check_evenness, (RING_HEIGHT, TILT)),
    (check_channels, (RING,)),
    (layout, (RING, RING_HEIGHT, HEIGHT)),
    (cables, ("cables.ribbon_mm", "cables.slack_mm", RING, HEIGHT)),
    (budget.check, ("light_supply.amps", "light_supply.cable_mm")),
)
"""What must be so, and the numbers that mend it."""


def check(numbers: Numbers) -> None:
    """Refuse with `NumbersError`, and all that must change for it to be built, what is not seen, lit, held or fed."""
    numbers_of(numbers.build, numbers)
    display_board(numbers.display.model)
    wires(numbers)
    if wrong := _wrong(numbers):
        need, _, said = wrong
        # What is fed too weakly says itself what is enough.
        ways = [] if need is budget.check else sorted(_mended(numbers), key=len) or [*_otherwise(numbers)]
        raise NumbersError("; ".join([said, *(_offer(said, way) for way in ways)]))


def _refused(need: Check, numbers: Numbers) -> str:
    try:
        need(numbers)
    except NumbersError as refused:
        return str(refused)
    return ""


def _wrong(numbers: Numbers) -> tuple[Check, tuple[str, ...], str] | None:
    """Return the first need that is not met, the numbers that mend it, and what is said of it."""
    return next(((need, names, said) for need, names in NEEDS if (said := _refused(need, numbers))), None)


def _mended(numbers: Numbers) -> list[Changes]:
    """Return the fewest changes with which all needs are met: each way to do it; none if there is no way."""
    states: dict[Numbers, Changes] = {numbers: {}}
    seen: set[Numbers] = set()
    for _ in range(MOST_CHANGES + 1):
        if found := [changes for changed, changes in states.items() if not _wrong(changed)]:
            return found
        seen |= states.keys()
        states = {changed: changes for changed, changes in _steps(states) if changed not in seen}
    return []


def _steps(states: Mapping[Numbers, Changes]) -> Iterator[tuple[Numbers, Changes]]:
    """Yield what becomes of numbers when one more of them is changed to the nearest that meets the need they do not."""
    for numbers, changes in states.items():
        need, names, _ = _wrong(numbers) or (str, (), "")
        for name in names:
            tried = ((value, _with(numbers, name, value)) for value in _around(numbers, name))
            meets = ((changed, changes | {name: value}) for value, changed in tried if not _refused(need, changed))
            yield from islice(meets, 1)


def _around(numbers: Numbers, name: str) -> Iterator[float]:
    """Yield the legal values of a number in tenths of a watt, else whole ones, the nearest first."""
    kind: Any = type(attrgetter(name.partition(".")[0])(numbers))
    legal, value = ranges(kind)[name], attrgetter(name)(numbers)
    per = 10 if "watts" in name else 1
    for away in range(math.ceil(per * (legal.high - legal.low)) + 1):
        for each in ((math.floor(per * value) - away) / per, (math.ceil(per * value) + away) / per):
            if legal.low <= each <= legal.high:
                yield each


def _with(numbers: Numbers, name: str, value: float | str) -> Numbers:
    section, field = name.split(".")
    return numbers.changed(section, **{field: value})


def _otherwise(numbers: Numbers) -> Iterator[Changes]:
    """Yield a smaller board and larger dice, found by halving, and the first camera that go, with what else changes."""
    boards_mm = range(math.ceil(numbers.board.across_mm) - 1, int(optics.SMALLEST_BOARD_MM) - 1, -1)
    dice_mm = range(math.floor(numbers.dice.size_mm) + 1, int(optics.LARGEST_DIE_MM) + 1)
    for name, sizes in (("board.across_mm", boards_mm), ("dice.size_mm", dice_mm)):
        first = bisect_left(sizes, 1, key=lambda size, name=name: len(_other(numbers, name, size)))  # type: ignore[misc]
        yield from (way for size in sizes[first : first + 1] for way in _other(numbers, name, size))
    yield from islice((way for each in CAMERAS for way in _other(numbers, "camera.model", each.name)), 1)


def _other(numbers: Numbers, name: str, value: float | str) -> list[Changes]:
    """Return another value with what must change beside it, one way at the most; none if it does not go."""
    return [{name: value} | beside for beside in _mended(_with(numbers, name, value))[:1]]


def _offer(said: str, changes: Changes) -> str:
    told = [f'{name} = "{to}"' if isinstance(to, str) else f"{name} = {to:g}" for name, to in changes.items()]
    subject = said.partition(" = ")[0]
    return f"the nearest is {changes[subject]:g}" if {*changes} == {subject} else f"{', '.join(told)} would do"
