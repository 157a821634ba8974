"""The pictures: the whole, every printed part, every step of the assembly."""

from collections.abc import Mapping, Sequence

from build123d import Location, Part

from hardware.mount import frames
from hardware.mount.assembly import HERE, PRINTED, Placed
from hardware.mount.picture import draw
from hardware.mount.steps import STEPS, Step
from hardware.numbers import Numbers

WHOLE_PX, STEP_PX, PART_PX = (900, 780), (820, 640), (420, 320)
OLD, OLD_SCREW = (226, 226, 224), (176, 176, 174)  # colours of what stood there before


def whole(placed: Sequence[Placed]) -> dict[str, bytes]:
    """Return pictures of the whole, from the front and from the back."""
    bodies = [(one.solid, one.colour) for one in placed]
    views = {"whole-front.png": (-30.0, 24.0), "whole-back.png": (140.0, 28.0)}
    return {name: draw(bodies, *view, WHOLE_PX) for name, view in views.items()}


def parts(drawn: Mapping[str, Part]) -> dict[str, bytes]:
    """Return a picture of each printed part as it lies on the bed."""
    return {f"parts/{name}.png": draw([(part, PRINTED["any"])], 30.0, 38.0, PART_PX) for name, part in drawn.items()}


def steps(numbers: Numbers, placed: Sequence[Placed]) -> dict[str, bytes]:
    """Return a picture of each step."""
    return {f"steps/{step.picture}": _step(numbers, step, placed) for step in STEPS}


def _step(numbers: Numbers, step: Step, placed: Sequence[Placed]) -> bytes:
    """Return one step: what is new in colour and pulled apart, what stood there before in grey."""
    _, _, out = frames.case_axes(numbers)
    lying = frames.frame(HERE, (0.0, 1.0, 0.0), (-out[0], -out[1], -out[2])).inverse()  # the case lies on its face
    turn = Location() if step.turn == "stand" else lying
    bodies = []
    for one in placed:
        if _is_seen(step, one):
            # What stood there before is pale, its screws a little darker.
            old = OLD_SCREW if one.name.startswith("screw") else OLD
            colour = one.colour if one.step in (step.number, *step.brings) else old
            bodies.append((one.solid.moved(turn * Location(_away_mm(out, step, one))), colour))
    return draw(bodies, step.azimuth_deg, step.elevation_deg, STEP_PX)


def _away_mm(out: frames.Vector, step: Step, placed: Placed) -> frames.Vector:
    side = 1.0 if placed.solid.center().X > 0 else -1.0
    brought = {
        "": HERE,
        "below": (0.0, 0.0, -75.0),
        "inside": (-60.0 * side, 0.0, 0.0),
        "behind the case": (-80.0 * out[0], -80.0 * out[1], -80.0 * out[2]),
        "right": (110.0, 0.0, 0.0),
    }[step.brings_from]
    if placed.step in step.brings:
        return brought
    if placed.step != step.number:
        return HERE
    if step.brings_from not in {"behind the case", "right"}:
        return placed.away_mm
    # A screw that holds what is brought comes from beyond it.
    x, y, z = (apart + way for apart, way in zip(placed.away_mm, brought, strict=True))
    return x, y, z


def _is_seen(step: Step, placed: Placed) -> bool:
    if step.is_one_side and placed.solid.bounding_box().max.X < 0:
        return False
    if placed.name in step.hides or f"{placed.name} {placed.step}" in step.hides:
        return False
    return placed.step == step.number or placed.step in step.shows
