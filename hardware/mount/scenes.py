"""The pictures: the whole, every printed part, every step of the assembly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hardware.mount import frames
from hardware.mount.mesh import mesh
from hardware.mount.picture import Item, Mesh, View, draw
from hardware.mount.steps import STEPS, Step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from build123d import Part
    from numpy.typing import NDArray

    from hardware.mount.assembly import Placed
    from hardware.numbers import Numbers

WHOLE_PX, STEP_PX, PART_PX = (900, 780), (820, 640), (420, 320)
OLD = (226, 226, 224)
PART_COLOUR = (236, 146, 62)
_COARSE_MM, _COARSE_RAD = 0.2, 0.35


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A body with its surface, reckoned once for all pictures."""

    placed: Placed
    surface: Mesh


def surfaces(placed: Sequence[Placed]) -> tuple[Shown, ...]:
    """Return everything with its surface."""
    return tuple(Shown(p, mesh(p.solid, tolerance_mm=_COARSE_MM, angle_rad=_COARSE_RAD)) for p in placed)


def whole(shown: Sequence[Shown]) -> dict[str, bytes]:
    """Return pictures of the whole, from the front and from the back."""
    items = [Item(s.surface, s.placed.colour) for s in shown]
    views = {"whole-front.png": (-30.0, 24.0), "whole-back.png": (140.0, 28.0)}
    return {
        name: draw(items, View(azimuth_deg=a, elevation_deg=e, size_px=WHOLE_PX, has_ground=True))
        for name, (a, e) in views.items()
    }


def parts(drawn: Mapping[str, Part]) -> dict[str, bytes]:
    """Return a picture of each printed part as it lies on the bed."""
    view = View(azimuth_deg=30.0, elevation_deg=38.0, size_px=PART_PX)
    return {
        f"parts/{name}.png": draw([Item(mesh(part, tolerance_mm=0.1), PART_COLOUR)], view)
        for name, part in drawn.items()
    }


def steps(numbers: Numbers, shown: Sequence[Shown]) -> dict[str, bytes]:
    """Return a picture of each step."""
    return {f"steps/{step.picture}": _step(numbers, step, shown) for step in STEPS}


def _step(numbers: Numbers, step: Step, shown: Sequence[Shown]) -> bytes:
    """Return one step: what is new in colour and pulled apart, what stood there before in grey."""
    turn = _turn(numbers, step)
    items = []
    for one in shown:
        if not _is_seen(step, one.placed):
            continue
        is_new = one.placed.step == step.number or one.placed.step in step.brings
        vertices = (one.surface.vertices_mm + _away_mm(numbers, step, one.placed)) @ turn.T
        items.append(Item(Mesh(vertices, one.surface.triangles), one.placed.colour if is_new else _old(one.placed)))
    view = View(azimuth_deg=step.azimuth_deg, elevation_deg=step.elevation_deg, size_px=STEP_PX)
    return draw(items, view)


def _away_mm(numbers: Numbers, step: Step, placed: Placed) -> NDArray[np.float64]:
    """Return how far from its place a body is shown."""
    _, _, out = frames.case_axes(numbers)
    side = 1.0 if placed.solid.center().X > 0 else -1.0
    ways = {
        "below": (0.0, 0.0, -75.0),
        "inside": (-60.0 * side, 0.0, 0.0),
        "behind the case": tuple(-80.0 * part for part in out),
        "right": (110.0, 0.0, 0.0),
    }
    if placed.step in step.brings:
        return np.array(ways[step.brings_from])
    if placed.step != step.number:
        return np.zeros(3)
    # A screw that holds what is brought comes from beyond it.
    with_brought = step.brings_from == "behind the case" or (step.brings_from == "right")
    return np.array(placed.away_mm) + (np.array(ways[step.brings_from]) if with_brought else 0.0)


def _old(placed: Placed) -> tuple[int, int, int]:
    """Return the colour of what stood there before: pale, and screws a little darker."""
    return (176, 176, 174) if placed.name.startswith("screw") else OLD


def _is_seen(step: Step, placed: Placed) -> bool:
    """Return whether a step shows a body."""
    if step.is_one_side and placed.solid.bounding_box().max.X < 0:
        return False
    if placed.name in step.hides or f"{placed.name} {placed.step}" in step.hides:
        return False
    return placed.step == step.number or placed.step in step.shows


def _turn(numbers: Numbers, step: Step) -> NDArray[np.float64]:
    """Return how a step's parts are turned, float64 (3, 3): the case may lie on its face."""
    if step.turn == "stand":
        return np.eye(3)
    _, up, out = frames.case_axes(numbers)
    return np.array([[0.0, 1.0, 0.0], up, [-part for part in out]])
