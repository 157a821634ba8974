"""Drawings from files in SVG, with lengths in mm and sums of them put in; the plot of the light is one."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hardware.numbers import Numbers
from hardware.optics.glare import floor_reach_mm
from hardware.optics.ring import lux_at

HIGH = 200.0  # of the plot, in the units of its file


class _Lengths(dict[str, Any]):
    """Lengths by their names, and sums of them: ``{half+40}``."""

    def __missing__(self, name: str) -> float:
        terms = re.findall(r"([+-]?)([^+-]+)", name)
        return sum((-1 if sign == "-" else 1) * float(self.get(one, one)) for sign, one in terms)


def filled(file: Path, values: Mapping[str, Any]) -> bytes:
    """Return a file's drawing with values put in, and lines from place to place, ``<size>x y x y</size>``, drawn."""
    return re.sub(r"<size>(.*?)</size>", _size, file.read_text(encoding="utf-8").format_map(_Lengths(values))).encode()


def _size(found: re.Match[str]) -> str:
    """Return a line with arrows and its length; an upright one is labelled upright."""
    x, y, end_x, end_y = map(float, found[1].split())
    at = f"translate({(x + end_x) / 2:g} {(y + end_y) / 2:g}){' rotate(-90)' if x == end_x else ''}"
    line = f'<path class="size" d="M{x:g} {y:g}L{end_x:g} {end_y:g}"/>'
    return f'{line}<text class="size" transform="{at}">{abs(end_x - x) + abs(end_y - y):.0f}</text>'


def light_plot(numbers: Numbers, file: Path) -> bytes:
    """Draw the light of the ring on the tops of dice, left to right and front to back."""
    reach = floor_reach_mm(numbers)
    along = np.linspace(-reach, reach, 61)
    still, up = np.zeros_like(along), np.full_like(along, numbers.dice.size_mm)
    curves = [lux_at(numbers.light, np.stack([*way, up], axis=1)) for way in ((along, still), (still, along))]
    most = 500.0 * np.ceil(np.max(curves) / 500)
    lines = [" ".join(f"{x:.1f},{-HIGH * y / most:.1f}" for x, y in zip(along, curve, strict=True)) for curve in curves]
    return filled(file, {"reach": reach, "most": most, "high": HIGH, "lines": lines})
