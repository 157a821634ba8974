"""A ring that would mirror in dice, hide the board, shine into the lens, or be too dark is refused."""

from __future__ import annotations

import math
from collections.abc import Callable

from hardware.errors import NumbersError
from hardware.numbers import Numbers
from hardware.optics.cameras import camera_named
from hardware.optics.exposure import least_lux
from hardware.optics.glare import FLAT_DEG, floor_reach_mm, inner_mm, least_tilt_deg
from hardware.optics.needs import MOST_UNEVEN
from hardware.optics.ring import Lux, lux_on
from hardware.optics.view import CENTRING_MM, BoardScene

SHELL_MM = 15.0
"""What is printed round the strip comes so much nearer to the middle than the diffuser, at most."""

LOWEST_MM, WIDEST_MM = 60.0, 1200.0
"""As far as `hardware.numbers` lets a ring go."""


def check_light(numbers: Numbers) -> None:
    """Refuse a ring that does not light the board as the eye needs it.

    Raises:
        NumbersError: If it does not; it names the number and the nearest that works.
    """
    for refuse in (_mirrors, _hides, _dazzles, _is_dark, _is_uneven):
        if refused := refuse(numbers):
            raise NumbersError(refused)


def ring_lux(numbers: Numbers) -> Lux:
    """Return the light on the tops of dice, all over the floor."""
    return lux_on(numbers.light, radius_mm=floor_reach_mm(numbers), height_mm=numbers.dice.size_mm)


def _mirrors(numbers: Numbers) -> str:
    light = numbers.light
    if light.ring_height_mm > numbers.dice.size_mm and least_tilt_deg(numbers) >= FLAT_DEG:
        return ""
    lower, wider = lower_mm(numbers), _wider(numbers)
    works = [] if lower is None else [f"the nearest is {lower}"]
    works += [] if wider is None else [f"light.ring_diameter_mm = {wider} would do as well"]
    return (
        f"light.ring_height_mm = {light.ring_height_mm:g} cannot be built: a ring of {light.ring_diameter_mm:g} mm "
        f"mirrors there in dice at the edge of the board that are {max(0.0, least_tilt_deg(numbers)):.1f}° off level, "
        f"and {FLAT_DEG:g}° must do no harm; {'; '.join(works) or 'take a smaller board'}"
    )


def lower_mm(numbers: Numbers) -> int | None:
    """Return the nearest height, from that of the numbers downwards, at which the ring mirrors in no die."""
    heights = range(math.floor(numbers.light.ring_height_mm), int(LOWEST_MM) - 1, -1)
    return _first(heights, lambda height: least_tilt_deg(numbers.changed("light", ring_height_mm=height)) >= FLAT_DEG)


def _wider(numbers: Numbers) -> int | None:
    """Return the diameter above this one at which the ring no longer mirrors."""
    widths = range(math.ceil(numbers.light.ring_diameter_mm), int(WIDEST_MM) + 1)
    return _first(widths, lambda width: least_tilt_deg(numbers.changed("light", ring_diameter_mm=width)) >= FLAT_DEG)


def _first(values: range, is_so: Callable[[int], bool]) -> int | None:
    return next((value for value in values if is_so(value)), None)


def _hides(numbers: Numbers) -> str:
    """Return whether the ring stands between the camera and the rim."""
    scene = BoardScene.from_numbers(numbers)
    seen_at = (numbers.camera.height_mm - numbers.light.ring_height_mm) / (numbers.camera.height_mm - scene.rim_mm)
    needed_mm = (scene.reach_mm + CENTRING_MM) * seen_at + SHELL_MM
    if inner_mm(numbers.light) >= needed_mm:
        return ""
    nearest = math.ceil(2 * needed_mm + numbers.light.diffuser_width_mm)
    return (
        f"light.ring_diameter_mm = {numbers.light.ring_diameter_mm:g} cannot be built: it hides the rim of the board "
        f"from the camera; the nearest is {nearest}"
    )


def _dazzles(numbers: Numbers) -> str:
    """Return whether the camera sees the shining face itself."""
    above_mm = numbers.camera.height_mm - numbers.light.ring_height_mm
    least_deg = math.degrees(math.atan2(numbers.light.ring_diameter_mm / 2, above_mm))
    if numbers.light.tilt_deg >= least_deg:
        return ""
    return (
        f"light.tilt_deg = {numbers.light.tilt_deg:g} cannot be built: the ring shines into the lens; "
        f"the nearest is {math.ceil(least_deg)}"
    )


def _is_dark(numbers: Numbers) -> str:
    needed, found = least_lux(camera_named(numbers.camera.model)), ring_lux(numbers).darkest
    if found >= needed:
        return ""
    nearest = math.ceil(10 * numbers.light.led_watts * needed / found) / 10
    return (
        f"light.led_watts = {numbers.light.led_watts:g} cannot be built: it makes {found:.0f} lux where the board "
        f"is darkest, this camera needs {needed:.0f}; the nearest is {nearest:g}"
    )


def _is_uneven(numbers: Numbers) -> str:
    if (found := ring_lux(numbers).unevenness) <= MOST_UNEVEN:
        return ""
    heights = range(math.ceil(numbers.light.ring_height_mm), math.floor(numbers.camera.height_mm))
    nearest = _first(
        heights, lambda height: ring_lux(numbers.changed("light", ring_height_mm=height)).unevenness <= MOST_UNEVEN
    )
    works = "build more sides (light.lit_sides)" if nearest is None else f"the nearest is {nearest}"
    return (
        f"light.ring_height_mm = {numbers.light.ring_height_mm:g} cannot be built: the brightest of the board gets "
        f"{found:.1f} × as much light as the darkest, the eye can do with {MOST_UNEVEN:g} ×; {works}"
    )
